/** State of wave lines that keep a history in time: at the start, after the last accepted step, and their oil. */
import type { Cells, Moment, PortVolume, Stored } from '../family.js';
import type { OperatingPoint, Site } from '../site.js';
import { type EndRow, scalarWords } from './columns.js';
import { frictionAt, lossOf, memories } from './frictions.js';
import { cellOf, type EndPlace, firstCell, type Histories, placeOf, portOf, sumOf } from './historyTables.js';
import { factorOf, type LossFactor } from './lossFactor.js';

/**
 * Sets what the loops before the first attempt do not: the pressures of the record at t = 0, and from an operating
 * point everything that its flow has left in the elements.
 */
export function startHistories(F: Float64Array, histories: Histories, site: Site, point: OperatingPoint | null): void {
  const pressureAt = (end: number): number => (point ? point.pressure[end] : site.line(end >> 1, 'initialPressure'));
  histories.ends.mean.forEach((cell, line) => {
    if (cell >= 0) F[cell] = point ? 0.5 * (pressureAt(2 * line) + pressureAt(2 * line + 1)) : pressureAt(2 * line);
  });
  for (const { place, port } of portVolumeEnds(histories, site)) {
    F[cellOf(place, 'portVolume')] = F[site.volumeCell[port]];
    F[cellOf(place, 'nodePressure')] = pressureAt(port);
  }
  if (!point) return;
  for (const { tables } of histories.partitions)
    for (const table of tables) table.ends.forEach((end, column) => startEnd(F, histories, site, point, { table, column }, end));
}

/**
 * One end of an element in steady flow. Pressure, counted from the line's initial one and without the rise, falls evenly from element to element; with
 * the waves own = p + Zq of both ends the means M and F are own itself, and the flow that friction sees is 2Zq (historyStates.step.ts [2]).
 */
function startEnd(F: Float64Array, { ends }: Histories, site: Site, point: OperatingPoint, place: EndPlace, end: number): void {
  const line = ends.line[end];
  const value: ValueOf = (name) => site.line(line, name);
  const [elements, drop, flow] = [value('elements'), value('drop'), point.flow[line]];
  const [from, to] = [point.pressure[2 * line], point.pressure[2 * line + 1] + drop];
  const position = end - ends.first[line];
  const pressure = from + ((to - from) * ((position + 1) >> 1)) / elements - value('initialPressure');
  const into = position % 2 === 0 ? flow : -flow;
  const set = (row: EndRow, own: number): void => {
    F[cellOf(place, row)] = own;
  };
  const loss = lossOf(frictionAt(value('friction')));
  if (loss) set('series', resistanceOf(loss, site, value, flow) / (2 * elements));
  const impedance = value('impedance');
  const own = pressure + (impedance - F[cellOf(place, 'series')]) * into;
  const arrives = (F[cellOf(place, 'passed')] + F[cellOf(place, 'smeared')]) * own;
  for (const row of ['last', 'own', 'mean', 'falling'] as const) set(row, own);
  set('seen', 2 * impedance * into);
  const { table, column } = place;
  for (let slot = 0; slot < table.slots; slot++) {
    F[table.waves + slot * table.stride + column] = arrives;
    if (table.memory > memories.nothing) F[table.owns + slot * table.stride + column] = own;
  }
}

type Closed = ReturnType<typeof placeOf>;
type ValueOf = (name: Parameters<Site['line']>[1]) => number;

/** Loss over flow of a whole line, as `resist` of historyStates.step.ts has it; Pa s/m3. */
function resistanceOf(loss: LossFactor, { elementary }: Site, value: ValueOf, flow: number): number {
  const [perFlow, size] = [value('reynolds'), Math.abs(flow)];
  return value('darcy') * factorOf(loss, elementary, Math.max(perFlow * size, 1), value('roughness')) * Math.max(size, 1 / perFlow);
}

/** Ends with port volume, and which of the ends of lines they are. */
function* portVolumeEnds({ partitions, ends }: Histories, site: Site): Generator<{ place: EndPlace; port: number; partition: number }> {
  for (const [partition, { tables }] of partitions.entries())
    for (const table of tables) {
      if (!table.hasPortVolume) continue;
      for (const [column, end] of table.ends.entries()) yield { place: { table, column }, port: portOf(ends, site, end), partition };
    }
}

