/** `ringmain components --page`: runs every kind's example and writes the library as one HTML file. */
import { parseCircuit } from '../circuit/file/parse.js';
import { library } from '../components/library.js';
import { describeKind } from '../equations/language/describe.js';
import { type KindEntry, kindPage, pageMark } from '../report/kindPage.js';
import { linePlot } from '../report/linePlot.js';
import { choosePlotted } from '../report/plotChoice.js';
import { formatBytes, formatPlural, formatSeconds } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { simulate } from '../session/simulate.js';
import { kindExample, packageVersion } from './bundled.js';
import { print } from './print.js';
import { PhaseLine } from './progress.js';

const quietSeconds = 2;
const secondsBetweenLines = 5;

/** Writes the page. Throws UserError for a name that may not be written, before any example runs. */
export async function writeComponentsPage(file: string, force: boolean): Promise<void> {
  if (!/\.html?$/i.test(file)) throw new UserError(`--page ${file}: write a name that ends in .html`);
  const target: Target = { file, force, isOurs: (beginning) => beginning.includes(pageMark) };
  await checkTarget(target);
  const begin = performance.now();
  const seconds = (): number => (performance.now() - begin) / 1000;
  const phase = new PhaseLine(false);
  const entries: KindEntry[] = [];
  let nextLine = quietSeconds;
  for (const [kind, definition] of library) {
    if (seconds() > quietSeconds) phase.show(`example ${entries.length + 1} of ${library.size}: ${kind}`);
    if (!process.stderr.isTTY && seconds() > nextLine) {
      nextLine = seconds() + secondsBetweenLines;
      process.stderr.write(`components: ${entries.length} of ${library.size} examples have run\n`);
    }
    const example = kindExample(kind);
    entries.push({ definition, derived: describeKind(definition), example, picture: await pictureOf(kind, example) });
  }
  const bytes = await writeWhole(target, kindPage(entries, packageVersion()));
  phase.clear();
  print(`${formatPlural(entries.length, 'kind')} in ${file} (${formatBytes(bytes)}), their examples run in ${formatSeconds(seconds())}`);
}

async function pictureOf(kind: string, example: string): Promise<string> {
  const { circuit } = parseCircuit(example, `${kind}.yaml`);
  const results = await simulate(circuit, { workers: 1 });
  if (results.ending) throw new Error(`the example of kind '${kind}': ${results.ending.message}`);
  // Without the row at t = 0, in which nothing flows yet.
  const series = choosePlotted(results).series.map((one) => ({ ...one, t: one.t.subarray(1), y: one.y.subarray(1) }));
  return linePlot({ title: circuit.title, series, ...pictureSize(results.columns) });
}

/** Panels as high as a glance needs; one for each unit. */
function pictureSize(columns: readonly { readonly unit: string }[]): { width: number; height: number } {
  return { width: 880, height: 90 + 150 * new Set(columns.map(({ unit }) => unit)).size };
}
