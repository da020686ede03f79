/** First-order and total indices of each parameter as bars with their intervals, a panel for each measure. */
import type { Index, Sensitivity } from '../../fit/sensitivity.js';
import { colourOf, px } from '../plotFrame.js';
import { escaped, svgText } from '../svg.js';
import { formatNumber } from '../units.js';

const [left, right, upper, panelHeight, gap, width] = [64, 700, 76, 220, 76, 720] as const;
const [low, high] = [-0.1, 1.1] as const;

/** An SVG file's text. Pure. */
export function sensitivityBars(
  title: string,
  parameters: readonly string[],
  measures: readonly { readonly name: string; readonly found: Sensitivity }[],
): string {
  const panels = measures.map(({ name, found }, k) => panel(name, parameters, found, upper + k * (panelHeight + gap)));
  const legend = ['first order: alone', 'total: with all interactions'].map(
    (text, k) =>
      `<rect x="${left + 220 * k}" y="40" width="12" height="12" fill="${colourOf(k)}"/><text x="${left + 18 + 220 * k}" y="50">${text}</text>`,
  );
  return svgText({ title, width, height: upper + measures.length * (panelHeight + gap), left, body: [...legend, ...panels] });
}

function panel(name: string, parameters: readonly string[], { first, total }: Sensitivity, top: number): string {
  const lower = top + panelHeight;
  const y = (value: number): number => lower - ((Math.min(high, Math.max(low, value)) - low) / (high - low)) * panelHeight;
  const each = (right - left) / parameters.length;
  const bar = Math.min(48, 0.35 * each);
  const at = (k: number, which: number): number => left + each * (k + 0.5) + (which - 1) * bar;
  const drawn = ({ value, low: from, high: to }: Index, k: number, which: number): string => {
    if (!Number.isFinite(value)) return '';
    const x = at(k, which);
    const [a, b] = [Math.max(0, value), Math.min(0, value)].map(y) as [number, number];
    const tip = `${parameters[k]}: ${formatNumber(value, 3)} (${formatNumber(from, 3)} to ${formatNumber(to, 3)})`;
    const middle = px(x + bar * 0.46);
    return `<rect x="${px(x)}" y="${px(a)}" width="${px(bar * 0.92)}" height="${px(Math.max(0.5, b - a))}" fill="${colourOf(which)}"><title>${escaped(tip)}</title></rect><path d="M${middle} ${px(y(from))}V${px(y(to))}" stroke="#222" stroke-width="1.5"/>`;
  };
  return [
    ...[0, 0.25, 0.5, 0.75, 1].map(
      (value) =>
        `<path d="M${left} ${px(y(value))}H${right}" stroke="${value === 0 ? '#6b7280' : '#e6e8ec'}"/><text x="${left - 8}" y="${px(y(value))}" dy="4" text-anchor="end">${value}</text>`,
    ),
    `<text x="${left}" y="${top - 4}" font-weight="600">${escaped(name)}</text>`,
    ...parameters.flatMap((parameter, k) => [
      drawn(first[k] as Index, k, 0),
      drawn(total[k] as Index, k, 1),
      `<text x="${px(left + each * (k + 0.5))}" y="${lower + 18}" text-anchor="middle">${escaped(parameter)}</text>`,
    ]),
  ].join('\n');
}
