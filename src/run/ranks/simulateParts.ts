/** A run of ranks that each have the layout of their part only (part.ts). */
import { decisionWords } from '../../blocks/step/decision.js';
import type { Circuit } from '../../circuit/circuit.js';
import { repeatsNothing } from '../../circuit/entries/noShares.js';
import { instanceOf, mostEntries, ownCount, type ReadShare, rankOf, type Share } from '../../circuit/entries/share.js';
import { tablesOf } from '../../circuit/views.js';
import { nativeNotes } from '../../native/notes.js';
import { divergedPressure } from '../../network/diverged.js';
import type { Beyond, PlacedBeyond } from '../../program/beyond.js';
import { specialCounterCount } from '../../program/layout/layout.js';
import { placeMessages } from '../../program/messages.js';
import type { Ending } from '../../results/ending.js';
import type { Extremes } from '../../results/extremes.js';
import { memoryRows, type RowStorage } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import { limitersOf, mostLimiting, type Numbered, stepCounts } from '../account/account.js';
import { extremesOf } from '../account/extremes.js';
import { endingOf, resultsOf } from '../account/results.js';
import { RecordedRows, receiveAndRecord, recordLast, takeRows } from '../account/rows.js';
import { collectSlices } from '../account/timeline.js';
import { checkRunOptions } from '../checkOptions.js';
import { hooksOf, savedOptions } from '../held/heldRun.js';
import { besideOf, codeNotes } from '../held/prepare.js';
import { withSavedOptions } from '../openRun.js';
import { openSessionSoon, type SessionRank } from '../openSession.js';
import type { Session } from '../session.js';
import type { DriverEnd, LoopEnd } from '../threads/driver.js';
import type { Limiter, LineResults, RunOptions } from '../types.js';
import { sharedCores } from './cores.js';
import { belongingOf } from './instances.js';
import { mergeParts } from './merge.js';
import { type Numbers, numbersOfLines } from './numbers.js';
import {
  type Facts,
  factsOf,
  gatherFacts,
  isAcrossHere,
  type Part,
  partitionCount,
  partOf,
  partOptions,
  rankOfPartition,
  sumOf,
} from './part.js';
import {
  checkSavedText,
  encodeManifest,
  encodePart,
  type Manifest,
  manifestOf,
  type PartFile,
  type PartReader,
  resumePart,
  wholeCheckpoint,
} from './partCheckpoints.js';
import { cutOf, firstNumber, lineNumbers, linesBeyond, numbersOf, PartMessages } from './partMessages.js';
import { endDriver, RankDriver, type RankMemory } from './rankDriver.js';
import { gatherOrFail, gathers, gatherTexts, gatherValues, gatherValuesOrFail, type Ranks } from './ranks.js';
import { checkSameDigest, checkSameEnds, checkSameRun, hashOf, type SameEnds, toldOfOptions } from './sameRun.js';
import { allSaved, goOnSaving, type RankSaves, tidied } from './saving.js';
import {
  agreed,
  inWords,
  type OnRanks,
  simulateOnRanks,
  type ToldLosses,
  tellLosses,
  threadsOf,
  usualDeadline,
} from './simulateOnRanks.js';

/** A circuit that ranks read their shares of. */
export interface Source {
  /** Of the file, and what is set in it: all ranks must have the same. */
  readonly text: string;
  /** This rank's share; the whole circuit, and why, where it has none. */
  share(): { readonly circuit: Circuit; readonly share: ReadShare; readonly readSeconds: number };
  whole(): Circuit;
  /** Its groups, where a run goes on from what ranks have saved and this rank has no share. Default: those of the share. */
  groups?(): ReadShare;
}

/** What a rank has read of it. */
export interface ReadPart {
  readonly circuit: Circuit;
  readonly share: Share;
  /** s that reading has taken: it counts as set-up. */
  readonly readSeconds: number;
}

/** Part of one rank, laid out and at t = 0. */
export interface LaidPart {
  readonly part: Part;
  readonly all: readonly Facts[];
  readonly session: Session;
  readonly numbers: Numbers;
  /** On its code, and on that of other ranks where it is another. */
  readonly notes: readonly string[];
  readonly setupSeconds: number;
}

