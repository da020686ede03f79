/** Friction of turbulent flow: λ is 64/Re to Re 2000, from 4000 on Haaland's, J. Fluids Eng. 105 (1983) 89, and between them on a straight line. */
import type { Elementary } from '../site.js';
import type { LossFactor } from './lossFactor.js';

/** λ by Re of at least 1, and the cell of (ε/3.7d)^1.11. */
function turbulentFactor(F: Float64Array, _I: Int32Array, o: Pick<Elementary, 'log10'>, number: number, roughness: number): number {
  const root = -1.8 * o.log10(6.9 / Math.max(number, 4000) + (F[roughness] as number));
  const laminar = 64 / Math.min(number, 2000);
  const turbulent = 1 / (root * root);
  const part = Math.min(1, Math.max(0, (number - 2000) / 2000));
  return laminar + part * (turbulent - laminar);
}

export const turbulentLoss: LossFactor = {
  factor: turbulentFactor,
  equations: `
      root = -1.8 / log(10) * log(6.9 / max(number, 4000) + roughness)
      laminar = 64 / min(max(number, 1), 2000)
      share = min(1, max(0, (number - 2000) / 2000))`,
  expression: '(laminar + share * (1 / root^2 - laminar))',
};
