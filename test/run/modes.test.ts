/** Changes of modes of joined components, from step to step of TLM: told with their conditions and times, like the integrators' own; the same by any number of threads. */
import { describe, expect, test } from 'vitest';
import type { ModeChanges } from '../../dist/blocks/kept/modes.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { modesEntry } from '../../dist/report/lineSummary.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

/** A valve that swings, 0.5 + 0.6 sin 20πt, behind a check valve: shut from where that is 0. Beside it the same turned round, so that there are two partitions. */
const side = (k: number, amplitude: number): string => `
  pump${k}: { kind: flowSource, flow: 20 l/min }
  relief${k}: { kind: reliefValve, crackingPressure: 100 bar, gradient: 20 l/min/bar }
  n${k}: { kind: junction }
  check${k}: { kind: checkValve, crackingPressure: 0.5 bar, gradient: 20 l/min/bar }
  valve${k}: { kind: meteringValve, ratedFlow: 40 l/min, ratedPressureDrop: 10 bar }
  opening${k}: { kind: sine, amplitude: ${amplitude}, frequency: 10 Hz, offset: 0.5 }
  tank${k}: { kind: tank }`;
const text = `ringmain: 1
name: swings
components:${side(1, 0.6)}${side(2, -0.6)}
lines:
  L1: { from: pump1, to: n1, length: 1 m, diameter: 20 mm }
  M1: { from: n1, to: relief1.in, length: 1 m, diameter: 20 mm }
  N1: { from: n1, to: check1.in, length: 1 m, diameter: 20 mm }
  L2: { from: pump2, to: n2, length: 1 m, diameter: 20 mm }
  M2: { from: n2, to: relief2.in, length: 1 m, diameter: 20 mm }
  N2: { from: n2, to: check2.in, length: 1 m, diameter: 20 mm }
  between: { from: n1, to: n2, length: 10 m, diameter: 20 mm }
direct:
  - { from: check1.out, to: valve1.in }
  - { from: valve1.out, to: tank1 }
  - { from: relief1.out, to: tank1 }
  - { from: check2.out, to: valve2.in }
  - { from: valve2.out, to: tank2 }
  - { from: relief2.out, to: tank2 }
signals: [{ from: opening1, to: valve1.opening }, { from: opening2, to: valve2.opening }]
initial: { pressure: 50 bar }
run: { end: 0.2 s, step: 10 us }
record: { every: 1 ms, signals: [n1.p] }
`;
const read = (changed = text): Circuit => parseCircuit(changed, 'swings.yaml').circuit;
const told = (changes: ModeChanges | null): ModeChanges => changes as ModeChanges;
/** When 0.5 + 0.6 sin 20πt is 0: in every period of 0.1 s twice. */
const shut = (Math.PI + Math.asin(5 / 6)) / (20 * Math.PI);
const open = (2 * Math.PI - Math.asin(5 / 6)) / (20 * Math.PI);

describe('a valve that swings shut behind a check valve', () => {
  const condition = 'valve1.opening';

  test('what it does is told with the condition, within a step of when it is', async () => {
    const {
      account: { discontinuities },
      t,
      series,
    } = await simulate(read(), { workers: 1 });
    const { modes, busiest, switches, resets } = told(discontinuities);
    const own = modes.filter(({ what }) => what.startsWith(condition) && what.endsWith(' 0'));
    expect(own.map(({ what }) => what.slice(condition.length))).toEqual([' <= 0', ' > 0', ' <= 0', ' > 0']);
    // A step's conditions are those of its middle, and told by its end.
    for (const [k, at] of [shut, open, 0.1 + shut, 0.1 + open].entries()) {
      const late = (own[k]?.t as number) - at;
      expect(late).toBeGreaterThanOrEqual(0.5e-5 - 1e-12);
      expect(late).toBeLessThanOrEqual(1.5e-5 + 1e-12);
    }
    const most = busiest.find(({ what }) => what === `${condition} > 0`);
    expect(most).toEqual({ what: `${condition} > 0`, count: 4, first: own[0]?.t, last: own[3]?.t });
    expect([switches, resets]).toEqual([modes.length, 0]);
    expect(modes.map((one) => one.t)).toEqual(modes.map((one) => one.t).sort((a, b) => a - b));
    // It costs no digest: nothing recorded, no state knows of it.
    expect([t.length, series('n1.p').y.length]).toEqual([201, 201]);
  });

  test('an integrator tells the same conditions', async () => {
    const {
      account: { discontinuities },
    } = await simulateLumped(read(), { solver: 'rodas4' });
    const names = ({ modes }: { readonly modes: ModeChanges['modes'] }): string[] =>
      modes.flatMap(({ what }) => (what.includes('valve1.opening') ? [what] : []));
    expect(names(told((await simulate(read(), { workers: 1 })).account.discontinuities))).toEqual(names(discontinuities));
  });

  // Full: what switches tell by threads and back ends; quickly by one, above, and its bits in test/same.
  test.runIf(isFull)('threads, both back ends, and a run that is saved and gone on with, tell the same', async () => {
    const {
      account: { discontinuities },
    } = await simulate(read(), { workers: 1 });
    expect((await simulate(read(), { workers: 2, oversubscribe: true })).account.discontinuities).toEqual(discontinuities);
    expect((await simulate(read(), { workers: 1, kernels: 'js' })).account.discontinuities).toEqual(discontinuities);
    const run = await openRun(read(), { workers: 1 });
    await run.advance({ until: 0.09 });
    const saved = run.save();
    await run.close();
    const resumed = await openRun(read(), { workers: 2, oversubscribe: true, resume: saved });
    await resumed.advance();
    expect((await resumed.close()).account.discontinuities).toEqual(discontinuities);
  });
});

