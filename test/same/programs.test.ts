/**
 * Programs as they are kept in programs.json: bytes of the module, memory at t = 0 and the list of what stands in it, of every circuit, cut into 1, 2 and 3 parts, by every way to step.
 * A change of structure changes none of them, and names in one line what it does change. `UPDATE_PROGRAMS=1`, in full mode, writes them anew.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { runModule } from '../../dist/program/link.js';
import { openSession } from '../../dist/run/openSession.js';
import { laidPlan, planRun } from '../../dist/run/runPlan.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { sameBitsRuns } from '../support/sameBits.js';

const file = 'test/same/programs.json';
/** By circuit, way and parts: module, memory and list; or why there is none. */
type Programs = Record<string, Record<string, string>>;
const kept = JSON.parse(readFileSync(file, 'utf8')) as Programs;
const updates = process.env['UPDATE_PROGRAMS'] === '1';

const step = 1e-4;
const ways: Readonly<Record<string, HeldOptions & { readonly grid?: 'exact' }>> = {
  variable: { step: null },
  fixed: { step },
  'exact rows': { step: null, grid: 'exact' },
  'own steps': { step: null, ownSteps: true },
  rates: { step, exchangeEvery: 5 * step },
  balance: { step: null, balance: true },
  'look-ahead': { step, lookAhead: true },
};

const hash = (...parts: readonly (string | Uint8Array)[]): string => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex').slice(0, 12);
};

/** In the place of a module that is not made. */
const noModule = '-';

/** Of one program: module (or none), memory and list. */
function programOf(
  read: Circuit,
  { grid, ...way }: HeldOptions & { readonly grid?: 'exact' },
  workers: number,
  hasModule: boolean,
): string {
  const circuit = grid ? { ...read, record: { ...read.record, grid } } : read;
  const options: HeldOptions = { ...way, workers, driver: workers > 1 ? 'parallel' : 'serial', oversubscribe: true };
  const { owner, parts, threads } = laidPlan(planRun(circuit, options, 4), 4);
  const { program, placed, F } = openSession(circuit, owner, parts, options, threads, 'js');
  // Int32 words of the lists end the memory, but for what fills its last page.
  const lists = placed.at(-1) as (typeof placed)[number];
  const bytes = 64 * Math.ceil((lists.at + lists.rows / 2) / 8);
  const module = hasModule ? hash(runModule(program, threads, { pages: Math.ceil(bytes / 65536), shared: threads.parallel })) : noModule;
  const list = placed.map(({ block, column, partition, at, rows, planes }) => [block.name, column, partition, at, rows, planes].join(' '));
  return [module, hash(new Uint8Array(F.buffer, 0, bytes)), hash(list.join('\n'))].join(' ');
}

const runs = [...new Map(sameBitsRuns().map((run) => [run.name.replace(/,.*/, ''), run] as const))];
/** Quick: one program of a circuit, of all ways in turn; its module, which takes most of the time, of each third circuit: a kernel that is written otherwise and gives the same results is not seen in the other two thirds. */
const every = isFull ? 1 : 3 * Object.keys(ways).length;
const everyModule = isFull || updates ? 1 : 3;
const withoutModule = (program: string | undefined): string | undefined => program?.replace(/^[\da-f]{12}(?=( [\da-f]{12}){2}$)/, noModule);

test.each(runs)(
  '%s',
  async (name, { circuit: read }) => {
    const circuit = await read();
    const programs = Object.entries(ways).flatMap(([way, options]) =>
      [1, 2, 3].map((workers) => ({ key: `${way}, ${workers}`, options, workers })),
    );
    const first = runs.findIndex(([other]) => other === name);
    const hasModule = first % everyModule === 0;
    const tried = programs.filter((_, k) => (k + 5 * first) % every === 0);
    const made = Object.fromEntries(
      tried.map(({ key, options, workers }) => {
        try {
          return [key, programOf(circuit, options, workers, hasModule)];
        } catch (error) {
          return [key, (error as Error).message];
        }
      }),
    );
    if (updates) kept[name] = { ...kept[name], ...made };
    const known = (key: string): string | undefined => (hasModule ? kept[name]?.[key] : withoutModule(kept[name]?.[key]));
    expect(made).toEqual(Object.fromEntries(tried.map(({ key }) => [key, known(key)])));
  },
  120_000,
);

afterAll(() => {
  if (updates) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
});
