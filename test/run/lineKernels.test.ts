/** The loops over lines alone, on a memory made by hand: two lines with both ends here, fixed or port volume. */
import { describe, expect, test } from 'vitest';
import { acceptScattered, rejectScattered } from '../../dist/blocks/lines/capacitiveLines.step.js';
import { scatteredErrors } from '../../dist/blocks/lines/lineErrors.step.js';
import { errorLoops, type LineSetting, lineOffsets, tableLoops } from '../../dist/blocks/lines/lineLoops.js';
import type { LineOffsets } from '../../dist/blocks/lines/lineOffsets.js';
import type { LineRows } from '../../dist/blocks/lines/lineTables.js';
import { acceptMassScattered } from '../../dist/blocks/lines/massLines.step.js';
import { capacitive } from '../../dist/blocks/lines/models/capacitive.js';
import { releasedAir } from '../../dist/blocks/lines/models/releasedAir.js';
import type { SiteFluid } from '../../dist/blocks/site.js';
import { sourceOfLoop } from '../../dist/code/stepSource.js';
import { elementary } from '../../dist/equations/kernel/elementary.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { random } from '../support/kernelBench.js';

const lines = 2;
const ends = 4;
/** Compliance of oil with air, so large that no step stiffens a line. */
const soft = 8;
/** What the loops are made for. */
interface Choices extends Omit<LineSetting['lines'], 'scale'>, Pick<SiteFluid, 'law' | 'vapourPressure' | 'ambientPressure'> {
  readonly fixedStep: boolean;
}
const loops: Choices = {
  sharedFilter: null,
  fixedStep: false,
  judgesMeans: true,
  pressureError: 0,
  law: null,
  form: 'secondOrder',
  vapourPressure: -1e9,
  ambientPressure: 0,
};

const scale = { hydraulic: 1, translational: 1e3, rotational: 1e5 };
const words = { step: 1, lastStep: 2, error: 3, errorLine: 4, notFinite: 5 };

