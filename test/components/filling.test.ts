/** How pumps fill: all kinds take in what filling.ts says, by lines and by an integrator, and deliver no more. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { library } from '../../dist/components/library.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

const bar = 1e5;
const required = 0.7 * bar;
const vapour = -1 * bar;

/** 60 cc/rev at 1500 rev/min, full stroke, no leakage: what else a kind needs to deliver that against 50 bar, and what turns it. */
const pumps: Readonly<
  Record<string, readonly [parameters: string, more?: { components?: string; lines?: string; direct?: string; signals?: string }]>
> = {
  pump: ['speed: 1500 rev/min'],
  variablePump: [
    'speed: 1500 rev/min, timeConstant: 50 ms, initialSwash: 1',
    { components: 'u: { kind: constant, value: 1 }', signals: '{ from: u, to: pump.demand }' },
  ],
  pressureCompensatedPump: ['speed: 1500 rev/min, settingPressure: 200 bar, range: 10 bar'],
  loadSensingPump: [
    'speed: 1500 rev/min, settingPressure: 200 bar, range: 20 bar, margin: 20 bar',
    {
      components: 'load: { kind: pressureSource, pressure: 100 bar }',
      lines: 'l: { from: pump.load, to: load, volume: 0.1 l, initialPressure: 100 bar }',
    },
  ],
  torqueLimitedPump: ['speed: 1500 rev/min, settingPressure: 200 bar, range: 10 bar, torque: 500 Nm'],
  pumpWithLosses: [
    'ratedSpeed: 1500 rev/min',
    { components: 'u: { kind: constant, value: 157.07963267948966 }', signals: '{ from: u, to: pump.speed }' },
  ],
  // Without load but that of 50 bar it slips by 4e-6 of its speed.
  electricMotorPump: ['synchronousSpeed: 1500 rev/min, breakdownTorque: 1e6 Nm, inertia: 0.05 kg m2, initialSpeed: 1500 rev/min'],
  // Ripple of 5e-5.
  pistonPump: ['speed: 1500 rev/min, pistons: 101'],
  shaftPump: [
    'inertia: 0.05 kg m2, viscousFriction: 2 Nm s/rad, initialSpeed: 1500 rev/min',
    {
      components: 'engine: { kind: speedSource, speed: 1500 rev/min }',
      lines: 's: { from: engine, to: pump.shaft, stiffness: 100 kNm/rad }',
    },
  ],
};
const full = (60e-6 * 1500) / 60;

test('these are all the pumps of the library but the hand pump, whose chamber fills by a valve of its own', () => {
  const filling = [...library.values()].filter(({ parameters }) => 'requiredInletPressure' in parameters).map(({ kind }) => kind);
  expect(filling.sort()).toEqual(Object.keys(pumps).sort());
  const named = [...library.keys()].filter((kind) => /pump/i.test(kind) && kind !== 'handPump');
  expect(filling.sort()).toEqual(named.sort());
});

/** The pump between `suction` (components, lines and direct connections that end in pump.in) and a pressure of 50 bar. */
function around(kind: string, suction: { components: string; lines?: string; direct: string }): ReturnType<typeof parseCircuit>['circuit'] {
  const [parameters, { components = '', lines = '', direct = '', signals = '' } = {}] = pumps[kind] as (typeof pumps)[string];
  return parseCircuit(
    `
ringmain: 1
name: filling
fluid: { density: 870 kg/m3, viscosity: 46 cSt, bulkModulus: 16000 bar, vapourPressure: -1 bar }
components:
  pump: { kind: ${kind}, displacement: 60 cc/rev, ${parameters} }
  delivery: { kind: pressureSource, pressure: 50 bar }
  ${[components, suction.components].filter(Boolean).join('\n  ')}
lines:
  d: { from: pump.out, to: delivery, volume: 0.5 l, initialPressure: 50 bar }
  ${[lines, suction.lines].filter(Boolean).join('\n  ')}
direct: [${[direct, suction.direct].filter(Boolean).join(', ')}]
signals: [${signals}]
run: { end: 0.3 s, maximumStep: 1 ms }
record: { signals: [pump.in.p, pump.in.q, pump.out.q] }`,
    'filling.yaml',
  ).circuit;
}

