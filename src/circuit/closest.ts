/** "Did you mean": the known name nearest to what was written. */

/** Nearest name within a third of its length (optimal string alignment distance), or undefined. */
export function closest(written: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 3)) + 0.5;
  for (const name of known) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const d = distance(written.toLowerCase(), name.toLowerCase());
    // Names that share no character are no misspellings of each other.
    if (d < least && d < Math.max(written.length, name.length)) {
      least = d;
      best = name;
    }
  }
  return best;
}

/** ", did you mean 'x'?" or nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = closest(written, known);
  return name === undefined ? '' : `, did you mean '${name}'?`;
}

function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...new Array<number>(b.length).fill(0)]);
  const at = (i: number, j: number): number => rows[i]?.[j] as number;
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = d;
    }
  }
  return at(a.length, b.length);
}
