/** Trials of `solver: 'auto'`: that they are the run that would be made, and who takes no more turns. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withoutLines } from '../../dist/bench/protocol/edited.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing, simulate } from '../../dist/index.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { judge, type Runner } from '../../dist/session/automatic/choose.js';
import { countCosts } from '../../dist/session/automatic/costs.js';
import { integratorTrial, linesTrial, type Trial } from '../../dist/session/automatic/trials.js';

const textOf = (name: string): string => readFileSync(fileURLToPath(new URL(`../../circuits/${name}.yaml`, import.meta.url)), 'utf8');

test('a trial of an integrator has the steps of the run: joints behind shut valves depend on its tolerance', async () => {
  const circuit = withoutLines(textOf('cylinder-drive-2021'), ['Vv'], 'cylinder-drive-2021.yaml');
  const options = { solver: 'radau5', relativeTolerance: 1e-3, until: 4, record: [] };
  const trial = integratorTrial(circuit, lumpedSystem(circuit, options), options, countCosts(circuit, false), null);
  await trial.advance(Number.POSITIVE_INFINITY);
  const { account } = await simulateLumped(circuit, options);
  expect([trial.hasFinished, trial.steps]).toEqual([true, account.steps.accepted]);
});

test('TLM is out where more than a hundredth of its steps are at the smallest step with errors above what is asked for', async () => {
  const { circuit } = parseCircuit(generateRing({ stations: 3, seed: 1 }), 'ring-3');
  const outOf = async (minimumStep: number): Promise<readonly [share: number, out: string | null]> => {
    const asked = { minimumStep, initialStep: minimumStep, pressureError: 1e4, until: 0.2 };
    const trial = await linesTrial(circuit, asked, countCosts(circuit, false));
    await trial.advance(1e9);
    expect(trial.hasFinished).toBe(true);
    await trial.close();
    const { account } = await simulate(circuit, { ...asked, workers: 1, record: [] });
    return [account.forced.steps / account.steps.accepted, trial.out];
  };
  const [few, kept] = await outOf(2e-4);
  expect(few).toBeGreaterThan(0.005);
  expect(few).toBeLessThan(0.01);
  expect(kept).toBeNull();
  const [many, out] = await outOf(3e-4);
  expect(many).toBeGreaterThan(0.01);
  expect(many).toBeLessThan(0.05);
  expect(out).toBe('5 % of its steps are at the smallest step with an error above what is asked for');
});

describe('who takes no more turns', () => {
  /** One that is a tenth of the run on, for so many ms of counted work. */
  const runner = (solver: string, ms: number, part = 0.1, how: Partial<Trial> = {}): Runner => ({
    trial: {
      ...{ solver, cost: 1e6 * ms, begins: 0, time: part, steps: 1, hasFinished: part === 1, out: null },
      ...{ advance: async () => {}, close: async () => {} },
      ...how,
    },
    asked: null,
    isOver: false,
  });
  const over = (...runners: Runner[]): string[] => {
    judge(runners, 1);
    return runners.filter(({ isOver }) => isOver).map(({ trial }) => trial.solver);
  };

  test('what would take more than four times the best', () => {
    expect(over(runner('best', 1), runner('slow', 3.9), runner('slower', 4.1))).toEqual(['slower']);
  });

  test('but not before it is a twentieth of the run on, or has spent 8 ms', () => {
    const best = runner('best', 0.1);
    expect(over(best, runner('early', 7.9, 0.049), runner('on', 7.9, 0.051), runner('late', 8.1, 0.049))).toEqual(['on', 'late']);
  });

  test('what has spent as much as one that is at the end took', () => {
    expect(over(runner('there', 5, 1), runner('more', 5.1, 0.9), runner('less', 4.9, 0.9))).toEqual(['there', 'more']);
  });

  test('one that is out is no measure', () => {
    expect(over(runner('out', 0.1, 1, { out: 'it cannot go on' }), runner('slow', 5))).toEqual([]);
  });
});
