/**
 * Mistakes in print of Ustinov, LUT 2023, and the papers in it, each by what it does; bench/printed-mistakes.md lists them all, with those that other tests show and those that
 * no run can.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deviationsFrom } from '../../dist/bench/smallVolumes/errors.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { type OfPressure, ofPressure } from '../../dist/lumped/surrogates/quantities.js';
import { unknownNames } from '../../dist/lumped/system/unknownNames.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';
import { relativeError, smallVolumeRuns } from '../support/smallVolumes.js';

const last = (results: IntegratorResults, name: string): number => results.series(name).y.at(-1) as number;

/** In place of what a run that breaks down on its way would have found; any other error is one of the test. */
const beyondAll = (error: unknown): number => {
  if (error instanceof Error && / cannot go on at t = /.test(error.message)) return Number.POSITIVE_INFINITY;
  throw error;
};

/** The valve of a cylinder's circuit in place of the library's; s is the spool's signal, V. */
function valveOf(equations: string): (file: string) => string {
  return (file) =>
    `${file.replace(/ {2}valve:\n(?: {4}.*\n)+/, '  valve: { kind: printed }\n').replace('factor: 0.0825', 'factor: 1')}
definitions:
  printed:
    about: Valve of the paper.
    ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic }
    inputs: { command: { unit: '1' } }
    states: { s: { unit: '1', initial: 0 }, rate: { unit: 1/s, initial: 0 } }
    equations: |
      der(s) = rate
      der(rate) = 331^2 * (0.99 * command - s) - 2 * 0.62 * 331 * rate
      on = max(0, s - 2)
${equations
  .trim()
  .split('\n')
  .map((line) => `      ${line.trim()}`)
  .join('\n')}
      A.q = Q1
      B.q = -Q2
      P.q = -if(s > 0, Q1, -Q2)
      T.q = if(s > 0, Q2, -Q1)
`;
}
const drive = (until: number, volts?: string, name = 'cylinder-drive-2023') => {
  const run = smallVolumeRuns(name, {
    ...{ solver: 'radau5', step: null, events: 'locate', until },
    record: ['cylinder.x', 'cylinder.v', 'cylinder.z', 'nA.p', 'nB.p', 'Vv.p', 'valve.P.q'],
  });
  const text = (file: string): string =>
    volts === undefined ? file : file.replace(/points: \[\[.*\]\]/, `points: [[0 s, ${volts}], [4 s, ${volts}]]`);
  /** The valve's equations in place of the library's, or what is to be changed in the file. */
  return (changed: string | ((file: string) => string) = (file) => file) =>
    run({}, { text: (file) => text(typeof changed === 'string' ? valveOf(changed)(file) : changed(file)) });
};

const corrected = `
  back = max(0, -s - 2)
  Q1 = 2.315e-9 * (on * ssqrt(P.p - A.p) - back * ssqrt(A.p - T.p))
  Q2 = 2.315e-9 * (on * ssqrt(B.p - T.p) - back * ssqrt(P.p - B.p))`;

/** Of the paper of 2021. */
const squared = `
  back = max(0, -s - 2)
  Q1 = 2.31e-9 * (on^2 * ssqrt(P.p - A.p) - back^2 * ssqrt(A.p - T.p))
  Q2 = 2.31e-9 * (on^2 * ssqrt(B.p - T.p) - back^2 * ssqrt(P.p - B.p))`;