const last = (results: { series(name: string): { y: Float64Array } }, name: string): number => results.series(name).y.at(-1) as number;
const solvers = [
  ['lines', (circuit: ReturnType<typeof around>) => simulate(circuit, { workers: 1 })],
  ['rodas4', (circuit: ReturnType<typeof around>) => simulateLumped(circuit, { relativeTolerance: 1e-7 })],
] as const;

describe.each(Object.keys(pumps))('%s', (kind) => {
  test.each(solvers)('by %s it delivers 95 %% where the inlet has what is required, in proportion below, all above', async (_, run) => {
    for (const pressure of [0, -0.3, -0.65, -0.95]) {
      const results = await run(
        around(kind, { components: `suction: { kind: tank, pressure: ${pressure} bar }`, direct: '{ from: pump.in, to: suction }' }),
      );
      expect(results.ending).toBeNull();
      const share = Math.min(1, (0.95 * (pressure * bar - vapour)) / required);
      expect(last(results, 'pump.out.q') / full).toBeCloseTo(share, 3);
      expect(last(results, 'pump.in.q') / last(results, 'pump.out.q')).toBeCloseTo(-1, 12);
    }
  });

  test.each(solvers)('by %s it draws through an orifice what that lets pass, and leaves no cavity', async (_, run) => {
    const area = 10e-6;
    const results = await run(
      around(kind, {
        components: `suction: { kind: tank }\n  strainer: { kind: orifice, area: ${area} m2 }`,
        lines: 'i: { from: strainer.out, to: pump.in, volume: 0.5 l }',
        direct: '{ from: strainer.in, to: suction }',
      }),
    );
    // K √(0 - p) = 0.95 Q (p - p_v)/p_r
    const K = 0.62 * area * Math.sqrt(2 / 870);
    const excess = (p: number): number => K * Math.sqrt(-p) - (0.95 * full * (p - vapour)) / required;
    let [low, high] = [vapour, 0];
    for (let n = 0; n < 60; n++) [low, high] = excess((low + high) / 2) > 0 ? [(low + high) / 2, high] : [low, (low + high) / 2];
    expect(results.ending).toBeNull();
    expect(last(results, 'pump.in.p') / low).toBeCloseTo(1, 3);
    expect(last(results, 'pump.out.q') / (K * Math.sqrt(-low))).toBeCloseTo(1, 3);
    expect(results.account.cavitation.places).toBe(0);
    if (results.engine === 'lines') expect(results.account.balance.mass).toBeLessThan(1e-10);
  });
});

test('a pump swung over centre draws from its outlet, and fills there', async () => {
  const { circuit } = parseCircuit(
    `
ringmain: 1
name: over-centre
components:
  u: { kind: constant, value: -1 }
  pump: { kind: variablePump, displacement: 60 cc/rev, speed: 1500 rev/min, timeConstant: 50 ms, initialSwash: -1 }
  low: { kind: tank, pressure: -0.65 bar }
  high: { kind: tank, pressure: 50 bar }
direct: [{ from: pump.out, to: low }, { from: pump.in, to: high }]
signals: [{ from: u, to: pump.demand }]
run: { end: 10 ms }
record: { signals: [pump.in.q, pump.out.q] }`,
    'over-centre.yaml',
  );
  const results = await simulate(circuit, { workers: 1 });
  expect(last(results, 'pump.in.q') / full).toBeCloseTo(0.95 / 2, 6);
  expect(last(results, 'pump.out.q') / full).toBeCloseTo(-0.95 / 2, 6);
});
