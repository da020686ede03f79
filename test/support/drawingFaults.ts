/** What may not be in a drawing: things over each other, and lines that do not reach their ports; in words. */
import { type BoxPort, type Point, portKey } from '../../dist/report/drawing/box.js';
import { alongOf, coveredBy, edgeName, meet, near, type Rectangle, segmentsOf } from '../../dist/report/drawing/measure.js';
import type { PlacedNode, Scene } from '../../dist/report/drawing/scene.js';

/** Symbols and names that lie over each other, lines that run through them, lines of different joints that run along each other: in words. */
export function overlapsOf(scene: Scene): string[] {
  const { sheet, nodes, routes } = scene;
  const found: string[] = [];
  const covered = nodes.flatMap((node, v) => coveredBy(node, scene, v).map((rectangle, k) => ({ v, k, rectangle })));
  covered.forEach((a, i) => {
    for (const b of covered.slice(i + 1))
      if (meet(a.rectangle, b.rectangle)) found.push(`${nameOf(scene, a.v)} (${word(a.k)}) lies over ${nameOf(scene, b.v)} (${word(b.k)})`);
  });
  const segments = segmentsOf(routes);
  for (const { edge, x1, y1, x2, y2 } of segments) {
    const { from, to } = sheet.edges[edge] as Scene['sheet']['edges'][number];
    const along = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
    // A line ends at its own symbols' edges, and a junction is on its lines.
    for (const { v, k, rectangle } of covered)
      if (
        meet(along, rectangle) &&
        !(k === 0 && (v === from.node || v === to.node) && (isJunction(scene, v) || reachesIn(along, rectangle)))
      )
        found.push(`${edgeName(scene, edge)} runs through ${nameOf(scene, v)} (${word(k)})`);
  }
  return [...new Set([...found, ...alongOf(scene)])];
}

/** Edges whose lines do not begin and end at their ports: in words. */
export function unjoinedOf({ sheet, nodes, routes, ...scene }: Scene): string[] {
  return sheet.edges.flatMap(({ from, to }, e) => {
    const route = routes[e] as readonly Point[];
    const ends = [
      [from, route[0]],
      [to, route.at(-1)],
    ] as const;
    return ends.flatMap(([end, at]) => {
      const node = nodes[end.node] as PlacedNode;
      const ports = (['up', 'down'] as const).flatMap((way) => node.box.ports.get(portKey(end.port, way)) ?? []);
      const isThere = ports.some(({ lead }: BoxPort) => {
        const [x, y] = lead.at(-1) as Point;
        return at !== undefined && Math.abs(node.x + x - at[0]) < near && Math.abs(node.y + y - at[1]) < near;
      });
      return isThere
        ? []
        : [`${edgeName({ sheet, nodes, routes, ...scene }, e)} does not reach ${sheet.nodes[end.node]?.name}.${end.port}`];
    });
  });
}

const word = (k: number): string => (k === 0 ? 'symbol' : 'name');
const nameOf = ({ sheet }: Scene, v: number): string => sheet.nodes[v]?.name ?? '';
const isJunction = ({ sheet }: Scene, v: number): boolean => sheet.nodes[v]?.sort === 'junction';

/** A stretch that ends within a symbol comes to a port there. */
function reachesIn(along: Rectangle, symbol: Rectangle): boolean {
  const inside = (x: number, y: number): boolean =>
    x >= symbol.x - near && x <= symbol.x + symbol.width + near && y >= symbol.y - near && y <= symbol.y + symbol.height + near;
  return inside(along.x, along.y) !== inside(along.x + along.width, along.y + along.height);
}
