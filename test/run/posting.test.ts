/** Ranks that gather words of all post their messages to neighbours before their other components are computed. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aborts } from '../../dist/blocks/step/barrier.js';
import { pack, unpack } from '../../dist/blocks/step/messages.step.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { parseShare } from '../../dist/circuit/file/parseShare.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { copiesOf } from '../../dist/network/copies.js';
import { ownersOf } from '../../dist/partition/checkPlan.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { controlWords } from '../../dist/program/layout/allocator.js';
import { type PlacedMessages, placeMessages } from '../../dist/program/messages.js';
import { type PreparedProgram, prepare } from '../../dist/program/prepare.js';
import type { ThreadPlan } from '../../dist/program/threadPlan.js';
import { dryRanks } from '../../dist/run/ranks/dryRanks.js';
import { messagesOfWhole } from '../../dist/run/ranks/messages.js';
import { gathers, type Peer, type Ranks } from '../../dist/run/ranks/ranks.js';
import { simulateOnRanks } from '../../dist/run/ranks/simulateOnRanks.js';
import { simulateByParts } from '../../dist/run/ranks/simulateParts.js';
import type { RunOptions } from '../../dist/run/types.js';
import { planOf } from '../support/parts.js';

const [ringA, ring] = [generateRing({ stations: 16, preset: 'a' }), generateRing({ stations: 16 })];

/** Rank 1 of 4, which gather; `look`: called at each of its meetings, before messages are posted, awaited and gathered, and behind the first. */
function watched(look: (at: 'posting' | 'posted' | 'awaiting' | 'gathering', area: Float64Array, peers: readonly Peer[]) => void): Ranks {
  const dry = dryRanks(1, 4);
  const ranks: Ranks = {
    ...dry,
    gathersFrom: 2,
    within: () => ranks,
    send: () => {},
    open(area, peers, ...given) {
      const meet = dry.open(area, peers, ...given);
      let call = 0;
      return () => {
        const at = (['posting', 'awaiting', 'gathering'] as const)[call++ % 3] as 'posting' | 'awaiting' | 'gathering';
        look(at, area, peers);
        const missing = meet();
        if (at === 'posting') look('posted', area, peers);
        return missing;
      };
    },
  };
  return ranks;
}

/** In each meeting doubles that change between posting and waiting; whether what is sent is among them. */
async function meetings(text: string, options: RunOptions): Promise<{ readonly computed: number; readonly sent: boolean }[]> {
  const seen: { computed: number; sent: boolean }[] = [];
  let posted = new Float64Array();
  const ranks = watched((at, area, peers) => {
    const changed = (from: number, to: number): number =>
      posted.subarray(from, to).reduce((sum, before, k) => sum + (Object.is(before, area[from + k]) ? 0 : 1), 0);
    if (at === 'posted') posted = area.slice();
    if (at !== 'awaiting') return;
    const sent = peers.some(({ sendAt, sendCount }) => changed(sendAt, sendAt + sendCount) > 0);
    // Other threads of the rank go to sleep at the barrier meanwhile.
    seen.push({ computed: changed(controlWords / 2, posted.length), sent });
  });
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

/** The program of a rank of several of one thread, which gather from so many on. */
function prepared(
  circuit: Circuit,
  owner: Int32Array,
  count: number,
  options: RunOptions,
  { rank, gathersFrom }: Required<Pick<Ranks, 'rank' | 'gathersFrom'>> = { rank: 0, gathersFrom: 2 },
): PreparedProgram {
  const own = { first: rank, count: 1 };
  const threads: ThreadPlan = { threads: 1, here: own, parallel: true, spins: false, window: 1 };
  const ranks = { rank, count, gathersFrom };
  const messages = (layout: PreparedProgram['layout']) => messagesOfWhole(layout, threads, ranks);
  const asked = { beyond: null, gathers: gathers(ranks) ? own : null, isSampled: true, messages, place: placeMessages };
  return prepare(circuit, owner, count, options, threads, null, null, asked);
}

test.each<[string, string, RunOptions]>([
  ['capacitive lines', ring, { until: 1e-4 }],
  ['wave lines with a history in time, and their means', ringA, { step: null, until: 1e-3, record: ['*.p'] }],
  ['wave lines in steps', ringA, { step: 1e-4, lookAhead: false, until: 2e-3 }],
])('what is posted is what there is to send when all is computed: %s', async (_, text, options) => {
  const { circuit } = parseCircuit(text, 'ring');
  const plan = planOf(text, 4);
  const { messages, program } = prepared(circuit, ownersOf(circuit, plan), 4, options, { rank: 1, gathersFrom: 2 });
  expect(program.posts).toBe(true);
  const { offsets, listsAt, lists, peers: placed } = messages as PlacedMessages;
  let compared = 0;
  const ranks = watched((at, area, peers) => {
    if (at !== 'awaiting') return;
    const memory = area.buffer.slice(0);
    const [F, I] = [new Float64Array(memory), new Int32Array(memory)];
    expect([peers, [...I.subarray(listsAt, listsAt + lists.length)]]).toEqual([placed, lists]);
    pack(F, I, offsets);
    for (const { sendAt, sendCount } of peers) {
      expect(area.subarray(sendAt, sendAt + sendCount)).toEqual(F.subarray(sendAt, sendAt + sendCount));
      compared++;
    }
  });
  await simulateOnRanks(circuit, { build: 'one', kernels: 'js', plan, ...options }, ranks);
  expect(compared).toBeGreaterThan(20);
});

// Messages are posted before a rank announces what it has been asked for: their heads are of the meeting two before.
test.each([
  ['not taken where ranks gather words of all, which say it', 2, aborts.none, 0],
  ['taken where messages are all that ranks have', 5, aborts.afterThisStep, 1],
] as const)('a stop and a failure in heads of messages: %s', (_, gathersFrom, stop, failed) => {
  const { circuit } = parseCircuit(ring, 'ring');
  const { messages, bytes } = prepared(circuit, ownersOf(circuit, planOf(ring, 4)), 4, {}, { rank: 1, gathersFrom });
  const { offsets, listsAt, lists, peers } = messages as PlacedMessages;
  const memory = new ArrayBuffer(bytes);
  const [F, I] = [new Float64Array(memory), new Int32Array(memory)];
  I.set(lists, listsAt);
  expect(peers.length).toBeGreaterThan(1);
  for (const { receiveAt } of peers) {
    F[receiveAt + offsets.stopAt] = aborts.afterThisStep;
    F[receiveAt + offsets.failedAt] = 1;
  }
  unpack(F, I, offsets);
  expect([I[offsets.stopWord], I[offsets.failedWord]]).toEqual([stop, failed]);
});

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
