/** Check valves, their relatives, and relief valves without motion: where they open, what they hold, what passes. */
import { type Figure, figure, type KindCheck, through } from './kindCheck.js';
import { bar, litrePerMinute, Rig, rows } from './rig.js';

const [none, size] = [0, 10 * litrePerMinute];
const limited = { fullyOpenFlow: '20 l/min' };

/** Damping ratio 0.2: c = 0.4 √(k m). */
const poppet = {
  diameter: '10 mm',
  maximumLift: '3 mm',
  mass: '0.05 kg',
  crackingPressure: '0.5 bar',
  springStiffness: '20 kN/m',
  viscousFriction: `${0.4 * Math.sqrt(20e3 * 0.05)} N s/m`,
};
const lift = ((Math.PI / 4) * 1e-4 * 3.5 * bar) / 20e3;

/** Pressures in bar, 0.1 s each: 30 ms to come there, so that the line of the source does not swing, and 70 ms to be there. */
const levels = (bars: readonly number[]): [number, number][] =>
  bars.flatMap((one, k): [number, number][] => [
    [k / 10 + (k === 0 ? 0 : 0.03), one],
    [(k + 1) / 10, one],
  ]);

/** Flows at the end of each 0.1 s, as parts of what passes fully open, l/min. */
const flows = (what: string, name: string, open: number, parts: readonly number[]): Figure[] =>
  parts.map((part, k) =>
    figure(
      `${what}, pilot pressure ${k + 1}`,
      'm3/s',
      part * open * litrePerMinute,
      (run) => run.at(`${name}.out.q`, (k + 1) / 10 - 2e-3),
      Math.abs(open) * litrePerMinute,
    ),
  );

