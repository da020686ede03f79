/** Outlines of stability regions: where |R(z)| = 1, by marching squares. */
import type { Complex } from './polynomial.js';

/** Points joined in their order; a closed line ends where it begins. */
export type Polyline = readonly Complex[];

/** A part of the complex plane. */
export interface Window {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Lines within a window on which `growth` is 1. `cells`: squares across and up; a feature smaller than one may be lost. */
export function outline(growth: (z: Complex) => number, { left, right, bottom, top }: Window, cells = 240): Polyline[] {
  const across = cells + 1;
  const point = (i: number, j: number): Complex => ({ re: left + ((right - left) * i) / cells, im: bottom + ((top - bottom) * j) / cells });
  // Poles are cut off: only the neighbourhood of 1 is interpolated.
  const values = Float64Array.from({ length: across * across }, (_, n) => {
    const value = growth(point(n % across, Math.floor(n / across)));
    return value < 3 ? value - 1 : 2;
  });
  const crossings = new Map<number, Complex>();
  /** Place of the level on the edge from node n, across (0) or up (1); named by one number. */
  const crossing = (n: number, direction: 0 | 1): number => {
    const name = 2 * n + direction;
    const other = n + (direction === 0 ? 1 : across);
    const [a, b] = [values[n], values[other]];
    const [from, to] = [point(n % across, Math.floor(n / across)), point(other % across, Math.floor(other / across))];
    const share = a / (a - b);
    crossings.set(name, { re: from.re + share * (to.re - from.re), im: from.im + share * (to.im - from.im) });
    return name;
  };
  const links = new Map<number, number[]>();
  const link = (a: number, b: number): void => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      links.set(from, [...(links.get(from) ?? []), to]);
  };
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const n = j * across + i;
      const corners = [n, n + 1, n + 1 + across, n + across];
      const signs = corners.map((corner) => values[corner] >= 0);
      const edges = [
        [n, 0],
        [n + 1, 1],
        [n + across, 0],
        [n, 1],
      ] as const;
      const crossed = edges.filter((_, k) => signs[k] !== signs[(k + 1) % 4]).map(([node, direction]) => crossing(node, direction));
      const [a, b, c, d] = crossed;
      if (a === undefined || b === undefined) continue;
      if (c === undefined || d === undefined) link(a, b);
      else {
        // A saddle: the mean decides which corners belong together.
        const mean = corners.reduce((sum, corner) => sum + values[corner], 0) >= 0;
        if (mean === signs[0]) {
          link(a, b);
          link(c, d);
        } else {
          link(a, d);
          link(b, c);
        }
      }
    }
  return joined(links).map((line) => line.map((name) => crossings.get(name) as Complex));
}

/** Chains of links: open ones from an end on, then closed ones. */
function joined(links: ReadonlyMap<number, readonly number[]>): number[][] {
  const done = new Set<number>();
  const lines: number[][] = [];
  const ends = [...links.keys()].filter((name) => links.get(name)?.length === 1);
  for (const start of [...ends, ...links.keys()]) {
    if (done.has(start)) continue;
    const line: number[] = [];
    for (let at: number | undefined = start; at !== undefined; at = links.get(at)?.find((next) => !done.has(next))) {
      line.push(at);
      done.add(at);
    }
    if (links.get(line[line.length - 1])?.includes(start) && line.length > 2) line.push(start);
    lines.push(line);
  }
  return lines;
}
