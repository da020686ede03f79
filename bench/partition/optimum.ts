/** `ringmain bench partition optimum`: multilevel's plans beside the proven optimum, or what no plan can go below. */
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { asCounts } from '#ringmain/cli/optionTable.js';
import { warnUser } from '#ringmain/cli/print.js';
import { clusterGraph } from '#ringmain/partition/clusterGraph.js';
import { countedCosts } from '#ringmain/partition/costs.js';
import { defaultTolerance, sharesOf } from '#ringmain/partition/cutCircuit.js';
import { totalWeight } from '#ringmain/partition/graph.js';
import { provenBest } from '#ringmain/partition/methods/exhaustive.js';
import { multilevel } from '#ringmain/partition/methods/multilevel.js';
import { partitioned } from '#ringmain/partition/methods/registry.js';
import { qualityOf } from '#ringmain/partition/quality.js';
import { textTable } from '#ringmain/report/table.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';

const commandOptions = {
  parts: { about: 'numbers of parts, separated by commas', fallback: '2,3,4,7', read: asCounts(1) },
};

export const optimum = part({
  name: 'optimum',
  describe: "multilevel's plans beside the proven optimum of small circuits",
  circuit: "circuit file; default: the thesis' circuits",
  options: commandOptions,
  examples: [['circuits/ring-main.yaml --parts 4', 'one circuit in four parts']],
  measure,
});

const seed = 1;

/** Files of the circuits of the thesis, as seen from the present working folder. */
export function thesisCircuits(): string[] {
  return ['two-actuator', 'controlled-two-actuator', 'servo-drive', 'marine', 'ring-main'].map(bundledCircuit);
}

export interface OptimumRow {
  readonly circuit: string;
  readonly clusters: number;
  readonly parts: number;
  /** Of multilevel's plan, ns an attempt of the slowest part with its exchange, by counted costs. */
  readonly multilevel: number;
  /** The same of the best plan that is known. */
  readonly best: number;
  /** What no plan goes below: the same as `best` where that is proven to be the optimum. */
  readonly bound: number;
  /** That the optimum, or the bound, allows: barriers apart. */
  readonly speedUp: number;
  /** s of CPU for the proof. */
  readonly seconds: number;
}

async function measure({ circuit: told, parts }: Values<typeof commandOptions>): Promise<Measured> {
  const rows: OptimumRow[] = [];
  for (const file of told === undefined ? thesisCircuits() : [told]) {
    const circuit = await readCircuit(file, { onWarning: warnUser(file) });
    const { graph } = clusterGraph(circuit, countedCosts(circuit));
    for (const number of parts) {
      if (number > graph.count) continue;
      say(`${circuit.name} in ${number} parts`);
      const task = { graph, shares: sharesOf(number), tolerance: defaultTolerance, aim: 'step', seed } as const;
      const found = qualityOf(graph, partitioned(multilevel, task), task.shares).slowest;
      const began = process.cpuUsage();
      const { slowest, bound } = provenBest(task);
      const { user, system } = process.cpuUsage(began);
      rows.push({
        circuit: circuit.name,
        clusters: graph.count,
        parts: number,
        multilevel: found,
        best: slowest,
        bound,
        speedUp: totalWeight(graph) / bound,
        seconds: (user + system) / 1e6,
      });
    }
  }
  return { stored: { seed, rows }, text: () => text(rows) };
}

/** Of the columns of optimumCells. */
export const optimumHeadings = ['circuit', 'clusters', 'parts', 'multilevel', 'optimum', 'above it', 'speed-up at most', 'proof'] as const;

/** Cells of a row, as the table and a page show them. */
export function optimumCells({ circuit, clusters, parts, multilevel: found, best, bound, speedUp, seconds }: OptimumRow): string[] {
  const proven = best === bound;
  return [
    circuit,
    String(clusters),
    String(parts),
    `${found.toFixed(2)} ns`,
    proven ? `${best.toFixed(2)} ns` : `≥ ${bound.toFixed(2)} ns`,
    `${proven ? '' : '≤ '}${(100 * (found / bound - 1)).toFixed(2)} %`,
    speedUp.toFixed(2),
    `${seconds.toFixed(1)} s`,
  ];
}

function text(rows: readonly OptimumRow[]): string {
  const columns = optimumHeadings.map((heading, k) => (k === 0 ? { heading } : { heading, align: 'right' as const }));
  return ['slowest part with its exchange, by counted costs', textTable(columns, rows.map(optimumCells))].join('\n\n');
}
