/** Gaps, tubes, fittings and filters against their published characteristics; the oil is one of 870 kg/m3 and 46 cSt. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { constant, pumped, type Solver, solved, solvers } from '../support/bothSolvers.js';
import { Law, type Values } from '../support/laws.js';

const [density, viscosity] = [870, 46e-6];
const fluid = { density, viscosity };
const mu = density * viscosity;
const flow = (law: Law, dp: number, more: Values = {}): number => law.flow('out', { 'in.p': dp, 'out.p': 0, ...more });
const slope = (law: Law, dp: number, more: Values = {}): number => law.slope('out.q', 'in.p', { 'in.p': dp, 'out.p': 0, ...more });
const close = (value: number, wanted: number, within = 1e-12): void => expect(Math.abs(value / wanted - 1)).toBeLessThan(within);

test.each([
  ['annularGap', { diameter: 20e-3, clearance: 10e-6, length: 30e-3, eccentricity: 0.5 }, { velocity: 0 }],
  ['capillary', { diameter: 1e-3, length: 20e-3, entranceCoefficient: 2.28 }, {}],
  ['fittingLoss', { diameter: 20e-3, laminarLoss: 800, turbulentLoss: 0.25 }, {}],
  ['flowNumberOrifice', { area: 3e-6, hydraulicDiameter: 1e-3, dischargeCoefficient: 0.7, criticalFlowNumber: 1000 }, {}],
  ['pipeFriction', { diameter: 10e-3, length: 5 }, {}],
])('%s: odd, never falling, with a finite slope where nothing flows; what enters leaves', (kind, parameters, more) => {
  const law = new Law(kind, parameters, fluid);
  expect(Math.abs(flow(law, 0, more))).toBe(0);
  expect(slope(law, 0, more)).toBeGreaterThan(0);
  expect(slope(law, 0, more)).toBeLessThan(1e-3);
  let before = 0;
  for (let dp = 1e-3; dp < 4e7; dp *= 1.5) {
    const q = flow(law, dp, more);
    expect(q).toBeGreaterThan(before);
    expect(law.flow('in', { 'in.p': dp, 'out.p': 0, ...more })).toBe(-q);
    expect(law.flow('out', { 'in.p': 0, 'out.p': dp, ...more })).toBe(-q);
    before = q;
  }
});

describe('annularGap', () => {
  const gap = (eccentricity: number): Law =>
    new Law('annularGap', { diameter: 20e-3, clearance: 10e-6, length: 30e-3, eccentricity }, fluid);

  test('of 20 mm, 10 um and 30 mm passes 43.6 mm3/s at 100 bar, and 2.5 times that when it lies at the wall', () => {
    const q = (Math.PI * 20e-3 * 1e-15 * 1e7) / (12 * mu * 30e-3);
    close(flow(gap(0), 1e7, { velocity: 0 }), q);
    expect(q * 1e9).toBeCloseTo(43.61, 1);
    close(flow(gap(1), 1e7, { velocity: 0 }), 2.5 * q);
  });

  test('a wall that moves takes half of the gap along', () => {
    close(flow(gap(0.3), 0, { velocity: 0.5 }), Math.PI * 20e-3 * 10e-6 * 0.25);
  });
});

describe('capillary', () => {
  test('takes what Hagen-Poiseuille and 2.28 ρ v²/2 take together, both ways', () => {
    const law = new Law('capillary', { diameter: 1e-3, length: 20e-3, entranceCoefficient: 2.28 }, fluid);
    const area = (Math.PI / 4) * 1e-6;
    for (const q of [-2e-5, -1e-8, 1e-9, 1e-6, 3e-5]) {
      const drop = (128 * mu * 20e-3 * q) / (Math.PI * 1e-12) + (2.28 * density * q * Math.abs(q)) / (2 * area ** 2);
      close(flow(law, drop), q);
    }
  });

  test('long and thin it is Hagen-Poiseuille alone', () => {
    const law = new Law('capillary', { diameter: 0.3e-3, length: 1, entranceCoefficient: 2.28 }, fluid);
    close(flow(law, 1e6), (Math.PI * 0.3e-3 ** 4 * 1e6) / (128 * mu), 1e-4);
  });
});

describe('fittingLoss', () => {
  const [d, area] = [20e-3, (Math.PI / 4) * 20e-3 ** 2];
  const law = new Law('fittingLoss', { diameter: d, laminarLoss: 800, turbulentLoss: 0.25 }, fluid);

  test('a bend of 20 mm loses (800/Re + 0.25 (1 + 25.4/20)) ρ v²/2 at Reynolds numbers from 1 to 1e5', () => {
    for (const reynolds of [1, 30, 1000, 3e4, 1e5]) {
      const v = (reynolds * viscosity) / d;
      close(flow(law, ((800 / reynolds + 0.25 * (1 + 25.4 / 20)) * density * v ** 2) / 2), v * area);
    }
  });
});

describe('flowNumberOrifice', () => {
  const [area, diameter, most, critical] = [3e-6, 1e-3, 0.7, 1000];
  const law = new Law(
    'flowNumberOrifice',
    { area, hydraulicDiameter: diameter, dischargeCoefficient: most, criticalFlowNumber: critical },
    fluid,
  );
  /** Discharge coefficient at a pressure difference. */
  const coefficient = (dp: number): number => flow(law, dp) / (area * Math.sqrt((2 * dp) / density));

  test('is turbulent far beyond the critical flow number, and has 96.4 % of its coefficient there', () => {
    const at = (lambda: number): number => (density / 2) * ((lambda * viscosity) / diameter) ** 2;
    close(coefficient(at(10 * critical)), most, 1e-8);
    close(coefficient(at(critical)), most * Math.tanh(2), 1e-9);
    close(coefficient(at(critical / 4)), most * Math.tanh(0.5), 1e-8);
  });

  test('is laminar far below: Q = 4 C A d Δp/(λ_c μ)', () => {
    for (const dp of [1e-2, 0.5, 3]) close(flow(law, dp), (4 * most * area * diameter * dp) / (critical * mu), 2e-5);
  });
});

