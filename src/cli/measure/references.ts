/** References for solvers: an integrator at a tight tolerance, and another, independent one that bounds its error. */
import type { Circuit } from '../../circuit/circuit.js';
import type { RowError } from '../../report/comparisonTable.js';
import { formatNumber, formatSeconds } from '../../report/units.js';
import { type Deviation, deviation, exceeds } from '../../results/deviation.js';
import { type Account, type ComparePlan, type Engines, runLumped, toleranceText } from './compareCases.js';

/** The reference cannot be had, or cannot be believed: there is nothing to compare with. */
export class NoReference extends Error {}

/** By quantity. */
export type Deviations = ReadonlyMap<string, Deviation>;

export interface References {
  readonly exact: Account;
  /** The independent integrator, and both with their tolerance, for messages. */
  readonly other: string;
  readonly names: string;
  /** How far apart they are. */
  readonly apart: Deviations;
}

/** Of a deviation that is ranked: so far apart may the references be. */
const share = 0.1;
/** Multistep methods remember steps, the others none: a mistake of one family is none of the other. */
const multistep = ['bdf', 'adams', 'lsoda'];

/** Both references, run to the end. Throws NoReference where one of them cannot be had. */
export async function referencesOf(
  circuit: Circuit,
  plan: ComparePlan,
  engines: Engines,
  say: (text: string) => void,
): Promise<References> {
  const { solver, tolerance } = plan.reference;
  const at = toleranceText(tolerance);
  const reference = async (name: string): Promise<Account> => {
    say(`reference ${name} at ${at}`);
    const relative = { solver: name, relativeTolerance: tolerance, treat: [] };
    const account = await runLumped(circuit, { ...plan, intervals: [], integration: {} }, relative, engines);
    if (account.ending) throw new NoReference(`the reference, ${name} at ${at}: ${account.ending.message}`);
    return account;
  };
  const exact = await reference(solver);
  const other = multistep.includes(solver) ? 'radau5' : 'bdf';
  return { exact, other, names: `${solver} and ${other} at ${at}`, apart: deviationsOf(await reference(other), exact) };
}

/** Of all quantities that both have recorded. */
export function deviationsOf({ recorded }: Account, { recorded: exact }: Account): Deviations {
  const known = new Set(exact.columns.map(({ name }) => name));
  const names = recorded.columns.map(({ name }) => name).filter((name) => known.has(name));
  return new Map(names.map((name) => [name, deviation(recorded.series(name), exact.series(name))]));
}

/** Quantities in which the references agree to a tenth of what some solver deviates. */
export function ranked({ apart }: References, solvers: readonly Deviations[]): Set<string> {
  const isKnown = (name: string, found: Deviation): boolean => (apart.get(name)?.largest ?? 0) <= share * found.largest;
  return new Set([...apart.keys()].filter((name) => solvers.some((one) => one.has(name) && isKnown(name, one.get(name) as Deviation))));
}

/** The largest of several quantities; where the references, `apart`, do not agree to a tenth of it, what they allow as a bound. */
export function worstOf(found: Deviations, apart: Deviations = new Map()): RowError {
  let [largest, worst, at, typical] = [0, '', 0, 0];
  const bounds = { largest: false, typical: false };
  for (const [name, one] of found) {
    const between = apart.get(name);
    const [least, leastTypical] = [(between?.largest ?? 0) / share, (between?.typical ?? 0) / share];
    if (exceeds(Math.max(one.largest, least), largest)) {
      [largest, worst, at] = [Math.max(one.largest, least), name, one.time];
      bounds.largest = one.largest < least;
    }
    if (exceeds(Math.max(one.typical, leastTypical), typical)) {
      typical = Math.max(one.typical, leastTypical);
      bounds.typical = one.typical < leastTypical;
    }
  }
  return { largest, worst, at, typical, ...(bounds.largest || bounds.typical ? { bounds } : {}) };
}

/** Why nothing is ranked. */
export function unranked({ names, apart }: References): string {
  const { largest, worst, at } = worstOf(apart);
  return `${names} lie up to ${formatNumber(largest, 2)} of the range apart (${worst} at ${formatSeconds(at)}), and no solver ten times as far from the first in any quantity: nothing can be ranked`;
}
