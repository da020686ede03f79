/**
 * Parts of an attempt: phases of the program of a run, each timed alone, over and over from one state of the run or from several, and the step
 * loop that they make up. Repetition is a loop in WebAssembly, so that no call from JavaScript is in the figures.
 */

import type { Circuit } from '../../circuit/circuit.js';
import { entryOf } from '../../circuit/text/known.js';
import { type Spread, spreadOverStates } from '../../results/statistics.js';
import { stepCounts } from '../../run/account/account.js';
import { openSession } from '../../run/openSession.js';
import type { Session } from '../../run/session.js';
import { type Probe, StepBench } from './stepBench.js';

export interface KindTime {
  readonly kind: string;
  readonly components: number;
  /** ns of all of them in an attempt. */
  readonly time: Spread;
}

/** ns an attempt, each alone. */
export interface PhaseTimes {
  /** All kernels with the calls between them. */
  readonly components: Spread;
  readonly errors: Spread;
  /** Loops over capacitive lines after an accepted attempt. */
  readonly exchange: Spread;
  /** The phases as the loop calls them: attempt has components and errors in it, accept the exchange. */
  readonly attempt: Spread;
  readonly accept: Spread;
  readonly receiveAndRecord: Spread;
}

export interface PartitionTimes {
  readonly components: number;
  /** Kinds that take part in an attempt, those that take longest first; none where they were not timed. */
  readonly kinds: readonly KindTime[];
  readonly phases: PhaseTimes;
}

export interface StepTimes {
  /** The first state: attempts since t = 0, and s of simulated time. */
  readonly attempts: number;
  readonly time: number;
  /** Attempts of the loop that a sample has, from that state on. */
  readonly sampled: { readonly accepted: number; readonly rejected: number };
  /** ns an attempt of the loop, all partitions in one thread. */
  readonly loop: Spread;
  readonly decision: Spread;
  readonly partitions: readonly PartitionTimes[];
}

/** Samples of a round; the fastest is kept: short ones get through between what else a shared machine does. */
const samplesPerRound = 3;

/**
 * Times everything `rounds` times, in turn; at one state, or at so many evenly over the attempts of the run: components at rest, at an end stop and in
 * motion take other branches. A time is then the mean over the states. Kinds are timed each for itself, too, unless that is not wanted.
 * Throws NoState where the run fails before.
 */
export function measureStep(circuit: Circuit, owner: Int32Array, parts: number, rounds: number, states = 1, withKinds = true): StepTimes {
  const timed = new StepRounds(circuit, owner, parts, states, withKinds);
  for (let round = 0; round < rounds; round++) timed.round();
  return timed.times();
}

/** Rounds of `measureStep`, between which something else may be measured. */
export class StepRounds {
  private readonly session: Session;
  private readonly bench: StepBench;
  private readonly time: number;
  /** By round, by state. */
  private readonly kept: ReadonlyMap<string, number[][]>;
  private readonly loop: number[][] = [];
  /** Of a sample. */
  private readonly calls = new Map<string, number>();
  private repeats = 0;

  /** Throws NoState where the run fails before the last state. */
  constructor(
    circuit: Circuit,
    owner: Int32Array,
    parts: number,
    private readonly states: number,
    private readonly withKinds: boolean,
  ) {
    this.session = openStill(circuit, owner, parts);
    const probes = new Map<string, Probe>([
      ['decide', { stage: 'attempted', text: 'decide_0(parity);' }],
      ...this.session.layout.partitions.flatMap(({ index }) => probesOf(this.session, index, withKinds)),
    ]);
    this.bench = new StepBench(this.session, probes, states);
    this.time = stepCounts(this.session).time;
    this.kept = new Map<string, number[][]>([...probes.keys()].map((name) => [name, []]));
  }

  /** Everything once, the loop before and after. */
  round(): void {
    for (const _ of this.parts());
  }

  /** One round, part by part: between two of them something else may be done. */
  *parts(): Generator<void> {
    for (const name of this.calls.size === 0 ? this.kept.keys() : []) {
      this.calls.set(name, this.bench.callsOf(name));
      yield;
    }
    this.repeats ||= this.bench.loopRepeats();
    this.loop.push(this.byState(() => this.bench.loopSample(this.repeats)));
    for (const [name, samples] of this.kept) {
      yield;
      const count = entryOf(this.calls, name);
      samples.push(this.byState(() => this.bench.sample(name, count) / count));
    }
    yield;
    this.loop.push(this.byState(() => this.bench.loopSample(this.repeats)));
  }

