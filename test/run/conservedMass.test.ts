/** `fluid: { conserve: mass }`: what a circuit holds in mass, by lines and by integrators, against content that the test makes from recorded states. */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { resumed, told } from '../support/resumed.js';

const [area, modulus, gasVolume, own] = [(Math.PI / 4) * 50e-3 ** 2, 1.3e9, 1e-3, 1e-4];

/** A load of 10 kN and 3 kN at 2 Hz on a cylinder, gas behind a throttle: 67 mm in 1000 cycles where volume is kept. */
function strut(conserve: 'mass' | 'volume', cycles: number, reference: 'gauge' | 'absolute' = 'gauge', B = modulus): CircuitBuilder {
  const shift = reference === 'absolute' ? 1.01325 : 0;
  const bar = (p: number): string => `${p + shift} bar`;
  return circuit('strut')
    .about({ reference })
    .fluid({ conserve, density: '870 kg/m3', viscosity: '40 cSt', bulkModulus: `${B} Pa`, vapourPressure: bar(-1) })
    .component('cyl', 'actuator', { bore: '50 mm', rodDiameter: '0 mm', stroke: '400 mm', initialPosition: '200 mm', mass: '500 kg' })
    .component('f', 'sine', { amplitude: 3000, frequency: '2 Hz', offset: 9817.5 })
    .component('thr', 'orifice', { area: '12 mm2' })
    .component('acc', 'accumulator', { gasVolume: '1 l', prechargePressure: bar(30), initialPressure: bar(50) })
    .component('t', 'tank')
    .line('la', 'cyl.cap', 'thr.in', { volume: '100 cm3', initialPressure: bar(50) })
    .line('lb', 'thr.out', 'acc', { volume: '100 cm3', initialPressure: bar(50) })
    .direct('cyl.rod', 't')
    .signal('f', 'cyl.load')
    .run({ end: `${cycles / 2} s` })
    .record({ every: '0.5 s', grid: 'exact', signals: ['cyl.x', 'acc.volume', 'la.p', 'lb.p'] });
}

interface Rows {
  series(name: string): { y: Float64Array };
}

/** By row: Σ V e^(p/B) of both lines with what cylinder and accumulator lend, m3. */
function contentOf(results: Rows): number[] {
  const [x, gas, a, b] = ['cyl.x', 'acc.volume', 'la.p', 'lb.p'].map((name) => results.series(name).y) as Float64Array[] as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return Array.from(x, (at, k) => {
    const [inA, inB] = [own + area * at, own + gasVolume - (gas[k] as number)];
    return inA * Math.exp((a[k] as number) / modulus) + inB * Math.exp((b[k] as number) / modulus);
  });
}

/** Largest change of content from the first row on, as a part of it. */
function change(results: Rows): number {
  const [first, ...later] = contentOf(results) as [number, ...number[]];
  return Math.max(...later.map((content) => Math.abs(content / first - 1)));
}

