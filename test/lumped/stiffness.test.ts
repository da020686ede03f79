/** What eigenvalues belong to, held against circuits whose eigenvalues are worked out by hand. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { spectraAlong, spectrumAtRest } from '../../dist/lumped/spectra.js';
import { explicitSteps } from '../../dist/lumped/stability/explicitSteps.js';
import { modal } from '../../dist/lumped/stability/participation.js';
import type { Share, Stiffness } from '../../dist/lumped/stiffness.js';
import { termsOf } from '../../dist/lumped/system/terms.js';

const bulk = 1.5e9;
/** A line of 1 m whose volume is so many m3. */
const line = (from: string, to: string, volume: number): string =>
  `{ from: ${from}, to: ${to}, length: 1 m, diameter: ${2 * Math.sqrt(volume / Math.PI)} m }`;

const circuit = (components: string, lines: string, direct: string, more = '') =>
  parseCircuit(
    `ringmain: 1
name: case
title: Case
source: a test
fluid: { density: 900 kg/m3, viscosity: 46 cSt, bulkModulus: ${bulk} Pa }
components:
${components}
lines:
${lines}
direct:
${direct}
run: { end: 1 s }
record: { every: 50 ms, signals: [V1.p] }
${more}`,
    'case.yaml',
  ).circuit;

const first = ({ spectra }: { spectra: readonly Stiffness[] }): Stiffness => spectra[0] as Stiffness;
const byName = (shares: readonly Share[]): Record<string, number> => Object.fromEntries(shares.map(({ name, share }) => [name, share]));

describe('two volumes with a laminar throttle between them, one of which leaks', () => {
  const [v1, v2, g, leak] = [1e-5, 4e-5, 2e-11, 3e-11];
  const made = circuit(
    `  e1: { kind: blockedEnd }
  t: { kind: laminarRestrictor, conductance: ${g} m3/s/Pa }
  n: { kind: junction }
  leak: { kind: laminarRestrictor, conductance: ${leak} m3/s/Pa }
  tank: { kind: tank }`,
    `  V1: ${line('e1', 't.in', v1)}
  V2a: ${line('t.out', 'n', v2 / 2)}
  V2b: ${line('n', 'leak.in', v2 / 2)}`,
    '  - { from: leak.out, to: tank }',
    'initial: { pressure: 10 bar }',
  );
  // p1' = -a (p1 - p2), p2' = b (p1 - p2) - c p2
  const [a, b, c] = [(g * bulk) / v1, (g * bulk) / v2, (leak * bulk) / v2];
  const root = Math.sqrt((a + b + c) ** 2 / 4 - a * c);
  const [fast, slow] = [-(a + b + c) / 2 - root, -(a + b + c) / 2 + root];
  const found = first(spectraAlong(made, [0]));

  test('eigenvalues and condition number', () => {
    expect(found.modes.map(({ real }) => real / fast)).toEqual([1, slow / fast].map((value) => expect.closeTo(value, 12)));
    expect(found.condition).toBeCloseTo(fast / slow, 9);
    expect(found.stiffness).toBe(found.condition);
    expect(found.fast[0]?.timeConstant).toBeCloseTo(-1 / fast, 12);
  });

  test('participation: r = (a, a + λ), l = (b, a + λ) for the eigenvalue λ', () => {
    for (const [k, value] of [fast, slow].entries()) {
      const [one, two] = [a * b, (a + value) ** 2];
      const shares = byName(found.fast[k]?.unknowns ?? []);
      expect(shares['V1.p']).toBeCloseTo(one / (one + two), 9);
      expect(shares['V2a+V2b.p']).toBeCloseTo(two / (one + two), 9);
    }
  });

  test('throttles by what they add: -(l1 a - l2 b)(r1 - r2) and -l2 c r2 over λ l·r', () => {
    for (const [k, value] of [fast, slow].entries()) {
      const [r, l] = [
        [a, a + value],
        [b, a + value],
      ] as [[number, number], [number, number]];
      const whole = value * (l[0] * r[0] + l[1] * r[1]);
      const shares = byName(found.fast[k]?.components ?? []);
      const byThrottle = ((-l[0] * a + l[1] * b) * (r[0] - r[1])) / whole;
      const byLeak = (-l[1] * c * r[1]) / whole;
      expect(byThrottle + byLeak).toBeCloseTo(1, 12);
      // Parts below a twentieth are not told.
      if (byThrottle > 0.05) expect(shares['t']).toBeCloseTo(byThrottle, 9);
      if (byLeak > 0.05) expect(shares['leak']).toBeCloseTo(byLeak, 9);
      expect(Object.keys(shares).every((name) => ['t', 'leak'].includes(name))).toBe(true);
    }
  });

  test('advice: the smaller volume, and without it both leave as one by what is left in series', () => {
    const { advice } = spectraAlong(made, [0]);
    const [treated, second] = advice.treatments;
    expect(treated).toMatchObject({ volume: 'V1.p', isJoinable: true, stiffness: 1 });
    expect(treated?.size).toBeCloseTo(v1, 15);
    // The closed volume follows the other: p1 = p2, and V2 empties by the leak alone.
    expect((treated?.fastest as number) / c).toBeCloseTo(1, 9);
    // The other settles in 0.9 ms, where every 50 ms are recorded: then no pressure is left that takes time.
    expect(second).toMatchObject({ volume: 'V2a+V2b.p', fastest: 0 });
    expect(advice).toMatchObject({ limit: 'slow', left: [] });
  });
});

