/** Ranks that gather words of all post their messages to neighbours before their other components are computed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit, parseShare } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { copiesOf } from '../../dist/network/copies.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { controlWords } from '../../dist/program/layout/allocator.js';
import { type PreparedProgram, prepare } from '../../dist/program/prepare.js';
import type { ThreadPlan } from '../../dist/program/threadPlan.js';
import { dryRanks } from '../../dist/run/ranks/dryRanks.js';
import { messagesOfWhole } from '../../dist/run/ranks/messages.js';
import type { Ranks } from '../../dist/run/ranks/ranks.js';
import { simulateByParts } from '../../dist/run/ranks/simulateParts.js';
import type { RunOptions } from '../../dist/run/types.js';

const [ringA, ring] = [generateRing({ stations: 16, preset: 'a' }), generateRing({ stations: 16 })];

/** Of rank 1 of 4: in each meeting doubles that change between posting and waiting; whether what is sent is among them. */
async function meetings(text: string, options: RunOptions): Promise<{ readonly computed: number; readonly sent: boolean }[]> {
  const seen: { computed: number; sent: boolean }[] = [];
  const dry = dryRanks(1, 4);
  const ranks: Ranks = {
    ...dry,
    gathersFrom: 2,
    within: () => ranks,
    open(area, peers, ...given) {
      const meet = dry.open(area, peers, ...given);
      let [call, posted] = [0, new Float64Array()];
      const changed = (from: number, to: number): number =>
        posted.subarray(from, to).reduce((sum, before, k) => sum + (Object.is(before, area[from + k]) ? 0 : 1), 0);
      return () => {
        call = (call + 1) % 3;
        if (call === 2) {
          const sent = peers.some(({ sendAt, sendCount }) => changed(sendAt, sendAt + sendCount) > 0);
          // Other threads of the rank go to sleep at the barrier meanwhile.
          seen.push({ computed: changed(controlWords / 2, posted.length), sent });
        }
        const missing = meet();
        if (call === 1) posted = area.slice();
        return missing;
      };
    },
  };
  const source = {
    text,
    share: () => ({ ...parseShare(text, 'ring', { rank: 1, ranks: 4 }), readSeconds: 0 }),
    whole: () => parseCircuit(text, 'ring').circuit,
  };
  await simulateByParts(source, { build: 'one', kernels: 'js', record: ['run.step'], digest: false, ...options }, ranks);
  return seen;
}

test('messages are posted, then the rest is computed; what was posted stays', async () => {
  const all = await meetings(ring, { until: 1e-4 });
  expect(all.length).toBeGreaterThan(5);
  for (const { computed, sent } of all) expect([computed > 20, sent]).toEqual([true, false]);
});

test.each([
  ['two threads a rank', ring, { until: 1e-4, workers: 2 }],
  ['partitions that run by themselves between meetings', ringA, { step: 1e-4, until: 2e-3 }],
] as const)('%s: messages are posted when all is computed', async (_, text, options) => {
  const all = await meetings(text, options);
  expect(all.length).toBeGreaterThan(1);
  for (const { computed } of all) expect(computed).toBe(0);
});

/** The program of rank 0 of several of one thread, which gather. */
function prepared(circuit: Circuit, owner: Int32Array, count: number, options: RunOptions): PreparedProgram {
  const threads: ThreadPlan = { threads: 1, here: { first: 0, count: 1 }, parallel: true, spins: false, window: 1 };
  const own = { first: 0, count: 1 };
  const messages = (layout: PreparedProgram['layout']) => messagesOfWhole(layout, threads, { rank: 0, count, gathersFrom: 2 });
  return prepare(circuit, owner, count, options, threads, null, null, { beyond: null, gathers: own, isSampled: true, messages });
}

const fileOf = (name: string): string => readFileSync(new URL(`../../circuits/${name}.yaml`, import.meta.url), 'utf8');

test.each([
  ['ring-main', fileOf('ring-main'), 4],
  ['two-actuator', fileOf('two-actuator'), 2],
])('%s: first are components at cut lines, and all that drive them', (name, text, count) => {
  const { circuit } = parseCircuit(text, name);
  const { owner } = cutCircuit(circuit, count, { hosts: count });
  const { layout, program } = prepared(circuit, owner, count, {});
  expect(program.posts).toBe(true);
  const { lines, signals } = tablesOf(circuit);
  const copies = copiesOf(tablesOf(circuit), owner, count);
  layout.partitions.forEach(({ index, batches }) => {
    const first = new Set(batches.flatMap(({ outer, components }) => (outer ? [...components] : [])));
    const rest = new Set(batches.flatMap(({ outer, components }) => (outer ? [] : [...components])));
    const atCuts = Array.from({ length: lines.count }, (_, l) => [lines.from[l] as number, lines.to[l] as number]).filter(
      ([a, b]) => owner[a as number] !== owner[b as number],
    );
    const own = atCuts.flat().filter((c) => owner[c] === index);
    expect(own.length).toBeGreaterThan(0);
    for (const c of own) expect(first).toContain(c);
    for (const { from, to } of signals) if (first.has(to.component)) expect(rest).not.toContain(from.component);
    // All of the partition, each once.
    expect([...first, ...rest].sort((a, b) => a - b)).toEqual(
      [...Array.from(owner.keys()).filter((c) => owner[c] === index), ...(copies[index] as number[])].sort((a, b) => a - b),
    );
    expect(batches.map(({ outer }) => outer)).toEqual([...batches.map(({ outer }) => outer)].sort((a, b) => Number(b) - Number(a)));
  });
});

test('cavities at ports of wave lines between ranks: what leaves there is known last', () => {
  const { circuit } = parseCircuit(fileOf('water-hammer-column-separation'), 'water-hammer-column-separation');
  const { owner } = cutCircuit(circuit, 2, { hosts: 2 });
  expect(prepared(circuit, owner, 2, {}).program.posts).toBe(false);
});