/** What each rank tells of its part of a run. */
export interface PartCost {
  readonly rank: number;
  readonly instances: number;
  readonly components: number;
  readonly lines: number;
  /** Of the memory of its layout. */
  readonly memoryBytes: number;
  readonly setupSeconds: number;
  /** In the step loop, waiting for others included. */
  readonly wallSeconds: number;
}

/** The account of a run whose rows stay with their ranks; load and waits of these, but of a dry run; rank 0 has the timeline. */
export interface PartsResults extends ToldLosses {
  readonly circuit: string;
  /** What carries the messages. */
  readonly carrier: string;
  readonly kernels: Session['kernels'];
  /** s */
  readonly end: number;
  readonly ending: Ending | null;
  readonly steps: LineResults['account']['steps'];
  readonly limitedBy: readonly Limiter[];
  readonly pressures: Extremes | null;
  /** Of this rank. */
  readonly rows: RecordedRows;
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  readonly ranks: readonly PartCost[];
  /** On the code of this rank, and of others where it is another. */
  readonly notes: readonly string[];
}

export interface PartsOptions {
  /** Whether rank 0 gives the results of one process. */
  readonly digest: boolean;
  /** Called on rank 0 before the run of a circuit with groups that is laid out as a whole on each rank: why, and the way out. */
  readonly onWhole?: (why: string) => void;
}

/**
 * Makes this rank's part of a run, from the layout of its part where the circuit has shares, else from that of the whole circuit. With `digest` rank 0 gives the results of one process, null
 * the others; without, each gives the account of all ranks with its own rows. Throws RunError on all ranks for what cannot be run and where they are not about to make the same run;
 * RankLost where one has not answered.
 */
export async function simulateByParts(
  source: Source,
  { digest, onWhole, ...given }: OnRanks & PartsOptions,
  ranks: Ranks,
): Promise<LineResults | PartsResults | null> {
  given.onStage?.('agreeing');
  const [read, manifest] = await agreed(ranks, async () => [source.share(), resumed(given, source)] as const);
  const options = manifest ? withSavedOptions(given, manifest.options) : given;
  const { build: _b, onStage: _s, onWarning: _w, saves: _c, reader: _r, resume: _f, ...asked } = options;
  const laid =
    typeof read.share === 'string'
      ? read.share
      : (whyResumedWhole(given, manifest) ?? (await layPart(ranks, { ...read, share: read.share }, asked)));
  if (typeof laid === 'string') {
    if (ranks.isDry) throw new RunError('RUN268', `a dry run is of one rank's part, and the circuit has none: ${laid}`, 'or run it whole');
    if (ranks.rank === 0 && laid !== repeatsNothing) onWhole?.(laid);
    const circuit = typeof read.share === 'string' ? read.circuit : source.whole();
    const from = manifest
      ? { resume: await agreed(ranks, () => checkpointOfParts(manifest, savedBy(read.share, source), circuit, readerOf(given))) }
      : {};
    const results = await simulateOnRanks(circuit, { ...options, ...from }, ranks);
    const note = `each rank had the layout of the whole circuit: ${laid}`;
    return results && Object.assign(results, { notes: [...results.notes, note] });
  }
  checkSameDigest(ranks, digest);
  if (digest) checkWholeFits(ranks, laid.part.share, laid.session.memory.buffer.byteLength);
  if (manifest) await agreed(ranks, () => resumePart(ranks, manifest, readerOf(given), laid.session, laid.part, laid.numbers));
  const run = await runPart(ranks, laid, options, source.text, Boolean(manifest));
  const results = digest ? await mergedResults(ranks, laid, run, asked, () => source.whole()) : partsResults(ranks, laid, run);
  options.onStage?.('done');
  return results;
}

/** The manifest that the run goes on from; null: there is none, or a checkpoint of one file. Throws RunError for one of another circuit. */
function resumed({ resume }: OnRanks, { text, share }: Source): Manifest | null {
  const manifest = resume ? manifestOf(resume) : null;
  if (manifest) checkSavedText(manifest, { circuit: share().circuit.name, text: hashOf(text) });
  return manifest;
}

const readerOf = ({ reader }: OnRanks): PartReader => {
  if (!reader) throw new Error('a checkpoint of parts needs what reads them');
  return reader;
};

/** Why a run that goes on has no parts; null: it has. */
const whyResumedWhole = ({ resume }: OnRanks, manifest: Manifest | null): string | null =>
  resume && !manifest ? 'it goes on from a checkpoint of the whole circuit; what ranks with their part save has parts' : null;

