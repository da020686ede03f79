/**
 * Whatever is written into a circuit file ends in a circuit, or in mistakes with their places and ways out: never in an exception, never in waiting. What
 * is taken also runs, or ends as it should. The same mutants every time; a failing one is named by its number.
 */
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { PlanError } from '../../dist/partition/checkPlan.js';
import type { Progress } from '../../dist/results/progress.js';
import { RunError } from '../../dist/results/runError.js';
import { runBytes } from '../../dist/run/openSession.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { type Mutant, mutant } from '../support/mutations.js';

const seed = 20;
/** Each takes 6 ms of processor time: 100 000, the same ones every time, would take ten minutes of a core. */
const count = isFull ? 30_000 : 40;
/** Of the mutants that are taken one in so many runs. */
const runsOneIn = isFull ? 3 : 4;
/** s of processor time for one mutant, most of which take some ms; a million instances of a subcircuit that has a mistake take five. */
const longest = 20;
/** Larger ones are laid out only. */
const mostBytes = 2 ** 25;

/** Words of our own language in a message: a value that had no place in it. The file may hold them too. */
const internal = ['undefined', '[object', 'Symbol('];

function faultIn(message: string, text: string): string | undefined {
  const word = internal.find((one) => message.includes(one) && !text.includes(one));
  return word === undefined ? undefined : `a message has '${word}': ${message}`;
}

/** What is wrong with how a file is read, or the circuit if it is taken. */
function readMutant({ text }: Mutant): { readonly fault?: string; readonly circuit?: Circuit } {
  try {
    return { circuit: parseCircuit(text, 'mutant.yaml').circuit };
  } catch (error) {
    if (!(error instanceof CircuitError)) return { fault: `${(error as Error).stack}` };
    const { diagnostics, message } = error;
    if (diagnostics.length === 0) return { fault: 'refused without a mistake' };
    const bare = diagnostics.find(({ code, remedy, place }) => !/^CIR\d{3}$/.test(code) || remedy.length < 6 || !place || place.line < 1);
    if (bare) return { fault: `no place or no way out: ${JSON.stringify(bare)}` };
    const fault = faultIn(message, text);
    return fault === undefined ? {} : { fault };
  }
}

/** What is wrong with how a circuit runs: some slices of steps, or an ending or refusal that its user can read. */
async function runFault(circuit: Circuit, { text }: Mutant): Promise<string | undefined> {
  const controller = new AbortController();
  try {
    if (runBytes(circuit) > mostBytes) return undefined;
    let slices = 0;
    const onProgress = ({ accepted }: Progress): void => {
      if (accepted > 200 || ++slices > 5) controller.abort();
    };
    const { ending } = await simulate(circuit, { workers: 1, kernels: 'js', signal: controller.signal, onProgress });
    return ending ? faultIn(ending.message, text) : undefined;
  } catch (error) {
    if (error instanceof PlanError) return faultIn(error.message, text);
    if (!(error instanceof RunError)) return `${(error as Error).stack}`;
    if (error.remedy.length < 6) return `no way out: ${error.message}`;
    return faultIn(error.message, text);
  }
}

/** Not the time of day: other programs may be at work. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

test(`${count} mutants of texts, trees, values and equations: a circuit that runs, or mistakes with their places`, async () => {
  const faults: string[] = [];
  const seen = { taken: 0, refused: 0, run: 0 };
  let slowest = { name: '', seconds: 0 };
  for (let k = 0; k < count && faults.length < 20; k++) {
    const made = mutant(seed, k);
    const began = processorSeconds();
    const { fault, circuit } = readMutant(made);
    if (fault !== undefined) faults.push(`${made.name}: ${fault}`);
    if (circuit) seen.taken++;
    else seen.refused++;
    if (circuit && k % runsOneIn === 0) {
      seen.run++;
      const wrong = await runFault(circuit, made);
      if (wrong !== undefined) faults.push(`${made.name}, run: ${wrong}`);
    }
    const seconds = processorSeconds() - began;
    if (seconds > slowest.seconds) slowest = { name: made.name, seconds };
    if (seconds > longest) faults.push(`${made.name}: ${seconds} s`);
  }
  if (process.env['RINGMAIN_SHOW_MUTANTS']) process.stdout.write(`${JSON.stringify({ ...seen, slowest })}\n`);
  expect(faults.map((fault) => fault.slice(0, 600))).toEqual([]);
  // Mutants that are all refused, or all taken, would test nothing.
  expect(seen.taken / count).toBeGreaterThan(0.1);
  expect(seen.refused / count).toBeGreaterThan(0.3);
  expect(seen.run / count).toBeGreaterThan(0.03);
}, 3_600_000);
