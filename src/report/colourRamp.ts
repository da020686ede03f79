/** Colours of numbers. */

/** From dark blue by green to yellow: rises in lightness, so that it reads in print and for the colour-blind (after viridis). */
const ramp = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const;

/** Of a cell without a number. */
export const noColour = '#d7dade';

/** Colour of a share from 0 to 1. */
export function colourAt(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const k = Math.min(ramp.length - 2, Math.floor(at));
  const mixed = [0, 1, 2].map((c) => {
    const [a, b] = [ramp[k]?.[c], ramp[k + 1]?.[c]];
    return Math.round(a + (at - k) * (b - a));
  });
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
}
