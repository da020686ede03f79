/** Pictures of results in files. */
import { linePlot } from '../report/linePlot.js';
import { choosePlotted } from '../report/plotChoice.js';
import { plotMark } from '../report/svg.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { LineResults } from '../run/types.js';

/** Refuses a name that cannot or may not be written, before the run. */
export async function checkPlotFile(file: string, force: boolean): Promise<void> {
  await checkTarget(pictureTarget('--plot', file, force));
}

/** Draws recorded quantities over time. Returns how many there was no room for. */
export async function writePlotFile(
  results: Pick<LineResults, 'columns' | 'series'>,
  title: string,
  file: string,
  { force }: { readonly force: boolean },
): Promise<number> {
  const { series, leftOut } = choosePlotted(results);
  await writeWhole(pictureTarget('--plot', file, force), [linePlot({ title, series })]);
  return leftOut;
}

/** Writes a picture of another sort, as the benches make. */
export async function writePicture(svg: string, file: string, force: boolean): Promise<void> {
  await writeWhole(pictureTarget('--plot', file, force), [svg]);
}

/** The target of a picture that an option names. */
export function pictureTarget(option: string, file: string, force: boolean): Target {
  if (!/\.svg$/i.test(file)) throw new UserError(`${option} ${file}: write a name that ends in .svg`);
  return { file, force, isOurs: (beginning) => beginning.includes(plotMark) };
}
