/**
 * A small volume without a content: its pressure is at every moment the one at which the flows add up to 0 (singular perturbation, Tikhonov), found at each evaluation. What
 * that does to the slopes of the rest implicit methods are told (eliminated.ts). Behind valves that shut at once nothing determines it: it stays what it was.
 */
import { treatmentForms } from '../../circuit/treatments/forms.js';
import { SquareLaws } from './squareLaws.js';
import { type SmallVolume, Tally, type Treated, type Treatment } from './treatment.js';

export const quasiSteady: Treatment = {
  ...treatmentForms.quasiSteady,
  about: 'the pressure at which the flows add up to 0; in closed form between two throttles',
  source:
    'singular perturbation: Kiani-Oshtorjani, Ustinov, Handroos, Jalali and Mikkola, IEEE Access 8 (2020), §II.B; Ustinov, LUT 2023, (2.12)',
  when: 'always',
  algebraic: true,
  start: (volume: SmallVolume): Treated => {
    const laws = new SquareLaws(volume);
    const counts = new Tally();
    return {
      counts,
      hasNone: () => laws.hasNone,
      accepted: (_t, pressure) => {
        if (Number.isFinite(pressure)) laws.hasNone = false;
      },
      pressure: (t, before) => {
        const pressure = laws.root(before);
        counts.add(t, laws.rounds);
        return pressure;
      },
    };
  },
};
