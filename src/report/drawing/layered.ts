/** Places and routes by the layered method of the Eclipse Layout Kernel, from below upwards, with ports at their places and orthogonal lines. */
import type { ElkExtendedEdge, ElkNode, ELK as Kernel } from 'elkjs';
import { type Beside, type Box, type BoxPort, boxOf, type Point, portKey, satelliteBox, sideOf, type Use } from './box.js';
import { straightened, withDots } from './dots.js';
import { levelsOf } from './levels.js';
import type { PlacedNode, Scene } from './scene.js';
import type { Satellite, Sheet, SheetNode } from './sheet.js';
import { turnedNodes, type Way, type Ways, waysOf } from './ways.js';

const options = {
  'elk.algorithm': 'layered',
  'elk.direction': 'UP',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.aspectRatio': '1.4',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.componentComponent': '40',
  'elk.layered.spacing.nodeNodeBetweenLayers': '22',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.crossingMinimization.greedySwitch.type': 'TWO_SIDED',
  // By default only sheets of fewer than 40 symbols get it.
  'elk.layered.crossingMinimization.greedySwitch.activationThreshold': '0',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
} as const;

let kernel: Promise<Kernel> | undefined;

/** The library takes a tenth of a second to load, and is loaded once, when something is to be drawn. */
function loaded(): Promise<Kernel> {
  kernel ??= import('elkjs').then(
    ({ default: library }) => new (('default' in library ? library.default : library) as unknown as new () => Kernel)(),
  );
  return kernel;
}

/** How the kernel distributes nodes over layers: of some circuits the one leads to fewer crossings, of some the other. */
export type Layering = 'LONGEST_PATH' | 'NETWORK_SIMPLEX';

/** Variations of a layout. */
export interface Variation {
  readonly seed: number;
  readonly layering: Layering;
  /** Symbols that are mirrored from left to right. */
  readonly mirrored: ReadonlySet<number>;
  /** How often orders are swept: more finds fewer crossings. */
  readonly thoroughness: number;
}

/** Common to all variations. */
export interface PreparedSheet {
  readonly sheet: Sheet;
  readonly turned: readonly boolean[];
  readonly ways: Ways;
  readonly level: Float64Array;
  /** By host. */
  readonly satellites: ReadonlyMap<number, readonly Satellite[]>;
  /** By node, keys of its free ports from left to right; null where their order is open. */
  readonly order: readonly (readonly string[])[] | null;
}

/** Turns symbols, chooses where lines leave them, and has the kernel order the ports that may be in any order. */
export async function prepare(sheet: Sheet): Promise<PreparedSheet> {
  const level = levelsOf(sheet);
  const turned = turnedNodes(sheet, level);
  const prepared = { sheet, turned, ways: waysOf(sheet, level, turned), level, satellites: satellitesOf(sheet), order: null };
  const boxes = boxesOf(prepared, new Set());
  if (!boxes.some(isOpen)) return prepared;
  const placed = await laidOut(prepared, boxes, { seed: 1, layering: 'NETWORK_SIMPLEX', thoroughness: 5 });
  const found = new Map(
    (placed.children ?? []).map(
      ({ id, ports = [] }) => [id, [...ports].sort((a, b) => (a.x ?? 0) - (b.x ?? 0)).map((port) => port.id.slice(id.length + 1))] as const,
    ),
  );
  return { ...prepared, order: boxes.map((_, v) => found.get(`n${v}`) ?? []) };
}

/** Whether an order of ports is to be chosen. */
const isOpen = ({ isFree, ports }: Box): boolean =>
  isFree && (['up', 'down'] as const).some((side) => [...ports.values()].filter(({ way }) => way === side).length > 1);

/** One layout of a sheet. */
export async function layered(prepared: PreparedSheet, variation: Variation): Promise<Scene> {
  const boxes = boxesOf(prepared, variation.mirrored);
  return sceneOf(prepared, boxes, await laidOut(prepared, boxes, variation));
}

async function laidOut(prepared: PreparedSheet, boxes: readonly Box[], variation: Omit<Variation, 'mirrored'>): Promise<ElkNode> {
  const { sheet, ways, level, satellites, order } = prepared;
  const inner = [...satellites.values()].flat();
  const [beside, within] = [new Set(inner.map(({ node }) => node)), new Set(inner.map(({ edge }) => edge))];
  const children = boxes.flatMap((box, v): ElkNode[] => (beside.has(v) ? [] : [kernelNode(box, v, order === null && isOpen(box))]));
  const edges = sheet.edges.flatMap(({ from, to }, e): ElkExtendedEdge[] => {
    if (within.has(e)) return [];
    const [a, b] = ways[e] as readonly [Way, Way];
    const ends = [`n${from.node} ${portKey(from.port, a)}`, `n${to.node} ${portKey(to.port, b)}`];
    const rises = a !== b ? a === 'up' : level[from.node] <= level[to.node];
    if (!rises) ends.reverse();
    return [{ id: `e${e}`, sources: [ends[0] as string], targets: [ends[1] as string] }];
  });
  const layoutOptions = {
    ...options,
    'elk.randomSeed': String(variation.seed),
    'elk.layered.layering.strategy': variation.layering,
    'elk.layered.thoroughness': String(variation.thoroughness),
  };
  return (await loaded()).layout({ id: 'sheet', layoutOptions, children, edges });
}

