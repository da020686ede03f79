/** The timed slices of a run in a file: a picture, or every time as a table. */
import { timelinePicture } from '../report/timelinePlot.js';
import { timelineTable, timelineTableHeader } from '../report/timelineTable.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { Losses } from '../run/account/losses.js';
import type { Timeline } from '../run/account/timeline.js';
import { pictureTarget } from './plotFile.js';

/** Refuses a name that cannot or may not be written, before the run. */
export async function checkTimelineFile(file: string, force: boolean): Promise<void> {
  await checkTarget(targetOf(file, force));
}

/** Writes the picture or the table. */
export async function writeTimeline(
  title: string,
  timeline: Timeline,
  losses: Losses | null,
  file: string,
  { force }: { readonly force: boolean },
): Promise<void> {
  await writeWhole(targetOf(file, force), isTable(file) ? timelineTable(timeline) : [timelinePicture(title, timeline, losses)]);
}

const isTable = (file: string): boolean => /\.csv$/i.test(file);

function targetOf(file: string, force: boolean): Target {
  if (isTable(file)) return { file, force, isOurs: (beginning) => beginning.startsWith(timelineTableHeader) };
  if (!/\.svg$/i.test(file)) throw new UserError(`--timeline ${file}: write a name that ends in .svg (a picture) or .csv (every time)`);
  return pictureTarget('--timeline', file, force);
}
