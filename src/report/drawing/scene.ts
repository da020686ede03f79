/** A sheet with places: what the painter draws, and what the measure of a drawing looks at. */
import type { Box, Point } from './box.js';
import type { Sheet } from './sheet.js';

export interface PlacedNode {
  readonly box: Box;
  /** Upper left corner of the box, px. */
  readonly x: number;
  readonly y: number;
}

export interface Scene {
  readonly sheet: Sheet;
  /** px */
  readonly width: number;
  readonly height: number;
  /** By node. */
  readonly nodes: readonly PlacedNode[];
  /** By edge: from the port it begins at to that it ends at, along horizontal and vertical stretches. */
  readonly routes: readonly (readonly Point[])[];
  /** Where lines meet or branch. */
  readonly dots: readonly Point[];
}
