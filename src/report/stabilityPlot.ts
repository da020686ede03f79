/** One picture of stability regions: where |R(z)| = 1 for several methods, both axes to one scale. */
import type { Polyline, Window } from '../lumped/stability/regions.js';
import { frameMarkup, legendWidth, px, strokeOf } from './plotFrame.js';
import { escaped, svgText } from './svg.js';
import { niceAxis } from './ticks.js';

export interface RegionCurve {
  readonly name: string;
  /** Where it is stable: within the lines or outside of them. */
  readonly side: 'inside' | 'outside';
  readonly lines: readonly Polyline[];
}

export interface StabilityPlot {
  readonly title: string;
  readonly window: Window;
  readonly curves: readonly RegionCurve[];
  /** px; default 960. The height follows from the window. */
  readonly width?: number;
}

const [upper, left, lineHeight] = [44, 72, 18];

/** An SVG file's text. Pure. */
export function stabilityPlot({ title, window, curves, width = 960 }: StabilityPlot): string {
  const names = curves.map(({ name, side }) => `${name}, ${side}`);
  const right = width - legendWidth(names) - 8;
  const scale = (right - left) / (window.right - window.left);
  const lower = upper + scale * (window.top - window.bottom);
  const x = (re: number): number => left + (re - window.left) * scale;
  const y = (im: number): number => lower - (im - window.bottom) * scale;
  const marks = (from: number, to: number): { axis: ReturnType<typeof niceAxis> } => ({
    axis: niceAxis(from, to, Math.max(2, Math.floor(((to - from) * scale) / 60)), false),
  });
  const body = [
    ...frameMarkup(
      { left, right, upper, lower },
      { ...marks(window.left, window.right), at: x, text: 'Re hλ' },
      { ...marks(window.bottom, window.top), at: y, text: 'Im hλ' },
    ),
    `<clipPath id="window"><rect x="${left}" y="${upper}" width="${px(right - left)}" height="${px(lower - upper)}"/></clipPath>`,
    `<path d="M${px(x(0))} ${upper}V${px(lower)}M${left} ${px(y(0))}H${px(right)}" stroke="#9aa1ab" clip-path="url(#window)"/>`,
    ...curves.map(({ lines }, i) => {
      const path = lines.map((line) => line.map(({ re, im }, k) => `${k === 0 ? 'M' : 'L'}${px(x(re))} ${px(y(im))}`).join('')).join('');
      return `<path d="${path || 'M0 0'}" fill="none" ${strokeOf(i)} stroke-width="1.8" clip-path="url(#window)"/>`;
    }),
    ...names.map((name, i) => {
      const below = upper + 10 + lineHeight * i;
      return `<path d="M${px(right + 12)} ${below}h18" ${strokeOf(i)} stroke-width="2.5"/><text x="${px(right + 36)}" y="${below + 4}">${escaped(name)}</text>`;
    }),
  ];
  const height = Math.max(lower + 54, upper + lineHeight * (names.length + 1));
  return svgText({ title, width, height: Math.round(height), left, body });
}
