/** Explicit methods on stiff circuits are told before they start, with steps, the longest stable one, and what bounds it; or are refused. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';
import { RunError } from '../../dist/results/runError.js';

// One volume behind a laminar restrictor: its only rate is G B/V.
const [conductance, modulus] = [1e-11, 1e9];
const circuit = (volume: number, end = 1): ReturnType<typeof parseCircuit>['circuit'] =>
  parseCircuit(
    `ringmain: 1
name: one-rate
fluid: { density: 870 kg/m3, viscosity: 30 cSt, bulkModulus: ${modulus} Pa, vapourPressure: -1 bar }
components:
  pump: { kind: flowSource, flow: 1e-5 m3/s }
  out:  { kind: laminarRestrictor, conductance: ${conductance} m3/s/Pa }
  tank: { kind: tank }
lines:
  V: { from: pump, to: out.in, volume: ${volume} m3 }
direct:
  - { from: out.out, to: tank }
run: { end: ${end} s }
`,
    'one-rate.yaml',
  ).circuit;
const rate = (volume: number): number => (conductance * modulus) / volume;

/** Ends the run at once: what is told comes before. */
const atOnce = (): AbortSignal => AbortSignal.abort();
async function told(volume: number, options: LumpedOptions): Promise<{ notes: string[]; results: IntegratorResults }> {
  const notes: string[] = [];
  const results = await simulateLumped(circuit(volume), { ...options, signal: atOnce(), onNote: (note) => notes.push(note) });
  return { notes, results };
}

describe('of a rate of 1e6 1/s', () => {
  const volume = conductance * modulus * 1e-6;

  test('dopri5 takes 3.0e5 steps, for it is stable to h λ = 3.31', async () => {
    const { notes, results } = await told(volume, { solver: 'dopri5' });
    // 1e6/3.3066
    expect(notes).toEqual([
      'dopri5 is explicit, and stability alone asks for 3e5 steps: V.p with out bounds a stable step to 3.3 us at 0 s; take rodas4, radau5, bdf or lsoda, or treat the volume (--treat), which `ringmain stability --circuit` advises on',
    ]);
    expect(results.notes).toContain(notes[0]);
  });

  test('it is what the method then takes', async () => {
    const {
      cost: { counts },
    } = await simulateLumped(circuit(volume, 0.01), { solver: 'dopri5' });
    // Error control keeps it within a tenth of its limit of 3.3 µs.
    expect(counts.accepted / ((rate(volume) * 0.01) / 3.3066)).toBeCloseTo(1, 0);
  });

  test('a step beyond the limit of rk4, 2.79, is told; one within is not', async () => {
    const { notes } = await told(volume, { solver: 'rk4', step: 1e-4 });
    expect(notes[0]).toContain('its step of 100 us is 36 times the longest stable one: V.p with out bounds a stable step to 2.8 us at 0 s');
    expect((await told(volume, { solver: 'rk4', step: 2e-6 })).notes).toEqual([]);
  });

  test('implicit methods, and rkc with its stages, are not told of', async () => {
    for (const solver of ['rodas4', 'bdf', 'lsoda', 'rkc']) expect((await told(volume, { solver })).notes).toEqual([]);
  });
});

test('where nothing is stiff nothing is told', async () => {
  expect((await told(1e-3, { solver: 'dopri5' })).notes).toEqual([]);
});

test('beyond 1e8 steps a run is refused, with both numbers and a way out', async () => {
  const refused = await simulateLumped(circuit(conductance * modulus * 1e-10), { solver: 'rk23' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RunError);
  expect(refused).toMatchObject({ code: 'LMP205' });
  expect((refused as RunError).message).toContain('4e9 steps: V.p with out bounds a stable step to 2.5e-10 s');
  expect((refused as RunError).remedy).toContain('take rodas4, radau5, bdf or lsoda');
});
