/** Tables 5.2 to 5.5, 6.1 and 6.4 of Burton 1994 beside ours, as Markdown. */
import { markdownTable } from '#ringmain/report/table.js';
import { formatNumber, formatPercent } from '#ringmain/report/units.js';
import type { MeasuredSetting } from './measure.js';
import type { StoredStamp } from './stored.js';
import type { MeasuredThesis, ThesisInterval, ThesisRow } from './thesis.js';

const milliseconds = (seconds: number): string => formatNumber(1e3 * seconds, 3);

/** The section of the page. */
export function thesisSection({ variable, fixed, lsoda, intervals, reference, asideReason }: MeasuredThesis, stamp: StoredStamp): string {
  return [
    '## Burton 1994, beside ours',
    `Run times of the thesis are seconds of a Sun 4/370, ours milliseconds (commit ${stamp.commit}, ${stamp.cpu}): ratios can be compared, times cannot. "As printed" are the thesis' own lines and control of steps (\`--law thesis\`, \`--line thesis\`). Errors are those of above, against ${reference.solver} at ${reference.tolerance}, known to ${formatPercent(reference.error)}; the thesis gives none.${asideReason ? ` Not judged: ${asideReason}.` : ''} Our topology is partly a reconstruction (circuits/two-actuator.yaml tells which).`,
    '**Table 5.2**, two-actuator circuit, variable steps by pressure error:',
    markdownTable(settingsTable('bar', variable)),
    '**Table 5.4**, fixed steps:',
    markdownTable(settingsTable('µs', fixed)),
    '**Table 5.5**, LSODA by tolerance (ours: `--solver lsoda`, which lands on every switch):',
    markdownTable(settingsTable('tolerance', lsoda)),
    ...intervals.flatMap(intervalSection),
    `**What becomes of the claim.** ${intervals.map(claimText).join(' ')} Settings that give the same error are compared above, under what to take.`,
  ].join('\n\n');
}

function settingsTable(unit: string, rows: readonly ThesisRow[]): { headings: string[]; rows: string[][] } {
  const own = (one: MeasuredSetting): string[] =>
    one.error && one.seconds
      ? [milliseconds(one.seconds.lowest), steps(one), formatPercent(one.error.error)]
      : [one.ended, steps(one), '–'];
  const steps = ({ accepted, rejected }: MeasuredSetting): string => `${accepted}/${rejected}`;
  const printed = rows.some((row) => row.printed);
  const heads = (name: string): string[] => [`${name}: ms`, 'accepted/rejected', 'error'];
  return {
    headings: [unit, 'thesis: s', ...heads('ours'), ...(printed ? heads('as printed') : [])],
    rows: rows.map(({ asked, published, ours, printed: other }) => [
      unit === 'tolerance' ? asked.toExponential() : String(asked),
      String(published),
      ...own(ours),
      ...(other ? own(other) : []),
    ]),
  };
}

/** Ratios LSODA over TLM, since the start and of the interval alone. */
function intervalSection({ circuit, table, errors, rows }: ThesisInterval): string[] {
  const [lsoda, tlm] = [contained(rows.map((row) => row.lsoda.lowest)), contained(rows.map((row) => row.tlm.lowest))];
  const none = { lsoda: 0, tlm: 0 };
  const cells = rows.map((row, k) => {
    const now = { lsoda: lsoda[k] as number, tlm: tlm[k] as number };
    const before = k === 0 ? none : { lsoda: lsoda[k - 1] as number, tlm: tlm[k - 1] as number };
    const theirs = rows[k - 1]?.published ?? none;
    const since = (a: typeof none, b: typeof none): typeof none => ({ lsoda: a.lsoda - b.lsoda, tlm: a.tlm - b.tlm });
    return [
      String(row.until),
      String(row.published.lsoda),
      String(row.published.tlm),
      ratio(row.published),
      ratio(since(row.published, theirs)),
      milliseconds(now.lsoda),
      milliseconds(now.tlm),
      ratio(now),
      ratio(since(now, before)),
    ];
  });
  return [
    `**Table ${table}**, ${circuit} by simulated time: LSODA at 1e-5 and TLM at 0.1 bar, whose errors here are ${formatPercent(errors.lsoda)} and ${formatPercent(errors.tlm)}; ratios LSODA / TLM since the start, and of the interval alone (of differences between runs: "–" where one is zero):`,
    markdownTable({
      headings: ['s', 'thesis: LSODA s', 'TLM s', 'ratio', 'interval', 'ours: lsoda ms', 'tlm ms', 'ratio', 'interval'],
      rows: cells,
    }),
  ];
}

/** Fastest times until rising simulated times: a run until a later one contains it, so none is longer than one that follows. */
export function contained(times: readonly number[]): number[] {
  return times.map((_, k) => Math.min(...times.slice(k)));
}

const ratio = ({ lsoda, tlm }: { readonly lsoda: number; readonly tlm: number }): string =>
  lsoda > 0 && tlm > 0 ? formatNumber(lsoda / tlm, 2) : '–';

function claimText({ circuit, rows, errors }: ThesisInterval): string {
  const last = rows.at(-1);
  if (!last) return '';
  const [theirs, ours] = [last.published.lsoda / last.published.tlm, last.lsoda.lowest / last.tlm.lowest];
  const own = ours >= 1 ? `is ${formatNumber(ours, 2)} times as fast` : `takes ${formatNumber(1 / ours, 2)} times as long`;
  const accuracy =
    errors.tlm > errors.lsoda ? `, with ${formatNumber(errors.tlm / errors.lsoda, 2)} times its error` : ', with no larger error';
  return `${circuit}: TLM at 0.1 bar was ${formatNumber(theirs, 2)} times as fast as LSODA at 1e-5 in the thesis; here it ${own}${accuracy}.`;
}
