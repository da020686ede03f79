/** A line whose volume is exhausted, its own with its port volumes: the run ends there, and says which line, whose port and how much is left. */
import { describe, expect, test } from 'vitest';
import { circuit as build } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

/**
 * A plunger of 10 cm2 without stops that sinks at 0.1 m/s from x0 and presses oil into a line of 10 cm3, which leaks to a tank: at x0 = 10 mm, 10 cm3 at first, 0 at
 * 0.1 s, -10 cm3 at 0.2 s, when nothing is left. Nothing that is computed from it (a linear leak, no unknown velocity) would ever fail by itself.
 */
const plunger = (x0: string, { air = false, wave = false, root = false } = {}): Circuit =>
  build('plunger')
    .definition('plunger', {
      ports: { out: 'hydraulic' },
      parameters: { x0: { unit: 'm' } },
      states: { x: { unit: 'm', initial: 'x0' } },
      equations: `der(x) = -0.1\nout.q = 1e-3 * 0.1\nout.V = 1e-3 * ${root ? 'sqrt(x)' : 'x'}`,
    })
    .component('p', 'plunger', { x0 })
    .component('r', 'laminarRestrictor', { conductance: '10 l/min/bar' })
    .component('t', 'tank')
    // V = Be T/Z: half of a wave line of 20 cm3 is at the plunger.
    .line('chamber', 'p.out', 'r.in', wave ? { model: 'wave', impedance: '8e10 Pa s/m3', delay: '1 ms' } : { volume: '10 cm3' })
    .line('return', 'r.out', 't', { volume: '0.1 l' })
    .fluid({
      density: '870 kg/m3',
      viscosity: '46 cSt',
      bulkModulus: '16000 bar',
      vapourPressure: '-1 bar',
      ...(air ? { air: { fraction: '1 %' } } : {}),
    })
    .run({ end: '0.3 s' })
    .record({ every: '10 ms', signals: ['p.x', 'chamber.p'] })
    .build();

/** The plunger in one part, the rest in the other. */
const cut = describePlan(plunger('10 mm'), Int32Array.of(0, 1, 1), 2, { method: 'given', source: 'given by a test' });

const told =
  /^at t = (\S+) s: the volume of line 'chamber' is exhausted: 0\.01 l of its own and (-0\.01\S*) l of port volume at plunger 'p' at port out leave -\S+ l$/;

describe('a plunger without stops', () => {
  test.each<[string, Parameters<typeof plunger>[1], RunOptions, number]>([
    ['fixed steps, JavaScript', {}, { step: 1e-3, workers: 1, kernels: 'js' }, 1e-3],
    ['fixed steps, WebAssembly', {}, { step: 1e-3, workers: 1, kernels: 'wasm' }, 1e-3],
    ['fixed steps, the line cut', {}, { step: 1e-3, plan: cut }, 1e-3],
    ['variable steps', {}, { workers: 1 }, 5e-3],
    ['variable steps, the line cut', {}, { plan: cut }, 5e-3],
    ['a modulus that follows the pressure', { air: true }, { step: 1e-3, workers: 1 }, 1e-3],
    ['a wave line', { wave: true }, { step: 1e-4, workers: 1 }, 1e-4],
    ['a wave line, cut', { wave: true }, { step: 1e-4, plan: cut }, 1e-4],
  ])('%s: ends at 0.2 s with RUN303', async (_, of, options, longest) => {
    const results = await simulate(plunger('10 mm', of), options);
    expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN303', remedy: expect.stringContaining('end stops (reset)') });
    const [, time] = told.exec(results.ending?.message ?? '') ?? [];
    expect(Number(time), results.ending?.message).toBeGreaterThanOrEqual(0.2 - 1e-9);
    // The first step that ends there.
    expect(Number(time)).toBeLessThan(0.2 + longest + 1e-9);
    // What was recorded is kept, and has no trace of it.
    const p = results.series('chamber.p').y;
    expect(p.length).toBeGreaterThan(19);
    for (const value of p) expect(Number.isFinite(value)).toBe(true);
  });

  test('a port volume that is not a number is told from one that is exhausted', async () => {
    const { ending } = await simulate(plunger('10 mm', { root: true }), { step: 1e-3, workers: 1 });
    expect(ending).toMatchObject({
      code: 'RUN303',
      message: expect.stringMatching(/^at t = 0\.1\S* s: the port volume of line 'chamber' at plunger 'p' at port out is not a number$/),
      remedy: expect.stringContaining('in every state'),
    });
  });

  test('at t = 0 it does not begin', async () => {
    await expect(simulate(plunger('-11 mm'), { workers: 1 })).rejects.toMatchObject({
      code: 'RUN227',
      message:
        "at t = 0 s: the volume of line 'chamber' is exhausted: 0.01 l of its own and -0.011 l of port volume at plunger 'p' at port out leave -0.001 l",
    });
  });

  test.each([
    ['rodas4', false],
    ['bdf', true],
  ])('%s, wave line %s, comes to 0.2 s and no further: LMP302', async (solver, wave) => {
    const { ending, end } = await simulateLumped(plunger('10 mm', { wave }), { solver });
    expect(ending).toMatchObject({
      kind: 'failed',
      code: 'LMP302',
      message: expect.stringContaining("line 'chamber' is exhausted: 0.01 l of its own"),
    });
    expect(Math.abs(end - 0.2)).toBeLessThan(1e-3);
  });
});

describe('lines in chunks', () => {
  // Ring b without the stops of its cylinders: the load drives them in, and after 14.8 s the first has exhausted its dead volume.
  const ring = (): Circuit => {
    const text = generateRing({ stations: 10, preset: 'b' });
    const bare = text.replace(/^.*x > stroke.*\n/gm, '');
    expect(text.split('\n').length - bare.split('\n').length).toBe(2);
    return parseCircuit(bare, 'ring.yaml').circuit;
  };

  test.runIf(isFull)(
    'a ring of cylinders without stops names the chamber, not the valve that then has no solution; two threads say the same',
    async () => {
      const endings = await Promise.all(
        [1, 2].map(async (workers) => (await simulate(ring(), { workers, until: 16, every: 1, record: [] })).ending),
      );
      expect(endings[0]).toMatchObject({
        code: 'RUN303',
        message: expect.stringMatching(/^at t = 14\.84\d* s: the volume of line 's9_capLine' is exhausted: 0\.3 l of its own/),
      });
      expect(endings[1]).toEqual(endings[0]);
    },
  );
});
