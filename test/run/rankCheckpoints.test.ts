/** Checkpoints of ranks, as worker threads that share no memory: each goes on from what it has saved, or others do, to the digest and account of a run that was never stopped. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { withRowFile } from '../../dist/results/rowFile.js';
import { openRun } from '../../dist/run/openRun.js';
import { hasOneIn, type Manifest, manifestOf } from '../../dist/run/ranks/partCheckpoints.js';
import type { PartsResults } from '../../dist/run/ranks/simulateParts.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { instancePlan, unequalStarts } from '../support/instancePlans.js';
import { accountOfResumed, answersOf, folderOf, resumedByOne } from '../support/parts.js';
import { type RankAnswer, type RankTask, ranksOf } from '../support/threadRanks.js';

const drawn = generateRing({ stations: isFull ? 16 : 7 });
const ringA = generateRing({ stations: 23, preset: 'a' });
const ringB = generateRing({ stations: 23, preset: 'b' });
/** Stations with a quantity that no formula gives: its conditions are kept from step to step. */
const doubles = `
ringmain: 1
name: doubles
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:
  station:
    parameters: { flow: 5 l/min }
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: $flow }, out: { kind: double, conductance: 0.2 l/min/bar, opening: 2 bar }, tank: { kind: tank } }
    lines:
      onward: { from: node, to: next.node, volume: 0.1 l }
      feed: { from: pump, to: node, volume: 0.1 l }
      drain: { from: node, to: out.in, volume: 0.1 l }
    direct: [{ from: out.out, to: tank }]
repeat: { s: { subcircuit: station, count: 9, close: true, set: { flow: [5 l/min, 9 l/min, 20 l/min, 4 l/min, 6 l/min, 7 l/min, 30 l/min, 5 l/min, 6 l/min] } } }
run: { end: 20 ms, step: 50 us }
record: { every: 2 ms, signals: ['s*_out.x'] }
definitions:
  double:
    about: Two restrictions, of which the second opens wider above a pressure.
    ports: { in: hydraulic, out: hydraulic }
    parameters:
      conductance: { unit: m3/s/Pa, above: 0, about: flow per pressure difference }
      opening: { unit: Pa, about: pressure above which the second is wider }
    outputs: { x: { unit: Pa, initial: 0, about: pressure between them } }
    equations: |
      unknown x
      Q = conductance * (in.p - x)
      0 = Q - conductance * (x - out.p) - conductance * max(0, x - opening)
      in.q = -Q
      out.q = Q
`;
const few = { until: isFull ? 1e-3 : 5e-4, every: 1e-5, record: ['s*_node.p', 's3_main.p', 'run.step'], kernels: 'js' as const };

