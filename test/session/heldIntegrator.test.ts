/** Held runs by integrators: stops, looks, saves and resumptions change no bits; what is set acts from the next step on; mistakes say what can be done. */
import { describe, expect, test } from 'vitest';
import { type Circuit, openRun, RunError, readCircuit } from '../../dist/index.js';
import type { HeldIntegrator } from '../../dist/integrators.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';
import { fedVolume } from '../support/lumped.js';

const twoActuator = readCircuit('circuits/two-actuator.yaml');
const settable = ['prv.crackingPressure', 'dev.position'] as const;

/** All that a run tells but its times. */
const told = ({ digest, stateDigest, account, cost, rows }: IntegratorResults): unknown => ({
  ...{ digest, stateDigest, account, rows },
  counts: cost.counts,
});

/** The same draws for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** What of the orders changes a run: values that were set, and landings, each after so many accepted steps. */
type Act = { readonly after: number } & ({ readonly name: string; readonly value: number } | { readonly land: number });

const steps = ({ progress }: HeldIntegrator): number => progress.accepted;

describe.each(['rodas4', 'radau5', 'bdf'])('%s', (solver) => {
  const options = { solver, until: 0.3, relativeTolerance: 1e-3, record: ['*'], every: 1e-3, tunable: [settable[0]], look: ['*.p'] };

  test(`${isFull ? 1000 : 25} random orders: the bits of a run that has only what changes it`, { timeout: 600_000 }, async () => {
    const of = await twoActuator;
    const draw = random(solver.length * 7919);
    let run = await openRun(of, options);
    let acts: Act[] = [];
    const compare = async (): Promise<void> => {
      await run.advance();
      expect(told(await run.close())).toEqual(told(await replayed(of, options, acts)));
      run = await openRun(of, options);
      acts = [];
    };
    for (let order = 0; order < (isFull ? 1000 : 25); order++) {
      const which = Math.floor(draw() * 10);
      const { time, end } = run.progress;
      if (which <= 2) await run.advance({ steps: Math.floor(draw() * 12) });
      else if (which === 3) await run.advance({ until: time + draw() * 0.02 });
      else if (which === 4) {
        const land = Math.min(end, time + draw() * 0.02);
        acts.push({ after: steps(run), land });
        if ((await run.advance({ until: land, land: true })) === 'reached') expect(run.progress.time).toBe(land);
      } else if (which === 5 && run.progress.time < end) {
        const name = settable[draw() < 0.5 ? 0 : 1];
        const value = name === settable[0] ? 1e7 + draw() * 5e6 : draw();
        acts.push({ after: steps(run), name, value });
        run.set(name, value);
      } else if (which === 6) {
        expect(Number.isFinite(run.read('act1.x'))).toBe(true);
        expect(run.look([0, 1, 1e6])).toEqual(Float64Array.of(...run.look([0, 1]), Number.NaN));
        expect(run.rowsFrom(0, [0]).t).toHaveLength(run.rows);
      } else if (which === 7) run.save();
      else {
        const before = run.look([0, 3, 5]);
        const bytes = run.save();
        if (draw() < 0.5) await run.close();
        run = await openRun(of, { ...options, resume: bytes });
        expect(run.look([0, 3, 5])).toEqual(before);
      }
      if (run.progress.time >= end) await compare();
    }
    await compare();
  });

  test('a checkpoint at a random moment resumes to the bits of a run that was never stopped, told nothing but the checkpoint', async () => {
    const of = await twoActuator;
    const whole = await simulateLumped(of, { solver, until: 0.3, relativeTolerance: 1e-3, record: ['*'], every: 1e-3 });
    const draw = random(solver.charCodeAt(0));
    for (let round = 0; round < (isFull ? 20 : 3); round++) {
      const run = await openRun(of, { solver, until: 0.3, relativeTolerance: 1e-3, record: ['*'], every: 1e-3 });
      await run.advance({ until: draw() * 0.2 });
      const bytes = run.save();
      await run.close();
      const again = (await openRun(of, { resume: bytes })) as unknown as HeldIntegrator;
      await again.advance();
      expect(told(await again.close())).toEqual(told(whole));
    }
  });
});

test.each(['rodas4', 'bdf'])(
  'what is looked at and read leaves nothing behind: what is saved is what was saved before, by %s',
  async (solver) => {
    const run = await openRun(await twoActuator, { solver, until: 0.1, relativeTolerance: 1e-3, look: ['*'], record: ['*'], every: 1e-3 });
    for (let round = 0; round < 10; round++) {
      await run.advance({ steps: 3 });
      const before = run.save();
      run.look(run.looked.map((_, k) => k));
      run.read('act1.x');
      expect(Buffer.compare(run.save(), before), `at ${run.progress.time} s`).toBe(0);
    }
    expect(run.progress.accepted).toBe(30);
    await run.release();
  },
);

