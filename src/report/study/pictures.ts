/** Which pictures show a study: curves of one parameter, maps of two, parallel coordinates of more; and of two measures a scatter. */
import { heatMap } from '../heatMap.js';
import { linePlot } from '../linePlot.js';
import { svgText } from '../svg.js';
import { formatNumber } from '../units.js';
import { parallelCoordinates } from './parallel.js';
import { type ScatterFront, scatterPlot } from './scatter.js';
import { columnText, type StudyColumn, type StudyTable } from './studyTable.js';

export const studyForms = ['curves', 'map', 'parallel', 'scatter'] as const;
export type StudyForm = (typeof studyForms)[number];

/** The form that a study is drawn in by itself. */
export function formOf({ parameters, measures, marked }: StudyTable, isFront = false): StudyForm {
  if (isFront && measures.length >= 2 && marked) return 'scatter';
  if (parameters.length === 1) return 'curves';
  return parameters.length === 2 && gridOf(parameters as [StudyColumn, StudyColumn]) !== null ? 'map' : 'parallel';
}

/** An SVG file's text. Pure. */
export function studyPicture(table: StudyTable, form: StudyForm, front?: ScatterFront): string {
  if (form === 'parallel') return parallelCoordinates(table);
  if (form === 'scatter') return scatterPlot(table, front);
  if (form === 'curves') return curves(table);
  return stacked(
    table.title,
    table.measures.map((measure) => mapOf(table, measure)),
  );
}

/** Pictures below each other in one file. */
function stacked(title: string, pictures: readonly string[]): string {
  if (pictures.length === 1) return pictures[0] as string;
  const sizes = pictures.map((svg) => (/ width="(\d+)" height="(\d+)"/.exec(svg) ?? []).slice(1).map(Number) as [number, number]);
  let y = 0;
  const body = pictures.map((svg, k) => {
    const placed = svg.replace('<svg ', `<svg y="${y}" `);
    y += (sizes[k] as [number, number])[1];
    return placed;
  });
  return svgText({ title, width: Math.max(...sizes.map(([width]) => width)), height: y, left: 0, body, isTitled: false });
}

/** Measures over the one parameter, by the order of its values. */
function curves({ title, parameters, measures }: StudyTable): string {
  const [parameter] = parameters as [StudyColumn];
  const order = [...parameter.values.keys()].sort((a, b) => parameter.values[a] - parameter.values[b]);
  const at = ({ values }: StudyColumn): Float64Array => Float64Array.from(order, (row) => values[row]);
  // Units are those that are shown already.
  const units = new Map([parameter, ...measures].map(({ unit }) => [unit, { unit, factor: 1 }] as const));
  return linePlot({
    ...{ title, units, across: { name: parameter.name, unit: parameter.unit } },
    series: measures.map((measure, panel) => ({ name: measure.name, unit: measure.unit, t: at(parameter), y: at(measure), panel })),
  });
}

/** Values of two parameters, each once and in order, where every pair of them stands once. */
function gridOf([across, upward]: readonly [StudyColumn, StudyColumn]): { readonly x: number[]; readonly y: number[] } | null {
  const sorted = ({ values }: StudyColumn): number[] => [...new Set(values)].sort((a, b) => a - b);
  const [x, y] = [sorted(across), sorted(upward)];
  const pairs = new Set(across.values.map((value, row) => `${value} ${upward.values[row]}`));
  return pairs.size === x.length * y.length && pairs.size === across.values.length ? { x, y } : null;
}

function mapOf({ title, parameters, measures }: StudyTable, measure: StudyColumn): string {
  const [across, upward] = parameters as [StudyColumn, StudyColumn];
  const grid = gridOf([across, upward]);
  if (!grid) throw new Error('a map needs every pair of values once');
  const rows = new Map(across.values.map((value, row) => [`${value} ${upward.values[row]}`, row] as const));
  const values = grid.y.map((v) => grid.x.map((u) => measure.values[rows.get(`${u} ${v}`) as number] as number));
  const shown = (value: number, unit: string): string => `${formatNumber(value)} ${unit}`.trim();
  return heatMap({
    title: measures.length > 1 ? `${title}: ${measure.name}` : title,
    across: { text: columnText(across), values: grid.x.map((value) => formatNumber(value)) },
    upward: { text: columnText(upward), values: grid.y.map((value) => formatNumber(value)) },
    ...{ text: columnText(measure), values, isLogarithmic: false },
    tip: (row, column) => {
      const value = values[row]?.[column];
      const place = `${across.name} ${shown(grid.x[column], across.unit)}, ${upward.name} ${shown(grid.y[row], upward.unit)}`;
      return `${place}: ${Number.isFinite(value) ? shown(value, measure.unit) : 'no value'}`;
    },
  });
}