function bench(variable: boolean) {
  let size = 8;
  const take = (n: number): number => {
    size += n;
    return size - n;
  };
  const [c, z, p, q, w] = [ends, ends, ends, ends, ends].map(take) as [number, number, number, number, number];
  const columns = [
    'mean',
    'half',
    'move',
    'work',
    'expected',
    'impedance',
    'stiffness',
    'filter',
    'modulus',
    'ownVolume',
    'volume',
    'bulkModulus',
    'stored',
    'mass',
    'displaced',
    'wall',
    'compliance',
    'content',
    'free',
    'drift',
  ] as const;
  const at = Object.fromEntries(columns.map((name) => [name, take(lines)])) as Record<(typeof columns)[number], number>;
  const lent = take(ends);
  const I = new Int32Array(10);
  I.set([2, 0, 1, 3, lent, lent + 1, lent + 2, lent + 3, 7, 11]);
  const table: LineRows = {
    ...at,
    lines: Int32Array.of(7, 11),
    inner: lines,
    form: variable ? 'variable' : 'fixed',
    type: 'hydraulic',
    endA: 0,
    endB: 2,
    volumeA: 4,
    volumeB: 6,
    numbers: 8,
    covered: 0,
    held: false,
    keepsEnergy: true,
    chunks: { at: 0, count: 0, groups: [], words: [] },
    maxima: 0,
    model: capacitive,
    parts: 1,
    own: {},
  };
  const layout = { c, z, p, q, w };
  const F = new Float64Array(size);
  const offsetsOf = (own: Partial<Choices>): LineOffsets => {
    const { fixedStep, law, vapourPressure, ambientPressure, ...choices } = { ...loops, ...own };
    const fluid = { law, vapourPressure, ambientPressure, atmosphericPressure: 101325, conservesMass: false };
    const site = { columns: [layout], fluid, elementary, interval: 0 };
    return lineOffsets(table, site, { partition: 0, decision: words, words, fixedStep, lines: { ...choices, scale } });
  };
  /** The function as it stands, on what the loops are made for. */
  const direct = (made: typeof acceptScattered, own: Partial<Choices> = {}) => {
    const o = offsetsOf(own);
    return (): void => made(F, I, o);
  };
  const compiled = (own: Partial<Choices> = {}) => {
    const { accept } = tableLoops(offsetsOf(own), table, 'made');
    return linkJavascript(accept.map(sourceOfLoop), F, I).get('acceptLines_made') as KernelFunction;
  };
  const line = (l: number) => {
    const [a, b] = [I[l] as number, I[2 + l] as number];
    return { ca: F[c + a] as number, cb: F[c + b] as number, z: F[z + a] as number, zb: F[z + b] as number, a, b };
  };
  const rng = random(9);
  /** Any accepted state and any solution of the components. */
  const draw = (): void => {
    for (let k = 0; k < size; k++) F[k] = 0.1 + rng();
    F.set([0, 0.2, 0.2, 0, 0, 0], 0);
    for (let l = 0; l < lines; l++) {
      F[at.filter + l] = l === 0 ? 0 : 0.2 + 0.5 * rng();
      F[at.modulus + l] = (F[at.bulkModulus + l] as number) / (1 - (F[at.filter + l] as number));
      if (variable) F[at.stiffness + l] = (F[at.modulus + l] as number) / (F[at.volume + l] as number);
      const { a, b } = line(l);
      for (const end of [a, b]) F[z + end] = (F[words.step] as number) * (F[at.stiffness + l] as number);
      F[at.impedance + l] = F[z + a] as number;
    }
  };
  const errorsOf = (own: Partial<Choices>) => {
    const errors = direct(scatteredErrors, own);
    return (): void => {
      F[words.error] = -0.5;
      F[words.errorLine] = -1;
      errors();
    };
  };
  return {
    F,
    I,
    at,
    lent,
    layout,
    line,
    draw,
    w,
    p,
    c,
    offsets: offsetsOf({}),
    chunked: {
      ...table,
      chunks: { ...table.chunks, count: 1, groups: [{ portVolumes: variable ? ('both' as const) : ('none' as const), from: 0, to: 1 }] },
    },
    accept: direct(acceptScattered),
    acceptCompiled: compiled(),
    acceptWith: (sharedFilter: number) => compiled({ sharedFilter }),
    acceptAbove: (vapourPressure: number) => direct(acceptScattered, { vapourPressure }),
    acceptBraked: direct(acceptScattered, { pressureError: 0.1 }),
    acceptMass: direct(acceptMassScattered, { pressureError: 0.1 }),
    /** Air that has no part in anything: content is soft times pressure. */
    acceptAir: (): void => {
      for (let l = 0; l < lines; l++) {
        F.fill(0, at.wall + l, at.wall + l + 1);
        F[at.compliance + l] = soft;
        F[at.content + l] = soft * (F[at.mean + l] as number);
        F.fill(0, at.free + l, at.free + l + 1);
        F.fill(0, at.drift + l, at.drift + l + 1);
      }
      const law = { releaseTime: 1, dissolutionTime: 1, airFree: () => 0, airFreeSlope: () => 0, airRelief: () => 0 };
      const content = { airContent: (pressure: number) => soft * pressure, airCompliance: () => soft };
      releasedAir.accept.scattered(F, I, { ...offsetsOf({ pressureError: 0.1 }), ...law, ...content, free: at.free, drift: at.drift });
    },
    acceptPrinted: direct(acceptScattered, { form: 'thesis' }),
    reject: direct(rejectScattered),
    errors: errorsOf({ judgesMeans: false }),
    allErrors: errorsOf({}),
  };
}

