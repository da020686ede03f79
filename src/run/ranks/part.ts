/**
 * One rank's part of a circuit that repeats instances (circuit/entries/share.ts), as a layout of its own. What is in proportion to the whole circuit, and where it is in a rank:
 *
 *     read, network, layout, memory, program   of the own instances and of one beyond each end, which stand as partitions that are never run: what the components at the other
 *                                              ends of cut lines give at t = 0 is evaluated, then their places hold what their ranks send
 *     beside the groups                        all of it, with the instances that it is connected to, in each rank: it is little (circuit/entries/beside.ts)
 *     partition                                of each group instances one behind the other, among ranks, then among the threads of each, in equal numbers or as a plan of instances says:
 *                                              a rank knows all owners without a list
 *     decisions                                of each other partition published words and both ends of its cut capacitive lines (program/beyond.ts): in proportion to the threads
 *                                              of all ranks; where ranks gather, eight words of each rank only
 *     numbers of what limits steps             own ones in memory, those of the whole circuit in messages (numbers.ts)
 *     what all have to agree on (`Facts`)      told by each, once: longest and first step, look-ahead, which parameters all components of a kind share, as those are literals
 *     rows, states, account                    stay with the rank; rank 0 lays out the whole circuit to merge them, and only where a digest is asked for (merge.ts)
 *
 * What depends on more of the circuit than that has no parts (`whyWhole`): each rank then has the layout of the whole circuit.
 */
import { askedObservers } from '../../blocks/kept/registry.js';
import { lineDuties } from '../../blocks/registry.js';
import { isAmong, type PartitionRange } from '../../blocks/step/ownership.js';
import type { Circuit } from '../../circuit/circuit.js';
import { watched } from '../../circuit/entries/noShares.js';
import { groupOf, instanceOf, isBeside, isOwn, mayBeOwn, rankOf, type Share, whyTooFew } from '../../circuit/entries/share.js';
import {
  choosesOfRun,
  defaultPatterns,
  isOfRun,
  nothing,
  type Recordable,
  recordablesOf,
  recordablesOfTableLine,
  runRecordables,
} from '../../circuit/recordables.js';
import { kindAt, lineType, lineValue } from '../../circuit/tables.js';
import { globMatcher, isGlob } from '../../circuit/text/globs.js';
import { tablesOf } from '../../circuit/views.js';
import type { PortType } from '../../equations/language/definition.js';
import { sharedParameters } from '../../network/constants.js';
import { clusters } from '../../partition/clusters.js';
import { linesOf } from '../../program/layout/site.js';
import { lookAheadWindow } from '../../program/lookAhead.js';
import { settingsOf } from '../../program/settings.js';
import { withWaveStep } from '../../program/waveStep.js';
import { textsIn } from '../../results/asked.js';
import { RunError } from '../../results/runError.js';
import { settled } from '../../settings/settled.js';
import { mostAhead } from '../choice.js';
import type { RunOptions } from '../types.js';
import { gatherValuesOrFail, type Ranks } from './ranks.js';
import { checkSamePlan, hashOf } from './sameRun.js';

/** What of the circuit one rank has read, by partition and instance. */
export interface Part {
  readonly circuit: Circuit;
  readonly share: Share;
  /** Of each rank. Partition p of the run is that of thread p mod `threads` of rank p / `threads`. */
  readonly threads: number;
  /** Partitions of the run of which there are instances here, rising; those of this layout stand in this order. */
  readonly here: readonly number[];
  /** The own ones among them, in this layout. */
  readonly own: PartitionRange;
  /** By component: its partition. By component and line: the instance that wrote it. */
  readonly owner: Int32Array;
  readonly ofComponent: Int32Array;
  readonly ofLine: Int32Array;
  /** Lines that lead from a partition to the next one, in the order of the file: those of the partition before the own ones, and of each of these. */
  readonly before: readonly number[];
  readonly onward: readonly (readonly number[])[];
  /** Lines beside the groups that lead from a partition of the run to another, whoever owns them. */
  readonly across: readonly AcrossLine[];
}

export interface AcrossLine {
  readonly line: number;
  /** Of the run, another at each end. */
  readonly partitions: readonly [from: number, to: number];
}

type CutLine = readonly [type: PortType, group: number];

/** What each rank tells the others of its part. */
export interface Facts {
  /** Why its part cannot be laid out by itself; null: it can. */
  readonly why: string | null;
  /** Hash of where the partitions of the run begin. */
  readonly plan: string;
  readonly components: number;
  /** By group of instances. */
  readonly lines: readonly number[];
  /** By own partition: its capacitive lines to the next one, each with the group that it is of. */
  readonly cut: readonly (readonly CutLine[])[];
  /** s */
  readonly maximumStep: number;
  readonly initialStep: number;
  /** Null: no line leads from its partitions to others. */
  readonly window: number | null;
  /** By kind and parameter: the value that all its components have, as text. */
  readonly shared: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By name or glob of the record: whether it chooses something here. */
  readonly chooses: readonly boolean[];
}

