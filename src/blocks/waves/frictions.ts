/**
 * Friction laws of wave lines by the names that files have for them; the number of one is its place. From its line here follow reading and schema, elements, loops, weights, the state at
 * t = 0, and the equations of integrators. A law whose loss follows the flow has its λ in a file of its own, such as turbulentFriction.ts.
 */
import type { LossFactor } from './lossFactor.js';
import { turbulentLoss } from './turbulentFriction.js';

export interface WaveFriction {
  /** Memory of elements beside waves under way: none; their outgoing waves, for friction along the line (historyStates.step.ts [2]); those and the sums of a weighting function. */
  readonly remembers: 'nothing' | 'waves' | 'frequencies';
  /** Resistance at the ends of elements, half of it at each, in place of one along the line: none; that of laminar flow; one by the last accepted flow, with the weights of its Re. */
  readonly atEnds: 'none' | 'laminar' | LossFactor;
}

export const waveFrictions = {
  none: { remembers: 'nothing', atEnds: 'none' },
  lumped: { remembers: 'nothing', atEnds: 'laminar' },
  laminar: { remembers: 'waves', atEnds: 'none' },
  unsteady: { remembers: 'frequencies', atEnds: 'none' },
  turbulent: { remembers: 'frequencies', atEnds: turbulentLoss },
} as const satisfies Readonly<Record<string, WaveFriction>>;
export type FrictionName = keyof typeof waveFrictions;
export const frictionNames = Object.keys(waveFrictions) as readonly FrictionName[];

/** The law that has a number. */
export const frictionAt = (number: number): WaveFriction => waveFrictions[frictionNames[number] as FrictionName];

/** Loss by flow of a law; null where it has none. */
export const lossOf = ({ atEnds }: WaveFriction): LossFactor | null => (typeof atEnds === 'string' ? null : atEnds);

/** Laws whose loss follows the flow. */
const byFlow = frictionNames.map((name) => lossOf(waveFrictions[name])).filter((loss) => loss !== null);

/** Values of a class's memory: from 1 on it remembers, from 2 on frequencies too, from `ofLoss` on that of a law whose loss follows the flow, each its own. */
export const memories = { nothing: 0, waves: 1, frequencies: 2, ofLoss: 3 } as const;

/** Memory of a law. */
export function memoryOf(law: WaveFriction): number {
  const loss = lossOf(law);
  return loss ? memories.ofLoss + byFlow.indexOf(loss) : memories[law.remembers];
}

/** Loss of a memory; null where it does not follow the flow. */
export const lossOfMemory = (memory: number): LossFactor | null => byFlow[memory - memories.ofLoss] ?? null;
