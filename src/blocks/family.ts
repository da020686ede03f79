/**
 * The duties of a family of blocks, in files of its own: where its rows stand, their state at t = 0, its loops by phase, its saved columns, its oil, its recordables
 * and what the account has of it. Loops stand beside it in `X.step.ts`.
 */

import type { Loop } from './loop.js';
import type { Meeting, Sent } from './sent.js';
import type { LineHistory, Lines, LineType, Memory, OperatingPoint, Site } from './site.js';
import type { DecisionWord } from './step/decision.js';
import type { PartitionWord } from './step/words.js';

/** Loops by the phase that runs them. Those of `send`, `fetch`, `integrate` and `reportCavities` stand in place of their calls. */
export interface PhaseLoops {
  /** Behind the components of an attempt: what others read of it; its largest error, of lines, then of states; its crossings. */
  readonly send: readonly Loop[];
  readonly errors: readonly Loop[];
  readonly stateErrors: readonly Loop[];
  readonly crossings: readonly Loop[];
  /** After an accepted attempt, before all else: what others have sent. */
  readonly fetch: readonly Loop[];
  /** After an accepted attempt; of lines that exchange at synchronisations only, there; after a rejected one. */
  readonly accept: readonly Loop[];
  readonly acceptHeld: readonly Loop[];
  /** Before `accept` of the last attempt of a call of the loop, at fixed steps: what digests and checkpoints alone read. */
  readonly keep: readonly Loop[];
  readonly reject: readonly Loop[];
  /** Of lines that exchange at synchronisations only: after each step; before the synchronisation, and after it. */
  readonly hold: readonly Loop[];
  readonly sendMeans: readonly Loop[];
  readonly exchange: readonly Loop[];
  /** After an accepted attempt, behind its lines: highest and lowest pressures now and then, flows into fixed pressures, cavities. */
  readonly extremes: readonly Loop[];
  readonly integrate: readonly Loop[];
  readonly reportCavities: readonly Loop[];
  /** Behind the components of an attempt. Where messages are posted before the other components are computed, behind those at lines to other partitions too: what these publish. */
  readonly publish: readonly Loop[];
  readonly publishOuter: readonly Loop[];
  /** When the next attempt begins: C and Z of lines. */
  readonly receive: readonly Loop[];
  /** Behind these: C and Z that components see in their place. */
  readonly soften: readonly Loop[];
  /** Where mean pressures are recorded. */
  readonly means: readonly Loop[];
}
export const noLoops: PhaseLoops = {
  ...{ send: [], errors: [], stateErrors: [], crossings: [], fetch: [], accept: [], acceptHeld: [], keep: [], reject: [] },
  ...{ hold: [], sendMeans: [], exchange: [], extremes: [], integrate: [], reportCavities: [] },
  ...{ publish: [], publishOuter: [], receive: [], soften: [], means: [] },
};

/** An Int32 list in memory: where it starts (in words) and how many entries it has. */
export interface List {
  readonly at: number;
  readonly count: number;
}

/** Settings of the loops of a partition. */
export interface LoopSetting {
  readonly partition: number;
  /** Offsets of its words. */
  readonly decision: Readonly<Record<DecisionWord, number>>;
  readonly words: Readonly<Record<PartitionWord, number>>;
  /** Value of the verdict on an accepted attempt. */
  readonly accept: number;
  /** Word that counts synchronisations of the partitions. */
  readonly turn: number;
  readonly fixedStep: boolean;
  /** Whether it is of a rank that posts messages before all components are computed. */
  readonly posts: boolean;
  readonly lines: LineChoices;
  /** How many steps of its own it takes from synchronisation to synchronisation, where lines exchange at these only. */
  readonly steps: number;
  /** Pressures of oil that families have in the partition. */
  pressures(): readonly PressureRun[];
  /** Puts a list into memory, one entry behind the other. */
  put(entries: readonly (readonly number[])[]): List;
}

/** Pressures ½ (C + w): where C and w begin, for capacitive lines both are their means; how many; where numbers begin (I), and what makes them those of ends: 2 for numbers of lines. */
export type PressureRun = readonly [c: number, w: number, count: number, numbers: number, per: 1 | 2];

/** Settings of loops over capacitive lines. */
export interface LineChoices {
  /** Whether steps are judged by what the means do, too. */
  readonly judgesMeans: boolean;
  /** Pa, of variable steps. */
  readonly pressureError: number;
  readonly form: 'secondOrder' | 'thesis';
  /** Factor of an error of a line, by its type, that makes it one of pressure: the reference pressure error over theirs. */
  readonly scale: Readonly<Record<LineType, number>>;
}

/** The start of a run. */
export interface Start {
  /** Null: at rest. */
  readonly point: OperatingPoint | null;
  /** First step of a partition, s; of lines that exchange at synchronisations only the time between them. */
  step(partition: number, held: boolean): number;
}

/** Decisions of partitions for themselves depend on the plan: such a state goes back into the same plan only. */
export interface SavedPlan {
  readonly own: boolean;
  /** By partition: its accepted plane, and how many steps it has accepted. */
  readonly planes: readonly number[];
  readonly accepted: readonly number[];
}

