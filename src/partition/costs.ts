/**
 * What an attempt costs, in nanoseconds: by component with its line ends, and by line if it is cut. Counted here from what was compiled, on an
 * imagined machine; measured ones come from the command line, in the same form.
 */

import type { Circuit } from '../circuit/circuit.js';
import { fluidValues } from '../circuit/fluid/fluidValues.js';
import { kindAt, lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { emitKernel } from '../equations/kernel/emit.js';
import type { KindDefinition } from '../equations/language/definition.js';
import type { Model } from '../equations/language/model.js';
import { modelWithout } from '../equations/solve/omit.js';
import { solve } from '../equations/solve/solve.js';
import { isFixedPressure } from '../network/constants.js';
import { junctionBody } from '../network/junctionKernel.js';
import { Omitted } from '../network/omitted.js';

export interface Costs {
  readonly how: 'counted' | 'measured';
  /** Where they were measured; of counted ones empty. */
  readonly machine: string;
  /** ns an attempt, by component: its equations and its line ends. */
  readonly component: Float64Array;
  /** ns an attempt that either side loses when the line is cut, by line. */
  readonly cutLine: Float64Array;
  /** ns an attempt of the serial engine, the decision with it, where it was measured with them; else null. */
  readonly serial: number | null;
}

/** Parts of a cost that no kernel text tells. */
export interface LineCosts {
  /** ns of one end of a line: error, exchange, wave. */
  readonly end: number;
  /** ns of a cut line: its copy, its slots and the way of that to another core. */
  readonly cut: number;
  /** Cost of a wave line: no pressures are compared across the cut, and partitions may look ahead. */
  readonly cutWave: number;
}

/**
 * On two cores of an AMD EPYC. An end: `bench step` of the ring main. A cut line: rings of 1000 stations by two threads, blocks of 500 to 1 stations in
 * turn; up to 200 cut lines are lost in the noise, 500 to 1000 take 15 ns each with other programs at work. That a wave line costs half is a choice,
 * so that it is preferred: it was not measured.
 */
export const countedLines: LineCosts = { end: 2.2, cut: 12, cutWave: 6 };

/**
 * Costs of operations, ns, two instances at a time: a least-squares fit to bench/kernels.json. `gather`: a value by an index from memory, as signals are read. `search`: of a table, with the branches that
 * a processor predicts wrongly.
 */
const operations = {
  ...{ memory: 0.06, arithmetic: 0.03, division: 0.29, elementary: 10.3, choice: 0.38 },
  ...{ gather: 0.2, rounding: 0.9, search: 8 },
} as const;
/** Kernels that run one instance at a time: they search a table, solve a linear system, or tell their next event. Their operations then cost this many times as much. */
const oneByOne = { pattern: /\bF\[o_event\]|^while \(t\d+k < |\blinearSolve/m, factor: 1.3 } as const;
/** Rounds that the loops inside a kernel make, such as those of Newton's method from a good guess. */
const innerRounds = 2;

/** Costs counted from the compiled equations. */
export function countedCosts(circuit: Circuit): Costs {
  const omitted = new Omitted(tablesOf(circuit));
  /** By kind and optional parameters that are 0. */
  const kernel = new Map<KindDefinition, Map<number, number>>();
  const junctions: number[] = [];
  return costsOf(circuit, 'counted', '', countedLines, (kind, lines, c) => {
    if (!kind) {
      junctions[lines] ??= operationsCost(junctionBody(lines, circuit.fluid.vapourPressure));
      return junctions[lines];
    }
    const own = kernel.get(kind) ?? new Map<number, number>();
    kernel.set(kind, own);
    const key = omitted.of(c);
    let cost = own.get(key);
    if (cost === undefined) {
      cost = kernelCost(modelWithout(kind, omitted.namesOf(c)), circuit);
      own.set(key, cost);
    }
    return cost;
  });
}

/**
 * Costs from those of kinds: `kernelCost` gives the ns of a component of a kind (null: a junction of so many lines). What only lends its fixed pressure
 * to others rests, and costs nothing but a trace that keeps every cluster above zero.
 */
export function costsOf(
  circuit: Circuit,
  how: Costs['how'],
  machine: string,
  ofLines: LineCosts,
  kernelCost: (kind: KindDefinition | null, lines: number, component: number) => number,
  serial: number | null = null,
): Costs {
  const { components, lines } = tablesOf(circuit);
  const ends = lineEnds(circuit);
  const rests = components.kinds.map((kind) => kind !== null && isFixedPressure(kind));
  const component = new Float64Array(components.count);
  for (let c = 0; c < component.length; c++) {
    const own = ends[c];
    const idle = own === 0 && rests[components.kind[c]] === true;
    component[c] = idle ? trace : trace + own * ofLines.end + kernelCost(kindAt(components, c), own, c);
  }
  const cutLine = new Float64Array(lines.count);
  for (let l = 0; l < cutLine.length; l++) cutLine[l] = Number.isNaN(lineValue(lines, l, 'delay')) ? ofLines.cut : ofLines.cutWave;
  return { how, machine, component, cutLine, serial };
}

/** By component: how many lines end at it. */
export function lineEnds(circuit: Circuit): Int32Array {
  const { components, lines } = tablesOf(circuit);
  const ends = new Int32Array(components.count);
  for (const column of [lines.from, lines.to]) for (let l = 0; l < column.length; l++) ends[column[l]] = ends[column[l]] + 1;
  return ends;
}

/** ns */
const trace = 0.01;

function kernelCost(model: Model, circuit: Circuit): number {
  const options = { fluid: fluidValues(circuit), exported: [], countsOil: false, storesFlow: false };
  return operationsCost(emitKernel(solve(model), options).body);
}

/** ns of one instance: operations in the loop over instances of a kernel's text, those of loops inside it several times. */
export function operationsCost(body: string): number {
  const text = body.slice(body.lastIndexOf('lanes: for'));
  const factor = oneByOne.pattern.test(text) ? oneByOne.factor : 1;
  let [sum, depth] = [0, 0];
  const inner: number[] = [];
  for (const line of text.split('\n').slice(1)) {
    const isSearch = /^while \(t\d+k < /.test(line);
    if (!isSearch && /^(for|while) /.test(line)) inner.push(depth);
    sum += (factor * lineCost(line) + callCost(line) + (isSearch ? operations.search : 0)) * innerRounds ** inner.length;
    depth += count(line, /\{/g) - count(line, /\}/g);
    while (inner.length > 0 && depth <= inner[inner.length - 1]) inner.pop();
  }
  return sum;
}

/** Operations of the processor. Places in memory count once, not as the sums that they are. */
function lineCost(line: string): number {
  if (/^const (now|next) = i \+/.test(line)) return 0;
  const flat = line.replace(/F\[[^\]]*\]/g, 'F');
  return (
    operations.memory * count(flat, /\bF\b/g) +
    operations.gather * count(line, /\bF\[I\[/g) +
    operations.arithmetic * count(flat, / [-+*] /g) +
    operations.division * count(flat, / \/ |sqrt\(/g) +
    operations.rounding * count(flat, /\b(?:floor|ceil)\(/g) +
    operations.choice * count(flat, /\?|if \(|\b(?:max|min|abs)\(/g)
  );
}

/** Functions, which cost the same one by one. */
const callCost = (line: string): number => operations.elementary * count(line, /\b(?:exp|log|pow|sin|cos|tanh|atan|linearSolve)\w*\(/g);

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
