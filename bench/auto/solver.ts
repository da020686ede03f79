/**
 * `ringmain bench auto solver`: what `--solver auto` takes on the circuits of `bench precision`, and what it predicts, beside what was best there by measurement. Times are those
 * that bench/precision/results holds, at an error that was reached and not only asked for; the choice is made anew.
 */
import { fileURLToPath } from 'node:url';
import { asNames } from '#ringmain/cli/optionTable.js';
import { UserError } from '#ringmain/results/userError.js';
import { chooseSolver } from '#ringmain/session/automatic/choose.js';
import { cases } from '../precision/cases.js';
import { levels } from '../precision/levels.js';
import { circuitOf, fixedMethod, type MeasuredCircuit, variableMethod, versionAt } from '../precision/measure.js';
import { readStored } from '../precision/stored.js';
import { offerOf } from '../precision/verdict.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { type SolverChoiceRow, solverChoiceText } from './solverTable.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const known = cases.map(({ circuit }) => circuit);

const commandOptions = {
  circuits: { about: `circuits, separated by commas, of ${known.join(', ')}; default: all`, read: asNames },
};

export const autoSolver = part({
  name: 'solver',
  describe: '--solver auto on the circuits of bench precision: choice and prediction beside the best by measurement',
  options: commandOptions,
  examples: [['--circuits two-actuator-real-valve,ring-main', 'its choices at three accuracies, and the best ones']],
  measure,
});

/** Solvers that are tried, as `bench precision` calls them. */
const methods: Readonly<Record<string, string>> = { tlm: variableMethod, rodas4: 'rodas4', radau5: 'radau5', lsoda: 'lsoda' };

async function measure({ circuits: wanted = known }: Values<typeof commandOptions>): Promise<Measured> {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UserError(`--circuits ${unknown}: there are ${known.join(', ')}`);
  const version = await versionAt(root);
  const { circuits: stored } = readStored(`${root}bench/precision/results`, known);
  const rows: SolverChoiceRow[] = [];
  for (const of of cases.filter(({ circuit }) => wanted.includes(circuit))) {
    const measured = stored.find((one) => one.measured.circuit === of.circuit);
    if (!measured)
      throw new UserError(`bench/precision/results has no ${of.circuit}: ringmain bench precision circuits --circuits ${of.circuit}`);
    const circuit = await circuitOf(version, of);
    for (const level of levels) {
      say(`${of.circuit} at ${100 * level} %`);
      const before = process.cpuUsage();
      const choice = await chooseSolver(circuit, { accuracy: level });
      const { user, system } = process.cpuUsage(before);
      rows.push(rowOf(measured.measured, measured.stamp.commit, level, choice, (user + system) / 1e6));
    }
  }
  return { stored: { rows }, text: () => solverChoiceText(rows) };
}

function rowOf(
  measured: MeasuredCircuit,
  commit: string | null,
  level: number,
  { solver, tried }: Awaited<ReturnType<typeof chooseSolver>>,
  seconds: number,
): SolverChoiceRow {
  const offers = Object.entries(methods).flatMap(([name, method]) => {
    const offer = offerOf(measured, method, level);
    return offer ? [{ solver: name, seconds: offer.work, atMost: offer.atMost }] : [];
  });
  const [best] = [...offers].sort((a, b) => a.seconds - b.seconds);
  const chosen = offers.find((one) => one.solver === solver);
  return {
    circuit: measured.circuit,
    level,
    commit,
    tried: tried.map(({ solver: name, asked, predicted, out }) => ({
      solver: name,
      asked,
      predicted: Number(predicted.toPrecision(3)),
      out,
    })),
    measured: offers,
    best: best?.solver ?? null,
    ratio: chosen && best ? chosen.seconds / best.seconds : null,
    fixed: offerOf(measured, fixedMethod, level)?.work ?? null,
    seconds: Number(seconds.toPrecision(2)),
  };
}