/** What has the groups by which parts were saved: there are other numbers of ranks, of which none has a share. */
const savedBy = (share: ReadShare, { groups }: Source): ReadShare => (typeof share === 'string' && groups ? groups() : share);

/** The checkpoint that one process would have written in place of a manifest and its parts. */
export function checkpointOfParts(manifest: Manifest, share: ReadShare, circuit: Circuit, reader: PartReader): Promise<Uint8Array> {
  if (typeof share === 'string') throw new Error(`the circuit has no parts: ${share}`);
  return wholeCheckpoint(manifest, reader, circuit, share.groups, async (options) => {
    const threads = { threads: 1, parallel: false, spins: false, window: 1, rates: null, own: null };
    const owner = new Int32Array(tablesOf(circuit).components.count);
    return (await openSessionSoon(circuit, owner, 1, options, threads, 'js', null, memoryRows())).session;
  });
}

/** Bytes of a memory at most. */
const mostBytes = 2 ** 32;

/**
 * A run must not come to its end to find that rank 0 can neither read nor lay out the whole; `own`: bytes of this rank's layout. Throws RunError RUN269, on all ranks alike.
 */
export function checkWholeFits(ranks: Ranks, { groups }: Pick<Share, 'groups'>, own: number): void {
  const bytes = gatherTexts(ranks, String(own)).reduce((sum, text) => sum + Number(text), 0);
  const large = groups.find(({ count, entries }) => count * entries > mostEntries);
  if (!large && bytes <= mostBytes) return;
  const why = large
    ? `the whole circuit on rank 0, and '${large.name}' is repeated ${large.count} times with up to ${large.entries} entries each; one process reads ${mostEntries} of a group`
    : `the layout of the whole circuit on rank 0, about ${(bytes / 2 ** 30).toPrecision(3)} GiB, and one memory has 4 GiB`;
  throw new RunError('RUN269', `the digest needs ${why}`, 'add --no-digest: each rank then keeps its rows, in a file of its own');
}

/** Lays out this rank's part; a text: why it cannot be laid out by itself. Called on all ranks; throws on all where one fails. */
export function layPart(ranks: Ranks, { circuit, share, readSeconds }: ReadPart, options: RunOptions): Promise<LaidPart | string> {
  return agreed(ranks, async () => {
    const began = performance.now();
    checkRunOptions(circuit, options);
    const workers = threadsOf(options);
    const part = partOf(circuit, share, workers);
    const cores = sharedCores(ranks, workers, options);
    const all = gatherFacts(ranks, part, factsOf(part, options), options);
    const why = all.find((facts) => facts.why !== null)?.why;
    if (why) return why;
    if (ranks.isDry && ranks.count > 1 && part.before.length !== part.onward.at(-1)?.length)
      return `rank ${ranks.rank} has others on one side only; take one that has them on both`;
    const { here, owner } = part;
    const threads = {
      ...{ threads: workers, here: part.own, parallel: true, rates: null, own: null },
      spins: cores.isEnough,
      window: windowOf(all),
    };
    const { kernels = 'auto', rows = null } = options;
    let numbers: Numbers | null = null;
    const rank: SessionRank = {
      beyond: beyondOf(ranks, part, all),
      gathers: gathers(ranks) ? part.own : null,
      isSampled: !ranks.isDry,
      place: placeMessages,
      messages(layout, plan, beyond) {
        numbers = numbersOf(ranks, part, layout, all);
        return new PartMessages(gathers(ranks), ranks.isDry ?? false, layout, beyond as PlacedBeyond, plan, part, all).all(ranks, numbers);
      },
    };
    const opened = await openSessionSoon(
      circuit,
      owner,
      here.length,
      partOptions(part, options, all),
      threads,
      kernels === 'auto' ? 'wasm' : kernels,
      null,
      rows && ofRank(rows, ranks),
      rank,
    );
    const setupSeconds = readSeconds + (performance.now() - began) / 1000;
    const notes = [...cores.notes, ...codeNotes(opened, options), ...refusedElsewhere(ranks, opened.refused)];
    return { part, all, session: opened.session, numbers: numbers as unknown as Numbers, notes, setupSeconds };
  });
}

