/** The page and its pictures, from what is stored: no figure in it is written by hand. */
import { markdownTable } from '#ringmain/report/table.js';
import { formatCount, formatNumber, formatPercent, formatSeconds } from '#ringmain/report/units.js';
import { workPrecision } from '#ringmain/report/workPrecision.js';
import { levelRatios, meanRatio, seriesOf } from './against.js';
import { integrators } from './cases.js';
import { shiftOfRun } from './error.js';
import { levels, workAt } from './levels.js';
import type { MeasuredCircuit, MeasuredSetting } from './measure.js';
import type { SciPyTimes, Stored, StoredStamp, StoredVersions } from './stored.js';
import { thesisSection } from './thesisPage.js';
import { even, type Offer, offerOf, tlmMethods, type Verdict, verdicts } from './verdict.js';

/** ms with its bound. */
const timeText = ({ work, atMost }: { readonly work: number; readonly atMost: boolean }): string =>
  `${atMost ? '≤ ' : ''}${formatNumber(1e3 * work, 3)}`;

const levelText = (found: { readonly work: number; readonly atMost: boolean } | null): string => (found ? timeText(found) : '–');
const namesOf = (rows: SciPyRows): string[] => [...new Set(rows.map(({ method }) => method))];

interface Picture {
  readonly name: string;
  readonly svg: string;
}

type SciPyRows = SciPyTimes['circuits'][number]['rows'];

const scipyOf = ({ scipy }: Stored, circuit: string): SciPyRows => scipy?.circuits.find((one) => one.circuit === circuit)?.rows ?? [];

/** Error over run time, a picture for each circuit. */
export function pictures(stored: Stored): Picture[] {
  return stored.circuits.map(({ measured }) => {
    const theirs = scipyOf(stored, measured.circuit);
    const own = [...tlmMethods, ...integrators].map((method) => ({
      name: method,
      points: seriesOf(measured.settings, method)
        .filter(({ setting }) => setting.ended === 'done')
        .map(({ work, error, setting }) => ({ work: 1e3 * work, error, label: setting.label })),
    }));
    const other = namesOf(theirs).map((method) => ({
      name: `SciPy ${method}`,
      points: theirs
        .filter((one) => one.method === method)
        .map(({ seconds, error, tolerance }) => ({ work: 1e3 * seconds.lowest, error, label: String(tolerance) })),
    }));
    const failed = measured.settings.filter(({ ended }) => ended !== 'done').map(({ method, label }) => `${method} ${label}`);
    return {
      name: measured.circuit,
      svg: workPrecision({
        title: `${measured.circuit}: error over run time`,
        work: 'processor time without set-up, ms',
        error: 'error, in parts of the ranges',
        methods: [...own, ...other].filter(({ points }) => points.length > 0),
        notes: failed.length === 0 ? [] : [`did not reach their end: ${failed.join(', ')}`],
      }),
    };
  });
}

/** README.md of this folder. */
export function page(stored: Stored): string {
  const circuits = stored.circuits.map(({ measured }) => measured);
  const judged = verdicts(circuits);
  const sections = [
    '# Cost of an accuracy: TLM and integrators\n\nMade by `ringmain bench precision page` from `results/`; how all of it is measured anew stands at the end.',
    measureText(stored),
    `## What to take\n\n${[winText(judged), whereText(judged), markdownTable(takeTable(judged)), ...sizeText(circuits, judged), ...reasons(judged)].join('\n\n')}`,
    `## The circuits\n\n${stored.circuits.map(({ measured, stamp }) => circuitSection(measured, stamp, scipyOf(stored, measured.circuit))).join('\n\n')}`,
    ...(stored.scipy ? [scipyText(stored.scipy)] : []),
    ...(stored.thesis ? [thesisSection(stored.thesis.measured, stored.thesis.stamp)] : []),
    ...(stored.versions ? [versionsSection(stored.versions)] : []),
    againText,
  ];
  return `${sections.join('\n\n')}\n`;
}

