/** Plans as JSON files. */
import { FileError, readText, type WantedFile } from '../circuit/file/inputFile.js';
import { PlanError } from './checkPlan.js';
import type { Plan } from './plan.js';

const planFile: WantedFile = { what: 'a plan', source: "'ringmain partition CIRCUIT --out NAME.json' writes one", endings: ['.json'] };

/** Reads a plan; PlanError for a file that is none. Whether it fits a circuit: `ownersOf`. */
export async function readPlan(file: string): Promise<Plan> {
  const text = await readText(file, planFile).catch((error: unknown) => {
    throw error instanceof FileError ? new PlanError([error.message]) : error;
  });
  let plan: Partial<Plan>;
  try {
    // Anything but an object has none of its entries.
    plan = Object(JSON.parse(text)) as Partial<Plan>;
  } catch (error) {
    throw new PlanError([`${file}: not JSON: ${(error as Error).message}; give ${planFile.what}: ${planFile.source}`]);
  }
  const wrong = [
    plan.ringmain !== 1 && '"ringmain" must be 1',
    typeof plan.circuit !== 'string' && '"circuit" is missing',
    typeof plan.hash !== 'string' && '"hash" is missing',
    !(Number.isInteger(plan.parts) && (plan.parts as number) > 0) && '"parts" must be a positive integer',
    // Beside starts only of what stands beside the groups.
    Object(plan.owner) !== plan.owner &&
      !(plan.starts !== undefined && plan.owner === undefined) &&
      '"owner" must give every component its partition',
    plan.starts !== undefined &&
      !areStarts(plan.starts, plan.parts) &&
      '"starts" must give each repeated group the instances with which its partitions begin, rising from 0, and how many there are',
    // So that nobody counts to a billion.
    plan.starts === undefined &&
      Object(plan.owner) === plan.owner &&
      (plan.parts as number) > Object.keys(plan.owner as object).length &&
      `"parts" is ${plan.parts}, and "owner" has ${Object.keys(plan.owner as object).length} components`,
  ].filter((reason): reason is string => reason !== false);
  if (wrong.length > 0) throw new PlanError(wrong.map((reason) => `${file}: ${reason}`));
  return { owner: {}, ...plan } as Plan;
}

/** Rising whole numbers from 0, one more than there are parts. */
function areStarts(starts: unknown, parts: number | undefined): boolean {
  if (Object(starts) !== starts) return false;
  const all = Object.values(starts as object) as unknown[];
  const isRising = (one: unknown): boolean =>
    Array.isArray(one) &&
    one.length === (parts as number) + 1 &&
    one.every((start, k) => Number.isInteger(start) && (k === 0 ? start === 0 : start > one[k - 1]));
  return all.length > 0 && all.every(isRising);
}

/** Owners that stand on a line of a plan's text. */
const ownersOnALine = 8;

/** Text of a plan file: what describes the plan first, owners last, several on a line. */
export function planText({ owner, source, method, hash, circuit, parts, ringmain, ...rest }: Plan): string {
  const owners = Object.entries(owner).map(([name, part]) => `${JSON.stringify(name)}: ${part}`);
  const rows: string[] = [];
  for (let k = 0; k < owners.length; k += ownersOnALine) rows.push(`    ${owners.slice(k, k + ownersOnALine).join(', ')}`);
  const entry = ([key, value]: [string, unknown]): string =>
    `  ${JSON.stringify(key)}: ${Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value)},`;
  const head = Object.entries({ ringmain, circuit, hash, parts, method, source, ...rest }).map(entry);
  if (rows.length === 0) return `{\n${head.join('\n').slice(0, -1)}\n}\n`;
  return `{\n${head.join('\n')}\n  "owner": {\n${rows.join(',\n')}\n  }\n}\n`;
}

/** Whether a file that begins with this text is a plan that `ringmain partition` wrote, and may write again. */
export function isOurPlan(beginning: string): boolean {
  return beginning.startsWith('{\n  "ringmain": 1,') && /\n {2}"source": "ringmain partition, /.test(beginning);
}
