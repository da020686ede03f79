/** What a lumped run gives out: every kind of name, rows at whole multiples, an interrupted run, its account along the way. */
import { describe, expect, test } from 'vitest';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults } from '../../dist/lumped/types.js';
import { last, litre, lumped, solved } from '../support/lumped.js';

type Builder = ReturnType<typeof lumped>;

/** A pump, two branches to tanks of both kinds, a cylinder, a signal and a wave line. */
const everything = (end = 0.5): Builder =>
  lumped('everything', end, 0.01)
    .component('s', 'flowSource', { flow: '10 l/min' })
    .component('n', 'junction')
    .component('m', 'junction')
    .component('r1', 'laminarRestrictor', { conductance: '1e-11 m3/s/Pa' })
    .component('r2', 'laminarRestrictor', { conductance: '2e-11 m3/s/Pa' })
    .component('act', 'actuator', {
      bore: '40 mm',
      rodDiameter: '20 mm',
      stroke: '0.4 m',
      initialPosition: '0.1 m',
      mass: '30 kg',
      viscousFriction: '2 kN s/m',
    })
    .component('wave', 'sine', { amplitude: 500, frequency: '3 Hz', offset: 200 })
    .component('lag', 'firstOrderLag', { timeConstant: '20 ms' })
    .component('t', 'tank')
    .component('t2', 'tank', { pressure: '2 bar' })
    .component('far', 'blockedEnd')
    .signal('wave', 'lag.input')
    .signal('lag', 'act.load')
    .line('A', 's', 'n', litre)
    .line('B', 'n', 'r1.in', litre)
    .line('C', 'n', 'act.cap', litre)
    .line('D', 'r2.in', 'n', litre)
    .line('E', 'r2.out', 't2', litre)
    .line('W', 'm', 'n', { model: 'wave', impedance: '2e9 Pa s/m3', delay: '4 ms' })
    .line('F', 'm', 'far', litre)
    .direct('r1.out', 't')
    .direct('act.rod', 't');

describe('names', () => {
  test('all that is recorded agrees with the laws of its component, row by row', async () => {
    const results = await solved(everything(), { relativeTolerance: 1e-6 });
    const y = (name: string): Float64Array => results.series(name).y;
    const areas = [(Math.PI / 4) * 0.04 ** 2, (Math.PI / 4) * (0.04 ** 2 - 0.02 ** 2)] as const;
    const at = (name: string, k: number): number => y(name)[k] as number;
    results.t.forEach((t, k) => {
      const p = at('n.p', k);
      for (const same of ['A.p', 'B.p', 'C.p', 'D.p', 's.out.p', 'r1.in.p', 'r2.in.p', 'act.cap.p']) expect(at(same, k)).toBe(p);
      for (const same of ['F.p', 'far.in.p']) expect(at(same, k)).toBe(at('m.p', k));
      expect(at('W.p', k)).toBe((p + at('m.p', k)) / 2);
      expect([at('E.p', k), at('r2.out.p', k), at('t2.in.p', k)]).toEqual([2e5, 2e5, 2e5]);
      expect([at('t.in.p', k), at('r1.out.p', k), at('act.rod.p', k)]).toEqual([0, 0, 0]);
      expect(at('s.out.q', k)).toBe(1e-2 / 60);
      expect(at('r1.in.q', k)).toBeCloseTo(-1e-11 * p, 18);
      expect(at('r1.out.q', k) + at('r1.in.q', k)).toBe(0);
      expect(at('r2.out.q', k)).toBeCloseTo(2e-11 * (p - 2e5), 18);
      expect(at('t2.in.q', k) + at('r2.out.q', k)).toBe(0);
      expect(at('act.cap.q', k)).toBeCloseTo(-areas[0] * at('act.v', k), 15);
      expect(at('act.rod.q', k)).toBeCloseTo(areas[1] * at('act.v', k), 15);
      // Both direct connections.
      expect(at('t.in.q', k)).toBeCloseTo(-at('r1.out.q', k) - at('act.rod.q', k), 18);
      expect(Math.abs(at('far.in.q', k))).toBe(0);
      expect(at('wave.output', k)).toBeCloseTo(200 + 500 * Math.sin(6 * Math.PI * t), 2);
      expect(at('lag.output', k)).toBe(at('lag.lagged', k));
    });
    // A hold is that of the last step.
    expect(Number.isFinite(last(results, 'act.force'))).toBe(true);
    expect(results.run.unknowns.map(({ name }) => name)).toEqual(['A+B+C+D+W.p', 'W+F.p', 'act.x', 'act.v', 'lag.lagged', 'W.flow']);
  });

  test('globs choose, in the order of the file; what chooses nothing is an error', async () => {
    const results = await solved(everything(0.02), { record: ['act.*.p', 'n.p', 's.*'] });
    expect(results.columns.map(({ name }) => name)).toEqual(['s.out.p', 's.out.q', 'n.p', 'act.cap.p', 'act.rod.p']);
    expect(() => results.series('m.p')).toThrow(/'m.p' was not recorded/);
    await expect(simulateLumped(everything().build(), { record: ['nn.p'] })).rejects.toMatchObject({
      code: 'RUN208',
      message: expect.stringContaining("did you mean 'n.p'"),
    });
  });
});

