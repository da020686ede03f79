/** The sheets of a circuit: all of it, its stations as boxes, or one station with its neighbours. */
import type { CircuitComponent } from '../../circuit/circuit.js';
import { captionOf } from './caption.js';
import type { EdgeType, Sheet, SheetEdge, SheetEnd, SheetNode } from './sheet.js';
import type { Stations } from './stations.js';
import { box, lines } from './symbols/ink.js';
import { symbolOf } from './symbols/registry.js';
import { tank } from './symbols/sources.js';
import type { HydraulicSymbol } from './symbols/symbol.js';
import { captionSize, inSteps, nameSize, textWidth } from './text.js';
import type { Drawn } from './unjoined.js';

/** Owner of each component, if there is a plan. */
export type Owner = Int32Array | null;

/** The dot where lines meet. */
const junctionDot: HydraulicSymbol = { width: 7, height: 7, ports: {}, art: '<circle cx="3.5" cy="3.5" r="2.8" fill="#222"/>' };

/** Every component by its symbol. */
export function wholeSheet(circuit: Drawn, owner: Owner): Sheet {
  return sheet(
    circuit,
    owner,
    (c) => c,
    () => true,
  );
}

/** Stations as boxes, the rest by their symbols. */
export function overviewSheet(circuit: Drawn, owner: Owner, stations: Stations): Sheet {
  const count = circuit.components.length;
  const members: number[][] = stations.names.map(() => []);
  stations.of.forEach((station, c) => {
    if (station >= 0) members[station]?.push(c);
  });
  return sheet(
    circuit,
    owner,
    (c) => (stations.of[c] < 0 ? c : count + stations.of[c]),
    () => true,
    (number) => stationNode(circuit, owner, stations.names[number - count], members[number - count]),
  );
}

/** One station by its symbols, with flags that say where its lines lead. */
export function stationSheet(circuit: Drawn, owner: Owner, stations: Stations, station: number): Sheet {
  const count = circuit.components.length;
  const isInside = (c: number): boolean => stations.of[c] === station;
  const placeOf = (c: number): number => (isInside(c) ? c : stations.of[c] < 0 ? c : count + stations.of[c]);
  const flagOf = (number: number): SheetNode =>
    flag(number < count ? (circuit.components[number] as CircuitComponent).name : (stations.names[number - count] as string), number);
  return sheet(circuit, owner, placeOf, (number) => number < count && isInside(number), flagOf, `${stations.names[station]}_`);
}

/**
 * A sheet of places: `placeOf` says where a component is, by number; `isInside` whether a place is of this sheet itself: an edge needs one end there. Places
 * that are no component, or not inside, are made by `makeOther`. Names that begin with `head` are written without it.
 */
