/** Plans as JSON files. */
import { readFile } from 'node:fs/promises';
import { PlanError } from './checkPlan.js';
import type { Plan } from './plan.js';

/** Reads a plan; PlanError for a file that is none. Whether it fits a circuit: `ownersOf`. */
export async function readPlan(file: string): Promise<Plan> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new PlanError([`${file}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`]);
  }
  let plan: Partial<Plan>;
  try {
    plan = JSON.parse(text) as Partial<Plan>;
  } catch (error) {
    throw new PlanError([`${file}: not JSON: ${(error as Error).message}`]);
  }
  const wrong = [
    plan.ringmain !== 1 && '"ringmain" must be 1',
    typeof plan.circuit !== 'string' && '"circuit" is missing',
    typeof plan.hash !== 'string' && '"hash" is missing',
    !(Number.isInteger(plan.parts) && (plan.parts as number) > 0) && '"parts" must be a positive integer',
    (typeof plan.owner !== 'object' || plan.owner === null) && '"owner" must give every component its partition',
  ].filter((reason): reason is string => reason !== false);
  if (wrong.length > 0) throw new PlanError(wrong.map((reason) => `${file}: ${reason}`));
  return plan as Plan;
}
