/**
 * A node as the layout sees it: a box that holds symbol, leads, name and satellites, with ports on its upper and lower edge only. What leaves a symbol sideways
 * turns up or down within the box, so that boxes that do not overlap are drawings that do not.
 */
import type { SheetNode } from './sheet.js';
import type { HydraulicSymbol, Side, SymbolPort } from './symbols/symbol.js';
import { captionSize, inSteps, nameSize, textWidth } from './text.js';
import type { Way } from './ways.js';

export type Point = readonly [x: number, y: number];

/** A port of a box. */
export interface BoxPort {
  readonly way: Way;
  /** From the box's edge to the symbol's port; the port alone where a satellite is joined to it. */
  readonly lead: readonly Point[];
}

export interface Box {
  readonly width: number;
  readonly height: number;
  /** Upper left corner of the symbol. */
  readonly symbol: Point;
  readonly isTurned: boolean;
  readonly isMirrored: boolean;
  /** By `portKey`. */
  readonly ports: ReadonlyMap<string, BoxPort>;
  /** Whether the layout may choose the order of the ports along their edges. */
  readonly isFree: boolean;
  /** Upper left corner of the name, and its size; null where it stands within the symbol. */
  readonly name: { readonly at: Point; readonly width: number; readonly height: number } | null;
  /** Upper left corners of the satellites beside the symbol, in the order given. */
  readonly satellites: readonly Point[];
}

/** A port as edges use it. */
export interface Use {
  readonly port: string;
  readonly way: Way;
}

/** A satellite's box and the input that it drives. */
export interface Beside {
  readonly box: Box;
  readonly port: string;
}

/** Names the place where edges leave a node through a port by a way. */
export const portKey = (port: string, way: Way): string => `${port} ${way}`;

const leadStep = 9;
const gap = 6;
const satelliteGap = 16;
const nameHeight = 14;
const captionHeight = 11;
/** Px between signals that leave a symbol at one place. */
const signalStep = 6;

/** The side of a symbol at which a port is; what a symbol does not name is free, or at its right. */
export function sideOf({ ports }: HydraulicSymbol, port: string): Side {
  return ports[port]?.side ?? (Object.keys(ports).length === 0 ? 'free' : 'east');
}

/** Above a source of a signal: its name, clear of the frame. */
const headHeight = nameHeight + 3;

/** The box of a source of a signal that stands beside the input it drives, its name above; `isLeft` of it. */
export function satelliteBox({ name, symbol }: SheetNode, isLeft: boolean): Box {
  const nameWidth = textWidth(name, nameSize);
  const width = Math.max(symbol.width, nameWidth);
  const x = isLeft ? width - symbol.width : 0;
  const port: Point = [isLeft ? width : 0, headHeight + symbol.height / 2];
  const ports = new Map((['up', 'down'] as const).map((way): [string, BoxPort] => [portKey('output', way), { way, lead: [port] }]));
  return {
    width,
    height: headHeight + symbol.height,
    symbol: [x, headHeight],
    isTurned: false,
    isMirrored: false,
    ports,
    isFree: false,
    name: { at: [isLeft ? width - nameWidth : 0, 0], width: nameWidth, height: headHeight },
    satellites: [],
  };
}

/** The box of a node whose ports are used so, by key. */
export function boxOf(
  node: SheetNode,
  uses: ReadonlyMap<string, Use>,
  beside: readonly Beside[],
  isTurned: boolean,
  isMirrored: boolean,
): Box {
  const { symbol, sort } = node;
  const place = portsOf(symbol, [...uses.values()], isTurned, isMirrored);
  const driven = new Set(beside.map(({ port }) => port));
  const offsets = leadOffsets(uses, place, driven);
  const room = (side: Side): number =>
    Math.max(
      0,
      ...[...offsets].filter(([key]) => place((uses.get(key) as Use).port).side === side).map(([, offset]) => offset),
      ...beside.filter(({ port }) => place(port).side === side).map(({ box }) => satelliteGap + box.width),
    );
  const [left, right] = [room('west'), room('east')];
  const inner = left + symbol.width + right;
  const text = textOf(node);
  const isAnyUp = [...uses.values()].some(({ way, port }) => way === 'up' && !driven.has(port));
  const isOnTop = text !== null && !isAnyUp && symbol.width >= 60 && text.width <= symbol.width + 8;
  const above = Math.max(
    isOnTop && text ? text.height + 2 : 0,
    text && !isOnTop ? (text.height - symbol.height) / 2 : 0,
    ...beside.map(({ box, port }) => box.height - (box.height - headHeight) / 2 - place(port).y),
  );
  const below = Math.max(
    text && !isOnTop ? (text.height - symbol.height) / 2 : 0,
    ...beside.map(({ box, port }) => (box.height - headHeight) / 2 - (symbol.height - place(port).y)),
    0,
  );
  const top = Math.max(0, sort === 'junction' ? 0 : above);
  const height = top + symbol.height + (sort === 'junction' ? 0 : below);
  const corner: Point = [left, top];
  const name = text && { at: (isOnTop ? [left, 0] : [inner + gap, top + (symbol.height - text.height) / 2]) as Point, ...text };
  const satellites = beside.map(({ box, port }): Point => {
    const { side, y } = place(port);
    return [
      side === 'west' ? left - satelliteGap - box.width : left + symbol.width + satelliteGap,
      top + y - headHeight - (box.height - headHeight) / 2,
    ];
  });
  const ports = leadsOf({ uses, place, offsets, driven, corner, height, symbol, isJunction: sort === 'junction' });
  const isFree = uses.size > 0 && sort !== 'junction' && [...uses.values()].every(({ port }) => place(port).side === 'free');
  const width = Math.max(inner, name ? name.at[0] + name.width : 0);
  return { width, height, symbol: corner, isTurned, isMirrored, ports, isFree, name, satellites };
}

