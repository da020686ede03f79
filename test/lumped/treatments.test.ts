/** Treatments of small volumes: pressures that can be worked out, any number of throttles and volumes, what is refused. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { type ParseOptions, parseCircuit } from '../../dist/circuit/file/parse.js';
import { formsByName } from '../../dist/circuit/treatments/forms.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { parseTreatment, treatments } from '../../dist/lumped/treatments/registry.js';
import type { TreatmentChoice } from '../../dist/lumped/treatments/treatment.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import { simulate } from '../../dist/run/simulate.js';

const bar = 1e5;
/** Orifices of these flow coefficients, K in m3/s/√Pa, from these pressures, bar, into the small volume Vs of 1 cm3. */
function star(throttles: readonly (readonly [coefficient: number, bars: number])[]) {
  const built = circuit('star').fluid({ bulkModulus: '15000 bar' }).component('n', 'junction');
  throttles.forEach(([coefficient, bars], k) => {
    built
      .component(`s${k}`, 'pressureSource', { pressure: `${bars} bar` })
      .component(`o${k}`, 'ratedOrifice', { ratedFlow: `${coefficient} m3/s`, ratedPressureDrop: '1 Pa' })
      .direct(`o${k}.in`, `s${k}`)
      .line(k === 0 ? 'Vs' : `V${k}`, `o${k}.out`, 'n', { volume: '1 cm3' });
  });
  return built.run({ end: '10 ms' }).record({ every: '1 ms', signals: ['n.p', 'o*.out.q'] });
}
const options: LumpedOptions = { solver: 'rk4', step: 1e-3, transitionPressure: 1 };
const treated = (treatment: string, settings: Record<string, number> = {}, volume = 'Vs'): TreatmentChoice => ({
  volume,
  treatment,
  settings,
});
const pair = [
  [2e-7, 100],
  [1e-7, 10],
] as const;
/** (p₁K₁² + p₂K₂²)/(K₁² + K₂²) */
const between = ((4 * 100 + 10) / 5) * bar;

describe('between two throttles', () => {
  test.each([
    ['quasi-steady', {}, 1e-12],
    // 8V/(B t) over Q/a + Q/b: pascals that are none.
    ['multiple-scales', {}, 1e-6],
    ['multiple-scales', { form: 1 }, 1e-2],
    ['multiple-scales', { form: 2 }, 1e-12],
    // An iteration goes 1.4e-3 of the way: 1e-4 Pa of change are 0.07 Pa before the end.
    ['advanced-pseudo-dynamic', { tolerance: 1e-4, lowTolerance: 1e-4 }, 1e-8],
    ['pseudo-dynamic', { tolerance: 1e-4 }, 0.3],
  ] as const)('%s %o: the pressure of the square roots', async (treatment, settings, tolerance) => {
    const results = await simulateLumped(star(pair).build(), { ...options, treat: [treated(treatment, settings)] });
    expect(results.ending).toBeNull();
    expect(Math.abs((results.series('n.p').y.at(-1) as number) / between - 1)).toBeLessThan(tolerance);
  });

  test('quasi-steady as an equation of implicit methods is the same', async () => {
    for (const solver of ['rodas4', 'radau5', 'bdf']) {
      const results = await simulateLumped(star(pair).build(), { solver, transitionPressure: 1, treat: [treated('quasi-steady')] });
      expect((results.series('n.p').y.at(-1) as number) / between).toBeCloseTo(1, 12);
      expect(results.account.treatments).toMatchObject([
        { volume: 'Vs', treatment: 'quasi-steady', throttles: ['o0', 'o1'], asEquation: true },
      ]);
    }
  });

  test('the transient of multiple scales decays with B/V (Q/2a + Q/2b)', async () => {
    // At 82 bar K₁/(2√a) + K₂/(2√b); the start at 81 bar is near enough to be linear.
    const small = star(pair).initialPressure('81 bar').build();
    const lambda = (15e8 / 2e-6) * (2e-7 / (2 * Math.sqrt(18 * bar)) + 1e-7 / (2 * Math.sqrt(72 * bar)));
    const at = 1 / lambda;
    const results = await simulateLumped(small, {
      ...options,
      step: at / 20,
      every: at,
      until: at,
      treat: [treated('multiple-scales', { form: 2 })],
    });
    expect(between - (results.series('n.p').y.at(-1) as number)).toBeCloseTo(bar / Math.E, -1);
    const exact = await simulateLumped(small, { solver: 'radau5', relativeTolerance: 1e-9, every: at, until: at });
    expect(Math.abs((results.series('n.p').y.at(-1) as number) - (exact.series('n.p').y.at(-1) as number))).toBeLessThan(0.02 * bar);
  });
});

