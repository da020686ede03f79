/** Several searches side by side: points of all that go on are asked for at once. */
import type { Optimiser, Point } from './optimiser.js';
import type { Outcome } from './outcome.js';

export class MultiStart implements Optimiser {
  constructor(private readonly searches: readonly Optimiser[]) {}

  get stopped(): string | null {
    return this.searches.every(({ stopped }) => stopped !== null) ? (this.searches[0]?.stopped ?? 'nothing to search') : null;
  }

  ask(): readonly Point[] {
    return this.searches.flatMap((search) => search.ask());
  }

  tell(outcomes: readonly Outcome[]): void {
    let next = 0;
    for (const search of this.searches) {
      const { length } = search.ask();
      if (length === 0) continue;
      search.tell(outcomes.slice(next, next + length));
      next += length;
    }
  }
}
