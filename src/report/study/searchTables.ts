/** The results of a search, as text and as a table for pictures. */
import type { Evaluated, Found, SearchPlan } from '../../fit/optimise.js';
import { brokenLimits } from '../../run/points/goals.js';
import { valueAt } from '../../run/points/searched.js';
import { right, textTable } from '../table.js';
import { displayUnit, formatNumber, formatPlural, formatQuantity, formatSeconds } from '../units.js';
import type { StudyColumn, StudyTable } from './studyTable.js';

/** Shares of a range at which a value is said to stand on a bound. */
const atBound = 1e-3;

/** All points of a search, with the best or the front marked. Runs without a result have no measures. */
export function searchTable({ points, goals }: SearchPlan, { evaluated, front }: Found, title: string): StudyTable {
  const parameters = points.searched.map(
    (one, k): StudyColumn => ({
      ...{ name: one.name, unit: one.unit, isLogarithmic: one.isLogarithmic },
      values: evaluated.map(({ point }) => valueAt(one, point[k])),
    }),
  );
  const measures = points.measures.map(({ text, unit }, k): StudyColumn => {
    const shown = displayUnit(unit);
    return { name: text, unit: shown.unit, values: evaluated.map(({ answer }) => (answer.measured[k] ?? Number.NaN) * shown.factor) };
  });
  // Objectives stand first, so that a scatter is of them.
  const order = [...new Set([...goals.goals.map(({ measure }) => measure), ...goals.measures])];
  return { title, parameters, measures: order.map((name) => measures.find((one) => one.name === name) as StudyColumn), marked: front };
}

/** Text for the terminal. */
export function searchText(plan: SearchPlan, found: Found): string {
  const { evaluated, best, front, stopped, made, wallSeconds } = found;
  const failed = evaluated.filter(({ answer }) => answer.error !== null).length;
  const lines = [
    `${formatPlural(evaluated.length, 'point')} by ${plan.method}, ${formatPlural(made, 'run')} in ${formatSeconds(wallSeconds)}; ended: ${stopped}`,
    ...(failed > 0
      ? [`${formatPlural(failed, 'run')} failed, ${evaluated.find(({ answer }) => answer.error !== null)?.answer.error}`]
      : []),
  ];
  if (best === null) return [...lines, 'no run reached its end with a number for each objective: nothing was found'].join('\n');
  const chosen = plan.isFront ? front : [best];
  if (plan.isFront) lines.push(`${formatPlural(front.length, 'point')} on the front`);
  const one = evaluated[best] as Evaluated;
  if (one.outcome.violation > 0)
    lines.push(`no point keeps the limits; the nearest breaks ${brokenLimits(plan.goals, one.answer).join(', ')}`);
  return [
    ...lines,
    '',
    tableOf(
      plan,
      (chosen.length > 0 ? chosen : [best]).map((k) => evaluated[k] as Evaluated),
    ),
  ].join('\n');
}

/** Parameters and measures of some points; a value on a bound is marked. */
function tableOf({ points, goals }: SearchPlan, rows: readonly Evaluated[]): string {
  const shown = rows.length > 30 ? rows.filter((_, k) => k % Math.ceil(rows.length / 30) === 0) : rows;
  const parameter = (k: number, row: Evaluated): string => {
    const one = points.searched[k] as (typeof points.searched)[number];
    const share = row.point[k];
    const mark = share < atBound ? ' (lower bound)' : share > 1 - atBound ? ' (upper bound)' : '';
    return `${formatNumber(valueAt(one, share), 5)} ${one.unit}`.trim() + mark;
  };
  const measure = (k: number, { answer }: Evaluated): string => {
    const value = answer.measured[k];
    return value === undefined || Number.isNaN(value) ? '–' : formatQuantity(value, points.measures[k]?.unit ?? '1');
  };
  if (shown.length > 1)
    return textTable(
      [...points.searched.map(({ name }) => right(name)), ...points.measures.map(({ text }) => right(text))],
      shown.map((row) => [...points.searched.map((_, k) => parameter(k, row)), ...points.measures.map((_, k) => measure(k, row))]),
    );
  const [row] = shown as [Evaluated];
  const extremes = row.answer.watched.map(({ name, condition, beyond, limit }): [string, string] => {
    const says = beyond > 0 ? `${formatNumber((100 * beyond) / (Math.abs(limit) || 1), 2)} % beyond` : 'never';
    return [`${name}: ${condition}`, says];
  });
  return textTable(
    [{ heading: '' }, right('best')],
    [
      ...points.searched.map(({ name }, k): [string, string] => [name, parameter(k, row)]),
      ...points.measures.map(({ text }, k): [string, string] => [text, measure(k, row)]),
      ...(goals.goals.length > 1 ? [['sum of objectives', formatNumber(row.outcome.objectives[0], 5)] as [string, string]] : []),
      ...extremes,
    ],
  );
}