describe('between more', () => {
  const three = [...pair, [3e-7, 55]] as const;
  /** By bisection of ΣK ssqrt(p_k - p). */
  function rootOf(throttles: readonly (readonly [number, number])[]): number {
    let [low, high] = [0, 1000 * bar];
    for (let k = 0; k < 200; k++) {
      const p = (low + high) / 2;
      const net = throttles.reduce((sum, [K, bars]) => sum + K * Math.sign(bars * bar - p) * Math.sqrt(Math.abs(bars * bar - p)), 0);
      if (net > 0) low = p;
      else high = p;
    }
    return low;
  }
  test.each([
    ['quasi-steady', {}, 1e-9],
    ['advanced-pseudo-dynamic', { tolerance: 1e-3, lowTolerance: 1e-3 }, 1e-6],
  ] as const)('%s: no flow is left of three, and of five', async (treatment, settings, tolerance) => {
    for (const throttles of [three, [...three, [5e-8, 200], [4e-7, 20]] as const]) {
      const results = await simulateLumped(star(throttles).build(), { ...options, treat: [treated(treatment, settings)] });
      expect(Math.abs((results.series('n.p').y.at(-1) as number) / rootOf(throttles) - 1)).toBeLessThan(tolerance);
    }
  });

  test('two treated volumes in a row find their pressures together', async () => {
    const row = circuit('row')
      .component('s', 'pressureSource', { pressure: '90 bar' })
      .component('t', 'tank')
      .run({ end: '5 ms' })
      .record({ every: '1 ms', signals: ['V1.p', 'V2.p'] });
    for (const k of [1, 2, 3]) row.component(`o${k}`, 'ratedOrifice', { ratedFlow: '1e-7 m3/s', ratedPressureDrop: '1 Pa' });
    row.direct('o1.in', 's').line('V1', 'o1.out', 'o2.in', { volume: '1 cm3' }).line('V2', 'o2.out', 'o3.in', { volume: '1 cm3' });
    const built = row.direct('o3.out', 't').build();
    for (const solver of ['rk4', 'rodas4']) {
      const results = await simulateLumped(built, {
        solver,
        ...(solver === 'rk4' ? { step: 1e-3 } : {}),
        transitionPressure: 1,
        treat: [treated('quasi-steady', {}, 'V1'), treated('quasi-steady', {}, 'V2')],
      });
      expect((results.series('V1.p').y.at(-1) as number) / bar).toBeCloseTo(60, 6);
      expect((results.series('V2.p').y.at(-1) as number) / bar).toBeCloseTo(30, 6);
    }
  });
});