describe('by ranks that have their part', () => {
  const ways: readonly [string, string, RunOptions, number][] = [
    ['drawn ring', drawn, few, 2e-4],
    ['exact rows', drawn, { ...few, grid: 'exact', every: 5e-6 }, 2e-4],
    ['wave lines in steps', ringA, { step: 1e-4, until: 0.01, every: 1e-3 }, 5e-3],
    ['cylinders and valves', ringB, { step: 1e-4, until: 0.01, every: 1e-3 }, 5e-3],
  ];
  // Full: all ways, and resumed by as many and by more. Quickly capacitive lines, and waves on their way from one rank to another; more ranks, some of which record nothing.
  const chosen = ways.filter((_, k) => isFull || k % 2 === 0);
  test.each(chosen)('%s: resumed by as many, by others, by one process', async (_, text, options, at) => {
    const rowsInMemory = 12;
    const saved = await answersOf(3, { text, options, rowsInMemory, parts: { digest: true }, checkpoints: { at } });
    const from = folderOf(saved);
    expect([...from.keys()].sort()).toEqual(['1.0', '1.1', '1.2', 'manifest']);
    const manifest = manifestOf(from.get('manifest') as Uint8Array) as Manifest;
    expect(manifest).toMatchObject({ parts: [{ name: '1.0' }, { name: '1.1' }, { name: '1.2' }] });
    expect(manifest.time).toBeGreaterThanOrEqual(at * (1 - 1e-9));
    const { circuit } = parseCircuit(text, 'circuit');
    const whole = await simulate(circuit, { ...options, workers: 1 });
    expect(accountOfResumed(saved[0]?.results as LineResults)).toEqual(accountOfResumed(whole));
    for (const count of isFull ? [3, 2, 5, 1] : [5]) {
      // What is saved has its options; the end of the run is among them.
      // Those of a plan that divides instances in other numbers, too.
      const plan = count === 5 ? { plan: instancePlan(circuit, unequalStarts('s', text === drawn ? (isFull ? 16 : 7) : 23, 5)) } : {};
      const resumed = await answersOf(count, {
        text,
        options: { kernels: 'js', ...plan },
        rowsInMemory,
        parts: { digest: true },
        checkpoints: { from },
      });
      const results = resumed[0]?.results as LineResults;
      expect(accountOfResumed(results), `${count} ranks`).toEqual(accountOfResumed(whole));
      expect(resumed[0]?.begun ?? 1).toBeGreaterThanOrEqual(manifest.time);
      expect(results.notes.join('\n')).toMatch(/each had the layout of its part/);
    }
    expect(accountOfResumed(await resumedByOne(text, from))).toEqual(accountOfResumed(whole));
  });

  // Rows of changes have more room in a part than in the whole.
  test('changes of modes are those of one process, wherever they were kept', async () => {
    const options = { kernels: 'js' as const };
    const saved = await answersOf(2, { text: doubles, options, parts: { digest: true }, checkpoints: { at: 1e-3 } });
    const resumedBy = (count: number, workers: number): Promise<RankAnswer[]> =>
      answersOf(count, {
        text: doubles,
        options: { ...options, workers },
        parts: { digest: true },
        checkpoints: { from: folderOf(saved) },
      });
    const resumed = [await resumedBy(3, 1), ...(isFull ? [await resumedBy(2, 2), await resumedBy(1, 3)] : [])];
    const whole = await simulate(parseCircuit(doubles, 'circuit').circuit, { ...options, workers: 1 });
    const changes = whole.account.discontinuities;
    expect(changes?.switches).toBeGreaterThan(8);
    for (const answers of [saved, ...resumed]) {
      const { digest, account } = (answers[0] as RankAnswer).results as LineResults;
      expect(digest).toBe(whole.digest);
      expect(account.discontinuities).toEqual(JSON.parse(JSON.stringify(changes)));
    }
  });

  test('each rank reads what it needs, and has memory for it, whatever the number that have saved', async () => {
    // Of wave lines at fixed steps: all instances are alike.
    const ring = generateRing({ stations: 64, preset: 'a' });
    const options = { step: 1e-4, until: 4e-3, kernels: 'js' as const };
    const saved = await answersOf(2, { text: ring, options, parts: { digest: false }, checkpoints: { at: 2e-3 } });
    const from = folderOf(saved);
    const manifest = manifestOf(from.get('manifest') as Uint8Array) as Manifest;
    const all = manifest.parts.reduce((sum, { blocks }) => sum + blocks.reduce((bytes, block) => bytes + block.bytes, 0), 0);
    const memoryOf = ({ results }: RankAnswer, rank: number): number =>
      (results as unknown as PartsResults).ranks[rank]?.memoryBytes as number;
    for (const count of [3, 5]) {
      const resumed = await answersOf(count, { text: ring, options: { kernels: 'js' }, parts: { digest: false }, checkpoints: { from } });
      const anew = await answersOf(count, { text: ring, options, parts: { digest: false } });
      for (const [rank, { read }] of resumed.entries()) {
        // Blocks of two instances: at each end a rank reads two that it does not own at most. Stations with an orifice have a little more.
        expect(read?.blocks, `${rank} of ${count}`).toBeLessThan(((Math.ceil(64 / count) + 5) / 64) * all);
        expect(memoryOf(resumed[0] as RankAnswer, rank)).toBe(memoryOf(anew[0] as RankAnswer, rank));
      }
    }
  });

  // Full: many checkpoints, and one that fails; quickly they are asked for by a time.
  test.skipIf(!isFull)('the clock saves many times, and a stop once more: all go on from the last', async () => {
    const saved = await answersOf(3, { text: drawn, options: few, parts: { digest: false }, checkpoints: { every: 0 }, stopAfter: 6 });
    const from = folderOf(saved);
    const tags = new Set([...from.keys()].filter((name) => name !== 'manifest').map((name) => name.split('.')[0]));
    expect(tags.size).toBe(1);
    expect(Number([...tags][0])).toBeGreaterThan(2);
    const [first] = await answersOf(3, { text: drawn, options: { kernels: 'js' }, parts: { digest: true }, checkpoints: { from } });
    const whole = await simulate(parseCircuit(drawn, 'circuit').circuit, { ...few, workers: 1 });
    expect(accountOfResumed(first?.results as LineResults)).toEqual(accountOfResumed(whole));
  });

  test.skipIf(!isFull)('a rank that cannot write its part ends the run of all, and the checkpoint before stands', async () => {
    const task = { text: drawn, options: few, parts: { digest: true }, checkpoints: { every: 0 } };
    const answers = await ranksOf(3).run((rank) => (rank === 1 ? { ...task, checkpoints: { every: 0, fails: '3' } } : task));
    for (const { error } of answers)
      expect(`${error?.code} ${error?.message}`).toBe('RUN270 rank 1 could not save its part of the run: the disk is full');
    const files = folderOf(answers);
    const manifest = manifestOf(files.get('manifest') as Uint8Array) as Manifest;
    expect(manifest.parts.map(({ name }) => name)).toEqual(['2.0', '2.1', '2.2']);
    for (const { name } of manifest.parts) expect([...files.keys()]).toContain(name);
  });

  test('files of rows go on where all ranks have the parts that they had, and are of one command where one has not', async () => {
    const place = mkdtempSync(join(tmpdir(), 'ringmain rows '));
    const name = join(place, 'ck');
    try {
      const task = { text: drawn, rowsInMemory: 12, parts: { digest: false } };
      const from = folderOf(await answersOf(3, { ...task, options: few, checkpoints: { at: 2e-4 }, rowsIn: { name, command: 'first' } }));
      const commands = async (): Promise<Record<string, string | undefined>> =>
        Object.fromEntries(
          await Promise.all(
            readdirSync(place)
              .sort()
              .map((file) => withRowFile(join(place, file), async ({ head }) => [file, head.about['command']] as const)),
          ),
        );
      const first = await commands();
      expect(Object.values(first)).toEqual(['first', 'first', 'first']);
      const count = isFull ? 16 : 7;
      const even = [0, 1, 2, 3].map((rank) => Math.floor((rank * count) / 3));
      // Rank 0 has in both what it had.
      const other = even.map((start, k) => (k === 2 ? start + 1 : start));
      const { circuit } = parseCircuit(drawn, 'circuit');
      for (const [command, starts] of [
        ['other', other],
        ['alike', even],
      ] as const)
        await answersOf(3, {
          ...task,
          options: { kernels: 'js', plan: instancePlan(circuit, { s: starts }) },
          checkpoints: { from },
          rowsIn: { name, command },
        });
      const all = Object.entries(await commands());
      expect(all.filter(([file]) => !(file in first)).map(([, command]) => command)).toEqual(['other', 'other', 'other']);
      expect(all.length).toBe(6);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  test('of another file, of other options, with a part of another checkpoint', async () => {
    const at = 2e-4;
    const from = folderOf(await answersOf(2, { text: drawn, options: few, parts: { digest: false }, checkpoints: { at } }));
    const told = async (more: Partial<RankTask>): Promise<string> => {
      const task = { text: drawn, options: { kernels: 'js' as const }, parts: { digest: true }, checkpoints: { from } };
      const [first] = await ranksOf(2).run({ ...task, ...more });
      return `${first?.error?.code} ${first?.error?.message}`;
    };
    expect(await told({ set: ['run.pressureError="0.2 bar"'] })).toMatch(
      /^RUN406 the file of 'ring-\d+', or what --set says, is another than when/,
    );
    expect(await told({ options: { every: 1e-4 } })).toMatch(/^RUN407 every is 0\.0001, and was 0\.00001 when the run was saved/);
    const swapped = new Map(from).set('1.0', from.get('1.1') as Uint8Array);
    expect(await told({ checkpoints: { from: swapped } })).toMatch(/^RUN403 1\.0 is not the part that the checkpoint was written with/);
    const cut = new Map(from).set('1.0', (from.get('1.0') as Uint8Array).subarray(0, 200));
    expect(await told({ checkpoints: { from: cut } })).toMatch(/^RUN403 1\.0 is not the part that the checkpoint was written with/);
  });
});

test('ranks that have the whole layout save what one process would, and go on from that with any number', async () => {
  const options = { ...few, watch: ['s0_node.p > 200 bar'] };
  const saved = await answersOf(3, { text: drawn, options, rowsInMemory: 12, parts: { digest: true }, checkpoints: { at: 2e-4 } });
  const from = folderOf(saved);
  expect([...from.keys()]).toEqual(['manifest']);
  const { circuit } = parseCircuit(drawn, 'circuit');
  const whole = await simulate(circuit, { ...options, workers: 1 });
  expect(accountOfResumed(saved[0]?.results as LineResults)).toEqual(accountOfResumed(whole));
  for (const count of isFull ? [3, 2, 1] : [2]) {
    const [first] = await answersOf(count, {
      text: drawn,
      options: { kernels: 'js' },
      parts: { digest: true },
      rowsInMemory: 12,
      checkpoints: { from },
    });
    expect(accountOfResumed(first?.results as LineResults)).toEqual(accountOfResumed(whole));
    expect(first?.begun ?? 0).toBeGreaterThanOrEqual(2e-4 * (1 - 1e-9));
  }
  const one = await openRun(circuit, { resume: from.get('manifest') as Uint8Array, workers: 1 });
  await one.advance();
  expect(accountOfResumed(await one.close())).toEqual(accountOfResumed(whole));
});

test('ranks that have the whole layout all end at once where rank 0 cannot keep rows for a checkpoint', async () => {
  const options = { ...few, watch: ['s0_node.p > 200 bar'] };
  const task = { text: drawn, options, parts: { digest: true }, checkpoints: { at: 2e-4 }, room: 0 };
  for (const { error, stage } of await ranksOf(2).run(task)) {
    expect(`${error?.code} ${error?.message}`).toBe('RUN270 rank 0 could not save its part of the run: no room for rows');
    expect(stage).toBe('agreeing');
  }
});

test('files that a rank cannot remove are a warning of it; the checkpoint stands, and the run goes on', async () => {
  const task = { text: ringA, options: { step: 1e-4, until: 2e-3 }, parts: { digest: false }, checkpoints: { at: 1e-3 } };
  const answers = await answersOf(2, (rank) => (rank === 1 ? { ...task, checkpoints: { at: 1e-3, isLittered: true } } : task));
  expect([...folderOf(answers).keys()]).toContain('manifest');
  expect(answers.map(({ warnings }) => warnings)).toEqual([
    [],
    ['the checkpoint stands; files beside it that it does not need could not be removed: the folder is not ours'],
  ]);
});

test('blocks that have an instance of a part are found among rising numbers', () => {
  const rising = Int32Array.of(0, 1, 5, 6, 9);
  for (let from = 0; from < 12; from++)
    for (let end = from; end < 12; end++)
      expect(hasOneIn(rising, from, end), `[${from}, ${end})`).toBe(rising.some((one) => one >= from && one < end));
  expect(hasOneIn(new Int32Array(0), 0, 5)).toBe(false);
});