/** Why other ranks have no native kernels, in other words than this one; called on all. */
function refusedElsewhere(ranks: Ranks, refused: string | null): string[] {
  const reasons = gatherOrFail(ranks, refused ?? '');
  const others = [...new Set(reasons)].filter((reason) => reason !== '' && reason !== refused);
  return others.map((reason) => {
    const named = reasons.flatMap((one, rank) => (one === reason ? [rank] : []));
    return `rank ${named.join(', ')}: ${nativeNotes(null, reason).join()}`;
  });
}

/** Steps that all make by themselves: as many as every cut line allows, one where none is cut. */
function windowOf(all: readonly Facts[]): number {
  const windows = all.flatMap(({ window }) => window ?? []);
  return windows.length > 0 ? Math.min(...windows) : 1;
}

/** Rows that stand beside those of the other ranks. */
const ofRank = (rows: RowStorage, { rank, count }: Ranks): RowStorage => ({
  ...rows,
  // Its hash is not to be asked for yet.
  open: (head) => rows.open(Object.assign(head, { part: { rank, ranks: count } })),
});

/** What is known of the other ranks. */
function beyondOf(ranks: Ranks, part: Part, all: readonly Facts[]): Beyond {
  const numbers = numbersOfLines(lineNumbers(part, all));
  const lines = all.map((facts) => facts.lines);
  const cut = cutOf(all);
  return {
    own: part.own,
    partitionOf: cut.map((_, partition) => part.here.indexOf(partition)),
    // Ranks that gather receive what the others found at these lines.
    cut: (gathers(ranks) ? [] : linesBeyond(part, all)).map(({ partition, k }) => {
      const [type, group] = (cut[partition] as Facts['cut'][number])[k] as Facts['cut'][number][number];
      // Those of its rank stand for it.
      const last = firstNumber(lines, rankOfPartition(part, partition) + 1, group) - 1;
      return { number: Math.max(0, numbers.toHere(last)), type };
    }),
    judged: new Set(gathers(ranks) ? [] : part.across.filter((line) => !isAcrossHere(part, line)).map(({ line }) => line)),
    crossings({ some, late }) {
      const told = gatherValuesOrFail(ranks, { some, late });
      return { some: told.some((one) => one.some), late: told.some((one) => one.late) };
    },
    firstEvent: (first) => Math.min(...gatherOrFail(ranks, String(first)).map(Number)),
  };
}

/** A rank's part of a run once it has ended, and what all know of each other then. */
export interface PartRun {
  readonly ended: DriverEnd & { readonly end: LoopEnd };
  readonly costs: readonly PartCost[];
  readonly told: ToldLosses;
}

/** Makes this rank's part of a run; `digest`: on rank 0 the results of the whole run, merged by `whole`, which reads the whole circuit; else its own rows and an account of all ranks. */
export async function runPart(
  ranks: Ranks,
  { part, all, session, numbers, setupSeconds }: LaidPart,
  { build, onStage, onWarning, saves, reader: _r, resume: _f, ...options }: OnRanks,
  text: string,
  isResumed = false,
): Promise<PartRun> {
  checkSameRun(ranks, { build, circuit: hashOf(text), options: toldOfOptions(options), plan: 'parts', memory: '' });
  // C and Z of a run that goes on are those of its last step.
  if (!ranks.isDry && ranks.count > 1 && !isResumed) checkSameEnds(ranks, endsOf(session, part));
  onStage?.('going');
  const memory = partMemory(session, part);
  const { deadline = usualDeadline, threads: host } = options;
  const beside = besideOf(session, options, ranks.beside * session.threads.threads);
  const driver = await agreed(ranks, () => RankDriver.start(session, ranks, { deadline, memory, host, beside }), endDriver);
  const savePart = async (files: RankSaves, tag: string): Promise<void> => {
    onStage?.('agreeing');
    memory.close();
    const named = await allSaved(ranks, async () => {
      const { bytes, file } = encodePart(session, part, numbers);
      return JSON.stringify({ name: await files.writePart(tag, bytes), ...file } satisfies PartFile);
    });
    await allSaved(ranks, async () => {
      if (ranks.rank !== 0) return '';
      const parts = named.map((one) => JSON.parse(one) as PartFile);
      const run = { circuit: session.circuit.name, text: hashOf(text), time: stepCounts(session).time, options: savedOptions(options) };
      await files.write(encodeManifest({ ...run, parts }));
      return '';
    });
    await tidied(files, tag, onWarning);
    onStage?.('going');
  };
  const end = await goOnSaving(driver, session, ranks, deadline, hooksOf(session, options), saves, savePart);
  const { timed, ...closed } = await driver.close();
  const told = tellLosses(ranks, collectSlices(session, timed), options);
  const { components, lines } = all[ranks.rank] as Facts;
  const instances = sumOf(part.share.groups.map((group) => (group.beside ? 0 : ownCount(part.share, group.name))));
  const cost: PartCost = {
    ...{ rank: ranks.rank, instances, components, lines: sumOf(lines), setupSeconds },
    memoryBytes: session.memory.buffer.byteLength,
    wallSeconds: closed.wallSeconds,
  };
  const costs = gatherValues(ranks, cost);
  return { ended: { ...closed, timed: [], end }, costs, told };
}

