/** Components that are joined without a line: solved as one, recorded and set by their own names, the limit of small volumes between them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { clusters } from '../../dist/partition/clusters.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { disagreement } from '../support/differences.js';
import { joinedOrifices, orificesAtJunction } from '../support/joinedOrifices.js';

const parse = (text: string): Circuit => parseCircuit(`ringmain: 1\nname: joins\n${text}`, 'joins.yaml').circuit;
const valveText = readFileSync('circuits/compensated-valve.yaml', 'utf8');
const valve = parseCircuit(valveText, 'compensated-valve.yaml').circuit;
/** The same with a volume, m3, where the compensator is joined to its valve. */
const withVolume = (volume: string): Circuit =>
  parseCircuit(
    valveText
      .replace('  - { from: comp.out, to: valve.in }\n', '')
      .replace('lines:\n', `lines:\n  V: { from: comp.out, to: valve.in, volume: ${volume} m3 }\n`),
    'compensated-valve.yaml',
  ).circuit;

describe('orifices that meet at a junction without a volume', () => {
  test('are one component, recorded by their own names', async () => {
    expect(orificesAtJunction.components.map(({ name }) => name)).toEqual(['pump', 'a+b+c+n', 'tank']);
    const results = await simulate(orificesAtJunction, { workers: 1 });
    expect(results.ending).toBeNull();
    const of = (name: string): number[] => [...results.series(name).y];
    const K = 0.62 * Math.sqrt(2 / 870);
    for (const [name, area] of [
      ['a', 8e-6],
      ['b', 5e-6],
      ['c', 2e-6],
    ] as const) {
      const [p, out, q] = [of(`${name}.in.p`), of(`${name}.out.p`), of(`${name}.out.q`)];
      expect(of(`${name}.in.q`).map((x) => -x)).toEqual(q);
      q.slice(1).forEach((flow, k) => {
        const drop = (p[k + 1] as number) - (out[k + 1] as number);
        expect(flow / (area * Math.sqrt(drop))).toBeCloseTo(
          flow === 0 ? 0 : (q.at(-1) as number) / (area * Math.sqrt((p.at(-1) as number) - (out.at(-1) as number))),
          12,
        );
      });
      expect((q.at(-1) as number) / (area * Math.sqrt((p.at(-1) as number) - (out.at(-1) as number)) * K)).toBeCloseTo(1, 6);
    }
    expect(of('n.p')).toEqual(of('a.out.p'));
    expect(of('b.in.p')).toEqual(of('n.p'));
    // What comes goes on, to rounding.
    of('a.out.q').forEach((q, k) => {
      const off = q + (of('b.in.q')[k] as number) + (of('c.in.q')[k] as number);
      expect(Math.abs(off)).toBeLessThanOrEqual(1e-15 * Math.abs(q));
    });
    expect(Math.abs(results.account.balance.mass)).toBeLessThan(1e-12);
  });

  test('a junction with one line is the end of that line', async () => {
    const circuit = joinedOrifices(
      '  - { from: n, to: b.in }\n  - { from: c.in, to: n }\n  - { from: a.in, to: n }\n  - { from: a.out, to: tank }',
      'n',
    );
    const results = await simulate(circuit, { workers: 1 });
    const last = (name: string): number => results.series(name).y.at(-1) as number;
    const p = last('n.p');
    for (const name of ['a', 'b', 'c']) expect(last(`${name}.in.p`)).toBe(p);
    const lumped = await simulateLumped(circuit, { relativeTolerance: 1e-8, transitionPressure: 1 });
    expect((lumped.series('n.p').y.at(-1) as number) / p).toBeCloseTo(1, 3);
    expect(lumped.series('a.in.q').y.at(-1)).toBeLessThan(0);
  });
});

