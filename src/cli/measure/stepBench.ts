/** A session brought to states of its run, and what repeats parts of an attempt from there. */
import { threadWord } from '../../blocks/step/barrier.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { numberAt } from '../../circuit/text/known.js';
import type { KernelFunction, KernelSource } from '../../equations/kernel/kernelSource.js';
import { stepCounts } from '../../run/account/account.js';
import type { Session } from '../../run/session.js';
import { pageBytes } from '../../run/threads/memory.js';
import { instantiate } from '../../run/threads/threads.js';
import { ModuleBuilder } from '../../wasm/module.js';
import { WebAssembly } from '../../wasm/webAssembly.js';
import { RunFault } from './wholeRuns.js';

/** The circuit could not be brought to a state to measure at. */
export class NoState extends RunFault {}

/** Attempts before the state at which phases are timed, and after it in a sample of the loop; fewer where half the run, or all of it, has fewer. */
const attemptsBefore = 5000;
const attemptsAfter = 2000;
/** s: least length of a timed sample, and of the calls before the first, in which V8 optimises. */
const sampleSeconds = 0.002;
const warmSeconds = 0.03;
/** How far the attempt has got in memory when a phase is timed: waves have arrived; components have been evaluated; the step has been accepted. */
type Stage = 'received' | 'attempted' | 'decided';

export interface Probe {
  readonly stage: Stage;
  /** Statements of one repetition; `plane` is the accepted one before the attempt. */
  readonly text: string;
}

/** A session at its state, and what repeats parts of it. */
export class StepBench {
  readonly attempts: number;
  readonly sampled: { readonly accepted: number; readonly rejected: number };
  /** Memory at each state, and the one that is restored now. */
  private readonly states: Float64Array[] = [];
  private state: Float64Array;
  private readonly phases: readonly Readonly<Record<'receiveAndRecord' | 'attempt' | 'decide', KernelFunction>>[];
  private readonly rounds: KernelFunction;
  private readonly probes = new Map<string, { readonly stage: Stage; readonly repeat: KernelFunction }>();

  constructor(
    private readonly session: Session,
    probes: ReadonlyMap<string, Probe>,
    states: number,
  ) {
    const { functions, layout, circuit, F } = session;
    this.rounds = named(functions, 'rounds_0');
    this.phases = layout.partitions.map(({ index }) => ({
      receiveAndRecord: named(functions, `receiveAndRecord_${index}`),
      attempt: named(functions, `attempt_${index}`),
      decide: named(functions, `decide_${index}`),
    }));
    this.link(probes);
    this.state = F.slice();
    let made = 0;
    if (states === 1) made = this.take(attemptsBefore, circuit.run.end / 2);
    else {
      const whole = this.run(Number.POSITIVE_INFINITY, circuit.run.end);
      this.restore();
      for (let k = 0, reached = 0; k < states; k++) {
        reached += this.take(Math.round(((k + 0.5) * whole) / states) - reached, circuit.run.end);
        if (k === 0) made = reached;
      }
      this.goTo(0);
    }
    this.attempts = made;
    const before = stepCounts(session);
    this.run(attemptsAfter, circuit.run.end);
    const after = stepCounts(session);
    this.sampled = { accepted: after.accepted - before.accepted, rejected: after.rejected - before.rejected };
    this.restore();
  }

  /** Calls of a part in a sample; V8 has optimised it afterwards. */
  callsOf(name: string): number {
    for (let spent = 0, calls = 1; ; calls *= 2) {
      const took = this.sample(name, calls);
      spent += took;
      if (spent < 1e9 * warmSeconds) continue;
      // The calls of the last, fast sample tell how many are needed.
      return Math.max(1, Math.ceil((1.2e9 * sampleSeconds * calls) / Math.max(took, 1)));
    }
  }

  /** ns of so many calls of a part in a row. */
  sample(name: string, calls: number): number {
    const { stage, repeat } = this.probes.get(name) as { stage: Stage; repeat: KernelFunction };
    const { plane, parity } = this.bringTo(stage);
    const began = performance.now();
    repeat(calls, plane, parity);
    return (performance.now() - began) * 1e6;
  }

