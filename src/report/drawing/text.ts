/** How wide a text is: no font is there to be asked, so widths of common sans-serif fonts are taken, rather too large. */

const narrow = /[ijlrtfI1.,:;'|()[\]!\- ]/;
const wide = /[mwMW@%—]/;

/** px */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) ems += narrow.test(letter) ? 0.4 : wide.test(letter) ? 0.95 : /[A-Z]/.test(letter) ? 0.72 : 0.63;
  return Math.ceil(ems * size);
}

/** Sizes of names and of captions below them, px. */
export const nameSize = 11;
export const captionSize = 9;
export const lineNameSize = 8;

/** Rounded up, so that sheets that differ in numbers only have one layout. */
export const inSteps = (width: number): number => 12 * Math.ceil(width / 12);
