/** Refuses a circuit whose file names another engine, for commands that have one only, before anything runs. */
import type { Circuit } from '../circuit/circuit.js';
import { RunError } from '../results/runError.js';

/** Throws RunError RUN248 where a circuit names an integrator, or leaves the solver to be chosen. `who` runs it by lines, as 'sweeps'. */
export function checkByLines({ name, run: { solver } }: Circuit, who: string): void {
  if (solver === 'tlm') return;
  throw new RunError(
    'RUN248',
    `${name} has the solver ${solver}, and ${who} run it by transmission lines`,
    `add --set run.solver=tlm to have it so, or take 'ringmain run', which knows ${solver}`,
  );
}