/** A cylinder over a closed volume. */
const onOil = ({ bore, x, volume, mass, friction }: Record<'bore' | 'x' | 'volume' | 'mass' | 'friction', number>) =>
  circuit(
    `  c: { kind: singleActingCylinder, bore: ${bore} m, stroke: 1 m, initialPosition: ${x} m, mass: ${mass} kg, viscousFriction: ${friction} N s/m }
  e: { kind: laminarRestrictor, conductance: 0 m3/s/Pa }
  tank: { kind: tank }
  weight: { kind: constant, value: 0 }`,
    `  V1: ${line('e.in', 'c.cap', volume)}`,
    '  - { from: e.out, to: tank }',
    'signals: [{ from: weight, to: c.load }]\ninitial: { pressure: 0 bar }',
  );

test('a mass on oil: frequency and damping of the cylinder, half its mass and half its oil', () => {
  const [bore, x, volume, mass, friction] = [0.05, 0.2, 2e-4, 300, 900];
  const made = onOil({ bore, x, volume, mass, friction });
  const area = (Math.PI / 4) * bore ** 2;
  const stiff = (bulk * area ** 2) / (volume + area * x);
  const found = first(spectraAlong(made, [0]));
  const [mode] = found.fast;
  expect(found.modes.filter(({ imaginary }) => imaginary > 0)).toHaveLength(1);
  expect((2 * Math.PI * (mode?.frequency as number)) / Math.sqrt(stiff / mass)).toBeCloseTo(1, 9);
  expect((mode?.damping as number) / (friction / (2 * Math.sqrt(stiff * mass)))).toBeCloseTo(1, 9);
  const shares = byName(mode?.unknowns ?? []);
  expect(shares['c.v']).toBeCloseTo(0.5, 2);
  expect(shares['V1.p']).toBeCloseTo(0.5, 2);
  expect(byName(mode?.components ?? [])).toEqual({ c: expect.closeTo(1, 9) });
});

test('advice ends at what swings, however fast: without its oil a mass would have no spring', () => {
  const { spectra, advice } = spectraAlong(onOil({ bore: 0.05, x: 0.2, volume: 2e-4, mass: 1, friction: 900 }), [0]);
  expect(spectra[0]?.fast[0]).toMatchObject({ timeConstant: expect.closeTo(2 / 900, 6) });
  expect(advice).toMatchObject({ treatments: [], limit: 'swings' });
});

