/** Same bits by both back ends: whole runs in WebAssembly against the same run in JavaScript, in one thread and in several. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { circuit as build } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import type { KernelsName } from '../../dist/equations/kernel/kernelSource.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { exampleOf } from '../support/exampleRuns.js';
import { heldValve, leakingValve, openCentreValve } from '../support/spoolValves.js';

const ring = (stations: number, preset?: 'a' | 'b'): Circuit =>
  parseCircuit(generateRing({ stations, expand: false, ...(preset ? { preset } : { seed: 3 }) }), preset ?? 'ring').circuit;

/** Kinds of a user's own: coupled roots that decouple and such that do not, elementary functions in states and outputs, a reset, signals in a loop. */
function ownKinds(): Circuit {
  const built = build('own')
    .run({ end: '60 ms', pressureError: '0.1 bar', minimumStep: '1 us', maximumStep: '1 ms' })
    .initialPressure('20 bar');
  for (const { kind, ports, parameters, inputs, states, equations } of [heldValve, leakingValve, openCentreValve]) {
    const own = { ports, parameters, equations, ...(inputs ? { inputs } : {}), ...(states ? { states } : {}) };
    built.definition(kind, own as unknown as Parameters<typeof built.definition>[1]);
  }
  built.definition('wobble', {
    inputs: { near: { unit: '1', about: '' } },
    outputs: { out: { unit: '1', about: '' } },
    states: { angle: { unit: 'rad', initial: 0, about: '' }, size: { unit: '1', initial: 0.5, about: '' } },
    equations: `der(angle) = 150 + tanh(near) + atan(near)
der(size) = 20 * (exp(-size) - 0.5) + sin(angle)
reset(size) = if(size > 0.9, 0.2, size)
out = 1.5 * size * cos(angle) + log(1 + abs(pre(angle))) / 9 - 0.2`,
  });
  const count = 5;
  for (let i = 0; i < count; i++) {
    const kind = ['heldValve', 'leakingValve', 'openCentreValve'][i % 3] as string;
    built
      .component(`v${i}`, kind, { k: `${3 + i} mm2`, u: '0.02' })
      .component(`w${i}`, 'wobble')
      .component(`p${i}`, 'pressureSource', { pressure: '150 bar' });
    built.component(`t${i}`, 'tank').component(`c${i}`, 'laminarRestrictor', { conductance: `${2 + i} l/min/bar` });
    built.signal(`w${i}.out`, kind === 'heldValve' ? `v${i}.demand` : `v${i}.x`);
    // In a circle, with one delay: outputs of accepted values break it.
    built
      .component(`h${i}`, 'sampleAndHold', { period: '2 ms' })
      .signal(`w${(i + 1) % count}.angle`, `h${i}.input`)
      .signal(`h${i}.output`, `w${i}.near`);
    const volume = { volume: `${0.3 + 0.1 * i} l` };
    built.line(`P${i}`, `p${i}`, `v${i}.P`, volume).line(`T${i}`, `v${i}.T`, `t${i}`, volume);
    built.line(`A${i}`, `v${i}.A`, `c${i}.in`, volume).line(`B${i}`, `v${i}.B`, `c${i}.out`, volume);
    if (kind === 'openCentreValve') built.component(`n${i}`, 'blockedEnd').line(`N${i}`, `v${i}.N`, `n${i}`, volume);
  }
  return built.record({ every: '1 ms', signals: ['*.p', '*.out'] }).build();
}

/** Short: enough attempts for rejections under both laws, events and cavitation; the whole lengths are run by `test:full`. */
const ends: Record<string, number> = {
  'two-actuator': 0.047,
  'controlled-two-actuator': 0.06,
  'ring-main': 0.06,
  'rc-volume': 0.2,
  'water-hammer-closure': 2,
  'water-hammer-branch': 2,
  'water-hammer-holmboe': 0.05,
};
/** Quickly two of `ends`; digests.test.ts has some of the others in JavaScript too. */
const files = isFull ? readdirSync('circuits').filter((file) => file.endsWith('.yaml')) : ['two-actuator.yaml', 'ring-main.yaml'];
/** TLM takes a constant bulk modulus. */
const constantModulus = async (path: string): Promise<Circuit> => {
  const circuit = await readCircuit(path);
  return circuit.fluid.tait ? readCircuit(path, { set: ['fluid.tait=none'] }) : circuit;
};
const fromFiles = await Promise.all(files.map((file) => constantModulus(`circuits/${file}`)));
const circuits: readonly { readonly name: string; readonly circuit: Circuit; readonly until: number }[] = [
  ...fromFiles.map((circuit) => ({
    name: circuit.name,
    circuit,
    until: isFull ? circuit.run.end : (ends[circuit.name] ?? 0.02),
  })),
  { name: 'ring of 50', circuit: ring(50), until: 0.05 },
  ...(isFull ? (['a', 'b'] as const) : []).map((preset) => ({ name: `ring ${preset}`, circuit: ring(50, preset), until: 0.05 })),
  { name: "a user's own kinds", circuit: ownKinds(), until: 0.06 },
];

