/**
 * A compensator on a valve that senses behind it, where a check valve shuts: at the start, and each time that the valve shuts, everything in the group is shut or open by next to
 * nothing. Lines with the join, lines with 0.1 cm3 in its place, and integrators come to the same pressure before the shut valve.
 */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const circuit = (isJoined: boolean) =>
  parseCircuit(
    `ringmain: 1
name: sensed
components:
  pump:   { kind: flowSource, flow: 40 l/min }
  relief: { kind: reliefValve, crackingPressure: 200 bar, gradient: 50 l/min/bar }
  supply: { kind: junction }
  comp:   { kind: pressureCompensator, settingPressure: 8 bar, range: 3 bar, ratedFlow: 60 l/min, ratedPressureDrop: 5 bar, timeConstant: 5 ms }
  valve:  { kind: meteringValve, ratedFlow: 40 l/min, ratedPressureDrop: 10 bar }
  lever:  { kind: dutyCycle, points: [[0 s, 0], [20 ms, 0.5], [150 ms, 0.5], [160 ms, 0], [300 ms, 0], [320 ms, 0.4]] }
  sensed: { kind: junction }
  check:  { kind: checkValve, crackingPressure: 1 bar, gradient: 20 l/min/bar }
  cyl:    { kind: actuator, bore: 63 mm, rodDiameter: 36 mm, stroke: 0.6 m, mass: 500 kg, viscousFriction: 3 kN s/m }
  tank:   { kind: tank }
  pull:   { kind: constant, value: 20000 }
lines:
  L1: { from: pump, to: supply, length: 1 m, diameter: 20 mm }
  L2: { from: supply, to: comp.in, length: 1 m, diameter: 20 mm }
  L3: { from: supply, to: relief.in, length: 1 m, diameter: 20 mm }
  L4: { from: check.out, to: cyl.cap, length: 2 m, diameter: 20 mm }
  L5: { from: cyl.rod, to: tank, length: 2 m, diameter: 20 mm }${isJoined ? '' : '\n  L6: { from: comp.out, to: valve.in, volume: 0.1 cm3 }'}
direct:${isJoined ? '\n  - { from: comp.out, to: valve.in }' : ''}
  - { from: valve.out, to: sensed }
  - { from: comp.load, to: sensed }
  - { from: sensed, to: check.in }
  - { from: relief.out, to: tank }
signals: [{ from: pull, to: cyl.load }, { from: lever, to: valve.opening }]
run: { end: 0.3 s }
record: { every: 1 ms, signals: [valve.in.p, cyl.x] }
`,
    'sensed.yaml',
  ).circuit;
const asked = { record: ['valve.in.p', 'cyl.x'], every: 0.05, until: 0.3 };
/** Pa and m at 0.25 s, while the valve is shut. */
const atRest = ({ series }: { series: (name: string) => { readonly y: Float64Array } }): [number, number] => [
  series('valve.in.p').y[5] as number,
  series('cyl.x').y[5] as number,
];
const byIntegrator = async (solver: string, relativeTolerance: number, isJoined = true): Promise<[number, number]> => {
  const results = await simulateLumped(circuit(isJoined), { ...asked, solver, relativeTolerance });
  expect(results.ending).toBeNull();
  return atRest(results);
};

describe('the pressure before a valve that is shut', () => {
  // Full: small volumes by integrators, as test/lumped/shutJoints has them of other circuits quickly.
  test.runIf(isFull)('integrators with the join agree with a volume of 0.1 cm3', async () => {
    const [pressure, way] = await byIntegrator('radau5', 1e-7, false);
    for (const solver of ['rodas4', 'radau5', ...(isFull ? ['bdf'] : [])]) {
      const [p, x] = await byIntegrator(solver, 1e-7);
      // What 0.1 cm3 hold of a pressure that the compensator goes on to move for as long as its lag lets it.
      expect(Math.abs(p - pressure), solver).toBeLessThan(1e5);
      expect(Math.abs(x - way), solver).toBeLessThan(1e-6);
    }
    // A search that begins far from the solution, on the other side of the check valve's edge.
    await byIntegrator('radau5', 1e-3);
  });

  test.each([true, false])('lines, joined %s', async (isJoined) => {
    const [pressure, way] = await byIntegrator('radau5', 1e-7);
    const results = await simulate(circuit(isJoined), { ...asked, grid: 'exact', pressureError: 1e4, workers: 1 });
    expect(results.ending).toBeNull();
    const [p, x] = atRest(results);
    // The cylinder swings on its oil by 0.3 bar, and 0.1 bar are asked for.
    expect(Math.abs(p - pressure)).toBeLessThan(1e5);
    expect(Math.abs(x - way)).toBeLessThan(1e-4);
  });
});