describe.each([false, true])('port volume: %s', (variable) => {
  test('as printed, compensation keeps the total pressure C_a + C_b and the total flow (C_a - C_b)/Z of the exchanged characteristics', () => {
    const b = bench(variable);
    for (let n = 0; n < 50; n++) {
      b.draw();
      const before = b.F.slice();
      const expected = [0, 1].map((l) => {
        const { ca, cb, z, a, b: end } = b.line(l);
        const alpha = before[b.at.filter + l] as number;
        // (3.16): each end gets the wave that left the other.
        const [newA, newB] = [
          alpha * ca + (1 - alpha) * (before[b.w + end] as number),
          alpha * cb + (1 - alpha) * (before[b.w + a] as number),
        ];
        return { sum: newA + newB, flow: (newA - newB) / z, zBefore: z };
      });
      b.F[words.step] = 0.05 + n * 0.03;
      b.acceptPrinted();
      expected.forEach(({ sum, flow, zBefore }, l) => {
        const { ca, cb, z, zb } = b.line(l);
        const volumes = [b.at.ownVolume + l, b.lent + l, b.lent + 2 + l].map((k) => before[k] as number);
        const stiffness = variable
          ? (before[b.at.modulus + l] as number) / volumes.reduce((x, y) => x + y)
          : (before[b.at.stiffness + l] as number);
        expect(z).toBe(zb);
        // A handful of roundings of numbers of order 1.
        expect(z / ((b.F[words.step] as number) * stiffness)).toBeCloseTo(1, 14);
        expect(Math.abs(ca + cb - sum)).toBeLessThan(1e-14 * (Math.abs(ca) + Math.abs(cb)));
        expect(Math.abs((ca - cb) / z - flow)).toBeLessThan(1e-14 * ((Math.abs(ca) + Math.abs(cb) + Math.abs(sum)) / Math.min(z, zBefore)));
      });
    }
  });

  test('of second order: the mean moves by the mean of the exchange, times V ln(V/V₀)/(V - V₀); C is less by ½ α/(1-α) of the move, in the ratio of impedances, at most 2', () => {
    const b = bench(variable);
    for (let n = 0; n < 50; n++) {
      b.draw();
      const before = b.F.slice();
      const old = [0, 1].map((l) => b.line(l));
      b.F[words.step] = 0.05 + n * 0.03;
      b.accept();
      old.forEach(({ ca, cb, z, a, b: end }, l) => {
        const alpha = before[b.at.filter + l] as number;
        const [newA, newB] = [
          alpha * ca + (1 - alpha) * (before[b.w + end] as number),
          alpha * cb + (1 - alpha) * (before[b.w + a] as number),
        ];
        const move = (newA + newB - ca - cb) / 2;
        const [was, is] = [before[b.at.volume + l] as number, b.F[b.at.volume + l] as number];
        const during = variable ? (was * Math.log(is / was)) / (is - was) : 1;
        const mean = (before[b.at.mean + l] as number) + move * during;
        expect(b.F[b.at.move + l]).toBeCloseTo(move, 13);
        // The series of the logarithm is cut behind u⁵; volumes of the draws change by up to three times.
        expect(Math.abs((b.F[b.at.mean + l] as number) - mean)).toBeLessThan(
          1e-13 + 0.3 * Math.abs((is - was) / (is + was)) ** 6 * Math.abs(move),
        );
        const now = b.line(l);
        const ratio = now.z / z;
        const less = ((0.5 * alpha) / (1 - alpha)) * Math.min(2, ratio) * move;
        expect((now.ca + now.cb) / 2).toBeCloseTo((b.F[b.at.mean + l] as number) - less, 12);
        expect(Math.abs((now.ca - now.cb) / now.z - (newA - newB) / z)).toBeLessThan(1e-12 * (1 + 1 / Math.min(z, now.z)));
      });
    }
  });

  test('what the move takes from C takes none below vapour pressure', () => {
    const b = bench(variable);
    b.draw();
    b.F.fill(0.3, b.at.filter, b.at.filter + lines);
    // A rise by much: without the bound C would be far below the mean.
    for (let end = 0; end < ends; end++) b.F[b.w + end] = 50;
    b.acceptAbove(20)();
    for (const l of [0, 1]) {
      const { ca, cb } = b.line(l);
      const lowest = Math.min(ca, cb);
      expect(lowest).toBeGreaterThanOrEqual(Math.min(20, b.F[b.at.mean + l] as number) - 1e-9 - Math.abs(ca - cb) / 2);
    }
  });

  test('a rejection compensates from the accepted state, whatever was tried before: the same bits', () => {
    const b = bench(variable);
    b.draw();
    b.accept();
    for (const step of [0.3, 0.01]) {
      b.F[words.step] = step;
      b.reject();
      const once = b.F.slice();
      b.F[words.step] = step * 77;
      b.reject();
      expect(b.F).not.toEqual(once);
      b.F[words.step] = step;
      b.reject();
      expect(b.F).toEqual(once);
    }
    // With the step that acceptance prepared, also what acceptance itself computed.
    b.F[words.step] = b.F[words.lastStep] as number;
    b.draw();
    b.accept();
    const accepted = b.F.slice();
    b.reject();
    expect(b.F).toEqual(accepted);
  });
});

