/** Choosing recorded quantities by name or glob: 'act1.x', 'act*.x', 'prv.*'. */

/** The names that the patterns choose, and the patterns that choose none (each a mistake for the user). */
export interface Selection {
  /** In the order of `names`, each once, whatever the order of the patterns. */
  readonly names: readonly string[];
  readonly unmatched: readonly string[];
}

/**
 * Names that at least one pattern matches. `*` stands for any characters, dots included, so that `prv.*` takes `prv.in.p`;
 * `?` for one character but a dot; everything else for itself.
 */
export function selectNames(names: readonly string[], patterns: readonly string[]): Selection {
  const chosen = new Set<string>();
  const known = new Set(names);
  const unmatched: string[] = [];
  for (const pattern of patterns) {
    // A large circuit may list thousands of plain names: those are looked up, only globs are tried on every name.
    const matches = isGlob(pattern) ? names.filter(globMatcher(pattern)) : known.has(pattern) ? [pattern] : [];
    if (matches.length === 0) unmatched.push(pattern);
    for (const name of matches) chosen.add(name);
  }
  return { names: names.filter((name) => chosen.has(name)), unmatched };
}

/** Whether a pattern stands for more than itself. */
export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** The test of one pattern on a whole name, in a time that grows with the product of their lengths: an expression of many stars would take for ever. */
export function globMatcher(pattern: string): (name: string) => boolean {
  // A pattern that begins with a star and has no other is matched against every quantity of large circuits.
  const end = pattern.slice(1);
  if (pattern.startsWith('*') && !isGlob(end)) return (name) => name.endsWith(end);
  return (name) => {
    let at = 0;
    let p = 0;
    // Behind the last star, and the letters that it has been tried to stand for.
    let star = -1;
    let tried = 0;
    while (at < name.length) {
      const wanted = pattern[p];
      if (wanted === '*') {
        star = ++p;
        tried = at;
      } else if (wanted !== undefined && (wanted === name[at] || (wanted === '?' && name[at] !== '.'))) {
        p++;
        at++;
      } else if (star >= 0) {
        p = star;
        at = ++tried;
      } else return false;
    }
    while (pattern[p] === '*') p++;
    return p === pattern.length;
  };
}