describe('a strut on gas behind a throttle', () => {
  const cycles = isFull ? 1000 : 60;

  test('keeps its mass to 1e-9 and its height; where volume is kept it sinks by more than 60 µm a cycle', async () => {
    const [kept, sinking] = [await simulate(strut('mass', cycles).build()), await simulate(strut('volume', cycles).build())];
    expect(kept.account.balance.conserves).toBe('mass');
    expect(Math.abs(kept.account.balance.drift / kept.account.balance.contentMass)).toBeLessThan(1e-12);
    expect(kept.account.balance.off / kept.account.balance.content).toBeLessThan(1e-12);
    // Rows between steps are interpolated, which content is not.
    expect(change(kept)).toBeLessThan(1e-9);
    const sunk = ({ series }: Pick<typeof kept, 'series'>): number =>
      (series('cyl.x').y[20] as number) - (series('cyl.x').y.at(-1) as number);
    // A row is up to a step from its phase, some µm of 0.1 m/s.
    expect(Math.abs(sunk(kept))).toBeLessThan(20e-6);
    expect(sunk(sinking) / (cycles - 20)).toBeGreaterThan(60e-6);
    expect(change(sinking) / cycles).toBeGreaterThan(1e-4);
  });

  test.each([
    ['fixed steps', { step: 1e-3 }, 'gauge'],
    ['the line as printed', { line: 'thesis' }, 'gauge'],
    ['pressures that count from vacuum', {}, 'absolute'],
  ] as const)('%s: so it is', async (_, options, reference) => {
    const {
      account: { balance },
    } = await simulate(strut('mass', 20, reference).build(), options as RunOptions);
    expect(Math.abs(balance.drift / balance.contentMass)).toBeLessThan(1e-12);
    expect(balance.off / balance.content).toBeLessThan(1e-12);
  });

  // In oil so soft that what is displaced has up to twice the density of the open air: then its part in the middle of a step is told from none.
  test.each([modulus, 1e8])('order, B of %d Pa: fixed steps come to the solution of radau5 with order 2', async (B) => {
    const of = strut('mass', 4, 'gauge', B).build();
    const exact = (await simulateLumped(of, { solver: 'radau5', relativeTolerance: 1e-11 })).series('cyl.x').y;
    const errors: number[] = [];
    for (const step of [1e-3, 5e-4, 2.5e-4]) {
      const found = (await simulate(of, { step })).series('cyl.x').y;
      errors.push(Math.max(...found.map((x, k) => Math.abs(x - (exact[k] as number)))));
    }
    expect(errors.at(-1)).toBeGreaterThan(1e-9);
    const orders = errors.slice(1).map((error, k) => Math.log2((errors[k] as number) / error));
    for (const order of orders) expect(Math.abs(order - 2), `errors ${errors}`).toBeLessThan(0.2);
  });

  // An integrator has pressures for states, so that content follows the tolerance.
  test.each([
    ['radau5', 1e-6, 1e-5],
    ['radau5', 1e-9, 1e-8],
    ['rodas4', 1e-7, 1e-6],
    ['bdf', 1e-8, 1e-6],
  ] as const)('%s at %d keeps its mass to %d in 20 cycles, and comes to the height of lines', async (solver, tolerance, most) => {
    const [found, lines] = [
      await simulateLumped(strut('mass', 20).build(), { solver, relativeTolerance: tolerance }),
      await simulate(strut('mass', 20).build()),
    ];
    expect(change(found)).toBeLessThan(most);
    expect(Math.abs((found.series('cyl.x').y.at(-1) as number) - (lines.series('cyl.x').y.at(-1) as number))).toBeLessThan(1e-4);
  });
});

test('a shut cylinder under a load that swings keeps its mass to rounding, as it does where volume is kept', async () => {
  const cycles = isFull ? 1000 : 100;
  const built = circuit('shut')
    .fluid({ conserve: 'mass', density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '16e8 Pa', vapourPressure: '-1 bar' })
    .component('load', 'sine', { amplitude: 3000, frequency: '5 Hz', offset: 12000 })
    .component('cyl', 'actuator', {
      bore: '50 mm',
      rodDiameter: '35 mm',
      stroke: '300 mm',
      initialPosition: '150 mm',
      mass: '300 kg',
      viscousFriction: '5 kN s/m',
    })
    .component('end', 'blockedEnd')
    .component('t', 'tank')
    .line('A', 'cyl.cap', 'end', { volume: '0.1 l', initialPressure: '61.1 bar' })
    .direct('cyl.rod', 't')
    .signal('load', 'cyl.load')
    .run({ end: `${cycles / 5} s`, maximumStep: '5 ms' })
    .record({ every: '1 s', grid: 'exact', signals: ['cyl.x', 'A.p'] })
    .build();
  const results = await simulate(built);
  const { drift, contentMass, off, content } = results.account.balance;
  expect(Math.abs(drift / contentMass)).toBeLessThan(1e-12);
  expect(off / content).toBeLessThan(1e-12);
  const [x, p] = [results.series('cyl.x').y, results.series('A.p').y];
  const mass = Array.from(x, (at, k) => (1e-4 + area * at) * Math.exp((p[k] as number) / 16e8));
  for (const one of mass) expect(Math.abs(one / (mass[0] as number) - 1)).toBeLessThan(1e-9);
  // It swings by some tenths of a millimetre; at 0.1 bar its rows lie within 4e-7 m, in the first cycles as in the thousandth.
  const mean = (rows: Float64Array): number => rows.reduce((sum, at) => sum + at, 0) / rows.length;
  expect(Math.abs(mean(x.subarray(-5)) - mean(x.subarray(5, 10)))).toBeLessThan(3e-7);
});

