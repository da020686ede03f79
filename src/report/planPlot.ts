/** A circuit coloured by partition: components as points, lines as strokes, cut lines dark; small circuits with names. */
import { graphLayout, type LayoutGraph } from './graphLayout.js';
import { colourOf } from './plotFrame.js';
import { escaped, svgText } from './svg.js';

export interface PlanPicture extends LayoutGraph {
  readonly title: string;
  /** Below the title. */
  readonly caption: string;
  /** Part of every vertex. */
  readonly part: Int32Array;
  readonly parts: number;
  readonly nameOf: (vertex: number) => string;
  /** By part, for the legend. */
  readonly labels: readonly string[];
}

const size = { width: 1000, height: 760, left: 24, upper: 70, side: 660 } as const;
/** Circuits up to this size have names beside their points. */
const mostNamed = 120;

/** The SVG file's text. */
export function planPlot(picture: PlanPicture): string {
  const { count, from, to, part, title, caption, labels, nameOf } = picture;
  const layout = graphLayout(picture);
  const at = (values: Float64Array, v: number, first: number): string =>
    String(Math.round(10 * (first + size.side * (values[v] as number))) / 10);
  const place = (v: number): string => `${at(layout.x, v, size.left + 20)} ${at(layout.y, v, size.upper)}`;
  const radius = count <= 60 ? 6 : count <= 400 ? 4 : count <= 3000 ? 2 : 1;
  const strokes: [string[], string[]] = [[], []];
  for (let e = 0; e < from.length; e++) {
    const [v, u] = [from[e] as number, to[e] as number];
    strokes[part[v] === part[u] ? 0 : 1].push(`M${place(v)}L${place(u)}`);
  }
  const points: string[][] = labels.map(() => []);
  for (let v = 0; v < count; v++) points[part[v] as number]?.push(`M${place(v)}h0`);
  const names =
    count > mostNamed
      ? []
      : Array.from({ length: count }, (_, v) => {
          const [x, y] = place(v).split(' ').map(Number) as [number, number];
          return `<text x="${x + radius + 2}" y="${y - radius - 1}" font-size="9" fill="#555">${escaped(nameOf(v))}</text>`;
        });
  return svgText({
    title,
    width: size.width,
    height: size.height,
    left: size.left,
    body: [
      `<text x="${size.left}" y="46" fill="#555">${escaped(caption)}</text>`,
      `<path d="${strokes[0].join('')}" stroke="#c3c8d0" stroke-width="${radius > 2 ? 1.2 : 0.5}" fill="none"/>`,
      `<path d="${strokes[1].join('')}" stroke="#111" stroke-width="${radius > 2 ? 2 : 1.2}" fill="none"/>`,
      ...points.map(
        (marks, k) =>
          `<path d="${marks.join('')}" stroke="${colourOf(k)}" stroke-width="${2 * radius}" stroke-linecap="round" fill="none"/>`,
      ),
      ...names,
      ...labels
        .slice(0, 30)
        .map(
          (label, k) =>
            `<path d="M740 ${90 + 20 * k}h0" stroke="${colourOf(k)}" stroke-width="10" stroke-linecap="round"/><text x="752" y="${94 + 20 * k}">${escaped(label)}</text>`,
        ),
      ...(labels.length > 30 ? [`<text x="752" y="${94 + 600}">and ${labels.length - 30} more</text>`] : []),
      `<path d="M732 ${size.height - 24}h16" stroke="#111" stroke-width="2"/><text x="752" y="${size.height - 20}">cut line</text>`,
    ],
  });
}
