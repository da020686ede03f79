/** How good a drawing is, and whether anything in it lies over something else: for the choice between layouts, and for tests. */
import type { Point } from './box.js';
import { jointOf } from './dots.js';
import type { PlacedNode, Scene } from './scene.js';

/** A stretch of an edge's route. */
export interface Segment {
  readonly edge: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Quality {
  /** Places where two lines cross. */
  readonly crossings: number;
  readonly bends: number;
  /** px, of all lines */
  readonly length: number;
}

/** px that do not count */
export const near = 0.5;
/** Lines at this distance cannot be told apart. */
const tooNear = 2;

/** Crossings, bends and length of all lines. */
export function qualityOf({ routes }: Scene): Quality {
  const segments = segmentsOf(routes);
  const level = segments.filter(({ y1, y2 }) => y1 === y2).sort((a, b) => a.y1 - b.y1);
  const heights = level.map(({ y1 }) => y1);
  let crossings = 0;
  for (const upright of segments) {
    if (upright.x1 !== upright.x2) continue;
    const [top, bottom] = [Math.min(upright.y1, upright.y2) + near, Math.max(upright.y1, upright.y2) - near];
    for (let k = firstAbove(heights, top); k < level.length && heights[k] < bottom; k++) {
      const { x1, x2 } = level[k] as Segment;
      if (Math.min(x1, x2) + near < upright.x1 && upright.x1 < Math.max(x1, x2) - near) crossings++;
    }
  }
  const length = segments.reduce((sum, { x1, y1, x2, y2 }) => sum + Math.abs(x2 - x1) + Math.abs(y2 - y1), 0);
  return { crossings, bends: routes.reduce((sum, route) => sum + Math.max(0, route.length - 2), 0), length };
}

function firstAbove(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The stretches of all routes. */
export function segmentsOf(routes: Scene['routes']): Segment[] {
  return routes.flatMap((route, edge) =>
    route.slice(1).map(([x2, y2], k): Segment => {
      const [x1, y1] = route[k] as Point;
      return { edge, x1, y1, x2, y2 };
    }),
  );
}

/** The rectangles of a node: its symbol, and its name where that stands beside it. */
export function coveredBy({ box, x, y }: PlacedNode, scene: Scene, v: number): Rectangle[] {
  const { symbol } = scene.sheet.nodes[v] as Scene['sheet']['nodes'][number];
  const own = { x: x + box.symbol[0], y: y + box.symbol[1], width: symbol.width, height: symbol.height };
  if (!box.name) return [own];
  return [own, { x: x + box.name.at[0], y: y + box.name.at[1], width: box.name.width, height: box.name.height }];
}

/** Lines that run along each other without having a joint in common: in words. */
export function alongOf(scene: Scene): string[] {
  const found: string[] = [];
  // Those that may are neighbours by the line on which they run.
  const lineOf = ({ x1, x2, y1 }: Segment): number => (x1 === x2 ? x1 : 1e7 + y1);
  const segments = segmentsOf(scene.routes).sort((a, b) => lineOf(a) - lineOf(b));
  segments.forEach((a, i) => {
    for (let k = i + 1; k < segments.length && lineOf(segments[k] as Segment) - lineOf(a) < tooNear; k++) {
      const b = segments[k] as Segment;
      if (a.edge !== b.edge && runTogether(a, b) && !areJoined(scene, a.edge, b.edge))
        found.push(`${edgeName(scene, a.edge)} runs along ${edgeName(scene, b.edge)}`);
    }
  });
  return found;
}

/** An edge in words. */
export const edgeName = ({ sheet }: Scene, e: number): string => {
  const { name, ends } = sheet.edges[e] as Scene['sheet']['edges'][number];
  return `${name || 'connection'} from ${ends[0]} to ${ends[1]}`;
};
/** Whether two rectangles, or stretches, have more than an edge in common. */
export function meet(a: Rectangle, b: Rectangle): boolean {
  return a.x + a.width > b.x + near && b.x + b.width > a.x + near && a.y + a.height > b.y + near && b.y + b.height > a.y + near;
}

function runTogether(a: Segment, b: Segment): boolean {
  const common = (p1: number, p2: number, q1: number, q2: number): number =>
    Math.min(Math.max(p1, p2), Math.max(q1, q2)) - Math.max(Math.min(p1, p2), Math.min(q1, q2));
  if (a.x1 === a.x2 && b.x1 === b.x2) return Math.abs(a.x1 - b.x1) < tooNear && common(a.y1, a.y2, b.y1, b.y2) > near;
  if (a.y1 === a.y2 && b.y1 === b.y2) return Math.abs(a.y1 - b.y1) < tooNear && common(a.x1, a.x2, b.x1, b.x2) > near;
  return false;
}

/** Whether two edges end at one junction, or at one port. */
function areJoined({ sheet }: Scene, a: number, b: number): boolean {
  const ends = (e: number): string[] => {
    const { from, to } = sheet.edges[e] as Scene['sheet']['edges'][number];
    return [from, to].map((end) => jointOf(sheet, end));
  };
  const other = ends(b);
  return ends(a).some((end) => other.includes(end));
}

/** The longest stretch of a route: its middle, and which way it goes. */
export function middleOf(route: readonly Point[]): {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly length: number;
} {
  let best = { x: 0, y: 0, dx: 1, dy: 0, length: -1 };
  for (let k = 1; k < route.length; k++) {
    const [[x1, y1], [x2, y2]] = [route[k - 1] as Point, route[k] as Point];
    const length = Math.abs(x2 - x1) + Math.abs(y2 - y1);
    if (length > best.length) best = { x: (x1 + x2) / 2, y: (y1 + y2) / 2, dx: Math.sign(x2 - x1), dy: Math.sign(y2 - y1), length };
  }
  return best;
}