/** How far partitions are: how many steps each has accepted, and the end of the last, s. */
export interface Moment {
  readonly accepted: readonly number[];
  readonly time: readonly number[];
}

/** Receives every saved number, in the same order for every plan: its cell, and the cells that have the same. */
export type Visit = (cell: number, ...copies: readonly number[]) => void;

/** Receives, before numbers are shown, whose they are: a component's, a direct connection's, a line's; those of the port at an end of a line, or of the wave that leaves it. */
export type ShownOf = (what: 'component' | 'direct' | 'line' | 'port' | 'wave', number: number) => void;

/** The memory, as doubles and as Int32 words. */
export interface Cells {
  readonly F: Float64Array;
  readonly I: Int32Array;
}

/** Why a run cannot start from an operating point: gas in a line would be so far below the vapour pressure, Pa. */
export interface Refusal {
  readonly line: number;
  readonly below: number;
}

/**
 * Is shown the oil in a capacitive line: volume, m3, and ∫dp/B in it from the pressure of the open air; `mass`: in oil of the open air, m3, where mass is conserved, else 0. There may be
 * a million lines: no object is made for each.
 */
export type ShowOil = (line: number, volume: number, strain: number, mass: number) => void;

/** Oil that a line has taken since t = 0, m3: the line itself, and its port volumes. */
export interface Stored {
  readonly inLine: number;
  readonly inPortVolumes: number;
}

/** Volume of a component, m3; `held`: the pressure at a port that sees a fixed pressure without a line, Pa; else null. */
export interface GivenVolume {
  readonly volume: number;
  readonly held: number | null;
}

/** Oil that has come in, m3, and the pressure that gives it its density, Pa; null: that of the open air. */
export interface AddedOil {
  readonly volume: number;
  readonly pressure: number | null;
}

/** Port volume at an end of a line: m3, the pressure there, Pa, and the partition that it is in. */
export interface PortVolume {
  readonly end: number;
  readonly volume: number;
  readonly pressure: number;
  readonly partition: number;
}

/** The rest of a volume, m3: lines by one end each half of them; the partition that accepted it. */
export interface VolumeLeft {
  readonly ends: readonly number[];
  readonly volume: number;
  readonly partition: number;
}

/** Where the mean pressure of a line stands, or the part of its air that is free; `isDue`: computed only where a row is due. */
export interface RecordedOfLine {
  readonly cell: number;
  readonly isDue: boolean;
}

/** The report of a cavity within a line, `element` elements from its `from`: m3, s. */
export interface CavityOfLine {
  readonly partition: number;
  readonly element: number;
  readonly largest: number;
  readonly first: number;
  readonly last: number;
}

/** A line between partitions that take variable steps of their own. */
export interface OwnStepsAt {
  /** Longest such step, s. */
  readonly longestStep: number;
  /** Longest time from synchronisation to synchronisation, s, of partitions with steps of at most `longest`, s. */
  between(longest: number): number;
}

/** The duties of a family of lines before anything is laid out: which lines are its own, which steps they allow, which ends they have beside their ports. */
export interface LineDuties {
  readonly history: LineHistory;
  /** Whether a line is of the family, at a fixed step, s; null: at variable ones. */
  has(lines: Lines, line: number, step: number | null): boolean;
  /** Longest step of the partitions at its ends, s. */
  longestStep(lines: Lines, line: number): number;
  /** Between partitions with a fixed step, s: how many steps they may take by themselves; 0: they exchange at every one. */
  stepsAlone(lines: Lines, line: number, step: number): number;
  /** Between partitions with variable steps of their own, `shortest` (s) at least; null: both must take the same. */
  ownSteps(lines: Lines, line: number, shortest: number): OwnStepsAt | null;
  /** Between partitions: copies that each has of the other's end. */
  readonly ghostEnds: 0 | 1;
  /** Ends within it. */
  innerEnds(lines: Lines, line: number): number;
}

/** A cavity at a port, junction or joint: m3, s; the largest part of its room that it was; ends of the lines around it, and their port volumes, m3. */
export interface CavityAtPort {
  readonly where: string;
  readonly partition: number;
  readonly ends: Int32Array;
  portVolumes(): number;
  readonly largest: number;
  readonly first: number;
  readonly last: number;
  readonly filled: number;
}

/** A pressure, Pa, of the line that has an end; when, s; `end`: -1 where no line holds oil. */
export interface PressureAt {
  readonly value: number;
  readonly time: number;
  readonly end: number;
}

/** Highest and lowest pressure of a run, and accepted steps from look to look. */
export interface PressureRange {
  readonly highest: PressureAt;
  readonly lowest: PressureAt;
  readonly stepsApart: number;
}

/** The component that asked for the next event of a partition; its kind. */
export interface NextEvent {
  readonly component: string;
  readonly definition: { readonly kind: string; readonly equations: string } | null;
}

