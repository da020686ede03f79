/** A circuit drawn: as one SVG picture, or as a page whose stations open. */
import type { Circuit } from '../../circuit/circuit.js';
import { escaped, plotMark } from '../svg.js';
import { Layouts } from './choose.js';
import { looksIn, type Scale, type State, scaleOf, valuesOf } from './flows.js';
import { legendArt, mostNamed } from './legend.js';
import { type Look, markedNames, painted, Stock } from './paint.js';
import { type DrawnPlan, planSummary } from './planSummary.js';
import type { Scene } from './scene.js';
import type { Sheet } from './sheet.js';
import { type Stations, stationsOf } from './stations.js';
import { textWidth } from './text.js';
import { type Drawn, unjoined } from './unjoined.js';
import { overviewSheet, stationSheet, wholeSheet } from './views.js';

/** Drawn beside the circuit itself. */
export interface DrawingOptions {
  /** Default: the circuit's own. */
  readonly title?: string | undefined;
  readonly plan?: DrawnPlan | undefined;
  /** Pressures and flows at one time. */
  readonly state?: State | undefined;
  /** Below the title. */
  readonly caption?: string | undefined;
}

export interface Drawing {
  readonly text: string;
  /** The picture that is seen first: all components, boxes for stations, or parts of a plan. */
  readonly shows: 'components' | 'stations' | 'parts';
  /** Symbols, boxes or parts of that picture. */
  readonly nodes: number;
  /** Hydraulic lines in it, and how many of them have no recorded pressure; 0 without results. */
  readonly lines: number;
  readonly unknown: number;
}

/** A circuit that is too large to be drawn. */
export class TooLargeError extends Error {
  constructor(readonly nodes: number) {
    super(
      `${nodes} symbols would have to be drawn, more than ${mostNodes}; give components of a station names that begin alike, such as s12_valve: they are drawn as one box`,
    );
  }
}

/** Components that are drawn one by one; more are folded into their stations, if there are any. */
const mostWhole = 150;
/** Nodes that are laid out; of a ring of stations any number is. */
const mostNodes = 2000;
/** Components up to which the page has both, all of them and their stations. */
const mostBoth = 400;
/** Nodes up to which a plan is shown by the colours of a circuit's drawing; of more it is drawn as a ring of parts. */
const mostColoured = 600;
/** Stations that a page holds, some 4 kB each. */
const mostOpened = 1500;
/** Edges that a page has elements of; more it draws itself, a frame then takes no longer. */
const mostElements = 2000;

/** One SVG picture: all components, or the stations of a large circuit. */
export async function drawingSvg(whole: Circuit, asked: DrawingOptions = {}): Promise<Drawing> {
  const { circuit, options } = onPaper(whole, asked);
  const stations = stationsOf(circuit);
  const shows = circuit.components.length > mostWhole && stations.names.length > 0 ? 'stations' : 'components';
  const sheet = sheetOf(circuit, options, stations, shows);
  const { plan, state, caption, title = whole.title || whole.name } = asked;
  if (plan && !state && (plan.labels.length > mostNamed || sheet.nodes.length > mostColoured)) {
    const { text, parts, chords } = planSummary(whole, plan, title, caption);
    return { text, shows: 'parts', nodes: parts, lines: chords, unknown: 0 };
  }
  const scene = await laid(new Layouts(), sheet);
  const { text, counts } = picture(circuit, scene, options, null, new Stock());
  return { text, shows, nodes: scene.sheet.nodes.length, ...counts };
}

/** The sheets of a page: all components, their stations as boxes, and every station by itself. */
export interface Pages {
  readonly whole: string | null;
  readonly overview: string | null;
  readonly stations: readonly { readonly name: string; readonly svg: string }[];
  /** More stations than a page may hold: they are boxes only. */
  readonly isTooMany: boolean;
  /** Symbols that all of them use. */
  readonly definitions: string;
}

/** The pictures of a page, and the symbols that they share. */
export async function drawingSheets(joined: Circuit, asked: DrawingOptions = {}): Promise<Pages & Omit<Drawing, 'text'>> {
  const { circuit, options } = onPaper(joined, asked);
  const stations = stationsOf(circuit);
  const layouts = new Layouts();
  const stock = new Stock();
  const has = { overview: stations.names.length > 0, whole: stations.names.length === 0 || circuit.components.length <= mostBoth };
  const isTooMany = stations.names.length > mostOpened;
  const link: Look['linkOf'] = (name) => (isTooMany ? '#' : `#station-${name}`);
  const draw = async (shows: Drawing['shows']): Promise<{ scene: Scene } & ReturnType<typeof picture>> => {
    const scene = await laid(layouts, sheetOf(circuit, options, stations, shows));
    return { scene, ...picture(circuit, scene, options, link, stock) };
  };
  const whole = has.whole ? await draw('components') : null;
  const overview = has.overview ? await draw('stations') : null;
  const opened: { name: string; svg: string }[] = [];
  for (const [k, name] of (isTooMany ? [] : stations.names).entries()) {
    const scene = await layouts.of(stationSheet(circuit, options.plan?.owner ?? null, stations, k));
    opened.push({ name, svg: picture(circuit, scene, { ...options, title: name, caption: undefined }, link, stock).text });
  }
  const isWhole = whole !== null && (overview === null || circuit.components.length <= mostWhole);
  const first = (isWhole ? whole : overview) as NonNullable<typeof whole>;
  return {
    whole: whole?.text ?? null,
    overview: overview?.text ?? null,
    stations: opened,
    isTooMany,
    definitions: stock.definitions(),
    shows: isWhole ? 'components' : 'stations',
    nodes: first.scene.sheet.nodes.length,
    ...first.counts,
  };
}

