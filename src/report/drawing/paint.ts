/** A scene as SVG elements. */
import { colours, escaped } from '../svg.js';
import type { Box, Point } from './box.js';
import { lineNames } from './lineNames.js';
import { middleOf } from './measure.js';
import type { Scene } from './scene.js';
import type { SheetEdge, SheetNode } from './sheet.js';
import { ink, tenth } from './symbols/ink.js';
import { captionSize, lineNameSize, nameSize } from './text.js';

/** How lines look; without results all are of the ink's colour. */
export interface LineLook {
  readonly colour: string;
  /** -1 against the line, 1 along it, 0 unknown or at rest. */
  readonly flow: number;
  /** Added to the text of the line. */
  readonly says: string;
}

export interface Look {
  /** Null: all lines are alike. */
  readonly lineOf: ((edge: SheetEdge) => LineLook) | null;
  /** Where a click on a station leads; null: nowhere. */
  readonly linkOf: ((station: string) => string) | null;
  /** Edges are numbered (`data-edge`) and have arrows for both ways (`along`, `against`), of which a page shows one. */
  readonly isLive?: boolean;
  /** Of thousands of edges: a page draws them itself, and the names of stations. */
  readonly isWithoutLines?: boolean;
}

/** Symbols in use, by their art: each is written once in a document. */
export class Stock {
  private readonly ids = new Map<string, string>();

  /** A reference to a symbol's elements. */
  use(art: string): string {
    const id = this.ids.get(art) ?? `y${this.ids.size}`;
    this.ids.set(art, id);
    return `<use href="#${id}"/>`;
  }

  /** The elements that are referred to. */
  definitions(): string {
    return `<defs>${[...this.ids].map(([art, id]) => `<g id="${id}">${art}</g>`).join('')}</defs>`;
  }
}

