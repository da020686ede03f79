/** Conditions on what equations 0 = e give, such as the pressure between components that are joined: found by the integrators, against exact answers. */
import { describe, expect, test } from 'vitest';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import { capacitance, kind, litre, lumped, solved, worstOf } from '../support/lumped.js';

/** m3/s */
const pumped = 1e-4;
const [limit, valve, leak] = [1e6, 1.5e-10, 7.5e-11];
const meets = (limit * capacitance) / pumped;
const end = 4 * meets;

/** A pump into 1 l; a valve that opens at the limit, and behind it without a volume a leak: one law of both in series. */
const builder = (equations: string, every = end): ReturnType<typeof lumped> =>
  lumped('filled', end, every)
    .definition('mine', kind('in out', `${equations}\nin.q = -Q\nout.q = Q`))
    .component('s', 'flowSource', { flow: `${pumped} m3/s` })
    .component('it', 'mine')
    .component('leak', 'laminarRestrictor', { conductance: `${leak} m3/s/Pa` })
    .component('t', 'tank')
    .line('L', 's', 'it.in', litre)
    .direct('it.out', 'leak.in')
    .direct('leak.out', 't');
const opens = `Q = ${valve} * max(0, in.p - out.p - ${limit})`;
const series = (valve * leak) / (valve + leak);
const exact = (t: number): number =>
  t < meets ? (limit * t) / meets : limit + (pumped / series) * (1 - Math.exp((-(t - meets) * series) / capacitance));

describe('a valve whose outlet is joined to a leak', () => {
  test.each(['dopri5', 'rodas4', 'radau5', 'bdf', 'lsoda'])('%s: opens where the pressure before it reaches the limit', async (solver) => {
    const results = await solved(builder(opens, end / 50), { solver, relativeTolerance: 1e-8 });
    expect(worstOf(results, 'L.p', exact) / limit).toBeLessThan(1e-6);
    const { modes } = results.account.discontinuities;
    expect(modes.map(({ what }) => what)).toEqual([`it.in.p - it.out.p > ${limit}`]);
    expect(Math.abs((modes[0]?.t as number) - meets)).toBeLessThan(1e-6);
  });

  test('located it keeps the order of the method, stepped over it does not', async () => {
    const error = async (options: LumpedOptions): Promise<number> => worstOf(await solved(builder(opens), options), 'L.p', exact) / limit;
    // The corner stands at 0.25, between two steps of all these lengths.
    const steps = [13, 39, 117].map((n) => end / n);
    const located = await Promise.all(steps.map((step) => error({ solver: 'rk23', step })));
    const over = await Promise.all(steps.map((step) => error({ solver: 'rk23', step, events: 'step over' })));
    const orders = located.slice(1).map((e, k) => Math.log((located[k] as number) / e) / Math.log(3));
    for (const order of orders) expect(order, `${located}`).toBeGreaterThan(2.7);
    expect(located.at(-1)).toBeLessThan(0.05 * (over.at(-1) as number));
  });

  test('what does not bend on its surface is left alone', async () => {
    // x |x|: its slope is 0 from both sides.
    const through = `Q = 1e-16 * (in.p - out.p) * abs(in.p - out.p)`;
    const results = await solved(builder(through), { solver: 'rodas4' });
    expect(results.account.discontinuities).toMatchObject({ switches: 0, modes: [] });
  });
});
