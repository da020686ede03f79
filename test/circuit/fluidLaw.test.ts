/** The fluid's law of the bulk modulus: its values against forms that it is not written in, its place in a file, and who follows it. */
import { describe, expect, test } from 'vitest';
import type { Fluid } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { type FluidLaw, fluidLawOf } from '../../dist/circuit/fluid/fluidLaw.js';
import { simulate } from '../../dist/run/simulate.js';

const oil: Fluid = {
  named: null,
  density: 870,
  viscosity: 46e-6,
  bulkModulus: 1.6e9,
  tait: null,
  air: null,
  effective: null,
  vapourPressure: -1e5,
  atmosphericPressure: 101325,
};
const lawOf = (own: Partial<Fluid>, reference: 'gauge' | 'absolute' = 'gauge') =>
  fluidLawOf({ fluid: { ...oil, ...own }, reference }) as FluidLaw;
const tait = { coefficient: 0.0894, pressure: 1.2e8 };
/** Ustinov, LUT 2023, (3.13), with its parameters. */
const effective = { share: 0.5, maximum: 1.8e9, pressure: 2.8e7, slope: 90, offset: 3, base: '10' } as const;
const airs = {
  'air that stays': { fraction: 0.01, exponent: 1.4, dissolvedAt: null },
  'slow air': { fraction: 0.005, exponent: 1, dissolvedAt: null },
  'air that dissolves': { fraction: 0.01, exponent: 1.4, dissolvedAt: 4e6 },
  'much air that dissolves early': { fraction: 0.2, exponent: 1.2, dissolvedAt: 3e5 },
};
const laws: [string, FluidLaw][] = [
  ['Tait', lawOf({ tait })],
  ...Object.entries(airs).map(([name, air]): [string, FluidLaw] => [name, lawOf({ air })]),
  ['Tait with air', lawOf({ tait, air: airs['air that dissolves'] })],
  ['measured', lawOf({ effective })],
  ['measured, natural logarithm, absolute', lawOf({ effective: { ...effective, base: 'e' }, vapourPressure: 100 }, 'absolute')],
  ['absolute', lawOf({ air: airs['air that dissolves'], vapourPressure: 100 }, 'absolute')],
];
const pressures = [-1.3e5, -1e5, -9e4, -5e4, 0, 3e4, 2e5, 1e6, 3.9e6, 4.1e6, 2e7, 6e7];

test('a fluid is the same whatever its pressures are counted from', () => {
  const atmosphere = oil.atmosphericPressure;
  const inAbsolute = (own: Partial<Fluid>) => lawOf({ ...own, vapourPressure: oil.vapourPressure + atmosphere }, 'absolute');
  const pairs: [FluidLaw, FluidLaw][] = [
    [lawOf({ tait }), inAbsolute({ tait })],
    [
      lawOf({ tait, air: airs['air that dissolves'] }),
      inAbsolute({ tait, air: { ...airs['air that dissolves'], dissolvedAt: 4e6 + atmosphere } }),
    ],
  ];
  for (const [gauge, absolute] of pairs)
    for (const p of pressures) {
      expect(absolute.compliance(p + atmosphere) / gauge.compliance(p)).toBeCloseTo(1, 9);
      expect(absolute.content(p + atmosphere)).toBeCloseTo(gauge.content(p), 12);
    }
});

test('a constant modulus has no law', () => {
  expect(fluidLawOf({ fluid: oil, reference: 'gauge' })).toBeNull();
});

describe("Tait's law, B = (p + b)(1/a - ln(1 + p/b))", () => {
  const law = lawOf({ tait });
  test.each([
    [0, 1.342282e9],
    [5e6, 1.393108e9],
    [10e6, 1.443733e9],
    [20e6, 1.544414e9],
    [30e6, 1.644381e9],
  ])('at %d Pa it is %d Pa, to seven digits', (p, modulus) => {
    expect(Math.abs(1 / law.compliance(p) / modulus - 1)).toBeLessThan(5e-7);
  });

  test('at no pressure it is b/a, with a slope of 1/a - 1', () => {
    const compliance = law.compliance(0);
    expect(compliance * (tait.pressure / tait.coefficient)).toBeCloseTo(1, 14);
    expect(-law.complianceSlope(0) / compliance ** 2).toBeCloseTo(1 / tait.coefficient - 1, 10);
  });
});