function measureText({ circuits }: Stored): string {
  const [first] = circuits;
  const reference = first ? `${first.measured.reference.solver} at ${first.measured.reference.tolerance}` : 'none';
  return [
    `**Error.** Every recorded quantity is taken in parts of its range in a reference (${reference}), a row at each two-thousandth of the run. The error of a row is its distance from the reference's curve, where ${formatPercent(shiftOfRun)} of the run's length counts as much as the whole range: so a jump that is a little late counts by its delay, and all else by its deviation. The error of a run is the root of the mean square over all rows and quantities. Without the allowance for shifts it is listed as "upright".`,
    '**Time** is processor time of the loop in one thread, without set-up (which compiles the equations: see each circuit), the fastest of several runs; all settings of a circuit run in turn, forwards and backwards.',
    '**Time at an error** is interpolated between settings, log(time) over log(error), where the series falls below the error for good, or that of a tighter setting that is cheaper; "≤": the loosest setting is below it already; "–": the tightest is not. Neither a pressure error, nor a fixed step, nor a tolerance promises an error: what each gave is known here from the reference.',
  ].join('\n\n');
}

/** One sentence on who wins where. */
function winText(judged: readonly Verdict[]): string {
  const count = (winner: Verdict['winner']): number => judged.filter((one) => one.winner === winner).length;
  const ranges = (winner: Verdict['winner']): string => {
    const found = judged
      .filter((one) => one.winner === winner)
      .flatMap(({ ratio }) => (ratio === null ? [] : ratio > 1 ? ratio : 1 / ratio));
    return found.length === 0 ? '' : `, by ${formatNumber(Math.min(...found), 2)} to ${formatNumber(Math.max(...found), 2)} times`;
  };
  return `Of ${judged.length} comparisons (a circuit at an error) TLM is faster in ${count('tlm')}${ranges('tlm')}, an integrator in ${count('integrator')}${ranges('integrator')}; ${count('even')} are even (within ${even} times)${count('none') > 0 ? `, and ${count('none')} errors nothing here meets` : ''}.`;
}

/** Where each wins, circuit by circuit, with the factors at the errors. */
function whereText(judged: readonly Verdict[]): string {
  const circuits = [...new Set(judged.map(({ circuit }) => circuit))];
  const list = (winner: Verdict['winner'], factor: (ratio: number) => number): string =>
    circuits
      .flatMap((circuit) => {
        const own = judged.filter((one) => one.circuit === circuit && one.winner === winner);
        const at = own.map(
          ({ level, ratio }) =>
            `${formatPercent(level)}${ratio === null ? ' (the other does not meet it)' : ` (${formatNumber(factor(ratio), 2)}×)`}`,
        );
        return own.length === 0 ? [] : [`${circuit} at ${at.join(', ')}`];
      })
      .join('; ');
  const lines: [string, string][] = [
    ['An integrator wins', list('integrator', (ratio) => 1 / ratio)],
    ['TLM wins', list('tlm', (ratio) => ratio)],
    ['Even, integrator over TLM', list('even', (ratio) => ratio)],
  ];
  return lines
    .filter(([, text]) => text !== '')
    .map(([head, text]) => `- **${head}:** ${text}.`)
    .join('\n');
}

function takeTable(judged: readonly Verdict[]): { headings: string[]; rows: string[][] } {
  const offer = (one: Offer | null): string => (one ? `${one.method}, ${timeText(one)} ms` : '–');
  return {
    headings: ['circuit', 'error', 'TLM', 'integrator', 'integrator / TLM', 'take'],
    rows: judged.map((one) => [
      one.circuit,
      formatPercent(one.level),
      offer(one.tlm),
      offer(one.integrator),
      one.ratio === null ? '–' : formatNumber(one.ratio, 2),
      takeText(one),
    ]),
  };
}

function takeText({ winner, tlm, integrator }: Verdict): string {
  const words = (one: Offer | null): string => (one ? `\`${one.setting.words}\`` : '–');
  if (winner === 'none') return 'a tighter setting of either';
  if (winner === 'even') return `either: ${words(tlm)} or ${words(integrator)}`;
  return words(winner === 'tlm' ? tlm : integrator);
}

