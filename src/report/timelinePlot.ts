/** One picture of the timed slices of a run: a few synchronisations as bars by thread, and below how each thread's time is shared over the whole run. */
import type { Losses } from '../run/account/losses.js';
import type { ThreadTimeline, Timeline } from '../run/account/timeline.js';
import { colourOf, px } from './plotFrame.js';
import { escaped, svgText } from './svg.js';
import { niceAxis } from './ticks.js';
import { formatNumber } from './units.js';

/** Synchronisations that are drawn as bars. */
const shownSynchronisations = 12;
const width = 960;
const left = 84;
const right = 770;
const rowHeight = 26;
const top = 64;
const axisHeight = 50;
const shareHeight = 60;

/** Activities of a thread, in the order of a synchronisation; first mark and last mark of each (blocks/step/marks.ts). */
const activities = [
  { name: 'components and lines', from: 0, to: 1 },
  { name: 'waits', from: 1, to: 2 },
  { name: 'decides', from: 2, to: 3 },
  { name: 'exchanges', from: 3, to: 4 },
] as const;
const perSynchronisation = 6;

/** An SVG file's text. */
export function timelinePicture(
  title: string,
  timeline: Timeline,
  losses: Pick<Losses, 'synchronisation' | 'interruptions'> | null,
): string {
  const slice = typicalSlice(timeline);
  const first = slice * timeline.sliceSynchronisations;
  const shown = Math.min(shownSynchronisations, Math.max(0, timeline.synchronisations - first));
  const barsEnd = top + rowHeight * timeline.threads.length;
  const sharesTop = barsEnd + axisHeight + 30;
  const sharesEnd = sharesTop + (shareHeight + 14) * timeline.threads.length;
  const notes = losses
    ? [
        `a synchronisation takes ${formatNumber(losses.synchronisation, 3)} µs in the mean; ${formatNumber(100 * losses.interruptions, 2)} % of the time went to interruptions, left out of the means`,
      ]
    : [];
  const body = [
    ...bars(timeline, first, shown, barsEnd),
    ...shares(timeline, sharesTop, sharesEnd),
    ...activities.map(
      ({ name }, k) =>
        `<rect x="${right + 20}" y="${top + 18 * k}" width="12" height="12" fill="${colourOf(k)}"/><text x="${right + 38}" y="${top + 18 * k + 10.5}">${name}</text>`,
    ),
    ...notes.map((note, k) => `<text x="${left}" y="${sharesEnd + 50 + 18 * k}" fill="#555">${escaped(note)}</text>`),
  ];
  return svgText({ title, width, height: sharesEnd + 62 + 18 * notes.length, left: 24, body });
}

const nameOf = ({ name }: ThreadTimeline, thread: number): string => name ?? `thread ${thread}`;

/** The slice whose length is the median of all whole ones. */
function typicalSlice({ threads, slices, synchronisations, sliceSynchronisations }: Timeline): number {
  const marks = threads[0]?.marks ?? new Float64Array();
  const whole = slices.map((_, k) => k).filter((k) => (k + 1) * sliceSynchronisations <= synchronisations);
  const length = (k: number): number =>
    marks[((k + 1) * sliceSynchronisations - 1) * perSynchronisation + 4] - marks[k * sliceSynchronisations * perSynchronisation];
  whole.sort((a, b) => length(a) - length(b));
  return whole[whole.length >> 1] ?? 0;
}

function bars({ threads }: Timeline, first: number, count: number, lower: number): string[] {
  const at = (thread: number, synchronisation: number, mark: number): number =>
    threads[thread]?.marks[(first + synchronisation) * perSynchronisation + mark];
  if (count === 0) return [];
  const begin = Math.min(...threads.map((_, t) => at(t, 0, 0)));
  const end = Math.max(...threads.map((_, t) => at(t, count - 1, 4)));
  const x = (time: number): number => left + ((time - begin) / (end - begin)) * (right - left);
  const axis = niceAxis(0, end - begin, 8, false);
  return [
    ...axis.marks
      .filter(({ value }) => value <= end - begin)
      .map(
        ({ value, label }) =>
          `<path d="M${px(x(begin + value))} ${top}V${lower}" stroke="#e6e8ec"/><text x="${px(x(begin + value))}" y="${lower + 18}" text-anchor="middle">${label}</text>`,
      ),
    `<text x="${(left + right) / 2}" y="${lower + 38}" text-anchor="middle" font-weight="600">${count} synchronisations of a slice of median length, µs</text>`,
    ...threads.map(
      (thread, t) => `<text x="${left - 8}" y="${top + rowHeight * t + 17}" text-anchor="end">${escaped(nameOf(thread, t))}</text>`,
    ),
    ...threads.flatMap((_, t) =>
      Array.from({ length: count }, (__, m) =>
        activities
          .map(
            ({ from, to }, k) =>
              `<rect x="${px(x(at(t, m, from)))}" y="${top + rowHeight * t + 4}" width="${px(Math.max(0, x(at(t, m, to)) - x(at(t, m, from))))}" height="${rowHeight - 8}" fill="${colourOf(k)}"/>`,
          )
          .join(''),
      ),
    ),
  ];
}

/** By thread a strip: in every slice the shares of its activities, one above the other. */
function shares({ threads, slices, synchronisations, sliceSynchronisations }: Timeline, upper: number, lower: number): string[] {
  const whole = slices.filter((_, k) => (k + 1) * sliceSynchronisations <= synchronisations);
  const each = (right - left) / Math.max(1, whole.length);
  const strips = threads.flatMap((thread, t) => {
    const { marks } = thread;
    const bottom = upper + (shareHeight + 14) * t + shareHeight;
    const columns = whole.map((_, k) => {
      const sums = activities.map(({ from, to }) => {
        let sum = 0;
        for (let m = k * sliceSynchronisations; m < (k + 1) * sliceSynchronisations; m++)
          sum += marks[m * perSynchronisation + to] - marks[m * perSynchronisation + from];
        return sum;
      });
      const total = sums.reduce((a, b) => a + b, 0);
      let y = bottom;
      return sums
        .map((sum, activity) => {
          const height = total > 0 ? (sum / total) * shareHeight : 0;
          y -= height;
          return `<rect x="${px(left + each * k)}" y="${px(y)}" width="${px(each + 0.3)}" height="${px(height)}" fill="${colourOf(activity)}"/>`;
        })
        .join('');
    });
    return [`<text x="${left - 8}" y="${bottom - shareHeight / 2 + 4}" text-anchor="end">${escaped(nameOf(thread, t))}</text>`, ...columns];
  });
  const label = (k: number): string => `${formatNumber(whole[k]?.time ?? 0, 3)} s`;
  return [
    ...strips,
    ...(whole.length > 1
      ? [0, whole.length >> 1, whole.length - 1].map(
          (k) => `<text x="${px(left + each * (k + 0.5))}" y="${lower + 10}" text-anchor="middle">${label(k)}</text>`,
        )
      : []),
    `<text x="${(left + right) / 2}" y="${lower + 28}" text-anchor="middle" font-weight="600">shares of time in ${whole.length} timed slices of ${sliceSynchronisations} synchronisations, by simulated time</text>`,
  ];
}
