/** Controllers in a loop and out of one. */
import { type Figure, figure, type KindCheck } from './kindCheck.js';
import { bar, Rig, rows } from './rig.js';

const e1 = 1 - 1 / Math.E;
const shut = '1e-9 l/min/bar';

/**
 * A loop on an integrator, a volume whose pressure in parts of 100 bar rises by 10 a second at a controller's output of 1; `flow` disturbs it. The gauge lags
 * 0.1 ms.
 */
function loop(controller: string, parameters: object, setpoint: number, flow: string, from = 0): Rig {
  return new Rig({ end: 1.5, step: 2e-4 })
    .from(`${from} bar`)
    .put('control', controller, { lowerLimit: -10, upperLimit: 10, ...parameters }, {}, { setpoint, measured: 'gauge.output' })
    .put('pump', 'controlledFlowSource', { gain: '6 l/min' }, {}, { demand: 'control.output' })
    .put('n', 'junction', {})
    .put('gauge', 'pressureSensor', { scale: '100 bar', timeConstant: '0.1 ms', initialPressure: `${from} bar` })
    .put('end', 'laminarRestrictor', { conductance: shut }, { out: '0 bar' })
    .put('disturbs', 'flowSource', { flow })
    .line('P', 'pump', 'n', { volume: '0.375 l' })
    .line('G', 'n', 'gauge', { volume: '0.375 l' })
    .line('E', 'n', 'end.in', { volume: '0.375 l' })
    .line('D', 'disturbs', 'n', { volume: '0.375 l' });
}
const looped =
  'steps of 0.2 ms and a gauge of 0.1 ms in a loop of 10 to 13 rad/s, some 0.2 %; four lines that carry the flow about the junction';
const rising = (rows: readonly (readonly [number, number])[]): Figure[] =>
  rows.map(([time, value]) => figure(`output at ${time} s`, '1', value, (run) => run.at('it.output', time), 1));