export const sumOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

/** Partitions of the run. */
export const partitionCount = ({ share, threads }: Pick<Part, 'share' | 'threads'>): number => share.ranks * threads;

/** Partition of the run that is `steps` partitions on, around. */
export function partitionAfter(part: Pick<Part, 'share' | 'threads'>, partition: number, steps: number): number {
  const count = partitionCount(part);
  return (((partition + steps) % count) + count) % count;
}

/** Rank that runs a partition of the run. */
export const rankOfPartition = ({ threads }: Pick<Part, 'threads'>, partition: number): number => Math.floor(partition / threads);

/** First partition of the run that a rank runs. */
export const firstOfRank = ({ threads }: Pick<Part, 'threads'>, rank: number): number => rank * threads;

/** Numbers of the lines among them that are capacitive. */
export const capacitive = ({ circuit }: Part, lines: readonly number[]): number[] =>
  lines.filter((line) => Number.isNaN(lineValue(tablesOf(circuit).lines, line, 'delay')));

/** Whether a line beside the groups has an end in the own partitions. */
export function isAcrossHere(part: Pick<Part, 'share' | 'threads'>, { partitions }: AcrossLine): boolean {
  return partitions.some((partition) => rankOfPartition(part, partition) === part.share.rank);
}

/** Sorts what was read by partition and instance; the instances of a rank are cut among its threads as all are among ranks. */
export function partOf(circuit: Circuit, share: Share, threads: number): Part {
  const { components, lines } = tablesOf(circuit);
  const cut = { ...share, ranks: share.ranks * threads };
  const here = [...new Set(Array.from(share.instances, (instance) => rankOf(cut, instance)))].sort((a, b) => a - b);
  const ofComponent = Int32Array.from({ length: components.count }, (_, c) => instanceOf(share, components.nameOf(c)));
  const ofLine = Int32Array.from({ length: lines.count }, (_, l) => instanceOf(share, lines.nameOf(l)));
  const partitionOf = new Map(Array.from(share.instances, (instance) => [instance, here.indexOf(rankOf(cut, instance))]));
  const owner = ofComponent.map((instance) => partitionOf.get(instance) ?? -1);
  const own = { first: here.indexOf(firstOfRank({ threads }, share.rank)), count: threads };
  const before: number[] = [];
  const onward = Array.from({ length: threads }, (): number[] => []);
  const across: AcrossLine[] = [];
  for (let line = 0; line < lines.count; line++) {
    const [from, to] = [owner[lines.from[line]], owner[lines.to[line]]];
    if (from === to) continue;
    if (isBeside(share, ofLine[line])) {
      across.push({ line, partitions: [here[from] as number, here[to] as number] });
      continue;
    }
    if (!(isAmong(own, from) || isAmong(own, to))) continue;
    const partition = partitionOf.get(ofLine[line]) ?? -1;
    (isAmong(own, partition) ? (onward[partition - own.first] as number[]) : before).push(line);
  }
  return { circuit, share, threads, here, own, owner, ofComponent, ofLine, before, onward, across };
}

/** Why a part cannot be laid out by itself. */
function whyWhole(part: Part, options: RunOptions): string | null {
  const { circuit, share, threads, owner, own, onward } = part;
  const { components, lines } = tablesOf(circuit);
  const values = settled('lines', circuit, options);
  const asked = askedObservers.some(({ asks }) => textsIn(values, asks).length > 0);
  if (options.plan && !share.groups.every(({ starts, beside }) => starts || beside))
    return 'a plan says who has what; one of instances has as much for each (ringmain partition --method instances)';
  if (options.method !== undefined) return 'a method divides the whole circuit; leave out --method';
  const tooFew = whyTooFew(share, share.ranks * threads, `${share.ranks} ranks of ${threads} threads`);
  if (tooFew !== null) return tooFew;
  if (options.ownSteps || options.exchangeEvery !== undefined || options.steps !== undefined)
    return 'partitions take steps of their own; leave out --own-steps, --steps and --exchange-every';
  if (values.steadyStart) return 'it starts at its operating point; leave out --steady';
  if (asked) return watched;
  if (values.record.some((pattern) => choosesOfRun(pattern, 'run.limit')))
    return 'run.limit numbers all lines of the circuit; do not record it';
  if (owner.includes(-1) || components.kinds.some((kind) => kind?.joined)) return 'components are joined; put lines between them';
  if (onward.some((all, k) => all.some((line) => owner[lines.from[line]] !== own.first + k)))
    return 'lines lead from the next instance to this one; write them the other way round';
  const joined = whyJoined(part) ?? whySummed(part, values.record);
  if (joined !== null) return joined;
  const site = linesOf(tablesOf(circuit));
  for (let line = 0; line < lines.count; line++)
    if (lineDuties(site, line, values.step).history === 'time')
      return 'wave lines keep a history in time; at a fixed --step that fits their delays they keep none';
  return null;
}