interface Leads {
  readonly uses: ReadonlyMap<string, Use>;
  readonly place: (port: string) => SymbolPort;
  readonly offsets: ReadonlyMap<string, number>;
  /** Ports that satellites are joined to. */
  readonly driven: ReadonlySet<string>;
  /** Of the symbol in the box. */
  readonly corner: Point;
  /** Of the box. */
  readonly height: number;
  readonly symbol: HydraulicSymbol;
  readonly isJunction: boolean;
}

/** From the box's edge to each port in use. */
function leadsOf({ uses, place, offsets, driven, corner, height, symbol, isJunction }: Leads): ReadonlyMap<string, BoxPort> {
  const [left, top] = corner;
  const frees = { up: 0, down: 0 };
  const freeCount = (way: Way): number => [...uses.values()].filter((one) => one.way === way && place(one.port).side === 'free').length;
  const leadOf = (key: string, { port, way }: Use): readonly Point[] => {
    const { x, y, side } = place(port);
    const edge = way === 'up' ? 0 : height;
    const at: Point = [left + x, top + y];
    const offset = offsets.get(key);
    if (driven.has(port)) return [at];
    if (isJunction) {
      const middle: Point = [symbol.width / 2, top + symbol.height / 2];
      return [[middle[0], edge], middle];
    }
    if (side === 'free') {
      const along = left + (symbol.width * ++frees[way]) / (freeCount(way) + 1);
      return [
        [along, edge],
        [along, way === 'up' ? top : top + symbol.height],
      ];
    }
    if (offset === undefined) return [[at[0], edge], at];
    const bend = side === 'west' ? left - offset : left + symbol.width + offset;
    return [[bend, edge], [bend, at[1]], at];
  };
  return new Map([...uses].map(([key, use]): [string, BoxPort] => [key, { way: use.way, lead: leadOf(key, use) }]));
}

/** Name and caption where they stand outside of the symbol. */
function textOf({ sort, name, caption }: SheetNode): { readonly width: number; readonly height: number } | null {
  if (sort === 'station' || sort === 'outside') return null;
  if (sort === 'junction') return { width: textWidth(name, captionSize), height: 10 };
  return {
    width: inSteps(Math.max(textWidth(name, nameSize), textWidth(caption, captionSize))),
    height: nameHeight + (caption ? captionHeight : 0),
  };
}

/** How far from the symbol its leads turn: next to it that of the port nearest to where it goes, so that leads of one side and way do not cross. */
function leadOffsets(
  uses: ReadonlyMap<string, Use>,
  place: (port: string) => SymbolPort,
  driven: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  for (const side of ['west', 'east'])
    for (const way of ['up', 'down'] as const)
      [...uses]
        .filter(([, use]) => use.way === way && place(use.port).side === side && !driven.has(use.port))
        .sort(([, a], [, b]) => (place(a.port).y - place(b.port).y) * (way === 'down' ? -1 : 1))
        .forEach(([key], k) => offsets.set(key, (k + 1) * leadStep));
  return offsets;
}

/** Ports by their names, on the symbol as it stands; those at one place of a side are moved apart, what goes up above the rest. */
function portsOf(symbol: HydraulicSymbol, uses: readonly Use[], isTurned: boolean, isMirrored: boolean): (port: string) => SymbolPort {
  const taken = new Map<string, number>();
  const found = new Map<string, SymbolPort>();
  const upper = [...uses].sort((a, b) => Number(b.way === 'up') - Number(a.way === 'up'));
  for (const name of new Set(upper.map(({ port }) => port))) {
    const port = standing(symbol, name, isTurned, isMirrored);
    const place = `${port.side} ${port.y}`;
    const before = port.side === 'west' || port.side === 'east' ? (taken.get(place) ?? 0) : 0;
    taken.set(place, before + 1);
    found.set(name, { ...port, y: port.y + signalStep * before });
  }
  return (port) => found.get(port) as SymbolPort;
}

/** A port of the symbol as it stands. */
function standing(symbol: HydraulicSymbol, name: string, isTurned: boolean, isMirrored: boolean): SymbolPort {
  const { ports, width, height } = symbol;
  const side = sideOf(symbol, name);
  const { x, y } = ports[name] ?? { x: width, y: height / 2 };
  const mirrored: Partial<Record<Side, Side>> = { west: 'east', east: 'west' };
  return { x: isMirrored ? width - x : x, y: isTurned ? height - y : y, side: isMirrored ? (mirrored[side] ?? side) : side };
}
