/** Steps of their own for partitions: the same bits for any number of threads, both drivers, both kernels; oil is kept whatever crosses the cut. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { readPlan } from '../../dist/partition/planFile.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const planOf = (built: Circuit, parts: number, partition: (name: string) => number): Plan =>
  describePlan(
    built,
    Int32Array.from(built.components, ({ name }) => partition(name)),
    parts,
    { method: 'given', source: 'given by a test' },
  );

const twoActuator = await readCircuit('circuits/two-actuator.yaml');
const cylinders = new Set(['act1', 'act2', 'f1', 'f2', 'nH']);

/** Wave lines within two partitions and a capacitive line between them; a second one is a wave line where `between` says so. */
function waves(between: 'capacitive' | 'wave'): Circuit {
  const built = circuit('waves').run({ end: '30 ms', step: '0.1 ms' }).initialPressure('5 bar');
  for (let i = 0; i < 4; i++) {
    built.component(`n${i}`, 'junction').component(`o${i}`, 'orifice', { area: `${2 + i} mm2` });
    built.component(`t${i}`, i % 4 === 0 ? 'pressureSource' : 'tank', { pressure: `${i % 4 === 0 ? 150 : 2} bar` });
    built.line(`f${i}`, `n${i}`, `o${i}.in`, { volume: '0.1 l' }).direct(`o${i}.out`, `t${i}`);
  }
  built.line('w01', 'n0', 'n1', { model: 'wave', impedance: '2e9 Pa s/m3', delay: '1.2 ms' });
  built.line('w23', 'n2', 'n3', { model: 'wave', impedance: '2e9 Pa s/m3', delay: '0.95 ms' });
  built.line('c12', 'n1', 'n2', { volume: '0.3 l' });
  if (between === 'wave') built.line('w03', 'n0', 'n3', { model: 'wave', impedance: '3e9 Pa s/m3', delay: '0.6 ms' });
  return built.record({ every: '0.7 ms', signals: ['*.p', '*.q'] }).build();
}

/** The two-actuator circuit in oil with air: bulk moduli follow the pressure. */
const airy = parseCircuit(
  readFileSync('circuits/two-actuator.yaml', 'utf8')
    .replace('vapourPressure: -1 bar }', 'vapourPressure: -1 bar, air: { fraction: 1 % } }')
    .replace('pressure: 0 bar }', 'pressure: 5 bar }'),
  'airy',
).circuit;

/** A cylinder that drives masses in a row; the spring between the first two is cut. */
function masses(): Circuit {
  const built = circuit('masses').fluid({ bulkModulus: '16000 bar' }).run({ end: '30 ms' });
  built.component('pump', 'flowSource', { flow: '20 l/min' }).component('back', 'tank');
  built.component('cylinder', 'rodCylinder', { bore: '50 mm', stroke: '1 m', initialPosition: '0.5 m', mass: '5 kg' });
  built.line('P', 'pump', 'cylinder.cap', { volume: '0.2 l' }).line('T', 'cylinder.rod', 'back', { volume: '0.2 l' });
  built
    .component('m0', 'mass', { mass: '3 kg', viscousFriction: '100 N s/m' })
    .component('m1', 'mass', { mass: '4 kg', viscousFriction: '200 N s/m' });
  built.component('end', 'velocitySource').line('K0', 'cylinder.load', 'm0.a', { stiffness: '5 kN/mm' });
  built.line('K1', 'm0.b', 'm1.a', { stiffness: '2 kN/mm' }).line('K2', 'm1.b', 'end', { stiffness: '10 N/mm' });
  return built.record({ every: '1 ms', signals: ['*'] }).build();
}

interface Case {
  readonly name: string;
  readonly circuit: Circuit;
  readonly plan: Plan;
  readonly options: RunOptions;
  /** Limit of the mass balance: sums of that many flows, each rounded. */
  readonly balance: number;
}

