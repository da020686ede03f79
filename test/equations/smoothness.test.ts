/** Which conditions on the solution an integrator has to find: those across which a flow or its slope jumps. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';
import { type OdeForm, odeForm } from '../../dist/equations/ode/odeForm.js';
import { fluid } from '../support/kernelBench.js';

const definition = (equations: string, more: Partial<KindDefinition> = {}): KindDefinition => ({
  ...{ kind: 'mine', about: '', source: '', group: '', ports: { in: hydraulic, out: hydraulic }, parameters: {} },
  ...{ equations: `${equations}\nin.q = -Q\nout.q = Q` },
  ...more,
});

/** The form of a kind with modes. */
function formOf(kind: KindDefinition, shared: Record<string, number> = {}): OdeForm {
  const form = odeForm(modelOf(kind), { fluid, shared, transition: 1000, modes: true });
  if ('loop' in form) throw new Error(`loop ${form.loop}`);
  return form;
}

describe('smooth across their surface: no switch', () => {
  test.each([
    ['x |x|', 'dp = in.p - out.p\nQ = 1e-18 * dp * abs(dp)'],
    ['two halves of one cubic', 'x = (in.p - out.p) / 1e6\nQ = if(x > 0, x^3, x^3 + 2 * x^3)'],
    [
      'the two regimes of an orifice',
      'dp = in.p - out.p\nQ = 1e-7 * if(abs(dp) > 1e5, ssqrt(dp), dp * (3 - abs(dp) / 1e5) / (2 * sqrt(1e5)))',
    ],
  ])('%s', (_, equations) => {
    expect(formOf(definition(equations)).switches.filter(({ certain }) => !certain)).toEqual([]);
  });

  test.each(['orifice', 'ratedOrifice', 'transitionOrifice', 'laminarRestrictor'])('%s', (name) => {
    const size = { diameter: 5e-3, dischargeCoefficient: 0.6, transitionReynolds: 1000 };
    expect(formOf(library.get(name) as KindDefinition, size).switches).toEqual([]);
  });
});

describe('not smooth: a switch each', () => {
  test.each([
    ['|x| bends', 'Q = 1e-10 * abs(in.p - out.p)', false],
    ['max bends', 'Q = 1e-10 * max(0, in.p - out.p)', false],
    ['min bends', 'Q = 1e-10 * min(1e5, in.p - out.p)', false],
    ['if jumps', 'Q = if(in.p > 1e6, 1e-4, 0)', true],
    ['sign jumps', 'Q = 1e-4 * sign(in.p - out.p)', true],
    ['if bends', 'Q = 1e-10 * if(in.p > out.p, in.p - out.p, 2 * (in.p - out.p))', true],
    ['two regimes whose slopes differ', 'dp = in.p - out.p\nQ = 1e-7 * if(abs(dp) > 1e5, ssqrt(dp), dp / sqrt(1e5))', true],
  ])('%s', (_, equations, jump) => {
    const { switches } = formOf(definition(equations));
    expect(switches.length).toBeGreaterThanOrEqual(1);
    expect(switches.some((one) => one.jump === jump)).toBe(true);
  });

  test('conditions on accepted values, time and parameters are none', () => {
    const form = formOf(
      definition('Q = if(pre(x) > 1, 1, 0) + if(time > 1, 1, 0) + if(a > 1, 1, 0) + 0 * x\nder(x) = 1', {
        states: { x: { unit: '1', initial: 0, about: '' } },
        parameters: { a: { unit: '1', about: '' } },
      }),
    );
    expect(form.switches).toEqual([]);
    expect(form.signature).toHaveLength(1);
  });

  test('a condition of a hold is one', () => {
    const form = formOf(
      definition('hold shut = if(in.p > 1e6, 1, pre(shut))\nQ = 1e-10 * (1 - pre(shut)) * in.p', {
        states: { shut: { unit: '1', initial: 0, about: '' } },
      }),
    );
    expect(form.switches).toHaveLength(1);
  });
});