test('states that a reset holds are told as held and let go: the stops of the servo valve', async () => {
  const {
    account: { discontinuities },
  } = await simulate(await readCircuit('circuits/servo-valve-pressure.yaml'), { workers: 1 });
  const lumped = await simulateLumped(await readCircuit('circuits/servo-valve-pressure.yaml'), { solver: 'rodas4' });
  const stops = ({ modes }: { readonly modes: ModeChanges['modes'] }) => modes.filter(({ what }) => what.startsWith('valve.xs '));
  const [steps, exact] = [stops(told(discontinuities)), stops(lumped.account.discontinuities)];
  expect(told(discontinuities).resets).toBe(6);
  expect(steps.map(({ what }) => what)).toEqual(exact.map(({ what }) => what));
  // Steps of 20 µs: one to meet it in, and one for the order of the rule.
  for (const [k, { t }] of steps.entries()) expect(Math.abs(t - (exact[k]?.t as number))).toBeLessThan(4e-5);
});

test('many groups keep few changes each with their times, and count all', async () => {
  const circuit = parseCircuit(
    `ringmain: 1
name: many
subcircuits:
  station:
    components:
      pump: { kind: flowSource, flow: 20 l/min }
      node: { kind: junction }
      relief: { kind: reliefValve, crackingPressure: 100 bar, gradient: 20 l/min/bar }
      check: { kind: checkValve, crackingPressure: 0.5 bar, gradient: 20 l/min/bar }
      valve: { kind: meteringValve, ratedFlow: 40 l/min, ratedPressureDrop: 10 bar }
      opening: { kind: sine, amplitude: 0.6, frequency: 500 Hz, offset: 0.3 }
      tank: { kind: tank }
    lines:
      F: { from: pump, to: node, length: 1 m, diameter: 20 mm }
      R: { from: node, to: relief.in, length: 1 m, diameter: 20 mm }
      A: { from: node, to: check.in, length: 1 m, diameter: 20 mm }
    direct:
      - { from: check.out, to: valve.in }
      - { from: valve.out, to: tank }
      - { from: relief.out, to: tank }
    signals: [{ from: opening, to: valve.opening }]
repeat: { s: { subcircuit: station, count: 400 } }
initial: { pressure: 50 bar }
run: { end: 10 ms, step: 20 us }
record: { every: 1 ms, signals: [s0_node.p] }
`,
    'many.yaml',
  ).circuit;
  const { modes, busiest, switches } = told((await simulate(circuit, { workers: 1 })).account.discontinuities);
  // Five periods, in each of which the valve shuts and opens, and the check valve with it.
  expect(busiest.map(({ what, count }) => [what, count])).toContainEqual(['s0_check.in.p - s0_check.out.p > 50000', 10]);
  expect(switches).toBe(400 * 20);
  // Ten of each are kept, in the order of their times, of which the first thousand are told.
  expect(modes.length).toBe(1000);
  expect(modes.map(({ t }) => t)).toEqual(modes.map(({ t }) => t).sort((x, y) => x - y));
});

test('without joined components, or unknowns, nothing is looked at', async () => {
  const {
    account: { discontinuities },
  } = await simulate(await readCircuit('circuits/rc-volume.yaml'), { workers: 1 });
  expect(discontinuities).toBeNull();
  expect(modesEntry(null)).toEqual([]);
});

test('the summary names the busiest', () => {
  const one = { what: 'a.in.p > b.out.p', count: 3, first: 0.012, last: 0.04 };
  const modes = [{ t: 0.012, what: one.what }];
  expect(modesEntry({ switches: 0, resets: 0, busiest: [], modes: [] })).toEqual([]);
  expect(modesEntry({ switches: 4, resets: 1, busiest: [one, { ...one, what: 'c.x held or let go', count: 1 }], modes })).toEqual([
    [
      'modes',
      '4 changes of conditions, 1 state held or let go\na.in.p > b.out.p: 3 times, 12 ms to 40 ms\nc.x held or let go: once, at 12 ms',
    ],
  ]);
});
