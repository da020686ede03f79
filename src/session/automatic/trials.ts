/** A run that is tried: goes on by counted work, and says how far it came. */
import type { Circuit } from '../../circuit/circuit.js';
import { type Integration, integrate } from '../../lumped/integrate.js';
import { integrationStart } from '../../lumped/integrationOptions.js';
import { methodNamed } from '../../lumped/methods/registry.js';
import type { CircuitSystem } from '../../lumped/system/circuitSystem.js';
import { unknownNames } from '../../lumped/system/unknownNames.js';
import { absoluteTolerances } from '../../lumped/tolerances.js';
import type { LumpedOptions } from '../../lumped/types.js';
import type { StartState } from '../../network/startState.js';
import type { HeldRun } from '../../run/held/heldRun.js';
import { openRun } from '../../run/openRun.js';
import type { RunOptions } from '../../run/types.js';
import { settled } from '../../settings/settled.js';
import { lines } from '../engine.js';
import { type CountedCosts, integratorBegins, integratorCost } from './costs.js';

/** Where a trial stands. */
export interface Trial {
  /** As `--solver` has it. */
  readonly solver: string;
  /** ns that its work so far counts for, and what of that no step is part of. */
  readonly cost: number;
  readonly begins: number;
  /** Simulated time reached, s. */
  readonly time: number;
  readonly steps: number;
  readonly hasFinished: boolean;
  /** Why it is out: it cannot go on, or does not keep its accuracy; null while nothing speaks against it. */
  readonly out: string | null;
  /** Goes on until its work counts for so many ns, or it ends. */
  advance(cost: number): Promise<void>;
  /** Closes the run, and judges by the whole account. */
  close(): Promise<void>;
}

/** Attempts between two looks at the counts. */
const attemptsAtOnce = 16;

/** One of TLM, by one thread. */
export async function linesTrial(circuit: Circuit, options: RunOptions, costs: CountedCosts): Promise<Trial> {
  return new LinesTrial(await openRun(circuit, { ...options, workers: 1, driver: 'serial', kernels: 'wasm' }), costs);
}

/** Share of accepted steps that may be taken at the smallest step with an error above what is asked for. */
const mayBeForced = 0.01;

class LinesTrial implements Trial {
  readonly solver = lines;
  readonly begins = 0;
  hasFinished = false;
  out: string | null = null;

  constructor(
    private readonly run: HeldRun,
    private readonly costs: CountedCosts,
  ) {}

  get cost(): number {
    const { accepted, rejected } = this.run.progress;
    return (accepted + rejected) * this.costs.attempt;
  }

  get time(): number {
    return this.run.progress.time;
  }

  get steps(): number {
    return this.run.progress.accepted;
  }

  async advance(cost: number): Promise<void> {
    while (!this.hasFinished && this.cost < cost) {
      const steps = Math.max(attemptsAtOnce, Math.floor((cost - this.cost) / this.costs.attempt / 2));
      this.hasFinished = (await this.run.advance({ steps })) === 'ended';
    }
  }

  async close(): Promise<void> {
    const { ending, account } = await this.run.close();
    const { forced, steps } = account;
    if (this.hasFinished && ending?.kind === 'failed') this.out = ending.message;
    else if (forced.steps > mayBeForced * steps.accepted)
      this.out = `${Math.round((100 * forced.steps) / steps.accepted)} % of its steps are at the smallest step with an error above what is asked for`;
  }
}

/** One of an integrator on a system of its own, from the operating point where there is one to start at. */
export function integratorTrial(
  circuit: Circuit,
  system: CircuitSystem,
  options: LumpedOptions & { readonly solver: string },
  costs: CountedCosts,
  start: StartState | null,
): Trial {
  const { solver } = options;
  const values = settled('integrators', circuit, options);
  const { relativeTolerance } = values;
  const tolerances = absoluteTolerances(unknownNames(system), relativeTolerance, options.absoluteTolerance ?? values.absoluteTolerance);
  const { y, how } = integrationStart(system, values, options, tolerances, start);
  const integration = integrate(system, methodNamed(solver), y, how);
  return new IntegratorTrial(solver, integration, () => integratorCost(costs, system, integration.stepper.counts));
}

class IntegratorTrial implements Trial {
  readonly begins = integratorBegins;
  hasFinished = false;
  out: string | null = null;

  constructor(
    readonly solver: string,
    private readonly integration: Integration,
    private readonly counted: () => number,
  ) {}

  get cost(): number {
    return this.counted();
  }

  get time(): number {
    return this.integration.stepper.t;
  }

  get steps(): number {
    return this.integration.stepper.counts.accepted;
  }

  async advance(cost: number): Promise<void> {
    while (!this.hasFinished && this.out === null && this.cost < cost) {
      const state = this.integration.run(attemptsAtOnce);
      if (state === 'finished') this.hasFinished = true;
      else if (state !== 'running') this.out = `it cannot go on at t = ${this.time} s`;
    }
  }

  async close(): Promise<void> {}
}
