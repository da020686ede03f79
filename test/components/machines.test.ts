/** Pumps and motors with losses, drives and ripple; hand pump. */
import { describe, expect, test } from 'vitest';
import { bar, between, byTlm, litres, solvers } from '../support/between.js';
import { Law } from '../support/laws.js';

const fluid = { density: 870, viscosity: 46e-6, bulkModulus: 1.6e9, vapourPressure: -1e5 };
/** Pumps that fill whatever their inlet; how they fill: filling.test.ts. */
const always = { requiredInletPressure: 0, ratedSpeed: 157 };
const mu = 870 * 46e-6;
const D = 50e-6 / (2 * Math.PI);
const omega = (1500 * 2 * Math.PI) / 60;

describe('pumpWithLosses', () => {
  const none = {
    ...always,
    displacement: D,
    slipCoefficient: 0,
    turbulentCoefficient: 0,
    viscousCoefficient: 0,
    coulombCoefficient: 0,
    constantTorque: 0,
    hydrodynamicCoefficient: 0,
  };
  const law = (losses: Partial<typeof none>) => new Law('pumpWithLosses', { ...none, ...losses }, fluid);
  const at = (dp: number, speed = omega) => ({ 'in.p': 1e5, 'out.p': 1e5 + dp, speed });
  /** Wilson's efficiencies: 1 - cs Δp/(μ ω) and 1/(1 + cf + cv μ ω/Δp). */
  const [cs, cv, cf] = [2e-9, 1.2e5, 0.03];

  test("volumetric efficiency is Wilson's 1 - cs Δp/(μ ω), and falls with pressure", () => {
    for (const dp of [50 * bar, 200 * bar, 350 * bar])
      expect(law({ slipCoefficient: cs }).flow('out', at(dp)) / (D * omega)).toBeCloseTo(1 - (cs * dp) / (mu * omega), 12);
  });

  test("torque is D Δp (1 + cf + cv μ ω/Δp): Wilson's hydromechanical efficiency", async () => {
    for (const pressure of [50, 200, 350]) {
      const end = await byTlm(
        between('pumpWithLosses', {
          parameters: { displacement: '50 cc/rev', viscousCoefficient: cv, coulombCoefficient: cf },
          ports: { in: '0 bar', out: `${pressure} bar` },
          inputs: { speed: omega },
          end: '0.1 s',
        }),
      );
      const dp = pressure * bar;
      expect((D * dp) / end.last('torque')).toBeCloseTo(1 / (1 + cf + (cv * mu * omega) / dp), 9);
      expect(end.last('power') / (end.last('torque') * omega)).toBeCloseTo(1, 12);
    }
  });

  test('turbulent slip goes with the root of the pressure, laminar slip with the pressure', () => {
    const slip = (losses: Partial<typeof none>, dp: number) => D * omega - law(losses).flow('out', at(dp));
    expect(slip({ turbulentCoefficient: 5e-4 }, 4e7) / slip({ turbulentCoefficient: 5e-4 }, 1e7)).toBeCloseTo(2, 9);
    expect(slip({ slipCoefficient: cs }, 4e7) / slip({ slipCoefficient: cs }, 1e7)).toBeCloseTo(4, 9);
  });

  test('a motor at the same speed gives back less than the oil brings, and takes more oil', async () => {
    const parameters = { displacement: '50 cc/rev', slipCoefficient: cs, viscousCoefficient: cv, coulombCoefficient: cf };
    const end = await byTlm(
      between('pumpWithLosses', { parameters, ports: { in: '200 bar', out: '0 bar' }, inputs: { speed: omega }, end: '0.1 s' }),
    );
    const hydraulic = 200 * bar * end.last('out.q');
    expect(-end.last('power')).toBeGreaterThan(0.5 * hydraulic);
    expect(-end.last('power')).toBeLessThan(hydraulic);
    expect(end.last('out.q')).toBeGreaterThan(D * omega);
  });
});