describe('loops of pseudo-dynamic solvers', () => {
  test('the number of iterations is that of the decay of the pseudo volume; the cap ends them, and is counted', async () => {
    // Linear near the end: a change of rate·h per iteration of what is left.
    const start = star(pair).initialPressure('80 bar').build();
    const settings = { innerStep: 1e-5, pseudoVolume: 1e-4, tolerance: 100, lowTolerance: 100 };
    const run = (more: Record<string, number>) =>
      simulateLumped(start, { ...options, until: 1e-3, treat: [treated('advanced-pseudo-dynamic', { ...settings, ...more })] });
    const [free] = (await run({})).account.treatments;
    const decay = 1e-5 * (15e8 / 1e-4) * (2e-7 / (2 * Math.sqrt(18 * bar)) + 1e-7 / (2 * Math.sqrt(72 * bar)));
    // 2 bar·decay·exp(-n decay) = 100 Pa
    expect(free?.most).toBeGreaterThan(0.95 * (Math.log((2 * bar * decay) / 100) / decay));
    expect(free?.most).toBeLessThan(1.1 * (Math.log((2 * bar * decay) / 100) / decay) + 2);
    const [capped] = (await run({ iterations: 3 })).account.treatments;
    expect(capped).toMatchObject({ most: 3, mostAt: 0, capped: 2, cappedAt: [0, 1e-3], asked: 2, evaluations: 24 });
  });

  test('each loop can be recorded: iterations, the change that ended it and that which would have; of capped loops the first ten times are kept', async () => {
    const settings = { pseudoVolume: 1e-4, tolerance: 100, lowTolerance: 100, iterations: 20 };
    // Times add up without rounding.
    const step = 2 ** -13;
    const results = await simulateLumped(star(pair).initialPressure('60 bar').build(), {
      ...{ ...options, step, every: step, until: 100 * step },
      record: ['Vs.*'],
      treat: [treated('advanced-pseudo-dynamic', settings)],
    });
    expect(results.columns).toEqual([
      { name: 'Vs.p', unit: 'Pa' },
      { name: 'Vs.iterations', unit: '1' },
      { name: 'Vs.residual', unit: 'Pa' },
      { name: 'Vs.tolerance', unit: 'Pa' },
    ]);
    const [p, iterations, residual, tolerance] = results.columns.map(({ name }) => results.series(name).y) as Float64Array[];
    const [account] = results.account.treatments;
    // A row has the loop of the step that ends there; the last loop, at the end, is for no step.
    const loops = (iterations as Float64Array).slice(1);
    expect(loops.reduce((sum, n) => sum + n, 0) + 1).toBe(account?.iterations);
    const isCapped = [...loops].map((n) => n === 20);
    expect(isCapped.filter(Boolean)).toHaveLength(account?.capped as number);
    expect(account?.capped).toBeGreaterThan(10);
    expect(account?.cappedAt).toEqual(Array.from({ length: 10 }, (_, k) => k * step));
    loops.forEach((n, k) => {
      expect(n < 20).toBe((residual?.[k + 1] as number) < (tolerance?.[k + 1] as number));
    });
    // A loop of one iteration has moved the pressure by its residual.
    const last = loops.length;
    expect(iterations?.[last]).toBe(1);
    expect(Math.abs((p?.[last] as number) - (p?.[last - 1] as number))).toBeCloseTo(residual?.[last] as number, 6);
  });

  test('they are explicit: up to the limit of RK4, λh = 2.785, a loop comes to rest where flows add up to 0, and beyond it elsewhere', async () => {
    // λ of a pseudo volume of 1 m3 at 82 bar; the start is near enough to be linear.
    const start = star(pair).initialPressure('81.9 bar').build();
    const lambda = 15e8 * (2e-7 / (2 * Math.sqrt(18 * bar)) + 1e-7 / (2 * Math.sqrt(72 * bar)));
    const settings = { innerStep: 1e-5, tolerance: 1, lowTolerance: 1, iterations: 2000 };
    const offAt = async (limit: number): Promise<number> => {
      const choice = treated('advanced-pseudo-dynamic', { ...settings, pseudoVolume: (1e-5 * lambda) / limit });
      const results = await simulateLumped(start, { ...options, until: 1e-3, treat: [choice] });
      return Math.abs((results.series('n.p').y.at(-1) as number) - between);
    };
    // What is left where an iteration takes a tenth of it: ten times the tolerance.
    expect(await offAt(2.7)).toBeLessThan(10);
    expect(await offAt(2.9)).toBeGreaterThan(0.1 * bar);
  });

  test('the flow that leaves is held by the classical one: it ends where another pressure belongs to it', async () => {
    const from = star(pair).initialPressure('20 bar').build();
    const results = await simulateLumped(from, { ...options, until: 1e-3, treat: [treated('pseudo-dynamic', { tolerance: 1e-3 })] });
    // K₁√(100 - p) = K₂√(20 - 10) at the first time, K₂√(p - 10) at the second: 97.5, then 78.1 bar.
    expect((results.series('n.p').y[0] as number) / bar).toBeCloseTo(97.5, 2);
    expect((results.series('n.p').y[1] as number) / bar).toBeCloseTo(97.5, 2);
  });
});

