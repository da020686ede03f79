/** Strokes that symbols are made of, as SVG elements. Areas take the colour of their group (that of a partition), lines none. */

/** Colour of symbols and names. */
export const ink = '#222';

/** A closed outline. */
export const area = (d: string): string => `<path d="${d}"/>`;
/** Lines without an area. */
export const lines = (d: string): string => `<path d="${d}" fill="none"/>`;
/** Control lines within a symbol. */
export const dashes = (d: string): string => `<path d="${d}" fill="none" stroke-dasharray="3 2" stroke-width="1"/>`;
/** A filled triangle, ball or bar: hydraulic energy. */
export const solid = (d: string): string => `<path d="${d}" fill="${ink}"/>`;
/** A circle by centre and radius. */
export const circle = (x: number, y: number, r: number): string => `<circle cx="${x}" cy="${y}" r="${r}"/>`;
/** A rectangle by its upper left corner. */
export const box = (x: number, y: number, width: number, height: number): string => area(`M${x} ${y}h${width}v${height}h${-width}z`);

/** A line that ends in an arrow's head. */
export function arrow(x1: number, y1: number, x2: number, y2: number, head = 6): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const side = (sign: number): string =>
    `${tenth(x2 - head * ux + sign * 0.42 * head * uy)} ${tenth(y2 - head * uy - sign * 0.42 * head * ux)}`;
  return `${lines(`M${x1} ${y1}L${x2} ${y2}`)}${solid(`M${tenth(x2)} ${tenth(y2)}L${side(1)}L${side(-1)}z`)}`;
}

/** A spring between two points, with so many teeth of half a width. */
export function spring(x1: number, y1: number, x2: number, y2: number, half = 4, teeth = 5): string {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy);
  const points = Array.from({ length: teeth }, (_, k) => {
    const [along, across] = [(k + 0.5) / teeth, (k % 2 === 0 ? half : -half) / length];
    return `L${tenth(x1 + along * dx - across * dy)} ${tenth(y1 + along * dy + across * dx)}`;
  });
  return lines(`M${x1} ${y1}${points.join('')}L${x2} ${y2}`);
}

/** Two bends towards each other, along a vertical line: a throttle, whose flow follows viscosity. */
export const throat = (x: number, from: number, to: number): string =>
  lines(`M${x - 8} ${from}Q${x - 1} ${(from + to) / 2} ${x - 8} ${to}M${x + 8} ${from}Q${x + 1} ${(from + to) / 2} ${x + 8} ${to}`);

/** Two edges towards each other: an orifice, whose flow does not. */
export const edges = (x: number, y: number): string =>
  lines(`M${x - 9} ${y - 7}L${x - 3} ${y}L${x - 9} ${y + 7}M${x + 9} ${y - 7}L${x + 3} ${y}L${x + 9} ${y + 7}`);

/** Rounded to a tenth, as text. */
export const tenth = (value: number): string => String(Math.round(10 * value) / 10 || 0);