describe('electricMotorPump', () => {
  const synchronous = (2 * Math.PI * 1500) / 60;
  const parameters = {
    displacement: '50 cc/rev',
    synchronousSpeed: '1500 rev/min',
    breakdownTorque: '300 Nm',
    breakdownSlip: 0.15,
    inertia: '0.1 kg m2',
  };
  const kloss = (slip: number) => (2 * 300) / (slip / 0.15 + 0.15 / slip);

  test.each(solvers)(
    'by %s it runs up (against 50 bar; its starting torque does not do against 200) and slips until the torque of Kloss is D Δp',
    async (_, run) => {
      for (const pressure of [50, 200]) {
        const initialSpeed = pressure > 100 ? '1450 rev/min' : '0 rev/min';
        const end = await run(
          between('electricMotorPump', {
            parameters: { ...parameters, initialSpeed },
            ports: { in: '0 bar', out: `${pressure} bar` },
            end: '3 s',
          }),
        );
        const slip = 1 - end.last('speed') / synchronous;
        expect(slip).toBeGreaterThan(0);
        expect(slip).toBeLessThan(0.15);
        expect(kloss(slip) / (D * pressure * bar)).toBeCloseTo(1, 4);
        expect(end.last('out.q') / (D * end.last('speed'))).toBeCloseTo(1, 9);
      }
    },
  );

  test('its first acceleration is the starting torque over the inertia; its greatest torque is at breakdown slip', () => {
    const SI = {
      displacement: D,
      slipCoefficient: 0,
      viscousCoefficient: 0,
      synchronousSpeed: synchronous,
      breakdownTorque: 300,
      breakdownSlip: 0.15,
      inertia: 0.1,
      viscousFriction: 0,
      initialSpeed: 0,
    };
    const law = new Law('electricMotorPump', SI, fluid);
    const rate = (slip: number, voltage = 1) => law.rate('speed', { 'in.p': 0, 'out.p': 0, speed: synchronous * (1 - slip), voltage });
    expect(0.1 * rate(1)).toBeCloseTo((2 * 300 * 0.15) / (1 + 0.15 ** 2), 9);
    expect(0.1 * rate(0.15)).toBeCloseTo(300, 9);
    expect(0.1 * rate(0.15, 0.5)).toBeCloseTo(75, 9);
    expect(Math.abs(rate(0))).toBe(0);
    expect(rate(-0.05)).toBeLessThan(0);
  });

  test('beyond its breakdown torque it stalls', async () => {
    const end = await byTlm(
      between('electricMotorPump', {
        parameters: { ...parameters, initialSpeed: '1450 rev/min' },
        ports: { in: '0 bar', out: '400 bar' },
        end: '1 s',
      }),
    );
    expect(D * 400 * bar).toBeGreaterThan(300);
    expect(end.last('speed')).toBeLessThan(0.5 * synchronous);
  });
});

describe('variableMotor', () => {
  const parameters = { displacement: '50 cc/rev', timeConstant: '20 ms', inertia: '0.5 kg m2', viscousFriction: '0.4 Nm s/rad' };
  const driven = (demand: number, load = 0) =>
    between('variableMotor', { parameters, ports: { in: '100 bar', out: '0 bar' }, inputs: { demand, load }, end: '12 s' });

  test.each(solvers)('by %s its speed is (X D Δp - T_L)/c, either way by its swash', async (_, run) => {
    for (const [swash, load] of [
      [1, 0],
      [0.4, 10],
      [-0.6, 0],
    ] as const) {
      const end = await run(driven(swash, load));
      expect(end.last('speed') / ((swash * D * 100 * bar - load) / 0.4)).toBeCloseTo(1, 3);
      expect(end.last('out.q') / (swash * D * end.last('speed'))).toBeCloseTo(1, 6);
    }
  });
});

describe('pistonPump', () => {
  test.each([3, 4, 7, 8, 9])('of %i pistons its flow is the sum of their half sines', (pistons) => {
    const law = new Law('pistonPump', { ...always, displacement: D, speed: omega, pistons, slipCoefficient: 0, initialAngle: 0 }, fluid);
    const flow = (angle: number) => law.flow('out', { 'in.p': 0, 'out.p': 1e7, angle, shaftSpeed: omega }) / (D * omega);
    // Each piston delivers π/z of the mean at the top of its half sine.
    const pistonsAt = (angle: number) =>
      (Math.PI / pistons) *
      Array.from({ length: pistons }, (_, k) => Math.max(0, Math.sin(angle + (2 * Math.PI * k) / pistons))).reduce((a, b) => a + b, 0);
    const [n, arch] = [600, (2 * Math.PI) / pistons];
    let [mean, worst, low, high] = [0, 0, 2, 0];
    for (let k = 0; k < n; k++) {
      const angle = (k / n) * arch;
      mean += flow(angle) / n;
      [low, high] = [Math.min(low, pistonsAt(angle)), Math.max(high, pistonsAt(angle))];
      worst = Math.max(worst, Math.abs(flow(angle) - pistonsAt(angle)));
    }
    const a = Math.PI / (pistons % 2 === 0 ? pistons : 2 * pistons);
    // A sum over arches with cusps, (π/n)²/6 of a 600th squared.
    expect(mean).toBeCloseTo(1, 5);
    expect((high - low) / (a * Math.tan(a / 2))).toBeCloseTo(1, 4);
    expect(worst).toBeLessThan(1e-13);
  });

  test('into a volume it makes a ripple of 2 z times the shaft frequency', async () => {
    const made = between('pistonPump', {
      parameters: { displacement: '50 cc/rev', speed: '1500 rev/min', pistons: 9 },
      ports: { in: '0 bar', out: '-75 l/min' },
      initialPressure: '100 bar',
      end: '0.05 s',
      step: '10 us',
    });
    const { y } = (await byTlm({ ...made, record: { ...made.record, every: 1e-5 } })).series('out.q');
    const mean = y.reduce((a, b) => a + b, 0) / y.length;
    let crossings = 0;
    for (let n = 2; n < y.length; n++) if ((y[n - 1] as number) < mean && (y[n] as number) >= mean) crossings++;
    expect(Math.abs(crossings - 0.05 * 25 * 18)).toBeLessThanOrEqual(1);
  });
});

