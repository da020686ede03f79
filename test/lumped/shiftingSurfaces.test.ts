/** A timer compares what it counts with what was accepted: that shifts a surface at each step, where no rate jumps, so that steps and orders go on. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults } from '../../dist/lumped/types.js';

const delayed = `ringmain: 1
name: delayed-switch
fluid: { density: 870 kg/m3, viscosity: 30 cSt, bulkModulus: 14000 bar, vapourPressure: -1 bar }
components:
  pump:   { kind: flowSource, flow: 20 l/min }
  node:   { kind: junction }
  sensor: { kind: pressureSensor, scale: 1 bar }
  high:   { kind: relay, onLevel: 100, offLevel: 99.99 }
  timer:  { kind: onDelay, delay: 50 ms }
  valve:  { kind: onOffValve, ratedFlow: 40 l/min, ratedPressureDrop: 30 bar, openingTime: 5 ms, closingTime: 5 ms }
  leak:   { kind: laminarRestrictor, conductance: 0.05 l/min/bar }
  tank:   { kind: tank }
lines:
  L1: { from: pump, to: node, volume: 2 l }
  L2: { from: node, to: valve.in, volume: 0.2 l }
  L3: { from: node, to: sensor.in, volume: 0.1 l }
  L4: { from: node, to: leak.in, volume: 0.2 l }
direct:
  - { from: valve.out, to: tank }
  - { from: leak.out, to: tank }
signals:
  - { from: sensor, to: high.input }
  - { from: high, to: timer.input }
  - { from: timer, to: valve.command }
run: { end: 3 s }
record: { every: 5 ms, signals: [node.p] }
`;

async function course(solver: string, relativeTolerance: number): Promise<IntegratorResults> {
  const results = await simulateLumped(parseCircuit(delayed, 'delayed.yaml').circuit, { solver, relativeTolerance });
  expect(results.ending).toBeNull();
  return results;
}

const reference = course('radau5', 1e-8);

// Where each step began anew, bdf took 30 000 steps of order 1 and was 2.4 % off.
test.each([
  ['bdf', 5000],
  ['adams', 6500],
  ['lsoda', 5500],
] as const)('a switch with a delay by %s at its default: within half a percent, in %i steps', async (solver, steps) => {
  const exact = (await reference).series('node.p').y;
  const results = await course(solver, 1e-5);
  const highest = Math.max(...exact);
  results.series('node.p').y.forEach((p, k) => {
    expect(Math.abs(p - (exact[k] as number))).toBeLessThan(5e-3 * highest);
  });
  expect(results.cost.counts.accepted).toBeLessThan(steps);
});

// 'landing' has the velocity of the last accepted step until the mass stops, and drives nothing: bdf and lsoda took the first step again and again (100 000 to 9 ms).
test.each([
  ['bdf', 1e-3, 400],
  ['bdf', 1e-5, 800],
  ['lsoda', 1e-5, 800],
  ['radau5', 1e-5, 150],
] as const)(
  'an output that nothing follows is no jump, though it is another after each step: %s at %d',
  async (solver, relativeTolerance, most) => {
    const circuit = await readCircuit(fileURLToPath(new URL('../../circuits/cushion.yaml', import.meta.url)));
    const asked = { record: ['mass.y', 'mass.landing'], every: 1e-3 };
    const reference = await simulateLumped(circuit, { ...asked, solver: 'rodas4', relativeTolerance: 1e-8 });
    // Attempts end before a test would: a run that takes its first step again and again is stopped.
    const signal = AbortSignal.timeout(3000);
    const results = await simulateLumped(circuit, { ...asked, solver, relativeTolerance, signal });
    expect(results.ending).toBeNull();
    expect(results.account.steps.accepted).toBeLessThan(most);
    const last = (found: IntegratorResults, name: string): number => found.series(name).y.at(-1) as number;
    expect(last(results, 'mass.y')).toBe(last(reference, 'mass.y'));
    // The velocity of the last step that ended before the stop, as its equation says.
    expect(Math.abs(last(results, 'mass.landing') / last(reference, 'mass.landing') - 1)).toBeLessThan(0.02);
    const [ways, way] = [reference.series('mass.y').y, results.series('mass.y').y];
    expect(ways.reduce((worst, y, k) => Math.max(worst, Math.abs(y - (way[k] as number))), 0)).toBeLessThan(0.05 * 20 * relativeTolerance);
  },
);
