/** A cylinder that is driven against friction, with a leak beside it, and traces of it with noise. */
import { seeded } from '../../dist/circuit/text/random.js';
import { normalDraws } from '../../dist/fit/optimiser.js';
import { parseCircuit, simulate } from '../../dist/index.js';

export const leakyDrive = `
ringmain: 1
name: leaky-drive
components:
  pump: { kind: flowSource, flow: 12 l/min }
  fork: { kind: junction }
  leak: { kind: laminarRestrictor, conductance: 0.05 l/min/bar }
  second: { kind: laminarRestrictor, conductance: 0.01 l/min/bar }
  cylinder: { kind: singleActingCylinder, bore: 40 mm, stroke: 0.4 m, mass: 200 kg, viscousFriction: 40000 N s/m }
  tank: { kind: tank }
lines:
  supply: { from: pump, to: fork, length: 1 m, diameter: 12 mm }
  branch: { from: fork, to: leak.in, length: 0.5 m, diameter: 12 mm }
  other: { from: fork, to: second.in, length: 0.5 m, diameter: 12 mm }
  hose: { from: fork, to: cylinder.cap, length: 1 m, diameter: 12 mm }
direct:
  - { from: leak.out, to: tank }
  - { from: second.out, to: tank }
run: { end: 0.4 s, pressureError: 0.01 bar }
record: { every: 4 ms, signals: [cylinder.x, cylinder.cap.p] }
`;

/** What stands in the file, in the units of `ranges`. */
export const truth = { leak: 0.05, friction: 40 } as const;
export const ranges = ['leak.conductance=0.01 l/min/bar..0.2 l/min/bar log', 'cylinder.viscousFriction=10 kN s/m..200 kN s/m log'] as const;
/** Deviations of the noise: m, Pa. */
export const noise = { x: 1e-4, p: 2e5 } as const;

/** Traces without noise at exact times, SI. */
export async function exactTraces(set: readonly string[] = []) {
  const { circuit } = parseCircuit(leakyDrive, 'leaky-drive.yaml', { set });
  const results = await simulate(circuit, { grid: 'exact', every: 0.01, workers: 1 });
  const { t, y: x } = results.series('cylinder.x');
  return { t, x, p: results.series('cylinder.cap.p').y };
}

/** With noise of a seed. */
export function noisy({ t, x, p }: { readonly t: Float64Array; readonly x: Float64Array; readonly p: Float64Array }, seed: number) {
  const draw = normalDraws(seeded(seed));
  return { t, x: x.map((value) => value + noise.x * draw()), p: p.map((value) => value + noise.p * draw()) };
}