/** s: van-der-pol cannot be solved at this step beyond its first jump at 0.8 s. */
const fixedUntil: Readonly<Record<string, number>> = { 'van-der-pol': 0.5 };

type Engine = readonly [KernelsName, workers: number];
const every: readonly Engine[] = (['wasm', 'js'] as const).flatMap((kernels) => [1, 2, 3].map((workers): Engine => [kernels, workers]));
/** Starting threads is what costs: JavaScript is the reference in one, and in several shared.test.ts has it. */
const engines = every.filter(([kernels, workers]) => isFull || (kernels === 'wasm' && workers !== 2));

/** The mass balance is left out: its sums are taken partition by partition. */
const bitsOf = ({ ending, digest, stateDigest, account: { steps, limitedBy } }: LineResults) => ({
  ending,
  digest,
  stateDigest,
  steps,
  limitedBy,
});

/** Attempts rejected by each run of the reference, by law. */
const rejected: Record<string, number[]> = { standard: [], thesis: [] };

describe.each(circuits.map((c, k) => [c.name, c, k] as const))('%s', (_, { circuit, until }, k) => {
  const isWave = circuit.lines.some(({ wave }) => wave);
  const step = circuit.run.step ?? Math.min(1e-4, circuit.run.maximumStep);
  const all: [string, RunOptions][] = isWave
    ? [['fixed step', { until: Math.round(until / step) * step }]]
    : [
        ['variable steps, standard law', { until, law: 'standard' }],
        ['variable steps, law of the thesis', { until, law: 'thesis' }],
        ['fixed step', { until: Math.round(Math.min(until, fixedUntil[circuit.name] ?? until) / 2e-5) * 2e-5, step: 2e-5 }],
      ];
  // Quickly one of them, in turn; of two circuits that reject steps both laws.
  const ways = all.filter((_way, way) => isFull || (/^(two-actuator|ring-main)$/.test(circuit.name) ? way < 2 : way === k % all.length));
  test.each(ways)('%s', async (__, options) => {
    const run = (kernels: KernelsName, workers: number): Promise<LineResults> =>
      simulate(circuit, { ...options, kernels, workers, driver: workers === 1 ? 'serial' : 'parallel', oversubscribe: true });
    const reference = await run('js', 1);
    expect(reference.ending).toBeNull();
    expect(reference.run.kernels).toBe('js');
    expect(reference.account.steps.accepted).toBeGreaterThan(100);
    if (options.law) rejected[options.law]?.push(reference.account.steps.rejected);
    for (const [kernels, workers] of engines) {
      const results = await run(kernels, workers);
      expect(results.run.kernels).toBe(kernels);
      expect(bitsOf(results), `${kernels}, ${workers} workers`).toEqual(bitsOf(reference));
    }
  });
});

test('steps were rejected on the way, under both laws', () => {
  for (const counts of Object.values(rejected)) expect(counts.filter((count) => count > 0).length).toBeGreaterThan(isFull ? 3 : 1);
});

// Without that inertance this run has no solution (equations/kernel/cavitationText.ts).
test('a port at the vapour pressure with the inertance of its line', async () => {
  const circuit = exampleOf('leakingCylinder');
  const run = (kernels: KernelsName): Promise<LineResults> =>
    simulate(circuit, { step: circuit.run.end / 368, until: circuit.run.end, kernels, workers: 1 });
  const reference = await run('js');
  expect(reference.ending).toBeNull();
  expect(bitsOf(await run('wasm'))).toEqual(bitsOf(reference));
});
