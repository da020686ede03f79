/** Hoses: the same bits in every partition and back end, oil, checkpoints, both engines; what walls take they never give back. */
import { describe, expect, test } from 'vitest';
import { filled } from '../../dist/bench/validation/cases/hose.js';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { memoryAccount } from '../../dist/run/memoryAccount.js';
import { openRun } from '../../dist/run/openRun.js';
import type { Session } from '../../dist/run/session.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { disagreement } from '../support/differences.js';
import { random } from '../support/kernelBench.js';
import { resumed, told } from '../support/resumed.js';

type RawLineData = Parameters<CircuitBuilder['line']>[3];
const wall = { model: 'hose', diameter: '20 mm', wallThickness: '5 mm', wallModulus: '500 MPa' } as const;
const slow = { modulus: '1 GPa', retardationTime: '100 ms' };
const fast = { modulus: '300 MPa', retardationTime: '10 ms' };

/** Three hoses, of one, two and four elements, one of them in two segments, beside plain lines; cylinders lend to two of them. */
const machine = (run: Record<string, string> = {}): Circuit =>
  circuit('hoses')
    .fluid({ bulkModulus: '16000 bar', density: '890 kg/m3' })
    .component('pump', 'flowSource', { flow: '20 l/min' })
    .component('relief', 'reliefValve', { crackingPressure: '80 bar', gradient: '60 l/min/bar' })
    .component('tank', 'tank')
    .component('fork', 'junction')
    .component('a', 'singleActingCylinder', { bore: '40 mm', stroke: '5 mm', mass: '400 kg', viscousFriction: '2000 N s/m' })
    .component('b', 'singleActingCylinder', { bore: '30 mm', stroke: '0.5 m', mass: '100 kg', viscousFriction: '1000 N s/m' })
    .component('throttle', 'laminarRestrictor', { conductance: '0.2 l/min/bar' })
    .component('loadA', 'constant', { value: 3000 })
    .component('loadB', 'constant', { value: 2000 })
    .line('delivery', 'pump', 'fork', {
      length: '1 m',
      ...wall,
      creep: [slow, fast, { ...slow, modulus: '2 GPa' }, { ...fast, modulus: '3 GPa' }],
      segments: 2,
    })
    .line('bypass', 'fork', 'relief.in', { length: '1 m', diameter: '20 mm' })
    .line('hoseA', 'fork', 'a.cap', { length: '3 m', ...wall, creep: [slow, fast] })
    .line('pipe', 'fork', 'throttle.in', { length: '2 m', diameter: '20 mm' })
    .line('hoseB', 'throttle.out', 'b.cap', { length: '2 m', ...wall, creep: [fast] })
    .direct('relief.out', 'tank')
    .signal('loadA', 'a.load')
    .signal('loadB', 'b.load')
    .run({ end: '0.2 s', ...run })
    .record({ every: '2 ms', signals: ['*'] })
    .build();

const ways: readonly [string, HeldOptions][] = [
  ['variable steps', {}],
  ['fixed steps', { step: 1e-4 }],
  ['the printed form of lines', { line: 'thesis' }],
  ['attempts that are rejected', { law: 'thesisStrict', pressureError: 1000 }],
];

describe.each(ways)('%s', (_, way) => {
  const hoses = machine();
  const serial = simulate(hoses, { workers: 1, ...way });

  test('the bits are the same in any partitions and by both back ends', async () => {
    const { digest, stateDigest } = await serial;
    const ways = [
      [3, 'js'],
      [1, 'js'],
      [2, 'wasm'],
    ] as const;
    for (const [workers, kernels] of ways.slice(0, isFull ? 3 : 1)) {
      const other = await simulate(hoses, { workers, kernels, driver: 'serial', ...way });
      expect(other.run.partitions).toBe(workers);
      expect({ digest: other.digest, stateDigest: other.stateDigest }).toEqual({ digest, stateDigest });
    }
  });

  test('a run that is saved on the way ends in the same bits, with other partitions', async () => {
    const whole = told(await simulate(hoses, { workers: 1, ...way }));
    expect(told(await resumed(hoses, 0.08, { workers: 1, ...way }, { workers: 3, kernels: 'js', driver: 'serial' }))).toEqual(whole);
  });

  test('what creeps is oil that is stored', async () => {
    const {
      account: { balance },
      ending,
    } = await serial;
    expect(ending).toBeNull();
    expect(balance.mass).toBeLessThan(1e-12);
    expect(balance.through).toBeGreaterThan(1e-5);
  });
});

