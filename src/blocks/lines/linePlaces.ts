/** Tables of a partition's capacitive lines: which lines each has, and where its columns stand. */
import { namesOf, type Places } from '../column.js';
import { boundarySides, placeSlots } from '../exchange/slots.js';
import { type LineType, lineTypes, type Memory, type Site } from '../site.js';
import { sortedLines } from './chunks.js';
import { capacitiveLines, chunks as chunkBlock, chunkWords, type LineForm, lineForms } from './lineColumns.js';
import type { BoundaryEnd, CapacitiveLines, CutLine, LineRows } from './lineTables.js';
import type { LineModel, LineNumbers } from './models/model.js';
import { conservedMass, lineModel, lineModels, releasedAir } from './models/registry.js';

/** Lines of one table. */
interface Alike {
  readonly lines: readonly number[];
  readonly type: LineType;
  readonly form: LineForm;
  readonly model: LineModel;
  readonly parts: number;
  readonly held: boolean;
  readonly keepsEnergy: boolean;
}

/** By what lines of a group are parted. */
type Split = 'held' | 'keepsEnergy';

/** Sides of cut lines, and tables, partition by partition. */
export function placeLines(site: Site, memory: Memory): CapacitiveLines {
  const { endPartition, lineCount, parts } = site;
  const own: number[][] = Array.from({ length: parts }, () => []);
  const cut: CutLine[] = [];
  for (let line = 0; line < lineCount; line++) {
    if (site.historyOf(line) !== 'none') continue;
    const [a, b] = [endPartition[2 * line], endPartition[2 * line + 1]];
    own[a].push(line);
    if (b === a) continue;
    own[b].push(line);
    cut.push({ line, slotA: placeSlots(memory, a), slotB: placeSlots(memory, b) });
  }
  const slots = new Map(cut.map((one) => [one.line, one]));
  return {
    cut,
    sharedFilter: sharedFilterOf(site),
    partitions: own.map((lines, partition) => {
      const boundary = placeBoundary(site, memory, partition, lines, slots);
      return { boundary, tables: placeTables(site, memory, partition, lines, boundary) };
    }),
  };
}

/** α, where all lines have the same. */
function sharedFilterOf(site: Site): number | null {
  let shared: number | null = null;
  for (let line = 0; line < site.lineCount; line++) {
    if (site.historyOf(line) !== 'none') continue;
    const filter = site.line(line, 'filter');
    if (shared !== null && filter !== shared) return null;
    shared = filter;
  }
  return shared;
}

/** Own sides of the lines that a partition shares with others, in the order of the lines; ghosts of the other ends stand behind its own ends. */
function placeBoundary(
  { endPartition, endIndex, volumeCell, ownEnds, zero }: Site,
  memory: Memory,
  partition: number,
  lines: readonly number[],
  slots: ReadonlyMap<number, CutLine>,
): ReadonlyMap<number, BoundaryEnd> {
  const cut = lines.filter((line) => slots.has(line));
  const sums = memory.column(boundarySides, 'sum', partition, cut.length);
  const sides = cut.map((line, k): BoundaryEnd => {
    const isA = endPartition[2 * line] === partition;
    const [own, other] = isA ? [2 * line, 2 * line + 1] : [2 * line + 1, 2 * line];
    const { slotA, slotB } = slots.get(line) as CutLine;
    return {
      line,
      own: endIndex[own],
      ghost: ownEnds[partition] + k,
      ownVolume: volumeCell[own] >= 0 ? volumeCell[own] : zero[partition],
      ghostVolume: volumeCell[other] >= 0 ? memory.column(boundarySides, 'ghostVolume', partition, 1) : zero[partition],
      otherVolume: volumeCell[other],
      send: isA ? slotA : slotB,
      receive: isA ? slotB : slotA,
      sum: sums + k,
    };
  });
  return new Map(sides.map((side) => [side.line, side]));
}

/** Plain lines by type of their ports, then by form, then those of other models by how many parts they have; of each those that are held behind. */
function placeTables(
  site: Site,
  memory: Memory,
  partition: number,
  lines: readonly number[],
  boundary: ReadonlyMap<number, BoundaryEnd>,
): LineRows[] {
  return alike(lines, site).flatMap((group) => {
    const isHeld = (line: number): boolean => site.holds && boundary.has(line);
    // What is held for a while has no account of its work; with fixed steps none is asked for.
    const keeps = (line: number): boolean => site.stepOf(line) === null && site.swings(line);
    const splits = [
      { held: false, keepsEnergy: false, lines: [] as number[] },
      { held: false, keepsEnergy: true, lines: [] as number[] },
      { held: true, keepsEnergy: false, lines: [] as number[] },
    ] as const;
    for (const line of group.lines) splits[isHeld(line) ? 2 : keeps(line) ? 1 : 0].lines.push(line);
    return splits.flatMap((split) =>
      split.lines.length > 0 ? [placeTable({ ...group, ...split }, site, memory, partition, boundary)] : [],
    );
  });
}

function alike(all: readonly number[], site: Site): Omit<Alike, Split>[] {
  const plain: number[][] = [];
  const others = new Map<string, Omit<Alike, Split | 'lines'> & { readonly lines: number[] }>();
  for (const line of all) {
    const data = site.modelOf(line);
    if (data) {
      const model = lineModel(data.model);
      const parts = partsOf(data.numbers);
      const key = `${model.name} ${parts}`;
      const group = others.get(key) ?? { lines: [], type: 'hydraulic', form: model.own?.form as LineForm, model, parts };
      others.set(key, group);
      group.lines.push(line);
      continue;
    }
    const group = lineForms.length * lineTypes.indexOf(site.typeOf(line)) + lineForms.indexOf(formOf(site, line));
    plain[group] ??= [];
    plain[group].push(line);
  }
  const [plainModel] = lineModels;
  const modelOf = (form: LineForm): LineModel =>
    form === 'mass' ? conservedMass : form === 'law' && site.fluid.law?.released ? releasedAir : plainModel;
  const forms = lineTypes.flatMap((type) => lineForms.map((form) => ({ type, form })));
  return [
    ...forms.flatMap((group, k) => (plain[k] ? [{ ...group, lines: plain[k], model: modelOf(group.form), parts: 1 }] : [])),
    ...[...others].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group),
  ];
}

/** Of how many parts the numbers of a line are. */
const partsOf = (numbers: LineNumbers): number => Object.values(numbers)[0]?.length ?? 1;

function formOf(site: Site, line: number): LineForm {
  if (site.fluid.conservesMass && site.typeOf(line) === 'hydraulic') return 'mass';
  if (!Number.isNaN(site.line(line, 'law'))) return 'law';
  return site.hasPortVolume(line) ? 'variable' : 'fixed';
}

function placeTable(
  { lines, type, form, model, parts, held, keepsEnergy }: Alike,
  { endIndex, volumeCell }: Site,
  memory: Memory,
  partition: number,
  boundary: ReadonlyMap<number, BoundaryEnd>,
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
  return {
    ...common,
    own,
    lines: sorted,
    inner,
    covered,
    chunks: { at: words, ...chunks },
    maxima,
    form,
    held,
    keepsEnergy,
    type,
    model,
    parts,
  };
}
