/** A session that has ended → Results. */

import type { Circuit } from '../../circuit/circuit.js';
import { hasOil } from '../../circuit/tables.js';
import { divergedPressure } from '../../network/diverged.js';
import { springMasses } from '../../network/springMasses.js';
import { familiesOf } from '../../program/families.js';
import type { Layout } from '../../program/layout/layout.js';
import { digests } from '../../results/digest.js';
import type { Ending } from '../../results/ending.js';
import { recordedResults } from '../../results/recorded.js';
import type { RunPlan } from '../runPlan.js';
import type { Session } from '../session.js';
import { balancingOf } from '../threads/balance.js';
import type { LoopEnd, RunEnd } from '../threads/driver.js';
import type { LineResults } from '../types.js';
import {
  acceptedState,
  attemptsOf,
  crossingCounts,
  forcedSteps,
  limiters,
  ownStepsOf,
  reportSlowest,
  stepCounts,
  together,
} from './account.js';
import { runCavitation } from './cavityReport.js';
import { brokenRow, creepingEvents, failureMessage } from './diagnose.js';
import { exhaustedLine } from './exhausted.js';
import { extremesOf } from './extremes.js';
import { observed } from './observed.js';
import { oilBalance } from './oilBalance.js';
import { overfullCavity } from './overfull.js';
import { eachColumn, RecordedRows, receiveAndRecord, recordLast } from './rows.js';
import { collectTimeline } from './timeline.js';

/** The results of a run. `setupSeconds`: time before its loop. */
export function resultsOf(
  session: Session,
  plan: Pick<RunPlan, 'workers' | 'parts' | 'driver' | 'notes'>,
  ended: RunEnd,
  setupSeconds: number,
): LineResults {
  const { circuit, columns, memory, layout } = session;
  if (isWhole(ended.end)) receiveAndRecord(session);
  const attempts = attemptsOf(session);
  const [components, lines] = [layout.network.tables.components.count, layout.network.tables.lines.count];
  const own = ownStepsOf(session);
  reportSlowest(session);
  if (isWhole(ended.end) && ended.end !== 'finished') recordLast(session);
  if (!isWhole(ended.end) && session.program.keepsLater) forget(session);
  const counts = { ...stepCounts(session), ...together(own) };
  const rows = new RecordedRows(session);
  const work = workOf(layout, attempts);
  const timeline = collectTimeline(session, ended.timed);
  const balancing = ended.balanced && balancingOf(ended.balanced, ended.wallSeconds);
  return Object.assign(recordedResults(columns, rows), {
    engine: 'lines' as const,
    circuit: circuit.name,
    end: counts.time,
    ending: endingOf(session, ended, counts.time),
    notes: [...plan.notes, ...(ended.native?.notes ?? []), ...springNotes(circuit, counts.largest)],
    ...digests({ rows: eachColumn(rows, columns.length), state: acceptedState(session) }),
    run: {
      solver: 'tlm' as const,
      components,
      lines,
      workers: plan.workers,
      partitions: plan.parts,
      driver: plan.driver,
      kernels: ended.native?.library ? ('native' as const) : session.kernels,
      lookAhead: session.threads.window,
      exchange: layout.rates && { every: layout.rates.interval, steps: layout.partitions.map(({ step }) => step as number) },
    },
    account: {
      steps: {
        accepted: counts.accepted,
        rejected: counts.rejected,
        rejectedInARow: counts.rejectedInARow,
        smallest: counts.smallest,
        largest: counts.largest,
      },
      forced: forcedSteps(session),
      crossings: crossingCounts(session),
      ownSteps: own,
      limitedBy: limiters(session),
      balance: oilBalance(session),
      hasOil: hasOil(layout.network.tables.components),
      cavitation: runCavitation(session),
      pressures: extremesOf(session),
      ...observed(session),
    },
    cost: {
      wallSeconds: ended.wallSeconds,
      setupSeconds,
      nsPerComponentStep: (ended.wallSeconds * 1e9) / Math.max(1, work.evaluations),
      nsPerLineEndStep: work.lineEnds === 0 ? 0 : (ended.wallSeconds * 1e9) / work.lineEnds,
      evaluations: work.evaluations,
      synchronisations: session.F[layout.synchronisations],
      barrier: ended.barrier,
      memoryBytes: memory.buffer.byteLength,
      ...(balancing ? { balancing } : {}),
      ...(timeline ? { timeline } : {}),
    },
  });
}

/** What is kept at ends of calls of the loop only is of some earlier step. */
function forget({ layout, F, I }: Session): void {
  for (const [family, placed] of familiesOf(layout)) family.forget?.({ F, I }, placed);
}

/** Whether the last step is complete. */
const isWhole = (end: LoopEnd): boolean => end !== 'failed' && end !== 'lost';

/** How often components and ends of lines were evaluated, from the attempts of each partition. */
function workOf({ owner, site }: Layout, attempts: readonly number[]): { evaluations: number; lineEnds: number } {
  const sum = (partitions: Int32Array): number => partitions.reduce((all, p) => all + attempts[p], 0);
  return { evaluations: sum(owner), lineEnds: sum(site.endPartition) };
}

/** The artificial mass of springs in the longest step taken. */
function springNotes(circuit: Circuit, longest: number): string[] {
  const masses = springMasses(circuit, longest);
  if (masses.length === 0) return [];
  const each = masses.map(({ line, mass, unit }) => `${Number(mass.toPrecision(3))} ${unit} ('${line}')`);
  const kinds = masses.map(({ unit }) => (unit === 'kg' ? 'mass' : 'inertia'));
  return [
    `in the longest step, of ${Number(longest.toPrecision(3))} s, a spring adds up to ${each.join(' and ')} of artificial ${kinds.join(' and ')}, which falls with the square of the step`,
  ];
}

/** Why a run did not reach its end; null where it did. */
export function endingOf(session: Session, { end, message }: RunEnd, time: number): Ending | null {
  // It makes steps fail, and may stand in the last row.
  const broken = brokenRow(session);
  if (broken) return { kind: 'failed', code: 'RUN304', ...broken };
  switch (end) {
    case 'finished':
      return null;
    case 'aborted':
    case 'reached':
      return { kind: 'interrupted', message: `interrupted at t = ${time} s; the rows until then are kept` };
    case 'failed':
      return failureOf(session);
    default:
      return {
        kind: 'failed',
        code: 'RUN302',
        message: message ?? 'a worker was lost',
        remedy: 'run again; with --workers 1 the run does not depend on worker threads',
      };
  }
}

/** A volume that is exhausted makes its neighbours fail: it is named before them, as is a cavity without a line left around it. */
function failureOf(session: Session): Ending {
  const { layout, F, program } = session;
  const { settings } = program.controller;
  const diverged = divergedPressure(extremesOf(session), settings.pressureLimit);
  if (diverged) return { kind: 'failed', code: 'RUN307', ...diverged };
  const creeping = creepingEvents(layout, F, settings.end);
  if (creeping) return { kind: 'failed', code: 'RUN306', ...creeping };
  const exhausted = exhaustedLine(layout, F);
  if (exhausted) return { kind: 'failed', code: 'RUN303', ...exhausted };
  const overfull = settings.overfullCavity === 'end' ? overfullCavity(layout, F) : null;
  if (overfull) return { kind: 'failed', code: 'RUN305', ...overfull };
  return {
    kind: 'failed',
    code: 'RUN301',
    message: failureMessage(session),
    remedy: 'check the component named and its neighbours; a smaller --step or minimumStep may help',
  };
}
