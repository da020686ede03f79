/** Which method a user should take: the cheapest by TLM beside the cheapest integrator, for each circuit and error. */
import { seriesOf } from './against.js';
import { integrators } from './cases.js';
import { levels, workAt } from './levels.js';
import { fixedMethod, type MeasuredCircuit, type MeasuredSetting, variableMethod } from './measure.js';

export const tlmMethods: readonly string[] = [variableMethod, fixedMethod];

/** A method's cost of an error. */
export interface Offer {
  readonly method: string;
  /** s */
  readonly work: number;
  readonly atMost: boolean;
  /** The loosest setting that meets the level: what to ask for. */
  readonly setting: MeasuredSetting;
}

export interface Verdict {
  readonly circuit: string;
  readonly level: number;
  readonly tlm: Offer | null;
  readonly integrator: Offer | null;
  /** Time of the integrator over that of TLM: above 1 TLM wins. Null where one of them does not meet the level. */
  readonly ratio: number | null;
  readonly winner: 'tlm' | 'integrator' | 'even' | 'none';
}

/** Times that differ by less are called even: fastest runs of the same thing differ so much from one measurement to the next on a machine shared with others. */
export const even = 1.25;

/** What a method takes for an error; null where it does not meet it. */
export function offerOf({ settings }: MeasuredCircuit, method: string, level: number): Offer | null {
  const series = seriesOf(settings, method);
  const found = workAt(level, series);
  return found && { method, work: found.work, atMost: found.atMost, setting: (series[found.index] as (typeof series)[number]).setting };
}

function cheapest(of: MeasuredCircuit, methods: readonly string[], level: number): Offer | null {
  const offers = methods.flatMap((method) => offerOf(of, method, level) ?? []);
  return offers.length === 0 ? null : offers.reduce((a, b) => (a.work <= b.work ? a : b));
}

/** By circuit and level. */
export function verdicts(circuits: readonly MeasuredCircuit[]): Verdict[] {
  return circuits.flatMap((of) =>
    levels.map((level): Verdict => {
      const [tlm, integrator] = [cheapest(of, tlmMethods, level), cheapest(of, integrators, level)];
      const ratio = tlm && integrator ? integrator.work / tlm.work : null;
      return { circuit: of.circuit, level, tlm, integrator, ratio, winner: winnerOf(tlm, integrator, ratio) };
    }),
  );
}

function winnerOf(tlm: Offer | null, integrator: Offer | null, ratio: number | null): Verdict['winner'] {
  if (ratio === null) return tlm ? 'tlm' : integrator ? 'integrator' : 'none';
  if (ratio > even) return 'tlm';
  return ratio < 1 / even ? 'integrator' : 'even';
}
