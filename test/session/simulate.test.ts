/** The engine that `solver` names makes the run: lines without it, an integrator by its name; each refuses what belongs to the other. */
import { describe, expect, test } from 'vitest';
import { circuit, RunError, simulate } from '../../dist/index.js';
import { simulateLumped } from '../../dist/lumped/solve.js';

const built = circuit('volume')
  .component('source', 'flowSource', { flow: '1 l/min' })
  .component('leak', 'laminarRestrictor', { conductance: '1 l/min/bar' })
  .component('tank', 'tank')
  .line('feed', 'source', 'leak.in', { volume: '1 l' })
  .line('back', 'leak.out', 'tank', { volume: '1 l' })
  .run({ end: '10 ms' })
  .record({ every: '1 ms', signals: ['leak.in.p'] })
  .build();

describe('simulate', () => {
  test("runs by lines without a solver, and with solver: 'tlm'", async () => {
    const plain = await simulate(built, { workers: 1 });
    const named = await simulate(built, { workers: 1, solver: 'tlm' });
    expect(named.digest).toBe(plain.digest);
    expect(named.run.workers).toBe(1);
  });

  test('runs by the integrator that is named: the rows of that integrator', async () => {
    const byName = await simulate(built, { solver: 'radau5', relativeTolerance: 1e-6 });
    const itself = await simulateLumped(built, { solver: 'radau5', relativeTolerance: 1e-6 });
    expect(byName.run.solver).toBe('radau5');
    expect(byName.series('leak.in.p').y).toEqual(itself.series('leak.in.p').y);
    const other = await simulate(built, { solver: 'rk23', relativeTolerance: 1e-3 });
    expect(other.series('leak.in.p').y).not.toEqual(itself.series('leak.in.p').y);
  });

  test('refuses what belongs to the other engine, a solver that there is none of, and what is no name', async () => {
    const refused = (options: object) => simulate(built, options).catch((error: unknown) => error);
    const [ofLines, ofIntegrators] = [await refused({ solver: 'rodas4', workers: 2 }), await refused({ relativeTolerance: 1e-3 })];
    expect(ofLines).toBeInstanceOf(RunError);
    expect(ofLines).toMatchObject({ message: "there is no option 'workers' of integrators: it belongs to the engine by lines" });
    expect(ofIntegrators).toMatchObject({
      message: "there is no option 'relativeTolerance' of the engine by lines: it belongs to integrators",
      remedy: "name one, as solver: 'rodas4'",
    });
    expect(await refused({ solver: 'rodas5' })).toMatchObject({ code: 'LMP201', message: "no solver 'rodas5', did you mean 'rodas4'?" });
    expect(await refused({ solver: 5 })).toMatchObject({ message: 'solver is 5; it must be the name of a method' });
  });
});