/** Components that what stands beside the groups joins without a line, though parts of different partitions have them; null: none. */
function whyJoined({ circuit, share, owner }: Part): string | null {
  if (!share.groups[0]?.beside) return null;
  const { of, count, free } = clusters(circuit);
  const first = new Int32Array(count).fill(-1);
  for (let c = 0; c < of.length; c++) {
    if (free[c] === 1) continue;
    const lead = first[of[c]];
    if (lead < 0) first[of[c]] = c;
    else if (owner[lead] !== owner[c]) {
      const [a, b] = [lead, c].map((one) => tablesOf(circuit).components.nameOf(one));
      return `'${a}' and '${b}' are in different parts, and joined by signals; put a line between them`;
    }
  }
  return null;
}

/** A recorded flow into a fixed pressure beside the groups that components of other ranks see, too; null: none. */
function whySummed({ circuit, share, owner, own, ofComponent }: Part, patterns: readonly string[]): string | null {
  const beside = share.groups[0]?.beside;
  if (!beside) return null;
  const { components, direct } = tablesOf(circuit);
  const isAsked = patterns.map((pattern) => (isGlob(pattern) ? globMatcher(pattern) : (name: string) => name === pattern));
  const seen = new Set<number>();
  for (let d = 0; d < direct.count; d++) if (!isAmong(own, owner[direct.component[d]])) seen.add(direct.reference[d]);
  for (let c = 0; c < components.count; c++) {
    const isSeen = (share.ranks > 1 && beside.seen.has(components.nameOf(c))) || seen.has(c);
    if (!isSeen || !isBeside(share, ofComponent[c]) || !isOwn(share, ofComponent[c])) continue;
    const flows = recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) }).filter(({ port }) => port?.quantity === 'q');
    const asked = flows.find(({ name }) => isAsked.some((matches) => matches(name)));
    if (asked) return `'${asked.name}' is recorded, the sum of flows of several parts; record those`;
  }
  return null;
}

/** What this rank tells of its part. Throws RunError for what cannot be run. */
export function factsOf(part: Part, options: RunOptions): Facts {
  const { circuit, share, ofComponent, ofLine, owner, own, before, onward, across } = part;
  // Lines between others are theirs to judge.
  const ownedBy = owner.map((partition) => (isAmong(own, partition) ? partition : -1));
  const isCut = [before, ...onward].some(({ length }) => length > 0) || across.some((line) => isAcrossHere(part, line));
  const tables = tablesOf(circuit);
  const values = settled('lines', circuit, options);
  const { maximumStep, initialStep } = withWaveStep(circuit, settingsOf(circuit, options));
  const shared = Object.fromEntries(
    tables.components.kinds.flatMap((kind) => {
      if (!kind) return [];
      const same = Object.entries(sharedParameters(tables, kind)).map(([name, value]) => [
        name,
        Object.is(value, -0) ? '-0' : String(value),
      ]);
      return [[kind.kind, Object.fromEntries(same) as Record<string, string>]];
    }),
  );
  return {
    why: whyWhole(part, options),
    plan: hashOf(JSON.stringify(share.groups.map(({ starts = null }) => starts))),
    components: sumOf(byGroup(share, ofComponent)),
    lines: byGroup(share, ofLine),
    cut: onward.map((all) => capacitive(part, all).map((line): CutLine => [lineType(tables.lines, line), groupOf(share, ofLine[line])])),
    ...{ maximumStep, initialStep, shared },
    window: isCut ? Math.min(mostAhead(options), lookAheadWindow(circuit, ownedBy, values.step)) : null,
    chooses: (options.record ?? []).map((pattern) => choosesHere(part, pattern)),
  };
}

/** Entries of own instances, by group; `of`: by entry its instance, and how much it counts. */
export function byGroup(share: Share, of: Int32Array, weight: (entry: number) => number = () => 1): number[] {
  const counts = share.groups.map(() => 0);
  of.forEach((instance, k) => {
    if (!isOwn(share, instance)) return;
    const group = groupOf(share, instance);
    counts[group] = (counts[group] as number) + weight(k);
  });
  return counts;
}

/** What all ranks tell. Throws RunError, on all of them, for another plan on one of them, and for names that none has. */
export function gatherFacts(ranks: Ranks, { share }: Pick<Part, 'share'>, own: Facts, options: RunOptions): Facts[] {
  const all = gatherValuesOrFail(ranks, own);
  checkSamePlan(all.map(({ plan }) => plan));
  const nobodys = nobodysOf(ranks, share, options.record ?? [], all);
  if (nobodys !== undefined) throw nothingCalled(nobodys);
  return all;
}

