/** Types of quasiSteady.mjs, for the tests. */
export interface Positions {
  /** m, every 10 ms */
  readonly x: ArrayLike<number>;
  /** Pa */
  readonly mean: number;
}

export function positions(how: {
  readonly frequency: number;
  readonly floor: number;
  readonly step: number;
  readonly end: number;
  readonly treated: boolean;
  readonly within: boolean;
}): Positions;

export function off(own: Positions, exact: Positions): { readonly all: number; readonly last: number };

interface Scan {
  readonly end: number;
  readonly floors: readonly number[];
  readonly frequencies: readonly number[];
}

export function scan(over: Scan): object[];

export const published: Scan;