describe('pipeFriction', () => {
  const [diameter, length] = [10e-3, 5];
  const law = new Law('pipeFriction', { diameter, length }, fluid);
  const area = (Math.PI / 4) * diameter ** 2;
  /** Darcy's friction factor at a Reynolds number, by the pressure difference that has this flow. */
  const drop = (factor: number, reynolds: number): number => {
    const v = (reynolds * viscosity) / diameter;
    return ((factor * length) / diameter) * (density / 2) * v * v;
  };
  const flowAt = (reynolds: number): number => ((reynolds * viscosity) / diameter) * area;

  test.each([1, 100, 1100, 2000, 2299])('laminar at Re %d: 64/Re', (reynolds) =>
    close(flow(law, drop(64 / reynolds, reynolds)), flowAt(reynolds)),
  );

  test.each([4001, 1e4, 1e5])('turbulent at Re %d: Blasius, 0.3164 Re^(-1/4)', (reynolds) =>
    close(flow(law, drop(0.3164 * reynolds ** -0.25, reynolds)), flowAt(reynolds), 1e-9),
  );

  test('from 2300 to 4000 flow rises with pressure, and value and slope are those of both laws at the ends', () => {
    const slope = (dp: number): number => law.slope('out.q', 'in.p', { 'in.p': dp, 'out.p': 0 });
    const [laminar, turbulent] = [drop(64 / 2300, 2300), drop(0.3164 * 4000 ** -0.25, 4000)];
    for (const dp of [laminar, turbulent])
      for (const of of [(at: number) => flow(law, at), slope]) close(of(dp * (1 + 1e-9)), of(dp * (1 - 1e-9)), 1e-7);
    close(slope(laminar), flowAt(2300) / laminar, 1e-7);
    close(slope(turbulent), ((4 / 7) * flowAt(4000)) / turbulent, 1e-7);
    for (let part = 0; part <= 1; part += 0.01) {
      const dp = laminar * (turbulent / laminar) ** part;
      expect(slope(dp)).toBeGreaterThan(0);
      close(flow(law, -dp), -flow(law, dp), 1e-15);
    }
  });
});

describe('suddenChange', () => {
  const law = (inDiameter: number, outDiameter: number): Law =>
    new Law('suddenChange', { inDiameter, outDiameter, wallCoefficient: 0.02 }, fluid);
  const coefficient = (one: Law, diameter: number, dp: number): number =>
    Math.abs(dp) / ((density / 2) * (flow(one, dp) / ((Math.PI / 4) * diameter ** 2)) ** 2);

  test('of 10 to 20 mm loses 0.5625 ρ v²/2 forth (Borda and Carnot) and 0.375 back, and the wall', () => {
    close(coefficient(law(10e-3, 20e-3), 10e-3, 1e5), 0.5625 + 0.02, 1e-9);
    close(coefficient(law(10e-3, 20e-3), 10e-3, -1e5), 0.375 + 0.02, 1e-9);
  });

  test('turned round it is the same with in and out exchanged; of one diameter only the wall is left', () => {
    for (const dp of [-3e5, 10, 2e4]) close(flow(law(20e-3, 10e-3), dp), -flow(law(10e-3, 20e-3), -dp));
    close(coefficient(law(10e-3, 10e-3), 10e-3, 1e5), 0.02, 1e-9);
  });
});

