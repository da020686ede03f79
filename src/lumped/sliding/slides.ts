/** When a solution begins to slide along switches, and when it leaves them. */
import type { Carried, Carrier } from '../carrier.js';
import type { HybridProblem } from '../problem.js';
import { SlidingProblem } from './slidingProblem.js';

export class Slides implements Carried {
  /** The problem on the surfaces; what is slid on now stands in its `on`. */
  private readonly onSurfaces: SlidingProblem;
  private last = -1;

  constructor(
    private readonly problem: HybridProblem,
    private readonly surfaces: NonNullable<HybridProblem['surfaces']>,
    sizes: Float64Array,
  ) {
    this.onSurfaces = new SlidingProblem(problem, surfaces, sizes);
  }

  carry(carrier: Carrier): void {
    this.last = carrier.number(this.last);
    const { onSurfaces } = this;
    onSurfaces.on = carrier.list(onSurfaces.on);
    carrier.arrays(onSurfaces.alpha);
  }

  /** Nothing is slid on any more from t on: what held the solution on its surfaces is another. */
  leave(t: number): void {
    if (this.onSurfaces.on.length > 0) this.surfaces.slideOn(t, []);
    this.onSurfaces.on = [];
    this.last = -1;
  }

  /** The problem to be integrated now. */
  get now(): HybridProblem {
    return this.onSurfaces.on.length > 0 ? this.onSurfaces : this.problem;
  }

  /** Null while nothing is slid on. */
  get sliding(): SlidingProblem | null {
    return this.onSurfaces.on.length > 0 ? this.onSurfaces : null;
  }

  /**
   * After a switch was crossed, or a surface left, at (t, y): whether what is slid on changes. A switch is looked at when it is crossed twice in a row, so that ordinary
   * switches cost nothing. y is brought onto new surfaces.
   */
  changes(t: number, y: Float64Array, crossed: number): boolean {
    const { onSurfaces, surfaces } = this;
    const { on } = onSurfaces;
    const again = crossed === this.last;
    this.last = crossed;
    if (on.length === 0 && !again) return false;
    const leaves = on.includes(crossed) ? crossed : -1;
    const switches = leaves >= 0 ? on : [...on, crossed];
    const found = onSurfaces.ways(t, y, switches, leaves);
    const ways =
      found !== null &&
      this.holds(
        t,
        y,
        switches.filter((_, i) => found[i] === 'slides'),
      )
        ? found
        : null;
    if (ways === null && on.length === 0) return false;
    const next = ways === null ? [] : switches.filter((_, i) => ways[i] === 'slides');
    if (next.length === 0 && on.length === 0) return false;
    switches.forEach((k, i) => {
      const way = ways?.[i];
      if (way === 0 || way === 1) surfaces.setSide(k, way);
      else surfaces.setSide(k, way === 'slides' || onSurfaces.alpha[i] < 0.5 ? 0 : 1);
    });
    onSurfaces.on = next;
    surfaces.slideOn(t, next);
    if (next.length > 0) onSurfaces.project(t, y);
    return next.length !== on.length || next.some((k) => !on.includes(k));
  }

  /** Whether these slide on their surfaces too: where a crossing was met but for the step's error, rates that only bend there seem to jump. */
  private holds(t: number, y: Float64Array, switches: readonly number[]): boolean {
    const { onSurfaces, surfaces } = this;
    const { on } = onSurfaces;
    const sides = switches.map((k) => surfaces.side(k));
    const there = y.slice();
    onSurfaces.on = switches;
    if (switches.length > 0) onSurfaces.project(t, there);
    const ways = switches.length > 0 ? onSurfaces.ways(t, there, switches, -1) : [];
    onSurfaces.on = on;
    switches.forEach((k, i) => {
      surfaces.setSide(k, sides[i] as 0 | 1);
    });
    return ways?.every((way) => way === 'slides') ?? false;
  }
}
