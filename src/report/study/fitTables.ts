/** The results of a fit, as text and as pictures. */
import type { Fit, FitPlan } from '../../fit/identify.js';
import { valueAt, valueBeyond } from '../../run/points/searched.js';
import { linePlot, type PlotSeries } from '../linePlot.js';
import { right, textTable } from '../table.js';
import { formatNumber, formatPercent, formatPlural, formatQuantity, formatSeconds } from '../units.js';

/** Correlations from which on two parameters are named. */
const strong = 0.9;
/** Correlation of neighbours from which on residuals are no longer taken for noise. */
const smooth = 0.3;
/** Σe² that is as good as the best, in parts of it. */
const asGood = 1e-3;

export interface FittedParameter {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  /** Ends of the interval; infinite where the traces do not determine it. */
  readonly low: number;
  readonly high: number;
  readonly isAtBound: 'lower' | 'upper' | null;
}

/** Parameters with their intervals, in the units that they are written with. */
export function fittedParameters({ parameters }: FitPlan, { point, certainty }: Fit): FittedParameter[] {
  return parameters.map((one, k) => {
    const share = point[k];
    const half = certainty?.halfWidths[k] ?? Number.POSITIVE_INFINITY;
    const isKnown = Number.isFinite(half);
    return {
      ...{ name: one.name, unit: one.unit, value: valueAt(one, share) },
      low: isKnown ? valueBeyond(one, share - half) : Number.NEGATIVE_INFINITY,
      high: isKnown ? valueBeyond(one, share + half) : Number.POSITIVE_INFINITY,
      isAtBound: share < 1e-3 ? 'lower' : share > 1 - 1e-3 ? 'upper' : null,
    };
  });
}

/** Text for the terminal. */
export function fitText(plan: FitPlan, fit: Fit): string {
  const { starts, best, certainty, traces, made, wallSeconds } = fit;
  if (best === null || !certainty) return `none of ${formatPlural(starts.length, 'start')} has a result: ${starts[0]?.stopped ?? ''}`;
  const least = starts[best]?.squares;
  const same = starts.filter(({ squares }) => squares <= least * (1 + asGood)).length;
  const rows = plan.traces.reduce((sum, { y }) => sum + y.length, 0);
  const names = plan.parameters.map(({ name }) => name);
  const listed = (some: readonly number[]): string => some.map((k) => names[k]).join(' and ');
  const level = formatPercent(certainty.level);
  const pairs = names.flatMap((_, i) =>
    names.flatMap((__, j) => (j > i && Math.abs(certainty.correlations[i]?.[j] ?? 0) >= strong ? [[i, j] as const] : [])),
  );
  const table = textTable(
    [{ heading: 'parameter' }, right('fitted'), right(`${level} interval`), { heading: '' }],
    fittedParameters(plan, fit).map(({ name, unit, value, low, high, isAtBound }) => [
      name,
      `${formatNumber(value, 5)} ${unit}`.trim(),
      Number.isFinite(low) ? `${formatNumber(low, 5)} to ${formatNumber(high, 5)} ${unit}`.trim() : 'not determined',
      isAtBound ? `at its ${isAtBound} bound: its interval is not to be trusted` : '',
    ]),
  );
  const ofTraces = textTable(
    [{ heading: 'trace' }, right('rows'), right('deviation'), right('noise given'), right('neighbours')],
    plan.traces.map(({ signal, unit, noise }, k) => [
      signal,
      String(traces[k]?.t.length),
      formatQuantity(traces[k]?.deviation, unit),
      noise === null ? '–' : formatQuantity(noise, unit),
      formatNumber(traces[k]?.lag, 2),
    ]),
  );
  const follows = plan.traces.filter((_, k) => Math.abs(traces[k]?.lag) > smooth).map(({ signal }) => signal);
  return [
    `${formatPlural(rows, 'value')}, ${formatPlural(names.length, 'parameter')}, ${formatPlural(made, 'run')} in ${formatSeconds(wallSeconds)}; ${same} of ${formatPlural(starts.length, 'start')} came to this end`,
    ...(plan.leftOut > 0 ? [`${formatPlural(plan.leftOut, 'value')} lie beyond the run, and do not count`] : []),
    '',
    table,
    '',
    ofTraces,
    ...(certainty.withoutEffect.length > 0 ? ['', `nothing that was measured depends on ${listed(certainty.withoutEffect)}`] : []),
    ...certainty.confounded.map(
      (group) =>
        `\n${listed(group)} cannot be distinguished: the measured values depend on a combination of them only; set all but one, or measure more`,
    ),
    ...pairs
      .filter(([i, j]) => !certainty.confounded.some((group) => group.includes(i) && group.includes(j)))
      .map(
        ([i, j]) =>
          `\n${names[i]} and ${names[j]} can hardly be distinguished: their correlation is ${formatNumber(certainty.correlations[i]?.[j], 4)}`,
      ),
    ...(follows.length > 0
      ? [
          `\nresiduals of ${follows.join(', ')} follow each other (correlation of neighbours above ${smooth}): the circuit lacks something, or the noise is no white one, and the intervals are too narrow`,
        ]
      : []),
  ].join('\n');
}

/** Measured and computed values of each trace over time, its residuals below. */
export function fitPicture(plan: FitPlan, fit: Fit, title: string): string {
  const series = plan.traces.flatMap(({ signal, unit }, k): PlotSeries[] => {
    const { t, measured, computed } = fit.traces[k] as Fit['traces'][number];
    return [
      { name: `${signal}, measured`, unit, t, y: measured, panel: 2 * k },
      { name: `${signal}, fitted`, unit, t, y: computed, panel: 2 * k },
      { name: `${signal}, residual`, unit, t, y: measured.map((value, row) => value - computed[row]), panel: 2 * k + 1 },
    ];
  });
  return linePlot({ title, series });
}
