/** Switches with a width: range and hysteresis of piloted valves, comparator and relay, and what an ideal switch is told about. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { idealSwitches } from '../../dist/network/idealSwitches.js';
import { switchText } from '../../dist/report/switchText.js';
import { simulate } from '../../dist/run/simulate.js';
import { bar, between, litres, oil, solvers } from '../support/between.js';

/** A triangle up and down again: what drives, and the output of a play with a range by hand. */
const triangle = (t: number): number => (t < 1 ? t : 2 - t);
const clipped = (x: number): number => Math.max(0, Math.min(1, x));
const play = (times: Iterable<number>, at: (t: number) => number, begins: number, range: number, hysteresis: number): number[] => {
  let u = 0;
  const of = (x: number): number => (range > 0 ? clipped((x - begins) / range) : x > begins ? 1 : 0);
  return Array.from(times, (t) => {
    u = Math.max(of(at(t)), Math.min(of(at(t) + hysteresis), u));
    return u;
  });
};
const cases = [
  [0, 0],
  [5, 0],
  [0, 10],
  [5, 10],
  [20, 5],
] as const;

describe.each(cases)('a range of %d bar and a hysteresis of %d bar', (range, hysteresis) => {
  const worst = (ours: ArrayLike<number>, wanted: readonly number[]): number =>
    Math.max(...wanted.map((w, k) => Math.abs((ours[k] as number) - w)));

  test.each(['TLM', 'the ODE'])(
    'unloadingValve by %s: opens from 100 bar on, and begins to shut when the pilot has fallen by the hysteresis',
    async (by) => {
      const made = circuit('swept')
        .fluid(oil)
        .component('u', 'dutyCycle', {
          points: [
            ['0 s', 80],
            ['1 s', 140],
            ['2 s', 80],
          ],
        })
        .component('p', 'controlledPressureSource', { gain: '1 bar' })
        .signal('u', 'p.demand')
        .component('s', 'pressureSource', { pressure: '10 bar' })
        .component('t', 'tank')
        .component('it', 'unloadingValve', {
          crackingPressure: '100 bar',
          gradient: '1 l/min/bar',
          range: `${range} bar`,
          hysteresis: `${hysteresis} bar`,
        })
        .line('L', 'p', 'it.pilot', { volume: '1 ml', initialPressure: '80 bar' })
        .direct('it.in', 's')
        .direct('it.out', 't')
        .run({ end: '2 s', step: '100 us' })
        .record({ every: '5 ms', signals: ['it.*'] })
        .build();
      const done = by === 'TLM' ? await simulate(made) : await simulateLumped(made, { relativeTolerance: 1e-7 });
      const { t, y } = done.series('it.out.q');
      const opening = play(t, (at) => 80 + 60 * triangle(at), 100, range, hysteresis);
      // A row beside a jump may be on its other side: one row of 5 ms is 0.3 bar.
      const jumps = opening.flatMap((u, k) => (k > 0 && Math.abs(u - (opening[k - 1] as number)) > 0.5 ? [k - 1, k, k + 1] : []));
      const rows = opening.map((u, k) => (jumps.includes(k) ? (y[k] as number) / (10 * litres) : u));
      expect(
        worst(
          y.map((q) => q / (10 * litres)),
          rows,
        ),
      ).toBeLessThan(0.01);
      expect(Math.max(...opening)).toBe(1);
      expect(opening.at(-1)).toBe(0);
    },
  );

  test('comparator and relay have the same law', async () => {
    const made = circuit('signals')
      .component('u', 'dutyCycle', {
        points: [
          ['0 s', 80],
          ['1 s', 140],
          ['2 s', 80],
        ],
      })
      .component('level', 'constant', { value: 100 })
      .component('it', 'comparator', { range, hysteresis })
      .component('other', 'relay', { onLevel: 100, offLevel: 100 - hysteresis, range })
      .signal('u', 'it.input')
      .signal('level', 'it.reference')
      .signal('u', 'other.input')
      .run({ end: '2 s', step: '1 ms' })
      .record({ every: '1 ms', signals: ['it.output', 'other.output', 'u.output'] })
      .build();
    const done = await simulate(made);
    const input = done.series('u.output').y;
    const rows = Array.from(input.keys()).slice(1);
    const wanted = play(rows, (k) => input[k] as number, 100, range, hysteresis);
    for (const name of ['it.output', 'other.output']) expect(worst(done.series(name).y.subarray(1), wanted)).toBeLessThan(1e-12);
  });
});

