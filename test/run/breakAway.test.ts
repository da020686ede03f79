/**
 * Break-away from stiction at variable steps, against the closed form of stick-slip. A body of mass M is drawn at the speed V by a spring k; friction is F_S at rest, F_C in motion,
 * D = F_S - F_C. With f the force of the spring less F_C it slides by v' = f/M, f' = k (V - v) from v = 0, f = D:
 *
 *     v = V (1 - cos ωt) + D/(Mω) sin ωt,   ω² = k/M,   q = D/(MωV)
 *
 * v is zero again at tan(ωt/2) = -q, ωt = 2 (π - atan q), where f = -D; then the spring gains 2D at the rate kV before it lets go again.
 */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { Results, RunOptions } from '../../dist/run/types.js';
import { resumed, told } from '../support/resumed.js';

const bulkModulus = 1.3e9;
const litresPerMinute = 1e-3 / 60;

interface Drawn {
  readonly mass: number;
  readonly stiffness: number;
  readonly speed: number;
  readonly rest: number;
  readonly motion: number;
}

interface StickSlip extends Drawn {
  readonly name: string;
  readonly of: Circuit;
  readonly velocity: string;
  /** Force of the spring at the ends of steps. */
  readonly force: (results: Results) => Float64Array;
}

const periodOf = ({ mass, stiffness, speed, rest, motion }: Drawn): number => {
  const omega = Math.sqrt(stiffness / mass);
  const jump = rest - motion;
  return (2 * (Math.PI - Math.atan(jump / (mass * omega * speed)))) / omega + (2 * jump) / (stiffness * speed);
};
/** It lets go four times. */
const endOf = (drawn: Drawn): number => drawn.rest / (drawn.stiffness * drawn.speed) + 3.4 * periodOf(drawn);

const finish = (b: CircuitBuilder, end: number, signals: string[], every = '1 us'): Circuit =>
  b
    .fluid({ density: '870 kg/m3', viscosity: '40 cSt', bulkModulus: `${bulkModulus} Pa`, vapourPressure: '-1 bar' })
    .run({ end: `${end} s` })
    .record({ every, signals })
    .build();

/** A cylinder between two tanks against its own spring, which a load that grows draws on. */
function drawn(own: Drawn): StickSlip {
  const { mass, stiffness, speed, rest, motion } = own;
  const rate = stiffness * speed;
  const b = circuit('drawn')
    .component('c', 'actuator', {
      bore: '40 mm',
      stroke: '10 m',
      mass: `${mass} kg`,
      staticFriction: `${rest} N`,
      coulombFriction: `${motion} N`,
      springStiffness: `${stiffness} N/m`,
    })
    .component('pull', 'ramp', { duration: '100 s', finalValue: -100 * rate })
    .component('t1', 'tank')
    .component('t2', 'tank')
    .direct('c.cap', 't1')
    .direct('c.rod', 't2')
    .signal('pull', 'c.load');
  const force = (results: Results): Float64Array => {
    const { t, y } = results.series('c.x');
    return t.map((time, k) => rate * time - stiffness * (y[k] as number));
  };
  return { name: 'a cylinder drawn by a spring', of: finish(b, endOf(own), ['c.x', 'c.v']), ...own, velocity: 'c.v', force };
}

/** A motor behind so much oil that a pump compresses. */
function turned(kind: 'motor' | 'shaftMotor', inertia: number, rest: number, motion: number, flow: number, litres: number): StickSlip {
  const displacement = 25e-6 / (2 * Math.PI);
  const own = kind === 'motor' ? { loadInertia: `${inertia} kg m2` } : { inertia: `${inertia} kg m2` };
  const b = circuit('turned')
    .component('p', 'flowSource', { flow: `${flow} l/min` })
    .component('c', kind, { displacement: '25 cm3/rev', staticTorque: `${rest} Nm`, coulombTorque: `${motion} Nm`, ...own })
    .component('t', 'tank')
    .line('l', 'p', 'c.in', { volume: `${litres} l` })
    .direct('c.out', 't');
  if (kind === 'shaftMotor') b.component('free', 'torqueSource', { torque: '0 Nm' }).direct('c.shaft', 'free');
  const set = {
    mass: inertia,
    stiffness: (displacement ** 2 * bulkModulus) / (litres * 1e-3),
    speed: (flow * litresPerMinute) / displacement,
    rest,
    motion,
  };
  const force = (results: Results): Float64Array => results.series('l.p').y.map((p) => p * displacement);
  return { name: `a ${kind} behind oil`, of: finish(b, endOf(set), ['l.p', 'c.speed']), ...set, velocity: 'c.speed', force };
}

const sets: readonly StickSlip[] = [
  drawn({ mass: 300, stiffness: 2e5, speed: 0.03, rest: 2500, motion: 1500 }),
  turned('motor', 0.3, 60, 38, 0.8, 0.7),
  turned('shaftMotor', 0.05, 25, 16, 0.5, 0.4),
];

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
function breakAways(results: Results, velocity: string): { times: number[]; rows: number[] } {
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
const run = (of: Circuit, bar: number, more: RunOptions = {}): Promise<Results> =>
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
    // One that a step ends at by itself, to a thousandth of its length, is not repeated.
    expect(results.crossings?.located).toBeGreaterThanOrEqual(times.length - 1);
    expect(results.crossings?.located).toBeLessThanOrEqual(times.length);
    expect(results.crossings?.chatter).toBe(0);
  });

  test('bdf at 1e-10 has the same period', async () => {
    const { discontinuities } = await simulateLumped(set.of, { solver: 'bdf', relativeTolerance: 1e-10, every: 1 });
    const times = discontinuities.modes.flatMap(({ t, what }) => (what === `${set.velocity} let go` ? [t] : []));
    // It is held below its stick velocity: from up to a thirtieth of its speed on.
    expect(worst(periods(times), () => periodOf(set))).toBeLessThan(2e-5);
  });
});

test.each(levels)('a cylinder behind oil at %s bar: periods within %s of those of bdf at 1e-10', async (bar, part) => {
  const { discontinuities } = await simulateLumped(pushed, { solver: 'bdf', relativeTolerance: 1e-10, every: 1 });
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

  test('saved while it is held, at the step that ends where it lets go, and in motion', async () => {
    const whole = await run(pushed, 0.1);
    const [, second, third] = breakAways(whole, 'c.v').times as [number, number, number];
    for (const at of [second - 1e-3, second, 0.5 * (second + third)])
      expect(told(await resumed(pushed, at, { workers: 1 }, { workers: 2, driver: 'parallel' }))).toEqual(told(whole));
  });

  test('partitions with steps of their own end them at break-away, too', async () => {
    const { ownSteps, crossings } = await run(far, 0.1, { workers: 2, ownSteps: true });
    expect(ownSteps).not.toBeNull();
    expect(crossings?.located).toBe(1);
    expect((await run(far, 0.1, { workers: 2, ownSteps: true, kernels: 'js' })).crossings).toEqual(crossings);
  });
});

test('fixed steps end at none, and neither do steps where a stop holds the piston', async () => {
  expect((await run(pushed, 0.1, { step: 1e-4 })).crossings).toBeNull();
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
  const { crossings, series } = await run(pressed, 0.1);
  expect(series('c.force').y.at(-1)).toBeGreaterThan(4000);
  expect(crossings).toEqual({ located: 0, repeats: 0, chatter: 0 });
});
