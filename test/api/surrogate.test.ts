/** Networks in the place of a volume, by what dist/index.js gives: train, store, read, predict, run. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RunError } from '../../dist/index.js';
import { simulateLumped, type TreatmentChoice, treatments } from '../../dist/integrators.js';
import {
  drivenCircuit,
  Predictor,
  readDrive,
  readSurrogate,
  type SurrogateOptions,
  surrogateText,
  trainSurrogate,
} from '../../dist/surrogates.js';

const file = 'circuits/cylinder-drive-2023.yaml';
const driven = (seed: number, end: number) =>
  drivenCircuit(readFileSync(file, 'utf8'), file, [], [readDrive('voltage=-10..10:0.5 s')], seed, end);
const options = {
  ...{ target: 'Vv.p', inputs: ['valve.spool', 'nA.p', 'nB.p'] },
  ...{ delays: { sort: 'nfir', from: 0, to: 0 }, hidden: [4, 4], epochs: 10 },
} satisfies SurrogateOptions;
const made = trainSurrogate(driven(1, 2), options);

test('trained, stored and read again: the same bits, and where they come from', async () => {
  const surrogate = await made;
  const again = readSurrogate(surrogateText(surrogate), 'Vv.json');
  expect(again).toEqual(surrogate);
  expect(surrogate.provenance).toMatchObject({ circuit: 'cylinder-drive-2023', end: 2, seed: 1, split: 'block' });
  expect(surrogate.provenance.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(surrogate.provenance.epochs).toBeGreaterThan(0);
  const other = await trainSurrogate(driven(1, 2), { ...options, workers: 2 });
  expect(other.weights).toEqual(surrogate.weights);
});

test('it gives the pressure of a run, and the same sample by sample', async () => {
  const surrogate = await made;
  expect(treatments.get('surrogate')?.takesText).toBe(true);
  const treat: TreatmentChoice[] = [{ volume: 'Vv', treatment: 'surrogate', text: surrogateText(surrogate) }];
  // Rows in the middle of steps: a row at the end of one has the inputs of the next sample beside the pressure of the last.
  const every = surrogate.every / 2;
  const run = {
    solver: 'rk4',
    step: surrogate.every,
    events: 'step over',
    until: 0.2,
    every,
    record: ['Vv.p', ...options.inputs],
  } as const;
  const results = await simulateLumped(driven(3, 0.2), { ...run, treat });
  expect(results.ending).toBeNull();
  expect(results.account.treatments[0]?.asked).toBe(201);
  const predictor = new Predictor(surrogate);
  for (let k = 0; k < 200; k++) {
    options.inputs.forEach((name, n) => predictor.tellInput(n, results.series(name).y[2 * k] as number));
    const pressure = predictor.predict();
    predictor.tellTarget(pressure);
    // Rows are interpolated where times differ by rounding.
    expect((results.series('Vv.p').y[2 * k + 1] as number) / pressure, `sample ${k}`).toBeCloseTo(1, 9);
  }
});

test('options are checked, all at once; names that are none are told', async () => {
  const wrong = { ...options, hidden: [0, 4], delays: { sort: 'lstm', from: 2, to: 1 }, epoch: 3 } as unknown as SurrogateOptions;
  const error = (await trainSurrogate(driven(1, 0.1), wrong).catch((caught: unknown) => caught)) as RunError;
  expect(error).toBeInstanceOf(RunError);
  const words = error.message.split('\n').map((line) => line.split('; it must be')[0]);
  expect(words).toEqual(['delays is a map of keys', 'hidden is [0, 4]', "there is no option 'epoch', did you mean 'epochs'?"]);
  await expect(trainSurrogate(driven(1, 0.1), { ...options, inputs: [] })).rejects.toThrow('a network needs a target and inputs');
  await expect(trainSurrogate(driven(1, 0.1), { ...options, inputs: ['nX.p'] })).rejects.toThrow("nothing is called 'nX.p'");
  await expect(trainSurrogate(driven(1, 0.1), { ...options, target: 'valve.spool' })).rejects.toThrow('not the pressure of a line');
  expect(() => readSurrogate('nonsense', 'Vv.json')).toThrow('Vv.json: no surrogate of ringmain');
});
