/** What must not creep: a shut cylinder under a load that never rests, and a strut on a cushion of gas. */
import { expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { Law } from '../support/laws.js';

const [bore, rod, start] = [50e-3, 35e-3, 0.15];
const [area, modulus, density] = [(Math.PI / 4) * bore ** 2, 16e8, 870];
const initialPressure = '61.1 bar';

/** A cylinder under a load of 12 kN and some more that swings; its rod side sees the tank. */
const loaded = (frequency: string): CircuitBuilder =>
  circuit('loaded')
    .fluid({ density: `${density} kg/m3`, viscosity: '46 cSt', bulkModulus: `${modulus} Pa`, vapourPressure: '-1 bar' })
    .component('load', 'sine', { amplitude: 3000, frequency, offset: 12000 })
    .component('cyl', 'actuator', {
      bore: `${bore} m`,
      rodDiameter: `${rod} m`,
      stroke: '300 mm',
      initialPosition: `${start} m`,
      mass: '300 kg',
      viscousFriction: '5 kN s/m',
    })
    .component('t', 'tank')
    .signal('load', 'cyl.load')
    .direct('cyl.rod', 't');

test('a shut cylinder under a load of 5 Hz does not creep: 1 µm in 1000 s at most, at variable steps', async () => {
  const end = isFull ? 1000 : 20;
  const built = loaded('5 Hz')
    .component('shut', 'blockedEnd')
    .line('A', 'cyl.cap', 'shut', { volume: '0.1 l', initialPressure })
    .run({ end: `${end} s`, maximumStep: '5 ms' })
    .record({ every: '1 s', grid: 'exact', signals: ['cyl.x', 'A.p'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  const { smallest, largest } = results.account.steps;
  expect(largest / smallest).toBeGreaterThan(2);
  const x = results.series('cyl.x').y;
  // Rows of the same phase; in the first seconds it comes to its swing.
  const creep = (x.at(-1) as number) - (x[5] as number);
  expect(Math.abs(creep)).toBeLessThan(isFull ? 1e-6 : 1e-7);
  // No oil passes anything: the chamber keeps its mass too.
  const { off, content, drift, contentMass } = results.account.balance;
  expect(off / content).toBeLessThan(1e-11);
  expect(Math.abs(drift / contentMass)).toBeLessThan(1e-11);
});

test('a strut on gas behind a throttle keeps its volume of oil, and sinks by the mass that passing the throttle costs', async () => {
  const cycles = isFull ? 200 : 20;
  const built = loaded('1 Hz')
    .component('throttle', 'laminarRestrictor', { conductance: '5 l/min/bar' })
    .component('gas', 'accumulator', { gasVolume: '0.5 l', prechargePressure: '30 bar', initialPressure })
    .line('A', 'cyl.cap', 'throttle.in', { volume: '0.1 l', initialPressure })
    .line('B', 'throttle.out', 'gas', { volume: '0.1 l', initialPressure })
    .run({ end: `${cycles} s`, maximumStep: '2 ms', pressureError: '0.01 bar' })
    .record({ every: '1 ms', signals: ['cyl.x', 'A.p', 'B.p', 'throttle.out.q'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  const { off, content, drift, perPassage } = results.account.balance;
  expect(off / content).toBeLessThan(1e-11);
  const of = (name: string): Float64Array => results.series(name).y;
  const [a, b, q, x] = [of('A.p'), of('B.p'), of('throttle.out.q'), of('cyl.x')];
  let [lost, passed] = [0, 0];
  for (let k = 1; k < q.length; k++) {
    const mean = ((a[k] as number) + (b[k] as number)) / 2;
    lost += (1e-3 * density * Math.exp(mean / modulus) * ((q[k] as number) * ((a[k] as number) - (b[k] as number)))) / modulus;
    passed += 1e-3 * density * Math.abs(q[k] as number);
  }
  expect(drift / -lost).toBeCloseTo(1, 3);
  expect(drift).toBeLessThan(0);
  expect(Math.abs(drift)).toBeLessThan(perPassage * passed);
  // From the tenth cycle on: that mass, below the piston, is its height.
  const [cycle, last] = [1000, x.length - 1];
  const sunk = ((x[10 * cycle] as number) - (x[last] as number)) / (cycles - 10);
  const height = -drift / (cycles * density * area);
  expect(sunk).toBeGreaterThan(10e-6);
  expect(Math.abs(sunk / height - 1)).toBeLessThan(0.2);
});

test('telescopicCylinder: begins with the oil that its way has taken, and lends what it takes, at every position', () => {
  const at = { 'cap.p': 0, v: 0.2, load: 0, step: 0, 'der:v': 0, 'der:x': 0.2 };
  for (const x of [0.05, 0.15, 0.193, 0.3]) {
    const from = (initialPosition: number): Law =>
      new Law(
        'telescopicCylinder',
        { bore: 50e-3, secondBore: 30e-3, stroke: 0.4, firstStroke: 0.2, transition: 10e-3, initialPosition },
        {},
      );
    const law = from(x);
    const grown = (from(x + 1e-6).initial('oil') - from(x - 1e-6).initial('oil')) / 2e-6;
    expect(Math.abs(law.flow('cap', { ...at, x }) + grown * 0.2)).toBeLessThan(1e-9 * area);
    expect(law.rate('oil', { ...at, x })).toBe(-law.flow('cap', { ...at, x }));
    expect(law.volume('cap', { oil: 3e-4 })).toBe(3e-4);
  }
});