describe('handPump', () => {
  const parameters = { plungerDiameter: '20 mm', stroke: '50 mm', deadVolume: '2 ml', gradient: '0.5 l/min/bar', leverRatio: 10 };
  const area = (Math.PI / 4) * 0.02 ** 2;
  const pumped = (out: string, speed: readonly [number, number], end: string) =>
    between('handPump', { parameters, ports: { in: '0 bar', out }, inputs: { speed }, end, volume: '1 l', step: '50 us' });

  test.each(solvers)('by %s a stroke delivers A s less what the chamber is compressed by, and then holds', async (_, run) => {
    // 0.5 m/s of the hand for 1 s is the stroke of 50 mm; before, the chamber of 2 ml + A s is at 0.
    const end = await run(pumped('blocked', [0, 0.5], '1.5 s'));
    expect(end.last('x')).toBe(0.05);
    // Line and chamber together: (1 l + V_0 + A (s - x)) dp/B = A dx; a check valve keeps its cracking pressure.
    const expected = 1.6e9 * Math.log((1e-3 + 2e-6 + area * 0.05) / (1e-3 + 2e-6));
    expect(end.last('out.p') / expected).toBeCloseTo(1, 3);
    expect(Math.abs(end.last('out.q')) / litres).toBeLessThan(1e-4);
  });

  test('while it delivers, the hand bears A p/lever ratio', async () => {
    const end = await byTlm(pumped('100 bar', [0, 0.5], '0.6 s'));
    expect(end.last('out.q') / (area * 0.05)).toBeCloseTo(1, 4);
    expect(end.last('handForce') / ((area * 101.98 * bar) / 10)).toBeCloseTo(1, 3);
  });

  test('drawn back, it fills from its inlet, and nothing returns from its outlet', async () => {
    const end = await byTlm(pumped('100 bar', [0.5, -0.2], '0.2 s'));
    expect(end.last('in.q') / (-area * 0.02)).toBeCloseTo(1, 3);
    expect(Math.abs(end.last('out.q'))).toBe(0);
  });

  test.each(solvers)(
    'by %s drawn faster than it fills, its chamber has a cavity at vapour pressure, and delivers once that is closed',
    async (_, run) => {
      // A x' = 0.94 l/min, of which the inlet valve passes G (0 - p_vapour - p_v) = 0.18 l/min.
      const slow = { ...parameters, gradient: '0.2 l/min/bar' };
      const suction = 0.2 * (1 - 0.1) * litres;
      const drawn = area * 0.05;
      const of = (speed: readonly [number, number], end: string, x0 = parameters) =>
        run(between('handPump', { parameters: x0, ports: { in: '0 bar', out: '0 bar' }, inputs: { speed }, end, step: '20 us' }));
      const end = await of([0.5, -0.5], '0.2 s', slow);
      expect(Math.min(...end.series('chamberPressure').y)).toBeCloseTo(-1e5, 3);
      expect(end.last('in.q') / -suction).toBeCloseTo(1, 12);
      expect(end.last('content') / (-0.1 * (drawn - suction))).toBeCloseTo(1, 2);
      // Then, at the stop, it fills at that rate until it is full.
      const { t, y } = (await of([0.5, -0.5], '0.8 s', slow)).series('content');
      const full = t[Array.from(y).findLastIndex((z) => z < 0)] as number;
      expect((full - 0.2) / (0.1 * (drawn / suction - 1))).toBeCloseTo(1, 2);
    },
  );

  test('begins with its chamber at the pressure of the inlet', async () => {
    const end = await byTlm(between('handPump', { parameters, ports: { in: '2 bar', out: '50 bar' }, inputs: { speed: 0 }, end: '10 ms' }));
    expect((end.series('chamberPressure').y[1] as number) / (2 * bar)).toBeCloseTo(1, 9);
    expect(Math.abs(end.last('in.q'))).toBe(0);
  });
});
