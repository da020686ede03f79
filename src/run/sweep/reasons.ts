/** Why variants of a sweep need several programs, by varied name. */
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import { Omitted } from '../../network/omitted.js';
import { changedParameters, programKey } from '../programKey.js';

export interface ProgramReason {
  /** The varied name, as written. */
  readonly name: string;
  /** Why its values cannot stand in one memory. */
  readonly why: string;
}

/** Variants of a sweep, sorted into programs. */
export interface Sorting {
  /** Circuits of one varied value each, everything else as the file has it. */
  readonly variants: readonly Circuit[];
  readonly tunable: ReadonlySet<string>;
  /** Whether each start at the operating point needs a program of its own. */
  readonly ownStarts: boolean;
  /** Whether a column has the bits of a literal. */
  readonly isPlain: (circuit: Circuit) => boolean;
}

/** The reason, or null where one program runs all values. */
export function reasonOf(name: string, { variants, tunable, ownStarts, isPlain }: Sorting): ProgramReason | null {
  const [first, ...others] = variants;
  if (!first) return null;
  if (ownStarts) return { name, why: 'wave lines are made for the flow that a steady start finds for each variant' };
  const key = programKey(first, tunable);
  const other = others.find((one) => programKey(one, tunable) !== key);
  if (other) return { name, why: whyOther(first, other) };
  if (variants.length > 1 && variants.some((one) => !isPlain(one)))
    return {
      name,
      why: 'where it, or an expression with it, is 0 or negative, memory rounds differently from the text of the program',
    };
  return null;
}

function whyOther(one: Circuit, other: Circuit): string {
  if (JSON.stringify([one.fluid, one.reference]) !== JSON.stringify([other.fluid, other.reference]))
    return 'properties of the fluid stand in the text of the program';
  if (JSON.stringify([one.run, one.record]) !== JSON.stringify([other.run, other.record]))
    return 'settings of the run stand in the text of the program';
  const omitted = [one, other].map((circuit) => new Omitted(tablesOf(circuit)));
  const { count } = tablesOf(one).components;
  for (let c = 0; c < count; c++)
    if (omitted[0]?.of(c) !== omitted[1]?.of(c)) return 'where it is 0 the component is solved by equations without it';
  if (changedParameters(one, other).length > 0) return 'it is an exponent, whose whole numbers become products in the text of the program';
  return 'tables, and what wave lines are made of, decide the layout of memory';
}
