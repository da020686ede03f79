/** Tables of a partition's capacitive lines: which lines each has, and where its columns stand. */
import { namesOf, type Places } from '../../blocks/column.js';
import { capacitiveLines, chunks as chunkBlock, chunkWords, type LineForm, lineForms } from '../../blocks/lineColumns.js';
import type { LineModel, LineNumbers } from '../../blocks/lineModels/model.js';
import { conservedMass, lineModel, lineModels, releasedAir } from '../../blocks/lineModels/registry.js';
import { lineType, lineValue, modelData } from '../../circuit/tables.js';
import { type PortType, portTypes } from '../../equations/language/definition.js';
import type { Network } from '../../network/network.js';
import type { Allocator } from './allocator.js';
import type { BoundaryEnd, LineRows } from './layout.js';
import { sortedLines } from './lineTables.js';

/** Lines of one table. */
interface Alike {
  readonly lines: readonly number[];
  readonly type: PortType;
  readonly form: LineForm;
  readonly model: LineModel;
  readonly parts: number;
  readonly held: boolean;
}

/** A partition, as its lines need it. */
export interface LineSetting {
  readonly network: Network;
  readonly partition: number;
  readonly endIndex: Int32Array;
  readonly volumeCell: Int32Array;
  readonly boundary: ReadonlyMap<number, BoundaryEnd>;
  /** Whether lines that it shares with others exchange at synchronisations only. */
  readonly holds: boolean;
  readonly memory: Allocator;
}

/** Places the tables of capacitive lines: plain ones by type of their ports, then by form, then those of other models by how many parts they have; of each those that are held behind. */
export function placeLines(lines: readonly number[], setting: LineSetting): LineRows[] {
  const { boundary, holds } = setting;
  return alike(lines, setting.network).flatMap((group) => {
    const groups = holds ? [false, true].map((held) => group.lines.filter((line) => boundary.has(line) === held)) : [group.lines];
    return groups.flatMap((own, k) => (own.length > 0 ? [placeTable({ ...group, lines: own, held: k === 1 }, setting)] : []));
  });
}

function alike(all: readonly number[], network: Network): Omit<Alike, 'held'>[] {
  const { lines } = network.tables;
  const plain: number[][] = [];
  const others = new Map<string, Omit<Alike, 'held' | 'lines'> & { readonly lines: number[] }>();
  for (const line of all) {
    const data = modelData(lines, line);
    if (data) {
      const model = lineModel(data.model);
      const parts = partsOf(data.numbers);
      const key = `${model.name} ${parts}`;
      const group = others.get(key) ?? { lines: [], type: 'hydraulic', form: model.own?.form as LineForm, model, parts };
      others.set(key, group);
      group.lines.push(line);
      continue;
    }
    const group = lineForms.length * lineValue(lines, line, 'type') + lineForms.indexOf(formOf(network, line));
    plain[group] ??= [];
    plain[group].push(line);
  }
  const [plainModel] = lineModels;
  const modelOf = (form: LineForm): LineModel =>
    form === 'mass' ? conservedMass : form === 'law' && network.fluidLaw?.released ? releasedAir : plainModel;
  const forms = portTypes.flatMap((type) => lineForms.map((form) => ({ type, form })));
  return [
    ...forms.flatMap((group, k) => (plain[k] ? [{ ...group, lines: plain[k], model: modelOf(group.form), parts: 1 }] : [])),
    ...[...others].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group),
  ];
}

/** Of how many parts the numbers of a line are. */
const partsOf = (numbers: LineNumbers): number => Object.values(numbers)[0]?.length ?? 1;

function formOf({ circuit, tables, variableVolume }: Network, line: number): LineForm {
  if (circuit.fluid.conserve === 'mass' && lineType(tables.lines, line) === 'hydraulic') return 'mass';
  if (!Number.isNaN(lineValue(tables.lines, line, 'law'))) return 'law';
  return variableVolume[line] ? 'variable' : 'fixed';
}

function placeTable(
  { lines, type, form, model, parts, held }: Alike,
  { partition, endIndex, volumeCell, boundary, memory }: LineSetting,
): LineRows {
  const { sorted, inner, covered, chunks } = sortedLines(lines, boundary, endIndex, volumeCell, model.accept.chunks !== undefined);
  const words = memory.words(chunkBlock, 'words', partition, chunks.count, chunkWords);
  const maxima = memory.column(chunkBlock, 'maxima', partition, chunks.count);
  const place = (name: string): number => {
    const { type: number, forms, each } = model.block.columns[name] as (typeof model.block.columns)[string];
    if (forms && !forms.includes(form)) return 0;
    const at = memory.column(model.block, name, partition, sorted.length, each === 'part' ? parts : 1);
    return number === 'i32' ? 2 * at : at;
  };
  const none = namesOf(capacitiveLines.columns).map((name) => [name, 0] as const);
  const places = Object.fromEntries([...none, ...namesOf<string>(model.block.columns).map((name) => [name, place(name)] as const)]);
  const [common, own] = [true, false].map((isCommon) =>
    Object.fromEntries(Object.entries(places).filter(([name]) => name in capacitiveLines.columns === isCommon)),
  ) as [Places<typeof capacitiveLines.columns>, Record<string, number>];
  return { ...common, own, lines: sorted, inner, covered, chunks: { at: words, ...chunks }, maxima, form, held, type, model, parts };
}