export const controllerChecks: readonly KindCheck[] = [
  {
    kind: 'proportionalController',
    title: 'a gain of 2 brings a volume from 0 to 80 bar; in no loop its limits',
    against: 'analytic: first order, e^(-1) after 1/(2·10 s⁻¹) = 50 ms; 20 cm³/s that leave hold 2 bar under it by Q/(K G)',
    tolerance: 1e-2,
    reason: looped,
    rig: () =>
      loop('proportionalController', { gain: 2 }, 0.8, '-0.6 l/min')
        .put(
          'it',
          'proportionalController',
          { gain: 3, lowerLimit: -2, upperLimit: 4 },
          {},
          {
            setpoint: rows('0: -2, 1: 2'),
            measured: 0.5,
          },
        )
        .build(),
    figures: [
      // A tenth of the pump's 6 l/min asks for an output of 0.1: 0.05 off.
      figure('pressure at the end', 'Pa', 75 * bar, (run) => run.end('n.p')),
      figure('pressure after 50 ms', 'Pa', 75 * e1 * bar, (run) => run.at('n.p', 0.05)),
      ...rows('0.1: -2, 0.5: -1.5, 0.75: 1.5, 0.99: 4').map(([time, value]) =>
        figure(`output at ${time} s`, '1', value as number, (run) => run.at('it.output', time as number), 1),
      ),
    ],
  },
  {
    kind: 'piController',
    title: 'a flow that begins to disturb a volume is taken back; in no loop ramp, limits, and no windup',
    against: 'analytic: second order, ω² = 16·10 and 2ζω = 0.8·10: back at the setpoint after π/ω_d; peak of e^(-ζω t) sin ω_d t',
    tolerance: 4e-3,
    reason: looped,
    rig: () =>
      loop('piController', { gain: 0.8, integralGain: '16 1/s' }, 1, '3 l/min', 100)
        .put(
          'it',
          'piController',
          { gain: 2, integralGain: '4 1/s', lowerLimit: -2, upperLimit: 2, initialIntegral: 0.5 },
          {},
          {
            setpoint: rows('0: 0.5, 0.6: 0.5, 0.6: -0.5, 1: -0.5'),
            measured: 0,
          },
        )
        // At its limit from the start: the integral stays.
        .put(
          'full',
          'piController',
          { gain: 1, integralGain: '40 1/s', lowerLimit: -2, upperLimit: 2, initialIntegral: 0.5 },
          {},
          { setpoint: 3, measured: 0 },
        )
        .build(),
    figures: [
      ...disturbed(160, 8, 0.5 * 10),
      // 1 + 0.5 + 2 t, up to 2 at 0.25 s, where the integral stands at 1; from 0.6 s on -1 + 1 - 2 (t - 0.6).
      ...rising(rows('0.1: 1.7, 0.2: 1.9, 0.3: 2, 0.5: 2, 0.7: -0.2, 0.9: -0.6')),
      figure('integral at the limit', '1', 0.5, (run) => run.end('full.integral')),
    ],
  },
  {
    kind: 'pidController',
    title:
      'a flow that begins to disturb a volume is taken back, slower by the derivative; in no loop ramp, limits, setpoint weight, windup led back',
    against:
      'analytic: second order, (1 + 0.03·10) s² + 0.8·10 s + 16·10: back at the setpoint after π/ω_d; Åström and Hägglund 1995 for the back-calculation',
    tolerance: 4e-3,
    reason: `${looped}; the filter of the derivative of 1 ms`,
    rig: () =>
      loop(
        'pidController',
        { gain: 0.8, integralGain: '16 1/s', derivativeGain: '0.03 s', filterTime: '1 ms', trackingTime: '1 s', initialMeasured: 1 },
        1,
        '3 l/min',
        100,
      )
        .put(
          'it',
          'pidController',
          {
            gain: 2,
            integralGain: '4 1/s',
            derivativeGain: '0.9 s',
            setpointWeight: 0.5,
            filterTime: '10 ms',
            trackingTime: '1 s',
            lowerLimit: -9,
            upperLimit: 9,
            initialIntegral: 0.5,
          },
          {},
          {
            setpoint: 0.5,
            measured: rows('0: 0, 1: 1'),
          },
        )
        // Far beyond its limit of 1 the integral comes to rest where Ki e = (v - 1)/T_t: v = 1 + 4·3·0.05.
        .put(
          'wound',
          'pidController',
          { gain: 2, integralGain: '4 1/s', derivativeGain: '0 s', filterTime: '10 ms', trackingTime: '50 ms', initialMeasured: 0.2 },
          {},
          { setpoint: 3, measured: 0 },
        )
        // Nothing but the derivative of a jump of 1: Kd/T e^(-t/T).
        .put(
          'jumped',
          'pidController',
          {
            gain: 1,
            integralGain: '1 1/s',
            derivativeGain: '1 s',
            filterTime: '100 ms',
            trackingTime: '1 s',
            lowerLimit: -99,
            upperLimit: 99,
          },
          {},
          { setpoint: 1, measured: 1 },
        )
        .build(),
    figures: [
      ...disturbed(160 / 1.3, 8 / 1.3, (0.5 * 10) / 1.3),
      // 2 (0.25 - t) + 0.5 + 2 t - 2 t² - 0.9
      ...rising([
        [0.2, 0.5 + 0.5 - 0.08 - 0.9],
        [0.5, 0.5 + 0.5 - 0.5 - 0.9],
        [1, 0.5 + 0.5 - 2 - 0.9],
      ]),
      figure('derivative soon after a jump', '1', -10 * Math.exp(-0.2), (run) => run.at('jumped.output', 0.02)),
      figure('derivative after twice its time', '1', -10 * Math.exp(-2), (run) => run.at('jumped.output', 0.2)),
      figure('limit', '1', 1, (run) => run.end('wound.output')),
      figure('excess over the limit that leads it back', '1', 0.6, (run) => run.end('wound.integral') + 6 - 1),
    ],
  },
];

/** Pressure of the loop after a step of disturbance: y'' + damping y' + square y = 0 from y' = slope (1/s). */
function disturbed(square: number, damping: number, slope: number): Figure[] {
  const [real, imaginary] = [damping / 2, Math.sqrt(square - damping ** 2 / 4)];
  const peak = Math.atan2(imaginary, real) / imaginary;
  return [
    figure('time back at the setpoint', 's', Math.PI / imaginary, (run) => run.when('n.p', 100 * bar, 0.02)),
    figure(
      'greatest rise',
      'Pa',
      ((100 * bar * slope) / imaginary) * Math.exp(-real * peak) * Math.sin(imaginary * peak),
      (run) => run.greatest('n.p') - 100 * bar,
    ),
    figure('pressure at the end', 'Pa', 100 * bar, (run) => run.end('n.p')),
  ];
}