describe('the 4/3 valve, (3.11)', () => {
  test("with the signs of a mass balance it is the library's", async () => {
    const [ours, library] = [await drive(1)(corrected), await drive(1)()];
    expect(last(ours, 'cylinder.x')).toBeCloseTo(last(library, 'cylinder.x'), 7);
    expect(last(ours, 'cylinder.x')).toBeGreaterThan(0.755);
  });

  test('1: as printed, chamber 2 gains pressure while oil leaves it: within 2 s beyond any pressure', async () => {
    const printed = corrected.replace('Q2 = 2.315e-9', 'Q2 = -2.315e-9');
    const highest = await drive(2)(printed).then((results) => Math.max(...results.series('nB.p').y), beyondAll);
    expect(highest).toBeGreaterThan(5 * 140e5);
  });

  test.each([
    ['8', 'nB.p', 'Q2 = 2.31e-9 * (on', 'Q2 = 2.31e-9 * (-on'],
    ['-5', 'nA.p', 'back^2 * ssqrt(A.p - T.p)', '-back^2 * ssqrt(A.p - T.p)'],
  ])(
    '1: of the squared form the flow to the tank has the wrong sign, at %s V of chamber %s: it gains what it loses',
    async (volts, chamber, right, wrong) => {
      const highest = (equations: string): Promise<number> =>
        drive(1, volts, 'cylinder-drive-2021')(equations).then((results) => Math.max(...results.series(chamber).y), beyondAll);
      expect(squared).toContain(right);
      // 14 and 36 bar, where 2 s as printed have 89 bar in the large chamber and no end of it in the small one.
      expect(await highest(squared.replace(right, wrong))).toBeGreaterThan(2 * (await highest(squared)));
    },
  );

  test('2: as printed, for negative voltages the dead band adds to the opening: it jumps by 4 V, and at -5 V retraction is 2.4 times as fast', async () => {
    const printed = corrected.replace('max(0, -s - 2)', 'if(s <= -2, 2 - s, 0)');
    const [slow, fast] = [await drive(1, '-5')(corrected), await drive(1, '-5')(printed)];
    const opening = (results: IntegratorResults): number =>
      -last(results, 'valve.P.q') / (2.315e-9 * Math.sqrt(last(results, 'Vv.p') - last(results, 'nB.p')));
    expect(opening(slow)).toBeCloseTo(4.95 - 2, 6);
    expect(opening(fast)).toBeCloseTo(4.95 + 2, 6);
    expect(last(fast, 'cylinder.v') / last(slow, 'cylinder.v')).toBeGreaterThan(2.3);
    // The library's valve has it as a parameter.
    const library = await drive(1, '-5')((file) => file.replace('overlap:', 'asPrinted: 1\n    overlap:'));
    expect(last(library, 'cylinder.x')).toBeCloseTo(last(fast, 'cylinder.x'), 7);
    expect(last(library, 'cylinder.x')).not.toBeCloseTo(last(slow, 'cylinder.x'), 3);
  });

  test('3: with the supply in place of the small volume, as in the paper of 2021, its flow knows nothing of the pressure there', async () => {
    // ps stands for what P.p is in the small volume.
    const printed = corrected.replace('ssqrt(P.p - A.p)', 'ssqrt(140e5 - A.p)').replace('ssqrt(P.p - B.p)', 'ssqrt(140e5 - B.p)');
    const lowest = async (equations: string): Promise<number> =>
      drive(1)(equations).then(
        (results) => Math.min(...results.series('Vv.p').y),
        (error) => -beyondAll(error),
      );
    expect(await lowest(corrected)).toBeGreaterThan(0);
    // It is emptied to the pressure of vapour: nothing stops the flow.
    expect(await lowest(printed)).toBeLessThanOrEqual(-1e5);
  });

  test('3: with the sign of the supply over the chamber and the size of that of the small volume, as in the paper of 2020, oil runs uphill', async () => {
    const law = (flow: string): string => `
      Q = 1e-8 * ${flow}
      one.q = -Q
      two.q = Q`;
    const right = await twoChambers(law('ssqrt(one.p - two.p)'), 0.2, [20, 50]);
    expect(last(right, 'V1.p') - last(right, 'V2.p')).toBeCloseTo(0, 0);
    const printed = await twoChambers(law('if(140e5 > two.p, 1, -1) * sqrt(abs(one.p - two.p))'), 0.05, [20, 50]);
    expect(last(printed, 'V1.p')).toBeLessThan(10e5);
    expect(last(printed, 'V2.p')).toBeGreaterThan(60e5);
  });

  test('15: U/Ud = sin … as printed stays within the dead band: nothing moves', async () => {
    const still = await drive(1, '2')();
    expect(Math.abs(last(still, 'cylinder.x') - 0.75)).toBeLessThan(1e-3);
  });
});

