/** What is compared with, trained from or asked how stiff it is is the circuit itself: treatments that its file has take no part. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { spectraAlong, spectrumAtRest } from '../../dist/lumped/spectra.js';
import { dataSetOf } from '../../dist/lumped/surrogates/dataSet.js';
import { Workplace } from '../cli/support.js';

const text = readFileSync('circuits/three-orifices.yaml', 'utf8');
/** By a treatment that no integrator of variable steps takes, so that it cannot go unseen. */
const treatedText = text.replace('run: { end: 1 s }', "run: { end: 1 s, treat: { V2: 'advanced-pseudo-dynamic innerStep=10us' } }");
const parse = (file: string): Circuit => parseCircuit(file, 'three-orifices.yaml').circuit;
const [plain, treated] = [parse(text), parse(treatedText)];

test('samples for a network', async () => {
  const options = { target: 'V2.p', inputs: ['V1.p'], every: 1e-2 };
  const [own, same] = [await dataSetOf(plain, options), await dataSetOf(treated, options)];
  expect(treated.run.treat).not.toEqual({});
  expect(same.series.target).toEqual(own.series.target);
});

test('eigenvalues along a run and at rest', async () => {
  expect(spectraAlong(treated, [0.1])).toEqual(spectraAlong(plain, [0.1]));
  expect(await spectrumAtRest(treated)).toEqual(await spectrumAtRest(plain));
});

test('the reference of a comparison: the error of a treatment is seen', async () => {
  const place = new Workplace();
  try {
    place.write('treated.yaml', text.replace('run: { end: 1 s }', 'run: { end: 1 s, treat: { V2: quasi-steady } }'));
    const { code, out } = await place.run(
      ...'compare treated.yaml --solvers rodas4 --tolerances 1e-6 --rounds 1 --record V2.p --json'.split(' '),
    );
    expect(code).toBe(0);
    const [row] = (JSON.parse(out) as { rows: { error: { largest: number } }[] }).rows;
    // What V2 holds is 0.4 % of its pressure's range; from a reference that is treated too the tolerance alone was left, 1e-6.
    expect(row?.error.largest).toBeGreaterThan(1e-3);
  } finally {
    place.remove();
  }
});
