/** Runs of RK4 in which one pressure comes from a network, from a series made beforehand or, for comparison, from its own equation. */
import type { Circuit } from '../../circuit/circuit.js';
import { type Surrogate, surrogateText } from '../../surrogate/stored.js';
import { simulateLumped } from '../solve.js';
import type { TreatmentChoice } from '../treatments/treatment.js';

export interface HybridOptions {
  /** s; a whole part of the interval between samples. */
  readonly step: number;
  readonly until: number;
  readonly record: readonly string[];
  /** 'own': its equation; 'closed': the network on the run's own quantities; a series: its values, one a sample, SI. */
  readonly pressure: 'own' | 'closed' | Float64Array;
}

export interface HybridRun {
  /** By recorded quantity, one value a sample; shorter where the run was lost. */
  readonly columns: readonly Float64Array[];
  readonly target: Float64Array;
  readonly steps: number;
  readonly wallSeconds: number;
  /** s; null where it got to its end. */
  readonly lostAt: number | null;
}

/** Runs the circuit with steps of one length. */
export async function hybridRun(
  circuit: Circuit,
  surrogate: Surrogate,
  { step, until, record, pressure }: HybridOptions,
): Promise<HybridRun> {
  const { target, every } = surrogate;
  const results = await simulateLumped(circuit, {
    ...{ solver: 'rk4', step, until, every: every / 2, events: 'step over', treat: treatmentOf(surrogate, pressure) },
    record: [target, ...record],
  });
  const count = Math.floor(results.end / every + 1e-9) + 1;
  const rowsOf = (name: string, first: number): Float64Array => {
    const { y } = results.series(name);
    return Float64Array.from({ length: count }, (_, k) => y[2 * k + first] ?? y.at(-1));
  };
  // What was given at a sample is held until the next: it stands in the row between them, where no rounding of times can take it for its neighbour.
  const given = rowsOf(target, pressure === 'own' ? 0 : 1);
  return {
    columns: record.map((name) => rowsOf(name, 0)),
    target: given,
    steps: results.cost.counts.accepted,
    wallSeconds: results.cost.wallSeconds,
    lostAt: results.ending ? results.end : null,
  };
}

function treatmentOf(surrogate: Surrogate, pressure: HybridOptions['pressure']): TreatmentChoice[] {
  const { target, every } = surrogate;
  const volume = target.replace(/\.p$/, '');
  if (pressure === 'own') return [];
  if (pressure === 'closed') return [{ volume, treatment: 'surrogate', text: surrogateText(surrogate) }];
  const rows = [...pressure].map((value, k) => `${k * every},${value}`);
  return [{ volume, treatment: 'series', text: [`t [s],${target} [Pa]`, ...rows, ''].join('\n') }];
}