describe('refusals', () => {
  const built = star([...pair, [3e-7, 55]]).build();
  const refused = (treat: readonly TreatmentChoice[], more: LumpedOptions = {}) =>
    simulateLumped(built, { ...options, ...more, treat }).then(
      () => 'ran',
      (error: { code: string; message: string }) => `${error.code} ${error.message}`,
    );
  test.each([
    [/LMP401 no volume 'Vx' to treat, did you mean 'Vs'/, [treated('quasi-steady', {}, 'Vx')], {}],
    [/LMP403 'V1' is treated twice/, [treated('quasi-steady'), treated('pseudo-dynamic', {}, 'V1')], {}],
    [/LMP404 multiple-scales is for 2 throttles, and at 'Vs' there are 3: o0, o1, o2/, [treated('multiple-scales')], {}],
    [/LMP406 pseudo-dynamic holds a pressure/, [treated('pseudo-dynamic')], { step: null, solver: 'dopri5' }],
    [/LMP407 no treatment 'quasi-stedy', did you mean 'quasi-steady'/, [treated('quasi-stedy')], {}],
    [/LMP408 pseudo-dynamic has no setting 'cap'/, [treated('pseudo-dynamic', { cap: 3 })], {}],
    [/LMP409 pseudo-dynamic: iterations is 2.5/, [treated('pseudo-dynamic', { iterations: 2.5 })], {}],
    [/LMP409 advanced-pseudo-dynamic: signed is 2/, [treated('advanced-pseudo-dynamic', { signed: 2 })], {}],
    [/LMP409 pseudo-dynamic: tolerance is -1 Pa/, [treated('pseudo-dynamic', { tolerance: -1 })], {}],
  ] as const)('%s', async (message, treat, more) => {
    expect(await refused(treat, more)).toMatch(message);
  });

  test('LMP402: a line whose pressure a source sets; LMP405: slopes that nobody has', async () => {
    const set = circuit('set')
      .component('s', 'pressureSource', { pressure: '90 bar' })
      .component('o', 'ratedOrifice', { ratedFlow: '1e-7 m3/s', ratedPressureDrop: '1 Pa' })
      .component('t', 'tank')
      .line('L', 's', 'o.in', { volume: '1 l' })
      .direct('o.out', 't')
      .run({ end: '1 ms' })
      .record({ every: '1 ms', signals: ['L.p'] })
      .build();
    await expect(simulateLumped(set, { ...options, treat: [treated('quasi-steady', {}, 'L')] })).rejects.toThrow(
      /no volume of oil whose pressure/,
    );
    const two = star(pair).build();
    await expect(simulateLumped(two, { solver: 'rodas4', treat: [treated('multiple-scales')] })).rejects.toThrow(/would need its slopes/);
  });
});

test('LMP308: what a piston moves behind a shut valve follows from no pressure', async () => {
  const { circuit: drive } = parseCircuit(readFileSync('circuits/cylinder-drive-2023.yaml', 'utf8'), 'cylinder-drive-2023.yaml');
  for (const more of [{ solver: 'rk4', step: 1e-4 }, { solver: 'rodas4' }, { solver: 'radau5' }, { solver: 'dopri5' }]) {
    const { ending, end } = await simulateLumped(drive, { ...more, until: 1e-3, treat: [treated('quasi-steady', {}, 'nA')] });
    expect(ending).toMatchObject({ kind: 'failed', code: 'LMP308', message: expect.stringContaining("no pressure of 'nA' balances") });
    expect(end).toBeLessThan(1e-3);
  }
});

const two = (how: string, signals = 'Vs.p'): string => `ringmain: 1
name: two
components:
  s: { kind: pressureSource, pressure: 100 bar }
  o1: { kind: ratedOrifice, ratedFlow: 2e-7 m3/s, ratedPressureDrop: 1 Pa }
  o2: { kind: ratedOrifice, ratedFlow: 1e-7 m3/s, ratedPressureDrop: 1 Pa }
  t: { kind: tank, pressure: 10 bar }
lines: { Vs: { from: o1.out, to: o2.in, volume: 1 l } }
direct: [{ from: o1.in, to: s }, { from: o2.out, to: t }]
run: { end: 1 ms, treat: { Vs: ${how} } }
record: { every: 1 ms, signals: [${signals}] }
`;

