/**
 * The state at t = 0. The equations are evaluated once with the initial pressures and states: ports see their line's initial pressure (C = p0, Z = 0;
 * where the component sets the pressure Z = ∞, so that q = 0), γ = 0, so states stay; that gives stored rates, holds, signals, port volumes and the
 * first event. Then the lines get their impedances for the first step.
 */
import { decisionOffsets, decisionWords, noLanding, wordOffsets } from '../blocks/decision.js';
import type { Refusal, Start } from '../blocks/family.js';
import { type LineTable, lineValue } from '../circuit/tables.js';
import { formatQuantity } from '../circuit/text/units.js';
import { noEnd } from '../network/network.js';
import type { StartState } from '../network/startState.js';
import { familiesOf } from '../program/families.js';
import { batchAt, type Layout } from '../program/layout/layout.js';
import { RunError } from '../results/runError.js';
import { failedComponent } from './account/diagnose.js';
import { exhaustedLine } from './account/exhausted.js';
import { beginIntervals, startObservers } from './account/observed.js';
import type { OpenedSession } from './session.js';
import { startFlows } from './startFlows.js';

/** Sets everything up in memory. Throws RunError where the equations have no value at t = 0. */
export function startState(session: OpenedSession): void {
  const { layout, F, I, program, functions, start } = session;
  const d = decisionOffsets(layout);
  const { settings } = program.controller;
  const first = settings.fixedStep ?? Math.min(settings.initialStep, settings.end);
  F[d.step] = first;
  F[d.half] = 0;
  F[d.lastStep] = first;
  F[d.time] = 0;
  if (layout.rates) F[layout.interval] = layout.rates.interval;
  startEnds(layout, F, start);
  shareDecision(layout, F, 0);
  layout.partitions.forEach(({ index }) => functions.get(`components_${index}`)?.(0, 1));
  checkFinite(session);
  startFlows(layout, F, I, start);
  for (const partition of layout.partitions) {
    F[wordOffsets(partition).overfull] = 0;
    for (const { offsets, kind, components } of partition.batches) {
      const n = components.length;
      for (const { key, role } of kind.kernel.columns) {
        const at = offsets[`${key}_1`];
        if (role === 'oil' || role === 'cavity') F.fill(0, at, at + n);
        // No history yet: the first extrapolation gives the value itself.
        if (role === 'guess') F.copyWithin(offsets[`${key.replace('guess', 'guessBefore')}_1`], at, at + n);
      }
      if (offsets['cavities'] !== undefined) F.fill(0, offsets['cavities'], offsets['cavities'] + 2);
    }
  }
  let event = 1e300;
  for (const partition of layout.partitions) event = Math.min(event, F[wordOffsets(partition).event]);
  const refusals = startFamilies(session, first);
  const exhausted = exhaustedLine(layout, F);
  if (exhausted) throw new RunError('RUN227', exhausted.message, exhausted.remedy);
  for (const refusal of refusals) throw belowVapour(layout, refusal);
  startDirect(layout, F);

  const rest = {
    accepted: 0,
    rejected: 0,
    smallest: Number.POSITIVE_INFINITY,
    largest: 0,
    filteredError: 0,
    crowded: 0,
    landing: noLanding,
    verdict: 1,
    nextRecord: settings.every,
    middle: 0,
    middleTo: 1,
    synchronisation: Math.min(settings.synchroniseEvery ?? settings.end, settings.end),
  };
  for (const [word, value] of Object.entries(rest)) F[d[word as keyof typeof rest]] = value;
  F[d.event] = event;
  F[d.wanted] = first;
  F[d.lastStep] = first;
  F[d.half] = first / 2;
  F[d.time] = first;
  if (settings.fixedStep === null && event > 0 && event < first) {
    F[d.step] = event;
    F[d.half] = event / 2;
    F[d.time] = event;
    startFamilies(session, event);
  }
  recordStart(session);
  shareDecision(layout, F, 1);
}

/** Families with a first step; why some cannot. */
function startFamilies({ layout, F, I, start }: OpenedSession, step: number): Refusal[] {
  const { rates, partitions, interval, site } = layout;
  const stepOf = (partition: number): number => (rates ? (partitions[partition]?.step as number) : step);
  const from: Start = { point: start, step: (partition, held) => (held ? F[interval] : stepOf(partition)) };
  return familiesOf(layout).flatMap(([family, placed]) => family.start?.({ F, I }, placed, site, from) ?? []);
}

/** Partitions that run by themselves begin with the same words, but for steps of their own; `ahead` is 1 where the first step lies ahead, 0 at t = 0. */
function shareDecision({ decision, partitions, rates }: Layout, F: Float64Array, ahead: 0 | 1): void {
  for (const own of partitions) {
    if (own.decision !== decision) F.copyWithin(own.decision, decision, decision + decisionWords.length);
  }
  if (!rates) return;
  for (const own of partitions) {
    const [d, step] = [decisionOffsets(own), own.step as number];
    F[d.step] = step;
    F[d.lastStep] = step;
    F[d.half] = (ahead * step) / 2;
    F[d.time] = ahead * step;
  }
}