describe('the measured law of oil, air and hoses, B = a1 E log(a2 p/p_max + a3)', () => {
  test.each([
    ['10', 0, 4.29e8],
    ['10', 9e5, 6.93e8],
    ['10', 33.3e5, 1.02e9],
    ['10', 140e5, 1.51e9],
    ['e', 0, 9.89e8],
    ['e', 9e5, 1.6e9],
    ['e', 33.3e5, 2.36e9],
    ['e', 140e5, 3.48e9],
  ] as const)('by the logarithm to the base of %s, at %d Pa, it is %d Pa to three digits', (base, p, modulus) => {
    expect(1 / lawOf({ effective: { ...effective, base } }).compliance(p) / modulus).toBeCloseTo(1, 2);
  });

  test('at p_max it is 0.984 E, and 2.27 E by the natural logarithm, which no oil has', () => {
    expect(1 / lawOf({ effective }).compliance(2.8e7) / 1.8e9).toBeCloseTo(0.984, 3);
    expect(1 / lawOf({ effective: { ...effective, base: 'e' } }).compliance(2.8e7) / 1.8e9).toBeCloseTo(2.266, 3);
  });

  test('what is squeezed into it between two pressures is ∫dp/B by Simpson', () => {
    const law = lawOf({ effective });
    const n = 8000;
    const [from, to] = [0, 4e7];
    let sum = 0;
    for (let k = 0; k <= n; k++) {
      const modulus = 0.5 * 1.8e9 * Math.log10((90 * (from + ((to - from) * k) / n)) / 2.8e7 + 3);
      sum += (k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2) / modulus;
    }
    expect((law.content(to) - law.content(from)) / ((sum * (to - from)) / n / 3)).toBeCloseTo(1, 9);
  });
});

describe("Wood's mixture law, 1/B = Σ(v_i/v)/B_i with the volumes of oil and air at that pressure", () => {
  // Oil shrinks by its own modulus, air by P V^n; what dissolves is a binomial sum with the slope -630 x⁴(1 - x)⁴.
  test.each(Object.entries(airs))('%s', (_, air) => {
    const law = lawOf({ air });
    for (const p of [-9.9e4, -5e4, 0, 5e4, 2e5, 1e6, 3.9e6, 1e7]) {
      const P = p + 101325;
      const x = air.dissolvedAt === null ? 0 : Math.min(1, (P - 1325) / (air.dissolvedAt + 1e5));
      const choose = [1, 9, 36, 84, 126];
      const free = choose.reduce((sum, c, k) => sum + c * x ** k * (1 - x) ** (9 - k), 0);
      const dissolving = air.dissolvedAt === null ? 0 : (630 * x ** 4 * (1 - x) ** 4) / (air.dissolvedAt + 1e5);
      const gas = air.fraction * (101325 / P) ** (1 / air.exponent);
      const liquid = (1 - air.fraction) * Math.exp((101325 - P) / 1.6e9);
      const compliance = (liquid / 1.6e9 + (gas * free) / (air.exponent * P) + gas * dissolving) / (liquid + gas * free);
      // Where air begins to dissolve: a difference of numbers of order 1 that ends near x⁴.
      expect(Math.abs(law.compliance(p) / compliance - 1), `at ${p} Pa`).toBeLessThan(1e-12);
    }
  });

  test('one percent of air that stays: 140.6 bar at no pressure, by hand', () => {
    const byHand = 1 / (0.99 / 1.6e9 + 0.01 / (1.4 * 101325));
    expect(1 / lawOf({ air: airs['air that stays'] }).compliance(0) / byHand).toBeCloseTo(1, 13);
    expect(byHand / 1e5).toBeCloseTo(140.62, 2);
  });

  test('where all is dissolved it is the oil alone, and with less and less air it tends to that', () => {
    expect(1 / lawOf({ air: airs['air that dissolves'] }).compliance(4e6) / 1.6e9).toBeCloseTo(1, 14);
    const gaps = [1e-2, 1e-4, 1e-6].map(
      (fraction) => 1.6e9 * lawOf({ air: { fraction, exponent: 1.4, dissolvedAt: null } }).compliance(0) - 1,
    );
    expect((gaps[0] as number) / (gaps[1] as number)).toBeCloseTo(100, 0);
    expect((gaps[1] as number) / (gaps[2] as number)).toBeCloseTo(100, 0);
    expect(gaps[2]).toBeLessThan(0.012);
  });
});

