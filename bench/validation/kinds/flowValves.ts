/** Valves that set and share flows. */
import { closer, figure, type KindCheck, through } from './kindCheck.js';
import { bar, litrePerMinute, Rig, rows } from './rig.js';

const [none, size] = [0, 10 * litrePerMinute];
/** 40 l/min at 10 bar, so 80 l/min at 40 bar. */
const rated = { ratedFlow: '40 l/min', ratedPressureDrop: '10 bar' };
const e1 = 1 - 1 / Math.E;
const settles =
  'steps of 20 µs of a lag of 5 ms: a pressure comes up to a step late, a flow is that of the middle of one: 0.4 % of e^(-1); at rest rounding';
/** Flow of a branch of 20 l/min at 10 bar with 60 bar over it, of which 98 % of so many bar are taken: m3/s. */
const lower = (answered: number): number => 20 * Math.sqrt((60 - 0.98 * answered) / 10) * litrePerMinute;

/** C1 + C2 Δp = 1.5e12 at 50 bar, so that 7.5 bar of unbalance hold K = 5e-7, 75 l/min √(50/1e5); it comes there with 1e10/1.5e12 s = 6.67 ms. */
const measured = {
  settingPressure: '10 bar',
  springRate: '1e12 Pa^1.5 s/m3',
  flowForce: '1e5 Pa^0.5 s/m3',
  damping: '1e10 Pa^1.5 s^2/m3',
  largestCoefficient: '6e-7 m3/s/Pa^0.5',
};
const edge = 5e-7 * Math.sqrt(50 * bar);
const lag = 1e10 / 1.5e12;

/** Of one reference, and of the higher of two. */
const semiEmpirical = (['semiEmpiricalCompensator', 'shuttleCompensator'] as const).map((kind): KindCheck => {
  const loads = (pressure: string): Readonly<Record<string, string>> =>
    kind === 'shuttleCompensator' ? { load1: '1 bar', load2: pressure } : { load: pressure };
  const swung = kind === 'shuttleCompensator' ? 'load2' : 'load';
  const otherWay = kind === 'shuttleCompensator' ? { load1: '57.5 bar', load2: '1 bar' } : { load: '57.5 bar' };
  return {
    kind,
    title: 'an outlet 2.5 bar above the load under a setting of 10 bar, from shut; both limits, and off them without delay',
    against: 'analytic: the balance of its four coefficients; 1 - e^(-1) of the way after C3/(C1 + C2 Δp); at a limit nothing is stored',
    tolerance: 4e-3,
    reason: 'steps of 20 µs of a lag of 6.67 ms: a limit is judged, and a load seen, up to a step late',
    rig: () =>
      new Rig({ end: 0.12, step: 2e-5 })
        .put('at', kind, measured, { in: '110 bar', out: '60 bar', ...loads('57.5 bar') })
        .put('other', kind, measured, { in: '110 bar', out: '60 bar', ...otherWay })
        .put('wide', kind, measured, { in: '110 bar', out: '60 bar', ...loads('100 bar') })
        .put('shut', kind, { ...measured, initialCoefficient: '5e-7 m3/s/Pa^0.5' }, { in: '110 bar', out: '60 bar', ...loads('20 bar') })
        .put('back', kind, { ...measured, initialCoefficient: '5e-7 m3/s/Pa^0.5' }, { in: '60 bar', out: '60.1 bar', ...loads('57.6 bar') })
        // 1 bar too little for 60 ms, at the limit all of the time; then as the first.
        .put('jump', kind, measured, { in: '110 bar', out: '60 bar', ...(kind === 'shuttleCompensator' ? { load1: '1 bar' } : {}) })
        .swing(`jump.${swung}`, rows('0: 49, 0.06: 49, 0.06: 57.5, 0.12: 57.5'))
        .build(),
    figures: [
      ...through('flow', edge, 'at'),
      figure('flow after its lag', 'm3/s', (1 - 1 / Math.E) * edge, (run) => run.at('at.out.q', lag)),
      ...through('flow by the other reference', edge, 'other'),
      ...through('flow at the upper limit', 1.2 * edge, 'wide'),
      ...through('flow at the lower limit', none, 'shut', 'out', 'in', edge),
      // 7.5 bar against 1e12 - 1e5·1e4 of K.
      ...through('flow back', -Math.min(6e-7, (7.5 * bar) / (1e12 - 1e9)) * Math.sqrt(0.1 * bar), 'back'),
      figure('flow a lag after it has left its limit', 'm3/s', (1 - 1 / Math.E) * edge, (run) => run.at('jump.out.q', 0.06 + lag)),
      figure('flow of the load line', 'm3/s', none, (run) => run.end(`at.${swung}.q`), edge),
    ],
  };
});