/** Components that are joined without a line by themselves, each in the partition of the whole. */
function onPaper(circuit: Circuit, options: DrawingOptions): { circuit: Drawn; options: DrawingOptions } {
  const { drawn, of } = unjoined(circuit);
  const { plan } = options;
  return {
    circuit: drawn,
    options: plan ? { ...options, plan: { ...plan, owner: Int32Array.from(of, (c) => plan.owner[c]) } } : options,
  };
}

/** A sheet as a part of a page. */
export interface LiveSheet {
  readonly svg: string;
  readonly edges: Sheet['edges'];
  readonly shows: Drawing['shows'];
  /** Where the picture has no elements of edges: by edge where they run, and the names that it has not either; null where it has all. */
  readonly without: { readonly routes: Scene['routes']; readonly names: ReturnType<typeof markedNames> } | null;
}

/** A sheet whose edges are numbered and have arrows for both ways; `station`: one of the circuit's, '' for all of it. */
export async function liveSheet(circuit: Drawn, station: string): Promise<LiveSheet> {
  const stations = stationsOf(circuit);
  const [layouts, stock] = [new Layouts(), new Stock()];
  const k = stations.names.indexOf(station);
  const shows = k < 0 && circuit.components.length > mostWhole && stations.names.length > 0 ? 'stations' : 'components';
  const scene =
    k < 0 ? await laid(layouts, sheetOf(circuit, {}, stations, shows)) : await layouts.of(stationSheet(circuit, null, stations, k));
  const isWithoutLines = scene.sheet.edges.length > mostElements;
  const art = painted(scene, { lineOf: null, linkOf: (name) => `#station-${name}`, isLive: true, isWithoutLines }, stock);
  const [width, height] = [Math.ceil(scene.width), Math.ceil(scene.height)];
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" font-family="system-ui, 'Helvetica Neue', Arial, sans-serif" font-size="12" fill="#222">`,
    `<title>${escaped(station || circuit.title || circuit.name)}</title>`,
    stock.definitions(),
    ...art,
    '</svg>',
  ].join('\n');
  return { svg, edges: scene.sheet.edges, shows, without: isWithoutLines ? { routes: scene.routes, names: markedNames(scene) } : null };
}

function sheetOf(circuit: Drawn, { plan }: DrawingOptions, stations: Stations, shows: Drawing['shows']): Sheet {
  const owner = plan?.owner ?? null;
  return shows === 'components' ? wholeSheet(circuit, owner) : overviewSheet(circuit, owner, stations);
}

async function laid(layouts: Layouts, sheet: Sheet): Promise<Scene> {
  if (sheet.nodes.length > mostNodes && !layouts.isRing(sheet)) throw new TooLargeError(sheet.nodes.length);
  return layouts.of(sheet);
}

const [titleHeight, legendGap] = [40, 10];

/** With `linkOf` it is part of a page, which has the symbols; else a file of its own. */
function picture(
  circuit: Pick<Drawn, 'title' | 'name'>,
  scene: Scene,
  { plan, state, caption, title = circuit.title || circuit.name }: DrawingOptions,
  linkOf: Look['linkOf'],
  stock: Stock,
): { readonly text: string; readonly counts: Pick<Drawing, 'lines' | 'unknown'> } {
  const { edges } = scene.sheet;
  const pipes = edges.filter(({ type }) => type === 'hydraulic');
  const scale: Scale | null = state ? scaleOf(edges, state) : null;
  const unknown = state ? pipes.filter((edge) => Number.isNaN(valuesOf(edge, state).p)).length : 0;
  const art = painted(scene, { lineOf: state ? looksIn(edges, state, scale) : null, linkOf }, stock);
  const width = Math.ceil(Math.max(scene.width, 480, 32 + textWidth(title, 17)));
  const top = titleHeight + (caption ? 16 : 0);
  const legend = legendArt(
    { parts: plan?.labels ?? [], hasCuts: edges.some(({ isCut }) => isCut), state: state ?? null, scale, unknown },
    16,
    top + scene.height + legendGap,
    width - 32,
  );
  const height = Math.ceil(top + scene.height + (legend.height > 0 ? legendGap + legend.height + 8 : 0));
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, 'Helvetica Neue', Arial, sans-serif" font-size="12" fill="#222">`,
    ...(linkOf ? [] : [plotMark]),
    `<title>${escaped(title)}</title>`,
    ...(linkOf ? [] : [stock.definitions()]),
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600">${escaped(title)}</text>`,
    ...(caption ? [`<text x="16" y="44" fill="#555">${escaped(caption)}</text>`] : []),
    `<g transform="translate(0 ${top})">`,
    ...art,
    '</g>',
    ...legend.art,
    '</svg>',
    '',
  ].join('\n');
  return { text, counts: { lines: pipes.length, unknown } };
}
