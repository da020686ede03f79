/** A ring of stations, laid in rows: from left to right, back from right to left, and home along the left edge. */
import type { Box, BoxPort, Point } from './box.js';
import { portKey } from './box.js';
import type { PlacedNode, Scene } from './scene.js';
import type { Sheet, SheetEnd, SheetNode } from './sheet.js';

const [between, below, margin] = [26, 30, 16];
/** Width over height that is aimed at. */
const aspect = 1.4;

/** The nodes of a sheet in the order in which its edges go round; null where they are no ring of boxes. */
export function ringOf({ nodes, edges }: Sheet): readonly number[] | null {
  if (nodes.length < 4 || nodes.length !== edges.length || nodes.some(({ sort }) => sort !== 'station')) return null;
  const around: number[][] = nodes.map(() => []);
  for (const { from, to } of edges) {
    around[from.node]?.push(to.node);
    around[to.node]?.push(from.node);
  }
  if (around.some((list) => list.length !== 2)) return null;
  const order = [0];
  let [before, at] = [0, around[0]?.includes(1) ? 1 : around[0]?.[0]];
  while (at !== 0 && order.length <= nodes.length) {
    order.push(at);
    const [one, other] = around[at] as [number, number];
    [before, at] = [at, one === before ? other : one];
  }
  return order.length === nodes.length ? order : null;
}

/** Places and routes of a ring. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: places of a drawing, row by row
export function inRows(sheet: Sheet, ring: readonly number[]): Scene {
  const { nodes, edges } = sheet;
  const cell = nodes.reduce(
    (most, { symbol }) => ({ width: Math.max(most.width, symbol.width), height: Math.max(most.height, symbol.height) }),
    {
      width: 0,
      height: 0,
    },
  );
  const [dx, dy] = [cell.width + between, cell.height + below];
  const rows = 2 * Math.max(1, Math.round(Math.sqrt((ring.length * dx) / (aspect * dy)) / 2));
  const columns = Math.ceil(ring.length / rows);
  const place = (k: number): { readonly row: number; readonly column: number } => {
    const row = Math.floor(k / columns);
    return { row, column: row % 2 === 0 ? k % columns : columns - 1 - (k % columns) };
  };
  const rank = new Int32Array(nodes.length);
  ring.forEach((v, k) => {
    rank[v] = k;
  });
  const corner = (v: number): Point => {
    const { row, column } = place(rank[v]);
    return [margin + between + column * dx, margin + row * dy];
  };
  const sides = nodes.map(() => new Map<string, Point>());
  const routes = edges.map(({ from, to }): readonly Point[] => {
    const [a, b] = [rank[from.node], rank[to.node]];
    const isHome = Math.abs(a - b) > 1;
    const [first, last] = [place(a), place(b)];
    const at = (end: SheetEnd, x: number, y: number): Point => {
      const { width, height } = (nodes[end.node] as SheetNode).symbol;
      const point: Point = [x * width, y * height];
      sides[end.node]?.set(portKey(end.port, 'up'), point);
      const [cx, cy] = corner(end.node);
      return [cx + point[0], cy + point[1]];
    };
    if (isHome) {
      const [start, end] = [at(from, 0, 0.5), at(to, 0, 0.5)];
      return [start, [margin, start[1]], [margin, end[1]], end];
    }
    if (first.row === last.row) {
      const isRight = last.column > first.column;
      return [at(from, isRight ? 1 : 0, 0.5), at(to, isRight ? 0 : 1, 0.5)];
    }
    // Boxes of a column begin at the same x: the line stands at one that all have.
    const [upper, lower] = first.row < last.row ? [from, to] : [to, from];
    const x = 20;
    const [start, end] = [
      at(upper, x / (nodes[upper.node] as SheetNode).symbol.width, 1),
      at(lower, x / (nodes[lower.node] as SheetNode).symbol.width, 0),
    ];
    return upper === from ? [start, end] : [end, start];
  });
  const placed = nodes.map(({ symbol }, v): PlacedNode => {
    const [x, y] = corner(v);
    const ports = new Map(
      [...(sides[v] as Map<string, Point>)].map(([key, point]): [string, BoxPort] => [key, { way: 'up', lead: [point] }]),
    );
    const box: Box = {
      width: symbol.width,
      height: symbol.height,
      symbol: [0, 0],
      isTurned: false,
      isMirrored: false,
      ports,
      isFree: false,
      name: null,
      satellites: [],
    };
    return { box, x, y };
  });
  return {
    sheet,
    width: 2 * margin + between + columns * dx - between,
    height: 2 * margin + rows * dy - below,
    nodes: placed,
    routes,
    dots: [],
  };
}
