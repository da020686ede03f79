/** Every kind's example runs by lines and by an integrator, and lines come closer as their steps get shorter, with the order that is theirs. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { kindExample } from '../../dist/cli/bundled.js';
import { library } from '../../dist/components/library.js';
import { isFull } from '../support/circuits.js';
import { byIntegrator, byLines, deviations, errorOf, exampleOf } from '../support/exampleRuns.js';

/** Of lines from the integrator; steps are controlled to 0.1 bar, of pressures of some ten. */
const usual = 1e-2;

/** Further apart: kind → largest deviation, and why. */
const apart: Readonly<Record<string, readonly [number, string]>> = {
  chargingValve: [0.05, 'a switch at a pressure that moves slowly comes earlier or later by the error of that pressure'],
};

/** Rows at exact multiples, as a port's flow is of the middle of its step; of what jumps, rows at the ends of steps: a straight line across a jump is neither side of it. */
function atExactTimes(kind: string): Circuit {
  const circuit = exampleOf(kind);
  return kind === 'relay' || kind === 'comparator' ? circuit : { ...circuit, record: { ...circuit.record, grid: 'exact' } };
}

/** Error of pressures [Pa] in place of 0.1 bar: where a check valve opens at once, the step that opens it carries what the chamber gathered meanwhile. */
const finer: Readonly<Record<string, number>> = { handPump: 1e3 };

/** No order: kind → why. The error at a quarter of the step must still be the smaller one. */
const rough: Readonly<Record<string, string>> = {
  chargingValve: 'it switches: see above',
};

/** Longest of the three steps, in parts of the run, where 1/368 is too long for an order to show; of the two-stage valve that is twice the lag of its pilot. */
const parts: Readonly<Record<string, number>> = {
  pressureCompensatedPump: 1472,
  dampedReliefValve: 2944,
  twoStageReliefValve: 1472,
  stribeckCylinder: 736,
};

/**
 * Errors at eleven numbers of steps, within a twelfth of each, are taken together where they depend on where in a step an event falls. A piston sticks from the end of the step in which it turns: up to a step
 * late. From 1440 to 1590 steps the actuator is 0.98 to 3.8 thousandths off. Together: 11.8, 4.75, 2.38, 1.34, 0.685 thousandths at about 368, 736, … 5888 steps.
 */
const together: readonly string[] = ['actuator'];

test('there is an example of every kind, and of nothing else', () => {
  // Not what a system leaves in folders, such as .DS_Store.
  const files = readdirSync('circuits/kinds').filter((name) => name.endsWith('.yaml'));
  expect(files.sort()).toEqual([...library.keys()].map((kind) => `${kind}.yaml`).sort());
  for (const kind of library.keys()) expect(kindExample(kind).split(/\r?\n/), kind).toContain(`name: ${kind}`);
  expect(() => kindExample('nobody')).toThrow("no example: write one for 'nobody' in circuits/kinds/nobody.yaml");
});

/** Its pipe carries waves, which are one section of volume and inertance to an integrator; held against what is exact, below. */
const waves = 'blockedEnd';

describe.each([...library.keys()].map((kind, k) => [kind, k] as const))('%s', (kind, k) => {
  test('its example is short, and records something of it', () => {
    const text = kindExample(kind);
    expect(text.split('\n').length).toBeLessThanOrEqual(32);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140);
    const { components, record } = exampleOf(kind);
    const own = components.filter((one) => one.kind?.kind === kind).map(({ name }) => name);
    expect(record.signals.some((signal) => own.includes(signal.split('.')[0] as string))).toBe(true);
  });

  // Quickly every sixth kind, and the one whose longest steps have a port at the vapour pressure with the inertance of its line; its check in `validate` runs each of them by lines.
  test.skipIf(kind === waves || !(isFull || k % 6 === 0 || kind === 'leakingCylinder'))(
    'lines and integrator agree, lines the better the shorter their steps; no oil is lost, all is finite',
    async () => {
      const circuit = atExactTimes(kind);
      const run = { ...circuit.run, pressureError: finer[kind] ?? circuit.run.pressureError };
      const [lines, lumped] = [await byLines({ ...circuit, run }), await byIntegrator(circuit)];
      expect(lines.account.balance.mass).toBeLessThan(1e-9);
      for (const { name } of lines.columns) expect(lines.series(name).y.every(Number.isFinite), name).toBe(true);
      const [limit] = apart[kind] ?? [usual];
      for (const [name, deviation] of deviations(lines, lumped)) expect(deviation, name).toBeLessThan(limit);

      const memory = circuit.components.some(({ kind: one }) => Object.keys({ ...one?.ports, ...one?.states }).length > 0);
      const longest = parts[kind] ?? 368;
      const errors: number[] = [];
      for (const steps of memory ? [longest, ...(isFull ? [2 * longest] : []), 4 * longest] : [longest]) {
        const own: number[] = [];
        for (const k of together.includes(kind) ? [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5] : [0]) {
          const run = await byLines(circuit, steps + Math.round((k * steps) / 60));
          expect(run.account.balance.mass).toBeLessThan(1e-9);
          own.push(errorOf(run, lumped));
        }
        errors.push(Math.sqrt(own.reduce((sum, error) => sum + error * error, 0) / own.length));
      }
      const [first, last] = [errors[0] as number, errors.at(-1) as number];
      if (last < 1e-12) return; // what has no error has no order
      if (kind in rough) expect(last).toBeLessThan(first);
      else expect(Math.log2(first / last) / 2, `errors ${errors}`).toBeGreaterThan(0.9);
    },
  );
});

test('blockedEnd: a rise of 10 bar comes to 20 bar there, and stays so until it has been to the source and back', async () => {
  const circuit = exampleOf(waves);
  const {
    series,
    account: { balance },
  } = await byLines(circuit);
  expect(balance.mass).toBeLessThan(1e-9);
  const { t, y } = series('end.in.p');
  const delay = 10 / Math.sqrt(circuit.fluid.bulkModulus / circuit.fluid.density);
  const risen = 2e-3 + 2e-3 + 0.5e-3; // start, 10 bar at 5000 bar/s, its acceleration
  const between = (from: number, to: number): number[] => [...y].filter((_, i) => (t[i] as number) > from && (t[i] as number) < to);
  // What is interpolated between steps rounds corners within a step or two, of 0.1 ms.
  for (const p of between(0, 2e-3 + delay)) expect(Math.abs(p - 50e5)).toBeLessThan(1);
  for (const p of between(risen + delay + 2e-4, 2e-3 + 3 * delay)) expect(p / 70e5).toBeCloseTo(1, 5);
  expect(series('end.in.q').y.every((q) => q === 0)).toBe(true);
});
