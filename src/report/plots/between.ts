/** Results between their rows, and the difference of two of them. */

export interface Rows {
  /** Rising. */
  readonly t: Float64Array;
  readonly y: Float64Array;
}

/** Values at other times, straight between rows; NaN before the first row and behind the last. */
export function valuesAt({ t, y }: Rows, times: Float64Array): Float64Array {
  const values = new Float64Array(times.length).fill(Number.NaN);
  let row = 0;
  for (let k = 0; k < times.length; k++) {
    const time = times[k];
    if (t.length === 0 || time < t[0] || time > t[t.length - 1]) continue;
    // Times rise almost always: the search goes on from the last row.
    if (time < t[row]) row = 0;
    while (row < t.length - 2 && t[row + 1] < time) row++;
    const [before, behind] = [t[row], t[Math.min(row + 1, t.length - 1)]];
    const share = behind > before ? (time - before) / (behind - before) : 0;
    const [low, high] = [y[row], y[Math.min(row + 1, t.length - 1)]];
    values[k] = share === 0 ? low : share === 1 ? high : low + share * (high - low);
  }
  return values;
}

/** `one` less `other`, at the rows of `one`. */
export function difference(one: Rows, other: Rows): Float64Array {
  const there = valuesAt(other, one.t);
  return one.y.map((value, k) => value - there[k]);
}