describe('pilotOperatedCheckValve', () => {
  const parameters = { crackingPressure: '1 bar', gradient: '1 l/min/bar', pilotRatio: 3, range: '30 bar', hysteresis: '12 bar' };
  // Opens where 3 (pilot - in) - (out - in) - 1 bar is above 0: out at 60 bar, in at 0, from 20.33 bar on, fully at 30.33.
  test.each(solvers)('by %s it passes against the flow as far as the pilot holds it open', async (_, run) => {
    for (const pilot of [20, 25, 31]) {
      const end = await run(
        between('pilotOperatedCheckValve', { parameters, ports: { in: '0 bar', out: '60 bar', pilot: `${pilot} bar` }, end: '50 ms' }),
      );
      expect(end.last('out.q') / litres).toBeCloseTo(-60 * clipped((3 * pilot - 61) / 30), 6);
    }
  });

  test.each(solvers)('by %s with the flow the part that the pilot does not hold is a check valve', async (_, run) => {
    // 3 · 45 - 180 + 60 - 1 = 14 bar of 30.
    const end = await run(
      between('pilotOperatedCheckValve', { parameters, ports: { in: '60 bar', out: '0 bar', pilot: '45 bar' }, end: '50 ms' }),
    );
    expect(end.last('out.q') / litres).toBeCloseTo((14 / 30) * 60 + (16 / 30) * 59, 6);
  });

  test('as the pilot falls it begins to shut 4 bar (12 bar over the ratio) later than it opened', async () => {
    const made = circuit('swept')
      .fluid(oil)
      .component('u', 'dutyCycle', {
        points: [
          ['0 s', 10],
          ['1 s', 40],
          ['2 s', 10],
        ],
      })
      .component('p', 'controlledPressureSource', { gain: '1 bar' })
      .signal('u', 'p.demand')
      .component('s', 'pressureSource', { pressure: '60 bar' })
      .component('t', 'tank')
      .component('it', 'pilotOperatedCheckValve', parameters)
      .line('L', 'p', 'it.pilot', { volume: '1 ml', initialPressure: '10 bar' })
      .direct('it.out', 's')
      .direct('it.in', 't')
      .run({ end: '2 s', step: '100 us' })
      .record({ every: '5 ms', signals: ['it.opened'] })
      .build();
    const { t, y } = (await simulate(made)).series('it.opened');
    const wanted = play(t, (at) => 3 * (10 + 30 * triangle(at)), 61, 30, 12);
    expect(Math.max(...wanted.map((u, k) => Math.abs((y[k] as number) - u)))).toBeLessThan(0.01);
  });
});

describe('a circuit that drives a switch back', () => {
  // A pump of 55 l/min into 10 l, which the valve lets off; the ideal valve rests nowhere between shut and 600 l/min/bar.
  const held = (range: string) =>
    circuit('held')
      .fluid(oil)
      .component('p', 'flowSource', { flow: '55 l/min' })
      .component('n', 'junction')
      .component('it', 'unloadingValve', { crackingPressure: '145 bar', gradient: '1 l/min/bar', range })
      .component('t', 'tank')
      .line('a', 'p', 'n', { volume: '0.2 l', initialPressure: '140 bar' })
      .line('b', 'n', 'it.in', { volume: '0.2 l', initialPressure: '140 bar' })
      .line('c', 'n', 'it.pilot', { volume: '0.2 l', initialPressure: '140 bar' })
      .direct('it.out', 't')
      .run({ end: '0.1 s', minimumStep: '1 us', maximumStep: '1 ms', pressureError: '0.1 bar' })
      .record({ every: '1 ms', signals: ['n.p', 'it.opening'] })
      .build();

  test('with a range it rests where it passes the flow, at crackingPressure + u range', async () => {
    const results = await simulate(held('5 bar'));
    const late = (name: string): number => {
      const y = results.series(name).y.subarray(50);
      return y.reduce((a, b) => a + b, 0) / y.length;
    };
    const [p, u] = [late('n.p'), late('it.opening')];
    expect((u * p) / (55 * bar)).toBeCloseTo(1, 2);
    expect((p / bar - 145) / (5 * u)).toBeCloseTo(1, 2);
  });

  test('without, most steps are chatter', async () => {
    const [ideal, real] = [await simulate(held('0 bar')), await simulate(held('5 bar'))];
    expect(ideal.account.steps.accepted).toBeGreaterThan(5 * real.account.steps.accepted);
  });
});

describe('what check says', () => {
  test('names ideal switches only', async () => {
    expect(idealSwitches(await readCircuit('circuits/two-actuator.yaml'))).toEqual([{ component: 'prv', kind: 'unloadingValve' }]);
    expect(idealSwitches(await readCircuit('circuits/two-actuator-real-valve.yaml'))).toEqual([]);
    const relays = circuit('relays').component('u', 'constant', { value: 0 });
    for (const [name, offLevel, range] of [
      ['ideal', 1, 0],
      ['apart', 0.5, 0],
      ['wide', 1, 0.1],
    ] as const)
      relays.component(name, 'relay', { onLevel: 1, offLevel, range }).signal('u', `${name}.input`);
    expect(idealSwitches(relays.build())).toEqual([{ component: 'ideal', kind: 'relay' }]);
  });

  test('tells the smallest step, how many there may be, and the way out', () => {
    const seven = Array.from({ length: 7 }, (_, k) => ({ component: `v${k}`, kind: 'relay' }));
    expect(switchText(seven.slice(0, 1), { step: null, minimumStep: 1e-6, end: 2.5 })).toBe(
      '1 ideal switch: v0 (relay)\nwhere the circuit drives one back it chatters: the step falls to the smallest, 1 µs, up to 2 500 000 steps in this run, and the mean of\n' +
        'what it holds is off by what that changes in 2 to 3 steps (2 µs to 3 µs); give it a range or a hysteresis',
    );
    expect(switchText(seven, { step: 1e-5, minimumStep: 1e-6, end: 1 })).toMatch(
      /^7 ideal switches: .*v5 \(relay\) and 1 more\n.* every few steps of 10 µs/,
    );
  });
});
