/** Columns of oil: how they gather speed. */
import { figure, type KindCheck } from './kindCheck.js';
import { bar, Rig } from './rig.js';

const round = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
/** m/s after t in s; begins at a tenth of the velocity at which ξ ρ v²/2 = Δp. */
const openingVelocity = (t: number): number => 10 * Math.tanh((t * 1e5) / (850 * 4 * 10) + Math.atanh(0.1));

const openingUphill = {
  length: '4 m',
  diameter: '20 mm',
  massShare: 0.5,
  mass: `${0.5 * 850 * 4 * round(0.02)} kg`,
  friction: 0,
  lossCoefficient: 1e5 / (850 * 50),
  elevation: '3 m',
  initialVelocity: '1 m/s',
};

export const columnChecks: readonly KindCheck[] = [
  {
    kind: 'rigidColumn',
    title: 'oil in 2 m of pipe of 8 mm gets moving under 1 bar; an opening with a mass that it carries, uphill',
    against: 'analytic: v = Δp d²/(32 μ L) with a time constant of d²/(32 ν) = 50 ms; without friction v = v∞ tanh(t/τ), τ = m v∞/(A Δp)',
    tolerance: 1e-4,
    reason: 'steps of 20 µs, a flow being that of the middle of its step; e^(-12) is left',
    rig: () =>
      new Rig({ end: 0.6, step: 2e-5 })
        .put('a', 'rigidColumn', { length: '2 m', diameter: '8 mm' }, { in: '3 bar', out: '2 bar' })
        .put('b', 'rigidColumn', openingUphill, { in: '2 bar', out: `${1 - (850 * 9.80665 * 3) / bar} bar` })
        .build(),
    figures: [
      figure('flow', 'm3/s', round(8e-3) * ((1e5 * 64e-6) / (32 * 0.034 * 2)), (run) => run.end('a.out.q')),
      figure('flow taken', 'm3/s', -round(8e-3) * ((1e5 * 64e-6) / (32 * 0.034 * 2)), (run) => run.end('a.in.q')),
      figure('flow after 50 ms', 'm3/s', round(8e-3) * ((1e5 * 64e-6) / (32 * 0.034 * 2)) * (1 - 1 / Math.E), (run) =>
        run.at('a.out.q', 0.05 + 1e-5),
      ),
      // Half of the oil's 850 · A · 4 m and the rest as a mass: as much as all of it.
      figure('velocity through the opening after 20 ms', 'm/s', openingVelocity(0.02), (run) => run.at('b.velocity', 0.02)),
      figure('velocity through the opening', 'm/s', openingVelocity(0.6), (run) => run.end('b.velocity')),
      figure('flow through the opening', 'm3/s', round(0.02) * openingVelocity(0.6), (run) => run.end('b.out.q')),
    ],
  },
];