/** What of a session is of its rank; its neighbours' partitions stand where the own one does. */
function partMemory(session: Session, part: Part): RankMemory {
  const shareDecision = (): void => {
    const { partitions } = session.layout;
    const own = partitions[part.own.first]?.decision as number;
    for (const { decision } of partitions) if (decision !== own) session.F.copyWithin(decision, own, own + decisionWords.length);
  };
  return {
    takeRows() {
      shareDecision();
      takeRows(session);
    },
    everyMs: session.rows?.everyMs ?? Number.POSITIVE_INFINITY,
    close: shareDecision,
  };
}

/** C and Z at both ends of the lines to and from other ranks; of those beside the groups, by the other rank. */
function endsOf({ layout, F }: Session, part: Part): SameEnds {
  const { before, onward, own, here, share, across } = part;
  const { families, site } = layout;
  const of = (lines: readonly number[], partition: number, isOnward: boolean): number[] => {
    const { boundary } = families.lines.partitions[partition] as (typeof families.lines.partitions)[number];
    const { c, z } = site.columns[partition] as (typeof site.columns)[number];
    return lines.flatMap((line) => {
      const side = boundary.get(line);
      const [ownEnd, ghost] = side ? [side.own, side.ghost] : [];
      if (ownEnd === undefined || ghost === undefined) return [];
      return (isOnward ? [ownEnd, ghost] : [ghost, ownEnd]).flatMap((end) => [F[c + end], F[z + end]]);
    });
  };
  const last = own.count - 1;
  const beside = new Map<number, number[]>();
  for (const { line, partitions } of across) {
    const ranks = partitions.map((partition) => rankOfPartition(part, partition));
    const side = ranks.indexOf(share.rank);
    if (side < 0 || ranks[0] === ranks[1]) continue;
    const other = ranks[1 - side] as number;
    beside.set(other, [...(beside.get(other) ?? []), ...of([line], here.indexOf(partitions[side] as number), side === 0)]);
  }
  return { before: of(before, own.first, false), onward: of(onward[last] ?? [], own.first + last, true), beside };
}

/** Results of the whole run on rank 0, null on the others; the session of the whole circuit is laid out by the same owners. */
export async function mergedResults(
  ranks: Ranks,
  { part, session, numbers, notes, setupSeconds }: LaidPart,
  { ended, costs, told }: PartRun,
  options: RunOptions,
  whole: () => Circuit,
): Promise<LineResults | null> {
  // Laying out the whole takes a while, in which the ranks may be ended.
  takeRows(session);
  const { session: wholeSession } = ranks.rank === 0 ? await wholeOf(part, session, options, whole()) : { session: null };
  const merged = wholeSession && { session: wholeSession, belonging: belongingOf(wholeSession, part.share.groups) };
  const ending = ended.end === 'failed' ? endings(ranks, session, ended) : null;
  mergeParts(ranks, session, part, numbers, merged);
  if (!wholeSession) return null;
  const note = `${inWords(ranks.count, part.threads)} over ${ranks.carrier}; each had the layout of its part, rank 0 that of all at the end, for the digest`;
  const setup = Math.max(setupSeconds, ...costs.map((cost) => cost.setupSeconds));
  const results = resultsOf(
    wholeSession,
    { workers: partitionCount(part), parts: partitionCount(part), driver: 'mpi', notes: [note, ...notes] },
    { ...ended, wallSeconds: Math.max(...costs.map(({ wallSeconds }) => wallSeconds)) },
    setup,
  );
  return Object.assign(results, { cost: { ...results.cost, ...told } }, ending ? { ending } : {});
}

