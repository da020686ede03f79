/** Signals out of signals, with memory: switching by its table, answers of linear systems from their transfer functions. */
import { figure, type KindCheck } from './kindCheck.js';
import { Rig, rows } from './rig.js';
import { at, steps } from './signalBlocks.js';
import { values } from './signalSources.js';

/** Hz at which ωT is 1 for 50 ms. */
const corner = 1 / (2 * Math.PI * 0.05);

export const signalDynamicsChecks: readonly KindCheck[] = [
  {
    kind: 'relay',
    title: 'an input that rises from 0 to 4 and falls back, switched at 3 and at 1; with a range of 2',
    against: 'analytic: on from 0.75 s to 1.75 s of a triangle of 2 s; table of a hysteresis, and its play read off the drawing',
    tolerance: 2e-3,
    reason: 'seen within a step of 1 ms, of 0.75 s',
    rig: () =>
      new Rig({ end: 2, step: 1e-3 })
        .put(
          'it',
          'relay',
          { onLevel: 3, offLevel: 1, offValue: -1, onValue: 5 },
          {},
          {
            input: rows('0: 0, 1: 4, 2: 0'),
          },
        )
        .put('kept', 'relay', { onLevel: 3, offLevel: 1, initialState: 1 }, {}, { input: 2 })
        .put('range', 'relay', { onLevel: 3, offLevel: 1, range: 2 }, {}, { input: steps([0, 4.5, 2.6, 1.8, 3.5, 0.5, 9, 2.4]) })
        .build(),
    figures: [
      figure('time on', 's', 0.75, (run) => run.when('it.output', 2)),
      figure('time off', 's', 1.75, (run) => run.when('it.output', 2, 1)),
      ...values('it.output', 6, rows('0.5: -1, 1: 5, 1.5: 5, 1.9: -1')),
      ...values('kept.output', 1, [[1, 1]]),
      // It rises with the input above 3, and falls with it below 3 = 1 + 2.
      ...at('range', [0, 0.75, 0.75, 0.4, 0.4, 0, 1, 0.7]),
    ],
  },
  {
    kind: 'flipFlop',
    title: 'set, held, cleared, held, and set while it is cleared',
    against: 'published: IEC 61131-3, RS: clearing goes before',
    tolerance: 1e-9,
    reason: 'read between the changes: exact',
    rig: () =>
      new Rig({ end: 1, step: 1e-3 })
        .put('it', 'flipFlop', {}, {}, { set: pulse(0.1, 0.2, 0.7, 0.9), clear: pulse(0.4, 0.5, 0.8, 0.95) })
        .put('kept', 'flipFlop', { initialState: 1 }, {}, { set: 0.497, clear: 0.497 })
        .put('just', 'flipFlop', {}, {}, { set: 0.503, clear: 0.497 })
        .build(),
    figures: [
      ...values('it.output', 1, rows('0.05: 0, 0.15: 1, 0.3: 1, 0.45: 0, 0.6: 0, 0.75: 1, 0.85: 0, 0.97: 0')),
      ...values('kept.output', 1, [[0.5, 1]]),
      ...values('just.output', 1, [[0.5, 1]]),
    ],
  },
  {
    kind: 'onDelay',
    title: 'an input that is true for 0.3 s and for 0.1 s, with a delay of 0.2 s',
    against: 'published: IEC 61131-3, TON: on from 0.2 s after its input to the end of it, never for the shorter one',
    tolerance: 6e-3,
    reason: 'an input is seen within a step of 1 ms, of 0.2 s',
    rig: () =>
      new Rig({ end: 1, step: 1e-3 })
        .put('it', 'onDelay', { delay: '0.2 s' }, {}, { input: pulse(0.1, 0.4, 0.6, 0.7) })
        .put('just', 'onDelay', { delay: '0.2 s' }, {}, { input: 0.503 })
        .put('not', 'onDelay', { delay: '0.2 s' }, {}, { input: 0.497 })
        .build(),
    corners: [0.3],
    figures: [
      figure('time from the input to the output', 's', 0.2, (run) => run.when('it.output', 0.5) - 0.1),
      figure('time of the output', 's', 0.1, (run) => run.when('it.output', 0.5, 0.35) - run.when('it.output', 0.5), 0.2),
      ...values('it.output', 1, rows('0.29: 0, 0.31: 1, 0.39: 1, 0.41: 0, 0.69: 0, 0.9: 0')),
      ...values('just.output', 1, rows('0.19: 0, 0.21: 1, 0.9: 1')),
      ...values('not.output', 1, [[0.9, 0]]),
      figure('time for which it was true in all', 's', 0.4, (run) => run.end('it.onTime')),
    ],
  },
  {
    kind: 'counter',
    title: 'a train of pulses, cleared after three, from 5 on',
    against: 'published: IEC 61131-3, CTU: counts what rises, clearing goes before',
    tolerance: 1e-9,
    reason: 'whole numbers: exact',
    rig: () =>
      new Rig({ end: 1, step: 1e-3 })
        .put('train', 'pulseTrain', { startTime: '0.05 s', period: '0.1 s' })
        .put('it', 'counter', { initialCount: 5 }, {}, { input: 'train.output', clear: pulse(0.32, 0.42, 2, 3) })
        .put('around', 'pulseTrain', { startTime: '0.05 s', period: '0.1 s', lowValue: 0.497, highValue: 0.503 })
        .put('just', 'counter', {}, {}, { input: 'around.output', clear: 0.497 })
        .build(),
    figures: [
      ...values('it.output', 1, rows('0.03: 5, 0.07: 6, 0.12: 6, 0.17: 7, 0.27: 8, 0.33: 0, 0.38: 0, 0.43: 0, 0.47: 1, 0.97: 6')),
      ...values('just.output', 1, rows('0.03: 0, 0.07: 1, 0.97: 10')),
    ],
  },
  {
    kind: 'firstOrderLag',
    title: 'a step of 2 into a lag of 50 ms that stood at 0.5; a wave at its corner frequency',
    against: 'analytic: e^(-1) after the time constant; at ωT = 1 the amplitude is 1/√2',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms, (Δ/T)²/12, and the transient of the wave after 10 T',
    rig: () => lags('firstOrderLag', { timeConstant: '50 ms' }, { initialValue: 0.5 }).build(),
    figures: [
      figure('value after 50 ms', '1', 2 - 1.5 / Math.E, (run) => run.at('it.output', 0.05)),
      figure('value at the end', '1', 2, (run) => run.end('it.output')),
      figure('amplitude at the corner', '1', Math.SQRT1_2, (run) => run.wave('swings.output', corner, 4 / corner, 8 / corner)),
    ],
  },
  {
    kind: 'leadLag',
    title: 'a step of 2 into (1 + 0.1 s)/(1 + 0.05 s) times 3, and a ramp',
    against: 'analytic: jumps to K T₁/T₂ of the step and goes to K; a ramp comes out K (T₁ - T₂) of its slope ahead',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms: the first row is one of them late, 0.1 % of the way',
    rig: () =>
      new Rig({ end: 0.8, step: 1e-4 })
        .put('it', 'leadLag', { gain: 3, leadTime: '0.1 s', lagTime: '0.05 s' }, {}, { input: 2 })
        .put('stood', 'leadLag', { gain: 3, leadTime: '0.1 s', lagTime: '0.05 s', initialValue: 2 }, {}, { input: 2 })
        .put(
          'ramp',
          'leadLag',
          { gain: 3, leadTime: '0.1 s', lagTime: '0.05 s' },
          {},
          {
            input: rows('0: 0, 1: 1'),
          },
        )
        .build(),
    figures: [
      figure('value at once', '1', 12, (run) => run.at('it.output', 1e-4), 12),
      figure('value after the lag', '1', 6 + 6 / Math.E, (run) => run.at('it.output', 0.05)),
      figure('value at the end', '1', 6, (run) => run.end('it.output')),
      figure('value of one that stood there', '1', 6, (run) => run.at('stood.output', 1e-4)),
      figure('ramp at the end', '1', 3 * (0.8 + 0.05), (run) => run.end('ramp.output')),
    ],
  },
  {
    kind: 'secondOrderFilter',
    title: 'a step of 2 into a filter of 10 Hz and a damping ratio of 0.4',
    against: 'analytic: overshoot e^(-πζ/√(1 - ζ²)) and time of the peak π/(ω√(1 - ζ²))',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms, (ωΔ)²/12, the input a step late at most; e^(-25) is left',
    rig: () =>
      new Rig({ end: 1, step: 1e-4 })
        .put('it', 'secondOrderFilter', { frequency: '10 Hz', dampingRatio: 0.4 }, {}, { input: 2 })
        .put('stood', 'secondOrderFilter', { frequency: '10 Hz', initialValue: 2 }, {}, { input: 2 })
        .build(),
    figures: [
      figure('peak', '1', 2 * (1 + Math.exp((-Math.PI * 0.4) / Math.sqrt(0.84))), (run) => run.greatest('it.output')),
      figure('time of it', 's', 1 / (20 * Math.sqrt(0.84)), (run) => run.when('it.slope', 0, 0.01)),
      figure('value at the end', '1', 2, (run) => run.end('it.output')),
      figure('value of one that stood there', '1', 2, (run) => run.at('stood.output', 0.05)),
    ],
  },
  {
    kind: 'integrator',
    title: 'an input of 2, then of -1, integrated three times as fast from 0.5 on, up to a limit and away from it; down to another',
    against: 'analytic: 0.5 + 6 t up to 4, and 3 a second down from there at once',
    tolerance: 1e-3,
    reason: 'steps of 1 ms, and the jump within one',
    rig: () =>
      new Rig({ end: 2, step: 1e-3 })
        .put(
          'it',
          'integrator',
          { gain: '3 1/s', initialValue: 0.5, lowerLimit: -1, upperLimit: 4 },
          {},
          {
            input: rows('0: 2, 1: 2, 1: -1, 2: -1'),
          },
        )
        .put('down', 'integrator', { gain: '3 1/s', lowerLimit: -1, upperLimit: 4 }, {}, { input: -2 })
        .build(),
    figures: [
      ...values('it.output', 4, rows('0.25: 2, 0.5: 3.5, 0.8: 4, 1.5: 2.5')),
      ...values('down.output', 4, rows('0.1: -0.6, 1: -1')),
    ],
  },
  {
    kind: 'rateLimiter',
    title: 'steps of 2 up and down at 4 and at 5 a second, and one of the lag alone',
    against: 'analytic: 0.5 s up, 0.4 s down, straight; a slow ramp is followed late by the lag of 10 ms',
    tolerance: 3e-3,
    reason: 'the jump within a step of 1 ms, of 0.5 s',
    rig: () =>
      new Rig({ end: 2, step: 1e-3 })
        .put(
          'it',
          'rateLimiter',
          { riseRate: '4 1/s', fallRate: '5 1/s', timeConstant: '10 ms' },
          {},
          {
            input: rows('0: 0, 0.1: 0, 0.1: 2, 1: 2, 1: 0, 2: 0'),
          },
        )
        .put(
          'slow',
          'rateLimiter',
          { riseRate: '4 1/s', fallRate: '5 1/s', timeConstant: '10 ms' },
          {},
          {
            input: rows('0: 0, 2: 2'),
          },
        )
        .build(),
    figures: [
      ...values('it.output', 2, rows('0.05: 0, 0.35: 1, 0.9: 2, 1.2: 1, 1.9: 0')),
      figure('lag of a ramp of 1 a second', 's', 0.01, (run) => 2 - run.end('slow.output')),
    ],
  },
  {
    kind: 'backlash',
    title: 'an input that goes to and fro through a play of 0.5 either side',
    against: 'analytic: loop of a play, 0.5 behind on the way up, 0.5 ahead on the way down, with a lag of 1 ms; still within the play',
    tolerance: 2.5e-3,
    reason: 'the lag of 1 ms takes 2e-3 of an input of 2 a second; steps of 0.5 ms',
    rig: () =>
      new Rig({ end: 2, step: 5e-4 })
        .put(
          'it',
          'backlash',
          { halfGap: 0.5, timeConstant: '1 ms' },
          {},
          {
            input: rows('0: 0, 1: 2, 2: 0'),
          },
        )
        .put(
          'soft',
          'backlash',
          { halfGap: 0.5, timeConstant: '0.1 s', initialValue: 0.2 },
          {},
          {
            input: rows('0: 0.2, 2: 4.2'),
          },
        )
        .build(),
    figures: [
      ...values('it.output', 1, rows('0.2: 0, 0.5: 0.498, 1: 1.498, 1.4: 1.5, 1.75: 1.002, 2: 0.502')),
      figure('distance of a soft one on a ramp of 2 a second', '1', 0.5 + 0.2, (run) => 4.2 - run.end('soft.output')),
    ],
  },
  {
    kind: 'padeDelay',
    title: 'a slow wave and a ramp through a delay of 0.1 s, and a jump',
    against: 'analytic: an all-pass, the amplitude stays; a phase of 2 atan(ωT/2); a ramp comes T late; a jump the wrong way first',
    tolerance: 2e-3,
    reason: 'steps of 0.5 ms, (ωΔ)²/12, and the jump within one, 1 % of T/2 at once',
    rig: () =>
      new Rig({ end: 2, step: 5e-4 })
        .put('wave', 'sine', { amplitude: 1, frequency: '5 Hz' })
        .put('swings', 'padeDelay', { delay: '0.1 s' }, {}, { input: 'wave.output' })
        .put(
          'ramp',
          'padeDelay',
          { delay: '0.1 s' },
          {},
          {
            input: rows('0: 0, 2: 2'),
          },
        )
        .put('stood', 'padeDelay', { delay: '0.1 s', initialValue: 3 }, {}, { input: 3 })
        .put('jump', 'padeDelay', { delay: '0.1 s' }, {}, { input: 1 })
        .build(),
    figures: [
      figure('amplitude', '1', 1, (run) => run.wave('swings.output', 5, 1, 2)),
      figure(
        'value a whole number of periods later',
        '1',
        Math.sin(-2 * Math.atan(2 * Math.PI * 5 * 0.05)),
        (run) => run.end('swings.output'),
        1,
      ),
      figure('delay of a ramp', 's', 0.1, (run) => 2 - run.end('ramp.output')),
      figure('value of one that stood there', '1', 3, (run) => run.at('stood.output', 0.01)),
      figure('value after half of the delay', '1', 1 - 2 / Math.E, (run) => run.at('jump.output', 0.05), 1),
    ],
  },
  {
    kind: 'sampleAndHold',
    title: 'a ramp sampled every 0.1 s',
    against: 'analytic: a staircase, each step the ramp at its beginning; half a period behind on the mean',
    tolerance: 1e-6,
    reason: 'steps of 1 ms land on the instants: exact but for rounding',
    rig: () =>
      new Rig({ end: 1, step: 1e-3 })
        .put(
          'it',
          'sampleAndHold',
          { period: '0.1 s', initialValue: 7 },
          {},
          {
            input: rows('0: 2, 1: 4'),
          },
        )
        .build(),
    corners: [0.1, 0.2, 0.5],
    figures: values('it.output', 2, rows('0.05: 2, 0.102: 2.2, 0.15: 2.2, 0.199: 2.2, 0.202: 2.4, 0.55: 3, 0.95: 3.8')),
  },
];

/** True from a to b and from c to d. */
function pulse(a: number, b: number, c: number, d: number): readonly (readonly [number, number])[] {
  return [
    [0, 0],
    [a, 0],
    [a, 1],
    [b, 1],
    [b, 0],
    [c, 0],
    [c, 1],
    [d, 1],
    [d, 0],
    [d + 1, 0],
  ];
}

/** A lag with a step of 2 from its initial value, and with a wave at its corner. */
function lags(kind: string, parameters: object, stood: object): Rig {
  return new Rig({ end: 2.6, step: 1e-4 })
    .put('it', kind, { ...parameters, ...stood }, {}, { input: 2 })
    .put('wave', 'sine', { amplitude: 1, frequency: `${corner} Hz` })
    .put('swings', kind, { ...parameters }, {}, { input: 'wave.output' });
}