/** Wave and capacitive lines, a cavity that opens and closes in a chamber that moves, a joined valve, a pump and a tank. */
const several = (): Circuit =>
  circuit('several')
    .fluid({ conserve: 'mass', bulkModulus: '13000 bar', vapourPressure: '-1 bar' })
    .component('pump', 'flowSource', { flow: '20 l/min' })
    .component('relief', 'reliefValve', { crackingPressure: '150 bar', gradient: '60 l/min/bar' })
    .component('fork', 'junction')
    .component('valve', 'orifice', { area: '6 mm2' })
    .component('behind', 'orifice', { area: '9 mm2' })
    .component('cyl', 'actuator', { bore: '50 mm', rodDiameter: '30 mm', stroke: '0.5 m', initialPosition: '0.25 m', mass: '800 kg' })
    .component('load', 'sine', { amplitude: 60000, frequency: '12 Hz', offset: 5000 })
    .component('acc', 'accumulator', { gasVolume: '0.5 l', prechargePressure: '20 bar', initialPressure: '60 bar' })
    .component('back', 'orifice', { area: '20 mm2' })
    .component('tank', 'tank', { pressure: '3 bar' })
    .line('delivery', 'pump', 'fork', { length: '8 m', diameter: '16 mm', model: 'wave' })
    .line('spill', 'fork', 'relief.in', { volume: '50 cm3' })
    .line('feed', 'fork', 'valve.in', { volume: '200 cm3' })
    .line('cap', 'behind.out', 'cyl.cap', { volume: '80 cm3' })
    .line('gas', 'back.out', 'acc', { volume: '60 cm3' })
    .line('rod', 'cyl.rod', 'back.in', { volume: '80 cm3' })
    .direct('valve.out', 'behind.in')
    .direct('relief.out', 'tank')
    .signal('load', 'cyl.load')
    .initialPressure('20 bar')
    .run({ end: '0.2 s' })
    .record({ every: '2 ms', signals: ['cyl.x', 'cap.p', 'rod.p', 'fork.p'] })
    .build();

test('lines of all models, cavities, joins, sources and tanks: what came in is what is there, by any number of workers and both back ends', async () => {
  const first = await simulate(several(), { workers: 1 });
  expect(first.account.cavitation.cavities.length).toBeGreaterThan(0);
  const { drift, contentMass, off, content, through } = first.account.balance;
  expect(through / content).toBeGreaterThan(0.03);
  expect(Math.abs(drift / contentMass)).toBeLessThan(1e-12);
  expect(off / content).toBeLessThan(1e-12);
  // Full: either alone, and by threads.
  const ways: RunOptions[] = isFull
    ? [
        { workers: 1, kernels: 'js' },
        { workers: 2, driver: 'parallel' },
      ]
    : [{ workers: 2, driver: 'serial', kernels: 'js' }];
  for (const options of ways) expect((await simulate(several(), options)).digest).toBe(first.digest);
});

test('a checkpoint holds the content: a run that is saved and resumed has the same bits', async () => {
  const until = isFull ? 0.2 : 0.03;
  const whole = await simulate(several(), { workers: 1, until });
  const results = await resumed(several(), until / 2, { workers: 1, until }, { workers: 2, driver: 'serial' });
  expect(told(results)).toEqual(told(whole));
});

test('--set fluid.conserve takes mass and volume, and no other word', async () => {
  const read = (word: string): Promise<Circuit> => readCircuit('circuits/lift.yaml', { set: [`fluid.conserve=${word}`] });
  expect((await read('mass')).fluid.conserve).toBe('mass');
  expect((await read('volume')).fluid).toEqual((await readCircuit('circuits/lift.yaml')).fluid);
  await expect(read('weight')).rejects.toThrow(CircuitError);
});

test('air of no part of the oil leaves the bulk modulus constant, and is no mistake beside it', () => {
  const none = strut('mass', 1).fluid({ conserve: 'mass', air: { fraction: 0, dissolvedAt: '20 bar' } });
  expect(none.build().fluid).toMatchObject({ conserve: 'mass', air: null });
  expect(() => none.fluid({ conserve: 'mass', air: { fraction: 0.01 } }).build()).toThrow('CIR210');
});

test('integrators: a volume that is lent by other than states has no rate that equations tell, and is refused', async () => {
  const built = circuit('told')
    .fluid({ conserve: 'mass' })
    .definition('told', {
      ports: { in: 'hydraulic' },
      inputs: { size: { unit: 'm3', about: 'volume lent' } },
      equations: 'in.q = -der(taken)\nin.V = size\nder(taken) = 1e-9 * in.p',
      states: { taken: { unit: 'm3', initial: '0', about: 'oil taken' } },
      about: 'a chamber whose size a signal sets',
    })
    .component('it', 'told')
    .component('size', 'constant', { value: '1 l' })
    .component('pump', 'flowSource', { flow: '1 l/min' })
    .component('n', 'junction')
    .component('leak', 'orifice', { area: '1 mm2' })
    .component('t', 'tank')
    .line('l', 'pump', 'n', { volume: '1 l' })
    .line('m', 'n', 'it.in', { volume: '1 l' })
    .line('o', 'n', 'leak.in', { volume: '1 l' })
    .direct('leak.out', 't')
    .signal('size', 'it.size')
    .build();
  await expect(simulateLumped(built)).rejects.toMatchObject({ code: 'LMP104' });
});