test('rejected attempts happen, and an exchange at intervals keeps the oil', async () => {
  expect((await simulate(machine(), { workers: 1, law: 'thesisStrict', pressureError: 1000 })).account.steps.rejected).toBeGreaterThan(10);
  const options = { step: 1e-5, exchangeEvery: 1e-4, until: 0.05, workers: 2, driver: 'serial' } as const;
  const results = await simulate(machine(), options);
  expect(results.account.balance.mass).toBeLessThan(1e-12);
  expect((await simulate(machine(), { ...options, kernels: 'js' })).stateDigest).toBe(results.stateDigest);
});

test('the state digest has the strains', async () => {
  const run = await openRun(machine(), { workers: 1, until: 0.01 });
  await run.advance();
  const { session } = run as unknown as { session: Session };
  const table = session.layout.families.lines.partitions[0]?.tables.find(({ model, parts }) => model.name === 'hose' && parts === 2);
  const at = table?.own['strain'] as number;
  session.F[at] = 1.001 * (session.F[at] as number);
  const { stateDigest } = await simulate(machine(), { workers: 1, until: 0.01 });
  expect((await run.close()).stateDigest).not.toBe(stateDigest);
});

test('memory tells of hoses: a number a line and element', async () => {
  const { blocks } = await memoryAccount(machine(), { workers: 1 });
  const columns = blocks.filter(({ block }) => block === 'hoses').flatMap((block) => block.columns);
  expect(columns.find(({ column }) => column === 'strain')).toMatchObject({
    rows: 4,
    planes: 4,
    writer: 'accept',
    use: 'saved',
    bytes: 8 * (2 * 4 + 2 + 1),
  });
});

test('at rest it stays, at any pressure of the file and at the operating point', async () => {
  const resting = (builder: CircuitBuilder): Circuit =>
    builder
      .component('source', 'pressureSource', { pressure: '70 bar' })
      .component('inlet', 'laminarRestrictor', { conductance: '1 l/min/bar' })
      .component('outlet', 'laminarRestrictor', { conductance: '0.5 l/min/bar' })
      .component('tank', 'tank')
      .line('hose', 'inlet.out', 'outlet.in', { length: '2 m', ...wall, creep: [slow, fast] })
      .direct('inlet.in', 'source')
      .direct('outlet.out', 'tank')
      .run({ end: '0.5 s' })
      .record({ every: '10 ms', signals: ['hose.p'] })
      .build();
  const point = (70e5 * 1) / 1.5;
  const still = resting(circuit('still').initialPressure(`${point} Pa`));
  const steady = resting(circuit('steady').steadyStart());
  for (const results of [await simulate(still), await simulate(steady), await simulateLumped(steady, { steadyStart: true })])
    for (const p of results.series('hose.p').y) expect(Math.abs(p / point - 1)).toBeLessThan(1e-6);
});

