/** `ringmain bench small-volumes`, part largest-step: what explicit methods may take, of any circuit and with any treatment. */

import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { asNames, asText, asTime } from '#ringmain/cli/optionTable.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import { parseTreatment } from '#ringmain/lumped/treatments/registry.js';
import { UserError } from '#ringmain/results/userError.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { every, smallVolumeCases } from './cases.js';
import { deviationsFrom, referenceRun } from './errors.js';
import { largestStep } from './largestStep.js';
import { type LargestStepRow, largestText } from './smallVolumesTable.js';

const stepOptions = {
  quantity: {
    about: 'recorded quantity that is looked at, such as V1.p; default: the small volume of the published circuits',
    read: asText,
  },
  solvers: { about: 'methods for fixed steps, separated by commas', fallback: 'forwardEuler,rk4,rodas4', read: asNames },
  treat: { about: "a volume and its treatment, as of 'run': 'V1=quasi-steady'", read: asText },
  limit: { about: 'largest error that passes: root mean square over the mean of the reference', fallback: '0.01', read: asLimit },
  shortest: { about: 'shortest step that is tried', fallback: '1us', read: asTime },
  longest: { about: 'longest', fallback: '10ms', read: asTime },
  end: { about: "simulated time to stop at; default: the circuit's", read: asTime },
};

function asLimit(option: string, written: string): number {
  const value = Number(written);
  if (!(value > 0 && value < 1)) throw new UserError(`${option} ${written}: must be a number between 0 and 1, such as 0.01`);
  return value;
}

export const largestPart = part({
  name: 'largest-step',
  describe: 'the largest fixed step at which a solver keeps an error limit, by bisection',
  circuit: 'circuit file; default: circuits/flow-control-valve.yaml',
  options: stepOptions,
  examples: [
    ['', 'the steps of explicit methods for the flow control valve'],
    ["circuits/three-orifices.yaml --treat 'V2=advanced-pseudo-dynamic innerStep=100us' --solvers rk4", 'the same of a treatment'],
  ],
  measure: measureLargest,
});

async function measureLargest(values: Values<typeof stepOptions>): Promise<Measured> {
  const file = values.circuit ?? bundledCircuit('flow-control-valve');
  const circuit = await readCircuit(file);
  const known = smallVolumeCases.find(({ name }) => name === circuit.name);
  const quantity = values.quantity ?? (known && `${known.volume}.p`);
  if (quantity === undefined) throw new UserError(`--quantity: say what to look at in ${circuit.name}, such as a line's pressure`);
  const treat = values.treat === undefined ? {} : { treat: [withoutFile(values.treat)] };
  const common = { record: [quantity], every, until: values.end ?? circuit.run.end };
  const reference = (await referenceRun(circuit, common)).series(quantity).y;
  const rows: LargestStepRow[] = [];
  for (const solver of values.solvers) {
    say(`${circuit.name}: ${solver}`);
    const errorAt = async (step: number): Promise<number> => {
      const run = await simulateLumped(circuit, { ...common, ...treat, solver, step, events: 'step over' });
      return run.ending ? Number.POSITIVE_INFINITY : deviationsFrom(reference, run.series(quantity).y).relative;
    };
    rows.push({ solver, ...(await largestStep(errorAt, values)) });
  }
  const account = { circuit: circuit.name, quantity, treat: values.treat ?? null, limit: values.limit, end: common.until, rows };
  return { stored: account, text: () => largestText(account) };
}

function withoutFile(text: string): ReturnType<typeof parseTreatment> {
  const choice = parseTreatment(text);
  if (choice.file !== undefined) throw new UserError(`--treat ${text}: treatments with a file are measured by their own benchmark`);
  return choice;
}
