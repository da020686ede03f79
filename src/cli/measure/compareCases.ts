/** Cases of `ringmain compare`: one for each solver and tolerance or step, and how each is run. */
import type { Circuit } from '../../circuit/circuit.js';
import type { IntegratorResults, LumpedOptions } from '../../lumped/types.js';
import { formatNumber, formatQuantity, formatSeconds } from '../../report/units.js';
import type { Ending } from '../../results/ending.js';
import type { LineResults, RunOptions } from '../../run/types.js';

/** The two ways to solve a circuit. */
export interface Engines {
  tlm(circuit: Circuit, options: RunOptions): Promise<LineResults>;
  lumped(circuit: Circuit, options: LumpedOptions): Promise<IntegratorResults>;
}

export interface ComparePlan {
  /** 'tlm' or names of integrators. */
  readonly solvers: readonly string[];
  /** rtol of the integrators. */
  readonly tolerances: readonly number[];
  /** Pa, of tlm; none: as the circuit says. */
  readonly pressureErrors: readonly number[];
  /** s, of all solvers. */
  readonly fixedSteps: readonly number[];
  readonly reference: { readonly solver: string; readonly tolerance: number };
  readonly rounds: number;
  /** Simulated times, s, rising. */
  readonly intervals: readonly number[];
  /** How the solvers that are compared treat switches and time; the reference locates and has the term. */
  readonly integration: Pick<LumpedOptions, 'events' | 'timeDerivative'>;
  readonly common: Pick<RunOptions & LumpedOptions, 'until' | 'record' | 'envelope' | 'watch' | 'every' | 'signal'>;
}

/** Figures of a run that both engines give, to be compared. */
export interface Account {
  readonly ending: Ending | null;
  readonly wallSeconds: number;
  readonly counts: {
    readonly accepted: number;
    readonly rejected: number;
    readonly evaluations: number | null;
    readonly jacobians: number | null;
    readonly factorizations: number | null;
    readonly discontinuities: number | null;
  };
  readonly recorded: Pick<LineResults, 'columns' | 'series'>;
  /** s of run time until each interval's end; null where it did not get there. */
  readonly intervals: readonly (number | null)[];
}

export interface Case {
  readonly solver: string;
  readonly setting: string;
  readonly tolerance: number | null;
  readonly step: number | null;
  run(): Promise<Account>;
}

/** All cases in the order in which they are printed. */
export function casesOf(circuit: Circuit, plan: ComparePlan, engines: Engines): Case[] {
  const steps = plan.fixedSteps.map((step) => ({ setting: `${formatSeconds(step)} fixed`, tolerance: null, step }));
  return plan.solvers.flatMap((solver): Case[] => {
    if (solver === 'tlm') {
      const errors = plan.pressureErrors.map((pressureError) => ({ ...variableStep(pressureError), tolerance: null, step: null }));
      const own = { setting: ownSetting(circuit), tolerance: null, step: circuit.run.step, options: {} };
      // Fixed steps alone were asked for: then the file's own setting is none of them.
      const variable = errors.length > 0 || steps.length > 0 ? errors : [own];
      const fixed = steps.map((step) => ({ ...step, options: { step: step.step } }));
      return [...variable, ...fixed].map(({ options, ...about }) => ({
        solver,
        ...about,
        run: () => runTlm(circuit, plan, options, engines),
      }));
    }
    const tolerances = plan.tolerances.map((tolerance) => ({ setting: toleranceText(tolerance), tolerance, step: null }));
    return [...tolerances, ...steps].map((about) => ({
      solver,
      ...about,
      run: () => runLumped(circuit, plan, { solver, step: about.step, ...relative(about.tolerance) }, engines),
    }));
  });
}

const variableStep = (pressureError: number): { setting: string; options: RunOptions } => ({
  setting: formatQuantity(pressureError, 'Pa'),
  options: { step: null, pressureError },
});

const relative = (tolerance: number | null): Pick<LumpedOptions, 'relativeTolerance'> =>
  tolerance === null ? {} : { relativeTolerance: tolerance };

/** '1e-5': tolerances read best as powers of ten. */
export function toleranceText(tolerance: number): string {
  return tolerance < 0.1 ? tolerance.toExponential(12).replace(/\.?0+e/, 'e') : formatNumber(tolerance);
}

function ownSetting({ run }: Circuit): string {
  return run.step === null ? formatQuantity(run.pressureError, 'Pa') : `${formatSeconds(run.step)} fixed`;
}

/** One integrator, once. */
export async function runLumped(circuit: Circuit, plan: ComparePlan, options: LumpedOptions, engines: Engines): Promise<Account> {
  const { common, intervals, integration } = plan;
  const results = await engines.lumped(circuit, { ...common, ...integration, intervals, ...options });
  const {
    cost: { counts },
    account: { discontinuities },
  } = results;
  return {
    ending: results.ending,
    wallSeconds: results.cost.wallSeconds,
    counts: {
      accepted: counts.accepted,
      rejected: counts.rejected + counts.failed,
      evaluations: counts.rates + counts.differences,
      jacobians: counts.jacobians,
      factorizations: counts.factorizations,
      discontinuities: discontinuities.time + discontinuities.switches + discontinuities.resets,
    },
    recorded: results,
    intervals: intervals.map((time) => results.cost.intervals.find(({ t }) => t === time)?.wallSeconds ?? null),
  };
}

/** Tlm in one thread, once, and once more until the end of each interval: it keeps no account on the way, and a run until there is just that. */
async function runTlm(circuit: Circuit, plan: ComparePlan, options: RunOptions, { tlm }: Engines): Promise<Account> {
  const serial: RunOptions = { ...plan.common, ...options, workers: 1, driver: 'serial', kernels: 'wasm' };
  const results = await tlm(circuit, serial);
  const intervals: (number | null)[] = [];
  for (const until of plan.intervals) {
    const part = until === results.end ? results : await tlm(circuit, { ...serial, until });
    intervals.push(part.ending ? null : part.cost.wallSeconds);
  }
  const { accepted, rejected } = results.account.steps;
  return {
    ending: results.ending,
    wallSeconds: results.cost.wallSeconds,
    counts: { accepted, rejected, evaluations: null, jacobians: null, factorizations: null, discontinuities: null },
    recorded: results,
    intervals,
  };
}