/** How the factor goes with the size of generated rings; nothing where there are fewer than two. */
function sizeText(circuits: readonly MeasuredCircuit[], judged: readonly Verdict[]): string[] {
  const rings = circuits.filter(({ circuit }) => /^ring-\d+$/.test(circuit)).sort((a, b) => a.components - b.components);
  if (rings.length < 2) return [];
  const factors = (name: string): string[] =>
    judged.filter(({ circuit }) => circuit === name).map(({ ratio }) => (ratio === null ? '–' : formatNumber(ratio, 2)));
  return [
    'Rings by size, time of the fastest integrator over that of TLM. A ring is judged by what its file records, four of its first six stations, whatever its size:',
    markdownTable({
      headings: ['components', ...levels.map((one) => formatPercent(one))],
      rows: rings.map(({ circuit, components }) => [formatCount(components), ...factors(circuit)]),
    }),
  ];
}

/** Why: steps, and what one costs, at the middle level. */
function reasons(judged: readonly Verdict[]): string[] {
  const level = levels[1] as number;
  const rows = judged
    .filter((one) => one.level === level)
    .flatMap(({ circuit, tlm, integrator, winner }) => {
      if (!tlm || !integrator) return [];
      const steps = ({ setting }: Offer): number => setting.accepted + setting.rejected;
      const each = (one: Offer): string => formatNumber((1e6 * (one.setting.seconds?.lowest ?? Number.NaN)) / steps(one), 3);
      return [
        [
          circuit,
          `${tlm.method} ${tlm.setting.label}: ${formatCount(steps(tlm))}`,
          each(tlm),
          `${integrator.method} ${integrator.setting.label}: ${formatCount(steps(integrator))}`,
          each(integrator),
          { tlm: 'TLM', integrator: 'integrator', even: 'even', none: '' }[winner],
        ],
      ];
    });
  return [
    `Why: a step of TLM solves no system, so it costs little and in proportion to the circuit, but its length is bound by the pressure waves of the shortest lines wherever something moves fast or rests against a stiff valve; an integrator's step costs a factorization, and is as long as the solution is smooth. Attempts, and µs of each, at ${formatPercent(level)}:`,
    markdownTable({ headings: ['circuit', 'TLM: attempts', 'µs each', 'integrator: attempts', 'µs each', 'faster'], rows }),
  ];
}