/** The duties of a family, in their order. */
export interface Family<Placed> {
  /** Of a family of lines. */
  readonly ofLines?: LineDuties;
  /** Rows, columns and lists of all partitions. */
  place(site: Site, memory: Memory): Placed;
  /** Lists, constants, and histories at rest. */
  fill?(cells: Cells, placed: Placed, site: Site): void;
  /** Evaluated once at t = 0: ports see the pressure there. */
  open?(cells: Cells, placed: Placed, site: Site, start: Start): void;
  /** For the first attempt, behind that. */
  start?(cells: Cells, placed: Placed, site: Site, start: Start): Refusal | null;
  /** Of a partition, in the order of their texts. */
  loops(placed: Placed, site: Site, setting: LoopSetting): readonly PhaseLoops[];
  /** Lines between partitions: their number, and where their ends publish pressures. */
  cut?(placed: Placed): readonly { readonly line: number; readonly slotA: number; readonly slotB: number }[];
  /** Whether what a partition has for another memory depends on more than the components at its lines to there: then it can be posted only when all are computed. */
  needsAll?(placed: Placed, partition: number): boolean;
  /** What a partition has for another memory. */
  sent?(placed: Placed, site: Site, partition: number, meeting: Meeting): Sent;
  /** Pressures of oil in a partition. */
  pressures?(placed: Placed, site: Site, setting: LoopSetting): readonly PressureRun[];
  /** Called before anything is saved: completes the state. */
  settle?(cells: Cells, placed: Placed, plan: SavedPlan): void;
  /** Cells of a partition that have what others' cells have. */
  copies?(placed: Placed, site: Site): Generator<readonly [cell: number, copy: number]>;
  /** Saved numbers. */
  visit?(placed: Placed, site: Site, plan: SavedPlan, visit: Visit, of: ShownOf): void;
  /** Saved words of partitions as those of the run, where they are not the largest of all. */
  wordsOfRun?(F: Float64Array, placed: Placed, site: Site): { readonly [Word in PartitionWord]?: number };
  /** Saved Int32 words: those of each stand in several places and are the same. */
  savedWords?(placed: Placed, plan: SavedPlan): readonly (readonly number[])[];
  /** Values that follow from saved ones, once those are in place. */
  resume?(cells: Cells, placed: Placed, moment: Moment): void;
  /** Of a run that failed: what is kept where a call of the loop ends only has no value that is the same for all calls, and becomes 0. */
  forget?(cells: Cells, placed: Placed): void;
  /** Numbers that the next steps depend on, for the digest. */
  state?(cells: Cells, placed: Placed, site: Site, moment: Moment): Generator<Float64Array>;
  /** Oil of capacitive lines, and what flows have given them since t = 0, m3, in the order of memory. */
  oil?(cells: Cells, placed: Placed, site: Site, show: ShowOil): void;
  taken?(cells: Cells, placed: Placed, site: Site, point: OperatingPoint | null, show: (volume: number) => void): void;
  /** Volumes that components give to lines, as the last attempt left them, in the order of memory. */
  givenVolumes?(cells: Cells, placed: Placed): Generator<GivenVolume>;
  /** Oil that has come in since t = 0 by what is no line. */
  added?(cells: Cells, placed: Placed, moment: Moment): Generator<AddedOil>;
  /** Volume of cavities at ports, m3. */
  cavityVolumes?(cells: Cells, placed: Placed, moment: Moment): Generator<number>;
  /** Oil of a wave line; null for lines of other families. */
  stored?(cells: Cells, placed: Placed, site: Site, line: number, moment: Moment): Stored | null;
  portVolumes?(F: Float64Array, placed: Placed, site: Site): Generator<PortVolume>;
  /** Where a partition has the port volume at an end of another; undefined: nowhere. */
  ghostVolume?(placed: Placed, partition: number, end: number): number | undefined;
  /** The rest of lines with port volumes. */
  left?(F: Float64Array, placed: Placed, site: Site): Generator<VolumeLeft>;
  /** Volume of the cavities of a line less that at t = 0, m3. */
  emptied?(F: Float64Array, placed: Placed, site: Site, line: number): number;
  /** Cavities of a line from `from` to `to`. */
  cavities?(F: Float64Array, placed: Placed, site: Site, line: number): Generator<CavityOfLine>;
  /** Highest and lowest pressure of all partitions. */
  pressureRange?(F: Float64Array, placed: Placed, site: Site): PressureRange;
  /** Cavities that there were at ports, partition by partition. */
  portCavities?(F: Float64Array, placed: Placed): Generator<CavityAtPort>;
  /** Name of the kind whose loop a partition entered last, 'none' before the first. */
  entered?(F: Float64Array, placed: Placed, partition: number): string;
  /** Whose event of a partition comes next. */
  nextEvent?(F: Float64Array, placed: Placed, partition: number): NextEvent;
  /** Of a run that failed: what was not solved, or is the first that is not a number; null: nothing that the family knows of. */
  failed?(cells: Cells, placed: Placed): string | null;
  /** Of a run whose recorded rows hold a value that is no number: what made it first. */
  broken?(cells: Cells, placed: Placed): string | null;
  /** Where a quantity of a line stands; null for lines of other families. */
  recorded?(placed: Placed, site: Site, line: number, what: 'mean' | 'free'): RecordedOfLine | null;
}