describe('published condition numbers', () => {
  const orifice = (k: number): string => `{ kind: orifice, area: ${k / 0.6 / Math.sqrt(2 / 900)} m2, dischargeCoefficient: 0.6 }`;

  test.each([
    [1e-3, 1.2862],
    [1e-5, 77.805],
  ])('two-way flow control valve with a volume of %f m3: %f (1.28 and 77.81 are published)', async (v1, expected) => {
    // Compensator and control throttle held at K = 1e-6 and k_t = 1e-7, both load orifices open.
    const made = circuit(
      `  ps: { kind: pressureSource, pressure: 200 bar }
  comp: ${orifice(1e-6)}
  kt: ${orifice(1e-7)}
  load: ${orifice(5.62e-7 + 5.73e-7)}
  tank: { kind: tank }`,
      `  V1: ${line('comp.out', 'kt.in', v1)}
  V2: ${line('kt.out', 'load.in', 1e-3)}`,
      '  - { from: comp.in, to: ps }\n  - { from: load.out, to: tank }',
    );
    const { spectra, advice } = await spectrumAtRest(made);
    const { condition, fast } = first({ spectra });
    expect(condition / expected).toBeCloseTo(1, 4);
    if (v1 > 1e-4) return;
    expect(-(fast[0]?.real as number)).toBeCloseTo(170_880, -1);
    expect(-(fast[1]?.real as number)).toBeCloseTo(2196, 0);
    expect(fast[0]?.unknowns).toEqual([{ name: 'V1.p', share: expect.closeTo(1, 3) }]);
    // Of the two throttles at it the one with 2 bar across is the steep one: K/√Δp is 7e-10 against 2e-11.
    expect(fast[0]?.components[0]).toEqual({ name: 'comp', share: expect.closeTo(0.99, 2) });
    expect(advice.treatments.map(({ volume }) => volume)).toEqual(['V1.p', 'V2.p']);
    expect(advice.treatments[0]?.stiffness).toBe(1);
  });

  test.each([
    [1e-3, 3],
    [1e-5, 134],
  ])('three orifices in a row, second volume %f m3: %f', async (v2, expected) => {
    const own = '{ kind: orifice, area: 7.853981634e-7 m2, dischargeCoefficient: 0.6 }';
    const made = circuit(
      `  ps: { kind: pressureSource, pressure: 100 bar }
  o1: ${own}
  o2: ${own}
  o3: ${own}
  tank: { kind: tank }`,
      `  V1: ${line('o1.out', 'o2.in', 1e-3)}
  V2: ${line('o2.out', 'o3.in', v2)}`,
      '  - { from: o1.in, to: ps }\n  - { from: o3.out, to: tank }',
    );
    const { spectra } = await spectrumAtRest(made);
    // Told with four digits.
    expect(first({ spectra }).condition / expected).toBeCloseTo(1, 3);
  });
});

describe('eigenvectors', () => {
  const pattern = (size: number) => ({
    size,
    starts: Int32Array.from({ length: size + 1 }, (_, k) => k * size),
    rows: Int32Array.from({ length: size * size }, (_, k) => k % size),
  });
  const columns = (rows: readonly (readonly number[])[]) => Float64Array.from(rows.flatMap((_, j) => rows.map((row) => row[j] as number)));

  test('J r = λ M r and lᵀ J = λ lᵀ M, with lᵀ M r = 1, pairs and algebraic rows among them', () => {
    const rows = [
      [-4, 2e9, 1, 0.5],
      [-3e-6, -20, 1e-7, 2e-6],
      [1, 0, -2, 1],
      [0.3, 5, 1, -7],
    ];
    const mass = [1, 1, 1, 0];
    const { modes } = modal(pattern(4), columns(rows), mass);
    expect(modes.some(({ imaginary }) => imaginary > 0)).toBe(true);
    for (const { real, imaginary, right: r, left: l } of modes) {
      const sizes = rows.map((row) =>
        row.reduce((sum, value, j) => sum + Math.abs(value) * Math.hypot(r.re[j] as number, r.im[j] as number), 0),
      );
      rows.forEach((row, i) => {
        const re = row.reduce((sum, value, j) => sum + value * (r.re[j] as number), 0);
        const im = row.reduce((sum, value, j) => sum + value * (r.im[j] as number), 0);
        const m = mass[i] as number;
        expect((re - m * (real * (r.re[i] as number) - imaginary * (r.im[i] as number))) / (sizes[i] as number)).toBeCloseTo(0, 10);
        expect((im - m * (real * (r.im[i] as number) + imaginary * (r.re[i] as number))) / (sizes[i] as number)).toBeCloseTo(0, 10);
      });
      rows.forEach((_, j) => {
        const size = rows.reduce((sum, row, i) => sum + Math.abs(row[j] as number) * Math.hypot(l.re[i] as number, l.im[i] as number), 0);
        const re = rows.reduce((sum, row, i) => sum + (row[j] as number) * (l.re[i] as number), 0);
        const m = mass[j] as number;
        expect((re - m * (real * (l.re[j] as number) - imaginary * (l.im[j] as number))) / size).toBeCloseTo(0, 10);
      });
      const product = mass.reduce(
        (sum, m, k) => sum + m * ((l.re[k] as number) * (r.re[k] as number) - (l.im[k] as number) * (r.im[k] as number)),
        0,
      );
      expect(product).toBeCloseTo(1, 9);
    }
  });

  test('two integrators in a row have one eigenvector, and no vector is infinite', () => {
    const { modes } = modal(
      pattern(3),
      columns([
        [0, 1, 0],
        [0, 0, 0],
        [1, 0, -5],
      ]),
    );
    for (const { participation } of modes) expect(participation.every((part) => part >= 0 && part <= 1)).toBe(true);
    expect(modes[0]).toMatchObject({ real: expect.closeTo(-5, 9) });
    expect(modes[0]?.participation[2]).toBeCloseTo(1, 6);
  });
});

