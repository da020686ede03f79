/** What wave lines that keep a history in time hold: at the start, after the last accepted step, and how much oil. */
import { decisionWords } from '../../blocks/decision.js';
import { type EndRow, endRows, scalarWords } from '../../blocks/waveColumns.js';
import { haaland } from '../../circuit/lines/lineFriction.js';
import { lineValue } from '../../circuit/tables.js';
import type { StartState } from '../../network/startState.js';
import { type DelayTable, firstCell, frictions, headSize, headWords, memories, terms } from '../../program/layout/delayTables.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';

/**
 * Sets what the loops before the first attempt (historySources.ts) do not: the pressures of the record at t = 0, and from an operating
 * point everything that its flow has left in the elements.
 */
export function startDelays(layout: Layout, F: Float64Array, start: StartState | null): void {
  const { delayPlaces, network, partitions } = layout;
  const { lines } = network.tables;
  delayPlaces.mean.forEach((cell, line) => {
    if (cell < 0) return;
    F[cell] = start ? 0.5 * (start.pressure[2 * line] + start.pressure[2 * line + 1]) : lineValue(lines, line, 'initialPressure');
  });
  for (const { delays } of partitions)
    for (const { table, column, end } of lentOf(delays.tables)) {
      const line = delayPlaces.line[end];
      const port = portOf(layout, end);
      F[cellOf({ table, column }, 'portVolume')] = F[layout.volumeCell[port]];
      F[cellOf({ table, column }, 'nodePressure')] = start ? start.pressure[port] : lineValue(lines, line, 'initialPressure');
    }
  if (!start) return;
  for (const { delays } of partitions)
    for (const table of delays.tables) table.ends.forEach((end, column) => startEnd(layout, F, start, { table, column }, end));
}

/**
 * One end of an element in steady flow. Pressure, counted from the line's initial one and without the rise, falls evenly from element to element; with
 * the waves own = p + Zq of both ends the means M and F are own itself, and the flow that friction sees is 2Zq (blocks/historyStates.ts [2]).
 */
function startEnd(layout: Layout, F: Float64Array, start: StartState, place: Omit<Place, 'closed'>, end: number): void {
  const { line: lineOf, first } = layout.delayPlaces;
  const { lines } = layout.network.tables;
  const line = lineOf[end];
  const value = (name: Parameters<typeof lineValue>[2]): number => lineValue(lines, line, name);
  const [elements, drop, flow] = [value('elements'), value('drop'), start.flow[line]];
  const [from, to] = [start.pressure[2 * line], start.pressure[2 * line + 1] + drop];
  const position = end - first[line];
  const pressure = from + ((to - from) * ((position + 1) >> 1)) / elements - value('initialPressure');
  const into = position % 2 === 0 ? flow : -flow;
  const set = (row: EndRow, own: number): void => {
    F[cellOf(place, row)] = own;
  };
  if (value('friction') === frictions.turbulent) set('series', turbulentResistance(value, flow) / (2 * elements));
  const impedance = value('impedance');
  const own = pressure + (impedance - F[cellOf(place, 'series')]) * into;
  const arrives = (F[cellOf(place, 'passed')] + F[cellOf(place, 'smeared')]) * own;
  for (const row of ['last', 'own', 'mean', 'falling'] as const) set(row, own);
  set('seen', 2 * impedance * into);
  const { table, column } = place;
  for (let slot = 0; slot < table.slots; slot++) {
    F[table.waves + slot * table.stride + column] = arrives;
    if (table.memory > memories.none) F[table.owns + slot * table.stride + column] = own;
  }
}

/** Loss over flow of a whole line, as `resist` of blocks/historyStates.ts has it; Pa s/m3. */
function turbulentResistance(value: (name: 'reynolds' | 'roughness' | 'darcy') => number, flow: number): number {
  const [perFlow, size] = [value('reynolds'), Math.abs(flow)];
  const reynolds = perFlow * size;
  const laminar = 64 / Math.min(Math.max(reynolds, 1), 2000);
  const turbulent = haaland(Math.max(reynolds, 4000), value('roughness'));
  const share = Math.min(1, Math.max(0, (reynolds - 2000) / 2000));
  return value('darcy') * (laminar + share * (turbulent - laminar)) * Math.max(size, 1 / perFlow);
}

