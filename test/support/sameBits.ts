/** Runs whose results must not change by a bit: files of circuits/ and generated circuits, with the options that take another way through the engine. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { generateShape } from '../../dist/circuit/generate/shapes.js';
import type { RunOptions } from '../../dist/run/types.js';

export interface SameBitsRun {
  /** What its digests are kept under. */
  readonly name: string;
  readonly circuit: () => Promise<Circuit>;
  /** The text that it is read from. */
  readonly text: () => string;
  /** Where a short run ends, in parts of the circuit's own end. */
  readonly part: number;
  /** Those that belong to the result. */
  readonly options: RunOptions;
  /** Others with which the result is the same. */
  readonly others: readonly RunOptions[];
}

const generated = (text: string, name: string): Pick<SameBitsRun, 'circuit' | 'text'> => ({
  circuit: async () => parseCircuit(text, name).circuit,
  text: () => text,
});

const everyWay: readonly RunOptions[] = [
  { workers: 2, driver: 'parallel' },
  { workers: 3, driver: 'parallel', kernels: 'js' },
];

/** All of them. */
export function sameBitsRuns(): SameBitsRun[] {
  const files = readdirSync('circuits').filter((file) => file.endsWith('.yaml'));
  const own = files.map((file): SameBitsRun => {
    const name = file.slice(0, -'.yaml'.length);
    const path = `circuits/${file}`;
    return { name, circuit: () => readCircuit(path), text: () => readFileSync(path, 'utf8'), part: 0.02, options: {}, others: everyWay };
  });
  const rings: [string, string][] = [
    ['ring a', generateRing({ stations: 40, preset: 'a' })],
    ['ring b', generateRing({ stations: 12, preset: 'b' })],
    ['ring', generateRing({ stations: 12, seed: 7 })],
    ...(['ladder', 'tree', 'planar'] as const).map((shape): [string, string] => [shape, generateShape(shape, { stations: 40, seed: 7 })]),
  ];
  const shapes = rings.flatMap(([name, text]): SameBitsRun[] => {
    const read = generated(text, name);
    const run = (way: string, options: RunOptions, others: readonly RunOptions[] = everyWay): SameBitsRun => ({
      name: `${name}, ${way}`,
      ...read,
      part: 1,
      options,
      others,
    });
    return [
      run('fixed', { step: 1e-4, until: 0.02 }, [
        ...everyWay,
        { workers: 2, driver: 'parallel', lookAhead: true },
        { workers: 2, balance: true },
      ]),
      run('variable', { step: null, until: 0.01 }),
      run('exchange intervals', { step: 1e-4, until: 0.02, workers: 2, exchangeEvery: 5e-4 }, [
        { driver: 'parallel', workers: 2, kernels: 'js' },
      ]),
      ...(name === 'ring a'
        ? [run('own steps', { step: null, until: 0.01, workers: 2, ownSteps: true }, [{ workers: 2, kernels: 'js' }])]
        : []),
    ];
  });
  // Long enough for port volumes to change; the filter is no power of two, so that the order of factors is seen.
  const pistons: SameBitsRun = {
    name: 'ring b, pistons under way',
    ...generated(generateRing({ stations: 10, preset: 'b' }), 'ring b'),
    part: 1,
    options: { step: 1e-4, until: 2.5, every: 0.1 },
    others: everyWay,
  };
  return [...own, ...shapes, pistons];
}
