/** Sources of pressure and flow, and sensors. */
import { figure, type KindCheck, through } from './kindCheck.js';
import { bar, litrePerMinute, Rig, rows } from './rig.js';

const e1 = 1 - 1 / Math.E;
/** Pressure that 1 l/min makes in a second in 1.5 l: B/V = 1e12 Pa/m3. */
const stiffness = 1e12;
const volume = { volume: '1.5 l', filter: 0 };
const shut = '1e-9 l/min/bar';
const meter = { conductance: '1000 l/min/bar' };

/** A source at a shut volume of 1.5 l; a circuit wants a pressure somewhere, behind what passes nothing. */
const fills = (rig: Rig, name: string): Rig =>
  rig.put(`${name}End`, 'laminarRestrictor', { conductance: shut }, { out: '0 bar' }).line(`${name}Line`, name, `${name}End.in`, volume);

export const measuringChecks: readonly KindCheck[] = [
  {
    kind: 'flowSource',
    title: '6 l/min into a shut volume of 1.5 l, and out of another',
    against: 'analytic: pressure rises by B Q/V, 1000 bar a second',
    tolerance: 1e-6,
    reason: 'straight: rounding, and the shut end that is not quite shut',
    rig: () =>
      fills(
        fills(new Rig({ end: 0.1, step: 1e-3 }).put('a', 'flowSource', { flow: '6 l/min' }), 'a').put('b', 'flowSource', {
          flow: '-6 l/min',
        }),
        'b',
      )
        .from('200 bar')
        .build(),
    figures: [
      figure('rise in 50 ms', 'Pa', 50 * bar, (run) => run.at('aLine.p', 0.1) - run.at('aLine.p', 0.05)),
      figure('fall in 50 ms', 'Pa', -50 * bar, (run) => run.at('bLine.p', 0.1) - run.at('bLine.p', 0.05)),
    ],
  },
  {
    kind: 'controlledFlowSource',
    title: 'a triangle of 12 l/min and 0.2 s into a shut volume of 1.5 l',
    against: 'analytic: pressure rises by B/V of the area of the triangle, 20 cm³ and 200 bar',
    tolerance: 1e-3,
    reason: 'the pressure of a line is that of half a step later, 5e-4 of the rise to the middle',
    rig: () =>
      fills(
        new Rig({ end: 0.3, step: 1e-4 }).put(
          'a',
          'controlledFlowSource',
          { gain: '6 l/min' },
          {},
          {
            demand: rows('0: 0, 0.1: 2, 0.2: 0, 0.3: 0'),
          },
        ),
        'a',
      ).build(),
    figures: [
      figure('pressure at the end', 'Pa', 200 * bar, (run) => run.end('aLine.p')),
      figure('pressure in the middle', 'Pa', 100 * bar, (run) => run.at('aLine.p', 0.1), 200 * bar),
      figure('flow in the middle', 'm3/s', 12 * litrePerMinute, (run) => run.at('a.out.q', 0.1)),
    ],
  },
  {
    kind: 'pulsatingFlowSource',
    title: 'a flow of 6 and a ripple of 3 l/min of 50 Hz for four periods, into a shut volume of 1.5 l',
    against: 'analytic: 20 bar a period, and 2 q B/(ω V) more half way; straight from the fifth on',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms of periods of 20 ms, (ωΔ)²/12, and half a step of the flow',
    rig: () =>
      fills(
        new Rig({ end: 0.2, step: 1e-4 }).put('a', 'pulsatingFlowSource', {
          meanFlow: '6 l/min',
          amplitude: '3 l/min',
          frequency: '50 Hz',
          endTime: '80 ms',
        }),
        'a',
      ).build(),
    corners: [0.08],
    figures: [
      figure('rise in two periods', 'Pa', 40 * bar, (run) => run.at('aLine.p', 0.06) - run.at('aLine.p', 0.02)),
      figure(
        'rise in half a period',
        'Pa',
        10 * bar + (2 * 3 * litrePerMinute * stiffness) / (100 * Math.PI),
        (run) => run.at('aLine.p', 0.03) - run.at('aLine.p', 0.02),
      ),
      figure('rise in half a period, later', 'Pa', 10 * bar, (run) => run.at('aLine.p', 0.11) - run.at('aLine.p', 0.1)),
      figure('amplitude of the flow', 'm3/s', 3 * litrePerMinute, (run) => run.wave('a.out.q', 50, 0.02, 0.06)),
    ],
  },
  {
    kind: 'pressureSource',
    title: '100 bar fills 1.5 l through 6 l/min/bar',
    against: 'analytic: 63.2 bar after V/(B G) = 1 ms; 100 bar at the end, without flow',
    tolerance: 5e-3,
    reason: 'steps of 10 µs, half of one late',
    rig: () =>
      new Rig({ end: 0.02, step: 1e-5 })
        .put('it', 'pressureSource', { pressure: '100 bar' })
        .put('choke', 'laminarRestrictor', { conductance: '0.6 l/min/bar' })
        .put('end', 'laminarRestrictor', { conductance: shut }, { out: '0 bar' })
        .line('S', 'it', 'choke.in', { volume: '10 l', initialPressure: '100 bar' })
        .line('V', 'choke.out', 'end.in', { volume: '0.15 l', filter: 0 })
        .build(),
    figures: [
      figure('pressure after 1 ms', 'Pa', 100 * e1 * bar, (run) => run.at('V.p', 1e-3)),
      figure('pressure at the end', 'Pa', 100 * bar, (run) => run.end('V.p')),
      figure('pressure of the source', 'Pa', 100 * bar, (run) => run.end('it.out.p')),
    ],
  },
  {
    kind: 'controlledPressureSource',
    title: 'a pressure that goes from 0 to 100 bar and back to 50, through 1 l/min/bar',
    against: 'analytic: flow in proportion, 50 l/min half way up, 100 at the top, 50 at the end',
    tolerance: 2e-3,
    reason: 'the line of 1 l takes 0.1 % of the flow as it is compressed',
    rig: () =>
      new Rig({ end: 0.4, step: 1e-4 })
        .put(
          'it',
          'controlledPressureSource',
          { gain: '50 bar' },
          {},
          {
            demand: rows('0: 0, 0.1: 2, 0.2: 2, 0.3: 1, 0.4: 1'),
          },
        )
        .put('choke', 'laminarRestrictor', { conductance: '1 l/min/bar' }, { out: '0 bar' })
        .line('S', 'it', 'choke.in', { volume: '1 l' })
        .build(),
    figures: [
      figure('flow half way', 'm3/s', 50 * litrePerMinute, (run) => run.at('choke.out.q', 0.05)),
      figure('flow at the top', 'm3/s', 100 * litrePerMinute, (run) => run.at('choke.out.q', 0.2)),
      figure('flow at the end', 'm3/s', 50 * litrePerMinute, (run) => run.end('choke.out.q')),
      figure('pressure at the end', 'Pa', 50 * bar, (run) => run.end('it.out.p')),
    ],
  },
  {
    kind: 'tank',
    title: 'a pump of 30 l/min to a tank of 3 bar through 1 l/min/bar',
    against: 'analytic: 33 bar at the pump, 30 l/min into the tank and a power of 150 W',
    tolerance: 1e-6,
    reason: 'e^(-30) of the rise is left',
    rig: () =>
      new Rig({ end: 0.2, step: 1e-4 })
        .put('it', 'tank', { pressure: '3 bar' })
        .put('choke', 'laminarRestrictor', { conductance: '1 l/min/bar' })
        .hold('choke.in', '30 l/min', { volume: '0.1 l' })
        .line('T', 'choke.out', 'it', { volume: '0.1 l' })
        .build(),
    figures: [
      figure('pressure at the pump', 'Pa', 33 * bar, (run) => run.end('choke.in.p')),
      figure('flow into the tank', 'm3/s', -30 * litrePerMinute, (run) => run.end('it.in.q')),
      figure('power into the tank', 'W', 150, (run) => -run.end('it.in.q') * run.end('it.in.p')),
    ],
  },
  {
    kind: 'blockedEnd',
    title: 'a pressure of 10 bar arrives at the end of a pipe',
    against: 'published: Joukowsky 1898, a closed end sends all of it back: 20 bar from one delay to three, 0 to five',
    tolerance: 1e-6,
    reason: 'the delay is ten steps: rounding',
    rig: () =>
      new Rig({ end: 0.06, step: 1e-3 })
        .put('it', 'blockedEnd', {})
        .put('source', 'pressureSource', { pressure: '10 bar' })
        .line('pipe', 'source', 'it', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '10 ms', friction: 'none' })
        .build(),
    figures: [
      figure('pressure before', 'Pa', 0, (run) => run.at('it.in.p', 8e-3), 10 * bar),
      figure('pressure then', 'Pa', 20 * bar, (run) => run.at('it.in.p', 0.02)),
      figure('pressure later', 'Pa', 0, (run) => run.at('it.in.p', 0.04), 10 * bar),
      figure('flow at all times', 'm3/s', 0, (run) => run.greatest('it.in.q') - run.least('it.in.q'), 1e-3),
    ],
  },
  {
    kind: 'pressureSensor',
    title: '50 bar are shown as 5 of 10 bar after a lag of 20 ms, from 2 on; no flow is taken',
    against: 'published: Doebelin 2004, instrument of first order, e^(-1) after its time constant',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms, (Δ/τ)²/12, and the line that settles in some of them',
    rig: () =>
      new Rig({ end: 0.5, step: 1e-4 })
        .put('it', 'pressureSensor', { scale: '10 bar', timeConstant: '20 ms', initialPressure: '20 bar' })
        .hold('it.in', '50 bar', { volume: '1 l', initialPressure: '50 bar' })
        .build(),
    figures: [
      figure('output after 20 ms', '1', 5 - 3 / Math.E, (run) => run.at('it.output', 0.02)),
      figure('output', '1', 5, (run) => run.end('it.output')),
      figure('flow', 'm3/s', 0, (run) => run.greatest('it.in.q'), litrePerMinute),
      figure('pressure at the port', 'Pa', 50 * bar, (run) => run.end('it.in.p')),
    ],
  },
  {
    kind: 'differentialPressureSensor',
    title: '80 and 30 bar are shown as 5 of 10 bar after a lag of 20 ms, from 2 on; no flow is taken',
    against: 'published: Doebelin 2004, instrument of first order, e^(-1) after its time constant',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms, (Δ/τ)²/12',
    rig: () =>
      new Rig({ end: 0.5, step: 1e-4 })
        .put('it', 'differentialPressureSensor', { scale: '10 bar', timeConstant: '20 ms', initialDifference: '20 bar' })
        .hold('it.high', '80 bar', { volume: '1 l', initialPressure: '80 bar' })
        .hold('it.low', '30 bar', { volume: '1 l', initialPressure: '30 bar' })
        .build(),
    figures: [
      figure('output after 20 ms', '1', 5 - 3 / Math.E, (run) => run.at('it.output', 0.02)),
      figure('output', '1', 5, (run) => run.end('it.output')),
      figure('flows', 'm3/s', 0, (run) => run.greatest('it.high.q') + run.greatest('it.low.q'), litrePerMinute),
      figure('pressures at the ports', 'Pa', 110 * bar, (run) => run.end('it.high.p') + run.end('it.low.p')),
    ],
  },
  {
    kind: 'flowSensor',
    title: '20 l/min are shown as 2 of 10 l/min after a lag of 20 ms, for 0.02 bar',
    against: 'published: Doebelin 2004, instrument of first order, e^(-1) after its time constant',
    tolerance: 1e-3,
    reason: 'held at both ports; steps of 0.1 ms, (Δ/τ)²/12',
    rig: () =>
      new Rig({ end: 0.5, step: 1e-4 })
        .put('it', 'flowSensor', { scale: '10 l/min', timeConstant: '20 ms', ...meter }, { in: '20.02 bar', out: '20 bar' })
        .build(),
    figures: [
      ...through('flow', 20 * litrePerMinute, 'it'),
      figure('output after 20 ms', '1', 2 * e1, (run) => run.at('it.output', 0.02)),
      figure('output', '1', 2, (run) => run.end('it.output')),
    ],
  },
  {
    kind: 'energyMeter',
    title: '30 l/min at 100 bar for half a second',
    against: 'analytic: 5 kW, 2.5 kJ, a quarter of a litre',
    tolerance: 1e-4,
    reason: 'the half step in which the flow begins, of 5000',
    rig: () => new Rig({ end: 0.5, step: 1e-4 }).put('it', 'energyMeter', meter, { in: '100 bar', out: '99.97 bar' }).build(),
    figures: [
      ...through('flow', 30 * litrePerMinute, 'it'),
      figure('power', 'W', 5000, (run) => run.end('it.power')),
      figure('energy', 'J', 2500, (run) => run.end('it.energy')),
      figure('oil', 'm3', 0.25e-3, (run) => run.end('it.passed')),
    ],
  },
];