/** Colour of a partition: those of all pictures, and beyond them hues that lie far apart from one number to the next, in three shades. */
export function partColour(part: number): string {
  if (part < colours.length) return colours[part] as string;
  // The golden angle: no later hue comes near the last ones.
  const [hue, lightness] = [(part * 137.508) % 360, [0.36, 0.5, 0.62][part % 3]];
  const channel = (shift: number): string => {
    const k = (shift + hue / 30) % 12;
    const value = lightness - 0.62 * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Strokes of each type of line. */
const styles: Readonly<Record<SheetEdge['type'], string>> = {
  hydraulic: 'stroke-width="1.6"',
  translational: 'stroke-width="3.2"',
  rotational: 'stroke-width="3.2"',
  signal: 'stroke-width="0.9" stroke-dasharray="5 3"',
};

/** All elements of a scene: lines below, symbols and names above. */
export function painted(scene: Scene, look: Look, stock: Stock): string[] {
  const { sheet, routes, dots, nodes } = scene;
  const { isWithoutLines = false } = look;
  return [
    ...(isWithoutLines ? [] : sheet.edges).map((edge, e) => edgeArt(edge, e, routes[e] as readonly Point[], look)),
    ...dots.map(([x, y]) => `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="2.8" fill="${ink}"/>`),
    ...nodes.map(({ box, x, y }, v) =>
      isWithoutLines && isPlainStation(sheet.nodes[v] as SheetNode, box)
        ? markOf(sheet.nodes[v] as SheetNode, box, x, y, look)
        : linked(sheet.nodes[v] as SheetNode, nodeArt(sheet.nodes[v] as SheetNode, box, x, y, stock), look),
    ),
    ...(isWithoutLines ? [] : lineNames(scene)).map(({ edge, at }) =>
      words(sheet.edges[edge]?.label ?? '', at.x, at.y + 7.5, lineNameSize, faint),
    ),
  ];
}

function linked({ sort, name }: SheetNode, art: string, { linkOf }: Look): string {
  return sort === 'station' && linkOf ? `<a href="${escaped(linkOf(name))}">${art}</a>` : art;
}

const isPlainStation = ({ sort }: SheetNode, { isMirrored, isTurned }: Box): boolean => sort === 'station' && !isMirrored && !isTurned;

/** A station as a box: what its symbol says can be read in none of thousands, and the page writes its name where that can. */
function markOf({ about, name, symbol: { width, height } }: SheetNode, { symbol }: Box, x: number, y: number, { linkOf }: Look): string {
  const d = `M${tenth(x + symbol[0])} ${tenth(y + symbol[1])}h${tenth(width)}v${tenth(height)}h${tenth(-width)}z`;
  return `<a class="station" href="${escaped(linkOf?.(name) ?? '#')}"><title>${escaped(about)}</title><path d="${d}" fill="none" stroke="${ink}" pointer-events="all"/></a>`;
}

/** px: height of a name that a page writes. */
export const markedNameSize = 17;

/** Names of stations that have none in the picture, and where they begin, px. */
export function markedNames({ sheet, nodes }: Scene): { readonly name: string; readonly x: number; readonly y: number }[] {
  return nodes.flatMap(({ box, x, y }, v) => {
    const node = sheet.nodes[v] as SheetNode;
    if (!isPlainStation(node, box)) return [];
    return [{ name: node.name, x: x + box.symbol[0] + 12, y: y + box.symbol[1] + node.symbol.height / 2 + 6 }];
  });
}

function edgeArt(edge: SheetEdge, number: number, route: readonly Point[], { lineOf, isLive }: Look): string {
  const { colour, flow, says } = lineOf?.(edge) ?? { colour: ink, flow: 0, says: '' };
  const d = route.map(([x, y], k) => `${k === 0 ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`).join('');
  const arrows = isLive
    ? flowMark(route, 1, 'currentColor', 'along') + flowMark(route, -1, 'currentColor', 'against')
    : flow === 0
      ? ''
      : flowMark(route, flow, colour);
  const marks = [edge.isCut ? cutMark(route) : '', arrows].join('');
  const said = escaped(`${edge.about} from ${edge.ends[0]} to ${edge.ends[1]}${edge.isCut ? ', cut' : ''}${says}`);
  const live = isLive ? ` data-edge="${number}"` : '';
  return `<g class="edge"${live} stroke="${colour}"><title>${said}</title><path d="${d}" fill="none" ${styles[edge.type]}/>${
    edge.type === 'translational' || edge.type === 'rotational' ? `<path d="${d}" fill="none" stroke="#fff" stroke-width="1.4"/>` : ''
  }${marks}</g>`;
}

/** Two strokes across the line. */
function cutMark(route: readonly Point[]): string {
  const { x, y, dx, dy } = middleOf(route);
  const stroke = (along: number): string => {
    const [cx, cy] = [x + along * dx, y + along * dy];
    return `M${tenth(cx - 5 * dy - 2 * dx)} ${tenth(cy - 5 * dx - 2 * dy)}L${tenth(cx + 5 * dy + 2 * dx)} ${tenth(cy + 5 * dx + 2 * dy)}`;
  };
  return `<path class="cut" d="${stroke(-2)}${stroke(2)}" stroke="#b3001b" stroke-width="2" fill="none"/>`;
}

function flowMark(route: readonly Point[], flow: number, colour: string, way = ''): string {
  const { x, y, dx, dy, length } = middleOf(route);
  if (length < 10) return '';
  const [ux, uy] = [flow * dx, flow * dy];
  // Beside the strokes of a cut.
  const [cx, cy] = [x + 9 * dx * Math.min(1, length / 40), y + 9 * dy * Math.min(1, length / 40)];
  const at = (along: number, across: number): string => `${tenth(cx + along * ux - across * uy)} ${tenth(cy + along * uy + across * ux)}`;
  return `<path class="flow${way && ` ${way}`}" d="M${at(5, 0)}L${at(-4, 4)}L${at(-4, -4)}z" fill="${colour}" stroke="#fff" stroke-width="0.6"/>`;
}

function nodeArt(node: SheetNode, box: Box, x: number, y: number, stock: Stock): string {
  const { symbol } = node;
  const [sx, sy] = [x + box.symbol[0], y + box.symbol[1]];
  const turn = [box.isMirrored ? -1 : 1, box.isTurned ? -1 : 1] as const;
  const shift = `translate(${tenth(sx + (box.isMirrored ? symbol.width : 0))} ${tenth(sy + (box.isTurned ? symbol.height : 0))})`;
  const scale = turn[0] === 1 && turn[1] === 1 ? '' : ` scale(${turn[0]} ${turn[1]})`;
  const fill = node.part === null ? '#fff' : `${partColour(node.part)}40`;
  const letters = (symbol.letters ?? []).map(([text, lx, ly]) => {
    const px = box.isMirrored ? symbol.width - lx : lx;
    const py = box.isTurned ? symbol.height - ly + 7 : ly;
    return words(text, sx + px, sy + py, 10, ' text-anchor="middle"');
  });
  return `<g class="${node.sort}"><title>${escaped(node.about)}</title><g transform="${shift}${scale}" fill="${fill}" stroke="${ink}" stroke-width="1.4" stroke-linejoin="round">${stock.use(symbol.art)}</g>${letters.join('')}${names(node, box, x, y)}</g>`;
}

function names(node: SheetNode, box: Box, x: number, y: number): string {
  if (node.sort === 'outside') return words(node.name, x + box.symbol[0] + 8, y + 14, nameSize);
  if (node.sort === 'station')
    return words(node.name, x + 58, y + 20, nameSize, ' font-weight="600"') + words(node.caption, x + 58, y + 33, captionSize, grey);
  const [nx, ny] = [x + (box.name?.at[0] ?? 0), y + (box.name?.at[1] ?? 0)];
  if (node.sort === 'junction') return words(node.name, nx - 2, ny + 8, captionSize, grey);
  return (
    words(node.name, nx, ny + 11, nameSize) +
    (node.caption && (box.name?.height ?? 0) > 20 ? words(node.caption, nx, ny + 22, captionSize, grey) : '')
  );
}

const grey = ' fill="#555"';
const faint = ' fill="#777"';

const words = (text: string, x: number, y: number, size: number, more = ''): string =>
  `<text x="${tenth(x)}" y="${tenth(y)}" font-size="${size}"${more}>${escaped(text)}</text>`;