describe('filter', () => {
  const parameters = {
    ratedFlow: 1e-3,
    cleanPressureDrop: 5e4,
    laminarShare: 0.8,
    dirtVolume: 2,
    initialLoad: 0,
    bypassPressure: 3e5,
    bypassGradient: 1e-8,
  };
  const law = new Law('filter', parameters, fluid);

  test('clean it goes through its point, with 80 % of the loss laminar', () => {
    close(flow(law, 5e4, { passed: 0 }), 1e-3);
    close(flow(law, 0.8 * 2.5e4 + 0.2 * 1.25e4, { passed: 0 }), 0.5e-3);
    close(flow(law, -5e4, { passed: 0 }), -1e-3);
  });

  test('half clogged its laminar loss is twice as large; all clogged only the bypass is left', () => {
    close(flow(law, 2 * 4e4 + 1e4, { passed: 2 * Math.log(2) }), 1e-3);
    expect(flow(law, 2e5, { passed: 1e6 })).toBe(0);
    close(flow(law, 4e5, { passed: 1e6 }), 1e-8 * 1e5);
  });

  test.each(solvers)('by %s a steady flow clogs it by 1 - e^(-V/V_d), whatever the pressure', async (solver) => {
    const built = pumped(
      'filter',
      { ratedFlow: '60 l/min', cleanPressureDrop: '0.5 bar', dirtVolume: '1 l' },
      'in',
      [
        [0, 30],
        [2, 30],
      ],
      { step: 1e-4, signals: ['it.clogged', 'it.out.q', 'L.p'] },
    );
    const done = await solved(built, solver);
    // 1 l has passed, but for the oil that the line took as its pressure rose.
    close(done.last('it.clogged'), 1 - Math.exp(-1), 3e-4);
    close(done.last('L.p'), (0.8 * 2.5e4) / Math.exp(-1) + 0.2 * 1.25e4, 2e-3);
  });

  test.each(solvers)('by %s however long the steps, it clogs up to 1 and never passes oil backwards', async (solver) => {
    // 1 l/min into a line that a bypass holds at 3 bar; the element takes 1e-9 m3 of dirt, what passes in a microsecond.
    const built = pumped(
      'filter',
      {
        ratedFlow: '60 l/min',
        cleanPressureDrop: '0.5 bar',
        dirtVolume: '1e-9 m3',
        bypassPressure: '3 bar',
        bypassGradient: '60 l/min/bar',
      },
      'in',
      [
        [0, 1],
        [1, 1],
      ],
      { step: 1e-3, filter: 0.2, signals: ['it.clogged', 'it.out.q'] },
    );
    const done = await solved(built, solver);
    const clogged = done.of('it.clogged');
    expect(Math.max(...clogged)).toBeGreaterThan(0.99);
    expect(Math.max(...clogged)).toBeLessThanOrEqual(1);
    expect(Math.min(...done.of('it.out.q').subarray(1))).toBeGreaterThanOrEqual(0);
  });
});

describe.each(solvers)('by %s', (solver: Solver) => {
  test('variableOrifice: its area follows the table, flow turns with the pressure', async () => {
    const profile = [
      [0, 0],
      [0.5, 0.1],
      [1, 1],
    ];
    for (const [opening, share, pressure] of [
      [0.25, 0.05, 1e7],
      [0.75, 0.55, 1e7],
      [2, 1, -0.5e5],
      [-1, 0, 1e7],
    ] as const) {
      const built = circuit('opened')
        .fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '1.6 GPa' })
        .component('it', 'variableOrifice', { maximumArea: '20 mm2', profile })
        .component('p', 'pressureSource', { pressure: `${pressure} Pa` })
        .component('t', 'tank')
        .component('u', constant(opening).kind, { value: opening })
        .signal('u', 'it.opening')
        .direct('it.in', 'p')
        .direct('it.out', 't')
        .component('one', 'firstOrderLag', { timeConstant: '1 s' })
        .signal('u', 'one.input')
        .run({ end: '10 ms', step: '1 ms' })
        .record({ every: '1 ms', signals: ['it.out.q'] });
      const q = 0.62 * 20e-6 * share * Math.sign(pressure) * Math.sqrt((2 * Math.abs(pressure)) / density);
      expect(Math.abs((await solved(built, solver)).last('it.out.q') - q)).toBeLessThan(1e-9 * 20e-3);
    }
  });

  test('hoseWall: after a jump of pressure it grows by C p (1 - e^(-t/τ)), and gives all of it back', async () => {
    const built = circuit('swelling')
      .component('it', 'hoseWall', { ratedExpansion: '5 cm3', ratedPressure: '100 bar', relaxationTime: '20 ms' })
      .component('s', 'pressureSource', { pressure: '60 bar' })
      .direct('it.in', 's')
      .run({ end: '0.1 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['it.growth', 'it.in.q'] });
    const done = await solved(built, solver);
    done.of('it.growth').forEach((growth, k) => {
      expect(Math.abs(growth - 3e-6 * (1 - Math.exp(-(done.t[k] as number) / 0.02)))).toBeLessThan(2e-5 * 3e-6);
    });
  });

  test('hoseWall: beside a line it makes the volume softer, V/B + C, and conserves oil', async () => {
    const parameters = { ratedExpansion: '5 cm3', ratedPressure: '100 bar', relaxationTime: '1 ms' };
    const built = pumped(
      'hoseWall',
      parameters,
      'in',
      [
        [0, 3],
        [0.1, 3],
        [0.1, 0],
        [0.2, 0],
      ],
      { step: 1e-4, signals: ['it.growth', 'L.p'] },
    );
    const done = await solved(built, solver);
    const pressure = done.last('L.p');
    close(done.last('it.growth'), 5e-13 * pressure, 1e-6);
    // 5 cm3 went in: into the oil of the line and of what the wall has lent it, and into the wall.
    close((1e-4 / 1.6e9) * pressure + done.last('it.growth'), 5e-6, 4e-3);
  });
});
