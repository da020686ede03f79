/** The step loop over phases made by hand: their order, what follows from decisions, and where it stops. */
import { describe, expect, test } from 'vitest';
import { aborts, abortWord, announcedWord, arrival, failedWord, threadWord } from '../../dist/blocks/step/barrier.js';
import { type LoopOffsets, roundsFreeRunning, roundsInStep } from '../../dist/blocks/step/loop.step.js';
import { outcomes, verdicts } from '../../dist/blocks/step/outcomes.js';
import { ownershipTable, timedSynchronisations } from '../../dist/blocks/step/ownership.js';
import { roundsLoop } from '../../dist/blocks/step/threadLoops.js';
import { circuit } from '../../dist/circuit/builder.js';
import { sourceOfLoop } from '../../dist/code/stepSource.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import { prepare } from '../../dist/program/prepare.js';
import type { RunProgram } from '../../dist/program/program.js';
import type { ThreadPlan } from '../../dist/program/threadPlan.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

const serial: ThreadPlan = { threads: 1, parallel: false, spins: false, window: 1 };
const built = circuit('two')
  .component('s', 'pressureSource', { pressure: '10 bar' })
  .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
  .component('n', 'pressureSource', { pressure: '1 bar' })
  .line('a', 's', 'r.in', { volume: '1 l' })
  .line('b', 'r.out', 'n', { volume: '1 l' })
  .run({ end: '1 s', step: '1 ms' })
  .build();
const { program } = prepare(built, Int32Array.of(0, 0, 1), 2, {});

/** A thread's loop as it is linked, over phases that are noted; decisions are taken from `decisions` in their turn. */
function bench(plan: ThreadPlan, own: Partial<RunProgram> = {}, thread = 0, timed: 'marks' | 'partitions' | null = null) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
  const [F, I] = [new Float64Array(memory.buffer), new Int32Array(memory.buffer)];
  const noted: string[] = [];
  const decisions: [outcome: number, verdict: number][] = [];
  const verdictWords = [4000, 4001];
  const given = { ...program, verdicts: verdictWords, synchronisations: 4002, keepsLater: false, ...own };
  const phase =
    (name: string, gives: () => number = () => 0): KernelFunction =>
    (...integers) => {
      noted.push(`${name} ${integers}`.trim());
      return gives();
    };
  const deciding = (p: number) => (): number => {
    const [outcome, verdict] = decisions[0] ?? [outcomes.goOn, verdicts.accept];
    F[verdictWords[p] as number] = verdict;
    return outcome;
  };
  let clock = 0;
  const known: [string, KernelFunction][] = [0, 1].flatMap((p): [string, KernelFunction][] => [
    ...['receiveAndRecord', 'attempt', 'accept', 'reject', 'keep', 'exchange'].map((name): [string, KernelFunction] => [
      `${name}_${p}`,
      phase(`${name}${p}`),
    ]),
    [`decide_${p}`, phase(`decide${p}`, deciding(p))],
    [`freeRunning_${p}`, phase(`freeRunning${p}`, () => decisions.shift()?.[0] ?? outcomes.goOn)],
  ]);
  known.push([`arrive_${thread}`, phase('arrive', () => arrival.met)], [`adopt_${thread}`, phase('adopt')], ['now', () => clock++]);
  const source = sourceOfLoop(roundsLoop(given, thread, plan, timed));
  const rounds = linkJavascript([source], F, I, undefined, known).get(source.as) as KernelFunction;
  return { F, I, noted, decisions, rounds, text: source.javascript as string, word: (w: 'plane' | 'parity') => I[threadWord(thread, w)] };
}

