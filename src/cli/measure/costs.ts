/** Costs measured in the running circuit: every kind's kernels, and what remains of an attempt for line ends. */
import type { Circuit } from '../../circuit/circuit.js';
import { type Costs, costsOf, countedLines } from '../../partition/costs.js';
import { UserError } from '../../results/userError.js';
import { NoState } from './stepBench.js';
import { measureStep, type StepTimes } from './stepParts.js';
import { thisMachine } from './thisMachine.js';

const statesMeasured = 8;

/**
 * Costs by kind, in batches as the circuit has them, at eight states along its run (see stepParts.ts), the mean over them, fastest of `rounds`. An end's cost is that of line
 * errors, exchange and waves, over all ends. A cut line cannot be timed in one thread: it is taken to cost as many ends as on the machine
 * where it was measured. Throws UserError where the run does not get so far.
 */
export function measuredCosts(circuit: Circuit, rounds: number): Costs {
  let times: StepTimes;
  try {
    times = measureStep(circuit, new Int32Array(circuit.components.length), 1, rounds, statesMeasured);
  } catch (error) {
    if (!(error instanceof NoState)) throw error;
    throw new UserError(`--costs measured: ${error.message}; take --costs counted`);
  }
  const [own] = times.partitions;
  const kinds = new Map(own?.kinds.map(({ kind, components, time }) => [kind, time.lowest / components]));
  const phases = own?.phases;
  const beside = phases ? phases.attempt.lowest - phases.components.lowest + phases.accept.lowest + phases.receiveAndRecord.lowest : 0;
  const end = Math.max(0, beside) / Math.max(1, 2 * circuit.lines.length);
  const scale = end / countedLines.end;
  const { cpu, cores, node } = thisMachine();
  const machine = `${cpu}, ${cores} cores, Node ${node}`;
  return costsOf(
    circuit,
    'measured',
    machine,
    { end, cut: scale * countedLines.cut, cutWave: scale * countedLines.cutWave },
    (kind, lines) => kinds.get(kind?.kind ?? `junction of ${lines}`) ?? 0,
    times.loop.lowest,
  );
}
