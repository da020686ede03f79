/** Eigenvalues along a run as a text table. */
import type { SpectrumAt } from '../lumped/spectra.js';
import type { Mode } from '../lumped/stability/eigenvalues.js';
import { textTable } from './table.js';
import { formatNumber, formatSeconds } from './units.js';

/** One row a time: how stiff, what is fastest and slowest, what swings most, and the longest step that dopri5 is stable at for a real eigenvalue of that size. */
export function spectrumTable(spectra: readonly SpectrumAt[], realLimit: number): string {
  const headings = ['stiffness', 'fastest, 1/s', 'slowest, 1/s', 'swinging', 'least damped, Hz', 'damping', 'growing', 'explicit step'];
  return textTable(
    [{ heading: 't', align: 'right' }, ...headings.map((heading) => ({ heading, align: 'right' as const }))],
    spectra.map(({ t, modes, stiffness }) => {
      const decaying = modes.filter(({ real }) => real < 0);
      const swinging = modes.filter(({ imaginary }) => imaginary > 0);
      const [least] = [...swinging].sort((a, b) => a.damping - b.damping);
      const fastest = 2 * Math.PI * (modes[0]?.frequency ?? 0);
      return [
        formatSeconds(t),
        formatNumber(stiffness, 3),
        rate(decaying[0]),
        rate(decaying.at(-1)),
        String(swinging.length),
        least ? formatNumber(least.frequency, 3) : '',
        least ? formatNumber(least.damping, 3) : '',
        String(modes.filter(({ real }) => real > 0).length),
        fastest > 0 ? formatSeconds(-realLimit / fastest) : '',
      ];
    }),
  );
}

const rate = (mode: Mode | undefined): string => (mode ? formatNumber(mode.real, 3) : '');
