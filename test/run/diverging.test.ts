/** Runs whose equations are wrong: they end where pressures leave what oil is, and tell oil that came from nowhere. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { warningsOf } from '../../dist/report/runReport/warnings.js';
import { summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { simulate } from '../../dist/run/simulate.js';

/** A restrictor of its own kind; Q flows in at `in`. With the wrong sign the pressure grows by e^(G t/C). */
const restrictor = (inward: string, outward: string, run = '') =>
  parseCircuit(
    `ringmain: 1
name: own
fluid: { density: 870 kg/m3, viscosity: 40 cSt, bulkModulus: 1.3e9 Pa, vapourPressure: -1 bar }
components:
  pump: { kind: flowSource, flow: 20 l/min }
  own: { kind: own, conductance: 1 l/min/bar }
  tank: { kind: tank }
lines:
  a: { from: pump, to: own.in, volume: 1 l }
direct: [{ from: own.out, to: tank }]
run: { end: 2 s${run} }
record: { every: 1 ms, signals: [a.p] }
definitions:
  own:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { conductance: { unit: m3/s/Pa, above: 0 } }
    equations: |
      Q = conductance * (in.p - out.p)
      in.q = ${inward}
      out.q = ${outward}
`,
    'own.yaml',
  ).circuit;
const wrongSign = restrictor('Q', '-Q');

describe('a flow of the wrong sign', () => {
  test('by lines: ends at the limit, names line and ports, keeps its rows; the same bits by 1 and 2 workers and JavaScript', async () => {
    const results = await simulate(wrongSign, { workers: 1 });
    expect(results.ending).toMatchObject({ kind: 'failed', code: 'RUN307' });
    expect(results.ending?.message).toMatch(
      /^the run diverges: at t = \S+ s the mean pressure in 'a', at pump\.out and own\.in, is \d+ bar, above the limit of 1000000 bar$/,
    );
    expect(results.rows).toBeGreaterThan(20);
    const highest = results.account.pressures?.highest.pressure as number;
    // Looked at in every eighth step.
    expect(highest / 1e11).toBeGreaterThan(1);
    expect(highest / 1e11).toBeLessThan(2);
    for (const options of [
      { workers: 2, oversubscribe: true },
      { workers: 1, kernels: 'js' },
    ] as const) {
      const other = await simulate(wrongSign, options);
      expect([other.digest, other.ending?.message]).toEqual([results.digest, results.ending?.message]);
    }
  });

  test.each(['rodas4', 'bdf', 'dopri5'])('by %s', async (solver) => {
    const { ending } = await simulateLumped(wrongSign, { solver });
    expect(ending).toMatchObject({ kind: 'failed', code: 'LMP309', message: expect.stringContaining("the pressure in '") });
  });

  test('the limit is a setting, and a run below it ends as it was asked to', async () => {
    const low = restrictor('-Q', 'Q', ', pressureLimit: 10 bar');
    expect((await simulate(low, { workers: 1 })).ending).toMatchObject({
      code: 'RUN307',
      message: expect.stringContaining('limit of 10 bar'),
    });
    expect((await simulate(restrictor('-Q', 'Q', ', pressureLimit: 50 bar'), { workers: 1 })).ending).toBeNull();
  });
});

describe('oil that comes from nowhere', () => {
  test('is a warning at the top of the account, in JSON and in the report', async () => {
    const results = await simulate(restrictor('-Q', '0.7 * Q'), { workers: 1 });
    const [first = ''] = summaryText(results).split('\n');
    expect(first).toMatch(/^warning +\S+ c?m?[lm]\S* of oil came from nowhere or went nowhere, \d+ % of the flow through the circuit: /);
    const [sentence = ''] = warningsOf(results);
    expect(first).toContain(sentence);
    expect(summaryJson(results).warnings[0]).toBe(sentence);
  });

  test('no warning where equations keep it', async () => {
    const results = await simulate(restrictor('-Q', 'Q'), { workers: 1 });
    expect(results.account.balance.mass).toBeLessThan(1e-12);
    expect(summaryText(results)).not.toContain('warning');
    expect(summaryJson(results).warnings.join()).not.toContain('nowhere');
  });
});