function kernelNode(box: Box, v: number, isOrderOpen: boolean): ElkNode {
  const { width, height } = box;
  return {
    id: `n${v}`,
    width,
    height,
    layoutOptions: { 'elk.portConstraints': isOrderOpen ? 'FIXED_SIDE' : 'FIXED_POS' },
    ports: [...box.ports]
      .filter(([, { lead }]) => lead.length > 1)
      .map(([key, { way, lead }]) => ({
        id: `n${v} ${key}`,
        width: 0,
        height: 0,
        x: (lead[0] as Point)[0],
        y: (lead[0] as Point)[1],
        layoutOptions: { 'elk.port.side': way === 'up' ? 'NORTH' : 'SOUTH' },
      })),
  };
}

function boxesOf({ sheet, turned, ways, satellites, order }: PreparedSheet, mirrored: ReadonlySet<number>): Box[] {
  const uses = sheet.nodes.map(() => new Map<string, Use>());
  sheet.edges.forEach(({ from, to }, e) => {
    const [a, b] = ways[e] as readonly [Way, Way];
    uses[from.node]?.set(portKey(from.port, a), { port: from.port, way: a });
    uses[to.node]?.set(portKey(to.port, b), { port: to.port, way: b });
  });
  interface Made {
    readonly beside: readonly Beside[];
    box: Box;
  }
  const boxes = sheet.nodes.map((node, v): Made => {
    const isMirrored = mirrored.has(v);
    const beside = (satellites.get(v) ?? []).map((satellite): Beside => {
      const isLeft = (sideOf(node.symbol, satellite.port) === 'west') !== isMirrored;
      return { box: satelliteBox(sheet.nodes[satellite.node] as SheetNode, isLeft), port: satellite.port };
    });
    const used = uses[v] as ReadonlyMap<string, Use>;
    const rank = (key: string): number => order?.[v]?.indexOf(key) ?? 0;
    const ordered = new Map([...used].sort(([a], [b]) => rank(a) - rank(b)));
    return { beside, box: boxOf(node, ordered, beside, turned[v] === true, isMirrored) };
  });
  for (const [host, list] of satellites)
    list.forEach(({ node }, k) => {
      (boxes[node] as Made).box = ((boxes[host] as Made).beside[k] as Beside).box;
    });
  return boxes.map(({ box }) => box);
}

function sceneOf({ sheet, ways, satellites }: PreparedSheet, boxes: readonly Box[], placed: ElkNode): Scene {
  const children = new Map((placed.children ?? []).map((child) => [child.id, child]));
  const routed = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  const nodes: PlacedNode[] = boxes.map((box, v) => {
    const { x = 0, y = 0 } = children.get(`n${v}`) ?? {};
    return { box, x, y };
  });
  for (const [host, list] of satellites)
    list.forEach(({ node }, k) => {
      const { box, x, y } = nodes[host] as PlacedNode;
      const [dx, dy] = box.satellites[k] as Point;
      nodes[node] = { box: boxes[node] as Box, x: x + dx, y: y + dy };
    });
  const routes = sheet.edges.map(({ from, to }, e): readonly Point[] => {
    const [a, b] = ways[e] as readonly [Way, Way];
    const leadAt = (end: typeof from, way: Way): readonly Point[] => {
      const { box, x, y } = nodes[end.node] as PlacedNode;
      return (box.ports.get(portKey(end.port, way)) as BoxPort).lead.map(([px, py]): Point => [x + px, y + py]);
    };
    const [first, last] = [leadAt(from, a), leadAt(to, b)];
    const edge = routed.get(`e${e}`);
    const section = edge?.sections?.[0];
    if (!section) return [...first, ...last];
    const middle = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }): Point => [x, y]);
    const [start, begin] = [first[0] as Point, middle[0] as Point];
    if (Math.hypot(start[0] - begin[0], start[1] - begin[1]) > 0.5) middle.reverse();
    return straightened([...[...first].reverse(), ...middle, ...last]);
  });
  return withDots({ sheet, width: placed.width ?? 0, height: placed.height ?? 0, nodes, routes, dots: [] });
}

/** Sources of signals that drive one input at the side of a symbol, drawn beside it and not at the end of a long line. By host: at most one at each side, and none where anything else leaves that side. */
function satellitesOf({ nodes, edges }: Sheet): ReadonlyMap<number, readonly Satellite[]> {
  const degree = new Int32Array(nodes.length);
  /** Ports in use at the sides of each node. */
  const used = nodes.map(() => new Map<string, Set<string>>());
  for (const { from, to } of edges)
    for (const { node, port } of [from, to]) {
      degree[node]++;
      const side = sideOf((nodes[node] as SheetNode).symbol, port);
      const ports = used[node]?.get(side) ?? new Set();
      used[node]?.set(side, ports.add(port));
    }
  const found = new Map<number, Satellite[]>();
  edges.forEach(({ type, from, to }, edge) => {
    const side = sideOf((nodes[to.node] as SheetNode).symbol, to.port);
    const isAlone = degree[from.node] === 1 && nodes[from.node]?.sort === 'component' && nodes[to.node]?.sort === 'component';
    if (type !== 'signal' || !isAlone || (side !== 'west' && side !== 'east') || used[to.node]?.get(side)?.size !== 1) return;
    found.set(to.node, [...(found.get(to.node) ?? []), { node: from.node, edge, host: to.node, port: to.port }]);
  });
  return found;
}
