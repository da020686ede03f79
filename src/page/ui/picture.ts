/** A drawing whose lines take the colour of their pressure and arrows of their flow. */
import { colourAt } from '../../report/drawing/flows.js';
import type { LiveDrawing } from '../../report/drawing/live.js';
import { formatQuantity } from '../../report/units.js';
import { CanvasLines, ElementLines, type Lines, type Ranges } from './lines.js';

export class LivePicture {
  private readonly svg: SVGSVGElement;
  private readonly lines: Lines;
  private zoom = 0;

  /** Puts the drawing into the page. */
  constructor(
    private readonly drawing: LiveDrawing,
    private readonly sheet: HTMLElement,
  ) {
    const parsed = new DOMParser().parseFromString(drawing.svg, 'image/svg+xml').documentElement;
    this.svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    sheet.replaceChildren(this.svg);
    // An element that scrolls can be reached by keys.
    sheet.tabIndex = 0;
    this.fit();
    const { sketch } = drawing;
    this.lines = sketch ? new CanvasLines(sheet, this.svg, drawing, sketch) : new ElementLines(this.svg, drawing);
  }

  /** Quantities that it may show. */
  get names(): string[] {
    return [...new Set(this.drawing.edges.flatMap(({ p, q }) => [...p, ...q]).filter((name) => name !== ''))];
  }

  /** Frames have these quantities now, in this order. */
  know(names: readonly string[]): void {
    this.lines.know(names);
  }

  /** Shows the quantities of a frame. */
  paint(values: Float64Array, ranges: Ranges): void {
    this.lines.paint(values, ranges);
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

/** The meaning of the colours, as an element's content. */
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
