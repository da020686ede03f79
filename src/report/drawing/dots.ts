/** Routes are cleaned, dots are put where lines of one joint part, and that of a junction is the nearest of them. */
import type { BoxPort, Point } from './box.js';
import type { PlacedNode, Scene } from './scene.js';
import type { Sheet, SheetEnd } from './sheet.js';

/** Names what the edges that end there have in common: a junction, or a port. */
export function jointOf({ nodes }: Sheet, { node, port }: SheetEnd): string {
  return nodes[node]?.sort === 'junction' ? `${node}` : `${node} ${port}`;
}

interface Joint {
  readonly node: number;
  readonly ends: { readonly edge: number; readonly isFrom: boolean }[];
}

/** The scene with its dots. Where all lines leave a junction on one side, they end at its dot. */
export function withDots(scene: Scene): Scene {
  const { sheet } = scene;
  const nodes = [...scene.nodes];
  const routes = [...scene.routes];
  const dots: Point[] = [];
  for (const { node: v, ends } of jointsOf(sheet).values()) {
    const found = ends.length < 2 ? [] : partings(ends.map(({ edge }) => routes[edge] as readonly Point[]));
    const { box, x, y } = nodes[v] as PlacedNode;
    const places = [...box.ports.values()];
    const middle = sheet.nodes[v]?.sort === 'junction' ? places[0]?.lead.at(-1) : undefined;
    const dot = middle ? nearest(found, [x + middle[0], y + middle[1]]) : null;
    dots.push(...found.filter((one) => one !== dot));
    if (!dot) continue;
    const moved: Point = [dot[0] - x, dot[1] - y];
    const half = (sheet.nodes[v]?.symbol.width ?? 0) / 2;
    const isOneSided = new Set(places.map(({ way }) => way)).size === 1;
    const ports = [...box.ports].map(([key, port]): [string, BoxPort] => [key, isOneSided ? { ...port, lead: [moved] } : port]);
    nodes[v] = { box: { ...box, symbol: [moved[0] - half, moved[1] - half], ports: new Map(ports) }, x, y };
    if (!isOneSided) continue;
    for (const { edge, isFrom } of ends) {
      const route = [...(routes[edge] as readonly Point[])];
      route[isFrom ? 0 : route.length - 1] = dot;
      routes[edge] = straightened(route);
    }
  }
  return { ...scene, nodes, routes, dots };
}

function jointsOf(sheet: Sheet): ReadonlyMap<string, Joint> {
  const joints = new Map<string, Joint>();
  sheet.edges.forEach(({ from, to }, edge) => {
    for (const end of [from, to]) {
      const joint = jointOf(sheet, end);
      const known = joints.get(joint) ?? { node: end.node, ends: [] };
      known.ends.push({ edge, isFrom: end === from });
      joints.set(joint, known);
    }
  });
  return joints;
}

/** Where at least three stretches of some routes meet, one of them ending there. */
function partings(routes: readonly (readonly Point[])[]): Point[] {
  const stretches = routes.flatMap((route) => route.slice(1).map((to, k) => [route[k] as Point, to] as const));
  const found = new Map<string, Point>();
  for (const place of stretches.flat()) {
    const sides = new Set<string>();
    for (const [a, b] of stretches) {
      const [across, along] = a[0] === b[0] ? ([0, 1] as const) : ([1, 0] as const);
      if (Math.abs(a[across] - place[across]) > 0.5) continue;
      const [low, high] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])];
      const at = place[along];
      if (at < low - 0.5 || at > high + 0.5) continue;
      if (at > low + 0.5) sides.add(`${along} before`);
      if (at < high - 0.5) sides.add(`${along} behind`);
    }
    if (sides.size > 2) found.set(place.map(Math.round).join(' '), place);
  }
  return [...found.values()];
}

/** Straight above or below a place, not far from it. */
function nearest(dots: readonly Point[], [x, y]: Point): Point | null {
  const reach = (dot: Point): number => Math.abs(dot[1] - y);
  const near = dots.filter((dot) => Math.abs(dot[0] - x) < 0.5 && reach(dot) < 80);
  return near.reduce<Point | null>((best, dot) => (best && reach(best) <= reach(dot) ? best : dot), null);
}

/** Without points that are the same or on a straight way. */
export function straightened(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [x, y] = [Math.round(point[0] * 100) / 100, Math.round(point[1] * 100) / 100];
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last[0] === x && last[1] === y) continue;
    if (before && last && ((before[0] === last[0] && last[0] === x) || (before[1] === last[1] && last[1] === y))) kept.pop();
    kept.push([x, y]);
  }
  return kept;
}
