/** Equations of a kind as an ODE: frozen modes against the live equations, roots near zero, loops, der(x) and pre(x) as values. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { evaluate } from '../../dist/equations/graph/evaluate.js';
import type { Node } from '../../dist/equations/graph/graph.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';
import { type OdeForm, odeForm } from '../../dist/equations/ode/odeForm.js';
import { usualSize } from '../../dist/lumped/scales.js';
import { lumpedSystem } from '../../dist/lumped/solve.js';
import { unknownNames } from '../../dist/lumped/system/unknownNames.js';
import { isFull } from '../support/circuits.js';
import { fluid, random } from '../support/kernelBench.js';
import { circuitAround } from '../support/kindCircuit.js';

const transition = 1000;
const definition = (equations: string, more: Partial<KindDefinition> = {}): KindDefinition => ({
  ...{ kind: 'mine', about: '', source: '', group: '', ports: { in: hydraulic }, parameters: {}, equations },
  ...more,
});
const raw = (kind: KindDefinition, modes = true): OdeForm | { readonly loop: readonly string[] } =>
  odeForm(modelOf(kind), { fluid, shared: {}, transition, modes });
const formOf = (kind: KindDefinition, modes = true): OdeForm => {
  const form = raw(kind, modes);
  if ('loop' in form) throw new Error(`loop ${form.loop}`);
  return form;
};
const valueIn = (node: Node, known: Readonly<Record<string, number>>): number =>
  evaluate(
    node,
    (name) => known[name] ?? 0,
    () => ({ x: [], y: [] }),
  );
const state = { unit: '1', initial: 0, about: '' };

describe.each([...library.values()].map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  test('rates with the modes of a point are those of the live equations there', () => {
    const rng = random(5);
    for (let draw = 0; draw < (isFull ? 10 : 1); draw++) {
      const circuit = circuitAround(kind, rng);
      const [frozen, live] = [lumpedSystem(circuit), lumpedSystem(circuit, { events: 'step over' })];
      const names = unknownNames(frozen);
      expect(unknownNames(live)).toEqual(names);
      const start = new Float64Array(frozen.size);
      frozen.initial(start);
      for (let point = 0; point < 4; point++) {
        const y = start.map((value, k) => {
          const unit = names[k]?.unit ?? '1';
          return unit === 'Pa' ? 1e5 + 2e7 * rng() : value + (0.3 * Math.abs(value) + usualSize(unit)) * (rng() - 0.5);
        });
        const t = 0.05 + 0.2 * point;
        const [a, b] = [y.slice(), y.slice()];
        frozen.arrive(t, a, -1);
        live.arrive(t, b, -1);
        expect([...a]).toEqual([...b]);
        const [x, z] = [new Float64Array(frozen.size), new Float64Array(frozen.size)];
        frozen.rates(t + 1e-4, a, x);
        live.rates(t + 1e-4, b, z);
        x.forEach((rate, k) =>
          expect(Math.abs(rate - (z[k] as number)), `${names[k]?.name}, draw ${draw}, point ${point}`).toBeLessThanOrEqual(
            1e-13 * Math.abs(rate),
          ),
        );
      }
    }
  });
});

describe('roots', () => {
  const flow = (form: OdeForm, p: number): number => valueIn(form.ports[0]?.value as Node, { 'p:in': p });

  test.each([
    ['ssqrt(in.p)', 1],
    ['ssqrt(4 * in.p / 8)', 0.5],
    ['ssqrt(in.p) + 0 * in.p', 1],
  ])('%s: odd, once differentiable, the law itself beyond the transition', (text, factor) => {
    const form = formOf(definition(`in.q = ${text}`));
    const law = (p: number): number => Math.sign(p) * Math.sqrt(factor * Math.abs(p));
    for (const p of [0, 1e-9, 1, 300, 999.999, 1000, 1001, 1e5]) expect(flow(form, -p) + flow(form, p)).toBe(0);
    for (const p of [1000, 1000.001, 2000, 1e6]) expect(flow(form, p) / law(p)).toBeCloseTo(1, 14);
    const slope = (p: number, h: number): number => (flow(form, p + h) - flow(form, p - h)) / (2 * h);
    // The slope is the same on both sides of the transition, and at zero 3/2 of the chord's.
    expect(slope(transition - 0.2, 0.1) / slope(transition + 0.2, 0.1)).toBeCloseTo(1, 2);
    expect(slope(0, 1e-3) / ((1.5 * law(transition)) / transition)).toBeCloseTo(1, 5);
    expect((flow(form, transition - 1e-6) - flow(form, transition + 1e-6)) / law(transition)).toBeCloseTo(0, 8);
  });

  test('of something other than a pressure: only zero itself is taken out', () => {
    const form = formOf(definition('in.q = sqrt(x)\nder(x) = 1', { states: { x: state } }));
    const at = (x: number): number => valueIn(form.ports[0]?.value as Node, { 'state:x': x });
    expect([at(0), at(1e-4), at(4)]).toEqual([0, 1e-2, 2]);
  });
});

describe('values', () => {
  test('der(x) and port.q read as values are their right-hand sides; step is 0', () => {
    const form = formOf(
      definition('der(x) = 3 * in.p\nin.q = -2 * der(x) + step\ny = in.q\noutput = y + der(x)', {
        states: { x: state },
        outputs: { output: { unit: '1', about: '' } },
      }),
    );
    const known = { 'p:in': 5 };
    expect(valueIn(form.ports[0]?.value as Node, known)).toBe(-30);
    expect(valueIn(form.outputs[0]?.value as Node, known)).toBe(-15);
  });

  test('pre(x) is the value accepted last, and what depends on it alone is the signature', () => {
    const form = formOf(definition('der(x) = if(pre(x) > 2, 1, -1)\nin.q = 0 * in.p', { states: { x: state } }));
    const rate = form.rates[0]?.value as Node;
    expect([valueIn(rate, { 'pre:x': 3, 'state:x': 0 }), valueIn(rate, { 'pre:x': 1, 'state:x': 9 })]).toEqual([1, -1]);
    expect(form.signature).toHaveLength(1);
  });

  test('a state that a reset holds has no rate', () => {
    const form = formOf(definition('der(x) = 7\nin.q = -der(x)\nreset(x) = if(x > 1, 1, x)', { states: { x: state } }));
    const at = (held: number): number[] =>
      [form.rates[0]?.value, form.ports[0]?.value].map((node) => valueIn(node as Node, { 'held:x': held, 'state:x': 0.5 }));
    expect(at(0)).toEqual([7, -7]);
    expect(at(1).map(Math.abs)).toEqual([0, 0]);
    const [reset] = form.resets;
    expect([0.5, 1, 1.5].map((x) => valueIn(reset?.held as Node, { 'state:x': x }))).toEqual([0, 0, 1]);
  });

  test.each([
    ['in.q = 0.5 * der(x)\nder(x) = 0.3 * in.q', ['der:x', 'q:in']],
    ['in.q = 1 - 0.5 * in.q', ['q:in']],
  ])('a loop is found: %s', (equations, names) => {
    const form = raw(definition(equations, equations.includes('der') ? { states: { x: state } } : {}));
    expect('loop' in form && [...form.loop].sort()).toEqual(names);
  });
});

describe('a limit that a reset keeps its state within', () => {
  const limited = (reset: string): OdeForm =>
    formOf(definition(`der(x) = 1 - x\n reset(x) = ${reset}\n in.q = max(0, x) * in.p`, { states: { x: state } }));

  test('is no surface in the equations, and the reset itself has it', () => {
    const form = limited('if(x < 0, max(0, x), x)');
    expect(form.switches).toHaveLength(0);
    // Beyond the limit, where a stage of an integrator may lie, it goes on as before it.
    expect(valueIn(form.ports[0]?.value as Node, { 'state:x': -2, 'p:in': 3 })).toBe(-6);
    expect(valueIn(form.resets[0]?.value as Node, { 'state:x': -2 })).toBe(0);
    expect(valueIn(form.resets[0]?.held as Node, { 'state:x': -2 })).toBe(1);
  });

  test('another limit is one', () => {
    const form = limited('if(x < -1, -1, x)');
    expect(form.switches).toHaveLength(1);
  });
});
