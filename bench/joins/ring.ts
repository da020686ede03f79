/** A ring main whose consumers each hold a joined group: what the group costs a step, what the step costs, and what two threads gain. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { tablesOf } from '#ringmain/circuit/views.js';
import { endAfter, LoopSampler, serialEngine } from '#ringmain/cli/measure/loopSampler.js';
import { measureStep } from '#ringmain/cli/measure/stepParts.js';
import { alternate, expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { ratios, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { say } from '../protocol/benchmark.js';

/** m3 where a compensator meets its valve; 0: joined. */
const volumes = [0, 1e-6] as const;
/** States of the run at which the group is timed. */
const states = 4;

export interface JoinedRingRow {
  readonly stations: number;
  /** m3, 0: joined. */
  readonly volume: number;
  /** s, simulated in a sample, and its attempts. */
  readonly end: number;
  readonly attempts: number;
  /** ns of a group an attempt, alone: of its kernel, and of the kernels of two components where a volume is between them. */
  readonly group: Spread;
  /** ns per station and attempt. */
  readonly oneThread: Spread;
  readonly twoThreads: Spread;
  /** Pair by pair; of one thread over itself. */
  readonly speedUp: Spread;
  readonly noise: Spread;
}

/** Both rings of so many stations, samples of at least so many seconds. Throws RunFault where results differ. */
export async function measureJoinedRing(stations: number, rounds: number, seconds: number): Promise<JoinedRingRow[]> {
  const rows: JoinedRingRow[] = [];
  for (const volume of volumes) {
    say(`ring of ${stations} stations, ${volume === 0 ? 'joined' : `${volume} m3`}`);
    const circuit = joinedRing(stations, volume);
    const end = endAfter(circuit, seconds);
    const serial = new LoopSampler(circuit, serialEngine(circuit, 'wasm'), end);
    const { owner, parts } = cutCircuit(circuit, 2);
    const parallel = new LoopSampler(circuit, { owner, parts, parallel: true, kernels: 'wasm' }, end);
    await serial.sample();
    await parallel.sample();
    expectSame(`${circuit.name} by one thread and two`, [serial.stateDigest, parallel.stateDigest]);
    const { attempts } = serial;
    const perStation = (s: number): number => (1e9 * s) / (stations * attempts);
    const { ones, others, pairs, again } = await alternate(
      rounds,
      async () => perStation(await serial.sample()),
      async () => perStation(await parallel.sample()),
    );
    rows.push({
      stations,
      volume,
      end,
      attempts,
      group: groupTime(circuit, stations, rounds),
      oneThread: spreadOf(ones),
      twoThreads: spreadOf(others),
      speedUp: ratios(pairs),
      noise: ratios(again),
    });
  }
  return rows;
}

/** ns of the compensator with its valve, of all kinds that hold one. */
function groupTime(circuit: Circuit, stations: number, rounds: number): Spread {
  const { partitions } = measureStep(circuit, new Int32Array(tablesOf(circuit).components.count), 1, rounds, states);
  const own = (partitions[0]?.kinds ?? []).filter(({ kind }) => /pressureCompensator|meteringValve/.test(kind));
  const sum = (which: keyof Spread): number => own.reduce((all, { time }) => all + time[which], 0) / stations;
  return { lowest: sum('lowest'), median: sum('median'), highest: sum('highest') };
}

/** A ring of stations, in each a pump with its relief valve, a compensator, its metering valve that swings, and the port that senses the load. */
export function joinedRing(stations: number, volume: number): Circuit {
  const between = volume === 0 ? '' : `\n      V: { from: comp.out, to: valve.in, volume: ${volume} m3 }`;
  const join = volume === 0 ? '\n      - { from: comp.out, to: valve.in }' : '';
  const text = `ringmain: 1
name: joined-ring
subcircuits:
  station:
    components:
      pump: { kind: flowSource, flow: 8 l/min }
      relief: { kind: reliefValve, crackingPressure: 150 bar, gradient: 5 l/min/bar }
      node: { kind: junction }
      comp: { kind: pressureCompensator, settingPressure: 10 bar, range: 3 bar, ratedFlow: 60 l/min, ratedPressureDrop: 5 bar, timeConstant: 3 ms }
      valve: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 10 bar }
      lever: { kind: sine, amplitude: 0.4, frequency: 30 Hz, offset: 0.5 }
      sensed: { kind: junction }
      load: { kind: orifice, area: 3 mm2 }
      sump: { kind: tank }
    lines:
      F: { from: pump, to: node, length: 1 m, diameter: 15 mm }
      R: { from: node, to: relief.in, length: 1 m, diameter: 15 mm }
      A: { from: node, to: comp.in, length: 1 m, diameter: 15 mm }
      B: { from: sensed, to: load.in, length: 1 m, diameter: 15 mm }
      C: { from: node, to: next.node, length: 1 m, diameter: 20 mm }${between}
    direct:${join}
      - { from: valve.out, to: sensed }
      - { from: comp.load, to: sensed }
      - { from: load.out, to: sump }
      - { from: relief.out, to: sump }
    signals: [{ from: lever, to: valve.opening }]
repeat:
  s: { subcircuit: station, count: ${stations}, close: true }
run: { end: 50 ms }
initial: { pressure: 100 bar }
record: { every: 1 ms, signals: [s0_node.p] }
`;
  return parseCircuit(text, 'joined-ring.yaml').circuit;
}
