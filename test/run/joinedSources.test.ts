/** Joined groups without any line: between sources that set pressures, and where nothing flows until a valve opens far from the start. Sealed parts beside them. */
import { describe, expect, test } from 'vitest';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { summaryText } from '../../dist/report/summary.js';
import { simulate } from '../../dist/run/simulate.js';

const read = (text: string) => parseCircuit(`ringmain: 1\nname: joined\n${text}`, 'joined.yaml').circuit;

/** Two orifices of 2 and 1 mm² between pressures that vary: Q² ∝ 4 (p1 - p) = p - p2, so p = (4 p1 + p2)/5. */
const between = read(`
components:
  u: { kind: sine, amplitude: 10, frequency: 5 Hz, offset: 100 }
  p1: { kind: controlledPressureSource, gain: 1 bar }
  o1: { kind: orifice, area: 2 mm2 }
  o2: { kind: orifice, area: 1 mm2 }
  p2: { kind: controlledPressureSource, gain: 0.1 bar }
direct: [{ from: o1.in, to: p1 }, { from: o1.out, to: o2.in }, { from: o2.out, to: p2 }]
signals: [{ from: u, to: p1.demand }, { from: u, to: p2.demand }]
run: { end: 0.2 s }
record: { every: 2 ms, signals: [p1.out.p, o1.out.p, p2.out.p] }
`);

/** The valve passes nothing below 1 bar, so the flow of the pump sets 2 bar. */
const pumped = read(`
components:
  pump: { kind: flowSource, flow: 20 l/min }
  valve: { kind: checkValve, crackingPressure: 1 bar, gradient: 20 l/min/bar }
  tank: { kind: tank }
direct: [{ from: pump, to: valve.in }, { from: valve.out, to: tank }]
run: { end: 20 ms }
record: { every: 1 ms, signals: [pump.out.p] }
`);

/** Trees of up to five check valves without a line, each pump's flow into the tank: name, circuit, pressures before the valves in Pa. */
function trees(count: number): [string, typeof between, number[]][] {
  const random = seeded(5);
  const spread = (from: number, to: number): number => from * (to / from) ** random();
  return Array.from({ length: count }, (_, k) => {
    const valves = Array.from({ length: 2 + (k % 4) }, (_, i) => ({
      behind: k < count / 2 ? i - 1 : Math.floor(random() * (i + 1)) - 1,
      opens: spread(0.01, 300),
      gradient: spread(0.1, 100),
      pumped: 0,
    }));
    valves.forEach((one, i) => {
      if (random() < (k < count / 2 ? 0 : 0.3) || !valves.some(({ behind }) => behind === i)) one.pumped = spread(1, 40);
    });
    const flows = valves.map(({ pumped }) => pumped);
    for (const [i, { behind }] of [...valves.entries()].reverse())
      if (behind >= 0) flows[behind] = (flows[behind] as number) + (flows[i] as number);
    const exact: number[] = [];
    valves.forEach(({ behind, opens, gradient }, i) => exact.push((exact[behind] ?? 0) + (opens + (flows[i] as number) / gradient) * 1e5));
    const components = valves.map(
      ({ opens, gradient, pumped }, i) =>
        `  v${i}: { kind: checkValve, crackingPressure: ${opens} bar, gradient: ${gradient} l/min/bar }\n  j${i}: { kind: junction }\n  p${i}: { kind: flowSource, flow: ${pumped} l/min }`,
    );
    const joins = valves.map(
      ({ behind }, i) =>
        `{ from: v${i}.in, to: j${i} }, { from: p${i}, to: j${i} }, { from: v${i}.out, to: ${behind < 0 ? 'tank' : `j${behind}`} }`,
    );
    const circuit = read(
      `components:\n${components.join('\n')}\n  tank: { kind: tank }\ndirect: [${joins.join(', ')}]\nrun: { end: 1 ms }\nrecord: { every: 1 ms, signals: [${valves.map((_, i) => `v${i}.in.p`)}] }`,
    );
    return [`tree ${k}, ${valves.length} valves`, circuit, exact];
  });
}