test('a circuit file names them in run.treat; an option takes their place', async () => {
  const end = async (how: string, more: LumpedOptions = {}): Promise<number> =>
    (await simulateLumped(parseCircuit(two(how), 'two.yaml').circuit, { ...options, ...more })).series('Vs.p').y.at(-1) as number;
  expect((await end('quasi-steady')) / between).toBeCloseTo(1, 12);
  // A litre takes longer than a millisecond.
  expect((await end('quasi-steady', { treat: [] })) / between).toBeLessThan(0.5);
  expect((await end('advanced-pseudo-dynamic tolerance=1Pa innerStep=100us')) / between).toBeCloseTo(1, 3);
  await expect(end('quasi')).rejects.toThrow(/no treatment 'quasi'/);
});

test('a file can record what is told of the volumes that it treats, or that the call says are treated', async () => {
  const asked = (how: string, signals: string, more: ParseOptions = {}) => parseCircuit(two(how, signals), 'two.yaml', more).circuit;
  const names = async (of: Circuit, more: LumpedOptions = {}): Promise<string[]> =>
    (await simulateLumped(of, { ...options, ...more })).columns.map(({ name }) => name);
  expect(await names(asked('pseudo-dynamic', 'Vs.residual, Vs.p, Vs.iterations'))).toEqual(['Vs.p', 'Vs.iterations', 'Vs.residual']);
  expect(await names(asked('pseudo-dynamic', '"Vs.*"'))).toEqual(['Vs.p', 'Vs.iterations', 'Vs.residual', 'Vs.tolerance']);
  expect(() => asked('quasi-steady', 'Vs.tolerance')).toThrow(/CIR413/);
  // What the call treats takes the place of the file's.
  const told = asked('quasi-steady', 'Vs.tolerance', { treated: { Vs: 'pseudo-dynamic' } });
  expect(await names(told, { treat: [treated('pseudo-dynamic')] })).toEqual(['Vs.tolerance']);
  expect(() => asked('pseudo-dynamic', 'Vs.tolerance', { treated: {} })).toThrow(/CIR413/);
  await expect(names(told)).rejects.toThrow(/'Vs.tolerance' is a quantity of volumes treated by pseudo-dynamic or advanced/);
  // The line engine treats nothing: what a file has for integrators it leaves out, what is asked for it refuses.
  const lines = await simulate(asked('quasi-steady', 'Vs.iterations, Vs.p'));
  expect(lines.columns.map(({ name }) => name)).toEqual(['Vs.p']);
  await expect(simulate(told, { record: ['Vs.tolerance'] })).rejects.toThrow(/TLM treats none/);
});

describe('as text', () => {
  test('a volume, a treatment, settings with their units', () => {
    expect(parseTreatment('V1=advanced-pseudo-dynamic innerStep=10us, pseudoVolume=1l signed=yes')).toEqual({
      volume: 'V1',
      treatment: 'advanced-pseudo-dynamic',
      settings: { innerStep: 1e-5, pseudoVolume: 1e-3, signed: 1 },
    });
    expect(parseTreatment('a_1.V=multiple-scales form=transient').settings).toEqual({ form: 2 });
  });

  test.each([
    ['V1', /LMP410|'V1' is no treatment/],
    ['V1=quasi-steady:file.json', /takes no file/],
    ['V1=pseudo-dynamic innerStep=10bar', /pseudo-dynamic: innerStep/],
    ['V1=surrogate', /surrogate needs a file/],
    ['V1=pseudo-dynamic tolerance=0Pa', /tolerance is 0Pa/],
    ['V1=pseudo-dynamic iterations=many', /'many' is not a quantity/],
    ['V1=pseudo-dynamic step=10us', /no setting 'step'/],
    ['V1=multiple-scales form=square', /form is 'square'/],
  ])('%s', (text, message) => {
    expect(() => parseTreatment(text)).toThrow(message);
  });

  test('files are checked against the same treatments, and all say what they are, and where from', () => {
    expect([...treatments.keys()]).toEqual([...formsByName.keys()]);
    for (const { name, about, source, settings } of treatments.values()) {
      expect(name).toMatch(/^[a-z-]+$/);
      for (const words of [about, source, ...Object.values(settings).map((setting) => setting.about)])
        expect(words.length).toBeGreaterThan(10);
    }
  });
});
