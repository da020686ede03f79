/** Common to all our pictures: the frame of an SVG file, its colours, and how text gets into it. */

/** A comment by which an existing file is known to be ours and may be overwritten. */
export const plotMark = '<!-- plotted by ringmain -->';

/** Marks a page with a drawing. */
export const drawingMark = '<!-- drawn by ringmain -->';

/** Marks a report. */
export const reportMark = '<!-- report by ringmain -->';

/** Readable on white, distinct in print and for most colour-blind readers. */
export const colours = ['#1f6fb4', '#d1495b', '#2a8f5c', '#d98200', '#7b4fb3', '#0f8b9d', '#8c564b', '#c2378f', '#5b6770', '#8a8100'];

export interface Picture {
  readonly title: string;
  /** px */
  readonly width: number;
  readonly height: number;
  /** px from the left edge to the title */
  readonly left: number;
  /** Elements below the title. */
  readonly body: readonly string[];
  /** Whether the title stands in the picture; default: it does. */
  readonly isTitled?: boolean;
}

/** An SVG file's text: white ground, title, body. */
export function svgText({ title, width, height, left, body, isTitled = true }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, 'Helvetica Neue', Arial, sans-serif" font-size="12" fill="#222">`,
    plotMark,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...(isTitled ? [`<text x="${left}" y="26" font-size="16" font-weight="600">${escaped(title)}</text>`] : []),
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

/** Text as it may stand between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
