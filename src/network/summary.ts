/** What will be solved, in numbers: for `ringmain check`. */
import type { Circuit } from '../circuit/circuit.js';
import { network } from './network.js';

export interface NetworkSummary {
  readonly states: number;
  readonly newtonBlocks: number;
  readonly signalLevels: number;
  readonly linesWithVariableVolume: number;
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
  const { components, order, variableVolume } = network(circuit);
  const volumes = circuit.lines.map((line) => line.volume);
  const delays = circuit.lines.flatMap(({ wave }) => (wave ? [wave.delay] : []));
  const count = (role: string): number =>
    components.reduce((sum, { kind }) => sum + new Set(kind.kernel.columns.filter((c) => c.role === role).map((c) => c.of)).size, 0);
  return {
    states: count('state') + count('hold'),
    newtonBlocks: count('guess'),
    signalLevels: order.levels,
    linesWithVariableVolume: variableVolume.filter(Boolean).length,
    waveLines: delays.length,
    shortestDelay: delays.length > 0 ? delays.reduce((a, b) => Math.min(a, b)) : null,
    longestDelay: delays.length > 0 ? delays.reduce((a, b) => Math.max(a, b)) : null,
    smallestVolume: volumes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    largestVolume: volumes.reduce((a, b) => Math.max(a, b), 0),
  };
}