/** By component: the partition of the run that owns its instance. */
function ownersOf(circuit: Circuit, { groups }: Share, ranks: number): Int32Array {
  const { components } = tablesOf(circuit);
  return Int32Array.from({ length: components.count }, (_, c) => rankOf({ groups, ranks }, instanceOf({ groups }, components.nameOf(c))));
}

function wholeOf(part: Part, { threads, kernels }: Session, options: RunOptions, circuit: Circuit) {
  return openSessionSoon(
    circuit,
    ownersOf(circuit, part.share, partitionCount(part)),
    partitionCount(part),
    options,
    { ...threads, threads: 1, here: null },
    kernels,
    null,
    options.rows ?? null,
  );
}

/** Why the run failed, in the order in which one process asks: a broken row, the highest pressure of all ranks, what the rank says in whose part it did, else the first. */
function endings(ranks: Ranks, session: Session, ended: DriverEnd & { readonly end: LoopEnd }): Ending | null {
  const own = { ending: endingOf(session, ended, stepCounts(session).time), pressures: extremesOf(session) };
  const all = gatherValues(ranks, own);
  const broken = all.find(({ ending }) => ending?.kind === 'failed' && ending.code === 'RUN304');
  if (broken) return broken.ending;
  // Of a line to another rank, both have the end that is theirs.
  const { pressureLimit } = session.program.controller.settings;
  const diverged = divergedPressure(widest(all.flatMap(({ pressures }) => pressures ?? [])), pressureLimit);
  if (diverged) return { kind: 'failed', code: 'RUN307', ...diverged };
  const isElsewhere = (one: Ending | null): boolean => one === null || one.message.startsWith('a line of circuit ');
  return (all.find(({ ending }) => !isElsewhere(ending)) ?? all[0])?.ending ?? null;
}

/** The account of all ranks, on each with its own rows. */
export function partsResults(ranks: Ranks, { session, numbers, notes }: LaidPart, { ended, costs, told: losses }: PartRun): PartsResults {
  const isWhole = ended.end !== 'failed' && ended.end !== 'lost';
  if (isWhole) receiveAndRecord(session);
  if (isWhole && ended.end !== 'finished') recordLast(session);
  const { accepted, rejected, rejectedInARow, smallest, largest, time } = stepCounts(session);
  const ending = ended.end === 'failed' ? endings(ranks, session, ended) : endingOf(session, ended, time);
  const told = gatherValues(ranks, { limiters: ownLimiters(session, numbers, ranks.rank === 0), pressures: extremesOf(session) });
  const each = ranks.isDry ? told.slice(0, 1) : told;
  return {
    circuit: session.circuit.name,
    carrier: ranks.carrier,
    kernels: ended.native?.library ? 'native' : session.kernels,
    end: time,
    ending,
    steps: { accepted, rejected, rejectedInARow, smallest, largest },
    limitedBy: mostLimiting(each.flatMap((one) => one.limiters)).map(({ limiter }) => limiter),
    pressures: widest(each.flatMap(({ pressures }) => pressures ?? [])),
    rows: new RecordedRows(session),
    columns: session.columns.map(({ name, unit }) => ({ name, unit })),
    ranks: costs,
    notes: [...notes, ...(ended.native?.notes ?? [])],
    ...losses,
  };
}

/** Those of this rank that can be among the five of all, by their numbers in the whole circuit. */
function ownLimiters(session: Session, numbers: Numbers, leads: boolean): Numbered[] {
  const { lines, states } = numbers;
  const isIn = ({ runs }: Numbers['lines'], number: number): boolean =>
    runs.some(({ isOwn, here, count }) => isOwn && number >= here && number < here + count);
  const own = limitersOf(session, (number) => {
    const special = number - lines.here;
    if (special < 0) return isIn(lines, number);
    return special < specialCounterCount ? leads : isIn(states, special - specialCounterCount);
  });
  return mostLimiting(own).map(({ number, limiter }) => ({ number: numbers.toWhole(number), limiter }));
}

/** The highest and the lowest of all. */
function widest([first, ...others]: readonly Extremes[]): Extremes | null {
  if (!first) return null;
  let { highest, lowest } = first;
  for (const one of others) {
    if (one.highest.pressure > highest.pressure) highest = one.highest;
    if (one.lowest.pressure < lowest.pressure) lowest = one.lowest;
  }
  return { ...first, highest, lowest };
}
