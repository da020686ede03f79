/**
 * Valves as users write them, with a plain `ssqrt` (test/support/ownValves.ts), from rest at equal pressures on: same bits by every back end, one thread and
 * two, and what stiff integrators find.
 */
import { expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { ownValves } from '../support/ownValves.js';

/** A pump into the first port, a tank behind each other one, at the port itself or at the end of a line. */
function addValve(b: CircuitBuilder, { kind, ports, parameters, inputs, states, equations }: KindDefinition): void {
  b.definition(kind, {
    ports,
    parameters,
    equations,
    ...(inputs ? { inputs } : {}),
    ...(states ? { states } : {}),
  } as unknown as Parameters<typeof b.definition>[1]);
  b.component(kind, kind, {
    gain: '3e-7 m3/s/Pa^0.5',
    ...(parameters['setting'] ? { setting: '20 bar' } : {}),
    ...(parameters['lag'] ? { lag: '5 ms' } : {}),
  });
  if (inputs) b.component(`u_${kind}`, 'constant', { value: 0.5 }).signal(`u_${kind}`, `${kind}.opening`);
  const [first, ...others] = Object.keys(ports);
  b.component(`pump_${kind}`, 'flowSource', { flow: '20 l/min' }).line(`L_${kind}`, `pump_${kind}`, `${kind}.${first}`, {
    volume: '0.5 l',
  });
  others.forEach((port, i) => {
    const tank = `tank${i}_${kind}`;
    b.component(tank, 'tank');
    if (i % 2 === 0) b.direct(`${kind}.${port}`, tank);
    else b.line(`L${i}_${kind}`, `${kind}.${port}`, tank, { volume: '0.2 l' });
  });
}

const inlets = ownValves.map(({ kind, ports }) => `${kind}.${Object.keys(ports)[0]}.p`);
function all(valves: readonly KindDefinition[] = ownValves): Circuit {
  const b = circuit('ownValves').run({ end: '50 ms', pressureError: '0.02 bar' });
  for (const valve of valves) addValve(b, valve);
  return b.record({ every: '5 ms', signals: inlets.filter((name) => valves.some(({ kind }) => name.startsWith(`${kind}.`))) }).build();
}

// Full: own kinds of valves by all back ends; quickly test/wasm/kinds has their kernels by both.
test.runIf(isFull)('every back end, one thread and two: the same bits', async () => {
  const runs = [];
  const engines = [{ workers: 1, kernels: 'js' }, { workers: 2 }, { workers: 1 }, { workers: 2, kernels: 'js' }] as const;
  for (const options of isFull ? engines : engines.slice(0, 2)) runs.push(await simulate(all(), options));
  for (const { ending, digest } of runs) {
    expect(ending).toBeNull();
    expect(digest).toBe(runs[0]?.digest);
  }
});

test.each(isFull ? (['rodas4', 'bdf'] as const) : (['rodas4'] as const))('%s ends at the same pressures, within 0.3 %', async (solver) => {
  const lines = await simulate(all(), { workers: 1 });
  const lumped = await simulateLumped(all(), { solver });
  expect(lumped.ending).toBeNull();
  for (const name of inlets) {
    const [a, b] = [lines.series(name), lumped.series(name)];
    const largest = Math.max(...a.y);
    expect(largest).toBeGreaterThan(4e5);
    expect(Math.abs((a.y.at(-1) as number) - (b.y.at(-1) as number)), name).toBeLessThanOrEqual(3e-3 * largest);
  }
});

test('a steady start finds the operating point of all but the one that limits the flow below that of its pump', async () => {
  const { ending } = await simulate(all(ownValves.filter(({ kind }) => kind !== 'rootInMinimum')), {
    workers: 1,
    steadyStart: true,
    until: 1e-3,
  });
  expect(ending).toBeNull();
});
