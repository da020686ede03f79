/** Signals of time: values, areas, periods and counts that are read off their drawing. */
import { type Figure, figure, type KindCheck } from './kindCheck.js';
import { Rig, rows } from './rig.js';

/** Values of an output at times, in parts of `size`. */
export const values = (name: string, size: number, rows: readonly (readonly [time: number, value: number])[]): Figure[] =>
  rows.map(([time, value]) => figure(`${name} at ${Number(time.toPrecision(6))} s`, '1', value, (run) => run.at(name, time), size));

const exact = 'rows at the times themselves: rounding';
const second = { end: 1, step: 1e-3 };

export const signalSourceChecks: readonly KindCheck[] = [
  {
    kind: 'constant',
    title: 'a value that stays',
    against: 'analytic: 0.7 at all times',
    tolerance: 1e-12,
    reason: exact,
    rig: () => new Rig({ end: 0.01, step: 1e-3 }).put('it', 'constant', { value: 0.7 }).build(),
    figures: values('it.output', 1, rows('1e-3: 0.7, 0.01: 0.7')),
  },
  {
    kind: 'step',
    title: 'from 2 to 5 after 0.3 s',
    against: 'analytic: area under it, 2·0.3 + 5·0.7',
    tolerance: 1e-6,
    reason: 'the jump lies between two rows of 1 ms, of which the trapezoidal rule takes the mean: 1.5e-3 known beforehand',
    rig: () => new Rig(second).put('it', 'step', { startTime: '0.3 s', initialValue: 2, finalValue: 5 }).build(),
    corners: [0.3],
    figures: [
      ...values('it.output', 3, rows('0.3: 2, 0.302: 5')),
      figure('area', '1', 2 * 0.3 + 5 * 0.7 - 1.5e-3 - 2e-3, (run) => run.integral('it.output'), 3),
    ],
  },
  {
    kind: 'ramp',
    title: 'from 1 to 3 between 0.2 and 0.6 s',
    against: 'analytic: half way in the middle, area under it 1·0.2 + 2·0.4 + 3·0.4',
    tolerance: 1e-9,
    reason: exact,
    rig: () => new Rig(second).put('it', 'ramp', { startTime: '0.2 s', duration: '0.4 s', initialValue: 1, finalValue: 3 }).build(),
    corners: [0.2, 0.6],
    figures: [
      ...values('it.output', 2, rows('0.1: 1, 0.3: 1.5, 0.4: 2, 0.9: 3')),
      figure('area', '1', 0.2 + 0.8 + 1.2 - 1e-3, (run) => run.integral('it.output')),
    ],
  },
  {
    kind: 'sine',
    title: 'a wave of 5 Hz and 2 about 0.5, a twelfth of a turn ahead',
    against: 'analytic: half of the amplitude at t = 0, its peak a sixth of a period later; mean over whole periods',
    tolerance: 1e-6,
    reason: 'rows of 1/6000 s, some of them at the times themselves: rounding',
    rig: () =>
      new Rig({ end: 1, step: 1 / 6000 }).put('it', 'sine', { amplitude: 2, frequency: '5 Hz', phase: '30 deg', offset: 0.5 }).build(),
    figures: [
      ...values('it.output', 2, [
        [1 / 30, 2.5],
        [1 / 30 + 0.05, 0.5],
        [1 / 30 + 0.1, -1.5],
        [0.2, 1.5],
        [1, 1.5],
      ]),
      figure('mean over a period', '1', 0.5, (run) => run.mean('it.output', 0.2 + 1 / 6000, 0.4)),
      figure('amplitude at 5 Hz', '1', 2, (run) => run.wave('it.output', 5, 0.2, 0.6)),
    ],
  },
  {
    kind: 'dutyCycle',
    title: 'a course of straight parts with a jump',
    against: 'analytic: read off its drawing; area of two trapezia',
    tolerance: 1e-6,
    reason: 'the jump lies between two rows of 1 ms, of which the trapezoidal rule takes the mean: 5e-4 known beforehand',
    rig: () =>
      new Rig(second)
        .put('it', 'dutyCycle', {
          points: [
            ['0.1 s', 1],
            ['0.3 s', 3],
            ['0.5 s', 3],
            ['0.5 s', 2],
            ['0.9 s', 0],
          ],
        })
        .build(),
    corners: [0.1, 0.3, 0.5, 0.9],
    figures: [
      ...values('it.output', 3, rows('0.05: 1, 0.2: 2, 0.4: 3, 0.5: 3, 0.502: 1.99, 0.7: 1, 0.95: 0')),
      figure('area', '1', 0.1 + 0.4 + 0.6 + 0.4 - 1e-3 + 0.5e-3, (run) => run.integral('it.output')),
    ],
  },
  {
    kind: 'cyclicDutyCycle',
    title: 'a triangle and a jump that come back every 0.4 s',
    against: 'analytic: the same value a period and two later, read off the drawing',
    tolerance: 1e-6,
    reason: exact,
    rig: () =>
      new Rig(second)
        .put('it', 'cyclicDutyCycle', {
          points: [
            ['0 s', 0],
            ['0.1 s', 2],
            ['0.3 s', 2],
            ['0.3 s', 1],
            ['0.4 s', 1],
          ],
          period: '0.4 s',
        })
        .build(),
    corners: [0.1, 0.3, 0.4, 0.5, 0.7, 0.8],
    figures: [0, 0.4, 0.8].flatMap((start) =>
      values(
        'it.output',
        2,
        rows('0.05: 1, 0.1: 2, 0.2: 2, 0.302: 1, 0.4: 1, 0.402: 0.04')
          .map(([t, y]) => [start + t, y] as const)
          .filter(([t]) => t <= 1),
      ),
    ),
  },
  {
    kind: 'pulseTrain',
    title: 'pulses of a quarter of 0.2 s, from 0.1 s on, between -1 and 3',
    against: 'analytic: five in a second; mean over a period -1 + 4/4 = 0',
    tolerance: 1e-6,
    reason: exact,
    rig: () =>
      new Rig(second).put('it', 'pulseTrain', { startTime: '0.1 s', period: '0.2 s', dutyRatio: 0.25, lowValue: -1, highValue: 3 }).build(),
    corners: [0.1, 0.15, 0.3, 0.35],
    figures: [
      ...values(
        'it.output',
        4,
        rows('0.05: -1, 0.1: -1, 0.102: 3, 0.149: 3, 0.152: -1, 0.3: -1, 0.302: 3, 0.349: 3, 0.352: -1, 0.925: 3, 0.96: -1'),
      ),
      figure('mean over two periods', '1', 0, (run) => run.mean('it.output', 0.301, 0.7), 4),
    ],
  },
  {
    kind: 'trapezoidProfile',
    title: 'a move of 3 at a rate of 10 and one of 0.4 that does not come to it, with 100 ms to full rate; one back',
    against: 'analytic: kinematics, way under the trapezoid; a triangle of peak √(a s) and time 2√(s/a)',
    tolerance: 1e-6,
    reason: exact,
    rig: () =>
      new Rig(second)
        .put('long', 'trapezoidProfile', {
          startTime: '0.1 s',
          initialValue: 1,
          finalValue: 4,
          maximumRate: '10 1/s',
          accelerationTime: '100 ms',
        })
        .put('back', 'trapezoidProfile', {
          startTime: '0.1 s',
          initialValue: 1,
          finalValue: -2,
          maximumRate: '10 1/s',
          accelerationTime: '100 ms',
        })
        .put('short', 'trapezoidProfile', { finalValue: 0.36, maximumRate: '10 1/s', accelerationTime: '100 ms' })
        .build(),
    corners: [0.1, 0.2, 0.4, 0.5, 0.06, 0.12],
    figures: [
      // 0.1 s up, 0.2 s at 10, 0.1 s down.
      ...values('long.output', 3, [
        [0.05, 1],
        [0.15, 1 + 0.125],
        [0.2, 1.5],
        [0.3, 2.5],
        [0.4, 3.5],
        [0.45, 4 - 0.125],
        [0.6, 4],
      ]),
      ...values('long.rate', 10, rows('0.15: 5, 0.3: 10, 0.45: 5, 0.6: 0')),
      ...values('back.output', 3, rows('0.3: -0.5, 0.6: -2')),
      ...values('back.rate', 10, [[0.3, -10]]),
      // √(0.36/100) = 60 ms up and down, to a rate of 6.
      ...values('short.output', 0.36, rows('0.06: 0.18, 0.12: 0.36, 0.2: 0.36')),
      ...values('short.rate', 10, rows('0.03: 3, 0.06: 6, 0.09: 3')),
    ],
  },
  {
    kind: 'randomSteps',
    title: 'a thousand values a second, evenly spread from -1 to 3',
    against:
      'analytic: mean and variance of an even spread, amplitude²/3; each value is held for its period; nothing of it in the next one; the values by whole numbers of any size',
    tolerance: 0.1,
    reason:
      'of 2000 independent values, the extremes in tenths: standard errors of 1.3 % of the amplitude, 2 % of the variance and 2.2 % of a correlation, four times of the largest',
    rig: () =>
      new Rig({ end: 2, step: 2.5e-4 })
        .put('it', 'randomSteps', { period: '1 ms', seed: 7, mean: 1, amplitude: 2 })
        .put('other', 'randomSteps', { period: '1 ms', seed: 8, mean: 1, amplitude: 2 })
        // Moments, by blocks whose own checks stand beside it.
        .put('square', 'product', {}, {}, { input1: 'it.output', input2: 'it.output' })
        .put('cross', 'product', {}, {}, { input1: 'it.output', input2: 'other.output' })
        .build(),
    corners: [1e-3, 2e-3, 0.5],
    figures: [
      // Not a statistic: within 1e-9.
      ...[0, 1, 2, 3, 500, 1999].flatMap((k) => [
        figure(`value of period ${k}`, '1', drawn(7n, k), (run) => run.at('it.output', k * 1e-3 + 5e-4), 1e-8),
        figure(`value of period ${k}, the other seed`, '1', drawn(8n, k), (run) => run.at('other.output', k * 1e-3 + 5e-4), 1e-8),
      ]),
      figure('mean', '1', 1, (run) => run.mean('it.output'), 2),
      figure('mean square', '1', 1 + 4 / 3, (run) => run.mean('square.output')),
      figure('least value', '1', -1, (run) => run.least('it.output'), 0.1),
      figure('greatest value', '1', 3, (run) => run.greatest('it.output'), 0.1),
      figure(
        'correlation of two seeds',
        '1',
        0,
        (run) => (run.mean('cross.output') - run.mean('it.output') * run.mean('other.output')) / (4 / 3),
        1,
      ),
      figure(
        'change within a period',
        '1',
        0,
        (run) =>
          [1, 2, 3, 500, 1500].reduce(
            (sum, k) => sum + Math.abs(run.at('it.output', k * 1e-3 + 2.5e-4) - run.at('it.output', k * 1e-3 + 1e-3)),
            0,
          ),
        1,
      ),
      figure(
        'share of periods with a new value',
        '1',
        1,
        (run) =>
          [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((k) => run.at('it.output', k * 1e-3) !== run.at('it.output', k * 1e-3 + 1e-3)).length / 10,
      ),
      figure('share of the upper half', '1', 0.5, (run) => share(run, 1), 1),
      figure('share of the lowest quarter', '1', 0.25, (run) => 1 - share(run, 0), 1),
    ],
  },
  {
    kind: 'chirp',
    title: 'from 2 Hz to 10 Hz within 1 s, and 10 Hz from then on',
    against: 'analytic: after T the phase is the mean frequency times T, six turns; at T/2 half of 4 Hz; then ten turns a second',
    tolerance: 1e-6,
    reason: exact,
    rig: () =>
      new Rig({ end: 2, step: 1e-3 })
        .put('it', 'chirp', { startTime: '0.1 s', duration: '1 s', startFrequency: '2 Hz', endFrequency: '10 Hz', amplitude: 3, offset: 1 })
        .build(),
    corners: [0.1, 1.1],
    figures: [
      // Turns: 2t + 4t², which is 0.0825 at 40 ms, 0.56 at 0.2 s and 2 at 0.5 s.
      ...values('it.output', 3, [
        [0.05, 1],
        [0.14, 1 + 3 * Math.sin(2 * Math.PI * 0.0864)],
        [0.3, 1 + 3 * Math.sin(2 * Math.PI * 0.56)],
        [0.6, 1],
        [1.1, 1],
        [1.125, 4],
        [1.175, -2],
        [1.925, 4],
      ]),
    ],
  },
];

/**
 * Value of a period, from -1 to 3: three times a cube modulo p = 16 777 199, of which 3 is no divisor of p - 1, so that it is a permutation (Lidl and Niederreiter
 * 1997, ch. 7); before each a multiple and a sum, or the seed. In whole numbers that cannot round.
 */
function drawn(seed: bigint, period: number): number {
  const p = 16_777_199n;
  const first = (BigInt(period) * 7_368_787n + 2_654_435n) ** 3n;
  const second = ((first % p) + seed * 6_700_417n) ** 3n;
  const third = ((second % p) * 5_915_587n + 1_500_450n) ** 3n % p;
  return 1 + 2 * ((2 * Number(third) + 1) / Number(p) - 1);
}

/** Share of values above a level. */
function share(run: Parameters<Figure['ours']>[0], level: number): number {
  const rows = Array.from({ length: 1999 }, (_, k) => run.at('it.output', (k + 1) * 1e-3));
  return rows.filter((one) => one > level).length / rows.length;
}
