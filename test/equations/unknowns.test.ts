/** Unknowns and equations `0 = e` of a kind: their rules, what is eliminated and what iterated, and each law against its explicit twin. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';
import { describeKind } from '../../dist/equations/language/describe.js';
import { factsOf } from '../../dist/equations/language/facts.js';
import { EquationError } from '../../dist/equations/language/model.js';
import { odeForm } from '../../dist/equations/ode/odeForm.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { lumpedSystem } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { disagreement } from '../support/differences.js';
import { bench, fluid, random } from '../support/kernelBench.js';
import { circuitAround } from '../support/kindCircuit.js';
import { compensated, unknownKinds, unknownTwins } from '../support/unknownKinds.js';

const quantity = { unit: 'Pa', about: '', initial: 0 };
const kind = (equations: string): KindDefinition => ({
  kind: 'tried',
  about: '',
  source: '',
  group: '',
  ports: { a: hydraulic, b: hydraulic },
  parameters: { k: { unit: 'm3/s/Pa', about: '' } },
  outputs: { x: quantity, y: quantity, z: { unit: 'Pa', about: '' } },
  equations,
});

function mistakes(equations: string): string[] {
  try {
    const model = modelOf(kind(equations));
    solve(model);
    return [];
  } catch (error) {
    if (!(error instanceof EquationError)) throw error;
    for (const { remedy } of error.mistakes) expect(remedy).not.toBe('');
    return error.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

const rest = '\na.q = k\nb.q = k\nz = 1';

describe('one mistake, its place and its words', () => {
  test.each<[string, string, RegExp]>([
    ['not declared', `unknown w\n0 = a.p${rest}`, /^1:1 unknown w: no such output \(there is 'x', 'y', 'z'\)/],
    ['without a start', `unknown z\n0 = a.p - z\nx = 1\ny = 1\na.q = k\nb.q = k`, /^1:1 unknown z: it has no start value/],
    ['named twice', `unknown x\nunknown x\n0 = x\ny = 1${rest}`, /^2:1 unknown x is assigned twice, first in line 1/],
    ['assigned too', `unknown x\nx = 1\n0 = x\ny = 1${rest}`, /^2:1 'x' is unknown and cannot be assigned/],
    ['given a value', `unknown x = 3\n0 = x\ny = 1${rest}`, /^1:11 '=' after a complete expression/],
    ['another number', `unknown x\n1 = x\ny = 1${rest}`, /^2:1 '1' begins a statement that assigns nothing/],
    ['an equation without an unknown', `x = 1\ny = 1\n0 = a.p - b.p${rest}`, /^3:1 the equation 0 = … holds no unknown/],
    ['an unknown without an equation', `unknown x\ny = x${rest}`, /^1:1 the unknown x stands in no equation 0 = …: one is missing/],
    [
      'two unknowns of one equation',
      `unknown x\nunknown y\n0 = a.p - x - y${rest}`,
      /^2:1 the unknowns y and x share 1 equation \(line 3\): one is missing/,
    ],
    [
      'two equations of one unknown',
      `unknown x\n0 = a.p - x\n0 = b.p - x^2\ny = 1${rest}`,
      /^3:1 2 equations \(lines 2 and 3\) determine only x: one is too many/,
    ],
    [
      'as many, but not of each other',
      `unknown x\nunknown y\n0 = a.p - x\n0 = b.p - x^2${rest}`,
      /^4:1 2 equations \(lines 3 and 4\) determine only x: one is too many/,
    ],
    ['condition', `unknown x\n0 = x > 1\ny = 1${rest}`, /^2:7 a condition where a number is expected/],
  ])('%s', (_, equations, expected) => expect(mistakes(equations)[0]).toMatch(expected));

  test('an unknown that stands in a flow only is told by an equation of that flow', () =>
    expect(mistakes('unknown x\n0 = a.q + b.q\ny = 1\na.q = k * (x - a.p)\nb.q = k * (x - b.p)\nz = 1')).toEqual([]));
});

test('inputs reach an unknown, as they reach flows', () => {
  const definition = unknownKinds.find(({ kind: name }) => name === 'followed') as KindDefinition;
  expect(factsOf(definition).feedthrough).toEqual({ between: ['opening'], s: ['opening'] });
});

test('the derived form tells what is sought together', () =>
  expect(describeKind(compensated)).toMatch(/Newton with the exact Jacobian for .*between/));

describe.each(unknownTwins.map((one) => [one.implicit.kind, one] as const))('%s', (_, { implicit, explicit, left }) => {
  test('is eliminated as far as can be', () => {
    const { blocks } = solve(modelOf(implicit));
    expect(blocks.flatMap((b) => (b.type === 'newton' ? b.tears.length : []))).toEqual(left);
  });

  test('gives flows and outputs of its explicit twin to 1e-11, without history', () => {
    const [one, other] = [bench(implicit), bench(explicit)];
    const [a, b] = [random(3), random(3)];
    const stored = (one_: typeof one): number[] => {
      const keys = [...one_.ports.map((port) => `q_${port}`), ...Object.keys(implicit.outputs ?? {}).map((name) => `output_${name}`)];
      return keys.map((key) => one_.F[one_.at(key)] as number);
    };
    const others: string[] = [];
    for (let draw = 0; draw < 2000; draw++) {
      one.draw(a);
      other.draw(b);
      one.kernel(0);
      other.kernel(0);
      if (one.failed()) others.push(`draw ${draw} failed`);
      const [found, exact] = [stored(one), stored(other)];
      const pressures = one.ports.flatMap((port) => [one.F[one.at(`c_${port}`)], one.F[one.at(`p_${port}`)]] as number[]);
      found.forEach((value, k) => {
        const z = k < one.ports.length ? (one.F[one.at(`z_${one.ports[k]}`)] as number) : 1;
        const scale = implicit.outputs?.['Q'] && k === 2 ? Math.abs(exact[2] as number) : Math.max(...pressures.map(Math.abs));
        const error = Math.abs(z * (value - (exact[k] as number)));
        if (!(error <= 1e-11 * scale)) others.push(`draw ${draw}, quantity ${k}: ${error} of ${scale}`);
      });
    }
    // One expectation of all draws: twelve thousand of them took longer than the kernels.
    expect(others).toEqual([]);
  });

  test('gives rates of its twin as an ODE', () => {
    const forms = [implicit, explicit].map((definition) => {
      const rng = random(5);
      const circuit = circuitAround(definition, rng);
      return lumpedSystem(circuit);
    });
    const [found, exact] = forms.map((system) => {
      const y = new Float64Array(system.size);
      system.initial(y);
      const rng = random(9);
      for (let k = 0; k < y.length; k++) y[k] = 1e6 * (1 + rng());
      system.arrive(0, y, -1);
      const rates = new Float64Array(system.size);
      system.rates(1e-3, y, rates);
      return rates;
    }) as [Float64Array, Float64Array];
    const size = Math.max(...exact.map(Math.abs));
    exact.forEach((rate, k) => expect(Math.abs((found[k] as number) - rate)).toBeLessThanOrEqual(1e-9 * size));
  });
});

describe.each(unknownKinds.map((definition) => [definition.kind, definition] as const))('%s as an ODE', (_, definition) => {
  test('has slopes that agree with differences to 1e-6 of the row', () => {
    const rng = random(7);
    for (let draw = 0; draw < 5; draw++) {
      const system = lumpedSystem(circuitAround(definition, rng));
      const y = new Float64Array(system.size);
      system.initial(y);
      for (let k = 0; k < y.length; k++) y[k] = (y[k] as number) > 10 ? 1e5 + 2e7 * rng() : rng();
      system.arrive(0.1, y, -1);
      const sizes = y.map((value) => Math.max(0.01 * Math.abs(value), 1e-2));
      const found = disagreement(system, 0.1 + 1e-3, y, sizes);
      expect(found.outside).toEqual([]);
      expect(found.largest, `draw ${draw}: ${found.where}`).toBeLessThan(1e-6);
    }
  });

  test('is solved for within the right-hand side: no unknown of the system is added', () => {
    const form = odeForm(modelOf(definition), { fluid, shared: {}, transition: 1000, modes: true });
    expect('solved' in form && form.rates.length).toBe(Object.keys(definition.states ?? {}).length);
  });
});

test('a passage that is shut on both sides keeps the pressure that was found last, and its flow is nothing', () => {
  const b = bench(compensated);
  const rng = random(2);
  b.draw(rng);
  const input = new Int32Array(b.F.buffer)[2 * b.at('input_opening')] as number;
  b.F[input] = 0;
  b.F[b.at('c_in')] = 2e7;
  b.F[b.at('c_out')] = 1e6;
  b.F[b.at('guess_unknown_between_0')] = 1.9e7;
  b.F[b.at('guessBefore_unknown_between_0')] = 1.9e7;
  b.setParameter('spring', 1e6);
  b.setParameter('range', 1e5);
  b.kernel(0);
  expect(b.failed()).toBe(false);
  expect([b.F[b.at('q_in')], b.F[b.at('q_out')], b.F[b.at('output_between')]]).toEqual([0, 0, 1.9e7].map((x) => expect.closeTo(x, 3)));
});

test.each(['1', 'Hz', 'm'])('an unknown that is zero is found, whatever its unit: %s', async (unit) => {
  const text = `ringmain: 1
name: zero
components:
  pump: { kind: flowSource, flow: 10 l/min }
  a: { kind: thing, K: 2e-7 m3/s/Pa^0.5 }
  tank: { kind: tank }
lines: { L: { from: pump, to: a.in, length: 1 m, diameter: 20 mm }, M: { from: a.out, to: tank, length: 1 m, diameter: 20 mm } }
definitions:
  thing:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { K: { unit: m3/s/Pa^0.5 } }
    outputs: { x: { unit: "${unit}", initial: 0 } }
    equations: |
      unknown x
      0 = (x + 0.1)^2 - 0.01 + 0 * in.p
      Q = K * ssqrt(in.p - out.p)
      in.q = -Q
      out.q = Q
run: { end: 1 ms }
record: { signals: [a.x] }
`;
  const results = await simulate(parseCircuit(text, 'zero.yaml').circuit, { workers: 1 });
  expect(results.ending).toBeNull();
  expect(Math.max(...results.series('a.x').y.map(Math.abs))).toBeLessThan(1e-12);
});
