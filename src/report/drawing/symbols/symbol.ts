/** A symbol: its size, the places of its ports, and how it is drawn. */

/**
 * Where a line meets a symbol. 'north' and 'south' are its upper and lower edge; lines at 'west' and 'east' leave sideways and turn up or down, to wherever
 * they lead; a 'free' port is put on the upper or the lower edge, in the order that has fewest crossings.
 */
export type Side = 'north' | 'south' | 'west' | 'east' | 'free';

export interface SymbolPort {
  /** px from the upper left corner; of a free port unused */
  readonly x: number;
  readonly y: number;
  readonly side: Side;
}

export interface HydraulicSymbol {
  /** px */
  readonly width: number;
  readonly height: number;
  /** By port, input, output or state; others are free, or at the side of signals. */
  readonly ports: Readonly<Record<string, SymbolPort>>;
  /** SVG elements. */
  readonly art: string;
  /** Upright however the symbol is turned: text and its middle. */
  readonly letters?: readonly (readonly [text: string, x: number, y: number])[];
  /** May stand on its head, where its flow goes downwards. */
  readonly turns?: boolean;
  /** May be mirrored from left to right. */
  readonly mirrors?: boolean;
  /** Height of its place, from 0 (tank) to 1 (consumer); without one it is between its neighbours. */
  readonly level?: number;
  /** Signals at its left and right turn up: what loads an actuator stands above it. */
  readonly loadedFromAbove?: boolean;
}

/** Symbols of a family by kind. */
export type Family = Readonly<Record<string, HydraulicSymbol>>;

/** A port on the upper edge. */
export const north = (x: number, y = 0): SymbolPort => ({ x, y, side: 'north' });
/** A port on the lower edge. */
export const south = (x: number, y: number): SymbolPort => ({ x, y, side: 'south' });
/** A port at the left. */
export const west = (x: number, y: number): SymbolPort => ({ x, y, side: 'west' });
/** A port at the right. */
export const east = (x: number, y: number): SymbolPort => ({ x, y, side: 'east' });