describe('a compensator on its valve', () => {
  test('keeps its flow while the load rises fourfold', async () => {
    const results = await simulate(valve, { workers: 1 });
    expect(results.ending).toBeNull();
    const at = (name: string, t: number): number => results.series(name).y[results.t.findIndex((one) => one >= t)] as number;
    expect(at('valve.out.p', 0.1) / at('valve.out.p', 0.055)).toBeGreaterThan(4);
    expect(at('valve.out.q', 0.1) / at('valve.out.q', 0.055)).toBeCloseTo(1, 2);
    expect(at('valve.in.p', 0.1) - at('valve.out.p', 0.1)).toBeCloseTo(9.8e5, -4);
    expect(results.account.balance.off).toBeLessThan(1e-15);
  });

  test('is the limit of small volumes: the error falls with the volume, and the steps of lines grow', async () => {
    const options = { relativeTolerance: 1e-8, transitionPressure: 1 } as const;
    const exact = await simulateLumped(valve, options);
    const pressure = (results: { series: (name: string) => { y: Float64Array } }): Float64Array => results.series('valve.in.p').y;
    const errors: number[] = [];
    for (const volume of ['1e-5', '1e-6', '1e-7']) {
      const found = pressure(await simulateLumped(withVolume(volume), options));
      errors.push(Math.max(...found.map((p, k) => Math.abs(p - (pressure(exact)[k] as number)))));
    }
    expect((errors[0] as number) / (errors[1] as number)).toBeCloseTo(10, 0);
    expect((errors[1] as number) / (errors[2] as number)).toBeCloseTo(10, 0);
    const accepted = async (circuit: Circuit): Promise<number> => (await simulate(circuit, { workers: 1 })).account.steps.accepted;
    expect(await accepted(withVolume('1e-7'))).toBeGreaterThan(5 * (await accepted(valve)));
  });

  test('opens from shut, and shuts: what is open between the two stays where it was', async () => {
    const shut = parseCircuit(valveText.replaceAll('0.05]', '0]'), 'shut.yaml').circuit;
    const results = await simulate(shut, { workers: 1 });
    expect(results.ending).toBeNull();
    const [p, q] = ['valve.in.p', 'valve.out.q'].map((name) => results.series(name).y) as [Float64Array, Float64Array];
    const during = [...results.t.keys()].filter((k) => (results.t[k] as number) > 0.157 && (results.t[k] as number) < 0.179);
    expect(during.length).toBeGreaterThan(15);
    for (const k of during) expect([q[k], p[k]]).toEqual([0, p[during[0] as number]]);
    expect(q.at(-1)).toBeGreaterThan(3e-4);
  });

  test('slopes of the right-hand side agree with differences to 1e-6 of the row', () => {
    const rng = seeded(3);
    const system = lumpedSystem(valve);
    for (let draw = 0; draw < 10; draw++) {
      const y = new Float64Array(system.size);
      system.initial(y);
      // Supply, load, what is sensed: open, between the stops.
      for (let k = 0; k < y.length; k++) y[k] = [9.8e6, 1e6, 8e5][k % 3] as number;
      for (let k = 0; k < y.length; k++) y[k] = (y[k] as number) * (1 + 0.1 * rng());
      system.arrive(0.05, y, -1);
      const found = disagreement(
        system,
        0.051,
        y,
        y.map((value) => 0.01 * Math.abs(value)),
      );
      expect(found.outside).toEqual([]);
      expect(found.largest, found.where).toBeLessThan(1e-6);
    }
  });

  test('both back ends give the same bits, as lines and as an ODE', async () => {
    const [js, wasm] = [await simulate(valve, { workers: 1, kernels: 'js' }), await simulate(valve, { workers: 1 })];
    expect([js.digest, js.stateDigest]).toEqual([wasm.digest, wasm.stateDigest]);
    const lumped = [];
    for (const kernels of ['js', 'wasm'] as const) lumped.push(await simulateLumped(valve, { kernels }));
    for (const name of ['valve.in.p', 'valve.out.q', 'comp.sensed']) expect(lumped[0]?.series(name).y).toEqual(lumped[1]?.series(name).y);
  });

  test('is set by the names of its members while a run is held', async () => {
    const run = await openRun(valve, { workers: 1, tunable: ['comp.settingPressure'], record: ['valve.in.p', 'valve.out.p'] });
    await run.advance({ until: 0.05 });
    run.set('comp.settingPressure', 2e6);
    run.set('valve.opening', 0.4);
    await run.advance({ until: 0.058 });
    expect(run.read('valve.in.p') - run.read('valve.out.p')).toBeCloseTo(2e6, -5);
    expect(() => run.set('comp.stroke', 1)).toThrow(/comp\.stroke/);
    await run.close();
  });
});