function recordStart({ F, columns, cells, observers, record, layout, program }: OpenedSession): void {
  const d = decisionOffsets(layout);
  F[record.times] = 0;
  startObservers({ F, observers, layout });
  cells.forEach(({ plane1, timing, isKept }, k) => {
    // No step has been made yet.
    const value = timing === 'within' && !isKept ? 0 : F[plane1];
    const name = columns[k]?.name ?? 'a flow into a fixed pressure';
    if (!Number.isFinite(value)) throw new RunError('RUN204', `${name} is ${value} at t = 0`, checkValues);
    F[record.at + k * record.rows] = value;
  });
  if (program.controller.settings.grid === 'exact') cells.forEach(({ plane1 }, k) => (F[record.before + k] = F[plane1]));
  F[d.rows] = 1;
  F[d.recordRow] = -1;
  beginIntervals({ F, observers });
}

/** Every port sees the pressure at t = 0. */
function startEnds({ network, partitions }: Layout, F: Float64Array, start: StartState | null): void {
  const { firstEnd, ends, directPressures, tables } = network;
  for (const { batches } of partitions) {
    for (const { kind, offsets, components } of batches) {
      for (const [k, port] of kind.ports.entries()) {
        const assignsPressure = kind.source?.model.ports[k]?.assigns === 'p';
        const impedance = kind.source === null ? 1 : assignsPressure ? Number.POSITIVE_INFINITY : 0;
        const [c, z] = [offsets[`c_${port}`], offsets[`z_${port}`]];
        for (let row = 0; row < components.length; row++) {
          const end = ends[firstEnd[components[row]] + k];
          F[c + row] = end >= 0 ? pressureOf(tables.lines, end, start) : end === noEnd ? 0 : directPressures[-1 - end];
          F[z + row] = impedance;
        }
      }
    }
  }
}

/** Gas in a line below the vapour pressure at the operating point. */
function belowVapour({ network }: Layout, { line, below }: Refusal): RunError {
  return new RunError(
    'RUN214',
    `initial: steady: gas in line '${network.tables.lines.nameOf(line)}' would be ${formatQuantity(below, 'Pa')} below the vapour pressure`,
    'write cavitation: vapour for this line, or omit steady',
  );
}

/** Fixed pressure that a direct connection sees: a parameter of its tank or source, evaluated by the circuit's check. */
function directPressure(layout: Layout, connection: number): number {
  return layout.network.directPressures[connection];
}

/** Pressure at a line's end at t = 0, Pa. */
function pressureOf(lines: LineTable, end: number, start: StartState | null): number {
  return start ? start.pressure[end] : lineValue(lines, end >> 1, 'initialPressure');
}

/** Direct connections: the component sees C = P, Z = 0; the tank or source itself answers with q = 0, its flow is summed in the exchange. */
function startDirect(layout: Layout, F: Float64Array): void {
  for (const { direct, c, z, p } of layout.partitions) {
    for (const { end, connection } of direct) {
      const pressure = directPressure(layout, connection);
      F[c + end] = pressure;
      F[p + end] = pressure;
      F[z + end] = 0;
    }
  }
  const { reference, referencePort, count } = layout.network.tables.direct;
  for (let connection = 0; connection < count; connection++) {
    // One that ends a line too keeps the line's impedance.
    if (endsLine(layout, connection)) continue;
    const component = reference[connection];
    const { kind, offsets } = batchAt(layout, component);
    const port = kind.ports[referencePort[connection]];
    const row = layout.place.row[component];
    F[offsets[`c_${port}`] + row] = directPressure(layout, connection);
    F[offsets[`z_${port}`] + row] = Number.POSITIVE_INFINITY;
  }
}

const checkValues = 'check its initial values and parameters; a division by zero or a root of a negative number is the usual cause';

function checkFinite({ layout, F }: OpenedSession): void {
  for (const { batches } of layout.partitions) {
    for (const { kind, offsets, components } of batches) {
      for (const port of kind.ports) {
        // What leaves says it too where pressures are not stored; where the component sets the pressure, Z is infinite and it says nothing.
        const at = offsets[`${kind.kernel.cavitating.includes(port) ? 'w' : 'p'}_${port}`];
        const row = F.subarray(at, at + components.length).findIndex((p) => !Number.isFinite(p));
        if (row < 0) continue;
        const name = failedComponent(layout, components[row]);
        throw new RunError('RUN204', `${name}: the pressure or flow at port ${port} is not a number at t = 0`, checkValues);
      }
      for (const { key, role, of } of kind.kernel.columns) {
        if (role !== 'state' && role !== 'rate' && role !== 'hold' && role !== 'output' && role !== 'volume') continue;
        const at = offsets[role === 'output' || role === 'volume' ? key : `${key}_1`];
        for (let row = 0; row < components.length; row++) {
          if (Number.isFinite(F[at + row])) continue;
          const name = failedComponent(layout, components[row]);
          throw new RunError('RUN204', `${name}: ${role === 'rate' ? `the rate of ${of}` : of} is ${F[at + row]} at t = 0`, checkValues);
        }
      }
    }
  }
}

/** Whether the tank or source of a direct connection has a line at the same port. */
function endsLine({ network }: Layout, connection: number): boolean {
  const { direct } = network.tables;
  const first = network.firstEnd[direct.reference[connection]];
  return network.ends[first + direct.referencePort[connection]] >= 0;
}
