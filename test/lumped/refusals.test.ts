/** What has no lumped meaning is refused, with its code, its text and the way out. */
import { describe, expect, test } from 'vitest';
import { methods } from '../../dist/lumped/methods/registry.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { kind, litre, lumped, state } from '../support/lumped.js';

describe('refusals', () => {
  const refused = (builder: ReturnType<typeof lumped>, options = {}): Promise<unknown> =>
    simulateLumped(builder.build(), options).then(
      () => null,
      (error: unknown) => error,
    );

  test('LMP102: a flow or rate that depends on itself', async () => {
    const builder = lumped('loop', 1)
      .definition('mine', kind('in', 'in.q = -1e-10 * in.p + 0.5 * der(x)\nder(x) = 0.3 * in.q', { states: { x: state() } }))
      .component('it', 'mine')
      .component('t', 'tank')
      .component('r', 'laminarRestrictor', { conductance: '1e-10 m3/s/Pa' })
      .line('L', 'it.in', 'r.in', litre)
      .direct('r.out', 't');
    expect(await refused(builder)).toMatchObject({
      code: 'LMP102',
      message: expect.stringMatching(/mine: (in\.q → der\(x\)|der\(x\) → in\.q): a flow or rate that depends on itself/),
      remedy: expect.stringContaining('write the equation solved for it'),
    });
  });

  test('LMP103: two components set the pressure of one volume', async () => {
    const builder = lumped('two', 1)
      .component('s', 'pressureSource', { pressure: '0 bar' })
      .component('t', 'tank')
      .line('L', 's', 't', litre);
    expect(await refused(builder)).toMatchObject({
      code: 'LMP103',
      message: expect.stringMatching(/s\.out and t\.in both set the pressure of one volume \(line L\)/),
      remedy: expect.stringContaining('put a restrictor between them'),
    });
  });

  test('LMP101: a pressure that is set by a signal that follows from it', async () => {
    const builder = lumped('circle', 1)
      .definition('gauge', kind('in', 'in.q = 0\noutput = in.p / 2e5', { outputs: { output: { unit: '1', about: 'reading' } } } as never))
      .component('gauge', 'gauge')
      .component('s', 'controlledPressureSource', { gain: '1 bar' })
      .signal('gauge', 's.demand')
      .line('L', 's', 'gauge.in', litre);
    expect(await refused(builder)).toMatchObject({
      code: 'LMP101',
      message: expect.stringMatching(
        /(s\.out → gauge\.output|gauge\.output → s\.out): signals and set pressures depend on each other in a circle/,
      ),
      remedy: expect.stringContaining('put a component with a state'),
    });
  });

  const plain = (): ReturnType<typeof lumped> =>
    lumped('plain', 1)
      .component('s', 'flowSource', { flow: '1 l/min' })
      .component('r', 'laminarRestrictor', { conductance: '1e-10 m3/s/Pa' })
      .component('t', 'tank')
      .line('L', 's', 'r.in', litre)
      .direct('r.out', 't');

  test('LMP201: a solver that there is none of', async () => {
    expect(await refused(plain(), { solver: 'rodas5' })).toMatchObject({
      code: 'LMP201',
      message: expect.stringMatching(/no solver 'rodas5'.*rodas[34]/),
      remedy: expect.stringContaining('the solvers are tlm, rodas4'),
    });
  });

  test.each([...methods.values()].filter(({ fixed }) => !fixed).map(({ name }) => name))('LMP203: %s at a fixed step', async (solver) => {
    expect(await refused(plain(), { solver, step: 1e-3 })).toMatchObject({
      code: 'LMP203',
      message: expect.stringContaining(`${solver} chooses its steps itself`),
    });
  });

  test.each([
    { every: 0 },
    { until: -1 },
    { until: Number.NaN },
    { relativeTolerance: 0 },
    { step: -1e-3 },
    { maximumStep: Number.NaN },
    { transitionPressure: -1 },
  ])('RUN202: %o', async (options) => {
    expect(await refused(plain(), options)).toMatchObject({
      code: 'RUN202',
      message: expect.stringMatching(/must be a (positive number|number above 0 and below 1)/),
    });
  });
});