describe('what a group may hold', () => {
  const both = async (circuit: Circuit, names: readonly string[], digits: number): Promise<number[]> => {
    const [lines, lumped] = [
      await simulate(circuit, { workers: 1 }),
      await simulateLumped(circuit, { relativeTolerance: 1e-8, transitionPressure: 1 }),
    ];
    expect([lines.ending, lumped.ending]).toEqual([null, null]);
    expect(Math.abs(lines.account.balance.mass)).toBeLessThan(1e-11);
    return names.map((name) => {
      const [found, other] = [lines, lumped].map((results) => results.series(name).y.at(-1)) as [number, number];
      expect(found / other, name).toBeCloseTo(1, digits);
      return found;
    });
  };

  test('a source that sets the pressure: what it gives is what the others take', async () => {
    const circuit = parse(`components:
  u: { kind: ramp, initialValue: 1, finalValue: 3, startTime: 0 s, duration: 50 ms }
  source: { kind: controlledPressureSource, gain: 50 bar }
  a: { kind: orifice, area: 5 mm2 }
  b: { kind: orifice, area: 2 mm2 }
  tank: { kind: tank }
lines: { L: { from: a.out, to: b.in, length: 2 m, diameter: 20 mm } }
direct: [{ from: source.out, to: a.in }, { from: b.out, to: tank }]
signals: [{ from: u, to: source.demand }]
run: { end: 50 ms, maximumStep: 0.1 ms }
record: { every: 5 ms, signals: [source.out.q, a.in.q, a.out.q] }
`);
    const [given, taken, passed] = (await both(circuit, ['source.out.q', 'a.in.q', 'a.out.q'], 2)) as [number, number, number];
    expect([-taken, passed]).toEqual([given, given]);
    expect(given).toBeGreaterThan(0);
  });

  test('a cylinder behind its valve: states, a stop, a chamber whose oil no line holds', async () => {
    const circuit = parse(
      `components:
  pump: { kind: flowSource, flow: 20 l/min }
  relief: { kind: reliefValve, crackingPressure: 100 bar, gradient: 10 l/min/bar }
  n: { kind: junction }
  valve: { kind: orifice, area: 5 mm2 }
  act: { kind: actuator, bore: 50 mm, rodDiameter: 30 mm, stroke: 100 mm, mass: 100 kg, viscousFriction: 1 kN s/m }
  tank: { kind: tank }
lines:
  A: { from: pump, to: n, length: 2 m, diameter: 20 mm }
  B: { from: n, to: valve.in, length: 2 m, diameter: 20 mm }
  C: { from: n, to: relief.in, length: 1 m, diameter: 20 mm }
  D: { from: act.rod, to: back.in, length: 1 m, diameter: 20 mm }
direct: [{ from: valve.out, to: act.cap }, { from: relief.out, to: tank }, { from: back.out, to: tank }]
run: { end: 1 s }
record: { every: 20 ms, signals: [act.x, act.v, act.cap.p, act.cap.q] }
`.replace('  tank:', '  back: { kind: orifice, area: 20 mm2 }\n  tank:'),
    );
    const [x] = (await both(circuit, ['act.x', 'act.cap.p'], 3)) as [number, number];
    expect(x).toBe(0.1);
    const results = await simulate(circuit, { workers: 1 });
    const [v, q] = ['act.v', 'act.cap.q'].map((name) => results.series(name).y.at(-1));
    expect([v, Math.abs(q as number)]).toEqual([0, 0]);
  });

  test('a mass on a spring: forces meet as pressures do', async () => {
    const circuit = parse(`components:
  push: { kind: forceSource, force: 100 N }
  m: { kind: mass, mass: 50 kg }
  spring: { kind: springDamper, stiffness: 10 kN/m, damping: 2 kN s/m }
  wall: { kind: velocitySource }
lines: { L: { from: spring.b, to: wall, stiffness: 1e9 N/m } }
direct: [{ from: m.a, to: push }, { from: m.b, to: spring.a }]
run: { end: 2 s }
record: { every: 0.1 s, signals: [m.x, m.b.force, spring.a.force] }
`);
    const [x, force, other] = (await both(circuit, ['m.x', 'm.b.force', 'spring.a.force'], 3)) as [number, number, number];
    expect(x).toBeCloseTo(0.01, 5);
    expect(force).toBe(other);
    expect(force).toBeCloseTo(100, 1);
  });
});

