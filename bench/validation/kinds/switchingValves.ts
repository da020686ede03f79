/** Valves that a lever, a magnet or a pilot moves: paths by their table, openings, and how the spool moves. */
import { type Figure, figure, type KindCheck, through } from './kindCheck.js';
import { litrePerMinute, Rig, rows } from './rig.js';

const [none, size] = [0, 10 * litrePerMinute];
/** 40 l/min at 10 bar, so 80 l/min at 40 bar. */
const rated = { ratedFlow: '40 l/min', ratedPressureDrop: '10 bar' };
const e1 = 1 - 1 / Math.E;
const held = 'held at all ports: rounding, and e^(-20) of the way of the spool';
const still = { end: 0.2, step: 1e-3 };

/** Flow out of each port of a valve that is joined crosswise: P 90 bar, A and B 50 bar, T 10 bar, so 40 bar over each open path. */
const crossed = { P: '90 bar', A: '50 bar', B: '50 bar', T: '10 bar' };
const ports = (what: string, name: string, flows: Readonly<Record<string, number>>): Figure[] =>
  Object.entries(flows).map(([port, litres]) =>
    figure(`${what}, ${port}`, 'm3/s', litres * litrePerMinute, (run) => run.end(`${name}.${port}.q`), 80 * litrePerMinute),
  );

