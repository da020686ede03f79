/** A compensator on its valve: joined, and with small volumes in place of the join; what each takes, and what a volume does that a join does not. */
import { readFile } from 'node:fs/promises';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { formatVolume } from '#ringmain/report/units.js';
import { withVolume } from '../protocol/edited.js';
import { type Case, exactly, furthest, measureWays, solve, type Way, type WayRow } from './ways.js';

/** m3, 0 is the join. */
const volumes = [0, 1e-7, 1e-6, 1e-5] as const;
const quantity = 'valve.in.p';
/** s */
const every = 1e-3;
const end = 0.2;

const integrator = (solver: string): Way => ({ name: `${solver}, 1e-5`, lumped: { solver, relativeTolerance: 1e-5 } });
const ways: readonly Way[] = [
  { name: 'TLM, 0.1 bar', lines: { pressureError: 1e4 } },
  { name: 'TLM, 0.01 bar', lines: { pressureError: 1e3 } },
  integrator('rodas4'),
  integrator('radau5'),
  integrator('bdf'),
];

/** How far the join lies from what a volume does. */
export interface VolumeRow {
  /** Whether the valve shuts between. */
  readonly shuts: boolean;
  /** m3 */
  readonly volume: number;
  /** By what the join was solved. */
  readonly by: string;
  /** Of the pressure, Pa: where it is furthest, s, and what it is there. */
  readonly pressure: number;
  readonly at: number;
  readonly joined: number;
  readonly withVolume: number;
  /** Of the flow into the load, in parts of its largest. */
  readonly flow: number;
}

export interface CompensatedAccount {
  readonly rows: readonly WayRow[];
  readonly volumes: readonly VolumeRow[];
}

/** All of it; `until`, s, where not the whole circuit's time. */
export async function measureCompensated(rounds: number, until: number = end): Promise<CompensatedAccount> {
  const file = bundledCircuit('compensated-valve');
  const text = await readFile(file, 'utf8');
  const cases: Case[] = [];
  for (const volume of volumes) {
    const circuit = variantOf(text, volume, file);
    const exact = await exactly(circuit, quantity, every, until);
    const variant = volume === 0 ? 'join' : formatVolume(volume);
    for (const way of ways) cases.push({ variant, circuit, way, quantity, exact, every, end: until });
  }
  const shutting = text.replaceAll('0.05]', '0]');
  const found: VolumeRow[] = [];
  for (const [shuts, own] of [
    [false, text],
    [true, shutting],
  ] as const)
    found.push(...(await besideJoin(own, shuts, file, until)));
  return { rows: await measureWays(cases, rounds), volumes: found };
}

const variantOf = (text: string, volume: number, file: string): Circuit =>
  volume === 0 ? parseCircuit(text, file).circuit : withVolume(text, 'comp.out', volume, file);

/** The join by TLM and by an integrator, tight both, beside exact runs with the volumes. */
async function besideJoin(text: string, shuts: boolean, file: string, until: number): Promise<VolumeRow[]> {
  const names = [quantity, 'valve.out.q'] as const;
  const byLines = { name: 'TLM', lines: { pressureError: 100 } };
  const join = variantOf(text, 0, file);
  const joins = new Map<string, Float64Array[]>([
    ['TLM', await each(async (name) => (await solve({ circuit: join, way: byLines, quantity: name, every, end: until })).y)],
    ['radau5', await each((name) => exactly(join, name, every, until))],
  ]);
  const rows: VolumeRow[] = [];
  for (const volume of volumes.filter((one) => one > 0)) {
    const [pressure, flow] = (await each((name) => exactly(variantOf(text, volume, file), name, every, until))) as [
      Float64Array,
      Float64Array,
    ];
    for (const [by, [joined, joinedFlow]] of joins as Map<string, [Float64Array, Float64Array]>) {
      const { distance, row } = furthest(joined, pressure);
      rows.push({
        ...{ shuts, volume, by, pressure: distance, at: row * every },
        joined: joined[row] as number,
        withVolume: pressure[row] as number,
        flow: furthest(joinedFlow, flow).distance / Math.max(...flow.map(Math.abs)),
      });
    }
  }
  return rows;

  async function each(find: (name: string) => Promise<Float64Array>): Promise<Float64Array[]> {
    const found: Float64Array[] = [];
    for (const name of names) found.push(await find(name));
    return found;
  }
}
