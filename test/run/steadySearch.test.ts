/** The way to the operating point: rings of moving actuators, states that only count, what cannot rest, what nothing determines, interruption. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { exitCodes, reportError } from '../../dist/cli/exit.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { steadyState } from '../../dist/lumped/steady.js';
import type { SteadyState } from '../../dist/lumped/steadyNotes.js';
import { Interrupted } from '../../dist/results/ending.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { exampleOf } from '../support/exampleRuns.js';

const ring = (stations: number, seed = 1): Circuit => parseCircuit(generateRing({ stations, seed }), 'ring.yaml').circuit;

/** Component's state at the operating point. */
function stateOf(circuit: Circuit, { states }: SteadyState, name: string): number {
  const [component, state] = name.split('.') as [string, string];
  return states.get(circuit.components.findIndex((one) => one.name === component))?.[state] as number;
}

describe.each(isFull ? [10, 100, 1000] : [10, 100])('ring of %i stations whose cylinders move at t = 0', (stations) => {
  test('comes to rest in as many rounds as a small one needs, cylinders at their stops', { timeout: 60_000 }, async () => {
    const steady = await steadyState(ring(stations));
    // What rounding leaves of an accumulator's inlet, 1000 l/min/bar, at 200 bar.
    expect(steady.residual).toBeLessThan(1e-8);
    expect(steady.rounds).toBeLessThan(250);
    expect(steady.moved.length).toBe(stations / 5);
    for (const { name, to } of steady.moved) {
      expect(name).toMatch(/_cylinder\.x$/);
      expect(to).toBe(0.24);
    }
    expect(steady.counting.length).toBe(stations / 5);
    expect(steady.counting.every((name) => name.endsWith('_motor.angle'))).toBe(true);
  });
});

test('a ring of 100 stations does not move afterwards', { timeout: 60_000 }, async () => {
  const built = ring(100);
  // Demands stand until 0.1 s.
  const results = await simulate(built, {
    workers: 1,
    until: 0.09,
    every: 0.01,
    steadyStart: true,
    record: ['*.p', '*.speed', '*.x', '*.volume'],
  });
  expect(results.notes.join('\n')).toMatch(/steady start: moved s45_cylinder\.x from .* mm to 240 mm, .* and 15 more/);
  for (const { name } of results.columns) {
    const { y } = results.series(name);
    const first = y[1] as number;
    const size = Math.max(Math.abs(first), name.endsWith('.p') ? 1e5 : 1e-2);
    for (const value of y.subarray(1)) expect(Math.abs(value - first) / size, name).toBeLessThan(1e-9);
  }
});

/** Pump, energy meter, filter that clogs, motor with a shaft sensor's angle recorded. */
const meters = (angle: object = {}): ReturnType<typeof circuit> =>
  circuit('meters')
    .component('pump', 'flowSource', { flow: '30 l/min' })
    .component('meter', 'energyMeter', { conductance: '100 l/min/bar' })
    .component('filter', 'filter', { ratedFlow: '60 l/min', cleanPressureDrop: '0.5 bar', dirtVolume: '500 l', initialLoad: 0.3 })
    .component('motor', 'motor', {
      displacement: '50 cc/rev',
      slipCoefficient: 2e-9,
      loadInertia: '0.1 kg m2',
      loadViscousFriction: '0.5 Nm s/rad',
      initialAngle: '2 rad',
      ...angle,
    })
    .component('tank', 'tank')
    .line('a', 'pump', 'meter.in', { volume: '0.5 l' })
    .line('b', 'meter.out', 'filter.in', { volume: '0.5 l' })
    .line('c', 'filter.out', 'motor.in', { volume: '0.5 l' })
    .direct('motor.out', 'tank');

