/** Ends of connections, two by two, as a column a side. */
type Sides = readonly [Int32Array, Int32Array];

/** Columns of `count` connections, of the sides from and to; `at`: number of the k-th. */
export function endColumns(
  all: { readonly component: Int32Array; readonly port: Int32Array },
  count: number,
  at: (k: number) => number,
): { component: Sides; port: Sides } {
  const column = (values: Int32Array, side: number): Int32Array => {
    const own = new Int32Array(count);
    for (let k = 0; k < count; k++) own[k] = values[2 * at(k) + side] as number;
    return own;
  };
  return { component: [column(all.component, 0), column(all.component, 1)], port: [column(all.port, 0), column(all.port, 1)] };
}
