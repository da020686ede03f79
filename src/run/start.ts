/** The state at t = 0: components are evaluated once, then families set what the first attempt goes from. */

import type { Start } from '../blocks/family.js';
import { startRows } from '../blocks/kept/rows.js';
import { decisionOffsets, decisionWords, noLanding } from '../blocks/step/decision.js';
import { formatQuantity } from '../circuit/text/units.js';
import { savedFamiliesOf } from '../program/families.js';
import { checkValues } from '../program/kinds/start.js';
import type { Layout } from '../program/layout/layout.js';
import { RunError } from '../results/runError.js';
import { exhaustedLine } from './account/exhausted.js';
import { beginIntervals, startObservers } from './account/observed.js';
import type { OpenedSession } from './session.js';

/** Sets everything up in memory. Throws RunError where the equations have no value at t = 0. */
export function startState(session: OpenedSession): void {
  const { layout, F, I, program, functions, start: point } = session;
  const { rates, partitions, site, network } = layout;
  const { interval } = site;
  const families = savedFamiliesOf(layout);
  const d = decisionOffsets(layout);
  const { settings } = program.controller;
  const wanted = settings.fixedStep ?? Math.min(settings.initialStep, settings.end);
  let first = wanted;
  F[d.step] = first;
  F[d.half] = 0;
  F[d.lastStep] = first;
  F[d.time] = 0;
  if (rates) F[interval] = rates.interval;
  const stepOf = (partition: number): number => (rates ? (partitions[partition]?.step as number) : first);
  const start: Start = { point, step: (partition, held) => (held ? F[interval] : stepOf(partition)) };
  for (const [family, placed] of families) family.open?.({ F, I }, placed, site, start);
  shareDecision(layout, F, 0);
  partitions.forEach(({ index }) => functions.get(`components_${index}`)?.(0, 1));
  const ownEvent = Math.min(1e300, ...site.words.map((words) => F[words.event]));
  const event = session.beyond?.firstEvent(ownEvent) ?? ownEvent;
  if (settings.fixedStep === null && event > 0 && event < first) first = event;
  const refusals = families.flatMap(([family, placed]) => family.start?.({ F, I }, placed, site, start) ?? []);
  const exhausted = exhaustedLine(layout, F);
  if (exhausted) throw new RunError('RUN227', exhausted.message, exhausted.remedy);
  for (const { line, below } of refusals)
    throw new RunError(
      'RUN214',
      `initial: steady: gas in line '${network.tables.lines.nameOf(line)}' would be ${formatQuantity(below, 'Pa')} below the vapour pressure`,
      'write cavitation: vapour for this line, or omit steady',
    );

  const rest = {
    ...{ accepted: 0, rejected: 0, smallest: Number.POSITIVE_INFINITY, largest: 0, filteredError: 0, crowded: 0 },
    ...{ landing: noLanding, verdict: 1, nextRecord: settings.every, middle: 0, middleTo: 1, event, wanted, lastStep: wanted },
    ...{ step: first, half: first / 2, time: first },
    synchronisation: Math.min(settings.synchroniseEvery ?? settings.end, settings.end),
  };
  for (const [word, value] of Object.entries(rest)) F[d[word as keyof typeof rest]] = value;
  recordStart(session);
  shareDecision(layout, F, 1);
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
  startObservers({ F, observers, layout });
  const none = startRows(F, record, cells, program.controller.settings.grid === 'exact');
  if (none >= 0) {
    const name = columns[none]?.name ?? 'a flow into a fixed pressure';
    throw new RunError('RUN204', `${name} is ${F[record.at + none * record.rows]} at t = 0`, checkValues);
  }
  F[d.rows] = 1;
  F[d.recordRow] = -1;
  beginIntervals({ F, observers });
}
