/** What hosts of a plan send each other in an attempt, as ranks pack it (run/ranks/messages.ts), before anything of it is laid out. */

import { slotStride } from '../../blocks/exchange/slots.js';
import { publishedWords } from '../../blocks/step/decision.js';
import type { Circuit } from '../../circuit/circuit.js';
import { lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import type { HostExchange } from '../../partition/prediction.js';

/** Doubles in front of a part's message: stop, failed, accepted. */
const headDoubles = 3;
/** At variable steps, to each neighbour: number and time of a cell; for each wave line, one way: a pressure and its value before. */
const [cellDoubles, pressureDoubles] = [2, 2];
const doubleBytes = 8;

/** The host of a part: as many parts with neighbouring numbers on each. */
export const hostOf = (part: number, parts: number, hosts: number): number => Math.floor((part * hosts) / parts);

/**
 * Messages that a host sends, one to each other, and most bytes that one sends or receives: to all what its parts publish and their ends of capacitive lines between parts, as every part judges all of those;
 * to those that its wave lines run to their waves of a window, at variable steps with the time and the number of a cell for each part that they leave.
 */
export function hostExchange(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  hosts: number,
  { fixedStep, window }: { readonly fixedStep: boolean; readonly window: number },
): Pick<HostExchange, 'hosts' | 'messages' | 'bytes'> {
  const { lines } = tablesOf(circuit);
  const toAll = new Float64Array(hosts);
  const [sent, received] = [new Float64Array(hosts), new Float64Array(hosts)];
  const cells = new Set<number>();
  const add = (column: Float64Array, host: number, doubles: number): void => {
    column[host] = column[host] + doubles;
  };
  const on = (part: number): number => hostOf(part, parts, hosts);
  const send = (from: number, to: number, doubles: number): void => {
    add(sent, on(from), doubles);
    add(received, on(to), doubles);
  };
  for (let part = 0; part < parts; part++) add(toAll, on(part), headDoubles + publishedWords.length);
  for (let l = 0; l < lines.count; l++) {
    const [a, b] = [owner[lines.from[l]], owner[lines.to[l]]];
    if (a === b) continue;
    if (Number.isNaN(lineValue(lines, l, 'delay'))) {
      for (const part of [a, b]) add(toAll, on(part), slotStride);
      continue;
    }
    if (on(a) === on(b)) continue;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const table = from * hosts + on(to);
      send(from, to, window + (fixedStep || cells.has(table) ? 0 : cellDoubles));
      cells.add(table);
    }
    // Who has the line's first end keeps its mean, and has the pressure at the other from there.
    if (!fixedStep) send(b, a, pressureDoubles);
  }
  const sum = toAll.reduce((total, own) => total + own, 0);
  let most = 0;
  for (let host = 0; host < hosts; host++)
    most = Math.max(most, (hosts - 1) * toAll[host] + sent[host], sum - toAll[host] + received[host]);
  return { hosts, messages: hosts - 1, bytes: doubleBytes * most };
}
