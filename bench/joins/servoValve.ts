/** The servo valve by the four models that were published of it: with all masses, without, with small volumes, and in steps of 1 ms. */
import { readFile } from 'node:fs/promises';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { type Case, exactly, measureWays, type Way, type WayRow } from './ways.js';

const quantity = 'valve.pipe';
/** s */
const every = 1e-3;
const end = 0.6;

interface Model {
  readonly variant: string;
  readonly circuit: string;
  readonly set?: readonly string[];
  readonly way: Way;
  /** s that the source tells, by MATLAB R2006b on a Core2 of 2.13 GHz; null where it tells none. */
  readonly published: number | null;
}

const [masses, zero] = ['servo-valve-masses', 'servo-valve-pressure'];
const noOil = 'valve.columnLength=0 m';
const small = [noOil, 'valve.jointVolume=1e-9 m3'];
const by = (solver: string): Way => ({ name: solver, lumped: { solver, relativeTolerance: 1e-5 } });

const models: readonly Model[] = [
  { variant: 'all masses', circuit: masses, way: by('dopri5'), published: 37.76 },
  { variant: 'mass of the spool only', circuit: masses, set: [noOil], way: by('dopri5'), published: null },
  { variant: 'no mass', circuit: zero, way: by('dopri5'), published: 0.79 },
  { variant: 'no mass', circuit: zero, way: by('rodas4'), published: null },
  { variant: 'small volumes', circuit: masses, set: small, way: by('rodas4'), published: 1.9 },
  { variant: 'no mass', circuit: zero, way: { name: 'TLM, 20 µs', lines: { step: 2e-5 } }, published: null },
  { variant: 'no mass', circuit: zero, way: { name: 'TLM, 1 ms', lines: { step: 1e-3 } }, published: 0.31 },
];

/** What a model took; its error is the distance of the pipe's pressure from that without mass, Pa. */
export interface ServoValveRow extends WayRow {
  readonly published: number | null;
}

/** All models; `until`, s, where not the whole circuit's time. */
export async function measureServoValve(rounds: number, until: number = end): Promise<ServoValveRow[]> {
  const read = async (name: string, set: readonly string[] = []) =>
    parseCircuit(await readFile(bundledCircuit(name), 'utf8'), name, { set: [...set] }).circuit;
  const exact = await exactly(await read(zero), quantity, every, until);
  const cases: Case[] = [];
  for (const { variant, circuit, set, way } of models)
    cases.push({ variant, circuit: await read(circuit, set), way, quantity, exact, every, end: until });
  const rows = await measureWays(cases, rounds);
  return rows.map((row, k) => ({ ...row, published: models[k]?.published ?? null }));
}
