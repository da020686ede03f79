/** A plan by its costs as the work of an attempt (prediction.ts), before anything of it is run. */
import type { Circuit } from '../circuit/circuit.js';
import { kindAt, lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { copiesOf } from '../network/copies.js';
import { beyondClusters, clusterGraph, partOfClusters } from './clusterGraph.js';
import { type Costs, lineEnds } from './costs.js';
import { sharesOf } from './cutCircuit.js';
import { totalWeight } from './graph.js';
import type { StepWork } from './prediction.js';
import { qualityOf } from './quality.js';

/**
 * ns on two cores of an AMD EPYC that no cost of a component tells. A decision: `bench step`. A batch (all components of one kind in one partition): what
 * plans of two partitions take in one thread beyond one partition and the counted cost of cut lines, 12 to 35 ns for every batch that comes in by the cut in 15
 * circuits of 12 to 1500 components. A side of a cut wave line: at a fixed step, where its wave comes from another core's cache, what two threads take in
 * rings a of 10 to 100 stations beyond their partitions, decision and synchronisation, 18 to 30 ns (`bench auto`); at variable steps, where histories of times go
 * through the boundary exchange, rings of 10 to 300 stations and the servo drive on lines, 100 to 150 ns.
 */
export const countedParts = { decision: 50, batch: 20, cutWave: 25, cutHistory: 115 } as const;

/** Facts of the run that a plan is for. */
export interface PlannedRun {
  /** ns an attempt of the serial engine, the decision with it; null where it was not measured: as counted. */
  readonly serial: number | null;
  /** Whether steps are of one length. */
  readonly fixedStep: boolean;
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
}

/**
 * Work of owners by costs, in ns: decision and batches as counted, the rest of the serial attempt shared out as the costs are. Lines that are cut, and
 * batches that stand in several partitions, come on top.
 */
export function workOfPlan(circuit: Circuit, owner: Int32Array, parts: number, costs: Costs, run: PlannedRun): StepWork {
  const clusters = clusterGraph(circuit, costs);
  const { graph } = clusters;
  const beyond = beyondClusters(circuit, clusters, owner, parts, costs);
  const { load, exchange } = qualityOf(graph, partOfClusters(clusters, owner), sharesOf(parts), beyond);
  const total = totalWeight(graph);
  const whole = batchesOf(circuit, new Int32Array(owner.length), 1)[0];
  const { decision, batch } = countedParts;
  const serial = run.serial ?? total + batch * whole + decision;
  // An attempt shorter than its counted batches and decision has them faster than counted.
  const fixed = Math.min(batch * whole + decision, serial / 2);
  const speed = fixed / (batch * whole + decision);
  const perCost = (serial - fixed) / total;
  const waves = waveTransfers(circuit, owner, parts, run.fixedStep);
  const batches = batchesOf(circuit, owner, parts);
  return {
    serial,
    decision: decision * speed,
    partitions: Array.from(load, (cost, p) => perCost * cost + exchange[p] + batch * speed * batches[p] + waves[p]),
    largestBlock: perCost * graph.weight.reduce((most, weight) => Math.max(most, weight), 0),
    window: run.window,
    bytes: 0,
  };
}

/** By partition: kinds of components and copies in it, junctions by their number of lines. */
function batchesOf(circuit: Circuit, owner: Int32Array, parts: number): Int32Array {
  const tables = tablesOf(circuit);
  const { components } = tables;
  const ends = lineEnds(circuit);
  const seen = copiesOf(tables, owner, parts).map((copies) => new Set(copies.map((c) => components.kind[c])));
  for (let c = 0; c < owner.length; c++) {
    // Kinds count from 0 up, junctions by their ends from -1 down.
    const batch = kindAt(components, c) === null ? -1 - ends[c] : components.kind[c];
    seen[owner[c]]?.add(batch);
  }
  return Int32Array.from(seen, ({ size }) => size);
}

/**
 * By partition, ns an attempt: what cut wave lines take that no cost of components or lines tells. At a fixed step it is the way of waves from another
 * core, which a partition does not show either that is timed in one thread; at variable steps it is mostly work, which it does show.
 */
export function waveTransfers(circuit: Circuit, owner: Int32Array, parts: number, fixedStep: boolean): Float64Array {
  const { lines } = tablesOf(circuit);
  const side = fixedStep ? countedParts.cutWave : countedParts.cutHistory;
  const transfers = new Float64Array(parts);
  for (let l = 0; l < lines.count; l++) {
    const [a, b] = [owner[lines.from[l]], owner[lines.to[l]]];
    if (a === b || Number.isNaN(lineValue(lines, l, 'delay'))) continue;
    transfers[a] = transfers[a] + side;
    transfers[b] = transfers[b] + side;
  }
  return transfers;
}