function circuitSection(of: MeasuredCircuit, stamp: StoredStamp, theirs: SciPyRows): string {
  const setup = (byLines: boolean): string => {
    const found = of.settings.filter(({ method }) => tlmMethods.includes(method) === byLines).map(({ setupSeconds }) => setupSeconds);
    return `${formatSeconds(Math.min(...found))} to ${formatSeconds(Math.max(...found))}`;
  };
  const failed = of.settings.filter(({ ended }) => ended !== 'done');
  return [
    `### ${of.circuit}`,
    `${formatCount(of.components)} components, ${of.recorded} quantities over ${formatSeconds(of.end)}${of.set.length > 0 ? `, with \`--set '${of.set.join(' ')}'\`` : ''}. The reference itself is known to ${formatPercent(of.reference.error)} (upright ${formatPercent(of.reference.upright)}), the difference to the same method at ten times the tolerance.${of.asideReason ? ` Not judged: ${of.asideReason}.` : ''} Set-up: TLM ${setup(true)}, integrators ${setup(false)}.`,
    `![${of.circuit}](results/${of.circuit}.svg)`,
    markdownTable({
      headings: ['ms at an error of', ...levels.map((one) => formatPercent(one))],
      rows: [
        ...[...tlmMethods, ...integrators].map((method) => [method, ...levels.map((level) => levelText(offerOf(of, method, level)))]),
        ...namesOf(theirs).map((method) => [
          `SciPy ${method}`,
          ...levels.map((level) =>
            levelText(
              workAt(
                level,
                theirs.filter((one) => one.method === method).map(({ seconds, error }) => ({ work: seconds.lowest, error })),
              ),
            ),
          ),
        ]),
      ],
    }),
    ...(failed.length > 0 ? [failed.map(({ method, label, ended }) => `- ${method} ${label}: ${ended}`).join('\n')] : []),
    `<details><summary>All settings</summary>\n\n${markdownTable({
      headings: ['method', 'setting', 'ms (fastest–slowest of runs)', 'accepted', 'rejected', 'evaluations', 'error', 'upright', 'worst'],
      rows: [...of.settings.filter(({ error }) => error).map(settingRow), ...theirs.map(scipyRow)],
    })}\n\nCommit ${stamp.commit}, ${stamp.date}, ${stamp.cpu}, ${stamp.cores} cores, Node ${stamp.node}.\n\n</details>`,
  ].join('\n\n');
}

function settingRow({ method, label, seconds, accepted, rejected, evaluations, error }: MeasuredSetting): string[] {
  const time = seconds && `${formatNumber(1e3 * seconds.lowest, 3)} (–${formatNumber(1e3 * seconds.highest, 3)} of ${seconds.runs})`;
  return [
    method,
    label,
    time ?? '',
    formatCount(accepted),
    formatCount(rejected),
    evaluations === null ? '' : formatCount(evaluations),
    ...(error
      ? [formatPercent(error.error), formatPercent(error.upright), `${error.worst.name} ${formatPercent(error.worst.error)}`]
      : ['', '', '']),
  ];
}

function scipyRow({ method, tolerance, seconds, steps, evaluations, error }: SciPyRows[number]): string[] {
  const time = `${formatNumber(1e3 * seconds.lowest, 3)} (–${formatNumber(1e3 * seconds.highest, 3)})`;
  return [`SciPy ${method}`, String(tolerance), time, formatCount(steps), '', formatCount(evaluations), formatPercent(error), '', ''];
}

function scipyText({ python, scipy, cpu, circuits }: SciPyTimes): string {
  const per = circuits.flatMap(({ rows }) => rows.map(({ seconds, evaluations }) => seconds.lowest / evaluations));
  return `**SciPy.** ${scipy} on Python ${python}, ${cpu}, by equations that were written independently (\`bench/reference/thesis_model.py\`), with errors against its own Radau at 1e-9. An evaluation of the rates takes ${formatSeconds(Math.min(...per))} to ${formatSeconds(Math.max(...per))} there, as Python interprets them: its times are the waits of a user of SciPy, its numbers of evaluations what the methods need. Rings and the chattering two-actuator circuit have no such equations.`;
}

/** The two versions, for a terminal and for the page. */
export function versionsText({ before, after, circuits }: StoredVersions): string {
  const ratios = levelRatios(circuits, tlmMethods);
  const mean = (methods: readonly string[]): string => {
    const found = meanRatio(ratios.filter(({ method }) => methods.includes(method)));
    return found === null ? '–' : formatNumber(found, 3);
  };
  return [
    `ms at equal error, ${before} → ${after}; ratio: before / after`,
    markdownTable({
      headings: ['circuit', 'method', ...levels.map((one) => formatPercent(one)), 'references apart'],
      rows: circuits.flatMap(({ circuit, references }) =>
        tlmMethods.map((method) => [
          circuit,
          method,
          ...ratios
            .filter((one) => one.circuit === circuit && one.method === method)
            .map(({ before: old, after: own, ratio }) => {
              const times = `${old ? timeText(old) : '–'} → ${own ? timeText(own) : '–'}`;
              return ratio === null ? times : `${times}: ${formatNumber(ratio, 3)}`;
            }),
          formatPercent(references),
        ]),
      ),
    }),
    `Geometric mean of the ratios that there are: ${tlmMethods.map((method) => `${method} ${mean([method])}`).join(', ')}, both ${mean(tlmMethods)}.`,
  ].join('\n\n');
}

function versionsSection(of: StoredVersions): string {
  return `## Before and after\n\nTLM of two versions of the program, each with its own file of the circuit and against its own reference, timed in turn (${of.stamp.cpu}, ${of.stamp.date}). "–": the tightest setting does not meet the error, and no ratio counts.\n\n${versionsText(of)}`;
}

const againText = [
  '## Measured anew',
  '',
  '```sh',
  'npm run build',
  'npx ringmain bench precision circuits                      # --circuits, names; default: --rounds 7 --seconds 2',
  'npx ringmain bench precision thesis',
  'npx ringmain bench precision versions --against ../before  # another checkout, built',
  'PYTHONHASHSEED=0 python3 bench/precision/scipy_times.py    # where there is SciPy; nothing else needs it',
  'npx ringmain bench precision page',
  '```',
].join('\n');