export const switchingValveChecks: readonly KindCheck[] = [
  {
    kind: 'onOffValve',
    title: 'a solenoid valve that opens in 40 ms and shuts in 25 ms, after commands at 10 and 100 ms',
    against: 'analytic: half open half way, 80 l/min at 40 bar by 40 l/min at 10 bar, shut again at 125 ms',
    tolerance: 3e-3,
    reason: 'a command is seen a step of 50 µs late: of 20 ms',
    rig: () =>
      new Rig({ end: 0.15, step: 5e-5 })
        .put(
          'a',
          'onOffValve',
          { ...rated, openingTime: '40 ms', closingTime: '25 ms' },
          { in: '50 bar', out: '10 bar' },
          {
            command: rows('0: 0, 0.01: 0, 0.01: 1, 0.1: 1, 0.1: 0, 0.15: 0'),
          },
        )
        .put('b', 'onOffValve', { ...rated, initialOpening: 1 }, { in: '10 bar', out: '50 bar' }, { command: 0.55 })
        .put('c', 'onOffValve', rated, { in: '50 bar', out: '10 bar' }, { command: 0.49 })
        .build(),
    figures: [
      figure('time from shut to half open', 's', 20e-3, (run) => run.when('a.out.q', 40 * litrePerMinute) - 0.01),
      figure('time from open to half shut', 's', 12.5e-3, (run) => run.when('a.out.q', 40 * litrePerMinute, 0.1) - 0.1),
      figure('flow', 'm3/s', 80 * litrePerMinute, (run) => run.at('a.out.q', 0.09)),
      figure('flow taken', 'm3/s', -80 * litrePerMinute, (run) => run.at('a.in.q', 0.09)),
      figure('flow shut', 'm3/s', none, (run) => run.end('a.out.q'), size),
      ...through('flow backwards', -80 * litrePerMinute, 'b'),
      ...through('flow without command', none, 'c', 'out', 'in', size),
    ],
  },
  {
    kind: 'threeWayValve',
    title: 'paths at rest at command 0, 1 and between, and the crossover of a valve with lap; its lag',
    against: 'analytic: table of paths, 80 l/min at 40 bar each; half the travel less a lap of 0.2 is open by 3/8 at command 0.75',
    tolerance: 4e-3,
    reason: 'steps of 50 µs of a lag of 10 ms, seen a step late; at rest rounding',
    rig: () => {
      const pressures = { P: '90 bar', A: '50 bar', T: '10 bar' };
      return new Rig({ end: 0.2, step: 5e-5 })
        .put('off', 'threeWayValve', rated, pressures, { command: 0 })
        .put('on', 'threeWayValve', rated, pressures, { command: 1 })
        .put('between', 'threeWayValve', { ...rated, lap: 0.2 }, pressures, { command: 0.75 })
        .put('back', 'threeWayValve', { ...rated, lap: 0.2 }, pressures, { command: 0.25 })
        .put('open', 'threeWayValve', { ...rated, lap: -0.25 }, pressures, { command: 0.5 })
        .put('lag', 'threeWayValve', { ...rated, timeConstant: '10 ms' }, pressures, {
          command: rows('0: 0.5, 0.1: 0.5, 0.1: 1, 0.2: 1'),
        })
        .build();
    },
    figures: [
      ...ports('off', 'off', { P: 0, A: -80, T: 80 }),
      ...ports('on', 'on', { P: -80, A: 80, T: 0 }),
      ...ports('between, with lap', 'between', { P: -30, A: 30, T: 0 }),
      ...ports('on the other side, with lap', 'back', { P: 0, A: -30, T: 30 }),
      ...ports('in the middle, with open crossover', 'open', { P: -16, A: 0, T: 16 }),
      figure('flow a time constant after the middle', 'm3/s', 80 * e1 * litrePerMinute, (run) => run.at('lag.A.q', 0.11)),
    ],
  },
  {
    kind: 'fourWayTwoPositionValve',
    title: 'paths at rest at command 0 and 1, and the crossover of a valve with lap; its lag',
    against: 'analytic: table of paths, 80 l/min at 40 bar each; half the travel less a lap of 0.2 is open by 3/8 at command 0.75',
    tolerance: 4e-3,
    reason: 'steps of 50 µs of a lag of 10 ms, seen a step late; at rest rounding',
    rig: () =>
      new Rig({ end: 0.2, step: 5e-5 })
        .put('off', 'fourWayTwoPositionValve', rated, crossed, { command: -0.3 })
        .put('on', 'fourWayTwoPositionValve', rated, crossed, { command: 1.3 })
        .put('between', 'fourWayTwoPositionValve', { ...rated, lap: 0.2 }, crossed, { command: 0.75 })
        .put('back', 'fourWayTwoPositionValve', { ...rated, lap: 0.2 }, crossed, { command: 0.25 })
        // P 90, A 40, B 60, T 10: 50, 30, 50 and 30 bar over the four edges.
        .put('open', 'fourWayTwoPositionValve', { ...rated, lap: -0.25 }, { ...crossed, A: '40 bar', B: '60 bar' }, { command: 0.5 })
        .put('lag', 'fourWayTwoPositionValve', { ...rated, timeConstant: '10 ms' }, crossed, {
          command: rows('0: 0.5, 0.1: 0.5, 0.1: 1, 0.2: 1'),
        })
        .build(),
    figures: [
      ...ports('off', 'off', { P: -80, A: -80, B: 80, T: 80 }),
      ...ports('on', 'on', { P: -80, A: 80, B: -80, T: 80 }),
      ...ports('between, with lap', 'between', { P: -30, A: 30, B: -30, T: 30 }),
      ...ports('on the other side, with lap', 'back', { P: -30, A: -30, B: 30, T: 30 }),
      // A fifth of 40 l/min times the roots of 5 and 3.
      ...ports('in the middle, with open crossover', 'open', {
        P: -8 * (Math.sqrt(5) + Math.sqrt(3)),
        A: 8 * (Math.sqrt(5) - Math.sqrt(3)),
        B: 8 * (Math.sqrt(3) - Math.sqrt(5)),
        T: 8 * (Math.sqrt(5) + Math.sqrt(3)),
      }),
      figure('flow a time constant after the middle', 'm3/s', 80 * e1 * litrePerMinute, (run) => run.at('lag.A.q', 0.11)),
    ],
  },
  {
    kind: 'fourWayThreePositionValve',
    title: 'paths at rest at command 1, -1 and 0 with a centre of its own, on the way to the centre, and the lag',
    against:
      'analytic: table of paths, 80 l/min at 40 bar and 113 l/min at 80 bar each; half of the centre is shut at half of a lap of 0.2',
    tolerance: 4e-3,
    reason: 'steps of 50 µs of a lag of 10 ms, seen a step late; at rest rounding',
    rig: () => {
      const centre = { centrePT: 0.5, centrePA: 0.1, centrePB: 0.2, centreAT: 0.3, centreBT: 0.4 };
      return new Rig({ end: 0.2, step: 5e-5 })
        .put('on', 'fourWayThreePositionValve', { ...rated, ...centre }, crossed, { command: 1 })
        .put('back', 'fourWayThreePositionValve', { ...rated, ...centre }, crossed, { command: -1 })
        .put('centre', 'fourWayThreePositionValve', { ...rated, ...centre }, crossed, { command: 0 })
        .put('near', 'fourWayThreePositionValve', { ...rated, ...centre, lap: 0.2 }, crossed, { command: -0.1 })
        .put('half', 'fourWayThreePositionValve', { ...rated, lap: 0.2 }, crossed, { command: 0.6 })
        .put('lag', 'fourWayThreePositionValve', { ...rated, lap: 1e-6 }, crossed, {
          command: rows('0: 0, 0.1: 0, 0.1: 1, 0.2: 1'),
        })
        .build();
    },
    figures: [
      ...ports('on', 'on', { P: -80, A: 80, B: -80, T: 80 }),
      ...ports('back', 'back', { P: -80, A: -80, B: 80, T: 80 }),
      ...ports('centre', 'centre', { P: -80 * (0.3 + 0.5 * Math.SQRT2), A: -16, B: -16, T: 80 * (0.7 + 0.5 * Math.SQRT2) }),
      ...ports('half way to the centre', 'near', { P: -40 * (0.3 + 0.5 * Math.SQRT2), A: -8, B: -8, T: 40 * (0.7 + 0.5 * Math.SQRT2) }),
      ...ports('half open', 'half', { P: -40, A: 40, B: -40, T: 40 }),
      figure('flow a time constant after the centre', 'm3/s', 80 * e1 * litrePerMinute, (run) => run.at('lag.A.q', 0.11)),
    ],
  },
  {
    kind: 'directionalValve',
    title: 'paths at position 0.5, beyond -1 and 0, edges that differ',
    against: 'analytic: table of paths; half the area at four times the pressure passes the rated flow, times the fraction of its edge',
    tolerance: 1e-9,
    reason: held,
    rig: () => {
      const edges = { ...rated, fractionPA: 0.9, fractionBT: 0.8, fractionPB: 0.7, fractionAT: 0.6 };
      return new Rig(still)
        .put('on', 'directionalValve', edges, crossed, { position: 0.5 })
        .put('back', 'directionalValve', edges, crossed, { position: -1.2 })
        .put('shut', 'directionalValve', edges, crossed, { position: 0 })
        .build();
    },
    figures: [
      ...ports('half on', 'on', { P: -36, A: 36, B: -32, T: 32 }),
      ...ports('back', 'back', { P: -56, A: -48, B: 56, T: 48 }),
      ...ports('shut', 'shut', { P: 0, A: 0, B: 0, T: 0 }),
    ],
  },
  {
    kind: 'proportionalValve',
    title: 'edges of 4 mm at position 0.5 and -1: jets of 100 m/s, and half of the pressure at which an open edge becomes laminar',
    against: 'published: Ellman & Piché as for transitionOrifice: 0.6 of the area at 42.5 bar; 5/8 of 1.5 Re ν/d at half the transition',
    tolerance: 1e-9,
    reason: held,
    rig: () => {
      const edges = { diameter: '4 mm', dischargeCoefficient: 0.6, transitionReynolds: 1000 };
      const jets = { P: '95 bar', A: '52.5 bar', B: '52.5 bar', T: '10 bar' };
      // ρ/2 (1.5 Re ν/(d Cq))² = 2.656 bar for an edge wide open, twice that for half of its area.
      const [whole, half] = [2.65625 / 2, 2.65625];
      const slow = (drop: number) => ({ P: `${52.5 + drop} bar`, A: '52.5 bar', B: '52.5 bar', T: `${52.5 - drop} bar` });
      return new Rig(still)
        .put('on', 'proportionalValve', edges, jets, { position: 0.5 })
        .put('back', 'proportionalValve', edges, jets, { position: -1 })
        .put('slow', 'proportionalValve', edges, slow(whole), { position: 1.4 })
        .put('small', 'proportionalValve', edges, slow(half), { position: -0.5 })
        .build();
    },
    figures: [
      ...ports('half on', 'on', { P: -1, A: 1, B: -1, T: 1 }).map((one) => jetOf(one, 0.5 * 0.6 * (Math.PI / 4) * 16e-6 * 100)),
      ...ports('back', 'back', { P: -1, A: -1, B: 1, T: 1 }).map((one) => jetOf(one, 0.6 * (Math.PI / 4) * 16e-6 * 100)),
      ...ports('slow', 'slow', { P: -1, A: 1, B: -1, T: 1 }).map((one) => jetOf(one, (5 / 8) * (Math.PI / 4) * 16e-6 * 15)),
      // d √u: the mean velocity at the transition is √2 as large, the area half.
      ...ports('slow and half back', 'small', { P: -1, A: -1, B: 1, T: 1 }).map((one) =>
        jetOf(one, ((5 / 8) * (Math.PI / 4) * 16e-6 * 15) / Math.SQRT2),
      ),
    ],
  },
  {
    kind: 'proportionalDirectionalValve',
    title: 'an overlapped valve at command 0.6 and -1, within its dead band, edges that differ; its spool swings',
    against:
      'analytic: (0.6 - 0.2)/(1 - 0.2) of 80 l/min, its square by triangular grooves; overshoot and time of the peak of a damping ratio of 0.5 at 40 Hz',
    tolerance: 2e-3,
    reason: 'steps of 50 µs of a swing of 29 ms: seen a step late, 0.05 of 14.4 ms; the swing has e^(-25) left at the end',
    rig: () => {
      const valve = { ...rated, naturalFrequency: '40 Hz', dampingRatio: 0.5, overlap: 0.2 };
      const edges = { ...valve, fractionPA: 0.9, fractionBT: 0.8, fractionPB: 0.7, fractionAT: 0.6 };
      return new Rig({ end: 0.2, step: 2e-5 })
        .put('on', 'proportionalDirectionalValve', edges, crossed, { command: 0.6 })
        .put('back', 'proportionalDirectionalValve', edges, crossed, { command: -1.3 })
        .put('band', 'proportionalDirectionalValve', valve, crossed, { command: 0.1 })
        .put('groove', 'proportionalDirectionalValve', { ...edges, grooves: 1 }, crossed, { command: 0.6 })
        .put('grooveBack', 'proportionalDirectionalValve', { ...edges, grooves: 0.5 }, crossed, { command: -0.6 })
        .put('misprint', 'proportionalDirectionalValve', { ...edges, asPrinted: 1 }, crossed, { command: -0.6 })
        .build();
    },
    figures: [
      ...ports('on', 'on', { P: -36, A: 36, B: -32, T: 32 }),
      ...ports('back', 'back', { P: -56, A: -48, B: 56, T: 48 }),
      // Half open: a quarter of the flow of triangular grooves; of half of them half of a half and a quarter.
      ...ports('on, by grooves', 'groove', { P: -18, A: 18, B: -16, T: 16 }),
      ...ports('back, by some grooves', 'grooveBack', { P: -21, A: -18, B: 21, T: 18 }),
      ...ports('back, as printed', 'misprint', { P: -56, A: -48, B: 56, T: 48 }),
      ...ports('within the dead band', 'band', { P: 0, A: 0, B: 0, T: 0 }),
      figure('first peak of the spool', '1', 0.6 * (1 + Math.exp((-Math.PI * 0.5) / Math.sqrt(0.75))), (run) => run.greatest('on.spool')),
      figure('time of it', 's', 1 / (2 * 40 * Math.sqrt(0.75)), (run) => run.when('on.spoolSpeed', 0, 2e-3)),
    ],
  },
  {
    kind: 'servoValve',
    title: 'rated flow at 0.5 and -1 of a valve that hardly leaks, leakage at null and at an overlap of one that does; its spool swings',
    against:
      'published: Merritt 1967, null leakage of two edges in each path; a quarter of it through an edge overlapped by three clearances (Eryilmaz & Wilson 2000)',
    tolerance: 2.5e-3,
    reason: 'an open edge has 1e-4 more than its position, an edge at null 0.2 %, whether rated flow is with or without it; peak as above',
    rig: () => {
      const valve = { ...rated, naturalFrequency: '40 Hz', dampingRatio: 0.5 };
      return new Rig({ end: 0.2, step: 2e-5 })
        .put('on', 'servoValve', { ...valve, nullOpening: 1e-4 }, crossed, { command: 0.5 })
        .put('back', 'servoValve', { ...valve, nullOpening: 1e-4 }, crossed, { command: -1 })
        .put('null', 'servoValve', { ...valve, nullOpening: 2e-3 }, { ...crossed, P: '130 bar' }, { command: 0 })
        .put(
          'lapped',
          'servoValve',
          { ...valve, nullOpening: 2e-3 },
          { P: '50 bar', A: '50 bar', B: '10 bar', T: '10 bar' },
          { command: 6e-3 },
        )
        .put(
          'lappedBack',
          'servoValve',
          { ...valve, nullOpening: 2e-3 },
          { P: '50 bar', A: '10 bar', B: '50 bar', T: '10 bar' },
          { command: -6e-3 },
        )
        .build();
    },
    figures: [
      ...ports('half on', 'on', { P: -40, A: 40, B: -40, T: 40 }),
      ...ports('back', 'back', { P: -80, A: -80, B: 80, T: 80 }),
      // Two edges open by 0.002, of 40 l/min √8 and √4 each.
      figure('leakage at null into P', 'm3/s', -0.16 * Math.sqrt(8) * litrePerMinute, (run) => run.end('null.P.q')),
      figure('leakage at null into T', 'm3/s', 0.16 * 2 * litrePerMinute, (run) => run.end('null.T.q')),
      figure('leakage of P to B, overlapped', 'm3/s', (0.16 / 4) * litrePerMinute, (run) => run.end('lapped.B.q')),
      figure('leakage of A to T, overlapped', 'm3/s', -(0.16 / 4) * litrePerMinute, (run) => run.end('lapped.A.q')),
      figure('first peak of the spool', '1', 0.5 * (1 + Math.exp((-Math.PI * 0.5) / Math.sqrt(0.75))), (run) => run.greatest('on.spool')),
      figure('time of it', 's', 1 / (2 * 40 * Math.sqrt(0.75)), (run) => run.when('on.spoolSpeed', 0, 2e-3)),
    ],
  },
];

/** A figure of sign only, given its size. */
function jetOf(one: Figure, flow: number): Figure {
  const sign = Math.sign(one.is);
  return { ...one, is: sign * flow, scale: flow };
}
