/** The account of a run, from what stands in memory at its end: who limited the steps, mass balance, states for the digest. */

import { decisionWords } from '../network/layout.js';
import { specialCounters } from './master.js';
import { decisionOffsets } from './program.js';
import type { Session } from './session.js';
import type { Limiter } from './types.js';
import { characteristicAt, storedInWaves, wavesUnderWay } from './waveState.js';

/** The five lines, or other reasons, that limited or rejected most. */
export function limiters({ circuit, layout, F }: Session): Limiter[] {
  // The special counters stand behind those of the lines.
  const all = [...circuit.lines.map(({ name }) => name), ...specialCounters].map((what, l) => ({
    what,
    limited: F[layout.counters + 2 * l] as number,
    rejected: F[layout.counters + 2 * l + 1] as number,
  }));
  const most = all.filter((x) => x.limited + x.rejected > 0).sort((a, b) => b.rejected - a.rejected || b.limited - a.limited);
  const byLimit = [...most].sort((a, b) => b.limited - a.limited);
  // Those who rejected most first, then those who limited most.
  return [...new Set([...most.filter((x) => x.rejected > 0).slice(0, 3), ...byLimit])].slice(0, 5);
}

/**
 * |net inflow - stored - voids| / everything that flowed in and out. Net inflow: ∫ Σ port flows of what is not a pure passage;
 * stored: Σ ∫ (V/Be) dS over the capacitive lines, S the mean pressure, and the waves under way in the others; voids fill what oil has left.
 */
export function massBalance(session: Session, plane: number): number {
  const { circuit, layout, F, startMeans } = session;
  let net = 0;
  let scale = 0;
  for (const { batches, direct, tables } of layout.partitions) {
    for (const { kind, offsets, components } of batches) {
      const at = offsets[`net_flow_${plane}`];
      if (at !== undefined) {
        for (let row = 0; row < components.length; row++) {
          net += F[at + row] as number;
          scale += Math.abs(F[at + row] as number);
        }
      }
      for (const value of voidsOf(kind.kernel.columns, offsets, components.length, F, plane)) net += value;
    }
    for (const { net: at } of direct) {
      net += F[at] as number;
      scale += Math.abs(F[at] as number);
    }
    for (const table of tables) {
      table.lines.forEach((line, row) => {
        // A cut line stands on both sides; the side of its `from` end counts it.
        const from = circuit.lines[line]?.from.component as number;
        if (layout.partitions[layout.owner[from] as number]?.tables.includes(table) !== true) return;
        const { volume, bulkModulus } = circuit.lines[line] as { volume: number; bulkModulus: number };
        const stored = table.variable
          ? (F[table.stored + row] as number)
          : (volume / bulkModulus) * ((F[table.mean + row] as number) - (startMeans[line] as number));
        net -= stored;
        scale += Math.abs(stored);
      });
    }
  }
  const step = session.program.master.settings.fixedStep ?? 0;
  circuit.lines.forEach(({ wave }, line) => {
    if (!wave) return;
    const stored = storedInWaves(layout, F, line, step);
    net -= stored;
    scale += Math.abs(stored);
  });
  return scale > 0 ? Math.abs(net) / scale : 0;
}

function* voidsOf(
  columns: readonly { key: string; role: string }[],
  offsets: Readonly<Record<string, number>>,
  rows: number,
  F: Float64Array,
  plane: number,
): Generator<number> {
  if (offsets['voids'] === undefined || F[offsets['voids'] + plane] === 0) return;
  for (const { key, role } of columns) {
    if (role !== 'void') continue;
    const at = offsets[`${key}_${plane}`] as number;
    for (let row = 0; row < rows; row++) yield F[at + row] as number;
  }
}

/**
 * The input of stateDigest: accepted states and voids by component, then mean and half difference of C by line (of a wave line C at both ends), then
 * the waves under way, oldest first, from `from` to `to` and back; all in circuit-file order.
 */
export function* acceptedState({ circuit, layout, F }: Session, plane: number): Generator<Float64Array> {
  const { components } = layout.network;
  for (let c = 0; c < components.length; c++) {
    const { kind } = components[c] as (typeof components)[number];
    const batch = layout.partitions[layout.owner[c] as number]?.batches[layout.place.batch[c] as number];
    const row = layout.place.row[c] as number;
    const values: number[] = [];
    for (const { key, role } of kind.kernel.columns) {
      const at = batch?.offsets[`${key}_${plane}`];
      if (at === undefined) continue;
      if (role === 'state' || role === 'hold' || role === 'rate') values.push(F[at + row] as number);
      // Void columns mean nothing while the batch has none.
      else if (role === 'void') values.push(F[(batch?.offsets['voids'] as number) + plane] === 0 ? 0 : (F[at + row] as number));
    }
    if (values.length > 0) yield Float64Array.from(values);
  }
  const lines = new Float64Array(2 * circuit.lines.length);
  for (const { tables } of layout.partitions) {
    for (const table of tables) {
      table.lines.forEach((line, row) => {
        lines[2 * line] = F[table.mean + row] as number;
        lines[2 * line + 1] = F[table.half + row] as number;
      });
    }
  }
  const waveLines = circuit.lines.flatMap(({ wave }, line) => (wave ? [line] : []));
  for (const line of waveLines) for (const end of [2 * line, 2 * line + 1]) lines[end] = characteristicAt(layout, F, end);
  yield lines;
  for (const line of waveLines) {
    yield wavesUnderWay(layout, F, 2 * line);
    yield wavesUnderWay(layout, F, 2 * line + 1);
  }
}

/** Where partitions ran by themselves and one could not go on, the words of the one that is furthest behind are those of the run. */
export function reportSlowest({ layout, F }: Session): void {
  const accepted = (decision: number): number => F[decisionOffsets({ decision }).accepted] as number;
  const [slowest] = layout.partitions.map(({ decision }) => decision).sort((x, y) => accepted(x) - accepted(y));
  if (slowest !== undefined) F.copyWithin(layout.decision, slowest, slowest + decisionWords.length);
}

/** Step counters and times of the run. */
export function stepCounts({ layout, F }: Session): {
  accepted: number;
  rejected: number;
  rejectedInARow: number;
  smallest: number;
  largest: number;
  time: number;
  step: number;
} {
  const d = decisionOffsets(layout);
  const word = (k: number): number => F[k] as number;
  const accepted = word(d.accepted);
  return {
    accepted,
    rejected: word(d.rejected),
    rejectedInARow: word(d.worstRejectedInARow),
    smallest: accepted > 0 ? word(d.smallest) : 0,
    largest: word(d.largest),
    time: word(d.acceptedTime),
    step: word(d.step),
  };
}