  /** Of at least one round. */
  times(): StepTimes {
    const { session, bench, time, withKinds } = this;
    const spread = (name: string): Spread => spreadOverStates(this.kept.get(name) as number[][]);
    const partitions = session.layout.partitions.map(({ index, batches }): PartitionTimes => {
      const kinds = [...(withKinds ? kernelsByKind(session, index) : [])].map(([kind, { components }]) => ({
        kind,
        components,
        time: spread(`${index} kind ${kind}`),
      }));
      const phase = (name: keyof PhaseTimes): Spread => spread(`${index} ${name}`);
      return {
        components: batches.reduce((sum, batch) => sum + batch.components.length, 0),
        kinds: kinds.sort((a, b) => b.time.median - a.time.median),
        phases: {
          components: phase('components'),
          errors: phase('errors'),
          exchange: phase('exchange'),
          attempt: phase('attempt'),
          accept: phase('accept'),
          receiveAndRecord: phase('receiveAndRecord'),
        },
      };
    });
    return {
      attempts: bench.attempts,
      time,
      sampled: bench.sampled,
      loop: spreadOverStates(this.loop),
      decision: spread('decide'),
      partitions,
    };
  }

  /** The fastest samples at each state. */
  private byState(sample: () => number): number[] {
    return Array.from({ length: this.states }, (_, state) => {
      this.bench.goTo(state);
      return fastest(sample);
    });
  }
}

/** Times with each at its lowest: those of a core that runs nothing else. */
export function undisturbed(times: StepTimes): StepTimes {
  const least = ({ lowest }: Spread): Spread => ({ lowest, median: lowest, highest: lowest });
  return {
    ...times,
    loop: least(times.loop),
    decision: least(times.decision),
    partitions: times.partitions.map(({ components, kinds, phases }) => ({
      components,
      kinds: kinds.map((kind) => ({ ...kind, time: least(kind.time) })),
      phases: {
        components: least(phases.components),
        errors: least(phases.errors),
        exchange: least(phases.exchange),
        attempt: least(phases.attempt),
        accept: least(phases.accept),
        receiveAndRecord: least(phases.receiveAndRecord),
      },
    })),
  };
}

const fastest = (sample: () => number): number => Math.min(...Array.from({ length: samplesPerRound }, sample));

/** A session of one thread that records nothing and ends late: repetition must not reach the end, behind which there is no row. */
function openStill(circuit: Circuit, owner: Int32Array, parts: number): Session {
  const { step } = circuit.run;
  const until = step === null ? 1e6 : 1e9 * step;
  return openSession(
    circuit,
    owner,
    parts,
    { until, every: until, record: [] },
    { threads: 1, parallel: false, spins: false, window: 1 },
    'wasm',
  );
}

/** A partition's kernels by kind, those of fixed pressures that are never evaluated again left out. Kernels are numbered as in program/program.ts. */
function kernelsByKind({ layout }: Session, index: number): Map<string, { components: number; kernels: number[] }> {
  const batches = layout.partitions[index]?.batches ?? [];
  const early = batches.filter(({ early, kind }) => early && kind.earlyBody);
  const kinds = new Map<string, { components: number; kernels: number[] }>();
  [...early, ...batches].forEach(({ kind, components }, k) => {
    if (kind.idle) return;
    const entry = kinds.get(kind.name) ?? { components: 0, kernels: [] };
    entry.kernels.push(k);
    if (k >= early.length) entry.components += components.length;
    kinds.set(kind.name, entry);
  });
  return kinds;
}

function probesOf(session: Session, p: number, withKinds: boolean): [string, Probe][] {
  const units = session.program.partitions[p] ?? [];
  const calls = (pattern: RegExp): string => units.flatMap(({ as }) => (pattern.test(as) ? [`${as}();`] : [])).join(' ');
  const phases: Record<keyof PhaseTimes, Probe> = {
    components: { stage: 'received', text: `components_${p}(plane, 0);` },
    errors: { stage: 'attempted', text: calls(/^(largestErrors|lineOfError|scatteredErrors)_/) },
    exchange: { stage: 'decided', text: calls(/^acceptLines_/) },
    attempt: { stage: 'received', text: `attempt_${p}(plane, parity);` },
    accept: { stage: 'decided', text: `accept_${p}(1 - plane, parity);` },
    receiveAndRecord: { stage: 'received', text: `receiveAndRecord_${p}(plane);` },
  };
  return [
    ...Object.entries(phases).map(([name, probe]): [string, Probe] => [`${p} ${name}`, probe]),
    ...[...(withKinds ? kernelsByKind(session, p) : [])].map(([kind, { kernels }]): [string, Probe] => [
      `${p} kind ${kind}`,
      { stage: 'received', text: kernels.map((k) => `kernel_${p}_${k}(plane);`).join(' ') },
    ]),
  ];
}