describe('rows', () => {
  test('at whole multiples to the bit, and at the end', async () => {
    const results = await solved(everything(), { every: 0.03, until: 0.4 });
    expect([...results.t]).toEqual([...Array.from({ length: 14 }, (_, k) => k * 0.03), 0.4]);
    const even = await solved(everything(), { every: 0.1, until: 0.3 });
    // 3 · 0.1 lies a rounding behind the end.
    expect([...even.t]).toEqual([0, 0.1, 0.2, 0.3]);
  });

  test('do not depend on how often they are asked for', async () => {
    const [often, rarely] = await Promise.all([solved(everything(), { every: 0.005 }), solved(everything(), { every: 0.05 })]);
    const [a, b] = [often.series('act.x').y, rarely.series('act.x').y];
    expect(rarely.cost.counts).toEqual(often.cost.counts);
    b.slice(0, -1).forEach((value, k) => expect(Math.abs((a[10 * k] as number) - value)).toBeLessThan(1e-12));
  });
});

describe('the account', () => {
  test('every accepted step in the trace; its sums are the counts', async () => {
    const {
      trace,
      cost: { counts },
      account: {
        steps: { smallest },
        steps: { largest },
      },
      end,
    } = await solved(everything(), { trace: true });
    expect(trace).toHaveLength(counts.accepted);
    expect(trace.reduce((sum, { step }) => sum + step, 0)).toBeCloseTo(0.5, 12);
    expect(trace.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(counts.rejected + counts.failed);
    expect([Math.min(...trace.map(({ step }) => step)), Math.max(...trace.map(({ step }) => step)), trace.at(-1)?.t]).toEqual([
      smallest,
      largest,
      end,
    ]);
  });

  test('at intervals: counts that rise to the last', async () => {
    const {
      cost: { intervals, counts },
    } = await solved(everything(), { intervals: [0.1, 0.2, 0.5, 0.7] });
    expect(intervals.map(({ t }) => t)).toEqual([0.1, 0.2, 0.5]);
    const accepted = intervals.map((one) => one.counts.accepted);
    expect([...accepted].sort((a, b) => a - b)).toEqual(accepted);
    expect(accepted.at(-1)).toBe(counts.accepted);
  });

  test('real time: one time for each step, sorted out against it', async () => {
    const {
      cost: { realTime, counts },
    } = await solved(everything(0.1), { step: 1e-3, solver: 'rodas3', realTime: true });
    expect(realTime).not.toBeNull();
    const { step, times, missed, largest, median } = realTime as NonNullable<IntegratorResults['cost']['realTime']>;
    expect([step, times.length]).toEqual([1e-3, counts.accepted]);
    expect(missed).toBe([...times].filter((time) => time > 1e-3).length);
    expect([largest >= median, largest]).toEqual([true, Math.max(...times)]);
  });

  test('a run that is interrupted keeps what it has', async () => {
    const controller = new AbortController();
    const progress: number[] = [];
    const results = await simulateLumped(everything(1000).build(), {
      signal: controller.signal,
      maximumStep: 1e-3,
      onProgress: ({ time, end }) => {
        expect(end).toBe(1000);
        progress.push(time);
        if (time > 0.1) controller.abort();
      },
    });
    expect(results.ending).toMatchObject({ kind: 'interrupted' });
    expect(results.end).toBe(progress.at(-1));
    expect(results.t.at(-1)).toBe(results.end);
    expect(results.end).toBeLessThan(1000);
    expect([...results.t.slice(0, -1)].every((t, k) => t === k * 0.01)).toBe(true);
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
  });

  test('a run that cannot go on says where, and keeps its rows', async () => {
    const results = await simulateLumped(everything().build(), { solver: 'euler', step: 0.3, transitionPressure: 1, minimumStep: 0.2 });
    expect(results.ending === null || results.ending.kind === 'failed').toBe(true);
    const stuck = await simulateLumped(everything().build(), { solver: 'rk23', minimumStep: 1e-2, initialStep: 0.05 });
    expect(stuck.ending).toMatchObject({
      kind: 'failed',
      code: 'LMP301',
      message: expect.stringMatching(/^rk23 cannot go on at t = .* is still too long/),
    });
    expect(stuck.t[0]).toBe(0);
  });
});