export const flowValveChecks: readonly KindCheck[] = [
  {
    kind: 'flowControlValve',
    title: 'a flow control valve of 20 l/min at the 10 bar where it begins to control, 100 bar above, below, backwards, and after a jump',
    against: 'analytic: 20 l/min there; 2 % of 100 bar more are left, √1.2; half at 2.5 bar; back wide open; e^(-1) of a jump after 5 ms',
    tolerance: 4e-3,
    reason: settles,
    rig: () => {
      const valve = { ratedFlow: '20 l/min', meteringPressureDrop: '8 bar', compensatorPressureDrop: '2 bar' };
      return (
        new Rig({ end: 0.1, step: 2e-5 })
          .put('at', 'flowControlValve', valve, { in: '15 bar', out: '5 bar' })
          .put('above', 'flowControlValve', valve, { in: '115 bar', out: '5 bar' })
          .put('below', 'flowControlValve', valve, { in: '7.5 bar', out: '5 bar' })
          .put('back', 'flowControlValve', valve, { in: '5 bar', out: '15 bar' })
          .put('small', 'flowControlValve', valve, { in: '5 bar', out: '5.05 bar' })
          .put('smaller', 'flowControlValve', valve, { in: '5.05 bar', out: '5 bar' })
          // Half open, the metering orifice takes 8 bar of 8 + 2/4 at half the flow.
          .put('half', 'flowControlValve', valve, { in: '13.5 bar', out: '5 bar' }, { opening: 0.5 })
          .put('jump', 'flowControlValve', { ...valve, override: 0 }, { out: '5 bar' })
          .swing('jump.in', rows('0: 35, 0.05: 35, 0.05: 36, 0.1: 36'))
          .build()
      );
    },
    figures: [
      ...through('flow', 20 * litrePerMinute, 'at').map((one) => closer(4, one)),
      ...through('flow above', 20 * Math.sqrt(1.2) * litrePerMinute, 'above'),
      ...through('flow below', 10 * litrePerMinute, 'below'),
      ...through('flow back', -20 * litrePerMinute, 'back'),
      figure('flow back at 0.05 bar, 5/8 of that at 0.1 bar', 'm3/s', -(5 / 8) * 2 * litrePerMinute, (run) => run.end('small.out.q')),
      figure('flow at 0.05 bar', 'm3/s', (5 / 8) * 2 * litrePerMinute, (run) => run.end('smaller.out.q')),
      figure('flow half open', 'm3/s', 10 * litrePerMinute, (run) => run.end('half.out.q')),
      // 10 bar are left over the two orifices, and of 1 bar more what the lag has not yet taken.
      figure(
        'flow 5 ms after 1 bar more',
        'm3/s',
        (Math.sqrt(1 + 0.1 / Math.E) - 1) * 20 * litrePerMinute,
        (run) => run.at('jump.out.q', 0.055) - 20 * litrePerMinute,
      ),
    ],
  },
  {
    kind: 'pressureCompensator',
    title: 'an outlet 8 bar above the load under a setting of 10 bar: half open at 4 bar of range; wide open; shut; never backwards',
    against: 'analytic: half of 40 l/min times the root of 40 bar over 10 bar; e^(-1) of the change of flow after 5 ms',
    tolerance: 4e-3,
    reason: settles,
    rig: () => {
      const valve = { settingPressure: '10 bar', range: '4 bar', ...rated };
      const loads = { half: '50 bar', shut: '47 bar', open: '55 bar' };
      const rig = new Rig({ end: 0.1, step: 2e-5 });
      for (const [name, load] of Object.entries(loads))
        rig
          .put(name, 'pressureCompensator', valve, { in: '98 bar', out: '58 bar' })
          .hold(`${name}.load`, 'shut', { initialPressure: load });
      return rig
        .put('back', 'pressureCompensator', valve, { in: '50 bar', out: '58 bar' })
        .hold('back.load', 'shut', { initialPressure: '55 bar' })
        .put('small', 'pressureCompensator', valve, { in: '58.05 bar', out: '58 bar' })
        .hold('small.load', 'shut', { initialPressure: '55 bar' })
        .put('jump', 'pressureCompensator', valve, { in: '98 bar', out: '58 bar' })
        .swing('jump.load', rows('0: 50, 0.05: 50, 0.05: 51, 0.1: 51'))
        .build();
    },
    figures: [
      ...through('flow', 40 * litrePerMinute, 'half'),
      ...through('flow wide open', 80 * litrePerMinute, 'open'),
      ...through('flow above the setting', none, 'shut', 'out', 'in', size),
      ...through('flow back', none, 'back', 'out', 'in', size),
      figure('flow at 0.05 bar, 5/8 of that at 0.1 bar', 'm3/s', (5 / 8) * 4 * litrePerMinute, (run) => run.end('small.out.q')),
      figure(
        'change of flow 5 ms after 1 bar more of load',
        'm3/s',
        20 * e1 * litrePerMinute,
        (run) => run.at('jump.out.q', 0.055) - run.at('jump.out.q', 0.05),
      ),
      figure('flow of the load line', 'm3/s', none, (run) => run.end('half.load.q'), size),
      figure('pressure of the load line', 'Pa', 50 * bar, (run) => run.end('half.load.p')),
    ],
  },
  ...semiEmpirical,
  {
    kind: 'priorityValve',
    title:
      'a steering circuit 12 bar above its load, of a setting of 10 bar and a range of 4, lets half of the edge pass to the others; before that none',
    against: 'analytic: 40 l/min at 10 bar always to the priority port; half of 40 l/min times the root of 40 over 10 to the other',
    tolerance: 4e-3,
    reason: settles,
    rig: () => {
      const valve = { settingPressure: '10 bar', range: '4 bar', ...rated };
      const pressures = { in: '60 bar', priority: '50 bar', excess: '20 bar' };
      return new Rig({ end: 0.1, step: 2e-5 })
        .put('a', 'priorityValve', valve, pressures)
        .hold('a.load', 'shut', { initialPressure: '38 bar' })
        .put('b', 'priorityValve', valve, pressures)
        .hold('b.load', 'shut', { initialPressure: '41 bar' })
        .put('c', 'priorityValve', valve, { in: '60 bar', priority: '50 bar', excess: '59.95 bar' })
        .hold('c.load', 'shut', { initialPressure: '30 bar' })
        .put('jump', 'priorityValve', valve, pressures)
        .swing('jump.load', rows('0: 38, 0.05: 38, 0.05: 37, 0.1: 37'))
        .build();
    },
    figures: [
      figure('flow to the priority port', 'm3/s', 40 * litrePerMinute, (run) => run.end('a.priority.q')),
      figure('flow to the others', 'm3/s', 40 * litrePerMinute, (run) => run.end('a.excess.q')),
      figure('flow taken', 'm3/s', -80 * litrePerMinute, (run) => run.end('a.in.q')),
      figure('flow to the others below the setting', 'm3/s', none, (run) => run.end('b.excess.q'), size),
      figure('flow taken then', 'm3/s', -40 * litrePerMinute, (run) => run.end('b.in.q')),
      figure('flow at 0.05 bar wide open, 5/8 of that at 0.1 bar', 'm3/s', (5 / 8) * 4 * litrePerMinute, (run) => run.end('c.excess.q')),
      figure(
        'change of flow 5 ms after 1 bar less of load',
        'm3/s',
        20 * e1 * litrePerMinute,
        (run) => run.at('jump.excess.q', 0.055) - run.at('jump.excess.q', 0.05),
      ),
      figure('flow of the load line', 'm3/s', none, (run) => run.end('a.load.q'), size),
      figure('pressure of the load line', 'Pa', 38 * bar, (run) => run.end('a.load.p')),
    ],
  },
  {
    kind: 'spoolFlowDivider',
    title: 'a pump of 45 l/min is divided 2 to 1, whichever branch is loaded by 40 bar more; what 10 % of override makes of it',
    against:
      'analytic: 30 and 15 l/min; with a drop of 10 bar over the loaded branch and 10 + 4 bar over the other its flow is √1.4 of rated',
    tolerance: 1e-3,
    reason: 'at rest, e^(-20) of the lag: rounding, and the spool that hunts by the length of a step around even branches',
    rig: () => {
      const valve = { ratedFlow1: '40 l/min', ratedFlow2: '20 l/min', ratedPressureDrop: '10 bar' };
      return (
        new Rig({ end: 0.12, step: 2e-5 })
          .put('a', 'spoolFlowDivider', { ...valve, override: 0 }, { out1: '100 bar', out2: '60 bar' })
          .hold('a.in', '45 l/min', { volume: '0.1 l', initialPressure: '105 bar' })
          .put('b', 'spoolFlowDivider', { ...valve, override: 0 }, { out1: '60 bar', out2: '100 bar' })
          .hold('b.in', '45 l/min', { volume: '0.1 l', initialPressure: '105 bar' })
          .put('c', 'spoolFlowDivider', { ...valve, override: 0.1 }, { in: '110 bar', out1: '100 bar', out2: '60 bar' })
          .put('d', 'spoolFlowDivider', { ...valve, override: 0.1 }, { in: '110 bar', out1: '60 bar', out2: '100 bar' })
          // Less than there is over the lower branch: it is shut.
          .put('e', 'spoolFlowDivider', { ...valve, override: 0 }, { in: '99.8 bar', out1: '100 bar', out2: '60 bar' })
          .put('f', 'spoolFlowDivider', { ...valve, override: 0 }, { in: '99.8 bar', out1: '60 bar', out2: '100 bar' })
          .put('jump', 'spoolFlowDivider', valve, { in: '120 bar', out2: '60 bar' })
          .swing('jump.out1', rows('0: 90, 0.06: 90, 0.06: 91, 0.12: 91'))
          .build()
      );
    },
    figures: [
      ...Object.entries({ a: 1, b: 1 }).flatMap(([name]) => [
        figure(`flow of the larger branch, ${name}`, 'm3/s', 30 * litrePerMinute, (run) => run.end(`${name}.out1.q`)),
        figure(`flow of the smaller branch, ${name}`, 'm3/s', 15 * litrePerMinute, (run) => run.end(`${name}.out2.q`)),
        figure(`flow taken, ${name}`, 'm3/s', -45 * litrePerMinute, (run) => run.end(`${name}.in.q`)),
      ]),
      figure('flow of the lower smaller branch', 'm3/s', 20 * Math.sqrt(1.4) * litrePerMinute, (run) => run.end('c.out2.q')),
      figure('flow of the loaded larger branch', 'm3/s', 40 * litrePerMinute, (run) => run.end('c.out1.q')),
      figure('flow of the lower larger branch', 'm3/s', 40 * Math.sqrt(1.4) * litrePerMinute, (run) => run.end('d.out1.q')),
      figure('flow of the shut smaller branch', 'm3/s', none, (run) => run.end('e.out2.q'), size),
      figure('flow of the shut larger branch', 'm3/s', none, (run) => run.end('f.out1.q'), size),
      // Of the difference of pressures 98 % of what has been answered to is taken off the lower branch.
      figure(
        'change of flow 5 ms after 1 bar more',
        'm3/s',
        lower(30 + e1) - lower(30),
        (run) => run.at('jump.out2.q', 0.065) - run.at('jump.out2.q', 0.06),
        3 * Math.abs(lower(30 + e1) - lower(30)),
      ),
    ],
  },
];
