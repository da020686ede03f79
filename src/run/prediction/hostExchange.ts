/** What hosts of a plan send each other in an attempt, as ranks pack it (run/ranks/messages.ts), before anything of it is laid out. */

import { slotStride } from '../../blocks/exchange/slots.js';
import { publishedWords } from '../../blocks/step/decision.js';
import type { Circuit } from '../../circuit/circuit.js';
import { lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import type { HostExchange } from '../../partition/prediction.js';
import { gatheredHead, headDoubles } from '../../program/messages.js';
import { gathers } from '../ranks/ranks.js';

/** At variable steps, to each neighbour: number and time of a cell; for each wave line, one way: a pressure and its value before. */
const [cellDoubles, pressureDoubles] = [2, 2];
const doubleBytes = 8;

/** The host of a part: as many parts with neighbouring numbers on each. */
export const hostOf = (part: number, parts: number, hosts: number): number => Math.floor((part * hosts) / parts);

/** What a plan has for the exchange of its hosts. */
interface Between {
  readonly owner: Int32Array;
  readonly parts: number;
  readonly hosts: number;
  readonly fixedStep: boolean;
  readonly window: number;
}

/** Doubles that each host sends and receives beside what goes to all. */
class Traffic {
  readonly sent: Float64Array;
  readonly received: Float64Array;

  constructor(private readonly between: Between) {
    [this.sent, this.received] = [new Float64Array(between.hosts), new Float64Array(between.hosts)];
  }

  on(part: number): number {
    return hostOf(part, this.between.parts, this.between.hosts);
  }

  send(from: number, to: number, doubles: number): void {
    this.sent[from] = this.sent[from] + doubles;
    this.received[to] = this.received[to] + doubles;
  }

  /** Most of one host; `more`: that go to and come from others beside. */
  most(more: (host: number) => readonly [sent: number, received: number]): number {
    return this.sent.reduce((most, own, host) => {
      const [out, come] = more(host);
      return Math.max(most, own + out, this.received[host] + come);
    }, 0);
  }
}

/** Lines between parts: the parts, and whether it is a wave line. */
function* cutLines(circuit: Circuit, { owner }: Between): Generator<readonly [from: number, to: number, isWave: boolean]> {
  const { lines } = tablesOf(circuit);
  for (let l = 0; l < lines.count; l++) {
    const [from, to] = [owner[lines.from[l]], owner[lines.to[l]]];
    if (from !== to) yield [from, to, !Number.isNaN(lineValue(lines, l, 'delay'))];
  }
}

/** Waves of lines between hosts: of a window; at variable steps with the time and the number of a cell for each part that they leave, and a pressure. */
function addWaves(circuit: Circuit, traffic: Traffic, between: Between): void {
  const { hosts, fixedStep, window } = between;
  const cells = new Set<number>();
  for (const [a, b, isWave] of cutLines(circuit, between)) {
    if (!isWave || traffic.on(a) === traffic.on(b)) continue;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const table = from * hosts + traffic.on(to);
      traffic.send(traffic.on(from), traffic.on(to), window + (fixedStep || cells.has(table) ? 0 : cellDoubles));
      cells.add(table);
    }
    // Who has the line's first end keeps its mean, and has the pressure at the other from there.
    if (!fixedStep) traffic.send(traffic.on(b), traffic.on(a), pressureDoubles);
  }
}

type Exchanged = Pick<HostExchange, 'hosts' | 'rounds' | 'messages' | 'bytes' | 'behind'>;

/**
 * Of a partition's work: what a rank of one thread computes while its messages to neighbours are under way, which is components; lines follow the decision. From what runs gain by posting early
 * (bench/prediction.md). Cavities at ends of wave lines, with which ranks post when all is computed (`needsAll` of blocks/family.ts), are not looked for.
 */
const shareBehind = 0.7;

/** One message to each other: what its parts publish and their ends of capacitive lines between parts, as every part judges all of those, and waves. */
function byMessages(circuit: Circuit, traffic: Traffic, between: Between): Exchanged {
  const { parts, hosts } = between;
  const toAll = new Float64Array(hosts);
  const tell = (part: number, doubles: number): void => {
    const host = traffic.on(part);
    toAll[host] = toAll[host] + doubles;
  };
  for (let part = 0; part < parts; part++) tell(part, headDoubles + publishedWords.length);
  for (const [from, to, isWave] of cutLines(circuit, between)) if (!isWave) for (const part of [from, to]) tell(part, slotStride);
  const sum = toAll.reduce((total, own) => total + own, 0);
  const doubles = traffic.most((host) => [(hosts - 1) * toAll[host], sum - toAll[host]]);
  return { hosts, rounds: 1, messages: hosts - 1, bytes: doubleBytes * doubles, behind: 0 };
}

/** Messages to neighbours: their ends of capacitive lines to these, and waves; words of all in as many rounds as doublings make all hosts. */
function byGathering(circuit: Circuit, traffic: Traffic, between: Between): Exchanged {
  const { parts, hosts, window } = between;
  const neighbours = Array.from({ length: hosts }, () => new Set<number>());
  for (const [from, to, isWave] of cutLines(circuit, between)) {
    const [a, b] = [traffic.on(from), traffic.on(to)];
    if (a === b) continue;
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      neighbours[own]?.add(other);
      if (!isWave) traffic.send(own, other, slotStride);
    }
  }
  for (let part = 0; part < parts; part++)
    for (const host of neighbours[traffic.on(part)] as ReadonlySet<number>) traffic.send(traffic.on(part), host, headDoubles);
  const words = hosts * (gatheredHead + publishedWords.length);
  const most = neighbours.reduce((sum, { size }) => Math.max(sum, size), 0);
  const doublings = Math.ceil(Math.log2(hosts));
  return {
    ...{ hosts, rounds: 1 + doublings, messages: most + doublings, bytes: doubleBytes * (words + traffic.most(() => [0, 0])) },
    behind: parts === hosts && window === 1 ? shareBehind : 0,
  };
}

/** Messages that a host sends, how many wait for each other, and most bytes that one sends or receives: by messages between all, or, for many hosts (run/ranks/ranks.ts), by gathering. */
export function hostExchange(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  hosts: number,
  { fixedStep, window, ...ranks }: { readonly fixedStep: boolean; readonly window: number; readonly gathersFrom?: number },
): Exchanged {
  const between = { owner, parts, hosts, fixedStep, window };
  const traffic = new Traffic(between);
  addWaves(circuit, traffic, between);
  return (gathers({ count: hosts, ...ranks }) ? byGathering : byMessages)(circuit, traffic, between);
}