describe.each(laws)('%s', (name, law) => {
  /** Tait's law alone has no value beyond a pull of b; a trial step that gets there must fail. */
  const lowest = name === 'Tait' ? -1.1e8 : -1e9;

  test('is positive and finite at every pressure, also where there is none', () => {
    if (name === 'Tait') expect(law.compliance(-1.3e8)).toBeNaN();
    for (const p of [lowest, -2e5, ...pressures, 1e9]) {
      expect(law.compliance(p), `at ${p} Pa`).toBeGreaterThan(0);
      for (const value of [law.compliance(p), law.complianceSlope(p), law.content(p)]) expect(value, `at ${p} Pa`).not.toBeNaN();
      expect(Number.isFinite(law.content(p))).toBe(true);
    }
  });

  test('the slope is that of differences, the content is the integral of 1/B; below the lowest pressure B stays', () => {
    // -1 bar is the vapour pressure, where B has a kink.
    for (const p of pressures.filter((one) => one !== -1e5)) {
      const h = 1e-3 * (Math.abs(p + 101325) + 100);
      const five = (f: (p: number) => number): number => (8 * (f(p + h) - f(p - h)) - f(p + 2 * h) + f(p - 2 * h)) / (12 * h);
      const scale = law.compliance(p) / h;
      expect(Math.abs(five(law.compliance) - law.complianceSlope(p)) / scale, `at ${p} Pa`).toBeLessThan(1e-9);
      // Contents are known to 1e-16.
      expect(Math.abs(five(law.content) / law.compliance(p) - 1), `at ${p} Pa`).toBeLessThan(1e-9 + 1e-15 / (h * law.compliance(p)));
    }
    if (name !== 'Tait') expect(law.compliance(-5e8)).toBe(law.compliance(lowest));
  });

  test('the pressure of a content is found from the mean of an exchange that is far off, in at most 20 rounds', () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    const any = (): number => (random() < 0.5 ? -1e5 + 1000 * Math.exp(12 * random()) : 4e7 * random());
    let [most, where] = [0, ''];
    for (let n = 0; n < 2000; n++) {
      const [from, to] = [any(), any()];
      const content = law.content(to);
      let p = from + (content - law.content(from)) / law.compliance(from);
      let rounds = 0;
      for (let off = 1; Math.abs(off) > 1e-6 && rounds < 100; rounds++) {
        off = law.content(p) - content;
        p -= off / law.compliance(p);
      }
      if (rounds > most) [most, where] = [rounds, `from ${from} to ${to} Pa`];
    }
    expect(most, where).toBeGreaterThan(1);
    expect(most, where).toBeLessThan(20);
  });
});

const file = (own = '', fluid = 'tait: { coefficient: 0.0894, pressure: 1200 bar }') => `ringmain: 1
name: soft
fluid: { density: 870 kg/m3, ${fluid} }
components:
  p: { kind: flowSource, flow: 10 l/min }
  n: { kind: junction }
  r: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  t: { kind: tank }
lines:
  a: { from: p, to: n, length: 2 m, diameter: 25 mm${own} }
  b: { from: n, to: r.in, length: 2 m, diameter: 25 mm${own} }
direct: [{ from: r.out, to: t }]
run: { end: 10 ms }
`;
const read = (text: string, set: string[] = []) => parseCircuit(text, 'soft.yaml', { set }).circuit;