/** Stations around a pipe, each with a compensated valve of its own. */
const stations = (count: number): Circuit =>
  parse(`components:
  pump: { kind: flowSource, flow: ${10 * count} l/min }
  relief: { kind: reliefValve, crackingPressure: 150 bar, gradient: ${50 * count} l/min/bar }
  tank: { kind: tank }
  head: { kind: junction }
lines:
  L1: { from: pump, to: head, length: 1 m, diameter: 20 mm }
  L2: { from: head, to: relief.in, length: 1 m, diameter: 20 mm }
  L3: { from: head, to: s0_node, length: 1 m, diameter: 20 mm }
direct: [{ from: relief.out, to: tank }]
subcircuits:
  station:
    components:
      node: { kind: junction }
      comp: { kind: pressureCompensator, settingPressure: 10 bar, range: 3 bar, ratedFlow: 60 l/min, ratedPressureDrop: 5 bar, timeConstant: 3 ms }
      valve: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 10 bar }
      lever: { kind: sine, amplitude: 0.4, frequency: 30 Hz, offset: 0.5 }
      sensed: { kind: junction }
      load: { kind: orifice, area: 3 mm2 }
      sump: { kind: tank }
    lines:
      A: { from: node, to: comp.in, length: 1 m, diameter: 15 mm }
      B: { from: sensed, to: load.in, length: 1 m, diameter: 15 mm }
      C: { from: node, to: next.node, length: 1 m, diameter: 20 mm }
    direct:
      - { from: comp.out, to: valve.in }
      - { from: valve.out, to: sensed }
      - { from: comp.load, to: sensed }
      - { from: load.out, to: sump }
    signals: [{ from: lever, to: valve.opening }]
repeat:
  s: { subcircuit: station, count: ${count}, close: true }
run: { end: 30 ms }
record: { every: 1 ms, signals: ['s*_valve.*', pump.out.p] }
`);

test('equal groups are one batch; by any plan and any number of threads the bits are those of one thread', async () => {
  const circuit = stations(6);
  const kinds = new Set(circuit.components.flatMap(({ name, kind }) => (name.includes('+') ? [kind] : [])));
  expect(kinds.size).toBe(1);
  const serial = await simulate(circuit, { workers: 1 });
  expect(serial.ending).toBeNull();
  expect(serial.account.steps.rejected).toBeGreaterThan(0);
  const rng = seeded(11);
  const { count, of } = clusters(circuit);
  for (let draw = 0; draw < (isFull ? 10 : 2); draw++) {
    const parts = 2 + (draw % 2);
    const part = Int32Array.from({ length: count }, (_, k) => (k < parts ? k : Math.floor(rng() * parts)));
    const plan: Plan = describePlan(
      circuit,
      of.map((cluster) => part[cluster] as number),
      parts,
      { method: 'chance', source: 'test' },
    );
    const { digest, stateDigest, ending } = await simulate(circuit, { plan, driver: isFull || draw > 0 ? 'parallel' : 'serial' });
    expect(ending).toBeNull();
    expect([digest, stateDigest]).toEqual([serial.digest, serial.stateDigest]);
  }
});

test.runIf(isFull)(
  'waves that have not come yet, of 1e-13 Pa and less, are nothing to a group: many stations at a fixed step',
  async () => {
    // In 150 steps what the pump sends comes to 150 of them on either side.
    const circuit = stations(isFull ? 1000 : 320);
    const results = await simulate({ ...circuit, run: { ...circuit.run, end: 3e-3, step: 2e-5 } }, { workers: 1 });
    expect(results.ending).toBeNull();
  },
);

/**
 * A net of orifices, areas over six decades, between two supplies and a tank, and the flows at each of its joints, '-' before those that leave; null where a junction
 * would have one end. `atLines`: the orifices are joined to the junctions where lines of pump and relief valve meet, in place of lines from there.
 */