test.each(['two-actuator', 'servo-cylinder', 'press', 'compensated-valve'])(
  '%s: what the components add makes the whole Jacobian; nothing is left to the oil where its modulus is constant',
  async (name) => {
    const system = lumpedSystem(await readCircuit(`circuits/${name}.yaml`));
    const terms = termsOf(system);
    const values = new Float64Array(system.pattern.rows.length);
    const y = new Float64Array(system.size);
    system.initial(y);
    system.system.layout.unknownOfVolume.forEach((unknown, v) => {
      if (unknown >= 0) y[unknown] = 1e5 * (3 + (v % 3));
    });
    system.arrive(0, y, -1);
    let [whole, rest] = [0, 0];
    terms.each(0, y, values, (_row, _column, value, owner) => {
      whole = Math.max(whole, Math.abs(value));
      if (terms.owners[owner] === '') rest = Math.max(rest, Math.abs(value));
    });
    expect(whole).toBeGreaterThan(1);
    // Rounding of terms that cancel each other in one entry: 5e-12 in the servo cylinder.
    expect(rest / whole).toBeLessThan(1e-10);
  },
);

test('steps of explicit methods: 2/|λ| of a real eigenvalue by forward Euler, 2ζ/ω of a pair; 2√2/ω of an undamped one by RK4', () => {
  const mode = (real: number, imaginary: number) => {
    const size = Math.hypot(real, imaginary);
    return { real, imaginary, frequency: size / (2 * Math.PI), damping: -real / size };
  };
  const stepOf = (method: string, ...modes: ReturnType<typeof mode>[]) => explicitSteps(modes).find((one) => one.method === method)?.step;
  expect(stepOf('forwardEuler', mode(-500, 0))).toBeCloseTo(2 / 500, 9);
  expect(stepOf('forwardEuler', mode(-30, 40), mode(-1, 0))).toBeCloseTo((2 * 0.6) / 50, 8);
  expect(stepOf('forwardEuler', mode(0, 40))).toBe(0);
  expect(stepOf('rk4', mode(0, 40))).toBeCloseTo(Math.sqrt(8) / 40, 8);
  // 2.7853 on the real axis.
  expect(stepOf('rk4', mode(-1000, 0), mode(5, 0))).toBeCloseTo(2.785293563e-3, 10);
  expect(stepOf('dopri5', mode(3, 0))).toBe(Number.POSITIVE_INFINITY);
});

test('three orifices: the step that is told for RK4 is the one at which its run is lost (0.968 ms by another program)', async () => {
  const orifices = await readCircuit('circuits/three-orifices.yaml');
  const { steps } = first(await spectrumAtRest(orifices));
  const limit = steps.find(({ method }) => method === 'rk4')?.step as number;
  expect(limit).toBeCloseTo(0.968e-3, 6);
  // From rest at p₂ = ps/3: below the limit rounding dies out, above it any difference grows until the root bounds it.
  const last = async (step: number): Promise<number> => {
    const results = await simulateLumped(orifices, { solver: 'rk4', step, until: 2, every: 1e-2, record: ['V2.p'] });
    return results.series('V2.p').y.at(-1) as number;
  };
  expect((await last(0.97 * limit)) / (100e5 / 3)).toBeCloseTo(1, 6);
  expect(Math.abs((await last(1.03 * limit)) / (100e5 / 3) - 1)).toBeGreaterThan(0.01);
});
