/** What will be solved, in numbers: for `ringmain check`. */
import type { Circuit } from '../circuit/circuit.js';
import { lineType, lineValue } from '../circuit/tables.js';
import { network } from './network.js';

export interface NetworkSummary {
  readonly states: number;
  readonly newtonBlocks: number;
  readonly signalLevels: number;
  readonly linesWithVariableVolume: number;
  readonly mechanicalLines: number;
  readonly waveLines: number;
  /** s, of the wave lines; null where there are none */
  readonly shortestDelay: number | null;
  readonly longestDelay: number | null;
  /** m3, of the lines without what components lend */
  readonly smallestVolume: number;
  readonly largestVolume: number;
}

/** Summary of a circuit's network. */
export function networkSummary(circuit: Circuit): NetworkSummary {
  const { kinds, kindOf, order, variableVolume, tables } = network(circuit);
  const { lines } = tables;
  const ofKind = new Int32Array(kinds.length);
  for (const kind of kindOf) ofKind[kind] = (ofKind[kind] as number) + 1;
  const count = (role: string): number =>
    kinds.reduce(
      (sum, { kernel }, k) => sum + (ofKind[k] as number) * new Set(kernel.columns.filter((c) => c.role === role).map((c) => c.of)).size,
      0,
    );
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
    shortestDelay: waveLines > 0 ? delays[0] : null,
    longestDelay: waveLines > 0 ? delays[1] : null,
    smallestVolume: volumes[0],
    largestVolume: volumes[1],
  };
}