/** Port volumes of lines with a history. */
export function* portVolumes(F: Float64Array, histories: Histories, site: Site): Generator<PortVolume> {
  for (const { place, port, partition } of portVolumeEnds(histories, site))
    yield { end: port, volume: F[cellOf(place, 'portVolume')], pressure: F[cellOf(place, 'nodePressure')], partition };
}

/** Numbers that the next steps depend on: cells oldest first, the newest one, states and C. */
export function* elementState({ F, I }: Cells, histories: Histories): Generator<Float64Array> {
  for (let end = 0; end < histories.ends.line.length; end++) {
    const place = placeOf(histories, I, end);
    const { table, column, closed } = place;
    const { slots, stride, memory, weighting } = table;
    const cells = [table.waves, ...(memory > memories.nothing ? [table.owns] : [])].flatMap((ring) =>
      Array.from({ length: slots }, (_, k) => F[ring + ((closed + 1 + k) % slots) * stride + column]),
    );
    const rows: EndRow[] = [
      'openWave',
      ...(memory > memories.nothing ? (['openOwn', 'openMoment', 'mean', 'falling', 'seen'] as const) : []),
      'series',
      'characteristic',
      ...(table.hasPortVolume ? (['portVolume', 'nodePressure'] as const) : []),
    ];
    const sums = memory >= memories.frequencies ? weighting.rates.map((_, k) => F[sumOf(place, k)]) : [];
    yield Float64Array.from([...cells, ...rows.map((row) => F[cellOf(place, row)]), ...sums]);
  }
}

/** Oil that a line has taken since t = 0, m3: what its elements hold, end by end, and what the oil of its port volumes is compressed by; null without a history. */
export function heldByLine(cells: Cells, histories: Histories, site: Site, line: number, { time }: Moment): Stored | null {
  const first = histories.ends.first[line];
  if (first < 0) return null;
  let sum = 0;
  let inPortVolumes = 0;
  for (let end = first; end < first + 2 * site.line(line, 'elements'); end++) {
    const place = placeOf(histories, cells.I, end);
    sum += heldBy(cells.F, place, time[histories.ends.partition[end]]);
    if (place.table.hasPortVolume) inPortVolumes += cells.F[cellOf(place, 'nodeStored')];
  }
  return { inLine: sum / (2 * site.line(line, 'impedance')), inPortVolumes };
}

/**
 * ∫ (w - C) dt since t = 0 of one end, as far as it depends on this end's w; by the parts of historyStates.step.ts [2]:
 * Σ over the delay of what arrives, and (smeared + returned λ) ∫ (w - F) + returned (1-λ) ∫ (w - M), each what M and F still hold.
 * Friction that depends on frequency: - x ∫ ½ Σ y, with n y + y' = m u'.
 */
function heldBy(F: Float64Array, place: Closed, now: number): number {
  const { table } = place;
  const value = (row: EndRow): number => F[cellOf(place, row)];
  let held = integral(place, table.waves, value('openWave'), F, now, table.delay, () => 1, true);
  if (table.memory <= memories.nothing) return held;
  const [x, tilt, smeared, returned] = [value('half'), value('tilt'), value('smeared'), value('returned')];
  const window = 2 * table.delay;
  held += returned * (1 - tilt) * table.delay * value('falling');
  const falling = (age: number): number => (1 - age / window) * (1 - age / window);
  held += (smeared + returned * tilt) * integral(place, table.owns, value('openOwn'), F, now, window, falling, false);
  const { rates, coefficients } = table.weighting;
  for (let k = 0; table.memory >= memories.frequencies && k < rates.length; k++)
    held -= (0.5 * x * (coefficients[k] * value('seen') - F[sumOf(place, k)])) / (rates[k] * table.dissipation);
  return held;
}

/** ∫ w(t - age) weight(age) d age over the last `window` of a ring; cells as [1] reads them, by three points each. */
function integral(
  { table, column, closed }: Closed,
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
    const [a, b, c] = [from, middle, to].map((t) => value(t) * weight(now - t));
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
