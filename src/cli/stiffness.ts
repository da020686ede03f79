/** `ringmain stability --circuit`: how stiff a circuit is, what its fast eigenvalues belong to, and what to do about it. */
import type { Circuit } from '../circuit/circuit.js';
import { readCircuit } from '../circuit/file/read.js';
import { type StiffnessReport, spectraAlong, spectrumAtRest } from '../lumped/spectra.js';
import type { Stiffness } from '../lumped/stiffness.js';
import { spectrumTable } from '../report/spectrumTable.js';
import { adviceText, stiffnessText } from '../report/stiffnessText.js';
import { formatSeconds } from '../report/units.js';
import { evenTimes } from '../results/evenTimes.js';
import { UserError } from '../results/userError.js';
import { list, positiveQuantity } from './options.js';
import { print, printJson, warnUser } from './print.js';
import { withPhases } from './progress.js';

/** Arguments of `--circuit`. */
export interface StiffnessArguments {
  readonly circuit: string;
  readonly times?: string | undefined;
  readonly at?: string | undefined;
  readonly set: readonly string[];
  readonly json: boolean;
}

/** Where a circuit is looked at: at its operating point, or at times of its run, s. */
export type Where = 'steady' | readonly number[];

/** At one point. `option` is for messages. */
export function pointOf(option: string, text: string): Where {
  if (text === 'steady') return text;
  return [text === '0' ? 0 : positiveQuantity(option, text, 's')];
}

/** Spectra of a circuit there. */
export async function stiffnessOf(circuit: Circuit, where: Where, kernels: 'js' | 'wasm' = 'wasm'): Promise<StiffnessReport> {
  return where === 'steady' ? spectrumAtRest(circuit, { kernels }) : spectraAlong(circuit, where, { kernels });
}

/** Along a run, or at a point. */
export async function reportStiffness({ circuit: file, times, at, set, json }: StiffnessArguments): Promise<void> {
  if (times !== undefined && at !== undefined) throw new UserError('--times and --at: one point or several, not both');
  const { circuit, where, report } = await withPhases(json, async (phase) => {
    phase.show(`reading ${file}`);
    const circuit = await readCircuit(file, { set, onWarning: warnUser(file, phase) });
    const where = at !== undefined ? pointOf('--at', at) : timesOf(circuit, times);
    phase.show(
      where === 'steady' ? 'looking for the operating point' : `running ${circuit.name} by rodas4, and solving for its eigenvalues`,
    );
    return { circuit, where, report: await stiffnessOf(circuit, where) };
  });
  if (json) printJson({ circuit: circuit.name, ...report });
  else print(reportText(circuit, report, at));
  const wanted = where === 'steady' ? 1 : where.length;
  if (report.spectra.length < wanted)
    process.stderr.write(
      `ringmain: the run by rodas4 ends after ${report.spectra.length} of ${wanted} times; see 'ringmain run ${file} --solver rodas4'\n`,
    );
}

function timesOf(circuit: Circuit, times: string | undefined): number[] {
  if (times === undefined) return [...evenTimes(0, circuit.run.end, 11)];
  return list(times)
    .map((time) => (time === '0' ? 0 : positiveQuantity('--times', time, 's')))
    .sort((a, b) => a - b);
}

function reportText(circuit: Circuit, { spectra, advice, adviceAt }: StiffnessReport, at: string | undefined): string {
  const head = at
    ? `${circuit.name}: eigenvalues of the linearised circuit`
    : `${circuit.name}: eigenvalues of the linearised circuit at the step that ends at or after each time; the explicit step is dopri5's\n\n${spectrumTable(spectra)}`;
  const fastest = spectra.find(({ t }) => t === adviceAt) as Stiffness | undefined;
  if (!fastest) return head;
  return [
    head,
    `${at === 'steady' ? 'at the operating point' : `at ${formatSeconds(fastest.t)}`}: ${stiffnessText(fastest)}`,
    adviceText(advice, circuit.record.every),
  ].join('\n\n');
}
