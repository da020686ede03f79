/** Lines of a drawing in the colour of their pressure, with arrows of their flow: elements of the picture, or thousands of them on a canvas below it. */
import { numberAt } from '../../circuit/text/known.js';
import { colourAt, unknownColour } from '../../report/drawing/flows.js';
import type { LiveDrawing, Sketch } from '../../report/drawing/live.js';
import { formatQuantity } from '../../report/units.js';

/** Flows smaller than this part of the largest are rest. */
const restShare = 1e-3;
/** Pa; smaller ranges are shown as this one. */
const leastRange = 1e5;
/** Colours of a scale. */
const shades = 64;

/** Range of pressures that colours are by, Pa; it only grows. */
export class Ranges {
  low = 0;
  high = leastRange;

  /** A pressure that is to be within. */
  include(p: number): void {
    if (p > this.high) this.high = 1.05 * p;
    // A hundredth of a bar below the open air does not begin a scale at minus ten.
    if (p < this.low - leastRange / 10) this.low = p;
  }
}

/** Where an edge's quantities stand in a frame. */
interface Places {
  readonly edge: number;
  readonly p: readonly number[];
  readonly q: number;
  /** -1 where the flow known is that out of its second end. */
  readonly sign: number;
}

/** An edge as it is now. */
interface Look {
  /** Pa, m3/s; NaN where it is not known. */
  readonly p: number;
  readonly q: number;
  /** Of the scale's colours; -1 where the pressure is not known. */
  readonly shade: number;
  /** Of the flow: 1 from its first end to its second, -1 back, 0 at rest or not known. */
  readonly way: number;
}

const colourOf = (shade: number): string => (shade < 0 ? unknownColour : colourAt(shade / shades));

/** Edges of a drawing, and what frames say of them. */
class Edges {
  private places: Places[] = [];

  constructor(private readonly edges: LiveDrawing['edges']) {}

  /** Frames have these quantities now, in this order. */
  know(names: readonly string[]): void {
    const numbers = new Map(names.map((name, k) => [name, k]));
    this.places = this.edges.flatMap((own, edge): Places[] => {
      if (own.p.length === 0) return [];
      const [out, into] = own.q.map((name) => numbers.get(name) ?? -1) as [number, number];
      return [{ edge, p: own.p.flatMap((name) => numbers.get(name) ?? []), q: out >= 0 ? out : into, sign: out >= 0 ? 1 : -1 }];
    });
  }

  /** Tells how each edge looks in a frame. */
  each(values: Float64Array, ranges: Ranges, tell: (edge: number, look: Look) => void): void {
    let largest = 0;
    for (const { p, q } of this.places) {
      for (const k of p) ranges.include(numberAt(values, k));
      largest = Math.max(largest, Math.abs(values[q] ?? 0) || 0);
    }
    for (const { edge, p: from, q: flow, sign } of this.places) {
      const p = from.reduce((sum, k) => sum + numberAt(values, k), 0) / from.length;
      const q = sign * (values[flow] ?? Number.NaN);
      const shade = Number.isNaN(p) ? -1 : Math.round((shades * (p - ranges.low)) / (ranges.high - ranges.low));
      tell(edge, { p, q, shade, way: Math.abs(q) > restShare * largest ? Math.sign(q) : 0 });
    }
  }
}

/** The lines of a drawing. */
export interface Lines {
  know(names: readonly string[]): void;
  paint(values: Float64Array, ranges: Ranges): void;
}

/** Lines that are elements of the picture. */
export class ElementLines implements Lines {
  private readonly edges: Edges;
  private readonly groups: readonly {
    readonly group: SVGElement;
    readonly title: SVGElement | null;
    readonly about: string;
    shown: string;
  }[];

  constructor(svg: SVGSVGElement, { edges }: LiveDrawing) {
    this.edges = new Edges(edges);
    const found: (typeof this.groups)[number][] = [];
    for (const group of svg.querySelectorAll<SVGElement>('[data-edge]')) {
      const title = group.querySelector<SVGTitleElement>('title');
      found[Number(group.dataset['edge'])] = { group, title, about: title?.textContent ?? '', shown: '' };
    }
    this.groups = found;
  }

  know(names: readonly string[]): void {
    this.edges.know(names);
  }

  paint(values: Float64Array, ranges: Ranges): void {
    this.edges.each(values, ranges, (edge, { p, q, shade, way }) => {
      const own = this.groups[edge];
      const shown = `${shade} ${way}`;
      if (!own || own.shown === shown) return;
      own.shown = shown;
      own.group.setAttribute('stroke', colourOf(shade));
      own.group.setAttribute('color', colourOf(shade));
      own.group.setAttribute('class', `edge ${way > 0 ? 'goes' : way < 0 ? 'comes' : ''}`);
      const said = [Number.isNaN(p) ? '' : formatQuantity(p, 'Pa'), Number.isNaN(q) ? '' : formatQuantity(Math.abs(q), 'm3/s')];
      if (own.title) own.title.textContent = [own.about, ...said.filter((one) => one !== '')].join(', ');
    });
  }
}

/** px: widths of lines, not below the first however small the picture is; arrows and names are left out where they would be smaller than the first. */
const [leastLine, lineWidth, leastArrow, arrowSize, leastName] = [0.8, 1.6, 3, 5, 6];

/** Lines on a canvas that covers the visible part of the sheet, and names of stations. */
export class CanvasLines implements Lines {
  private readonly edges: Edges;
  private readonly canvas = document.createElement('canvas');
  private readonly shade: Int16Array;
  private readonly way: Int8Array;