function sheet(
  circuit: Drawn,
  owner: Owner,
  placeOf: (component: number) => number,
  isInside: (place: number) => boolean,
  makeOther?: (place: number) => SheetNode,
  head = '',
): Sheet {
  const { components } = circuit;
  const nodes: SheetNode[] = [];
  const edges: SheetEdge[] = [];
  const numbers = new Map<number, number>();
  const isOwn = (place: number): boolean => place < components.length && isInside(place);
  const add = (place: number): number => {
    const made = isOwn(place) ? componentNode(components[place] as CircuitComponent, owner?.[place] ?? null) : makeOther?.(place);
    const { name } = made as SheetNode;
    nodes.push({ ...(made as SheetNode), name: isOwn(place) ? shortened(name, head) : name });
    return nodes.length - 1;
  };
  const nodeOf = (place: number): number => {
    // A tank is drawn wherever a line ends in it, as on paper: it has one pressure and no other state.
    if (isOwn(place) && symbolAt(components[place] as CircuitComponent) === tank) {
      const number = add(place);
      nodes[number] = { ...(nodes[number] as SheetNode), id: `${place}.${number}` };
      return number;
    }
    const known = numbers.get(place);
    if (known !== undefined) return known;
    const number = add(place);
    numbers.set(place, number);
    return number;
  };
  const join = (
    from: readonly [number, string],
    to: readonly [number, string],
    edge: Omit<SheetEdge, 'label' | 'from' | 'to' | 'isCut' | 'ends'>,
  ): void => {
    const [a, b] = [placeOf(from[0]), placeOf(to[0])];
    if (a === b || !(isInside(a) || isInside(b))) return;
    const end = (place: number, [component, port]: readonly [number, string]): SheetEnd => {
      const own = isOwn(place);
      if (!own) return { node: nodeOf(place), port: `${edges.length}` };
      // All lines of a junction meet in its middle; those between two junctions part from the others there, so that each junction keeps its own.
      const isBetween = !components[from[0]]?.kind && !components[to[0]]?.kind;
      return { node: nodeOf(place), port: components[component]?.kind ? port : isBetween ? port : '' };
    };
    const words = ([component, port]: readonly [number, string]): string => {
      const { name, kind } = components[component] as CircuitComponent;
      return kind ? `${name}.${port}` : name;
    };
    edges.push({
      ...edge,
      label: shortened(edge.name, head),
      from: end(a, from),
      to: end(b, to),
      // A port that sees a fixed pressure itself, whoever has it, exchanges nothing with it.
      isCut: edge.line >= 0 && owner !== null && owner[from[0]] !== owner[to[0]],
      ends: [words(from), words(to)],
    });
  };
  // In the file's order, so that equal circuits have equal drawings.
  for (let c = 0; c < components.length; c++) {
    const place = placeOf(c);
    if (isInside(place) && symbolAt(components[c] as CircuitComponent) !== tank) nodeOf(place);
  }
  circuit.lines.forEach(({ name, type, from, to, wave }, line) => {
    const kind = wave ? 'wave line' : 'line';
    join([from.component, from.port], [to.component, to.port], { name, type, isDirect: false, line, about: `${kind} ${name}` });
  });
  for (const { port, reference } of circuit.direct) {
    const type: EdgeType = components[port.component]?.kind?.ports[port.port] ?? 'hydraulic';
    join([reference.component, reference.port], [port.component, port.port], {
      name: '',
      type,
      isDirect: true,
      line: -1,
      about: 'direct connection',
    });
  }
  for (const { from, to } of circuit.signals)
    join([from.component, from.signal], [to.component, to.input], { name: '', type: 'signal', isDirect: false, line: -1, about: 'signal' });
  return { nodes, edges };
}

/** A name within its own station. */
const shortened = (name: string, head: string): string => (name.startsWith(head) ? name.slice(head.length) : name);

const symbolAt = ({ kind }: CircuitComponent): HydraulicSymbol => (kind ? symbolOf(kind) : junctionDot);

function componentNode(component: CircuitComponent, part: number | null): SheetNode {
  const { name, kind } = component;
  return {
    id: name,
    sort: kind ? 'component' : 'junction',
    name,
    caption: captionOf(component),
    symbol: symbolAt(component),
    part,
    about: `${name}: ${kind?.kind ?? 'junction'}`,
  };
}

/** How much a symbol says of its station: a cylinder or motor most, then an accumulator; of two alike the larger one. */
const rankOf = ({ level = 0.5, width }: HydraulicSymbol): number => 1000 * level + width;

/** A box with the symbol of the station's main component. */
function stationNode({ components }: Drawn, owner: Owner, name: string, members: readonly number[]): SheetNode {
  const symbols = members.map((c) => symbolAt(components[c] as CircuitComponent));
  const main = symbols.reduce((best, one) => (rankOf(one) > rankOf(best) ? one : best));
  const caption = `${members.length} components`;
  const scale = Math.min(1, 44 / main.width, 34 / main.height);
  const width = 58 + Math.max(textWidth(name, nameSize), textWidth(caption, captionSize)) + 8;
  const [part = null, ...others] = new Set(members.map((c) => owner?.[c] ?? null));
  const [x, y] = [7 + (44 - main.width * scale) / 2, 5 + (34 - main.height * scale) / 2];
  return {
    id: `station ${name}`,
    sort: 'station',
    name,
    caption,
    symbol: {
      width,
      height: 44,
      ports: {},
      art: `${box(0, 0, width, 44)}<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(2)})">${main.art}</g>`,
    },
    part: others.length === 0 ? part : null,
    about: `${name}: ${caption}`,
  };
}

/** Where a line leaves the sheet. */
function flag(name: string, place: number): SheetNode {
  const width = inSteps(textWidth(name, nameSize)) + 16;
  return {
    id: `outside ${place}`,
    sort: 'outside',
    name,
    caption: '',
    symbol: { width, height: 20, ports: {}, art: lines(`M4 0H${width - 4}L${width} 10L${width - 4} 20H4L0 10z`) },
    part: null,
    about: `leads to ${name}`,
  };
}
