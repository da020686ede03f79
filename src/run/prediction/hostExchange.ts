/** What hosts of a plan send each other in an attempt, as ranks pack it (run/ranks/messages.ts), before anything of it is laid out. */

import { slotStride } from '../../blocks/exchange/slots.js';
import { publishedWords } from '../../blocks/step/decision.js';
import type { Circuit } from '../../circuit/circuit.js';
import { lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import type { HostExchange } from '../../partition/prediction.js';

/** Doubles in front of a message: stop, failed, accepted. */
const headDoubles = 3;
/** At variable steps, to each neighbour: number and time of a cell; for each wave line, one way: a pressure and its value before. */
const [cellDoubles, pressureDoubles] = [2, 2];
const doubleBytes = 8;

/** The host of a part: as many parts with neighbouring numbers on each. */
export const hostOf = (part: number, parts: number, hosts: number): number => Math.floor((part * hosts) / parts);

/**
 * Messages that a host sends, one to each other, and most bytes that one sends or receives: to all what it publishes and its ends of capacitive lines between hosts, as every one judges them; to
 * those that its wave lines run to their waves of a window, at variable steps with the time and the number of a cell.
 */
export function hostExchange(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  hosts: number,
  { fixedStep, window }: { readonly fixedStep: boolean; readonly window: number },
): Pick<HostExchange, 'hosts' | 'messages' | 'bytes'> {
  const { lines } = tablesOf(circuit);
  const ends = new Float64Array(hosts);
  const [sent, received] = [new Float64Array(hosts), new Float64Array(hosts)];
  const pairs = new Set<number>();
  const add = (column: Float64Array, host: number, doubles: number): void => {
    column[host] = column[host] + doubles;
  };
  for (let l = 0; l < lines.count; l++) {
    const [a, b] = [hostOf(owner[lines.from[l]], parts, hosts), hostOf(owner[lines.to[l]], parts, hosts)];
    if (a === b) continue;
    if (Number.isNaN(lineValue(lines, l, 'delay'))) {
      for (const host of [a, b]) add(ends, host, slotStride);
      continue;
    }
    const pair = Math.min(a, b) * hosts + Math.max(a, b);
    const doubles = window + (fixedStep || pairs.has(pair) ? 0 : cellDoubles);
    pairs.add(pair);
    for (const host of [a, b]) for (const column of [sent, received]) add(column, host, doubles);
    if (fixedStep) continue;
    // Who has the line's first end keeps its mean, and has the pressure at the other from there.
    add(sent, b, pressureDoubles);
    add(received, a, pressureDoubles);
  }
  const toAll = ends.map((own) => headDoubles + publishedWords.length + own);
  const sum = toAll.reduce((total, own) => total + own, 0);
  let most = 0;
  for (let host = 0; host < hosts; host++)
    most = Math.max(most, (hosts - 1) * toAll[host] + sent[host], sum - toAll[host] + received[host]);
  return { hosts, messages: hosts - 1, bytes: doubleBytes * most };
}
