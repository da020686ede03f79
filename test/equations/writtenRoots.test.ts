/** Steps of valves as users write them (test/support/ownValves.ts), against roots found by bisection of the same laws written once more by hand. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { isFull } from '../support/circuits.js';
import { type Bench, bench, random } from '../support/kernelBench.js';
import { ownValves } from '../support/ownValves.js';

const root = (x: number): number => Math.sign(x) * Math.sqrt(Math.abs(x));

interface Given {
  readonly gain: number;
  readonly opening: number;
  readonly setting: number;
  readonly lag: number;
  readonly spool: number;
  readonly step: number;
  readonly c: readonly [number, number];
  readonly z: readonly [number, number];
}

/** Flow at pressures `a` and `b`, s the spool at the end of the step. */
type Law = (a: number, b: number, s: number, given: Given) => number;
const lifted = (a: number, { setting }: Given): number => Math.max(0, a - setting) / 2e6;
const up = (s: number): number => Math.max(0, s);
/** All in which a higher inlet lets more through: one that it shuts may have several solutions, and everyKind.test.ts holds it to its equations only. */
const laws: Readonly<Record<string, Law>> = {
  plain: (a, b, _, { gain }) => gain * root(a - b),
  gainWithin: (a, b, _, { gain }) => gain * root(a - b),
  knownOpening: (a, b, _, { gain, opening }) => gain * Math.max(0, Math.min(1, opening)) * root(a - b),
  knownQuotient: (a, b, _, { gain, opening }) => gain * root((a - b) / (1 + 3 * Math.abs(opening))),
  sumOfTwo: (a, b, _, { gain }) => gain * (root(a - b) + 0.3 * root(a - b - 1e5)),
  withLeakage: (a, b, s, { gain }) => gain * up(s) * root(a - b) + 1e-12 * (a - b),
  ownSpool: (a, b, s, { gain }) => gain * up(s) * root(a - b),
  spoolLast: (a, b, s, { gain }) => gain * up(s) * root(a - b),
  spoolWithin: (a, b, s, { gain }) => gain * up(s) * root(a - b),
  limitedSpool: (a, b, s, { gain }) => gain * Math.min(1, up(s)) * root(a - b),
  oneWay: (a, b, s, { gain }) => gain * up(s) * root(Math.max(0, a - b)),
  squareRoot: (a, b, s, { gain }) => gain * up(s) * root(Math.max(0, a - b)),
  ifOfSpool: (a, b, s, { gain }) => gain * up(s - 0.1) * root(a - b),
  rootInMaximum: (a, b, s, { gain }) => Math.max(0, gain * up(s) * root(a - b) - 1e-5),
  rootInMinimum: (a, b, s, { gain }) => Math.min(2e-4, gain * up(s) * root(a - b)),
  opening: (a, b, _, given) => given.gain * lifted(a, given) * root(a - b),
  squareOpening: (a, b, _, given) => given.gain * lifted(a, given) ** 2 * root(a - b),
  signAndRoot: (a, b, _, { gain }) => gain * root(a - b),
  twoOfOneSpool: (a, b, s, { gain }) => gain * up(s) * (root(a - b) + 0.3 * root(a - b - 1e5)),
  curvedOpening: (a, b, s, { gain }) => gain * Math.tanh(up(s)) * root(a - b),
};

/** The spool at the end of a step by the trapezoidal rule, its rate before 0: x = pre + Δ/2 (force - x)/lag. */
const spoolAt = (a: number, { spool, lag, step, setting }: Given): number =>
  (spool + (step / 2 / lag) * ((a - setting) / 2e6)) / (1 + step / 2 / lag);

const residual = (law: Law, given: Given, q: number): number => {
  const a = given.c[0] - given.z[0] * q;
  const b = given.c[1] + given.z[1] * q;
  return q - law(a, b, spoolAt(a, given), given);
};

