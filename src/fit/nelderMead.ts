/**
 * Nelder and Mead's simplex (Comput. J. 7, 1965) with the coefficients of Gao and Han (Comput. Optim. Appl. 51, 2012), which follow the number of parameters, in the
 * unit cube: points beyond a bound are moved onto it. A simplex that has come to rest may lie flat along a bound, so the search begins anew around its best
 * point until that gains nothing. Curved constraints that meet in a narrow corner are for CMA-ES.
 */
import { inCube, type Optimiser, type Point } from './optimiser.js';
import { compareOutcomes, type Outcome } from './outcome.js';

interface Vertex {
  readonly point: Point;
  readonly outcome: Outcome;
}

export interface NelderMeadOptions {
  readonly start: Point;
  /** Length of the first edges, in parts of the range of each parameter. */
  readonly edge?: number;
  /** Size of the simplex, in parts of the ranges, at which it has come to rest. */
  readonly tolerance?: number;
}

/** Edges of a simplex that begins anew, over those of the first. */
const nextEdge = 0.25;
const mostRestarts = 8;

type Phase = 'simplex' | 'reflection' | 'expansion' | 'contraction' | 'shrinking';

export class NelderMead implements Optimiser {
  stopped: string | null = null;
  private simplex: Vertex[] = [];
  private asked: Point[];
  private phase: Phase = 'simplex';
  private reflection: Vertex | null = null;
  private restarts = 0;
  private bestBefore: Outcome | null = null;
  private readonly edge: number;
  private readonly tolerance: number;
  private readonly coefficients: { readonly expand: number; readonly contract: number; readonly shrink: number };

  constructor({ start, edge = 0.25, tolerance = 1e-4 }: NelderMeadOptions) {
    const n = start.length;
    this.edge = edge;
    this.tolerance = tolerance;
    // Of one parameter theirs would not shrink; those of two are Nelder and Mead's own.
    const size = Math.max(2, n);
    this.coefficients = { expand: 1 + 2 / size, contract: 0.75 - 1 / (2 * size), shrink: 1 - 1 / size };
    this.asked = edgesFrom(start, edge);
  }

  ask(): readonly Point[] {
    return this.stopped === null ? this.asked : [];
  }

  tell(outcomes: readonly Outcome[]): void {
    const answered = this.asked.map((point, k): Vertex => ({ point, outcome: outcomes[k] as Outcome }));
    switch (this.phase) {
      case 'simplex':
        this.simplex = answered;
        break;
      case 'shrinking':
        this.simplex = [this.simplex[0] as Vertex, ...answered];
        break;
      case 'reflection':
        if (this.reflect(answered[0] as Vertex)) return;
        break;
      case 'expansion':
        this.replaceWorst(better(answered[0] as Vertex, this.reflection as Vertex));
        break;
      case 'contraction': {
        const [tried] = answered as [Vertex];
        const against =
          compareOutcomes((this.reflection as Vertex).outcome, this.worst.outcome) < 0 ? (this.reflection as Vertex) : this.worst;
        if (compareOutcomes(tried.outcome, against.outcome) >= 0) {
          this.shrink();
          return;
        }
        this.replaceWorst(tried);
        break;
      }
    }
    this.next();
  }

  private get worst(): Vertex {
    return this.simplex.at(-1) as Vertex;
  }

  /** Takes the reflected point, or asks for another beside it: then true. */
  private reflect(tried: Vertex): boolean {
    const { expand, contract } = this.coefficients;
    const [best, second] = [this.simplex[0] as Vertex, this.simplex.at(-2) as Vertex];
    this.reflection = tried;
    if (compareOutcomes(tried.outcome, best.outcome) < 0) return this.tryAt('expansion', expand);
    if (compareOutcomes(tried.outcome, second.outcome) < 0) {
      this.replaceWorst(tried);
      return false;
    }
    return this.tryAt('contraction', compareOutcomes(tried.outcome, this.worst.outcome) < 0 ? contract : -contract);
  }

  /** Asks for a point on the way from the worst through the middle of the others. */
  private tryAt(phase: Phase, factor: number): true {
    const { point } = this.worst;
    const others = this.simplex.slice(0, -1);
    this.asked = [
      point.map((own, d) => {
        const middle = others.reduce((sum, other) => sum + other.point[d], 0) / others.length;
        return inCube(middle + factor * (middle - own));
      }),
    ];
    this.phase = phase;
    return true;
  }

  private shrink(): void {
    const [best, ...others] = this.simplex as [Vertex, ...Vertex[]];
    const { shrink } = this.coefficients;
    this.asked = others.map(({ point }) => point.map((own, d) => best.point[d] + shrink * (own - best.point[d])));
    this.phase = 'shrinking';
  }

  private replaceWorst(vertex: Vertex): void {
    this.simplex[this.simplex.length - 1] = vertex;
  }

  /** The next reflection, a new simplex, or the end. */
  private next(): void {
    // Stable, so that of equal ones the older stays before.
    this.simplex.sort((a, b) => compareOutcomes(a.outcome, b.outcome));
    const [best] = this.simplex as [Vertex];
    const size = Math.max(...this.simplex.map(({ point }) => Math.max(...point.map((own, d) => Math.abs(own - best.point[d])))));
    if (size > this.tolerance) {
      this.tryAt('reflection', 1);
      return;
    }
    const gains = this.bestBefore === null || gained(best.outcome, this.bestBefore);
    if (!gains || this.restarts === mostRestarts) {
      this.stopped = 'converged';
      return;
    }
    this.bestBefore = best.outcome;
    this.restarts++;
    // To the other sides each time.
    this.asked = edgesFrom(best.point, this.edge * nextEdge, this.restarts % 2 === 1 ? -1 : 1);
    this.phase = 'simplex';
  }
}

/** Whether a new simplex has gained more than rounding. */
function gained(now: Outcome, before: Outcome): boolean {
  if (now.violation !== before.violation) return now.violation < before.violation;
  const [a, b] = [now.objectives[0], before.objectives[0]];
  return b - a > 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

const better = (a: Vertex, b: Vertex): Vertex => (compareOutcomes(a.outcome, b.outcome) < 0 ? a : b);

/** A point and one beside it along each axis, to one side where there is room, else to the other. */
function edgesFrom(start: Point, edge: number, side = 1): Point[] {
  const along = (d: number): Point => {
    const point = start.slice();
    const own = start[d];
    const there = own + side * edge;
    point[d] = inCube(there >= 0 && there <= 1 ? there : own - side * edge);
    return point;
  };
  return [start.slice(), ...Array.from(start, (_, d) => along(d))];
}
