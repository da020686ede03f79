/** "Did you mean": the known name nearest to a written one. */

/** Longer texts are no misspelt names, and comparing them takes long. */
const longest = 80;

/** Nearest name within a third of its length (optimal string alignment distance), or undefined. */
export function closest(written: string, known: Iterable<string>): string | undefined {
  if (written.length > longest) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(written.length / 3)) + 0.5;
  const lower = written.toLowerCase();
  for (const name of known) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const d = distance(lower, name.toLowerCase());
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

/** Names that may be looked through for the mistakes of one circuit, a second or so: of thousands of misspelt names the first ones tell enough. */
const mostCompared = 2e5;

/** 'Did you mean' among the many names of a circuit. */
export class Hints {
  private compared = 0;

  /** As `didYouMean`, or nothing once too many names have been looked through. */
  didYouMean(written: string, known: Iterable<string>): string {
    if (this.compared > mostCompared) return '';
    const names = [...known];
    this.compared += names.length;
    return didYouMean(written, names);
  }
}

function distance(a: string, b: string): number {
  // Three rows of the table are enough: this one, and the two above.
  let [above, row] = [new Int32Array(b.length + 1), Int32Array.from({ length: b.length + 1 }, (_, j) => j)];
  let next = new Int32Array(b.length + 1);
  const at = (of: Int32Array, j: number): number => of[j];
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(at(row, j) + 1, at(next, j - 1) + 1, at(row, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, at(above, j - 2) + 1);
      next[j] = d;
    }
    [above, row, next] = [row, next, above];
  }
  return at(row, b.length);
}