/** The first of patterns that chooses nothing on any rank; of a dry run, which has one rank only, that no other can have either. */
export function nobodysOf(
  { isDry = false }: Pick<Ranks, 'isDry'>,
  { groups }: Pick<Share, 'groups'>,
  patterns: readonly string[],
  all: readonly Pick<Facts, 'chooses'>[],
): string | undefined {
  const mayBeOthers = (pattern: string): boolean => isDry && (isGlob(pattern) || instanceOf({ groups }, pattern) >= 0);
  return patterns.find((pattern, k) => !all.some(({ chooses }) => chooses[k]) && !mayBeOthers(pattern));
}

/** Where no rank has what a pattern names. */
export const nothingCalled = (pattern: string): RunError =>
  new RunError('RUN208', `record: nothing is called '${pattern}'`, 'name what the circuit has, such as s0_node.p, or choose by a glob');

/** Whether a name or glob chooses something of the own instances, or of the run. */
export function choosesHere({ circuit, share }: Pick<Part, 'circuit' | 'share'>, pattern: string): boolean {
  if (isOfRun(pattern)) return runRecordables.some(({ name }) => choosesOfRun(pattern, name));
  if (!mayBeOwn(share, pattern)) return false;
  const { components, lines } = tablesOf(circuit);
  const matches = globMatcher(pattern);
  // Most entries of a part are asked for their names only.
  const owner = isGlob(pattern) ? null : (pattern.split('.')[0] as string);
  const isOneOf = (name: string, recordables: () => readonly Recordable[]): boolean =>
    (owner === null || name === owner) && isOwn(share, instanceOf(share, name)) && recordables().some((one) => matches(one.name));
  for (let c = 0; c < components.count; c++)
    if (isOneOf(components.nameOf(c), () => recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) }))) return true;
  for (let l = 0; l < lines.count; l++) if (isOneOf(lines.nameOf(l), () => recordablesOfTableLine(circuit, lines, l))) return true;
  return false;
}

/** Parameters that are no literals: their values are not the same in all components of the kind, whoever has those. */
export function variedParameters(all: readonly Facts[]): Set<string> {
  const varied = new Set<string>();
  const first = new Map<string, Facts['shared'][string]>();
  for (const { shared } of all)
    for (const [kind, values] of Object.entries(shared)) {
      const known = first.get(kind);
      if (!known) first.set(kind, values);
      for (const name of new Set([...Object.keys(values), ...Object.keys(known ?? {})]))
        if (values[name] !== (known ?? values)[name]) varied.add(`${kind}.${name}`);
    }
  return varied;
}

/** Options of the run of a part: numbers that all ranks have agreed on, and names of what is recorded of its own. */
export function partOptions(part: Part, options: RunOptions, all: readonly Facts[]): RunOptions & { tunableColumns: ReadonlySet<string> } {
  const patterns = settled('lines', part.circuit, options).record;
  const components = all.reduce((sum, facts) => sum + facts.components, 0);
  const usual = (): readonly string[] => (components > mostOfUsual ? [] : defaultPatterns(part.circuit));
  const names = namesOf(part, patterns.length > 0 ? patterns : usual());
  const least = (name: 'maximumStep' | 'initialStep'): number =>
    all.reduce((sum, facts) => Math.min(sum, facts[name]), Number.POSITIVE_INFINITY);
  return {
    ...options,
    record: names.length > 0 ? names : [nothing],
    ...{ maximumStep: least('maximumStep'), initialStep: least('initialStep') },
    tunableColumns: variedParameters(all),
  };
}

/** Components of a circuit of which something is recorded though nobody says what (circuit/recordables.ts). */
const mostOfUsual = 100;

/** Names of what is recorded of the own instances, and of the run. */
function namesOf({ circuit, share, ofComponent, ofLine }: Part, patterns: readonly string[]): string[] {
  const { components, lines } = tablesOf(circuit);
  const own = patterns.filter((pattern) => mayBeOwn(share, pattern));
  const globs = own.filter(isGlob).map(globMatcher);
  const plain = own.filter((pattern) => !isGlob(pattern) || isOfRun(pattern));
  const names = plain.filter((name) => isOfRun(name) || isOwn(share, instanceOf(share, name)));
  if (globs.length === 0) return names;
  const add = (found: Iterable<{ readonly name: string }>): void => {
    for (const { name } of found) if (globs.some((matches) => matches(name))) names.push(name);
  };
  for (let c = 0; c < components.count; c++)
    if (isOwn(share, ofComponent[c])) add(recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) }));
  for (let l = 0; l < lines.count; l++) if (isOwn(share, ofLine[l])) add(recordablesOfTableLine(circuit, lines, l));
  return names;
}