/** Q of Q = law(pressures at Q): the residual is below 0 far to the left and above 0 far to the right. */
function bisected(law: Law, given: Given): number {
  let [low, high] = [-1e3, 1e3];
  for (let round = 0; round < 1200 && low < high; round++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (residual(law, given, middle) > 0) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}

function put(b: Bench, { inputs = {}, states = {}, parameters }: KindDefinition, given: Given): void {
  b.draw(random(1));
  for (const name of ['gain', 'setting', 'lag'] as const) if (name in parameters) b.setParameter(name, given[name]);
  b.setStep(given.step);
  for (const [k, port] of ['in', 'out'].entries()) {
    b.F[b.at(`c_${port}`)] = given.c[k] as number;
    b.F[b.at(`z_${port}`)] = given.z[k] as number;
  }
  if ('opening' in inputs) b.F[new Int32Array(b.F.buffer)[2 * b.at('input_opening')] as number] = given.opening;
  if ('spool' in states) {
    b.F[b.at('state_spool_0')] = given.spool;
    b.F[b.at('rate_spool_0')] = 0;
  }
}

const size = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true }).map((x) => 10 ** x);
const orZero = (value: fc.Arbitrary<number>): fc.Arbitrary<number> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: value });
/** The inlet not below the outlet: against it an opening that the inlet moves is not passive, and its flow not the only one. */
const pressures = fc
  .tuple(fc.double({ min: 0, max: 4e7, noNaN: true }), orZero(size(1e-6, 4e7)))
  .map(([low, above]): [number, number] => [low + above, low]);
const given: fc.Arbitrary<Given> = fc.record({
  gain: orZero(size(1e-10, 1e-5)),
  opening: fc.double({ min: -2, max: 2, noNaN: true }),
  setting: size(1e5, 3e7),
  lag: size(1e-4, 1),
  spool: fc.oneof(fc.constant(0), fc.double({ min: -1, max: 3, noNaN: true })),
  step: size(1e-6, 1e-2),
  c: pressures,
  z: fc.tuple(orZero(size(1e6, 1e12)), orZero(size(1e6, 1e12))),
});

describe.each(Object.keys(laws))('%s', (name) => {
  const definition = ownValves.find(({ kind }) => kind === name) as KindDefinition;
  const law = laws[name] as Law;
  const b = bench(definition);

  test('its step is the root that bisection finds, with nothing open, no pressure difference and no impedance too', () => {
    fc.assert(
      fc.property(given, (drawn) => {
        put(b, definition, drawn);
        b.kernel(0);
        expect(b.failed()).toBe(false);
        const q = b.F[b.at('q_out')] as number;
        const exact = bisected(law, drawn);
        // Rounding of the pressures, 4e-16 of them, through the steepest that the root is there: within the roots of pressures that little apart.
        const near = [-1, 1].map((sign) =>
          bisected(law, { ...drawn, c: [drawn.c[0] * (1 + sign * 2e-15), drawn.c[1] * (1 - sign * 2e-15)] }),
        );
        expect(Math.abs(q - exact)).toBeLessThanOrEqual(
          1e-9 * Math.abs(exact) + Math.max(...near.map((x) => Math.abs(x - exact))) + 1e-250,
        );
      }),
      { numRuns: isFull ? 400 : 150, seed: 20 },
    );
  });
});

test('factors that the step knows leave a closed form; what pressures move is one unknown in a bracket', () => {
  const forms = (name: string): string => solve(modelOf(ownValves.find(({ kind }) => kind === name) as KindDefinition)).class;
  for (const name of ['plain', 'gainWithin', 'knownOpening', 'knownQuotient']) expect(forms(name), name).toBe('signed root');
  for (const name of ['ownSpool', 'spoolWithin', 'opening', 'rootInMinimum', 'twoOfOneSpool']) {
    const { blocks } = solve(modelOf(ownValves.find(({ kind }) => kind === name) as KindDefinition));
    expect(
      blocks.map((block) => (block.type === 'newton' ? block.tears.length : 0)),
      name,
    ).toEqual([1]);
  }
});