  /** How often the attempts of a sample of the loop are repeated so that it is long enough; V8 has optimised the loop afterwards. */
  loopRepeats(): number {
    const attempts = this.sampled.accepted + this.sampled.rejected;
    let [spent, took] = [0, 0];
    while (spent < 1e9 * warmSeconds) {
      took = this.loopSample(1) * attempts;
      spent += took;
    }
    return Math.max(1, Math.ceil((1.2e9 * sampleSeconds) / took));
  }

  /** ns an attempt of the loop; leaves the state as it was. */
  loopSample(repeats: number): number {
    const attempts = this.sampled.accepted + this.sampled.rejected;
    let spent = 0;
    for (let n = 0; n < repeats; n++) {
      const began = performance.now();
      this.rounds(attempts);
      spent += performance.now() - began;
      this.restore();
    }
    return (spent * 1e6) / (repeats * attempts);
  }

  /** Makes the module that repeats parts of the program over the session's memory. */
  private link(probes: ReadonlyMap<string, Probe>): void {
    const { program, memory } = this.session;
    const builder = new ModuleBuilder({ pages: memory.buffer.byteLength / pageBytes, shared: false, lanes: true });
    for (const source of [...program.shared, ...program.partitions.flat()]) builder.add(source);
    const repeats = [...probes].map(([name, { stage, text }], k) => ({ name, stage, source: repeatSource(text, `repeat_${k}`) }));
    for (const { source } of repeats) builder.add(source);
    const functions = instantiate(new WebAssembly.Module(builder.build(repeats.map(({ source }) => source.as))), memory);
    for (const { name, stage, source } of repeats) this.probes.set(name, { stage, repeat: named(functions, source.as) });
  }

  /** Makes attempts up to a number or a simulated time, then a few more until one is accepted: what follows a decision is timed behind that. Keeps the state. */
  private take(most: number, until: number): number {
    const { F } = this.session;
    let made = this.run(most, until);
    this.state = F.slice();
    this.states.push(this.state);
    while (!this.accepts()) {
      this.restore();
      made += this.run(1, Number.POSITIVE_INFINITY);
      this.state.set(F);
    }
    this.restore();
    return made;
  }

  /** Makes attempts up to a number or a simulated time, whichever comes first. */
  private run(most: number, until: number): number {
    const { F, layout } = this.session;
    const { acceptedTime } = decisionOffsets(layout);
    let made = 0;
    while (made < most && numberAt(F, acceptedTime) < until) {
      const attempts = Math.min(50, most - made);
      if (this.rounds(attempts) !== outcomes.goOn)
        throw new NoState(`${this.session.circuit.name}: the run fails at t = ${F[acceptedTime]} s`);
      made += attempts;
    }
    return made;
  }

  private accepts(): boolean {
    const { F, layout } = this.session;
    this.bringTo('decided');
    return F[decisionOffsets(layout).verdict] === verdicts.accept;
  }

  /** Restores one of the states from now on. */
  goTo(state: number): void {
    this.state = this.states[state] as Float64Array;
    this.restore();
  }

  private restore(): void {
    this.session.F.set(this.state);
  }

  private bringTo(stage: Stage): { plane: number; parity: number } {
    this.restore();
    const { I } = this.session;
    const [plane, parity] = (['plane', 'parity'] as const).map((word) => I[threadWord(0, word)]) as [number, number];
    for (const { receiveAndRecord } of this.phases) receiveAndRecord(plane);
    if (stage === 'received') return { plane, parity };
    for (const { attempt } of this.phases) attempt(plane, parity);
    if (stage === 'decided') for (const { decide } of this.phases) decide(parity);
    return { plane, parity };
  }
}

const repeatSource = (text: string, as: string): KernelSource => ({
  text: `function repeat(count, plane, parity) { for (let n = 0; n < count; n++) { ${text} } }`,
  constants: {},
  name: 'repeat',
  as,
});

function named(functions: ReadonlyMap<string, KernelFunction>, name: string): KernelFunction {
  const found = functions.get(name);
  if (!found) throw new Error(`no function ${name}`);
  return found;
}