  constructor(
    private readonly sheet: HTMLElement,
    private readonly svg: SVGSVGElement,
    drawing: LiveDrawing,
    private readonly sketch: Sketch,
  ) {
    this.edges = new Edges(drawing.edges);
    this.shade = new Int16Array(drawing.edges.length).fill(-1);
    this.way = new Int8Array(drawing.edges.length);
    sheet.insertBefore(this.canvas, svg);
    new ResizeObserver(() => this.draw()).observe(svg);
    // Another drawing may have taken its place since.
    const scrolled = (): void => (this.canvas.isConnected ? this.draw() : sheet.removeEventListener('scroll', scrolled));
    sheet.addEventListener('scroll', scrolled);
  }

  know(names: readonly string[]): void {
    this.edges.know(names);
  }

  paint(values: Float64Array, ranges: Ranges): void {
    this.edges.each(values, ranges, (edge, { shade, way }) => {
      this.shade[edge] = shade;
      this.way[edge] = way;
    });
    this.draw();
  }

  private draw(): void {
    const { canvas, sheet, svg } = this;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = sheet;
    const dots = devicePixelRatio;
    const [width, height] = [Math.round(clientWidth * dots), Math.round(clientHeight * dots)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    canvas.style.cssText = `width:${clientWidth}px;height:${clientHeight}px;transform:translate(${scrollLeft}px,${scrollTop}px)`;
    const ground = canvas.getContext('2d');
    const [picture, own] = [svg.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const scale = picture.width / svg.viewBox.baseVal.width;
    if (!ground || !(scale > 0)) return;
    const [left, top] = [(picture.left - own.left) / scale, (picture.top - own.top) / scale];
    ground.setTransform(dots * scale, 0, 0, dots * scale, dots * scale * left, dots * scale * top);
    ground.clearRect(-left, -top, clientWidth / scale, clientHeight / scale);
    ground.lineWidth = Math.max(lineWidth, leastLine / scale);
    const [right, bottom] = [clientWidth / scale - left, clientHeight / scale - top];
    const seen = this.seen(-left, -top, right, bottom);
    if (this.sketch.nameSize * scale >= leastName) this.write(ground, -left, -top, right, bottom);
    for (const [shade, edges] of seen) {
      ground.beginPath();
      for (const edge of edges) this.trace(ground, edge);
      ground.strokeStyle = colourOf(shade);
      ground.stroke();
      if (arrowSize * scale < leastArrow) continue;
      ground.beginPath();
      for (const edge of edges) if (this.way[edge] !== 0) this.arrow(ground, edge);
      ground.fillStyle = colourOf(shade);
      ground.fill();
    }
  }

  /** Names that begin within a rectangle, or not far to the left of it. */
  private write(ground: CanvasRenderingContext2D, left: number, top: number, right: number, bottom: number): void {
    const { names, places, nameSize } = this.sketch;
    const { color, fontFamily } = getComputedStyle(this.sheet);
    ground.fillStyle = color;
    ground.font = `${nameSize}px ${fontFamily}`;
    names.forEach((name, k) => {
      const [x, y] = [numberAt(places, 2 * k), numberAt(places, 2 * k + 1)];
      if (x > left - nameSize * name.length && x < right && y > top && y < bottom + nameSize) ground.fillText(name, x, y);
    });
  }

  /** Edges of which a part is within a rectangle, by their shade. */
  private seen(left: number, top: number, right: number, bottom: number): Map<number, number[]> {
    const { points, ends } = this.sketch;
    const found = new Map<number, number[]>();
    let k = 0;
    ends.forEach((end, edge) => {
      let [x1, y1, x2, y2] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (; k < end; k++) {
        const [x, y] = [numberAt(points, 2 * k), numberAt(points, 2 * k + 1)];
        if (x < x1) x1 = x;
        if (x > x2) x2 = x;
        if (y < y1) y1 = y;
        if (y > y2) y2 = y;
      }
      if (x2 < left || x1 > right || y2 < top || y1 > bottom) return;
      const shade = numberAt(this.shade, edge);
      const alike = found.get(shade);
      if (alike) alike.push(edge);
      else found.set(shade, [edge]);
    });
    return found;
  }

  private trace(ground: CanvasRenderingContext2D, edge: number): void {
    const { points, ends } = this.sketch;
    const first = edge === 0 ? 0 : numberAt(ends, edge - 1);
    ground.moveTo(numberAt(points, 2 * first), numberAt(points, 2 * first + 1));
    for (let k = first + 1; k < numberAt(ends, edge); k++) ground.lineTo(numberAt(points, 2 * k), numberAt(points, 2 * k + 1));
  }

  /** In the middle of the first stretch. */
  private arrow(ground: CanvasRenderingContext2D, edge: number): void {
    const { points, ends } = this.sketch;
    const first = 2 * (edge === 0 ? 0 : numberAt(ends, edge - 1));
    const [x1, y1, x2, y2] = points.subarray(first, first + 4) as unknown as [number, number, number, number];
    const length = numberAt(this.way, edge) / Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) * length, (y2 - y1) * length];
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    ground.moveTo(x + arrowSize * ux, y + arrowSize * uy);
    ground.lineTo(x - arrowSize * (ux + uy), y - arrowSize * (uy - ux));
    ground.lineTo(x - arrowSize * (ux - uy), y - arrowSize * (uy + ux));
    ground.closePath();
  }
}