/** Two chambers of 1 l, V1 and V2, at pressures in bar, with a passage between them of these equations. */
function twoChambers(equations: string, end: number, [first, second]: readonly [number, number]): Promise<IntegratorResults> {
  const text = `ringmain: 1
name: chambers
fluid: { bulkModulus: 15000 bar }
components:
  passage: { kind: passage }
  bleed: { kind: laminarRestrictor, conductance: 1e-12 l/min/bar }
  end: { kind: blockedEnd }
  tank: { kind: tank }
lines:
  V1: { from: passage.one, to: bleed.in, volume: 1 l, initialPressure: ${first} bar }
  V2: { from: passage.two, to: end, volume: 1 l, initialPressure: ${second} bar }
direct: [{ from: bleed.out, to: tank }]
run: { end: ${end} s }
record: { every: ${end / 10} s, signals: [V1.p, V2.p] }
definitions:
  passage:
    about: Flow from one to two.
    ports: { one: hydraulic, two: hydraulic }
    equations: |
      ${equations.trim()}
`;
  return simulateLumped(parseCircuit(text, 'chambers.yaml').circuit, { relativeTolerance: 1e-8 });
}

describe('4: signs of the paper of 2021', () => {
  test('leakage as printed drives chambers apart that it should join', async () => {
    // Twice the time constant 1/(L B (1/V1 + 1/V2)).
    const between = (sign: string): Promise<IntegratorResults> =>
      twoChambers(
        `L = ${sign}1e-12 * (one.p - two.p)
      one.q = L
      two.q = -L`,
        2 / (1e-12 * 15e8 * 2000),
        [60, 50],
      );
    const apart = (results: IntegratorResults): number => (last(results, 'V1.p') - last(results, 'V2.p')) / 1e6;
    expect(apart(await between('-'))).toBeCloseTo(Math.exp(-2), 3);
    expect(apart(await between(''))).toBeCloseTo(Math.exp(2), 2);
  });

  test('J22 without its minus is no circuit that comes to rest', () => {
    // The valve's published point; its exact steady state (stiffness.test.ts has the circuit).
    const [B, V1, V2, K, kt] = [1.5e9, 1e-5, 1e-3, 1e-6, 1e-7];
    const [first, second, third] = [200e5 - 19.80349e6, 19.80349e6 - 0.152543e6, 0.152543e6].map(Math.sqrt) as [number, number, number];
    const j11 = (-B / (2 * V1)) * (K / first + kt / second);
    const j12 = (B / (2 * V1)) * (kt / second);
    const j21 = (B / (2 * V2)) * (kt / second);
    const size = (B / (2 * V2)) * ((5.62e-7 + 5.73e-7) / third + kt / second);
    const eigenvalues = (j22: number): [number, number] => {
      const [sum, root] = [j11 + j22, Math.sqrt((j11 - j22) ** 2 + 4 * j12 * j21)];
      return [(sum - root) / 2, (sum + root) / 2];
    };
    const [fast, slow] = eigenvalues(-size);
    // The program's Jacobian at that point is the one with the minus.
    const [supply, throttle, load] = [K, kt, 5.62e-7 + 5.73e-7].map(
      (k) => `{ kind: ratedOrifice, ratedFlow: ${k} m3/s, ratedPressureDrop: 1 Pa }`,
    );
    const text = `ringmain: 1
name: valve
fluid: { bulkModulus: ${B} Pa }
components: { ps: { kind: pressureSource, pressure: 200 bar }, supply: ${supply}, throttle: ${throttle}, load: ${load}, t: { kind: tank } }
lines:
  V1: { from: supply.out, to: throttle.in, volume: ${V1} m3 }
  V2: { from: throttle.out, to: load.in, volume: ${V2} m3 }
direct: [{ from: supply.in, to: ps }, { from: load.out, to: t }]
run: { end: 1 s }
record: { every: 1 s, signals: [V1.p] }
`;
    const system = lumpedSystem(parseCircuit(text, 'valve.yaml').circuit);
    const values = new Float64Array(system.pattern.rows.length);
    system.jacobian(0, Float64Array.of(19.80349e6, 0.152543e6), values);
    for (const [k, expected] of [j11, j21, j12, -size].entries()) expect((values[k] as number) / expected).toBeCloseTo(1, 9);
    expect(fast / slow).toBeCloseTo(77.81, 1);
    // 'Smallest over largest', as the text of 2023 has it, is no condition number: it is below 1 for any circuit.
    expect(slow / fast).toBeLessThan(1);
    expect(eigenvalues(size)[1]).toBeGreaterThan(2000);
  });
});