describe('states that only count', () => {
  test('stay where the file has them, and go on counting in the run: angle, energy, oil that has passed, dirt', async () => {
    const built = meters().run({ end: '2 s', maximumStep: '10 ms' }).build();
    const steady = await steadyState(built);
    expect(steady.residual).toBeLessThan(1e-12);
    expect([...steady.counting].sort()).toEqual(['filter.passed', 'meter.energy', 'meter.passed', 'motor.angle']);
    expect(stateOf(built, steady, 'motor.angle')).toBe(2);
    expect(stateOf(built, steady, 'filter.passed')).toBe(0);
    expect(stateOf(built, steady, 'meter.energy')).toBe(0);
    expect(steady.moved).toEqual([]);
    const results = await simulate(built, {
      workers: 1,
      steadyStart: true,
      every: 0.5,
      record: ['motor.*', 'meter.passed', 'filter.clogged'],
    });
    const last = (name: string): number => results.series(name).y.at(-1) as number;
    // 30 l/min for 2 s; w = 1 - 0.7 e^(-V/V_d).
    expect(last('meter.passed')).toBeCloseTo(1e-3, 10);
    expect(last('filter.clogged')).toBeCloseTo(1 - 0.7 * Math.exp(-1 / 500), 9);
    const speed = results.series('motor.speed').y;
    expect(last('motor.angle')).toBeCloseTo(2 + 2 * (speed[1] as number), 4);
    // The filter clogs by 2 ‰ meanwhile, and what is stored before it takes a little oil.
    for (const value of speed.subarray(1)) expect(value / (speed[1] as number)).toBeCloseTo(1, 5);
  });

  test('but not an angle that has a limit, where the motor stops', async () => {
    const built = meters({ maximumAngle: '40 rad' })
      .component('rv', 'reliefValve', { crackingPressure: '100 bar', gradient: '10 l/min/bar' })
      .line('d', 'pump2', 'rv.in', { volume: '1 l' })
      .component('pump2', 'flowSource', { flow: '1 l/min' })
      .direct('rv.out', 'tank')
      .build();
    const steady = await steadyState(built);
    expect(steady.moved).toMatchObject([{ name: 'motor.angle', from: 2, to: 40 }]);
    expect(stateOf(built, steady, 'motor.speed')).toBe(0);
  });

  test('nor one that a signal reads: it cannot rest, and is named', async () => {
    const built = meters().component('lag', 'firstOrderLag', { timeConstant: '10 ms' }).signal('motor.angle', 'lag.input').build();
    await expect(steadyState(built)).rejects.toThrow(/motor\.angle/);
  });
});

test('a winch keeps its rope: the drum has wound what the load has risen, and what the rope gives', async () => {
  const hoist = await readCircuit('circuits/hoist.yaml');
  const steady = await steadyState(hoist);
  expect(stateOf(hoist, steady, 'load.x')).toBe(2);
  // Of the way, a twentieth may be lost where the load meets its stop.
  expect(Math.abs(stateOf(hoist, steady, 'drum.wound') - 2)).toBeLessThan(0.1);
});

test('what turns for ever where its angle matters is named, however far it has come', async () => {
  await expect(steadyState(exampleOf('pistonPump'))).rejects.toThrow(/does not come to rest .*pump\./);
});

test('trapped oil is told', async () => {
  const built = circuit('trapped')
    .component('pump', 'flowSource', { flow: '10 l/min' })
    .component('rv', 'reliefValve', { crackingPressure: '100 bar', gradient: '10 l/min/bar' })
    .component('check', 'checkValve', { crackingPressure: '1 bar', gradient: '10 l/min/bar' })
    .component('store', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('n', 'junction')
    .component('tank', 'tank')
    .line('a', 'pump', 'n', { volume: '1 l' })
    .line('b', 'n', 'rv.in', { volume: '1 l' })
    .line('c', 'n', 'check.in', { volume: '1 l' })
    .line('d', 'check.out', 'store.in', { volume: '1 l', initialPressure: '150 bar' })
    .direct('rv.out', 'tank')
    .direct('store.out', 'tank')
    .build();
  const steady = await steadyState(built);
  expect(steady.trapped).toEqual(['d.p']);
  expect(steady.pressure[6]).toBe(150e5);
  for (const results of [
    await simulate(built, { workers: 1, until: 0.1, steadyStart: true }),
    await simulateLumped(built, { until: 0.1, steadyStart: true }),
  ])
    expect(results.notes.join('\n')).toContain('nothing determines the pressure of 1 closed volume: d.p');
});

test('an interrupted search ends the program as Ctrl-C does', async () => {
  const options = { steadyStart: true, signal: AbortSignal.abort() };
  for (const run of [simulate(ring(10), options), simulateLumped(ring(10), options)]) {
    const error = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Interrupted);
    expect(reportError(error)).toBe(exitCodes.interrupted);
  }
});