/** What must be the same. */
const facts = ({ digest, stateDigest, account: { steps, balance }, cost: { synchronisations, evaluations } }: LineResults): object => ({
  ...{ digest, stateDigest, steps, synchronisations, evaluations, balance },
});

const halves = (name: string): number => (Number(name.slice(1)) < 2 ? 0 : 1);
const cases: Case[] = [
  {
    name: 'pumps at 10 µs, cylinders at 100 µs',
    circuit: twoActuator,
    plan: await readPlan('partitions/two-actuator.2.thesis.json'),
    options: { steps: [1e-5, 1e-4], until: 0.03, every: 1e-3 },
    balance: 1e-11,
  },
  {
    name: 'four partitions of ten, five, two and one steps on two threads',
    circuit: twoActuator,
    plan: await readPlan('partitions/two-actuator.4.thesis.json'),
    options: { steps: [1e-5, 2e-5, 5e-5, 1e-4], until: 0.03, every: 1e-3 },
    balance: 1e-11,
  },
  {
    name: 'odd numbers of steps; cylinders lend their chambers across the cut',
    circuit: twoActuator,
    plan: planOf(twoActuator, 2, (name) => (cylinders.has(name) ? 1 : 0)),
    options: { steps: [1e-5, 3e-5], exchangeEvery: 9e-5, until: 0.027, every: 1e-3 },
    balance: 1e-11,
  },
  {
    name: 'the same in oil with air',
    circuit: airy,
    plan: planOf(airy, 2, (name) => (cylinders.has(name) ? 1 : 0)),
    options: { steps: [1e-5, 3e-5], exchangeEvery: 9e-5, until: 0.027, every: 1e-3 },
    balance: 1e-11,
  },
  {
    name: 'exchange every tenth step',
    circuit: twoActuator,
    plan: await readPlan('partitions/two-actuator.2.thesis.json'),
    options: { step: 1e-5, exchangeEvery: 1e-4, until: 0.03, every: 1e-3 },
    balance: 1e-11,
  },
  {
    name: 'wave lines within, their steps different',
    circuit: waves('capacitive'),
    plan: planOf(waves('capacitive'), 2, halves),
    options: { steps: [3e-4, 1e-4] },
    balance: 1e-11,
  },
  {
    name: 'a spring is cut',
    circuit: masses(),
    plan: planOf(masses(), 2, (name) => (['m1', 'end'].includes(name) ? 1 : 0)),
    options: { steps: [1e-5, 5e-5] },
    balance: 1e-11,
  },
  {
    name: 'a wave line beside a capacitive one between',
    circuit: waves('wave'),
    plan: planOf(waves('wave'), 2, halves),
    options: { step: 1e-4, exchangeEvery: 5e-4 },
    balance: 1e-11,
  },
];

describe.each(cases)('$name', ({ circuit: built, plan, options, balance }) => {
  const reference = simulate(built, { ...options, plan, driver: 'serial', kernels: 'js' });

  test('the bits of the serial driver in JavaScript', async () => {
    const inThreads = isFull ? (['js', 'wasm'] as const) : (['wasm'] as const);
    for (const kernels of inThreads) {
      const results = await simulate(built, { ...options, plan, kernels, driver: 'parallel' });
      expect(results.ending).toBeNull();
      expect(facts(results)).toEqual(facts(await reference));
    }
  });

  test('no oil is made or lost', async () => {
    expect((await reference).account.balance.mass).toBeLessThan(balance);
  });
});

test.runIf(isFull)('partitions that change hands at every third synchronisation give the same bits', async () => {
  const { circuit: built, plan, options } = cases[1] as Case;
  const reference = await simulate(built, { ...options, plan, driver: 'serial', kernels: 'js' });
  const results = await simulate(built, { ...options, plan, workers: 2, balance: true, oversubscribe: true }, [
    { type: 'shuffle', seed: 3 },
  ]);
  expect([results.run.workers, results.run.partitions]).toEqual([2, 4]);
  expect(results.cost.balancing?.changes.length).toBeGreaterThan(10);
  expect(facts(results)).toEqual(facts(reference));
});
