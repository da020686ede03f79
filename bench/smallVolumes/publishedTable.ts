/** Tables of `ringmain bench small-volumes`, part published: printed figures beside ours. */
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatNumber, formatPercent, formatSeconds } from '#ringmain/report/units.js';
import type { Deviations } from './errors.js';
import { publishedCylinders, publishedScales } from './publishedRows.js';

/** What a run took and gave. */
export interface Figures {
  /** Of the processor. */
  readonly seconds: number;
  /** Inner iterations a step; null where there are none. */
  readonly iterations: number | null;
  /** Null where it got to its end. */
  readonly failure: string | null;
  /** Of the recorded quantities in their order; none of a run that failed. */
  readonly errors: readonly Deviations[];
  /** Root mean square over the first half of the run, in the same order. */
  readonly halfway: readonly number[];
}

export interface CylinderAccount {
  readonly name: string;
  /** s, simulated */
  readonly end: number;
  /** RK4 at 10 µs and at the step of the treatment. */
  readonly fine: Figures;
  readonly same: Figures;
  readonly advanced: Figures;
  /** In the order of the published rows. */
  readonly sweep: readonly Figures[];
}

export interface ScalesAccount {
  readonly input: string;
  /** s, simulated */
  readonly end: number;
  readonly quasiSteady: Figures;
  /** In the order of the published rows: the quasi-steady pressure at the same step, and multiple scales. */
  readonly multipleScales: readonly { readonly steady: Figures; readonly scales: Figures }[];
}

/** The advanced loop on a circuit of the tables, at the step that it has there. */
export interface LoopAccount {
  readonly name: string;
  /** s */
  readonly step: number;
  /** s, m3, Pa, Pa */
  readonly settings: Readonly<Record<'innerStep' | 'pseudoVolume' | 'tolerance' | 'lowTolerance', number>>;
  readonly own: Figures;
  readonly defaults: Figures;
}

/** What is stored. */
export interface PublishedAccount {
  readonly valve: {
    /** s, simulated: of the first two, and of the pseudo volumes. */
    readonly end: number;
    readonly briefly: number;
    readonly advanced: Figures;
    /** Without |·| in its test. */
    readonly signed: Figures;
    /** s of the processor that RK4 takes with steps of 1 µs, by what it takes for a second. */
    readonly rk4Seconds: number;
    readonly volumes: readonly { readonly pseudoVolume: number; readonly figures: Figures }[];
  };
  readonly cylinders: CylinderAccount[];
  readonly scales: ScalesAccount[];
  readonly loops: LoopAccount[];
}

const relative = ({ errors }: Figures, k = 0): string => (errors[k] ? formatPercent(errors[k].relative) : 'fails');
const rms = ({ errors }: Figures, k: number, factor: number, unit: string): string =>
  errors[k] ? `${formatNumber(errors[k].rms * factor, 2)} ${unit}` : 'fails';

/** Advanced pseudo-dynamic rows. */
export function advancedCells({ valve, cylinders }: PublishedAccount): Cells {
  const { advanced, signed, volumes, rk4Seconds, end, briefly } = valve;
  const millilitres = (volume: number): string => `${formatNumber(1000 * volume, 2)} l`;
  return {
    headings: ['', 'published', 'ours'],
    rows: [
      [
        `flow control valve, ${formatNumber(end, 4)} s`,
        '0.62 %, RMSE 0.11 bar; 122 times as fast as RK4 at 1 µs',
        `${relative(advanced)}, RMSE ${rms(advanced, 0, 1e-5, 'bar')}; ${formatNumber(rk4Seconds / advanced.seconds, 2)} times as fast, with a hundredth of the steps`,
      ],
      ['… without the absolute value in its test, as printed', '', `${relative(signed)}: any fall of the pressure ends the loop`],
      [
        `… pseudo volume, ${formatSeconds(briefly)}`,
        'of 0.05 to 5 l only 5 l spoils it',
        volumes.map(({ pseudoVolume, figures }) => `${millilitres(pseudoVolume)} ${relative(figures)}`).join(', '),
      ],
      ...publishedCylinders.flatMap(({ name, errors, seconds }) => {
        const own = cylinders.find((one) => one.name === name);
        if (!own) return [];
        return [
          [
            `${name}, ${formatSeconds(own.end)}`,
            `${errors}; ${formatNumber(seconds[0] / seconds[1], 2)} times as fast as RK4 at 10 µs`,
            `pressure ${relative(own.advanced)} (${rms(own.advanced, 0, 1e-5, 'bar')}), position ${relative(own.advanced, 1)} (${rms(own.advanced, 1, 1e3, 'mm')}); ${formatNumber(own.fine.seconds / own.advanced.seconds, 2)} times as fast`,
          ],
          [
            '… RK4 at its step',
            '',
            `pressure ${relative(own.same)}, position ${relative(own.same, 1)}; ${formatNumber(own.fine.seconds / own.same.seconds, 2)} times as fast`,
          ],
        ];
      }),
    ],
  };
}

