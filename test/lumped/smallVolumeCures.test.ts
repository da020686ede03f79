/** Cures of small volumes on the circuits that they were published with (Ustinov, LUT 2023 and papers): published figures, and ours where inputs could not be read. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { off, type Positions, positions, published, scan } from '../../bench/reference/quasiSteady.mjs';
import { deviationsFrom } from '../../dist/bench/smallVolumes/errors.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';
import { matlabThreeOrifices, relativeError, smallVolumeRuns } from '../support/smallVolumes.js';

describe('three orifices', () => {
  test("in the papers' arithmetic, forward Euler by complex numbers, steps of 1 ms are 801.9 % off; published 802.06 %", () => {
    const [fine, coarse] = [1e-4, 1e-3].map((step) => matlabThreeOrifices(step, 50, 1e-3)) as [Float64Array, Float64Array];
    const { relative } = deviationsFrom(fine, coarse);
    expect(100 * relative).toBeCloseTo(801.92, 1);
    expect(Math.abs((100 * relative) / 802.06 - 1)).toBeLessThan(1e-3);
    // As the measure is printed, over the sum of |x| and not its mean, that would be 0.016 %.
    expect((100 * relative) / fine.length).toBeCloseTo(0.016, 3);
    // Where it ends has little to do with a third of 100 bar.
    expect((coarse.at(-1) as number) / 1e5).toBeCloseTo(300.33, 1);
  });

  test.runIf(isFull)(
    'real RK4 with the same step swings too, but not with the logarithm of its source, and a litre minds no step',
    async () => {
      const end = 50;
      const run = smallVolumeRuns('three-orifices', { until: end, record: ['V2.p'], transitionPressure: 1e-3 });
      const error = async (texts: { base?: string; set?: string[] }): Promise<number> => {
        const [fine, coarse] = [await run({ step: 1e-4 }, texts), await run({ step: 1e-3 }, texts)];
        return relativeError(fine, coarse, 'V2.p');
      };
      const natural = await error({});
      expect(natural).toBeGreaterThan(0.5);
      expect(natural).toBeLessThan(0.75);
      expect(await error({ base: "'10'" })).toBeLessThan(0.003);
      expect(await error({ set: ['V2.volume="1 l"'] })).toBeLessThan(2e-6);
    },
  );
});

const treat = (volume: string, treatment: string, settings: Record<string, number> = {}): LumpedOptions => ({
  treat: [{ volume, treatment, settings }],
});

describe('flow control valve', () => {
  const end = isFull ? 10 : 2;
  const run = smallVolumeRuns('flow-control-valve', { until: end, record: ['V1.p'], step: 1e-4 });
  const exact = run({ solver: 'radau5', relativeTolerance: 1e-8, step: null, events: 'locate' });
  const error = async (options: LumpedOptions): Promise<number> => relativeError(await exact, await run(options), 'V1.p');
  const advanced = (settings: Record<string, number> = {}): LumpedOptions => treat('V1', 'advanced-pseudo-dynamic', settings);

  test.runIf(isFull)('RK4 needs 1 µs: refinement', async () => {
    const errors = [];
    for (const step of [1e-6, 2e-6, 5e-6, 1e-5, 2e-5]) errors.push(await error({ step }));
    const [one, two, five, ten, twenty] = errors as [number, number, number, number, number];
    expect(one).toBeLessThan(0.005);
    expect(two).toBeGreaterThan(0.003);
    expect(five).toBeGreaterThan(0.02);
    expect(ten).toBeGreaterThan(0.07);
    expect(twenty).toBeGreaterThan(0.07);
  });

  test('advanced pseudo-dynamic at 0.1 ms stays below 4 % with a hundredth of the steps (published 0.62 %, other inputs); RK4 at that step is lost', async () => {
    const results = await run(advanced());
    expect(relativeError(await exact, results, 'V1.p')).toBeLessThan(0.04);
    expect(results.cost.counts.accepted).toBeLessThan(end / 1e-6 / 99);
    const [{ iterations, asked, capped } = { iterations: 0, asked: 1, capped: 1 }] = results.account.treatments;
    expect(iterations / asked).toBeGreaterThan(8);
    expect(iterations / asked).toBeLessThan(20);
    expect(capped).toBe(0);
    expect(await error({})).toBeGreaterThan(0.3);
  });

  test('without the absolute value in its test, as printed, any fall ends the loop: 130 % over 2 s, 89.9 % over 10 s', async () => {
    // By seed and length of the sequences; another program had 93 to 99 % with its own.
    expect(await error(advanced({ signed: 1 }))).toBeGreaterThan(isFull ? 0.89 : 1.25);
  });

  test.runIf(isFull)(
    'over the published 100.5 s that depends on the sequence: 84, 106 and 92 % of three; another program had 93 to 99 % of three of its own, and 2.7 to 3.6 % with it',
    async () => {
      const errors: [number, number][] = [];
      for (const first of [1, 11, 21]) {
        const set = ['pressure', 'voltage', 'onOff'].map((input, k) => `${input}.seed=${first + k}`);
        const long = { step: 1e-4, until: 100.5 };
        const reference = await run({ ...long, solver: 'radau5', relativeTolerance: 1e-7, step: null, events: 'locate' }, { set });
        const of = async (settings: Record<string, number>): Promise<number> =>
          relativeError(reference, await run({ ...long, ...advanced(settings) }, { set }), 'V1.p');
        errors.push([await of({}), await of({ signed: 1 })]);
      }
      for (const [right] of errors) {
        expect(right).toBeGreaterThan(0.02);
        expect(right).toBeLessThan(0.036);
      }
      const printed = errors.map(([, signed]) => signed);
      expect(Math.min(...printed)).toBeGreaterThan(0.8);
      expect(Math.max(...printed)).toBeLessThan(1.1);
      // What three other sequences have lies between.
      expect(Math.min(...printed)).toBeLessThan(0.93);
      expect(Math.max(...printed)).toBeGreaterThan(0.99);
    },
  );

  // Full: what the advanced solver, quick below, does not do.
  test.runIf(isFull)(
    'the classical solver, whose leaving flow is held, goes round and round: half of the pressure is wrong, loops end at the cap',
    async () => {
      const results = await run(treat('V1', 'pseudo-dynamic'));
      expect(relativeError(await exact, results, 'V1.p')).toBeGreaterThan(0.3);
      const [{ iterations, asked, capped } = { iterations: 0, asked: 1, capped: 0 }] = results.account.treatments;
      expect(iterations / asked).toBeGreaterThan(50);
      expect(capped).toBeGreaterThan(0);
    },
  );

  // Full: the scan of pseudo volumes; quickly the treatments themselves in test/lumped/treatments.
  test.runIf(isFull)(
    'of pseudo volumes only 5 l spoils it, and 0.05 l, which is near the stability of the loop (published as fine)',
    async () => {
      const errors = new Map<number, number>();
      for (const pseudoVolume of [5e-3, 1e-3, 5e-4, 1e-4, 5e-5]) errors.set(pseudoVolume, await error(advanced({ pseudoVolume })));
      const of = (volume: number): number => errors.get(volume) as number;
      for (const volume of [1e-3, 5e-4, 1e-4]) expect(of(volume), `${volume} m3`).toBeLessThan(0.04);
      expect(of(5e-3)).toBeGreaterThan(1.7 * of(1e-3));
      expect(of(5e-5)).toBeGreaterThan(1.7 * of(1e-3));
    },
  );

  test.runIf(isFull)('one tolerance of 300 Pa saves iterations, one of 10 Pa costs them', async () => {
    const mean = async (settings: Record<string, number>): Promise<number> => {
      const [{ iterations, asked } = { iterations: 0, asked: 1 }] = (await run(advanced(settings))).account.treatments;
      return iterations / asked;
    };
    const [both, loose, tight] = [await mean({}), await mean({ lowTolerance: 300 }), await mean({ tolerance: 10 })];
    expect(loose).toBeLessThan(0.5 * both);
    expect(tight).toBeGreaterThan(1.5 * both);
  });
});

describe('cylinder of 2023', () => {
  const end = isFull ? 20 : 2;
  const run = smallVolumeRuns('cylinder-drive-2023', { until: end, record: ['Vv.p', 'cylinder.x'], step: 1e-4 });
  const exact = run({ solver: 'radau5', relativeTolerance: 1e-8, step: null, events: 'locate' });
  const advanced = (settings: Record<string, number>): LumpedOptions =>
    treat('Vv', 'advanced-pseudo-dynamic', { innerStep: 1e-4, ...settings });

  test('the published advanced loop: pressure within 4.7 %, position within 0.21 %; RK4 at the same step is better than that', async () => {
    const results = await run(advanced({ tolerance: 200, lowTolerance: 50 }));
    expect(relativeError(await exact, results, 'Vv.p')).toBeLessThan(0.0468);
    expect(relativeError(await exact, results, 'cylinder.x')).toBeLessThan(2.1e-3);
    const plain = await run({});
    expect(relativeError(await exact, plain, 'Vv.p')).toBeLessThan(1e-3);
    expect(relativeError(await exact, plain, 'cylinder.x')).toBeLessThan(relativeError(await exact, results, 'cylinder.x'));
  });

  test.runIf(isFull)(
    'tolerance 10 to 1000 Pa: iterations fall, steeply to 100 Pa and little beyond; the position does not care',
    async () => {
      const tolerances = [10, 20, 50, 70, 100, 200, 300, 500, 700, 1000];
      const means: number[] = [];
      for (const tolerance of tolerances) {
        const results = await run(advanced({ tolerance, lowTolerance: tolerance }));
        const [{ iterations, asked } = { iterations: 0, asked: 1 }] = results.account.treatments;
        means.push(iterations / asked);
        expect(relativeError(await exact, results, 'cylinder.x'), `${tolerance} Pa`).toBeLessThan(1e-5);
      }
      for (let k = 1; k < means.length; k++) expect(means[k]).toBeLessThan(means[k - 1] as number);
      const [first, hundred, last] = [means[0], means[4], means.at(-1)] as [number, number, number];
      // Of all that can be saved, more than four fifths are saved at 100 Pa.
      expect((first - hundred) / (first - last)).toBeGreaterThan(0.8);
    },
  );
});

describe('cylinder of 2020', () => {
  // bench/reference/quasiSteady.mjs, whose scan bench/small-volumes.md has.
  test.runIf(isFull)(
    'a floor of the coefficient that is set after each step makes the published drift; held within steps, as ours is, it makes none',
    async () => {
      const end = 20;
      const common = { frequency: 0.25, floor: 1e-8, end };
      const exact = positions({ ...common, step: 5e-5, treated: false, within: true });
      const set = ['compensator.smallestCoefficient=1e-8 m3/s/Pa^0.5'];
      const run = smallVolumeRuns('cylinder-drive-2020', { until: end, every: 0.01, record: ['cylinder.x'] });
      for (const step of [1e-4, 4e-4]) {
        const [between, within] = [false, true].map((one) => positions({ ...common, step, treated: true, within: one })) as [
          Positions,
          Positions,
        ];
        // Twice as far in twice the time, and by twice the step.
        expect(off(between, exact).all).toBeGreaterThan(2.3 * step * end);
        expect(off(between, exact).all).toBeLessThan(4.2 * step * end);
        expect(between.mean).toBeLessThan(exact.mean - 3e8 * step);
        expect(off(within, exact).all).toBeLessThan(1e-5);
        if (step < 4e-4) continue;
        const own = (await run({ step, ...treat('Vv', 'quasi-steady') }, { set })).series('cylinder.x').y.subarray(1);
        expect(own.length).toBe(within.x.length);
        expect(off({ x: own, mean: 0 }, within).all).toBeLessThan(1e-5);
      }
    },
  );

  test.runIf(isFull)('the stored scan is what that program prints', () => {
    const { end, rows } = JSON.parse(readFileSync('bench/reference/quasiSteady.json', 'utf8'));
    expect(end).toBe(published.end);
    expect(scan(published)).toEqual(rows);
  });

  // Published: quasi-steady 10.9 and 10.6 % of the stroke, with a drift; multiple scales 1.0 and 1.64 % at 0.4 and 0.5 ms, 0.6 %. By their equations both are the same.
  test.runIf(isFull)(
    '200 s of a sine: quasi-steady and multiple scales are one, below 1.64 % at 0.5 ms; what they drift by falls with the square of the step',
    async () => {
      for (const frequency of [0.25, 0.75]) {
        const set = [`voltage.frequency="${frequency / (2 * Math.PI)} Hz"`];
        const run = smallVolumeRuns('cylinder-drive-2020', { until: 200, every: 0.01, record: ['cylinder.x'] });
        const exact = await run({ solver: 'radau5', relativeTolerance: 1e-8, events: 'locate' }, { set });
        const errors: number[] = [];
        for (const step of [1e-4, 4e-4, 5e-4]) {
          const of = async (treatment: string): Promise<number> =>
            deviationsFrom(exact.series('cylinder.x').y, (await run({ step, ...treat('Vv', treatment) }, { set })).series('cylinder.x').y)
              .rms;
          const [steady, scales] = [await of('quasi-steady'), await of('multiple-scales')];
          expect(Math.abs(steady - scales)).toBeLessThan(1e-6);
          errors.push(scales);
        }
        const [tenth, four, five] = errors as [number, number, number];
        expect(tenth).toBeLessThan(3e-4);
        expect(five).toBeLessThan(0.0164);
        // About the square of the step; published 1.64.
        expect(five / four).toBeGreaterThan(1.4);
        expect(five / four).toBeLessThan(1.8);
      }
    },
  );
});
