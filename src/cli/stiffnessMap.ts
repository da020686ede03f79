/** `ringmain stability --circuit … --map … --map …`: the condition number over two parameters, as a picture. */
import { circuitReader } from '../circuit/file/parse.js';
import { readCircuitText } from '../circuit/file/read.js';
import { heatMap } from '../report/heatMap.js';
import { sharesText } from '../report/stiffnessText.js';
import { formatNumber, formatPlural } from '../report/units.js';
import { RunError } from '../results/runError.js';
import { UserError } from '../results/userError.js';
import { asVaried, readVaries, settingsFor, type Vary } from '../run/sweep/vary.js';
import { checkPlotFile, writePicture } from './plotFile.js';
import { print, printJson } from './print.js';
import { PhaseLine } from './progress.js';
import { pointOf, type StiffnessArguments, stiffnessOf, type Where } from './stiffness.js';

export interface MapArguments extends StiffnessArguments {
  readonly map: readonly string[];
  readonly plot?: string | undefined;
}

interface Cell {
  readonly condition: number | null;
  /** The owner of the fastest eigenvalue, or why there is none. */
  readonly says: string;
}

/** Cells of a map: more than anybody waits for. */
const mostCells = 10_000;

/** Makes the map, and the picture or the JSON object of it. */
export async function reportMap({ circuit: file, map, set, at = 'steady', times, plot, json }: MapArguments): Promise<void> {
  if (times !== undefined) throw new UserError('--map and --times: a map is of one point; write --at');
  if (plot === undefined && !json) throw new UserError('--map makes a picture: write --plot FILE.svg, or --json for its numbers');
  if (plot !== undefined) await checkPlotFile(plot, false);
  const where = pointOf('--at', at);
  const read = circuitReader(await readCircuitText(file), file);
  const varies = readVaries(map, set);
  const [across, upward] = varies;
  if (!across || !upward || varies.length > 2)
    throw new UserError(
      `--map is given ${map.length === 1 ? 'once' : `${map.length} times`}; give it twice, for the axis across and the one upward`,
    );
  if (across.values.length * upward.values.length > mostCells)
    throw new UserError(`--map: ${across.values.length} × ${upward.values.length} cells; the limit is ${mostCells}`);
  const { name } = read([...set]).circuit;
  const phase = new PhaseLine(json);
  const rows: Cell[][] = [];
  for (const [j, high] of upward.values.entries()) {
    phase.show(`row ${j + 1} of ${upward.values.length}`);
    const row: Cell[] = [];
    for (const wide of across.values)
      row.push(await cellAt(() => read([...set, ...settingsFor([across, upward], [wide, high])]).circuit, where));
    rows.push(row);
  }
  phase.clear();
  if (plot !== undefined) await writePicture(pictureOf(name, [across, upward], rows), plot, false);
  const values = rows.map((row) => row.map(({ condition }) => condition));
  if (json) printJson({ circuit: name, at, across, upward, condition: values, plot: plot ?? null });
  else print(summaryText(name, rows, plot as string));
}

/** A value that the circuit does not take is the user's mistake; a point that is not reached is an empty cell. */
async function cellAt(read: () => Parameters<typeof stiffnessOf>[0], where: Where): Promise<Cell> {
  try {
    const { spectra } = await stiffnessOf(asVaried('--map', read), where, 'js');
    const [last] = spectra;
    if (!last) return { condition: null, says: 'the run by rodas4 does not get there' };
    return { condition: last.condition, says: `${formatNumber(last.condition)}, fastest: ${sharesText(last.fast[0]?.unknowns ?? [])}` };
  } catch (error) {
    if (error instanceof RunError && /^LMP(401|502)$/.test(error.code)) return { condition: null, says: error.message };
    throw error;
  }
}

function pictureOf(name: string, [across, upward]: readonly [Vary, Vary], rows: readonly (readonly Cell[])[]): string {
  return heatMap({
    isLogarithmic: true,
    title: `Condition number of ${name}`,
    across: axisOf(across),
    upward: axisOf(upward),
    text: 'condition number κ = |λ|max / |λ|min',
    values: rows.map((row) => row.map(({ condition }) => condition)),
    tip: (j, i) => `${across.name}=${across.values[i]}, ${upward.name}=${upward.values[j]}: ${rows[j]?.[i]?.says ?? ''}`,
  });
}

/** Numbers stand at the axis without the unit that they have in common. */
function axisOf({ name, unit, values }: Vary): { text: string; values: readonly string[] } {
  if (!unit) return { text: name, values };
  return { text: `${name}, ${unit}`, values: values.map((value) => formatNumber(Number.parseFloat(value))) };
}

function summaryText(name: string, rows: readonly (readonly Cell[])[], plot: string): string {
  const cells = rows.flat();
  const known = cells.flatMap(({ condition }) => condition ?? []);
  const missing = cells.length - known.length;
  const range =
    known.length > 0
      ? `condition number ${formatNumber(Math.min(...known))} to ${formatNumber(Math.max(...known))}`
      : 'no condition number';
  const [first] = cells.filter(({ condition }) => condition === null);
  const rest = first ? `; ${formatPlural(missing, 'cell')} without: ${first.says}` : '';
  return `${name}: ${range} in ${formatPlural(cells.length, 'cell')}${rest}\n\nplot in ${plot}`;
}