test.each([false, true])('compiled, the loop over lines does what it does as it stands: the same bits; port volume: %s', (variable) => {
  const b = bench(variable);
  b.draw();
  const before = b.F.slice();
  b.accept();
  const own = b.F.slice();
  b.F.set(before);
  b.acceptCompiled();
  expect(b.F).toEqual(own);
});

test.each([false, true])('a filter that all lines share is a constant of the text: the same bits; port volume: %s', (variable) => {
  const b = bench(variable);
  b.draw();
  b.F.fill(0.3, b.at.filter, b.at.filter + lines);
  const before = b.F.slice();
  b.accept();
  const own = b.F.slice();
  b.F.set(before);
  b.acceptWith(0.3)();
  expect(b.F).toEqual(own);
});

test.each([
  ['of fixed volume', 'acceptBraked', false],
  ['of variable volume', 'acceptBraked', true],
  ['that conserve mass', 'acceptMass', true],
  ['with released air', 'acceptAir', true],
] as const)(
  'lines %s are lent what is stored at most, and 0.95 of the work of their ports beyond what compresses the oil; while they owe, half of the correction is left away, by 0.15 of the pressure error at most',
  (_, accept, variable) => {
    const b = bench(variable);
    let [limited, halved, bounded] = [0, 0, 0];
    for (let n = 0; n < 50; n++) {
      b.draw();
      for (const l of [0, 1]) {
        // So that mass stays above nothing.
        b.F[b.at.mass + l] = 2 + (b.F[b.at.mass + l] as number);
        b.F[b.at.bulkModulus + l] = 10 + (b.F[b.at.bulkModulus + l] as number);
        b.F[b.at.work + l] = (n - 25) / 5;
      }
      b.F[words.step] = 0.05 + n * 0.03;
      const before = b.F.slice();
      const old = [0, 1].map((l) => b.line(l));
      b[accept]();
      old.forEach(({ ca, cb, z, a, b: end }, l) => {
        const alpha = before[b.at.filter + l] as number;
        const [wa, wb] = [before[b.w + a] as number, before[b.w + end] as number];
        // (1-α) p (w - C)/2 is p q Δ, over V/B.
        const [ofA, ofB] = [((ca + wa) * (wa - ca)) / 4, ((cb + wb) * (wb - cb)) / 4];
        const move = ((1 - alpha) * (wa - ca + (wb - cb))) / 2;
        const mean = b.F[b.at.mean + l] as number;
        const given = 8 * ((1 - alpha) * (ofA + ofB) - (((before[b.at.mean + l] as number) + mean) / 2) * move);
        const stored = (ca - cb) ** 2 + ((2 * alpha) / (1 - alpha)) * (before[b.at.move + l] as number) ** 2;
        const had = before[b.at.work + l] as number;
        const work = Math.min(had, stored) + (given > 0 ? 0.95 * given : given);
        expect(b.F[b.at.work + l]).toBeCloseTo(work, 11);
        if (stored < had) limited++;
        const now = b.line(l);
        const less = ((0.5 * alpha) / (1 - alpha)) * Math.min(2, now.z / z) * move;
        const back = work < 0 ? Math.sign(less) * Math.min(Math.abs(less) / 2, 0.015) : 0;
        if (Math.abs(back) === 0.015) bounded++;
        else if (back !== 0) halved++;
        const going = accept === 'acceptMass' ? ((b.F[b.at.displaced + l] as number) * (b.F[words.step] as number)) / 0.2 : 0;
        expect((now.ca + now.cb) / 2).toBeCloseTo(mean + going - (less - back), 11);
      });
    }
    expect(Math.min(limited, halved, bounded)).toBeGreaterThan(3);
  },
);