/** Ends to which components lend volume. */
function* lentOf(tables: readonly DelayTable[]): Generator<{ table: DelayTable; column: number; end: number }> {
  for (const table of tables) {
    if (!table.lent) continue;
    for (const [column, end] of table.ends.entries()) yield { table, column, end };
  }
}

/** End of a line, 2·line (from) or 2·line + 1 (to), where the end of an element is. */
function portOf({ delayPlaces }: Layout, end: number): number {
  const line = delayPlaces.line[end];
  return end === delayPlaces.first[line] ? 2 * line : 2 * line + 1;
}

/** Volumes that components lend to wave lines: by end of a line, m3, the pressure there, and the partition that it is in. */
export function* lentVolumesOfWaves(
  layout: Layout,
  F: Float64Array,
): Generator<{ end: number; lent: number; pressure: number; partition: number }> {
  for (const { index: partition, delays } of layout.partitions)
    for (const { table, column, end } of lentOf(delays.tables)) {
      const at = (row: EndRow): number => F[cellOf({ table, column }, row)];
      yield { end: portOf(layout, end), lent: at('portVolume'), pressure: at('nodePressure'), partition };
    }
}

interface Place {
  readonly table: DelayTable;
  readonly column: number;
  /** Number of the last whole cell. */
  readonly closed: number;
}

function placeOf({ partitions, delayPlaces }: Layout, I: Int32Array, end: number): Place {
  const delays = partitions[delayPlaces.partition[end]]?.delays;
  const t = delayPlaces.table[end];
  const closed = I[(delays?.lists.at ?? 0) + headSize * t + headWords.indexOf('closed')];
  return { table: delays?.tables[t] as DelayTable, column: delayPlaces.column[end], closed };
}

const cellOf = ({ table, column }: Omit<Place, 'closed'>, row: EndRow): number => table.rows + endRows.indexOf(row) * table.stride + column;
const termOf = ({ table, column }: Place, k: number): number => table.rows + (endRows.length + k) * table.stride + column;

/** Numbers that the next steps depend on: cells oldest first, the newest one, states and C. */
export function* delayedState(layout: Layout, F: Float64Array, I: Int32Array): Generator<Float64Array> {
  for (let end = 0; end < layout.delayPlaces.line.length; end++) {
    const place = placeOf(layout, I, end);
    const { table, column, closed } = place;
    const { slots, stride, memory } = table;
    const cells = [table.waves, ...(memory > memories.none ? [table.owns] : [])].flatMap((ring) =>
      Array.from({ length: slots }, (_, k) => F[ring + ((closed + 1 + k) % slots) * stride + column]),
    );
    const rows: EndRow[] = [
      'openWave',
      ...(memory > memories.none ? (['openOwn', 'openMoment', 'mean', 'falling', 'seen'] as const) : []),
      'series',
      'characteristic',
      ...(place.table.lent ? (['portVolume', 'nodePressure'] as const) : []),
    ];
    const sums = memory >= memories.frequency ? Array.from({ length: terms }, (_, k) => F[termOf(place, k)]) : [];
    yield Float64Array.from([...cells, ...rows.map((row) => F[cellOf(place, row)]), ...sums]);
  }
}

/** Oil that a line has taken since t = 0, m3: what its elements hold, end by end, and what the oil lent to it is compressed by. */
export function storedInDelays(layout: Layout, F: Float64Array, I: Int32Array, line: number): { inLine: number; inLent: number } {
  const { lines } = layout.network.tables;
  const first = layout.delayPlaces.first[line];
  let sum = 0;
  let lent = 0;
  for (let end = first; end < first + 2 * lineValue(lines, line, 'elements'); end++) {
    sum += heldBy(layout, F, I, end);
    const place = placeOf(layout, I, end);
    if (place.table.lent) lent += F[cellOf(place, 'nodeStored')];
  }
  return { inLine: sum / (2 * lineValue(lines, line, 'impedance')), inLent: lent };
}