describe('4: the state space of 2020, in roots of pressure differences', () => {
  // Published: K and the friction's deflection constant, no dead band. A supply of 200 bar, 9 bar in the tank.
  const [K, Cv, Be, A1, A2, dead, Vp, mass, viscous, ps, pt] = [1e-6, 2.315e-9, 1e9, 12.56e-4, 7e-4, 1e-4, 1e-6, 100, 1280, 200e5, 9e5];
  const circuit = parseCircuit(readFileSync('circuits/cylinder-drive-2020.yaml', 'utf8'), 'cylinder-drive-2020.yaml', {
    set: ['cylinder.bristleDamping="0 N s/m"'],
  }).circuit;
  const system = lumpedSystem(circuit);
  const names = unknownNames(system).map(({ name }) => name);
  const at: Readonly<Record<string, number>> = {
    'Vv.p': 150e5,
    'A1+A2+A3.p': 90e5,
    'B1+B2+B3.p': 20e5,
    'cylinder.x': 0.6,
    'cylinder.v': 0.2,
  };
  const y = new Float64Array(system.size);
  system.initial(y);
  for (const [name, value] of Object.entries(at)) y[names.indexOf(name)] = value;
  const rates = new Float64Array(system.size);
  const time = 3;
  system.arrive(time, y, -1);
  system.rates(time, y, rates);
  const rate = (name: string): number => rates[names.indexOf(name)] as number;
  const [pv, p1, p2, x, v] = Object.values(at) as [number, number, number, number, number];
  const [x1, x2, x3, x4, x5] = [ps - pv, p2 - pt, pv - p1, v, x].map(Math.sqrt) as [number, number, number, number, number];
  const U = 10 * Math.sin(0.25 * time);
  const [V1, V2] = [dead + A1 * x5 ** 2, dead + A2 * (1 - x5 ** 2)];
  // Ours is within rounding of the areas that the circuit has by its diameters.
  const within = 1e-6;
  const off = (formula: number, ours: number): number => Math.abs(formula / ours - 1);

  test('without a slip: the first and the last line', () => {
    expect(off((Be / Vp) * (Cv * U * x3 - K * x1), -rate('Vv.p'))).toBeLessThan(within);
    expect(off(x4 ** 2, rate('cylinder.x'))).toBeLessThan(within);
  });

  test('the second has the flow into the other chamber, and adds what leaves', () => {
    const ours = rate('B1+B2+B3.p');
    expect(off((Be / V2) * (A2 * x4 ** 2 - Cv * U * x2), ours)).toBeLessThan(within);
    expect(off((Be / V2) * (Cv * U * x3 + A2 * x4 ** 2), ours)).toBeGreaterThan(0.1);
    // Each of the two is wrong by itself.
    expect(off((Be / V2) * (Cv * U * x2 + A2 * x4 ** 2), ours)).toBeGreaterThan(0.1);
    expect(off((Be / V2) * (A2 * x4 ** 2 - Cv * U * x3), ours)).toBeGreaterThan(0.1);
  });

  test('the third forgets that the small volume moves too', () => {
    const ours = rate('Vv.p') - rate('A1+A2+A3.p');
    const printed = (Be / V1) * (A1 * x4 ** 2 - Cv * U * x3);
    expect(off(printed + (Be / Vp) * (K * x1 - Cv * U * x3), ours)).toBeLessThan(within);
    expect(off(printed, ours)).toBeGreaterThan(0.1);
  });

  test('the fourth has the root of the velocity where the velocity damps', () => {
    const rest = (-A1 / mass) * (x1 ** 2 + x3 ** 2) - (A2 / mass) * x2 ** 2 + (A1 / mass) * ps - (A2 / mass) * pt;
    expect(off(rest - (viscous / mass) * x4 ** 2, rate('cylinder.v'))).toBeLessThan(within);
    expect(off(rest - (viscous / mass) * x4, rate('cylinder.v'))).toBeGreaterThan(10 * within);
  });
});

test('6: an error over the stroke and one over the mean position are not one: they differ by the mean, and only the first was measured in 2020', async () => {
  const run = smallVolumeRuns('cylinder-drive-2020', { until: 2, record: ['cylinder.x'] });
  const exact = await run({ solver: 'radau5', relativeTolerance: 1e-8, events: 'locate' });
  const treated = await run({ step: 1e-3, treat: [{ volume: 'Vv', treatment: 'quasi-steady' }] });
  const x = exact.series('cylinder.x').y;
  const { rms, relative } = deviationsFrom(x, treated.series('cylinder.x').y);
  const stroke = 1;
  expect(relative / (rms / stroke)).toBeCloseTo(1 / (x.reduce((sum, value) => sum + value, 0) / x.length), 9);
  expect(relative / (rms / stroke)).toBeGreaterThan(1.1);
});