test.each([1e-5, 1e-3, 0.1, 10])(
  'walls take energy and never give it: a load on a closed hose swings no farther, step %f s',
  async (step) => {
    const swinging = circuit('swinging')
      .component('a', 'singleActingCylinder', {
        bore: '40 mm',
        stroke: '2 m',
        initialPosition: '1 m',
        mass: '400 kg',
        viscousFriction: '0 N s/m',
      })
      .component('load', 'constant', { value: 10_000 })
      .component('gate', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
      .component('tank', 'tank')
      .line('hose', 'gate.out', 'a.cap', { length: '3 m', ...wall, creep: [{ modulus: '300 MPa', retardationTime: '1 ms' }, slow] })
      .direct('gate.in', 'tank')
      .signal('load', 'a.load')
      .initialPressure('90 bar')
      .run({ end: `${400 * step} s`, step: `${step} s` })
      .record({ every: `${step} s`, signals: ['hose.p'] })
      .build();
    const { y } = (await simulate(swinging, { workers: 1 })).series('hose.p');
    const middle = 10_000 / (Math.PI * 0.02 ** 2);
    const far = Array.from(y, (p) => Math.abs(p - middle));
    // Means stand at the ends of steps, so that the largest of a swing may be passed by.
    const [first, second] = [far.slice(0, 200), far.slice(200)].map((part) => Math.max(...part)) as [number, number];
    expect(first).toBeLessThan(1.05 * Math.abs(90e5 - middle));
    expect(second).toBeLessThan(1.0001 * first);
  },
);

/** The same flow into both ends of a hose. */
const fromBothEnds = (line: RawLineData, run: Record<string, string>): Circuit =>
  circuit('both-ends')
    .fluid({ bulkModulus: '16000 bar', density: '890 kg/m3' })
    .definition('feed', { ports: { in: 'hydraulic', out: 'hydraulic' }, equations: `in.q = 5 / 60000\nout.q = 0\noilAdded = 5 / 60000` })
    .component('left', 'flowSource', { flow: '5 l/min' })
    .component('right', 'feed')
    .component('tank', 'tank')
    .line('hose', 'left', 'right.in', { length: '10 m', ...line })
    .direct('right.out', 'tank')
    .run(run)
    .record({ every: run['step'] as string, signals: ['hose.p', 'left.out.p'] })
    .build();

test('ports see the mean pressure of the step, however long it is', async () => {
  for (const filter of [0, 0.2]) {
    const results = await simulate(fromBothEnds({ ...wall, creep: [slow, fast], filter }, { end: '4 s', step: '20 ms' }), { workers: 1 });
    const [mean, port] = [results.series('hose.p').y, results.series('left.out.p').y] as [Float64Array, Float64Array];
    // Where as much comes in at both ends there is no difference of them; at the start nothing has moved yet, which a filter asks for.
    const [k, before] = [mean.length - 1, mean.length - 2];
    const middle = ((mean[k] as number) + (mean[before] as number)) / 2;
    expect(Math.abs((port[k] as number) - middle) / ((mean[k] as number) - (mean[before] as number))).toBeLessThan(1e-3);
  }
});

test('in short steps it follows the formula to its end', async () => {
  const built = circuit('short-steps')
    .fluid({ bulkModulus: '16000 bar', density: '890 kg/m3' })
    .component('pump', 'flowSource', { flow: '10 l/min' })
    .component('gate', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component('tank', 'tank')
    .line('hose', 'pump', 'gate.in', { length: '10 m', ...wall, creep: [fast, slow] })
    .direct('gate.out', 'tank')
    .run({ end: '20 ms', step: '5 us' })
    .record({ every: '1 ms', signals: ['hose.p'] })
    .build();
  const results = await simulate(built, { workers: 1 });
  const { t, y } = results.series('hose.p');
  t.forEach((time, k) => expect(Math.abs((y[k] as number) - filled(time))).toBeLessThan(1e-7 * filled(0.02)));
  // What is in it has the density of its strain: q t/V of the volume, by whatever of oil and wall.
  const volume = (Math.PI / 4) * 0.02 ** 2 * 10;
  const strain = ((10 / 60_000) * 0.02) / volume;
  expect(results.account.balance.drift / (890 * volume * (Math.expm1(strain) - strain))).toBeCloseTo(1, 6);
});

test('a wall whose elements hardly yield is an elastic one', async () => {
  const lift = (line: RawLineData): Circuit =>
    circuit('lift')
      .fluid({ bulkModulus: '16000 bar', density: '890 kg/m3' })
      .component('source', 'pressureSource', { pressure: '100 bar' })
      .component('inlet', 'laminarRestrictor', { conductance: '2 l/min/bar' })
      .component('load', 'pulseTrain', { period: '50 ms', highValue: 4000 })
      .component('a', 'singleActingCylinder', { bore: '40 mm', stroke: '0.5 m', mass: '100 kg', viscousFriction: '500 N s/m' })
      .line('hose', 'inlet.out', 'a.cap', { volume: '0.1 l', ...line })
      .direct('inlet.in', 'source')
      .signal('load', 'a.load')
      .run({ end: '0.2 s' })
      .record({ every: '2 ms', grid: 'exact', signals: ['hose.p', 'a.x'] })
      .build();
  const { model: _, ...elastic } = wall;
  // Rounding of what the elements take moves variable steps a little.
  for (const [step, tolerance] of [
    [null, 1e-6],
    [1e-3, 1e-10],
  ] as const) {
    const [plain, hose] = [
      await simulate(lift(elastic), { workers: 1, step }),
      await simulate(lift({ ...wall, creep: [{ ...fast, modulus: '1e20 Pa' }] }), { workers: 1, step }),
    ];
    for (const name of ['hose.p', 'a.x']) {
      const [ours, theirs] = [hose.series(name).y, plain.series(name).y];
      const range = Math.max(...theirs) - Math.min(...theirs);
      ours.forEach((y, k) => expect(Math.abs(y - (theirs[k] as number))).toBeLessThan(tolerance * range));
    }
  }
});

test('the Jacobian is exact', () => {
  const system = lumpedSystem(machine());
  const rng = random(3);
  const start = new Float64Array(system.size);
  system.initial(start);
  for (let draw = 0; draw < 5; draw++) {
    const y = start.map((value) => (Math.abs(value) > 1 ? value : 0) + (value === 0 ? 0.01 : Math.abs(value)) * rng());
    for (let v = 0; v < system.system.volumes.count; v++) {
      const unknown = system.system.layout.unknownOfVolume[v] as number;
      if (unknown >= 0) y[unknown] = 1e5 + 5e6 * rng();
    }
    system.arrive(0, y, -1);
    const { largest, where, outside } = disagreement(
      system,
      1e-3,
      y,
      y.map((value) => Math.max(1e-3, 0.01 * Math.abs(value))),
    );
    expect(outside).toEqual([]);
    expect(largest, where).toBeLessThan(1e-6);
  }
});

test('the answer by residues satisfies the equations of its elements', () => {
  // V (p'/B + Σ ε') = q and τ ε' + ε = c p, integrated from the formula's pressure by Simpson's rule.
  const [volume, flow, elastic] = [(Math.PI / 4) * 0.02 ** 2 * 10, 10 / 60_000, 1 / 1.6e9 + 0.02 / (500e6 * 5e-3)];
  const end = 0.05;
  const pieces = 2000;
  const strain = [
    [0.02 / (300e6 * 5e-3), 0.01],
    [0.02 / (1e9 * 5e-3), 0.1],
  ].reduce((sum, [share, time]) => {
    const f = (t: number): number => (((share as number) * filled(t)) / (time as number)) * Math.exp(-(end - t) / (time as number));
    let integral = 0;
    for (let k = 0; k < pieces; k++) {
      const [a, b] = [(k * end) / pieces, ((k + 1) * end) / pieces];
      integral += ((b - a) / 6) * (f(a) + 4 * f((a + b) / 2) + f(b));
    }
    return sum + integral;
  }, 0);
  expect((volume * (elastic * filled(end) + strain)) / (flow * end)).toBeCloseTo(1, 9);
});
