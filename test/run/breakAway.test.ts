/** Break-away from stiction at variable steps, against the closed form of stick-slip (support/stickSlip.ts) and integrators. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { resumed, told } from '../support/resumed.js';
import { finish, periodOf, sets } from '../support/stickSlip.js';

/** A cylinder behind oil, the volume of which it changes; its periods follow no closed form. */
const pushed = finish(
  circuit('pushed')
    .component('p', 'flowSource', { flow: '1.5 l/min' })
    .component('c', 'actuator', {
      bore: '50 mm',
      rodDiameter: '30 mm',
      stroke: '1 m',
      mass: '400 kg',
      viscousFriction: '200 N s/m',
      staticFriction: '4000 N',
      coulombFriction: '2500 N',
    })
    .component('t', 'tank')
    .line('l', 'p', 'c.cap', { volume: '0.8 l' })
    .direct('c.rod', 't'),
  0.4,
  ['c.v', 'l.p'],
);

/** Rows at which it lets go: the last of each rest. */
function breakAways(results: LineResults, velocity: string): { times: number[]; rows: number[] } {
  const { t, y } = results.series(velocity);
  const rows = [...y.keys()].filter((k) => y[k] === 0 && k + 1 < y.length && y[k + 1] !== 0);
  return { times: rows.map((k) => t[k] as number), rows };
}

const periods = (times: readonly number[]): number[] => times.slice(1).map((t, k) => t - (times[k] as number));
const worst = (values: Iterable<number>, right: (k: number) => number): number =>
  Math.max(...Array.from(values, (x, k) => Math.abs(x / right(k) - 1)));

/** Pressure error, bar, and what period and force may be off by. */
const levels = [
  [0.1, 5e-3],
  [0.01, 1e-3],
  [0.001, 2e-4],
] as const;
const run = (of: Circuit, bar: number, more: RunOptions = {}): Promise<LineResults> =>
  simulate(of, { workers: 1, pressureError: bar * 1e5, ...more });

describe.each(sets.map((set) => [set.name, set] as const))('%s', (_, set) => {
  test.each(levels)('at %s bar: period and force of break-away within %s of the closed form; each is a crossing', async (bar, part) => {
    const results = await run(set.of, bar);
    const { times, rows } = breakAways(results, set.velocity);
    expect(times.length).toBe(4);
    expect(worst(periods(times), () => periodOf(set))).toBeLessThan(part);
    const force = set.force(results);
    expect(
      worst(
        rows.map((k) => force[k] as number),
        () => set.rest,
      ),
    ).toBeLessThan(part);
    // One or two that a step ends at by itself, to a thousandth of its length, are not repeated.
    expect(results.account.crossings?.located).toBeGreaterThanOrEqual(times.length - 2);
    expect(results.account.crossings?.located).toBeLessThanOrEqual(times.length);
    expect(results.account.crossings?.chatter).toBe(0);
  });

  test('bdf at 1e-10 has the same period', async () => {
    const {
      account: { discontinuities },
    } = await simulateLumped(set.of, { solver: 'bdf', relativeTolerance: 1e-10, every: 1 });
    const times = discontinuities.modes.flatMap(({ t, what }) => (what === `${set.velocity} let go` ? [t] : []));
    // It is held below its stick velocity: from up to an eighth of its speed on.
    expect(worst(periods(times), () => periodOf(set))).toBeLessThan(2e-5);
  });
});

test.each(levels)('a cylinder behind oil at %s bar: periods within %s of those of bdf at 1e-10', async (bar, part) => {
  const {
    account: { discontinuities },
  } = await simulateLumped(pushed, { solver: 'bdf', relativeTolerance: 1e-10, every: 1 });
  const right = periods(discontinuities.modes.flatMap(({ t, what }) => (what === 'c.v let go' ? [t] : [])));
  const results = await run(pushed, bar);
  const own = periods(breakAways(results, 'c.v').times);
  expect(own).toHaveLength(right.length);
  expect(right.length).toBeGreaterThan(3);
  expect(worst(own, (k) => right[k] as number)).toBeLessThan(part);
});

/** The motor, and next to nothing behind a wave line. */
const far = finish(
  circuit('far')
    .component('p', 'flowSource', { flow: '8 l/min' })
    .component('n', 'junction')
    .component('c', 'motor', { displacement: '25 cm3/rev', loadInertia: '0.3 kg m2', staticTorque: '60 Nm', coulombTorque: '38 Nm' })
    .component('t', 'tank')
    .component('r', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' })
    .component('t2', 'tank')
    .line('l', 'p', 'n', { volume: '0.4 l' })
    .line('m', 'n', 'c.in', { volume: '0.3 l' })
    .line('w', 'n', 'r.in', { model: 'wave', length: '10 m', diameter: '6 mm' })
    .direct('c.out', 't')
    .direct('r.out', 't2'),
  0.4,
  ['c.speed'],
  '1 ms',
);

describe('the same bits', () => {
  test('by every back end, on one thread and two', async () => {
    const first = told(await run(pushed, 0.1, { kernels: 'js' }));
    for (const options of [{ workers: 1 }, { workers: 2, kernels: 'js' }, { workers: 2, driver: 'parallel' }] as const)
      expect(told(await run(pushed, 0.1, options))).toEqual(first);
  });

  test.runIf(isFull)('saved while it is held, at the step that ends where it lets go, and in motion', async () => {
    const whole = await run(pushed, 0.1);
    const [, second, third] = breakAways(whole, 'c.v').times as [number, number, number];
    for (const at of [second - 1e-3, second, 0.5 * (second + third)])
      expect(told(await resumed(pushed, at, { workers: 1 }, { workers: 2, driver: 'parallel' }))).toEqual(told(whole));
  });

  test.runIf(isFull)('partitions with steps of their own end them at break-away, too', async () => {
    const {
      account: { ownSteps },
      account: { crossings },
    } = await run(far, 0.1, { workers: 2, ownSteps: true });
    expect(ownSteps).not.toBeNull();
    expect(crossings?.located).toBe(1);
    expect((await run(far, 0.1, { workers: 2, ownSteps: true, kernels: 'js' })).account.crossings).toEqual(crossings);
  });
});

test('fixed steps end at none, and neither do steps where a stop holds the piston', async () => {
  expect((await run(pushed, 0.1, { step: 1e-4 })).account.crossings).toBeNull();
  const pressed = finish(
    circuit('pressed')
      .component('p', 'flowSource', { flow: '1.5 l/min' })
      .component('c', 'actuator', {
        bore: '50 mm',
        stroke: '1 m',
        initialPosition: '1 m',
        mass: '400 kg',
        staticFriction: '4000 N',
        coulombFriction: '2500 N',
      })
      .component('t', 'tank')
      .line('l', 'p', 'c.cap', { volume: '0.8 l' })
      .direct('c.rod', 't'),
    0.4,
    ['c.force'],
  );
  const {
    account: { crossings },
    series,
  } = await run(pressed, 0.1);
  expect(series('c.force').y.at(-1)).toBeGreaterThan(4000);
  expect(crossings).toEqual({ located: 0, repeats: 0, chatter: 0 });
});
