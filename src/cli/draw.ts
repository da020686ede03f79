/** `ringmain draw`: a circuit as engineers draw it, with a plan's partitions and the pressures of a run. */

import type { Circuit } from '../circuit/circuit.js';
import { readCircuit } from '../circuit/file/read.js';
import { numberAt } from '../circuit/text/known.js';
import { ownersOf } from '../partition/checkPlan.js';
import { readPlan } from '../partition/planFile.js';
import type { Drawing, DrawingOptions } from '../report/drawing/drawing.js';
import { drawingMark, plotMark } from '../report/svg.js';
import { formatPlural, formatSeconds } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { rowAt } from '../results/readCsv.js';
import { UserError } from '../results/userError.js';
import { drawn } from './drawn.js';
import { quantity } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, text, texts } from './optionTable.js';
import { print, warnUser } from './print.js';
import { withPhases } from './progress.js';
import { readShown } from './resultsFile.js';

const options = {
  out: text('file to write: FILE.svg, or FILE.html, in which stations open; default: CIRCUIT.svg'),
  plan: text('plan file: symbols take the colour of their partition, cut lines are marked'),
  results: text(
    "results of a run, FILE.csv, .parquet or .h5: lines take the colour of their pressure, arrows show the flow; record '*.p,*.q' for all lines",
  ),
  at: text('time of the results to show, such as 1.2s; default: the last row'),
  set: texts('override a value of the circuit'),
  force: flag('overwrite a file that ringmain did not write'),
};

export const drawCommand = command('draw', {
  words: circuitWord,
  options,
  examples: [
    ['circuits/two-actuator.yaml --out two-actuator.svg', 'symbols after ISO 1219-1, values beside them'],
    ['circuits/ring-main.yaml --out ring-main.html', 'a page whose stations fold and open'],
    ['circuits/press.yaml --results press.csv --at 4s --out press.svg', 'pressures and flows at 4 s of a run'],
  ],
  run: draw,
});

async function draw({ circuit: file, out, plan, results, at, set, force }: ArgumentsOf<typeof circuitWord, typeof options>): Promise<void> {
  if (at !== undefined && results === undefined) throw new UserError(`--at ${at}: a time of which results? name them with --results FILE`);
  if (out !== undefined) await checkTarget(targetOf(out, force));
  const account = await withPhases(false, async (phase) => {
    phase.show(`reading ${file}`);
    const circuit = await readCircuit(file, { set, onWarning: warnUser(file, phase) });
    const target = targetOf(out ?? `${circuit.name}.svg`, force);
    if (results !== undefined) phase.show(`reading ${results}`);
    const shown: DrawingOptions = {
      ...(plan === undefined ? {} : { plan: await planOf(circuit, plan) }),
      ...(results === undefined ? {} : { state: await stateOf(results, at) }),
    };
    phase.show(`drawing ${circuit.name}`);
    const drawing = await drawn(circuit, shown, /\.html$/i.test(target.file));
    await writeWhole(target, [drawing.text]);
    return accountOf(drawing, shown, target.file);
  });
  print(account);
}

function targetOf(file: string, force: boolean): Target {
  if (!/\.(svg|html)$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .svg or .html`);
  return { file, force, isOurs: (beginning) => beginning.includes(plotMark) || beginning.includes(drawingMark) };
}

async function planOf(circuit: Circuit, file: string): Promise<NonNullable<DrawingOptions['plan']>> {
  const plan = await readPlan(file);
  const owner = ownersOf(circuit, plan);
  const counts = new Int32Array(plan.parts);
  for (const part of owner) counts[part] = numberAt(counts, part) + 1;
  return { owner, labels: Array.from(counts, (count, k) => `part ${k}: ${formatPlural(count, 'component')}`) };
}

async function stateOf(file: string, at: string | undefined): Promise<NonNullable<DrawingOptions['state']>> {
  const time = at === undefined ? Number.POSITIVE_INFINITY : quantity('--at', at, 's');
  const rows = await readShown(file);
  const last = rows.t.length - 1;
  const [begin, end] = [numberAt(rows.t, 0), numberAt(rows.t, last)];
  if (at !== undefined && (time < begin || time > end))
    throw new UserError(`--at ${at}: the results go from ${formatSeconds(begin)} to ${formatSeconds(end)}; choose a time between`);
  const row = at === undefined ? last : rowAt(rows, time);
  const values = new Map(rows.columns.map(({ name }, c) => [name, (rows.values[c] as Float64Array)[row] as number] as const));
  return { time: numberAt(rows.t, row), values };
}

function accountOf({ shows, nodes, lines, unknown }: Drawing, { state }: DrawingOptions, file: string): string {
  const boxes = `${formatPlural(nodes, 'box', 'boxes')} of stations and symbols`;
  const what = shows === 'stations' ? boxes : formatPlural(nodes, shows === 'parts' ? 'part' : 'symbol');
  const known = state
    ? `\nat ${formatSeconds(state.time)}: ${formatPlural(lines - unknown, 'line')} by pressure${unknown > 0 ? `, ${unknown} without a recorded one (--record '*.p,*.q' records all)` : ''}`
    : '';
  return `${what} in ${file}${known}`;
}