export const checkValveChecks: readonly KindCheck[] = [
  {
    kind: 'checkValve',
    title:
      'a check valve of 1 bar passes 5 l/min for each bar beyond, up to its stop at 20 l/min; behind it a volume keeps the peak of a pressure that swings',
    against: 'analytic: 10 l/min at 3 bar by hand, an orifice beyond the stop; a peak rectifier holds 100 - 1 bar',
    tolerance: 2e-4,
    reason: 'the line before the valve rises 0.01 bar above its source as a quarter of the flow stops in a step',
    rig: () =>
      new Rig({ end: 0.2, step: 2e-4 })
        .put('a', 'checkValve', { crackingPressure: '1 bar', gradient: '5 l/min/bar' }, { in: '53 bar', out: '50 bar' })
        .put('b', 'checkValve', { crackingPressure: '1 bar', gradient: '5 l/min/bar' }, { in: '50 bar', out: '53 bar' })
        // At its stop with 20 l/min at 1 + 4 bar.
        .put('beyond', 'checkValve', { ...limited, crackingPressure: '1 bar', gradient: '5 l/min/bar' }, { in: '70 bar', out: '50 bar' })
        .put('at', 'checkValve', { ...limited, crackingPressure: '1 bar', gradient: '5 l/min/bar' }, { in: '55.1 bar', out: '50 bar' })
        .put('before', 'checkValve', { ...limited, crackingPressure: '1 bar', gradient: '5 l/min/bar' }, { in: '54.9 bar', out: '50 bar' })
        .put('peak', 'checkValve', { crackingPressure: '1 bar', gradient: '50 l/min/bar' })
        .put('swing', 'controlledPressureSource', { gain: '1 bar' })
        .put('wave', 'sine', { amplitude: 50, frequency: '10 Hz', offset: 50 })
        .drive('swing.demand', 'wave')
        .line('to', 'swing', 'peak.in', { volume: '10 l', initialPressure: '50 bar' })
        .hold('peak.out', 'shut', { volume: '0.2 l', initialPressure: '50 bar' })
        .build(),
    figures: [
      ...through('flow', size, 'a'),
      ...through('flow backwards', none, 'b', 'out', 'in', size),
      ...through('flow at four times the pressure of its stop', 40 * litrePerMinute, 'beyond'),
      figure('flow 2 % beyond its stop', 'm3/s', 20 * Math.sqrt(1.02) * litrePerMinute, (run) => run.end('at.out.q')),
      figure('flow 0.1 bar before', 'm3/s', 19.5 * litrePerMinute, (run) => run.end('before.out.q')),
      figure('pressure kept', 'Pa', 99 * bar, (run) => run.end('peak.out.p')),
    ],
  },
  {
    kind: 'reliefValve',
    title: 'a pump of 40 l/min fills a volume up to a relief valve of 160 bar, through which all of it then passes; one at its stop',
    against:
      'analytic: at 160 bar after p V/(B Q) = 48 ms; 40 l/min at 10 l/min/bar need 4 bar; 10.93 kW into heat; an orifice beyond the stop',
    tolerance: 1e-5,
    reason: 'the rise is straight, its crossing within a step of 50 µs; e^(-16) is left of the rise to 164 bar',
    rig: () =>
      new Rig({ end: 0.1, step: 5e-5 })
        .put('a', 'reliefValve', { crackingPressure: '160 bar', gradient: '10 l/min/bar' }, { out: '0 bar' })
        .hold('a.in', '40 l/min', { volume: '3 l' })
        .put('below', 'reliefValve', { crackingPressure: '160 bar', gradient: '10 l/min/bar' }, { in: '164 bar', out: '5 bar' })
        // At its stop with 20 l/min at 100 + 2 bar.
        .put(
          'beyond',
          'reliefValve',
          { ...limited, crackingPressure: '100 bar', gradient: '10 l/min/bar' },
          { in: '409 bar', out: '1 bar' },
        )
        .put('at', 'reliefValve', { ...limited, crackingPressure: '100 bar', gradient: '10 l/min/bar' }, { in: '103.1 bar', out: '1 bar' })
        .put(
          'before',
          'reliefValve',
          { ...limited, crackingPressure: '100 bar', gradient: '10 l/min/bar' },
          { in: '102.9 bar', out: '1 bar' },
        )
        .build(),
    figures: [
      figure('time to 160 bar', 's', (160 * 3e-3) / (15000 * 40 * litrePerMinute), (run) => run.when('L_at_a_in.p', 160 * bar)),
      figure('pressure at 40 l/min', 'Pa', 164 * bar, (run) => run.end('a.in.p')),
      figure('heat', 'W', 10933.33, (run) => -run.end('a.in.p') * run.end('a.in.q')),
      ...through('flow', 40 * litrePerMinute, 'a'),
      ...through('flow at four times the pressure of its stop', 40 * litrePerMinute, 'beyond'),
      figure('flow 0.1 bar beyond its stop', 'm3/s', 20 * Math.sqrt(102.1 / 102) * litrePerMinute, (run) => run.end('at.out.q')),
      figure('flow 0.1 bar before', 'm3/s', 19 * litrePerMinute, (run) => run.end('before.out.q')),
      ...through('flow below the setting over the outlet', none, 'below', 'out', 'in', size),
    ],
  },
  {
    kind: 'unloadingValve',
    title:
      'pilot pressure 1 bar above the setting lets 20 l/min off at 2 bar, 1 bar below it none, and none backwards; range and play of its pilot',
    against: 'analytic: a restrictor of 10 l/min/bar, open, shut, or in part; the play of a spool read off its drawing',
    tolerance: 1e-5,
    reason: 'the line of the pilot has 14 time constants after each change, e^(-14) of 40 bar over a range of 10 bar',
    rig: () => {
      const valve = { crackingPressure: '150 bar', gradient: '10 l/min/bar' };
      const pilots = levels([140, 158, 156, 152, 140, 180]);
      return new Rig({ end: 0.6, step: 1e-3 })
        .put('range', 'unloadingValve', { ...valve, range: '10 bar' }, { in: '7 bar', out: '5 bar' })
        .press('range.pilot', pilots)
        .put('play', 'unloadingValve', { ...valve, range: '10 bar', hysteresis: '3 bar' }, { in: '7 bar', out: '5 bar' })
        .press('play.pilot', pilots)
        .put('steps', 'unloadingValve', { ...valve, hysteresis: '4 bar' }, { in: '7 bar', out: '5 bar' })
        .press('steps.pilot', levels([140, 151, 146.1, 145.9, 149.9, 149.9]))
        .put('open', 'unloadingValve', valve, { in: '7 bar', out: '5 bar' })
        .hold('open.pilot', 'shut', { volume: '0.1 l', initialPressure: '151 bar' })
        .put('shut', 'unloadingValve', valve, { in: '160 bar', out: '5 bar' })
        .hold('shut.pilot', 'shut', { volume: '0.1 l', initialPressure: '149 bar' })
        .put('back', 'unloadingValve', valve, { in: '5 bar', out: '7 bar' })
        .hold('back.pilot', 'shut', { volume: '0.1 l', initialPressure: '151 bar' })
        .build();
    },
    figures: [
      ...through('flow let off', 20 * litrePerMinute, 'open'),
      ...through('flow below the setting', none, 'shut', 'out', 'in', size),
      ...through('flow backwards', none, 'back', 'out', 'in', size),
      ...flows('range', 'range', 20, [0, 0.8, 0.6, 0.2, 0, 1]),
      // Falling, the pilot must lose 3 bar before the spool follows.
      ...flows('range and play', 'play', 20, [0, 0.8, 0.8, 0.5, 0, 1]),
      ...flows('play alone', 'steps', 20, [0, 1, 1, 0, 0, 0]),
      figure('pilot pressure kept', 'Pa', 151 * bar, (run) => run.end('open.pilot.p')),
    ],
  },
  {
    kind: 'pilotOperatedCheckValve',
    title:
      'a load of 100 bar is held until a pilot of a third of it and of the cracking pressure lifts the poppet; range and play of its pilot; its stop',
    against:
      'analytic: balance of forces on poppet and pilot piston of three times its area, 3 (p - 10) = 100 - 10 + 20 bar, so 46.67 bar; the play of a spool read off its drawing; an orifice beyond the stop',
    tolerance: 1e-3,
    reason: 'the pilot rises by 0.01 bar a step of 1 ms and is judged a step late, its line lags by another',
    rig: () => {
      const valve = { crackingPressure: '20 bar', gradient: '1 l/min/bar', pilotRatio: 3 };
      const rig = new Rig({ end: 5, step: 1e-3 })
        .put('a', 'pilotOperatedCheckValve', valve, { in: '10 bar', out: '100 bar' })
        .swing('a.pilot', rows('0: 10, 5: 60'))
        .put('b', 'pilotOperatedCheckValve', valve, { in: '50 bar', out: '20 bar' })
        .hold('b.pilot', 'shut');
      // It is in balance at 3 (p - 10) = 110 bar, and 10 bar more of the pilot are 30 of 50.
      const pilots = levels([40, 140 / 3 + 10, 140 / 3 + 8, 140 / 3 + 2, 40, 80]);
      const held = (
        name: string,
        parameters: object,
        inlet: number,
        course: readonly (readonly [number, number])[],
        outlet = 100,
      ): void => {
        rig
          .put(name, 'pilotOperatedCheckValve', { ...valve, ...parameters }, { in: `${inlet} bar`, out: `${outlet} bar` })
          .press(`${name}.pilot`, course);
      };
      held('range', { range: '50 bar' }, 10, pilots);
      held('play', { range: '50 bar', hysteresis: '15 bar' }, 10, pilots);
      held('steps', { hysteresis: '15 bar' }, 10, levels([40, 50, 140 / 3 - 4.9, 140 / 3 - 5.1, 140 / 3 - 0.1, 40]));
      // Half open: 3 (p - p_in) = 25 - Δp + 20 bar.
      held('ahead', { range: '50 bar' }, 90, levels([90 + 5 / 3]), 50);
      held('little', { range: '50 bar' }, 60, levels([60 + 35 / 3]), 50);
      // At its stop with 40 l/min at 20 + 40 bar; held open, its seat passes 26.67 l/min at 26.67 bar, and from there on as an orifice.
      const stop = { fullyOpenFlow: '40 l/min' };
      held('beyond', stop, 100, levels([0]), 20);
      held('before', stop, 79, levels([0]), 20);
      held('at', stop, 81, levels([0]), 20);
      held('openBack', stop, 10, levels([80]));
      held('openLittle', stop, 76, levels([180]));
      held('openAt', stop, 73, levels([180]));
      held('openAhead', stop, 50, levels([180]), 10);
      held('half', { ...stop, range: '50 bar' }, 90, levels([90 + 5 / 3]), 50);
      return rig.build();
    },
    figures: [
      figure('pilot pressure that opens', 'Pa', (140 / 3) * bar, (run) => run.at('a.pilot.p', run.when('a.in.q', 45 * litrePerMinute))),
      figure('flow before', 'm3/s', none, (run) => run.at('a.out.q', 3.3), size),
      ...through('flow of the load', -90 * litrePerMinute, 'a'),
      ...through('free flow', size, 'b'),
      ...flows('range', 'range', -90, [0, 0.6, 0.48, 0.12, 0, 1]),
      // Falling, what opens it must lose 15 bar, the pilot 5, before it follows.
      ...flows('range and play', 'play', -90, [0, 0.6, 0.6, 0.42, 0, 1]),
      ...flows('play alone', 'steps', -90, [0, 1, 1, 0, 0, 0]),
      figure('flow half open, 20 bar beyond the cracking pressure', 'm3/s', (40 / 2 + 20 / 2) * litrePerMinute, (run) =>
        run.end('ahead.out.q'),
      ),
      figure('flow half open, below the cracking pressure', 'm3/s', (10 / 2) * litrePerMinute, (run) => run.end('little.out.q')),
      figure('flow at 80 bar', 'm3/s', 40 * Math.sqrt(80 / 60) * litrePerMinute, (run) => run.end('beyond.out.q')),
      figure('flow before its stop', 'm3/s', 39 * litrePerMinute, (run) => run.end('before.out.q')),
      figure('flow beyond it', 'm3/s', 40 * Math.sqrt(61 / 60) * litrePerMinute, (run) => run.end('at.out.q')),
      figure('flow of the load through the open seat', 'm3/s', -40 * Math.sqrt(90 / 60) * litrePerMinute, (run) =>
        run.end('openBack.out.q'),
      ),
      figure('flow at 24 bar', 'm3/s', -24 * litrePerMinute, (run) => run.end('openLittle.out.q')),
      figure('flow at 27 bar', 'm3/s', -40 * Math.sqrt(27 / 60) * litrePerMinute, (run) => run.end('openAt.out.q')),
      figure('free flow through the open seat', 'm3/s', 40 * Math.sqrt(40 / 60) * litrePerMinute, (run) => run.end('openAhead.out.q')),
      figure('flow half open near its stop', 'm3/s', ((40 * Math.sqrt(40 / 60) + 20) / 2) * litrePerMinute, (run) => run.end('half.out.q')),
    ],
  },
  {
    kind: 'shuttleValve',
    title: 'the higher of two pressures reaches the outlet: first one, from 50 ms on the other',
    against: 'analytic: 20 l/min at 5 bar, so at 20 bar 40 l/min, from the higher inlet alone',
    tolerance: 1e-3,
    reason: 'the line of the pressure that rises follows within some steps; the ball has moved long before the end',
    rig: () => {
      const rated = { ratedFlow: '20 l/min', ratedPressureDrop: '5 bar' };
      return new Rig({ end: 0.1, step: 1e-4 })
        .put('a', 'shuttleValve', rated, { in1: '70 bar', out: '50 bar' })
        .swing('a.in2', rows('0: 0, 0.04: 0, 0.05: 95, 0.1: 95'))
        .put('b', 'shuttleValve', { ...rated, shiftPressure: '2 bar' }, { in1: '68.01 bar', in2: '70 bar', out: '79.26 bar' })
        .put('c', 'shuttleValve', { ...rated, shiftPressure: '2 bar' }, { in1: '67.99 bar', in2: '70 bar', out: '50 bar' })
        .build();
    },
    figures: [
      figure('flow from the first', 'm3/s', 40 * litrePerMinute, (run) => run.at('a.out.q', 0.03)),
      figure('taken from the first', 'm3/s', -40 * litrePerMinute, (run) => run.at('a.in1.q', 0.03)),
      figure('flow from the second', 'm3/s', 60 * litrePerMinute, (run) => run.end('a.out.q')),
      figure('taken from the second', 'm3/s', -60 * litrePerMinute, (run) => run.end('a.in2.q')),
      figure('taken from the first then', 'm3/s', none, (run) => run.end('a.in1.q'), size),
      // √(11.25/5) = 1.5: the ball does not move for 1.99 bar
      ...through('flow back into the first', -30 * litrePerMinute, 'b', 'out', 'in1'),
      ...through('flow of 2.01 bar more', 40 * litrePerMinute, 'c', 'out', 'in2'),
    ],
  },
  {
    kind: 'velocityFuse',
    title: 'flow that rises to the limit of 60 l/min shuts a hose burst valve, which opens again once the pressures are level',
    against: 'analytic: shut at 60 l/min, at (60/20)² of the rated 1 bar; e^(-1) of its opening after its time constant of 5 ms',
    tolerance: 5e-3,
    reason: 'judged a step of 20 µs late, by a line that lags two more: 0.4 % of 5 ms and e^(-1)',
    rig: () =>
      new Rig({ end: 1, step: 2e-5 })
        .put(
          'a',
          'velocityFuse',
          { ratedFlow: '20 l/min', ratedPressureDrop: '1 bar', closingFlow: '60 l/min', reopeningPressure: '4 bar' },
          { out: '10 bar' },
        )
        .swing('a.in', rows('0: 10, 0.4: 26, 0.5: 26, 0.9: 9, 1: 9'))
        .build(),
    figures: [
      figure('flow that shuts it', 'm3/s', 60 * litrePerMinute, (run) => run.greatest('a.out.q')),
      figure('pressure difference then', 'Pa', 9 * bar, (run) => run.at('a.in.p', run.when('a.opening', 0.9999)) - 10 * bar),
      figure('time to e^(-1)', 's', 5e-3, (run) => run.when('a.opening', 1 / Math.E) - run.when('a.opening', 0.9999) - 5e-7),
      figure('flow shut', 'm3/s', none, (run) => run.at('a.out.q', 0.45), size),
      figure('pressure difference that opens it', 'Pa', 4 * bar, (run) => run.at('a.in.p', run.when('a.opening', 0.01, 0.55)) - 10 * bar),
      figure('flow backwards at the end', 'm3/s', -20 * litrePerMinute, (run) => run.end('a.out.q')),
      figure('taken at the end', 'm3/s', 20 * litrePerMinute, (run) => run.end('a.in.q')),
    ],
  },
  {
    kind: 'dynamicCheckValve',
    title: 'a poppet of 50 g on 20 kN/m is let go under 4 bar, swings and comes to rest',
    against: 'analytic: period 2π√(m/k) and overshoot of damping ratio 0.2, lift (A Δp - F₀)/k, curtain area times 0.7 of a jet',
    tolerance: 1e-3,
    reason: 'steps of 10 µs: (ωΔ)²/12 = 3e-6 of the period, and the largest of rows that close; the end is e^(-8) from rest',
    rig: () =>
      new Rig({ end: 0.12, step: 1e-5 })
        .put('a', 'dynamicCheckValve', poppet, { in: '14 bar', out: '10 bar' })
        .put('b', 'dynamicCheckValve', poppet, { in: '10 bar', out: '14 bar' })
        .put('c', 'dynamicCheckValve', { ...poppet, maximumLift: '1 mm' }, { in: '14 bar', out: '10 bar' })
        .build(),
    figures: [
      figure('lift', 'm', lift, (run) => run.end('a.lift')),
      figure('first peak', 'm', lift * (1 + Math.exp((-Math.PI * 0.2) / Math.sqrt(0.96))), (run) => run.greatest('a.lift')),
      figure('time of it', 's', Math.PI / Math.sqrt(20e3 / 0.05) / Math.sqrt(0.96), (run) => run.when('a.v', 0, 1e-3)),
      ...through('flow', 0.7 * Math.PI * 10e-3 * lift * Math.SQRT1_2 * Math.sqrt((2 * 4 * bar) / 850), 'a'),
      ...through('flow backwards', none, 'b', 'out', 'in', size),
      figure('lift at the stop', 'm', 1e-3, (run) => run.end('c.lift')),
    ],
  },
];
