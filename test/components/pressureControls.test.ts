/** Valves that a pressure opens or closes: the pressure that they hold, and where they open. */
import { describe, expect, test } from 'vitest';
import { bar, between, byTlm, litres, solvers } from '../support/between.js';

const rated = { ratedFlow: '60 l/min', ratedPressureDrop: '10 bar' };

describe('pressureReducingValve', () => {
  const parameters = { settingPressure: '60 bar', range: '3 bar', ...rated };
  const reduced = (inlet: string, flow: string) =>
    between('pressureReducingValve', { parameters, ports: { in: inlet, out: flow, drain: '0 bar' } });

  test.each(solvers)('by %s it holds its outlet within range of the setting for all inlet pressures and flows', async (_, run) => {
    for (const inlet of [80, 140, 280])
      for (const flow of [2, 20, 40]) {
        const end = await run(reduced(`${inlet} bar`, `-${flow} l/min`));
        const [p, q] = [end.last('out.p'), end.last('out.q')];
        expect(p).toBeLessThan(60 * bar);
        expect(p).toBeGreaterThan(57 * bar);
        // opening·K·√Δp with the opening that the override gives
        const opening = (60 * bar - p) / (3 * bar);
        expect((opening * 60 * litres * Math.sqrt((inlet * bar - p) / (10 * bar))) / q).toBeCloseTo(1, 3);
      }
  });

  test('below the setting it is an open orifice', async () => {
    const end = await byTlm(reduced('40 bar', '-30 l/min'));
    expect((40 * bar - end.last('out.p')) / (2.5 * bar)).toBeCloseTo(1, 4);
  });

  test('back pressure of the drain adds to the setting', async () => {
    const end = await byTlm(between('pressureReducingValve', { parameters, ports: { in: '200 bar', out: '-10 l/min', drain: '5 bar' } }));
    expect(end.last('out.p') / bar).toBeGreaterThan(62);
    expect(end.last('out.p') / bar).toBeLessThan(65);
    expect(Math.abs(end.last('drain.q'))).toBe(0);
  });
});

describe('sequenceValve', () => {
  const parameters = { settingPressure: '80 bar', range: '4 bar', ...rated, checkGradient: '50 l/min/bar', checkPressure: '1 bar' };
  const sequence = (ports: Record<string, string>) => between('sequenceValve', { parameters, ports });

  test.each(solvers)('by %s it is shut below its setting, whatever stands behind it, and opens at it', async (_, run) => {
    for (const [inlet, isOpen] of [
      [79, false],
      [82, true],
    ] as const)
      for (const behind of [0, 40]) {
        const end = await run(sequence({ in: `${inlet} bar`, out: `${behind} bar`, drain: '0 bar' }));
        const expected = isOpen ? 0.5 * 60 * litres * Math.sqrt(((inlet - behind) * bar) / (10 * bar)) : 0;
        expect(end.last('out.q')).toBeCloseTo(expected, 7);
      }
  });

  test('pressure of the drain adds to the setting; flow comes back through the check valve', async () => {
    expect(Math.abs((await byTlm(sequence({ in: '82 bar', out: '0 bar', drain: '3 bar' }))).last('out.q'))).toBe(0);
    const back = await byTlm(sequence({ in: '0 bar', out: '1.4 bar', drain: '0 bar' }));
    expect(back.last('in.q') / (20 * litres)).toBeCloseTo(1, 9);
  });
});

describe('counterbalanceValve', () => {
  const parameters = { settingPressure: '200 bar', pilotRatio: 4, range: '20 bar', ...rated, checkGradient: '50 l/min/bar' };
  const held = (load: number, pilot: number, back = 0) =>
    between('counterbalanceValve', { parameters, ports: { in: `${load} bar`, out: `${back} bar`, pilot: `${pilot} bar` }, end: '0.2 s' });

  test.each(solvers)(
    'by %s the pilot opens it from (setting - load)/ratio on, and from (setting + (1 + ratio) back - load)/ratio',
    async (_, run) => {
      for (const [load, back] of [
        [150, 0],
        [100, 0],
        [100, 10],
      ] as const) {
        const opens = (200 + 5 * back - load) / 4;
        expect(Math.abs((await run(held(load, opens - 0.1, back))).last('out.q'))).toBe(0);
        const end = await run(held(load, opens + 1, back));
        // 4 bar of 20 above the setting
        expect(end.last('out.q') / (0.2 * 60 * litres * Math.sqrt((load - back) / 10))).toBeCloseTo(1, 5);
      }
    },
  );

  test('without pilot it is a relief valve of its setting; lifting, it is a check valve', async () => {
    expect(Math.abs((await byTlm(held(199, 0))).last('out.q'))).toBe(0);
    expect((await byTlm(held(210, 0))).last('out.q') / (0.5 * 60 * litres * Math.sqrt(21))).toBeCloseTo(1, 5);
    expect((await byTlm(held(0, 0, 2))).last('in.q') / (50 * litres)).toBeCloseTo(1, 9);
  });

  test.each(['counterbalanceValve', 'sequenceValve'])(
    '%s: without a word of it, free flow passes from out to in at 1 bar and a little',
    async (kind) => {
      const third = kind === 'sequenceValve' ? 'drain' : 'pilot';
      const end = await byTlm(
        between(kind, {
          parameters: { settingPressure: '200 bar', range: '20 bar', ...rated },
          ports: { in: '0 bar', out: '20 l/min', [third]: '0 bar' },
          end: '0.2 s',
        }),
      );
      expect(end.last('in.q') / (20 * litres)).toBeCloseTo(1, 6);
      expect(end.last('out.p') / bar).toBeCloseTo(1.2, 6);
    },
  );
});

describe('chargingValve', () => {
  test.each(solvers)('by %s it unloads from cut-out down to cut-in, and is shut from there to cut-out', async (_, run) => {
    const parameters = { cutOutPressure: '160 bar', hysteresis: '40 bar', ...rated };
    const made = between('chargingValve', {
      parameters,
      // The line at the pilot port: charged by 0.3 l/min, its compressibility is the accumulator's.
      ports: { in: '20 l/min', out: '0 bar', pilot: '0.3 l/min' },
      volume: '2 l',
      initialPressure: '150 bar',
      end: '0.5 s',
    });
    const end = await run(made);
    const [pilot, state] = [end.series('pilot.p'), end.series('unloading')];
    const turns = Array.from(state.y).findIndex((value) => value > 0);
    expect(turns).toBeGreaterThan(0);
    expect((pilot.y[turns] as number) / bar).toBeGreaterThan(160);
    expect((pilot.y[turns] as number) / bar).toBeLessThan(161);
    expect(end.last('in.p') / bar / (10 * (20 / 60) ** 2)).toBeCloseTo(1, 3);
  });

  test('between cut-in and cut-out it stays as it was', async () => {
    const parameters = { cutOutPressure: '160 bar', hysteresis: '40 bar', ...rated };
    const at = async (pilot: string, flow: string) => {
      const made = between('chargingValve', {
        parameters,
        ports: { in: '1 l/min', out: '0 bar', pilot: flow },
        volume: '2 l',
        initialPressure: pilot,
        end: '0.6 s',
      });
      return (await byTlm(made)).series('unloading').y;
    };
    // From above falling to 130 bar: unloading; from below rising to 142 bar: not.
    const falling = await at('170 bar', '-0.5 l/min');
    expect(falling.at(-1)).toBe(1);
    const lower = await at('170 bar', '-1 l/min');
    expect(lower.at(-1)).toBe(0);
    expect((await at('110 bar', '0.4 l/min')).every((value) => value === 0)).toBe(true);
  });
});
