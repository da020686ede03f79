/** What the published statements are judged by: runs by name, and measured costs. */
import { type Cell, fails } from './suites.js';

/** How the runs that judge a statement were made. */
export interface Setting {
  readonly form: Cell['form'];
  readonly jumps: Cell['jumps'];
}

/** As the published programs run, first; as ringmain does by default, last. */
export const settings: readonly Setting[] = [
  { form: 'published', jumps: 'stepped over' },
  { form: 'exact', jumps: 'stepped over' },
  { form: 'published', jumps: 'landed on' },
  { form: 'exact', jumps: 'landed on' },
];

/** Costs of steps, s, of the fastest samples. */
export interface StepCosts {
  /** Steps at N = 2 (RT-1) and N = 13 (circuit 2). */
  readonly perStep: readonly { readonly size: number; readonly method: string; readonly seconds: number }[];
  /** t = a N^α + b of rodas3 with dense algebra over 5 to 20 volumes; differences call f for every column. */
  readonly fits: readonly { readonly jacobian: string; readonly exponent: number; readonly explained: number }[];
  /** Part of a step of ros3p that differences for every column take, by volumes. */
  readonly shares: readonly { readonly size: number; readonly share: number }[];
}

/** What a statement needs was not run. */
export class NotRun extends Error {}

/** The runs in one setting. */
export class View {
  constructor(
    private readonly cells: ReadonlyMap<string, readonly Cell[]>,
    private readonly stepCosts: StepCosts | null,
    readonly setting: Setting,
  ) {}

  get costs(): StepCosts {
    if (!this.stepCosts) throw new NotRun('costs');
    return this.stepCosts;
  }

  /** The run of a method at a step [s] or a tolerance; of the one form or the one treatment of jumps where there is no other. */
  at(suite: string, method: string, stepOrTolerance: number): Cell {
    const own = (this.cells.get(suite) ?? []).filter((cell) => cell.method === method && (cell.step ?? cell.tolerance) === stepOrTolerance);
    return this.best(own, `${suite} ${method} ${stepOrTolerance}`);
  }

  /** Rodas3 on circuit 2 with another Jacobian. */
  withJacobian(jacobian: string, tolerance: number): Cell {
    const own = (this.cells.get('jacobians') ?? []).filter((cell) => cell.label === jacobian && cell.tolerance === tolerance);
    return this.best(own, `jacobians ${jacobian} ${tolerance}`);
  }

  error(suite: string, method: string, stepOrTolerance: number): number {
    return this.at(suite, method, stepOrTolerance).error;
  }

  fails(suite: string, method: string, stepOrTolerance: number): boolean {
    return fails(this.at(suite, method, stepOrTolerance));
  }

  private best(own: readonly Cell[], name: string): Cell {
    const { form, jumps } = this.setting;
    const byJumps = own.filter((cell) => cell.jumps === jumps);
    const kept = byJumps.length > 0 ? byJumps : own;
    const found = kept.find((cell) => cell.form === form) ?? kept[0];
    if (!found) throw new NotRun(name);
    return found;
  }
}
