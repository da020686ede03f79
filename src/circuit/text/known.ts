/** Reads of what must be there. Where it is not, a fault of the program ends at the read, not far from it at a NaN. */

/** Number k of a column. */
export function numberAt(column: ArrayLike<number>, k: number): number {
  const value = column[k];
  if (value === undefined) throw new RangeError(`a column of ${column.length} numbers has none at ${k}`);
  return value;
}

/** Entry of a map. */
export function entryOf<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new RangeError(`a map of ${map.size} entries has none for ${key}`);
  return value;
}