/** A run that does nothing but what was set, and lands where it landed. */
async function replayed(
  of: Circuit,
  options: Parameters<typeof openRun>[1] & { solver: string },
  acts: readonly Act[],
): Promise<IntegratorResults> {
  const run = await openRun(of, options);
  for (const act of acts) {
    await run.advance({ steps: act.after - steps(run) });
    if ('land' in act) await run.advance({ until: act.land, land: true });
    else run.set(act.name, act.value);
  }
  await run.advance();
  return run.close();
}

const volume = fedVolume('1 ms');

describe('what is set', () => {
  const options = { solver: 'rodas4', relativeTolerance: 1e-8, tunable: ['leak.conductance'] };

  // rk4 takes the last stage of a step for the first of the next: that is void where a value was set.
  test.each([
    ['rodas4', {}],
    ['rk4', { step: 1e-3 }],
  ])(
    'acts from the landing on, by %s: the pressure falls to that of the larger leak, as the exponential of its time constant',
    async (solver, more) => {
      const run = await openRun(volume, { ...options, ...more, solver });
      await run.advance({ until: 0.4, land: true });
      const before = run.read('leak.in.p');
      run.set('leak.conductance', (0.4e-3 / 60) * 1e-5);
      await run.advance();
      const { t, y } = (await run.close()).series('leak.in.p');
      // p = p_end + (p_0 - p_end) exp(-t G B/V), Q/G = 2.5 bar
      const [rest, rate] = [2.5e5, ((0.4e-3 / 60) * 1e-5 * volume.fluid.bulkModulus) / 1e-3];
      for (const k of [450, 600, 1000]) {
        const exact = rest + (before - rest) * Math.exp(-rate * ((t[k] as number) - 0.4));
        expect(y[k]).toBeCloseTo(exact, -1);
      }
      expect(Math.abs(before / 2.5e5 - 1)).toBeGreaterThan(0.3);
    },
  );

  test('mistakes: unknown names, constants, values against their bounds, a number that is none', async () => {
    const run = await openRun(volume, { ...options, tunable: [] });
    const error = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (thrown) {
        return thrown;
      }
    };
    expect(error(() => run.set('leek.conductance', 1))).toMatchObject({ code: 'RUN415' });
    expect(error(() => run.set('leak.conductance', 1e-12))).toMatchObject({
      code: 'RUN415',
      remedy: "open the run with tunable: ['leak.conductance']",
    });
    expect(error(() => run.set('leak.conductance', -1))).toMatchObject({ code: expect.stringMatching(/^RUN41[56]$/) });
    expect(error(() => run.set('source.flow', Number.NaN))).toMatchObject({ code: 'RUN416' });
    expect(error(() => run.read('nobody.p'))).toMatchObject({ code: 'RUN413' });
    await run.advance();
    expect(error(() => run.save())).toMatchObject({ code: 'RUN414' });
    await run.close();
    expect(error(() => run.set('source.flow', 1))).toMatchObject({ code: 'RUN411' });
  });
});

describe('a checkpoint is refused', () => {
  const refused = (options: object, of: Circuit = volume): Promise<unknown> => openRun(of, options).catch((error: unknown) => error);
  const saved = (async () => {
    const run = await openRun(volume, { solver: 'rodas4', relativeTolerance: 1e-6 });
    await run.advance({ steps: 5 });
    return run.save();
  })();

  test('by another tolerance, another solver, the other engine, another circuit', async () => {
    const resume = await saved;
    for (const options of [
      { relativeTolerance: 1e-5 },
      { solver: 'bdf' },
      { solver: 'tlm' },
      { until: 2 },
      { absoluteTolerance: ['1 bar'] },
    ]) {
      const error = await refused({ resume, ...options });
      expect(error, JSON.stringify(options)).toBeInstanceOf(RunError);
      expect(error, JSON.stringify(options)).toMatchObject({ code: 'RUN407' });
    }
    expect(await refused({ resume }, await twoActuator)).toMatchObject({ code: 'RUN405' });
    const lines = await openRun(volume, { workers: 1 });
    await lines.advance({ steps: 5 });
    expect(await refused({ resume: lines.save(), solver: 'rodas4' })).toMatchObject({ code: 'RUN407' });
    await lines.close();
  });

  test('cut, altered, or with a state of another length', async () => {
    const resume = await saved;
    expect(await refused({ resume: resume.slice(0, -9) })).toMatchObject({ code: 'RUN402' });
    const altered = resume.slice();
    altered[resume.length - 40] = (altered[resume.length - 40] as number) ^ 1;
    expect(await refused({ resume: altered })).toMatchObject({ code: 'RUN403' });
    const run = await openRun(volume, { solver: 'rodas4' });
    expect(() => run.restore(new Float64Array(10))).toThrowError(expect.objectContaining({ code: 'RUN403' }));
  });
});
