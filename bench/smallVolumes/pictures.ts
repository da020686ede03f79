/** Pictures of `ringmain bench small-volumes`, from what is stored: what accuracy costs, and how errors grow over time. */

import { linePlot } from '#ringmain/report/linePlot.js';
import { workPrecision } from '#ringmain/report/workPrecision.js';
import type { Cure } from './cases.js';
import { type CircuitAccount, type CureRow, settingOf } from './smallVolumesTable.js';

interface NamedPicture {
  /** Of the file. */
  readonly name: string;
  readonly svg: string;
}

/** Circuits whose errors are drawn over time, and the cures that are. */
const overTime = ['flow-control-valve', 'cylinder-drive-2023'];
const drawn = ['RK4', 'quasi-steady, RK4', 'advanced pseudo-dynamic, RK4', 'surrogate, RK4', 'rodas4', 'joined, rodas4', 'TLM'];

/** Of the steps of RK4 that of the treatments, of tolerances and pressure errors the looser one of the table. */
export function isDrawnOverTime(circuit: string, { name, tabled, lumped, lines }: Cure): boolean {
  if (!tabled || !overTime.includes(circuit) || !drawn.includes(name)) return false;
  return (lumped?.step ?? 1) >= 1e-4 && (lumped?.relativeTolerance ?? 1e-3) >= 1e-3 && (lines?.pressureError ?? 1e4) >= 1e4;
}

/** All pictures of a circuit. */
export function picturesOf(account: CircuitAccount): NamedPicture[] {
  const { name, end, rows } = account;
  const running = rows.flatMap((row) => (row.running ? [{ row, errors: row.running }] : []));
  const times = (count: number): Float64Array => Float64Array.from({ length: count }, (_, k) => (end * (k + 1)) / count);
  const growth = linePlot({
    title: `${name}: error of the pressure up to a time, root mean square`,
    logarithmic: true,
    height: 420,
    series: running.map(({ row, errors }) => ({
      name: row.cure.replace(', RK4', ''),
      unit: 'Pa',
      t: times(errors.length),
      y: Float64Array.from(errors),
    })),
  });
  return [
    { name: `small-volumes.${name}.svg`, svg: workPicture(account) },
    ...(running.length > 0 ? [{ name: `small-volumes.${name}.time.svg`, svg: growth }] : []),
  ];
}

/** Error over run time: a line for each cure, from its loosest setting to its tightest. */
function workPicture({ name, rows }: CircuitAccount): string {
  const cures = [...new Set(rows.map(({ cure }) => cure))];
  const asked = ({ step, tolerance, pressureError }: CureRow): number => step ?? tolerance ?? pressureError ?? 0;
  const of = (cure: string): CureRow[] => rows.filter((row) => row.cure === cure).sort((a, b) => asked(b) - asked(a));
  const failed = cures.flatMap((cure) => {
    const settings = of(cure).filter(({ failure }) => failure !== null);
    return settings.length === 0 ? [] : [`${cure} fails at ${settings.map(settingOf).join(', ')}`];
  });
  return workPrecision({
    title: `${name}: error of the pressure in the small volume over run time`,
    work: 'processor time without set-up, ms',
    error: 'error over the mean of the pressure, %',
    methods: cures.map((cure) => ({
      name: cure,
      points: of(cure).flatMap((row) =>
        row.pressure && row.seconds ? [{ work: 1e3 * row.seconds.lowest, error: 100 * row.pressure.relative, label: settingOf(row) }] : [],
      ),
    })),
    notes: failed,
    height: 560 + 18 * failed.length,
  });
}
