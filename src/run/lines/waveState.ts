/**
 * What wave lines hold after N accepted steps: the characteristics at both ends and the waves under way, w[N-D] … w[N-1] of each end.
 *
 * Oil taken since t = 0. The flow into a line is q = (w - C)/(2Z) at each end; C at one end is what left the other, delayed, so that the sum over
 * all steps leaves what has not arrived (waves before the start are the initial pressure p0):
 *
 *     Δ Σ (q_a + q_b) = Δ/(2Z) Σ over both ends [ Σ_{m=N-D+1}^{N-1} (w[m] - p0) + (1-f) (w[N-D] - p0) ]
 *
 * A wave of age T/Δ = D - f counts in full until it arrives; of the oldest, part f has arrived by interpolation. With all w = p the sum is
 * T/Z (p - p0) = V/Be (p - p0), as it must be.
 */
import { decisionWords } from '../../blocks/decision.js';
import { lineValue } from '../../circuit/tables.js';
import type { StartState } from '../../network/startState.js';
import type { Layout } from '../../program/layout/layout.js';
import type { WaveTable } from '../../program/layout/waveTables.js';

const acceptedWord = decisionWords.indexOf('accepted');

/**
 * Sets C and Z of the ends of wave lines for the first attempt; the rings are filled with the layout, and from an operating point with the waves of
 * its flow, w = p + Zq.
 */
export function startWaves({ network, partitions, endIndex }: Layout, F: Float64Array, start: StartState | null): void {
  const { lines } = network.tables;
  for (const { c, z, waves } of partitions) {
    for (const { ends, ring, slots, stride, mean } of waves.tables) {
      ends.forEach((end, column) => {
        const impedance = lineValue(lines, end >> 1, 'impedance');
        F[z + (endIndex[end] as number)] = impedance;
        F[c + (endIndex[end] as number)] = start ? leaving(start, end ^ 1, impedance) : lineValue(lines, end >> 1, 'initialPressure');
        if (!start) return;
        for (let slot = 0; slot < slots; slot++) F[ring + slot * stride + column] = leaving(start, end, impedance);
        F[mean + column] = 0.5 * ((start.pressure[end] as number) + (start.pressure[end ^ 1] as number));
      });
    }
  }
}

/** w = p + Zq at an end of a line, q into it; Pa. */
function leaving({ pressure, flow }: StartState, end: number, impedance: number): number {
  const into = end % 2 === 0 ? (flow[end >> 1] as number) : -(flow[end >> 1] as number);
  return (pressure[end] as number) + impedance * into;
}

/** Characteristic at a global end for the next attempt, Pa. */
export function characteristicAt({ partitions, endPartition, endIndex }: Layout, F: Float64Array, end: number): number {
  const partition = partitions[endPartition[end] as number];
  return F[(partition?.c ?? 0) + (endIndex[end] as number)] as number;
}

/** Waves that left a global end and have not arrived in full, Pa, D of them, oldest first. */
export function wavesUnderWay(layout: Layout, F: Float64Array, end: number): Float64Array {
  const { ring, slots, stride, delay } = tableOf(layout, end);
  const column = layout.wavePlaces.column[end] as number;
  const decision = layout.partitions[layout.endPartition[end] as number]?.decision as number;
  const next = F[decision + acceptedWord] as number;
  const waves = new Float64Array(delay);
  for (let k = 0; k < delay; k++) waves[k] = F[ring + ((next - delay + k + slots) % slots) * stride + column] as number;
  return waves;
}

/** Oil that a wave line has taken since t = 0, m3, at the fixed step of its partition. */
export function storedInWaves(layout: Layout, F: Float64Array, line: number): number {
  const step = layout.partitions[layout.endPartition[2 * line] as number]?.step as number;
  const { lines } = layout.network.tables;
  const initialPressure = lineValue(lines, line, 'initialPressure');
  let sum = 0;
  for (let end = 2 * line; end < 2 * line + 2; end++) {
    const { fraction } = tableOf(layout, end);
    const waves = wavesUnderWay(layout, F, end);
    for (let k = 0; k < waves.length; k++) sum += (k === 0 ? 1 - fraction : 1) * ((waves[k] as number) - initialPressure);
  }
  return (step / (2 * lineValue(lines, line, 'impedance'))) * sum;
}

function tableOf({ partitions, endPartition, wavePlaces }: Layout, end: number): WaveTable {
  return partitions[endPartition[end] as number]?.waves.tables[wavePlaces.table[end] as number] as WaveTable;
}
