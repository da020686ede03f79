/**
 * Which equation tells which unknown, by what stands in it alone: a maximum matching of equations and unknowns. Where one is left over, those that share its
 * trouble are found along alternating ways (Dulmage and Mendelsohn 1958).
 */

/** Equations and unknowns, by number, of which there are too many for each other. */
export interface Unmatched {
  readonly equations: readonly number[];
  readonly unknowns: readonly string[];
}

export interface Matching {
  /** By equation: the unknown that it tells, or null. */
  readonly unknownOf: readonly (string | null)[];
  /** More equations than unknowns in them. */
  readonly over: readonly Unmatched[];
  /** More unknowns than equations that hold them. */
  readonly under: readonly Unmatched[];
}

/** Matches equations, each given by the unknowns that stand in it (those preferred first), with unknowns. */
export function match(equations: readonly (readonly string[])[], unknowns: readonly string[]): Matching {
  const equationOf = new Map<string, number>();
  const take = (equation: number, seen: Set<string>): boolean => {
    for (const unknown of equations[equation] as readonly string[]) {
      if (seen.has(unknown)) continue;
      seen.add(unknown);
      const holder = equationOf.get(unknown);
      if (holder !== undefined && !take(holder, seen)) continue;
      equationOf.set(unknown, equation);
      return true;
    }
    return false;
  };
  equations.forEach((_, equation) => {
    take(equation, new Set());
  });
  const unknownOf = equations.map((): string | null => null);
  for (const [unknown, equation] of equationOf) unknownOf[equation] = unknown;
  return { unknownOf, over: overfull(equations, unknownOf, equationOf), under: underfull(equations, unknowns, unknownOf, equationOf) };
}

/** Around each equation without an unknown: those that it would have to take one from. */
function overfull(
  equations: readonly (readonly string[])[],
  unknownOf: readonly (string | null)[],
  equationOf: ReadonlyMap<string, number>,
): Unmatched[] {
  return equations.flatMap((_, first): Unmatched[] => {
    if (unknownOf[first] !== null) return [];
    const own = new Set([first]);
    const held = new Set<string>();
    for (const equation of own)
      for (const unknown of equations[equation] as readonly string[]) {
        held.add(unknown);
        const holder = equationOf.get(unknown);
        if (holder !== undefined) own.add(holder);
      }
    return [{ equations: [...own].sort((a, b) => a - b), unknowns: [...held] }];
  });
}

/** Around each unknown without an equation: those whose equation could tell it as well. */
function underfull(
  equations: readonly (readonly string[])[],
  unknowns: readonly string[],
  unknownOf: readonly (string | null)[],
  equationOf: ReadonlyMap<string, number>,
): Unmatched[] {
  return unknowns.flatMap((first): Unmatched[] => {
    if (equationOf.has(first)) return [];
    const own = new Set([first]);
    const holding = new Set<number>();
    for (const unknown of own)
      equations.forEach((held, equation) => {
        if (!held.includes(unknown)) return;
        holding.add(equation);
        const other = unknownOf[equation];
        if (other) own.add(other);
      });
    return [{ equations: [...holding].sort((a, b) => a - b), unknowns: [...own] }];
  });
}
