/** Eigenvalues along a run as a text table. */

import type { Mode } from '../lumped/stability/eigenvalues.js';
import type { Stiffness } from '../lumped/stiffness.js';
import { sharesText } from './stiffnessText.js';
import { right, textTable } from './table.js';
import { formatNumber, formatSeconds } from './units.js';

/** One row a time: how stiff, the fastest and slowest eigenvalue, the one that swings most, the longest step of dopri5, and the owner of the fastest. */
export function spectrumTable(spectra: readonly Stiffness[]): string {
  const headings = ['stiffness', 'condition', 'fastest, 1/s', 'slowest, 1/s', 'swinging', 'least damped, Hz', 'damping', 'growing'];
  return textTable(
    [...['t', ...headings, 'explicit step'].map(right), { heading: 'fastest belongs to' }],
    spectra.map(({ t, modes, stiffness, condition, steps, fast }) => {
      const decaying = modes.filter(({ real }) => real < 0);
      const swinging = modes.filter(({ imaginary }) => imaginary > 0);
      const [least] = [...swinging].sort((a, b) => a.damping - b.damping);
      const step = steps.find(({ method }) => method === 'dopri5')?.step ?? Number.POSITIVE_INFINITY;
      return [
        formatSeconds(t),
        formatNumber(stiffness, 3),
        formatNumber(condition, 3),
        rate(decaying[0]),
        rate(decaying.at(-1)),
        String(swinging.length),
        least ? formatNumber(least.frequency, 3) : '',
        least ? formatNumber(least.damping, 3) : '',
        String(modes.filter(({ real }) => real > 0).length),
        Number.isFinite(step) ? formatSeconds(step) : '',
        sharesText(fast[0]?.unknowns.slice(0, 2) ?? []),
      ];
    }),
  );
}

const rate = (mode: Mode | undefined): string => (mode ? formatNumber(mode.real, 3) : '');
