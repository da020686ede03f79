/** The outcome of a point for an optimiser, and which of two is better. */

export interface Outcome {
  /** To be minimised. */
  readonly objectives: readonly number[];
  /** How far constraints are broken, all together, each in parts of its limit; 0: none is. Infinity: there is no result, as of a run that failed. */
  readonly violation: number;
}

/** The outcome of a point without a result. */
export const noOutcome = (objectives: number): Outcome => ({
  objectives: new Array<number>(objectives).fill(Number.POSITIVE_INFINITY),
  violation: Number.POSITIVE_INFINITY,
});

/**
 * Below 0 where `a` is better: what keeps the constraints before what breaks them, then by the violation, then by the only objective (Deb, Comput. Methods Appl.
 * Mech. Eng. 186, 2000). Optimisers that only compare need no weights of penalties.
 */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  if (a.violation !== b.violation) return a.violation < b.violation ? -1 : 1;
  const [one, other] = [a.objectives[0], b.objectives[0]];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether `a` dominates `b`: it breaks constraints less; or equally and is nowhere worse and somewhere better. */
export function dominates(a: Outcome, b: Outcome): boolean {
  if (a.violation !== b.violation) return a.violation < b.violation;
  let isBetter = false;
  for (let k = 0; k < a.objectives.length; k++) {
    const [one, other] = [a.objectives[k], b.objectives[k]];
    if (one > other) return false;
    if (one < other) isBetter = true;
  }
  return isBetter;
}

/** Numbers of the outcomes that keep the constraints and that no other dominates, in the order of the first objective; of equal ones the first. */
export function paretoFront(outcomes: readonly Outcome[]): number[] {
  const front: number[] = [];
  const inOrder = [...outcomes.keys()]
    .filter((k) => (outcomes[k] as Outcome).violation === 0)
    .sort((a, b) => lexicographic((outcomes[a] as Outcome).objectives, (outcomes[b] as Outcome).objectives) || a - b);
  for (const k of inOrder) {
    const own = outcomes[k] as Outcome;
    const isBeaten = front.some((other) => {
      const { objectives } = outcomes[other] as Outcome;
      return objectives.every((value, m) => value <= own.objectives[m]);
    });
    if (!isBeaten) front.push(k);
  }
  return front;
}

function lexicographic(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < a.length; k++) {
    const [one, other] = [a[k], b[k]];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
