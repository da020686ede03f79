/** The state at t = 0: components are evaluated once, then families set what the first attempt goes from. */

import type { Start } from '../blocks/family.js';
import { startRows } from '../blocks/kept/rows.js';
import { decisionOffsets } from '../blocks/step/decision.js';
import { openDecisions, shareDecisions, startDecisions } from '../blocks/step/decisionState.js';
import { formatQuantity } from '../circuit/text/units.js';
import { savedFamiliesOf } from '../program/families.js';
import { checkValues, RunError } from '../results/runError.js';
import { exhaustedLine } from './account/exhausted.js';
import { beginIntervals, startObservers } from './account/observed.js';
import type { OpenedSession } from './session.js';

/** Sets everything up in memory. Throws RunError where the equations have no value at t = 0. */
export function startState(session: OpenedSession): void {
  const { layout, F, I, program, functions, start: point } = session;
  const { rates, partitions, site, network } = layout;
  const { interval } = site;
  const families = savedFamiliesOf(layout);
  const { settings } = program.controller;
  const wanted = settings.fixedStep ?? Math.min(settings.initialStep, settings.end);
  let first = wanted;
  openDecisions(F, layout, first);
  if (rates) F[interval] = rates.interval;
  const stepOf = (partition: number): number => (rates ? (partitions[partition]?.step as number) : first);
  const start: Start = { point, step: (partition, held) => (held ? F[interval] : stepOf(partition)) };
  for (const [family, placed] of families) family.open?.({ F, I }, placed, site, start);
  shareDecisions(F, layout, 0);
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

  startDecisions(F, layout, settings, { first, wanted, event });
  recordStart(session);
  shareDecisions(F, layout, 1);
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