/** Run time over that at 1000 Pa, and position errors, by the tolerance of a single criterion. */
export function sweepCells({ cylinders }: PublishedAccount): Cells {
  const columns = publishedCylinders.flatMap((published) => {
    const own = cylinders.find(({ name }) => name === published.name);
    return own ? [{ published, own }] : [];
  });
  const tolerances = publishedCylinders[0]?.sweep.map(([tolerance]) => tolerance) ?? [];
  return {
    headings: [
      'tolerance',
      ...columns.flatMap(({ published: { name } }) => {
        const year = name.slice(-4);
        return [`${year}: time, published`, 'ours', 'iterations', 'position, published', 'ours'];
      }),
    ],
    rows: tolerances.map((tolerance) => [
      `${tolerance} Pa`,
      ...columns.flatMap(({ published: { sweep, source }, own }) => {
        const k = sweep.findIndex(([one]) => one === tolerance);
        const [row, figures] = [sweep[k], own.sweep[k]];
        if (!row || !figures) return Array(5).fill('');
        const times = (seconds: number, last: number | undefined): string => formatNumber(seconds / (last as number), 2);
        return [
          times(row[1], sweep.at(-1)?.[1]),
          times(figures.seconds, own.sweep.at(-1)?.seconds),
          formatNumber(figures.iterations as number, 3),
          source === 'P1' ? `${formatNumber(row[2] / 10, 3)} mm` : `${formatNumber(row[2], 4)} %`,
          source === 'P1' ? rms(figures, 1, 1e3, 'mm') : relative(figures, 1),
        ];
      }),
    ]),
  };
}

/** Quasi-steady and multiple-scales rows: error of the position, of the stroke of 1 m. */
export function scalesCells({ scales }: PublishedAccount): Cells {
  const ofStroke = ({ errors }: Figures): string => (errors[0] ? formatPercent(errors[0].rms) : 'fails');
  return {
    headings: ['input', 'cure', 'step', 'published', 'ours', 'ours, first half', 'quasi-steady at that step'],
    rows: scales.flatMap((own) => {
      const published = publishedScales.find(({ input }) => input === own.input);
      if (!published) return [];
      const half = ({ halfway }: Figures): string => (halfway[0] === undefined ? '' : formatPercent(halfway[0]));
      const [step, error] = published.quasiSteady;
      return [
        [own.input, 'quasi-steady', formatSeconds(step), `${error} %`, ofStroke(own.quasiSteady), half(own.quasiSteady), ''],
        ...published.multipleScales.map(([length, printed], k) => {
          const row = own.multipleScales[k];
          return [
            '',
            'multiple scales',
            formatSeconds(length),
            `${printed} %`,
            ...(row ? [ofStroke(row.scales), half(row.scales), ofStroke(row.steady)] : ['', '', '']),
          ];
        }),
      ];
    }),
  };
}

/** Settings of the advanced loop as `--treat` has them, and the error of the pressure with them and with the defaults. */
export function loopCells({ loops }: PublishedAccount): Cells {
  return {
    headings: ['circuit', 'step', 'settings', 'RRMSE', 'with the defaults'],
    rows: loops.map(({ name, step, settings: { innerStep, pseudoVolume, tolerance, lowTolerance }, own, defaults }) => [
      name,
      formatSeconds(step),
      `innerStep=${innerStep * 1e6}us pseudoVolume=${pseudoVolume * 1e3}l tolerance=${tolerance}Pa lowTolerance=${lowTolerance}Pa`,
      relative(own),
      relative(defaults),
    ]),
  };
}

/** All of it for a terminal. */
export function publishedText(account: PublishedAccount): string {
  return [advancedCells(account), sweepCells(account), scalesCells(account), loopCells(account)]
    .map((cells) => cellsText(cells))
    .join('\n\n');
}
