/** Valves that answer to pressure: where they open, what they hold at a flow, how they move. */
import { closer, figure, type KindCheck, through } from './kindCheck.js';
import { bar, litrePerMinute, Rig, rows } from './rig.js';

const [none, size] = [0, 10 * litrePerMinute];
/** A spool that takes 10 l/min through an edge of 40 l/min at 10 bar: at 40 bar an eighth open, at 2.5 bar half. */
const rated = { ratedFlow: '40 l/min', ratedPressureDrop: '10 bar' };
const settles =
  'steps of 20 µs of a lag of 5 ms: a pressure comes up to a step late, a flow is that of the middle of one: 0.4 % of e^(-1); at rest rounding';
const e1 = 1 - 1 / Math.E;

const relief = {
  settingPressure: '100 bar',
  diameter: '10 mm',
  mass: '0.05 kg',
  // With the flow force as a spring, 0.43 π d p_s = 135.09 kN/m, 200 kN/m.
  springStiffness: `${200e3 - 0.43 * Math.PI * 0.01 * 1e7} N/m`,
  maximumLift: '3 mm',
  dischargeCoefficient: 0.62,
};
const area = (Math.PI / 4) * 1e-4;
/** Pressure that lifts a spool of 10 mm by half a millimetre against 200 kN/m, Pa. */
const half = (200e3 * 0.5e-3) / area;

/** Lift of a poppet of 10 mm by 3 bar, against 200 kN/m and the oil of a chamber of 10 l. */
const swung = (3 * bar * area) / (200e3 + (15e8 * area ** 2) / 10e-3);
const pilot = {
  settingPressure: '100 bar',
  pilotGradient: '2 l/min/bar',
  chokeConductance: '0.5 l/min/bar',
  chamberVolume: '0.3 cm3',
  mainPressure: '2 bar',
  diameter: '10 mm',
  mass: '0.05 kg',
  viscousFriction: '200 N s/m',
  springStiffness: relief.springStiffness,
  maximumLift: '3 mm',
};

