/** A curve as an SVG path, thinned to what a screen can show. */

export interface CurveFrame {
  /** Horizontal position, px, of a time. */
  readonly x: (t: number) => number;
  /** Vertical position, px, of a value. */
  readonly y: (value: number) => number;
}

/**
 * Path data of the points (t[i], y[i]). Where several points fall into one column of pixels only the first, lowest, highest and last are kept, in their
 * order in time, so that no peak is lost and a million points draw as fast as a thousand. Values that are not finite leave a gap.
 */
export function linePath(t: Float64Array, y: Float64Array, frame: CurveFrame): string {
  let path = '';
  let pen: 'M' | 'L' = 'M';
  const drawn = (i: number): void => {
    path += `${pen}${pixels(frame.x(t[i]))} ${pixels(frame.y(y[i]))}`;
    pen = 'L';
  };
  let i = 0;
  while (i < t.length) {
    if (!Number.isFinite(y[i])) {
      pen = 'M';
      i++;
      continue;
    }
    const column = Math.floor(frame.x(t[i]));
    const first = i;
    let lowest = i;
    let highest = i;
    while (i < t.length && Number.isFinite(y[i]) && Math.floor(frame.x(t[i])) === column) {
      if (y[i] < y[lowest]) lowest = i;
      if (y[i] > y[highest]) highest = i;
      i++;
    }
    for (const kept of [...new Set([first, lowest, highest, i - 1])].sort((a, b) => a - b)) drawn(kept);
  }
  return path;
}

/** Two decimals are finer than any screen and keep the file small. */
function pixels(value: number): string {
  return String(Math.round(value * 100) / 100);
}