describe('in step', () => {
  test('all partitions receive, record and attempt, decide, and accept on the other plane; the next attempt has the other parity', () => {
    const { noted, rounds, word, F } = bench(serial);
    expect(rounds(2)).toBe(outcomes.goOn);
    const attempt = (plane: number, parity: number) => [
      ...[`receiveAndRecord0 ${plane}`, `receiveAndRecord1 ${plane}`, `attempt0 ${plane},${parity}`, `attempt1 ${plane},${parity}`],
      ...[`decide0 ${parity}`, `decide1 ${parity}`, `accept0 ${1 - plane},${parity}`, `accept1 ${1 - plane},${parity}`],
    ];
    expect(noted).toEqual([...attempt(0, 0), ...attempt(1, 1)]);
    expect([word('plane'), word('parity'), F[4002]]).toEqual([0, 0, 2]);
  });

  test('a rejected step keeps the plane; one that fails is followed by nothing', () => {
    const { noted, rounds, decisions, word } = bench(serial);
    decisions.push([outcomes.goOn, verdicts.reject]);
    expect(rounds(1)).toBe(outcomes.goOn);
    expect(noted.slice(-2)).toEqual(['reject0', 'reject1']);
    expect([word('plane'), word('parity')]).toEqual([0, 1]);
    decisions[0] = [outcomes.failed, verdicts.reject];
    noted.length = 0;
    expect(rounds(5)).toBe(outcomes.failed);
    expect(noted.at(-1)).toBe('decide1 1');
    expect(noted.length).toBe(6);
  });

  test('what is kept later is kept before the accepted step with which a call ends: the last of its attempts, the end of the run, a stop', () => {
    const { noted, rounds, decisions } = bench(serial, { keepsLater: true });
    const kept = (): string[] => noted.splice(0).filter((one) => /^(keep|accept)/.test(one));
    rounds(3);
    expect(kept()).toEqual(['accept0 1,0', 'accept1 1,0', 'accept0 0,1', 'accept1 0,1', 'keep0', 'keep1', 'accept0 1,0', 'accept1 1,0']);
    decisions.push([outcomes.finished, verdicts.accept]);
    expect(rounds(9)).toBe(outcomes.finished);
    expect(kept()).toEqual(['keep0', 'keep1', 'accept0 0,1', 'accept1 0,1']);
    decisions[0] = [outcomes.failed, verdicts.reject];
    expect(rounds(1)).toBe(outcomes.failed);
    expect(kept()).toEqual([]);
    const told = bench({ ...serial, parallel: true, threads: 2 }, { keepsLater: true });
    told.I[abortWord] = aborts.afterThisStep;
    expect(told.rounds(9)).toBe(outcomes.stopped);
    expect(told.noted.slice(-2)).toEqual(['keep0', 'accept0 1,0']);
  });

  test('the serial one knows no Atomics; none looks at the clock but timed twins', () => {
    expect(bench(serial).text).not.toMatch(/Atomics|now\(/);
    expect(bench({ ...serial, parallel: true }).text).toMatch(/Atomics/);
    expect(bench(serial, {}, 0, 'marks').text).toMatch(/now\(/);
  });

  test('told to stop it does so behind the step, told to leave at once', () => {
    const plan = { ...serial, parallel: true, threads: 2 };
    const { I, F, noted, rounds } = bench(plan);
    I[abortWord] = aborts.afterThisStep;
    expect(rounds(9)).toBe(outcomes.stopped);
    expect(noted).toEqual(['receiveAndRecord0 0', 'attempt0 0,0', 'arrive', 'decide0 0', 'accept0 1,0']);
    expect(I[announcedWord('stop')]).toBe(aborts.afterThisStep);
    // Another thread goes by what thread 0 has announced, and counts no synchronisation.
    const other = bench(plan, {}, 1);
    other.I[abortWord] = aborts.afterThisStep;
    expect(other.rounds(3)).toBe(outcomes.goOn);
    other.I[announcedWord('stop') + 1] = aborts.afterThisStep;
    expect(other.rounds(3)).toBe(outcomes.stopped);
    expect([F[4002], other.F[4002]]).toEqual([1, 0]);
  });

  test('where partitions change hands each phase asks for the owner; thread 0 announces which version holds', () => {
    const { table } = ownershipTable(5000, 2, 2);
    const { I, noted, rounds } = bench({ ...serial, parallel: true, threads: 2 }, { ownership: table });
    I[table.owner] = 1;
    I[table.wantedVersion] = 3;
    expect(rounds(1)).toBe(outcomes.goOn);
    expect(noted).toEqual(['receiveAndRecord1 0', 'attempt1 0,0', 'arrive', 'adopt 0', 'decide1 0', 'accept1 1,0']);
    expect(I[announcedWord('owners')]).toBe(3);
  });
});

describe('freeRunning', () => {
  const plan = { ...serial, window: 4 };

  test('each partition by itself; the worst outcome counts, and the exchange comes behind the synchronisation', () => {
    const { noted, rounds, decisions } = bench(plan, { exchanges: true });
    decisions.push([outcomes.finished, 1], [outcomes.goOn, 1]);
    expect(rounds(8)).toBe(outcomes.finished);
    expect(noted).toEqual(['freeRunning0 0', 'freeRunning1 0', 'exchange0 0', 'exchange1 0']);
  });

  test('a window is so many attempts; nothing is exchanged behind a failure', () => {
    const { noted, rounds, decisions } = bench(plan, { exchanges: true });
    decisions.push([0, 1], [0, 1], [outcomes.failed, 0], [0, 1]);
    expect(rounds(12)).toBe(outcomes.failed);
    expect(noted.slice(4)).toEqual(['freeRunning0 1', 'freeRunning1 1']);
  });

  test('the failure of another thread ends the run at the synchronisation, its own is told', () => {
    const { I, rounds, decisions } = bench({ ...plan, parallel: true, threads: 2 });
    I[failedWord + 1] = 1;
    expect(rounds(4)).toBe(outcomes.goOn);
    expect(rounds(4)).toBe(outcomes.failed);
    decisions.push([outcomes.failed, 0]);
    expect(rounds(4)).toBe(outcomes.failed);
    expect(I[failedWord]).toBe(1);
  });
});

describe('timed twins', () => {
  test.each([1, 3])('marks of %i synchronisations, in their order', (synchronisations) => {
    const { F, I, rounds } = bench(serial, {}, 0, 'marks');
    I[threadWord(0, 'marks')] = 6000;
    rounds(synchronisations);
    const times = [...F.subarray(6000, 6000 + 6 * synchronisations)].filter((_, k) => k % 6 < 5);
    expect(times).toEqual(times.map((_, k) => k));
    expect(F[6005]).toBe(1);
    expect(I[threadWord(0, 'marks')]).toBe(6000 + 6 * synchronisations);
  });

  test('times of partitions by synchronisation: a tick for each of three phases', () => {
    const { table } = ownershipTable(5000, 2, 1);
    const { F, I, rounds } = bench({ ...serial, parallel: true }, { ownership: table }, 0, 'partitions');
    rounds(2);
    expect([...F.subarray(5000, 5002)]).toEqual([3, 3]);
    expect([...F.subarray(5000 + timedSynchronisations, 5002 + timedSynchronisations)]).toEqual([3, 3]);
    expect(I[threadWord(0, 'synchronisation')]).toBe(2);
  });
});

test('as they stand the loops ask for the same phases', () => {
  const I = new Int32Array(16);
  const calls: string[] = [];
  const note =
    (name: string, gives = 0) =>
    (...integers: number[]) => {
      calls.push(`${name} ${integers}`);
      return gives;
    };
  const o = {
    planeWord: 0,
    parityWord: 1,
    window: 1,
    goOn: outcomes.goOn,
    failed: outcomes.failed,
    acceptVerdict: verdicts.accept,
    rejectVerdict: verdicts.reject,
    receiveAndRecord: note('receiveAndRecord'),
    attempt: note('attempt'),
    decide: note('decide', outcomes.finished),
    verdict: note('verdict', verdicts.accept),
    accept: note('accept'),
    freeRunning: note('freeRunning', outcomes.finished),
  } as unknown as LoopOffsets;
  expect(roundsInStep(new Float64Array(1), I, o, 3)).toBe(outcomes.finished);
  expect(calls).toEqual(['receiveAndRecord 0,0', 'attempt 0,0,0', 'decide 0,0', 'verdict 0', 'accept 1,0,0']);
  expect(roundsFreeRunning(new Float64Array(1), I, o, 3)).toBe(outcomes.finished);
  expect(calls.slice(5)).toEqual(['freeRunning 1,0,0']);
});
