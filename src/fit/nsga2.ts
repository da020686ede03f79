/**
 * NSGA-II (Deb, Pratap, Agarwal & Meyarivan, IEEE Trans. Evol. Comput. 6, 2002): a population that spreads along the front of several objectives, by domination with
 * constraints, crowding distance, simulated binary crossover (η 15, probability 0.9) and polynomial mutation (η 20, probability 1/n) in the unit cube.
 */
import { inCube, type Optimiser, type Point } from './optimiser.js';
import { dominates, type Outcome } from './outcome.js';

export interface Nsga2Options {
  readonly parameters: number;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Even. */
  readonly population: number;
  readonly generations: number;
  /** One of the first population. */
  readonly start?: Point;
}

interface Individual {
  readonly point: Point;
  readonly outcome: Outcome;
}

interface Ranked extends Individual {
  readonly rank: number;
  readonly crowding: number;
}

const [crossoverIndex, crossoverShare, mutationIndex] = [15, 0.9, 20] as const;

export class Nsga2 implements Optimiser {
  stopped: string | null = null;
  private parents: Ranked[] = [];
  private asked: readonly Point[];
  private generation = 0;

  constructor(private readonly options: Nsga2Options) {
    const { parameters, random, population, start } = options;
    const drawn = Array.from({ length: population }, () => Float64Array.from({ length: parameters }, random));
    if (start) drawn[0] = start.slice();
    this.asked = drawn;
  }

  ask(): readonly Point[] {
    return this.stopped === null ? this.asked : [];
  }

  tell(outcomes: readonly Outcome[]): void {
    const children = this.asked.map((point, k): Individual => ({ point, outcome: outcomes[k] as Outcome }));
    this.parents = best([...this.parents, ...children], this.options.population);
    if (++this.generation >= this.options.generations) this.stopped = 'generations';
    else this.asked = this.offspring();
  }

  private offspring(): Point[] {
    const { population, random } = this.options;
    const made: Point[] = [];
    while (made.length < population) {
      const [a, b] = [this.chosen(), this.chosen()];
      made.push(...crossed(a.point, b.point, random).map((point) => mutated(point, random)));
    }
    return made.slice(0, population);
  }

  /** The better of two that are drawn. */
  private chosen(): Ranked {
    const { parents } = this;
    const { random } = this.options;
    const [a, b] = [0, 1].map(() => parents[Math.floor(random() * parents.length)]) as [Ranked, Ranked];
    if (a.rank !== b.rank) return a.rank < b.rank ? a : b;
    return a.crowding >= b.crowding ? a : b;
  }
}

/** The first so many by front, and of the last front that has room those with the most room about them. */
function best(all: readonly Individual[], count: number): Ranked[] {
  const kept: Ranked[] = [];
  for (const [rank, front] of frontsOf(all).entries()) {
    const crowding = crowdingOf(front);
    const ranked = front.map((one, k): Ranked => ({ ...one, rank, crowding: crowding[k] }));
    if (kept.length + ranked.length > count) ranked.sort((a, b) => b.crowding - a.crowding);
    kept.push(...ranked.slice(0, count - kept.length));
    if (kept.length === count) break;
  }
  return kept;
}

/** Fronts, best first: of each no one is dominated by another of it or of those behind. */
function frontsOf(all: readonly Individual[]): Individual[][] {
  const beaten = all.map(() => [] as number[]);
  const by = new Int32Array(all.length);
  for (let a = 0; a < all.length; a++)
    for (let b = 0; b < all.length; b++)
      if (dominates((all[a] as Individual).outcome, (all[b] as Individual).outcome)) {
        beaten[a].push(b);
        by[b] = by[b] + 1;
      }
  const fronts: Individual[][] = [];
  let front = [...all.keys()].filter((k) => by[k] === 0);
  while (front.length > 0) {
    fronts.push(front.map((k) => all[k] as Individual));
    const next: number[] = [];
    for (const a of front)
      for (const b of beaten[a]) {
        by[b] = by[b] - 1;
        if (by[b] === 0) next.push(b);
      }
    front = next.sort((a, b) => a - b);
  }
  return fronts;
}

/** Sum over objectives of the distance between the two neighbours, in parts of the front's width; Infinity at the ends. */
function crowdingOf(front: readonly Individual[]): number[] {
  const distance = new Array<number>(front.length).fill(0);
  const objectives = front[0]?.outcome.objectives.length ?? 0;
  for (let m = 0; m < objectives; m++) {
    const value = (k: number): number => front[k]?.outcome.objectives[m];
    const order = [...front.keys()].sort((a, b) => value(a) - value(b) || a - b);
    const [first, last] = [order[0], order[order.length - 1]];
    const width = value(last) - value(first);
    distance[first] = Number.POSITIVE_INFINITY;
    distance[last] = Number.POSITIVE_INFINITY;
    if (!(width > 0 && Number.isFinite(width))) continue;
    for (let i = 1; i < order.length - 1; i++) {
      const k = order[i];
      distance[k] = distance[k] + (value(order[i + 1]) - value(order[i - 1])) / width;
    }
  }
  return distance;
}

/** Two children about two parents, within the bounds (Deb & Agrawal, Complex Systems 9, 1995, with bounds as in the authors' program). */
function crossed(a: Point, b: Point, random: () => number): [Point, Point] {
  const [one, other] = [a.slice(), b.slice()];
  if (random() > crossoverShare) return [one, other];
  for (let d = 0; d < a.length; d++) {
    if (random() > 0.5) continue;
    const [low, high] = [Math.min(a[d], b[d]), Math.max(a[d], b[d])];
    if (high - low < 1e-14) continue;
    const u = random();
    const spread = (room: number): number => {
      const beta = 1 + (2 * room) / (high - low);
      const alpha = 2 - beta ** -(crossoverIndex + 1);
      return u <= 1 / alpha ? (u * alpha) ** (1 / (crossoverIndex + 1)) : (1 / (2 - u * alpha)) ** (1 / (crossoverIndex + 1));
    };
    const lower = inCube(0.5 * (low + high - spread(low) * (high - low)));
    const upper = inCube(0.5 * (low + high + spread(1 - high) * (high - low)));
    const swaps = random() <= 0.5;
    one[d] = swaps ? upper : lower;
    other[d] = swaps ? lower : upper;
  }
  return [one, other];
}

/** Moves about one parameter by a polynomial distribution that ends at the bounds. */
function mutated(point: Point, random: () => number): Point {
  const share = 1 / point.length;
  return point.map((x) => {
    if (random() > share) return x;
    const u = random();
    const power = 1 / (mutationIndex + 1);
    const step =
      u < 0.5
        ? (2 * u + (1 - 2 * u) * (1 - x) ** (mutationIndex + 1)) ** power - 1
        : 1 - (2 * (1 - u) + 2 * (u - 0.5) * x ** (mutationIndex + 1)) ** power;
    return inCube(x + step);
  });
}