describe('in a circuit file', () => {
  test('it stands for the bulk modulus: lines follow it', () => {
    const { fluid, lines } = read(file());
    expect(fluid.tait).toEqual(tait);
    expect(fluid.bulkModulus).toBe(1.2e8 / 0.0894);
    for (const { law, bulkModulus } of lines) {
      expect(law).toEqual({ wall: 0 });
      expect(bulkModulus / fluid.bulkModulus).toBeCloseTo(1, 14);
    }
  });

  test('air: a fraction, an exponent of 1.4 by default, dissolved nowhere by default', () => {
    expect(read(file('', 'air: { fraction: 1 % }')).fluid.air).toEqual({ fraction: 0.01, exponent: 1.4, dissolvedAt: null });
    const all = read(file('', 'air: { fraction: 0.5 %, exponent: 1, dissolvedAt: 60 bar }')).fluid.air;
    expect(all).toEqual({ fraction: 0.005, exponent: 1, dissolvedAt: 6e6 });
    expect(read(file('', 'air: { fraction: 0 }')).fluid.air).toBeNull();
  });

  test('a line with a modulus of its own keeps that, and so do lines without the law', () => {
    const moduli = (text: string) => read(text).lines.map(({ law, bulkModulus }) => [law, bulkModulus]);
    expect(moduli(file(', bulkModulus: 9000 bar'))).toEqual([
      [null, 9e8],
      [null, 9e8],
    ]);
    expect(moduli(file('', 'bulkModulus: 16000 bar')).map(([law]) => law)).toEqual([null, null]);
  });

  test('a wall gives beside the law: 1/B + d/(E e)', () => {
    const [line] = read(file(', wallThickness: 2 mm, wallModulus: 100 GPa')).lines;
    const wall = 0.025 / (100e9 * 0.002);
    expect(line?.law?.wall).toBeCloseTo(wall, 20);
    expect((line?.bulkModulus as number) * (0.0894 / 1.2e8 + wall)).toBeCloseTo(1, 13);
  });

  test('a wave line keeps the modulus of its initial pressure, and where air makes that soft a warning says so', () => {
    const waves = file(', model: wave, initialPressure: 1 bar', 'air: { fraction: 1 % }');
    const { circuit, warnings } = parseCircuit(waves, 'soft.yaml');
    const modulus = 1 / lawOf({ air: airs['air that stays'] }).compliance(1e5);
    for (const { law, bulkModulus, wave } of circuit.lines) {
      expect([law, bulkModulus / modulus]).toEqual([null, expect.closeTo(1, 13)]);
      expect((wave?.delay as number) / (2 * Math.sqrt(870 / modulus))).toBeCloseTo(1, 13);
    }
    expect(warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'CIR803',
        "wave line 'a' starts at 1 bar, where air makes the bulk modulus 445.763 bar (of the liquid 16000 bar), and keeps it: waves of 226 m/s, not 1356 m/s",
      ],
      ['CIR803', expect.stringContaining("wave line 'b'")],
    ]);
    expect(parseCircuit(waves.replaceAll('1 bar', '200 bar'), 'soft.yaml').warnings).toEqual([]);
  });

  test('--set takes it away, and sets how much air there is', () => {
    const { fluid, lines } = read(file(), ['fluid.tait=none', 'fluid.bulkModulus=13000 bar']);
    expect(fluid).toMatchObject({ tait: null, bulkModulus: 1.3e9 });
    expect(lines.every(({ law, bulkModulus }) => law === null && bulkModulus === 1.3e9)).toBe(true);
    expect(() => read(file(), ['fluid.tait=some'])).toThrow(CircuitError);
    expect(() => read(file(), ['fluid.tait=some'])).toThrow('tait can be taken away only');
    const airy = file('', 'air: { fraction: 1 %, dissolvedAt: 60 bar }');
    expect(read(airy, ['fluid.air=2 %']).fluid.air).toEqual({ fraction: 0.02, exponent: 1.4, dissolvedAt: 6e6 });
    expect(read(airy, ['fluid.air=none']).fluid.air).toBeNull();
    expect(read(file(), ['fluid.air="0.5 %"']).fluid.air?.fraction).toBe(0.005);
  });

  test('the measured law: its coefficients where none are told, the modulus at no pressure; --set takes it away', () => {
    const text = file('', 'effectiveModulus: { maximum: 18000 bar, pressure: 280 bar }');
    expect(read(text).fluid).toMatchObject({ effective, bulkModulus: 0.5 * 1.8e9 * Math.log10(3) });
    expect(read(text).lines[0]?.law).toEqual({ wall: 0 });
    const without = read(text, ['fluid.effectiveModulus=none', 'fluid.bulkModulus=13000 bar']).fluid;
    expect(without).toMatchObject({ effective: null, bulkModulus: 1.3e9 });
  });

  test('the line engine runs it', async () => {
    expect((await simulate(read(file(', wallThickness: 2 mm', 'air: { fraction: 1 % }')), { workers: 1 })).ending).toBeNull();
  });
});