function randomNet(rng: () => number, atLines: boolean): { circuit: Circuit; joints: string[][] } | null {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(rng() * list.length)] as T;
  const nodes = Array.from({ length: 1 + Math.floor(rng() * 4) }, (_, k) => `n${k}`);
  const branches = nodes.map((node, k) => [
    k === 0 ? 'A' : rng() < 0.3 ? pick(['A', 'B', 'T']) : (nodes[Math.floor(rng() * k)] as string),
    node,
  ]);
  for (let more = 1 + Math.floor(rng() * 5); more > 0; more--)
    branches.push([rng() < 0.6 ? pick(['A', 'B', 'T']) : pick(nodes), pick(nodes)]);
  branches.push(['T', nodes.at(-1) as string]);
  const kept = branches.filter(([a, b]) => a !== b) as [string, string][];
  if (nodes.some((node) => kept.flat().filter((one) => one === node).length < 2)) return null;
  const supplies = ['A', 'B'].filter((one) => kept.some(([a]) => a === one));
  const [components, lines, direct]: string[][] = [[], [], []] as string[][];
  for (const node of nodes) components?.push(`${node}: { kind: junction }`);
  kept.forEach(([a, b], k) => {
    components?.push(`o${k}: { kind: orifice, area: ${(10 ** (rng() * 6 - 3)).toFixed(6)} mm2 }`);
    if (supplies.includes(a) && atLines) direct?.push(`- { from: o${k}.in, to: j${a} }`);
    else if (supplies.includes(a)) lines?.push(`L${k}: { from: j${a}, to: o${k}.in, length: 1 m, diameter: 20 mm }`);
    else direct?.push(`- { from: o${k}.in, to: ${a === 'T' ? 'tank' : a} }`);
    direct?.push(`- { from: o${k}.out, to: ${b} }`);
  });
  for (const one of supplies) {
    components?.push(`j${one}: { kind: junction }`, `p${one}: { kind: flowSource, flow: ${(40 * rng()).toFixed(2)} l/min }`);
    components?.push(`r${one}: { kind: reliefValve, crackingPressure: ${(50 + 100 * rng()).toFixed(1)} bar, gradient: 50 l/min/bar }`);
    lines?.push(
      `S${one}: { from: j${one}, to: p${one}, length: 1 m, diameter: 20 mm }`,
      `R${one}: { from: j${one}, to: r${one}.in, length: 1 m, diameter: 20 mm }`,
    );
    direct?.push(`- { from: r${one}.out, to: tank }`);
  }
  const section = (list: readonly string[] | undefined): string => (list ?? []).map((entry) => `  ${entry}\n`).join('');
  const circuit = parse(
    `components:\n${section(components)}  tank: { kind: tank }\nlines:\n${section(lines)}direct:\n${section(direct)}run: { end: 20 ms }\nrecord: { every: 5 ms, signals: ['*.q', 'n*.p'] }\n`,
  );
  const joined = [...nodes, ...(atLines ? supplies : [])];
  const joints = joined.map((node) => kept.flatMap(([a, b], k) => (a === node ? [`o${k}.in.q`] : b === node ? [`o${k}.out.q`] : [])));
  joints.slice(nodes.length).forEach((flows, k) => flows.push(`-S${supplies[k]}.q`, `-R${supplies[k]}.q`));
  return { circuit, joints };
}

test.each([
  ['behind lines', false],
  ['where lines meet', true],
])('nets of orifices by chance, %s: all are solved from rest on, and what comes to a joint goes on, to 1e-12', async (_, atLines) => {
  const rng = seeded(5);
  let nets = 0;
  while (nets < (isFull ? 200 : 4)) {
    const net = randomNet(rng, atLines);
    if (!net) continue;
    nets++;
    // Every net is kernels of its own, which JavaScript has in less time.
    const results = await simulate(net.circuit, { workers: 1, kernels: isFull ? 'wasm' : 'js' });
    expect(results.ending, `net ${nets}`).toBeNull();
    for (const names of net.joints) {
      const flows = names.map((name) =>
        name.startsWith('-') ? -(results.series(name.slice(1)).y.at(-1) as number) : (results.series(name).y.at(-1) as number),
      );
      const sum = flows.reduce((a, b) => a + b, 0);
      expect(Math.abs(sum)).toBeLessThanOrEqual(1e-12 * Math.max(...flows.map(Math.abs)) + 1e-25);
    }
  }
});
