/** Drawings for commands: the drawing room, and with it the layout library, is loaded by who draws. */
import type { Circuit } from '../circuit/circuit.js';
import type { Drawing, DrawingOptions } from '../report/drawing/drawing.js';
import { UserError } from '../results/userError.js';

/** An SVG picture of a circuit, or a page whose stations open. */
export async function drawn(circuit: Circuit, options: DrawingOptions, isPage = false): Promise<Drawing> {
  const { drawingSvg, TooLargeError } = await import('../report/drawing/drawing.js');
  const { drawingPage } = await import('../report/drawing/page.js');
  try {
    return await (isPage ? drawingPage : drawingSvg)(circuit, options);
  } catch (error) {
    throw error instanceof TooLargeError ? new UserError(`${circuit.name} cannot be drawn: ${error.message}`) : error;
  }
}
