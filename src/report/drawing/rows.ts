/** A ring of stations, laid in rows: from left to right, back from right to left, and home along the left edge. */
import type { Box, BoxPort, Point } from './box.js';
import { portKey } from './box.js';
import type { PlacedNode, Scene } from './scene.js';
import type { Sheet, SheetEnd } from './sheet.js';

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
export function inRows(sheet: Sheet, ring: readonly number[]): Scene {
  return new Rows(sheet, ring).scene();
}

/** Rows of a ring, there and back by turns. */
class Rows {
  /** Distances of boxes from one to the next. */
  private readonly dx: number;
  private readonly dy: number;
  private readonly rows: number;
  private readonly columns: number;
  /** By node: its place in the ring. */
  private readonly rank: Int32Array;
  /** By node and port: the point of the box at which a line ends. */
  private readonly sides: readonly Map<string, Point>[];

  constructor(
    private readonly sheet: Sheet,
    ring: readonly number[],
  ) {
    const { nodes } = sheet;
    this.dx = Math.max(0, ...nodes.map(({ symbol }) => symbol.width)) + between;
    this.dy = Math.max(0, ...nodes.map(({ symbol }) => symbol.height)) + below;
    this.rows = 2 * Math.max(1, Math.round(Math.sqrt((ring.length * this.dx) / (aspect * this.dy)) / 2));
    this.columns = Math.ceil(ring.length / this.rows);
    this.rank = new Int32Array(nodes.length);
    ring.forEach((v, k) => {
      this.rank[v] = k;
    });
    this.sides = nodes.map(() => new Map<string, Point>());
  }

  scene(): Scene {
    const { sheet } = this;
    const routes = sheet.edges.map(({ from, to }) => this.route(from, to));
    return {
      sheet,
      width: 2 * margin + between + this.columns * this.dx - between,
      height: 2 * margin + this.rows * this.dy - below,
      nodes: sheet.nodes.map(({ symbol }, v) => this.placed(v, symbol.width, symbol.height)),
      routes,
      dots: [],
    };
  }

  private place(k: number): { readonly row: number; readonly column: number } {
    const { columns } = this;
    const row = Math.floor(k / columns);
    return { row, column: row % 2 === 0 ? k % columns : columns - 1 - (k % columns) };
  }

  private corner(v: number): Point {
    const { row, column } = this.place(this.rank[v]);
    return [margin + between + column * this.dx, margin + row * this.dy];
  }

  /** The end of a line at parts x and y of its box. */
  private at({ node, port }: SheetEnd, x: number, y: number): Point {
    const { width, height } = this.sheet.nodes[node].symbol;
    const point: Point = [x * width, y * height];
    this.sides[node].set(portKey(port, 'up'), point);
    const [cx, cy] = this.corner(node);
    return [cx + point[0], cy + point[1]];
  }

  private route(from: SheetEnd, to: SheetEnd): readonly Point[] {
    const [a, b] = [this.rank[from.node], this.rank[to.node]];
    const [first, last] = [this.place(a), this.place(b)];
    const isHome = Math.abs(a - b) > 1;
    if (isHome) {
      const [start, end] = [this.at(from, 0, 0.5), this.at(to, 0, 0.5)];
      return [start, [margin, start[1]], [margin, end[1]], end];
    }
    if (first.row === last.row) {
      const isRight = last.column > first.column;
      return [this.at(from, isRight ? 1 : 0, 0.5), this.at(to, isRight ? 0 : 1, 0.5)];
    }
    // Boxes of a column begin at the same x: the line stands at one that all have.
    const [upper, lower] = first.row < last.row ? [from, to] : [to, from];
    const part = ({ node }: SheetEnd): number => 20 / this.sheet.nodes[node].symbol.width;
    const [start, end] = [this.at(upper, part(upper), 1), this.at(lower, part(lower), 0)];
    return upper === from ? [start, end] : [end, start];
  }

  private placed(v: number, width: number, height: number): PlacedNode {
    const [x, y] = this.corner(v);
    const ports = new Map([...this.sides[v]].map(([key, point]): [string, BoxPort] => [key, { way: 'up', lead: [point] }]));
    const box: Box = {
      width,
      height,
      symbol: [0, 0],
      isTurned: false,
      isMirrored: false,
      ports,
      isFree: false,
      name: null,
      satellites: [],
    };
    return { box, x, y };
  }
}
