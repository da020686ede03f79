/** One picture of bars in groups on a logarithmic axis, such as the error of every method at every step; what failed is a gap with a cross. */
import { logAxis, logShare } from './logTicks.js';
import { colourOf, frameMarkup, legendWidth, px } from './plotFrame.js';
import { escaped, svgText } from './svg.js';
import { formatNumber } from './units.js';

export interface GroupedBars {
  readonly title: string;
  /** Name of the axis, with its unit. */
  readonly axis: string;
  /** Bars of a group, one colour each: '0.25 ms', '1 ms'. */
  readonly names: readonly string[];
  /** A value for each name; null, or one that is not above zero and finite, is a gap. */
  readonly groups: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
  /** px; default 960 by 480 */
  readonly width?: number;
  readonly height?: number;
}

const [upper, left, lineHeight] = [44, 84, 18];

/** An SVG file's text. Pure. */
export function groupedBars({ title, axis: text, names, groups, width = 960, height = 480 }: GroupedBars): string {
  const values = groups.flatMap((group) => group.values).filter(placed);
  const right = width - legendWidth(names) - 8;
  const lower = height - 54;
  // The least value, too, has a bar to be seen.
  const axis = logAxis(Math.min(...values) / 1.5, Math.max(...values), (lower - upper) / 36);
  const y = (value: number): number => lower - logShare(axis, value) * (lower - upper);
  const each = (right - left) / Math.max(1, groups.length);
  const bar = (0.8 * each) / Math.max(1, names.length);
  const at = (group: number, name: number): number => left + each * (group + 0.1) + bar * name;
  const marks = groups.map(({ label }, group) => ({ value: group, label }));
  const body = [
    ...frameMarkup(
      { left, right, upper, lower },
      { axis: { marks }, at: (group) => left + each * (group + 0.5), text: '' },
      { axis, at: y, text },
    ),
    ...groups.flatMap(({ label, values: own }, group) =>
      names.map((name, k) => {
        const value = own[k] ?? null;
        if (!placed(value))
          return `<path transform="translate(${px(at(group, k) + bar / 2)} ${lower - 7})" d="M-4 -4L4 4M-4 4L4 -4" stroke="${colourOf(k)}" stroke-width="1.6"><title>${escaped(`${label}, ${name}: failed`)}</title></path>`;
        return `<rect x="${px(at(group, k))}" y="${px(y(value))}" width="${px(bar * 0.92)}" height="${px(lower - y(value))}" fill="${colourOf(k)}"><title>${escaped(`${label}, ${name}: ${formatNumber(value, 2)}`)}</title></rect>`;
      }),
    ),
    ...names.map((name, k) => {
      const below = upper + lineHeight * k;
      return `<rect x="${px(right + 14)}" y="${below}" width="12" height="12" fill="${colourOf(k)}"/><text x="${px(right + 32)}" y="${below + 10.5}">${escaped(name)}</text>`;
    }),
  ];
  return svgText({ title, width, height, left, body });
}

const placed = (value: number | null): value is number => value !== null && value > 0 && Number.isFinite(value);