const byLines = (circuit: typeof between) => simulate(circuit, { workers: 1 });
const byIntegrator = (circuit: typeof between) => simulateLumped(circuit, { solver: 'rodas4' });

describe('a joined group without lines', () => {
  test.each([
    ['lines', byLines],
    ['rodas4', byIntegrator],
  ])('between controlled sources, by %s: the pressure between the orifices', async (_name, run) => {
    const results = await run(between);
    expect(results.ending).toBeNull();
    const [p1, p, p2] = ['p1.out.p', 'o1.out.p', 'p2.out.p'].map((name) => results.series(name).y) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    expect(p.length).toBeGreaterThan(50);
    // The first row has the values of the components before anything was solved.
    for (let k = 1; k < p.length; k++) {
      const exact = (4 * (p1[k] as number) + (p2[k] as number)) / 5;
      expect(Math.abs((p[k] as number) / exact - 1), `row ${k}`).toBeLessThan(1e-9);
    }
    expect(Math.max(...p1) - Math.min(...p1)).toBeGreaterThan(15e5);
  });

  test.each([
    ['lines', byLines],
    ['rodas4', byIntegrator],
  ])('a pump on a check valve, by %s: the search leaves where nothing has a slope', async (_name, run) => {
    const results = await run(pumped);
    expect(results.ending).toBeNull();
    expect((results.series('pump.out.p').y.at(-1) as number) / 2e5).toBeCloseTo(1, 9);
  });

  // A pump at every end of a tree, check valves along it: what each passes is what its branch takes, so p = p behind + what opens it + Q/gradient.
  test.each(trees(12))('%s, by rodas4: each valve opens behind those that opened before', async (_name, circuit, exact) => {
    const results = await byIntegrator(circuit);
    expect(results.ending).toBeNull();
    for (const [k, p] of exact.entries()) expect((results.series(`v${k}.in.p`).y.at(-1) as number) / p, `valve ${k}`).toBeCloseTo(1, 9);
  });

  test('its account has no part of a content that is none, and no cost of line ends', async () => {
    const text = summaryText(await byLines(pumped));
    expect(text).not.toMatch(/Infinity|NaN|line end/);
    expect(text).toMatch(/^oil balance +no volume keeps oil$/m);
  });
});

describe('a part without a tank', () => {
  const sealed = (rest: string): string => `
fluid: { density: 870 kg/m3, viscosity: 40 cSt, bulkModulus: 1.3e9 Pa }
components:
  cyl: { kind: actuator, bore: 50 mm, rodDiameter: 0 mm, stroke: 300 mm, initialPosition: 150 mm, mass: 1000 kg, viscousFriction: 20 kN s/m }
  push: { kind: constant, value: 1000 }
  a: { kind: blockedEnd }
  b: { kind: blockedEnd }
lines:
  la: { from: cyl.cap, to: a, volume: 150 cm3 }
  lb: { from: cyl.rod, to: b, volume: 150 cm3 }
signals: [{ from: push, to: cyl.load }]
run: { end: 3 s }
record: { every: 0.1 s, signals: [cyl.x, la.p, lb.p] }
${rest}`;

  test.each([
    ['lines', byLines],
    ['rodas4', byIntegrator],
  ])('a hydraulic spring that says what it is filled with, by %s', async (_name, run) => {
    const results = await run(read(sealed('initial: { pressure: 120 bar }')));
    const [la, lb] = ['la.p', 'lb.p'].map((name) => results.series(name).y.at(-1)) as [number, number];
    const area = (Math.PI / 4) * 0.05 ** 2;
    expect(((la - lb) * area) / 1000).toBeCloseTo(1, 4);
    expect((la + lb) / 2 / 120e5).toBeCloseTo(1, 3);
  });

  test('without that it is refused', () => {
    expect(() => read(sealed(''))).toThrow(CircuitError);
    expect(() => read(sealed(''))).toThrow(/CIR320.*'cyl', 'a', 'b'[\s\S]*initial: \{ pressure/);
  });
});
