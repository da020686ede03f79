/** A port's force that is made of another port's force, whichever is declared first. */
import { expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulate } from '../../dist/run/simulate.js';

const lever = (force: string): string => `ringmain: 1
name: lever
components:
  wave: { kind: sine, amplitude: 500, frequency: 1 Hz }
  push: { kind: controlledForceSource, gain: 1 N }
  body: { kind: mass, mass: 500 kg, viscousFriction: 1 kN s/m }
  it: { kind: own, armRatio: 2 }
  far: { kind: mass, mass: 200 kg, viscousFriction: 500 N s/m }
  wall: { kind: velocitySource }
lines:
  rod: { from: push, to: body.a, stiffness: 1 kN/mm }
  a: { from: body.b, to: it.a, stiffness: 10 kN/mm }
  b: { from: it.b, to: far.a, stiffness: 10 kN/mm }
  spring: { from: far.b, to: wall, stiffness: 5 N/mm }
signals: [{ from: wave, to: push.demand }]
run: { end: 0.02 s, forceError: 2 N, maximumStep: 0.5 ms }
record: { signals: [body.x, far.x] }
definitions:
  own:
    ports: { a: translational, b: translational }
    parameters: { armRatio: { unit: "1", above: 0 } }
    equations: |
      a.force = ${force}
      b.force = -armRatio * a.velocity
`;

test.each(['js', 'wasm'] as const)('the same motion as with the other force written out: %s', async (kernels) => {
  const motion = async (force: string): Promise<readonly number[]> => {
    const results = await simulate(parseCircuit(lever(force), 'lever').circuit, { workers: 1, kernels });
    expect(results.ending).toBeNull();
    return [results.series('body.x').y.at(-1) as number, results.series('far.x').y.at(-1) as number];
  };
  const [x, far] = (await motion('armRatio * b.force')) as [number, number];
  const [sameX, sameFar] = (await motion('-armRatio * armRatio * a.velocity')) as [number, number];
  expect(Math.abs(x)).toBeGreaterThan(0);
  expect(Math.abs(x - sameX)).toBeLessThan(1e-12 * Math.abs(sameX));
  expect(Math.abs(far - sameFar)).toBeLessThan(1e-12 * Math.abs(sameFar));
});
