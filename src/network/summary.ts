/** The equations to be solved, in numbers: for `ringmain check`. */
import type { LineNumbers, OwnModel } from '../blocks/lines/models/model.js';
import { lineModel } from '../blocks/lines/models/registry.js';
import type { Circuit } from '../circuit/circuit.js';
import { type LineTable, lineType, lineValue, modelData } from '../circuit/tables.js';
import { network } from './network.js';

export interface NetworkSummary {
  readonly states: number;
  readonly newtonBlocks: number;
  readonly signalLevels: number;
  readonly linesWithVariableVolume: number;
  readonly mechanicalLines: number;
  readonly waveLines: number;
  /** Capacitive lines of models of their own: how many, and the facts of each model about its lines. */
  readonly lineModels: readonly ModelSummary[];
  /** s, of the wave lines; null where there are none */
  readonly shortestDelay: number | null;
  readonly longestDelay: number | null;
  /** m3, of the lines without port volumes */
  readonly smallestVolume: number;
  readonly largestVolume: number;
}

export interface ModelSummary {
  /** 'hoses' */
  readonly name: string;
  readonly count: number;
  /** Range of a quantity of all of them, SI. */
  readonly of: { readonly name: string; readonly unit: string; readonly least: number; readonly most: number };
}

/** Models of their own among capacitive lines. */
function modelSummaries({ count, row, models }: LineTable): ModelSummary[] {
  const numbers = new Map<string, LineNumbers[]>();
  for (let line = 0; models.size > 0 && line < count; line++) {
    const data = modelData({ row, models }, line);
    if (data) numbers.set(data.model, [...(numbers.get(data.model) ?? []), data.numbers]);
  }
  return [...numbers].map(([name, own]) => {
    const model = lineModel(name).own as OwnModel;
    const { values, ...of } = model.summary(own);
    return { name: model.many, count: own.length, of: { ...of, least: Math.min(...values), most: Math.max(...values) } };
  });
}

/** Summary of a circuit's network. */
export function networkSummary(circuit: Circuit): NetworkSummary {
  const { kinds, kindOf, order, variableVolume, tables } = network(circuit);
  const { lines } = tables;
  const ofKind = new Int32Array(kinds.length);
  for (const kind of kindOf) ofKind[kind] = ofKind[kind] + 1;
  const count = (role: string): number =>
    kinds.reduce((sum, { kernel }, k) => sum + ofKind[k] * new Set(kernel.columns.filter((c) => c.role === role).map((c) => c.of)).size, 0);
  let waveLines = 0;
  let mechanicalLines = 0;
  const [delays, volumes] = [
    [Number.POSITIVE_INFINITY, 0],
    [Number.POSITIVE_INFINITY, 0],
  ] as [[number, number], [number, number]];
  const widen = (range: [number, number], value: number): void => {
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  };
  for (let l = 0; l < lines.count; l++) {
    if (lineType(lines, l) === 'hydraulic') widen(volumes, lineValue(lines, l, 'volume'));
    else mechanicalLines++;
    const delay = lineValue(lines, l, 'delay');
    if (Number.isNaN(delay)) continue;
    waveLines++;
    widen(delays, delay);
  }
  return {
    states: count('state') + count('hold'),
    newtonBlocks: count('guess'),
    signalLevels: order.levels,
    linesWithVariableVolume: variableVolume.filter(Boolean).length,
    mechanicalLines,
    waveLines,
    lineModels: modelSummaries(lines),
    shortestDelay: waveLines > 0 ? delays[0] : null,
    longestDelay: waveLines > 0 ? delays[1] : null,
    smallestVolume: volumes[0],
    largestVolume: volumes[1],
  };
}