test('the ledger of stored oil is the integral of V/Be dS with the volume of the step', () => {
  const b = bench(true);
  b.draw();
  const before = b.F.slice();
  b.accept();
  for (let l = 0; l < lines; l++) {
    const rise = b.F[b.at.move + l] as number;
    const expected = ((before[b.at.volume + l] as number) / (before[b.at.bulkModulus + l] as number)) * rise;
    expect((b.F[b.at.stored + l] as number) - (before[b.at.stored + l] as number)).toBeCloseTo(expected, 14);
  }
});

test.each(['accept', 'reject'] as const)(
  "the error of a line's mean is 1.1 times how far its move is from the last one in proportion of the steps: after %s",
  (phase) => {
    const b = bench(false);
    b.draw();
    b[phase]();
    // Nothing between the ends.
    for (let end = 0; end < ends; end++) b.F[b.p + end] = 5;
    b.allErrors();
    const ratio = (b.F[words.step] as number) / (b.F[words.lastStep] as number);
    const errors = [0, 1].map((l) => {
      const { ca, cb } = b.line(l);
      return 1.1 * Math.abs((1 - (b.F[b.at.filter + l] as number)) * (10 - ca - cb) - ratio * (b.F[b.at.move + l] as number));
    });
    expect(b.F[words.error]).toBeCloseTo(Math.max(...errors), 13);
    expect(b.F[words.errorLine]).toBe((errors[0] as number) > (errors[1] as number) ? 7 : 11);
  },
);

describe('errors of lines', () => {
  const judged = (pressures: readonly number[]): number[] => {
    const b = bench(false);
    // Line 7 joins ends 2 and 1, line 11 ends 0 and 3.
    b.F.set(pressures, b.p);
    b.F[words.notFinite] = -1;
    b.errors();
    return [words.error, words.errorLine, words.notFinite].map((k) => b.F[k] as number);
  };
  test.each([
    ['the largest |p_a - p_b| and its line', [0, 5, 1, 3], [4, 7, -1]],
    ['of either sign', [9, 5, 5, 3], [6, 11, -1]],
    ['a tie goes to the lower line', [3, 1, 3, 1], [2, 7, -1]],
    ['no difference at all', [1, 1, 1, 1], [0, 7, -1]],
    ['NaN is left to the kernels, which have told of it; the other line still counts', [0, Number.NaN, 1, 3], [3, 11, -1]],
    ['NaN in the last line', [Number.NaN, 1, 3, 3], [2, 7, -1]],
    ['an infinite pressure is the largest error', [0, Number.POSITIVE_INFINITY, 1, 3], [Number.POSITIVE_INFINITY, 7, -1]],
  ])('%s', (_, pressures, expected) => expect(judged(pressures)).toEqual(expected));
});

test.each([false, true])('loops over chunks go in lanes: accept, reject and errors; port volume: %s', (variable) => {
  const { offsets, chunked } = bench(variable);
  const { accept, reject } = tableLoops(offsets, chunked, 'lines');
  const errors = errorLoops([{ ...offsets, chunkCount: 1, covered: lines }], 'lines');
  const sources = [...accept, ...reject, ...errors].map(sourceOfLoop);
  const builder = new ModuleBuilder({ pages: 1, shared: false, lanes: true });
  for (const source of sources) builder.add(source);
  const names = sources.map(({ as }) => as);
  builder.build(names);
  expect([...builder.inLanes].sort()).toEqual(names.filter((name) => /_0$/.test(name) && !name.startsWith('lineOfError')).sort());
});