// Full: a published figure of a page.
test.runIf(isFull)('7: the printed correction of multiple scales has no unit and is nothing: a pascal of tens of bar', async () => {
  const run = smallVolumeRuns('flow-control-valve', { until: 1, record: ['V1.p'], step: 1e-4 });
  const of = (treatment: string) => run({ treat: [{ volume: 'V1', treatment }] });
  const [steady, scales] = [(await of('quasi-steady')).series('V1.p').y, (await of('multiple-scales')).series('V1.p').y];
  const off = steady.map((p, k) => Math.abs(p - (scales[k] as number)));
  expect(Math.sqrt(off.reduce((sum, d) => sum + d * d, 0) / off.length)).toBeLessThan(200);
  expect(off.filter((d) => d < 2).length).toBeGreaterThan(0.9 * off.length);
});

test('8: the bulk modulus among the inputs of the network is the pressure that it is to find: p = (exp(B/(a1 Emax)) - a3) pmax/a2', () => {
  const { circuit } = parseCircuit(readFileSync('circuits/cylinder-drive-2023.yaml', 'utf8'), 'cylinder-drive-2023.yaml');
  const { of } = ofPressure(circuit, 'Vv.bulkModulus') as OfPressure;
  for (const pressure of [9e5, 33.3e5, 140e5]) {
    // To rounding of the exponential, 1e-8 Pa of 1e7.
    expect(Math.abs(((Math.exp(of(pressure) / (0.5 * 1.8e9)) - 3) * 2.8e7) / 90 / pressure - 1)).toBeLessThan(1e-13);
  }
});

test('9: the printed friction is a spring of 320 N/m and a damper: bristles bend by all of the way', async () => {
  const results = await drive(1)();
  // None of its three parameters counts: a thousand times as much of each is the same motion.
  const names = ['coulombFriction', 'staticFriction', 'stribeckVelocity'];
  const more = await drive(1)((file) => {
    const changed = names.reduce(
      (text, name) => text.replace(new RegExp(`${name}: ([\\d.]+)`), (_, value) => `${name}: ${1000 * Number(value)}`),
      file,
    );
    for (const value of ['2150000000 N', '11376000000000 N', '347000 m/s']) expect(changed).toContain(value);
    return changed;
  });
  expect(Math.abs(last(more, 'cylinder.x') - last(results, 'cylinder.x'))).toBeLessThan(1e-9);
  const z = results.series('cylinder.z').y;
  const x = results.series('cylinder.x').y;
  expect(last(results, 'cylinder.x')).toBeGreaterThan(0.755);
  for (let k = 0; k < x.length; k += 50) expect(z[k]).toBeCloseTo((x[k] as number) - 0.75, 9);
  // Fs is 5290 Fc, where another of the papers has 5290 times a damping, and so less friction at rest than in motion.
  expect(1.1376e10 / 2.1504e6).toBeCloseTo(5290, 0);
  expect(5290 * 6.368).toBeCloseTo(3.369e4, -2);
});

describe('10: steps that are told to be the largest', () => {
  const runs = (name: string) => {
    const run = smallVolumeRuns(name, { until: 2, record: ['Vv.p'] });
    const exact = run({ solver: 'radau5', relativeTolerance: 1e-8, events: 'locate' });
    return async (options: LumpedOptions): Promise<number> => {
      const reference = await exact;
      return run(options).then((results) => relativeError(reference, results, 'Vv.p'), beyondAll);
    };
  };

  // Full: a second length of step; quickly the limit of the first.
  test.runIf(isFull)(
    '10 µs is not what RK4 needs: ten times as long a step has a pressure within 0.2 %, with the linear valve and with grooves',
    async () => {
      for (const name of ['cylinder-drive-2023', 'cylinder-drive-2021']) expect(await runs(name)({ step: 1e-4 }), name).toBeLessThan(0.002);
    },
  );

  // Full: steps of Euler's method at its limit, a page's figure.
  test.runIf(isFull)("nearer to it is the limit of Euler's method: 5 % at ten times that step", async () => {
    const error = runs('cylinder-drive-2021');
    expect(await error({ solver: 'forwardEuler', step: 1e-5 })).toBeLessThan(0.01);
    expect(await error({ solver: 'forwardEuler', step: 1e-4 })).toBeGreaterThan(0.05);
  });
});
