/** A drawing whose lines take the colour of their pressure and arrows of their flow. */
import { colourAt, unknownColour } from '../../report/drawing/flows.js';
import type { LiveDrawing } from '../../report/drawing/live.js';
import { formatQuantity } from '../../report/units.js';

/** Flows smaller than this part of the largest are rest. */
const restShare = 1e-3;
/** Pa; smaller ranges are shown as this one. */
const leastRange = 1e5;

/** Where a drawing's quantities stand in a frame. */
interface EdgePlaces {
  readonly group: SVGElement;
  readonly title: SVGElement | null;
  readonly about: string;
  readonly p: readonly number[];
  readonly q: number;
  /** -1 where the flow known is that out of its second end. */
  readonly sign: number;
  shown: string;
}

/** Range of pressures that colours are by, Pa; it only grows. */
export class Ranges {
  low = 0;
  high = leastRange;
}

export class LivePicture {
  private places: EdgePlaces[] = [];
  private readonly svg: SVGSVGElement;
  private zoom = 0;

  /** Puts the drawing into the page. */
  constructor(
    private readonly drawing: LiveDrawing,
    private readonly sheet: HTMLElement,
  ) {
    const parsed = new DOMParser().parseFromString(drawing.svg, 'image/svg+xml').documentElement;
    this.svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    sheet.replaceChildren(this.svg);
    // What scrolls can be reached by keys.
    sheet.tabIndex = 0;
    this.fit();
  }

  /** Quantities that it may show. */
  get names(): string[] {
    return [...new Set(this.drawing.edges.flatMap(({ p, q }) => [...p, ...q]).filter((name) => name !== ''))];
  }

  /** Frames have these quantities now, in this order. */
  know(names: readonly string[]): void {
    const numbers = new Map(names.map((name, k) => [name, k]));
    this.places = [...this.svg.querySelectorAll<SVGElement>('[data-edge]')].flatMap((group) => {
      const edge = this.drawing.edges[Number(group.dataset['edge'])];
      if (!edge || edge.p.length === 0) return [];
      const [out, into] = edge.q.map((name) => numbers.get(name) ?? -1) as [number, number];
      const title = group.querySelector<SVGTitleElement>('title');
      const p = edge.p.flatMap((name) => numbers.get(name) ?? []);
      const own = { p, q: out >= 0 ? out : into, sign: out >= 0 ? 1 : -1, shown: '' };
      return [{ group, title, about: title?.textContent ?? '', ...own }];
    });
  }

  /** Shows the quantities of a frame. */
  paint(values: Float64Array, ranges: Ranges): void {
    let largest = 0;
    for (const { p, q } of this.places) {
      for (const k of p) {
        const value = values[k] as number;
        if (value > ranges.high) ranges.high = 1.05 * value;
        // A hundredth of a bar below the open air does not begin a scale at minus ten.
        if (value < ranges.low - leastRange / 10) ranges.low = value;
      }
      largest = Math.max(largest, Math.abs(values[q] ?? 0) || 0);
    }
    for (const place of this.places) {
      const p = place.p.reduce((sum, k) => sum + (values[k] as number), 0) / place.p.length;
      const q = place.sign * (values[place.q] ?? Number.NaN);
      const colour = Number.isNaN(p) ? unknownColour : colourAt(Math.round((64 * (p - ranges.low)) / (ranges.high - ranges.low)) / 64);
      const way = Math.abs(q) > restShare * largest ? (q > 0 ? 'goes' : 'comes') : '';
      const shown = `${colour}${way}`;
      if (shown === place.shown) continue;
      place.shown = shown;
      place.group.setAttribute('stroke', colour);
      place.group.setAttribute('color', colour);
      place.group.setAttribute('class', `edge ${way}`);
      const said = [Number.isNaN(p) ? '' : formatQuantity(p, 'Pa'), Number.isNaN(q) ? '' : formatQuantity(Math.abs(q), 'm3/s')];
      if (place.title) place.title.textContent = [place.about, ...said.filter((one) => one !== '')].join(', ');
    }
  }

  /** Not wider than the window. */
  fit(): void {
    this.zoom = 0;
    this.svg.classList.add('fits');
    this.svg.setAttribute('width', `${this.svg.viewBox.baseVal.width}`);
  }

  /** Larger or smaller by a factor. */
  enlarge(factor: number): void {
    const { width } = this.svg.viewBox.baseVal;
    if (this.zoom === 0) this.zoom = this.svg.getBoundingClientRect().width / width;
    this.zoom = Math.min(8, Math.max(0.1, factor * this.zoom));
    this.svg.classList.remove('fits');
    this.svg.setAttribute('width', `${Math.round(width * this.zoom)}`);
  }

  /** The component or station that an element belongs to; '' for none. */
  nameAt(target: EventTarget | null): { readonly component: string; readonly station: string } {
    const inside = target instanceof Element && this.sheet.contains(target) ? target : null;
    const link = inside?.closest('a')?.getAttribute('href') ?? '';
    const about = inside?.closest('.component')?.querySelector('title')?.textContent ?? '';
    return { station: link.startsWith('#station-') ? link.slice('#station-'.length) : '', component: about.split(': ')[0] as string };
  }
}

/** What the colours mean, as an element's content. */
export function scaleArt({ low, high }: Ranges): Node[] {
  const steps = 32;
  const bars = Array.from({ length: steps }, (_, k) => `<rect x="${k}" width="1.05" height="4" fill="${colourAt((k + 0.5) / steps)}"/>`);
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${steps} 4" preserveAspectRatio="none" aria-hidden="true">${bars.join('')}</svg>`;
  const art = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return [
    document.createTextNode(formatQuantity(low, 'Pa')),
    document.importNode(art, true),
    document.createTextNode(formatQuantity(high, 'Pa')),
  ];
}