/**
 * ∫ (w - C) dt since t = 0 of one end, as far as it depends on this end's w; by the parts of blocks/historyStates.ts [2]:
 * Σ over the delay of what arrives, and (smeared + returned λ) ∫ (w - F) + returned (1-λ) ∫ (w - M), each what M and F still hold.
 * Friction that depends on frequency: - x ∫ ½ Σ y, with n y + y' = m u'.
 */
function heldBy(layout: Layout, F: Float64Array, I: Int32Array, end: number): number {
  const place = placeOf(layout, I, end);
  const { table } = place;
  const { decision } = layout.partitions[layout.delayPlaces.partition[end]] as PartitionLayout;
  const now = F[decision + decisionWords.indexOf('acceptedTime')];
  const value = (row: EndRow): number => F[cellOf(place, row)];
  let held = integral(place, table.waves, value('openWave'), F, now, table.delay, () => 1, true);
  if (table.memory <= memories.none) return held;
  const [x, tilt, smeared, returned] = [value('half'), value('tilt'), value('smeared'), value('returned')];
  const window = 2 * table.delay;
  held += returned * (1 - tilt) * table.delay * value('falling');
  const falling = (age: number): number => (1 - age / window) * (1 - age / window);
  held += (smeared + returned * tilt) * integral(place, table.owns, value('openOwn'), F, now, window, falling, false);
  for (let k = 0; table.memory >= memories.frequency && k < terms; k++) {
    const rate = table.weighting.rates[k] * table.dissipation;
    held -= (0.5 * x * (table.weighting.coefficients[k] * value('seen') - F[termOf(place, k)])) / rate;
  }
  return held;
}

/** ∫ w(t - age) weight(age) d age over the last `window` of a ring; cells as [1] reads them, by three points each. */
function integral(
  { table, column, closed }: Place,
  ring: number,
  open: number,
  F: Float64Array,
  now: number,
  window: number,
  weight: (age: number) => number,
  isSloped: boolean,
): number {
  const { slots, stride, times } = table;
  const at = (cell: number): number => F[ring + ((cell + slots) % slots) * stride + column];
  const endOf = (cell: number): number => F[times + ((cell + slots) % slots)];
  const length = F[table.scalars + scalarWords.indexOf('length')];
  const piece = (from: number, to: number, value: (t: number) => number): number => {
    const middle = 0.5 * (from + to);
    const [a, b, c] = [from, middle, to].map((t) => value(t) * weight(now - t)) as [number, number, number];
    return ((to - from) * (a + 4 * b + c)) / 6;
  };
  let sum = length > 0 ? piece(now - length, now, () => open) : 0;
  for (let cell = closed; cell >= firstCell; cell--) {
    const [end, start] = [endOf(cell), endOf(cell - 1)];
    const from = Math.max(start, now - window);
    if (from >= end) break;
    const size = end - start;
    const after = cell === closed ? undefined : endOf(cell + 1) - end;
    const [left, right] = [at(cell) - at(cell - 1), after === undefined ? 0 : at(cell + 1) - at(cell)];
    const [a1, a2] = [(2 * left) / (size + start - endOf(cell - 2)), (2 * right) / (size + (after ?? size))];
    const most = (2 * Math.min(Math.abs(left), Math.abs(right))) / size;
    const slope = isSloped && a1 * a2 > 0 ? Math.max(-most, Math.min(most, (2 * a1 * a2) / (a1 + a2))) : 0;
    sum += piece(from, end, (t) => at(cell) + (from > start ? slope * (t - 0.5 * (start + end)) : 0));
    if (from > start) break;
  }
  return sum;
}