export const pressureValveChecks: readonly KindCheck[] = [
  {
    kind: 'dampedReliefValve',
    title: 'a relief valve with two measured points, 20 l/min 8 bar above 80 bar and 30 l/min 10 bar above 150 bar',
    against: 'published: Handroos and Vilenius, the static curve goes through its points; the first flow comes with the time constant',
    tolerance: 1e-4,
    reason: 'lag of 3 ms in steps of 20 µs, (Δ/τ)²/12, a flow being that of the middle of its step; after 45 ms e^(-13) is left',
    rig: () => {
      const points = { setting1: '80 bar', rise1: '8 bar', flow1: '20 l/min', setting2: '150 bar', rise2: '10 bar', flow2: '30 l/min' };
      return new Rig({ end: 0.045, step: 2e-5 })
        .put('a', 'dampedReliefValve', { settingPressure: '80 bar', ...points }, { in: '88 bar', out: '0 bar' })
        .put('b', 'dampedReliefValve', { settingPressure: '150 bar', ...points }, { in: '160 bar', out: '0 bar' })
        .put('c', 'dampedReliefValve', { settingPressure: '150 bar', ...points }, { in: '149 bar', out: '0 bar' })
        .build();
    },
    figures: [
      ...through('flow at the first point', 20 * litrePerMinute, 'a'),
      ...through('flow at the second point', 30 * litrePerMinute, 'b'),
      ...through('flow below the setting', none, 'c', 'out', 'in', size),
      figure('flow after 3 ms', 'm3/s', 20 * litrePerMinute * e1, (run) => run.at('a.out.q', 3e-3 + 1e-5)),
    ],
  },
  {
    kind: 'dynamicReliefValve',
    title: 'a spool of 10 mm on 65 kN/m is put 12.7 bar above its setting of 100 bar; another one with overlap',
    against:
      'published: Merritt 1967, flow force 0.43 w x Δp; lift of 0.5 mm, swing of damping ratio 0.2, an annular jet; oil displaced A x',
    tolerance: 1e-3,
    reason: 'steps of 5 µs: (ωΔ)²/12 = 1e-5 of the period, displaced oil by the trapezoidal rule; e^(-9) is left of the swing',
    rig: () => {
      const damped = { ...relief, viscousFriction: `${0.4 * Math.sqrt(200e3 * 0.05)} N s/m` };
      const pressures = { in: `${102 + half / bar} bar`, out: '2 bar' };
      return new Rig({ end: 0.03, step: 5e-6 })
        .put('a', 'dynamicReliefValve', damped, pressures)
        .put('b', 'dynamicReliefValve', { ...damped, overlap: '1 mm' }, pressures)
        .put('c', 'dynamicReliefValve', { ...damped, maximumLift: '0.3 mm', overlap: '0.1 mm' }, pressures)
        .put('d', 'dynamicReliefValve', damped, { in: '100 bar', out: '2 bar' })
        .build();
    },
    figures: [
      figure('lift', 'm', 0.5e-3, (run) => run.end('a.lift')),
      figure('first peak', 'm', 0.5e-3 * (1 + Math.exp((-Math.PI * 0.2) / Math.sqrt(0.96))), (run) => run.greatest('a.lift')),
      figure('time of it', 's', Math.PI / Math.sqrt(200e3 / 0.05) / Math.sqrt(0.96), (run) => run.when('a.v', 0, 1e-3)),
      ...through('flow', 0.62 * Math.PI * 0.01 * 0.5e-3 * Math.sqrt((2 * (1e7 + half)) / 850), 'a'),
      figure('oil displaced into the outlet', 'm3', area * 0.5e-3, (run) => run.integral('b.out.q')),
      figure('oil displaced out of the inlet', 'm3', -area * 0.5e-3, (run) => run.integral('b.in.q')),
      ...through('flow at the stop', 0.62 * Math.PI * 0.01 * 0.2e-3 * Math.sqrt((2 * (1e7 + half)) / 850), 'c'),
      ...through('flow below the setting', none, 'd', 'out', 'in', size),
    ],
  },
  {
    kind: 'twoStageReliefValve',
    title: 'a pilot passes 8 l/min 4 bar above its setting, and the drop of its choke lifts the main poppet',
    against:
      'analytic: the flow of the pilot through the choke takes 16 bar, 14 of which lift the poppet against 200 kN/m; chamber and pilot answer as lags of first order',
    tolerance: 5e-3,
    reason: 'lags of 0.4 ms by steps of 10 µs, and of 10 ms behind a chamber of 2.4 µs; the jump of the inlet swings by some steps',
    rig: () =>
      new Rig({ end: 0.03, step: 1e-5 })
        .put('a', 'twoStageReliefValve', pilot, { in: '122 bar', out: '2 bar' })
        // Shut: a main pressure above what is there. V/(B G_o) = 0.4 ms.
        .put('b', 'twoStageReliefValve', { ...pilot, chamberVolume: '50 cm3', mainPressure: '60 bar' }, { out: '0 bar' })
        .swing('b.in', rows('0: 0, 0.01: 0, 0.01: 50, 0.03: 50'))
        .put('c', 'twoStageReliefValve', { ...pilot, mainPressure: '60 bar', pilotTimeConstant: '10 ms' }, { out: '0 bar' })
        .swing('c.in', rows('0: 0, 0.01: 0, 0.01: 50, 0.03: 50'))
        .put('stop', 'twoStageReliefValve', { ...pilot, maximumLift: '0.3 mm' }, { in: '122 bar', out: '2 bar' })
        // A large chamber that hardly takes oil: 3 of 5 bar lift the poppet against 200 kN/m and the oil above it.
        .put(
          'swing',
          'twoStageReliefValve',
          { ...pilot, chamberVolume: '10 l', chokeConductance: '1e-6 l/min/bar', viscousFriction: '40 N s/m' },
          { out: '0 bar' },
        )
        .swing('swing.in', rows('0: 0, 0.01: 0, 0.01: 5, 0.03: 5'))
        .build(),
    figures: [
      figure('pressure of the chamber over the outlet', 'Pa', 104 * bar, (run) => run.end('a.chamberPressure') - 2 * bar),
      figure('pressure of the chamber over the setting', 'Pa', 4 * bar, (run) => run.end('a.chamberPressure') - 102 * bar),
      figure('lift', 'm', (area * 14 * bar) / 200e3, (run) => run.end('a.lift')),
      ...through(
        'flow',
        8 * litrePerMinute + 0.62 * Math.PI * 0.01 * ((area * 14 * bar) / 200e3) * Math.sqrt((2 * 120 * bar) / 850),
        'a',
      ).map((one) => closer(5, one)),
      figure('lift at the stop', 'm', 0.3e-3, (run) => run.end('stop.lift')),
      figure('velocity at the stop', 'm/s', 0, (run) => run.end('stop.v'), 0.1),
      figure('lift of the swing', 'm', swung, (run) => run.end('swing.lift')),
      figure('peak of the swing', 'm', swung * (1 + Math.exp((-Math.PI * 0.2) / Math.sqrt(0.96))), (run) => run.greatest('swing.lift')),
      figure('time of it', 's', Math.PI / Math.sqrt(200e3 / 0.05) / Math.sqrt(0.96), (run) => run.when('swing.v', 0, 0.0105) - 0.01, 3e-3),
      figure('oil that the poppet has displaced', 'm3', -area * swung, (run) => run.integral('swing.in.q') + run.integral('swing.out.q')),
      figure('pressure that it makes in the chamber', 'Pa', (15e8 / 10e-3) * area * swung, (run) => run.end('swing.chamberPressure')),
      figure('chamber after V/(B G)', 'Pa', 50 * bar * e1, (run) => run.at('b.chamberPressure', 0.01 + 0.4e-3)),
      figure('pilot after its time constant', 'Pa', 50 * bar * e1, (run) => run.at('c.sensed', 0.02)),
    ],
  },
  {
    kind: 'pressureReducingValve',
    title: 'an outlet 2 bar below the setting of 60 bar over a drain of 5 bar: half open at 4 bar of range; above it shut; its lag',
    against: 'analytic: half of 40 l/min times the root of 40 bar over 10 bar; e^(-1) of the way to shut, 2 bar less, after 5 ms',
    tolerance: 4e-3,
    reason: settles,
    rig: () => {
      const valve = { settingPressure: '60 bar', range: '4 bar', ...rated };
      return new Rig({ end: 0.1, step: 2e-5 })
        .put('a', 'pressureReducingValve', valve, { in: '103 bar', out: '63 bar' })
        .hold('a.drain', 'shut', { initialPressure: '5 bar' })
        .put('b', 'pressureReducingValve', valve, { in: '103 bar', out: '66 bar' })
        .hold('b.drain', 'shut', { initialPressure: '5 bar' })
        .put('c', 'pressureReducingValve', valve, { in: '50 bar', out: '40 bar' })
        .hold('c.drain', 'shut', { initialPressure: '5 bar' })
        .put('e', 'pressureReducingValve', valve, { in: '40.05 bar', out: '40 bar' })
        .hold('e.drain', 'shut')
        .put('d', 'pressureReducingValve', valve, { in: '98 bar', out: '58 bar' })
        .swing('d.drain', rows('0: 0, 0.05: 0, 0.05: -1, 0.1: -1'))
        .build();
    },
    figures: [
      ...through('flow', 40 * litrePerMinute, 'a'),
      ...through('flow above the setting', none, 'b', 'out', 'in', size),
      ...through('flow wide open', 40 * litrePerMinute, 'c'),
      figure(
        'change of flow 5 ms after the drain has sunk by 1 bar',
        'm3/s',
        -20 * e1 * litrePerMinute,
        (run) => run.at('d.out.q', 0.055) - run.at('d.out.q', 0.05),
      ),
      figure('flow at 0.05 bar, 5/8 of that at 0.1 bar', 'm3/s', (5 / 8) * 4 * litrePerMinute, (run) => run.end('e.out.q')),
      figure('flow of the drain', 'm3/s', none, (run) => run.end('a.drain.q'), size),
      figure('pressure of the drain', 'Pa', 5 * bar, (run) => run.end('a.drain.p')),
    ],
  },
  {
    kind: 'sequenceValve',
    title:
      'an inlet 2 bar above the setting of 80 bar over a drain of 3 bar opens half of 4 bar of range, whatever stands behind; the way back',
    against: 'analytic: half of 40 l/min times the root of 40 bar over 10 bar; 20 l/min/bar beyond 1 bar; e^(-1) after 5 ms',
    tolerance: 4e-3,
    reason: settles,
    rig: () => {
      const valve = { settingPressure: '80 bar', range: '4 bar', ...rated, checkGradient: '20 l/min/bar', checkPressure: '1 bar' };
      return new Rig({ end: 0.1, step: 2e-5 })
        .put('a', 'sequenceValve', valve, { in: '85 bar', out: '45 bar' })
        .hold('a.drain', 'shut', { initialPressure: '3 bar' })
        .put('b', 'sequenceValve', valve, { in: '82 bar', out: '0 bar' })
        .hold('b.drain', 'shut', { initialPressure: '3 bar' })
        .put('c', 'sequenceValve', valve, { in: '50 bar', out: '53 bar' })
        .hold('c.drain', 'shut')
        .put('e', 'sequenceValve', valve, { in: '90.05 bar', out: '90 bar' })
        .hold('e.drain', 'shut')
        .put('d', 'sequenceValve', valve, { in: '82 bar', out: '42 bar' })
        .swing('d.drain', rows('0: 0, 0.05: 0, 0.05: -1, 0.1: -1'))
        .build();
    },
    figures: [
      ...through('flow', 40 * litrePerMinute, 'a'),
      ...through('flow below the setting', none, 'b', 'out', 'in', size),
      ...through('flow back', -40 * litrePerMinute, 'c'),
      figure(
        'change of flow 5 ms after the drain has sunk by 1 bar',
        'm3/s',
        20 * e1 * litrePerMinute,
        (run) => run.at('d.out.q', 0.055) - run.at('d.out.q', 0.05),
      ),
      figure('flow at 0.05 bar, 5/8 of that at 0.1 bar', 'm3/s', (5 / 8) * 4 * litrePerMinute, (run) => run.end('e.out.q')),
      figure('pressure of the drain', 'Pa', 3 * bar, (run) => run.end('a.drain.p')),
    ],
  },
  {
    kind: 'counterbalanceValve',
    title: 'a load of 150 bar under a setting of 200 bar and a back pressure of 10 bar, lowered by a pilot of a quarter of what is missing',
    against:
      'analytic: balance of forces, load + 4 pilot = 200 + 5·10 bar, 10 bar more opens half of 20; 20 l/min/bar beyond 1 bar backwards',
    tolerance: 4e-3,
    reason: settles,
    rig: () => {
      const valve = { settingPressure: '200 bar', pilotRatio: 4, range: '20 bar', ratedFlow: '40 l/min', ratedPressureDrop: '35 bar' };
      const free = { ...valve, checkGradient: '20 l/min/bar', checkPressure: '1 bar' };
      return new Rig({ end: 0.1, step: 2e-5 })
        .put('a', 'counterbalanceValve', free, { in: '150 bar', out: '10 bar' })
        .hold('a.pilot', 'shut', { initialPressure: '27.5 bar' })
        .put('b', 'counterbalanceValve', free, { in: '150 bar', out: '10 bar' })
        .hold('b.pilot', 'shut', { initialPressure: '24.9 bar' })
        .put('c', 'counterbalanceValve', free, { in: '50 bar', out: '53 bar' })
        .hold('c.pilot', 'shut')
        .put('d', 'counterbalanceValve', free, { in: '150 bar', out: '10 bar' })
        .swing('d.pilot', rows('0: 27.5, 0.05: 27.5, 0.05: 28.75, 0.1: 28.75'))
        .put('f', 'counterbalanceValve', free, { in: '30.05 bar', out: '30 bar' })
        .hold('f.pilot', 'shut', { initialPressure: '90 bar' })
        .put('e', 'counterbalanceValve', free, { in: '216 bar', out: '6 bar' })
        .hold('e.pilot', 'shut', { initialPressure: '6 bar' })
        .build();
    },
    figures: [
      // √(140/35) = 2
      ...through('flow', 40 * litrePerMinute, 'a'),
      ...through('flow held', none, 'b', 'out', 'in', size),
      ...through('flow back', -40 * litrePerMinute, 'c'),
      figure(
        'change of flow 5 ms after the pilot has risen by 1.25 bar',
        'm3/s',
        20 * e1 * litrePerMinute,
        (run) => run.at('d.out.q', 0.055) - run.at('d.out.q', 0.05),
      ),
      figure('flow of a load above its setting', 'm3/s', 20 * Math.sqrt(210 / 35) * litrePerMinute, (run) => run.end('e.out.q')),
      figure('flow at 0.05 bar, 5/8 of that at 0.1 bar', 'm3/s', (5 / 8) * 40 * Math.sqrt(0.1 / 35) * litrePerMinute, (run) =>
        run.end('f.out.q'),
      ),
      figure('pressure of the pilot', 'Pa', 27.5 * bar, (run) => run.end('a.pilot.p')),
    ],
  },
  {
    kind: 'chargingValve',
    title: 'pilot pressure that rises and falls over cut-out at 150 bar and 20 bar below it',
    against: 'analytic: unloads at 150 bar, loads again at 130 bar, each with a lag of 5 ms; 80 l/min at 40 bar by 40 l/min at 10 bar',
    tolerance: 3e-3,
    reason:
      'judged a step of 50 µs late, of a pressure that moves 0.01 bar a step; 5 ms are a hundred steps, of which two belong to the line and to the judgement',
    rig: () =>
      new Rig({ end: 2, step: 5e-5 })
        .put('a', 'chargingValve', { cutOutPressure: '150 bar', hysteresis: '20 bar', ...rated }, { in: '45 bar', out: '5 bar' })
        .swing('a.pilot', rows('0: 60, 1: 160, 2: 60'))
        .build(),
    figures: [
      figure('pilot pressure of cut-out', 'Pa', 150 * bar, (run) => run.at('a.pilot.p', run.when('a.opening', 0.001))),
      figure('pilot pressure of cut-in', 'Pa', 130 * bar, (run) => run.at('a.pilot.p', run.when('a.opening', 0.999, 1.01))),
      figure('time to 1 - e^(-2)', 's', 10e-3, (run) => run.when('a.opening', 1 - Math.exp(-2)) - run.when('a.opening', 1e-9)),
      figure('flow', 'm3/s', 80 * litrePerMinute, (run) => run.at('a.out.q', 1)),
      figure('flow taken', 'm3/s', -80 * litrePerMinute, (run) => run.at('a.in.q', 1)),
      figure('flow before', 'm3/s', none, (run) => run.at('a.out.q', 0.85), size),
      figure('flow afterwards', 'm3/s', none, (run) => run.end('a.out.q'), size),
    ],
  },
];
