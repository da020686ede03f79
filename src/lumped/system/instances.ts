/** Components of one kind, as the lumped system sees them: what stands at their ports and what their parameters are. */

import type { Circuit, Table } from '../../circuit/circuit.js';
import { fluidValues } from '../../circuit/fluid/fluidValues.js';
import { type ParameterRows, portsOf } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { directPressures, isFixedPressure, sharedParameters } from '../../network/constants.js';
import { Omitted } from '../../network/omitted.js';
import type { Instances } from './batch.js';
import { modelInstances } from './lineModels.js';
import { airInstances } from './releasedAir.js';
import type { Volumes } from './volumes.js';
import { waveInstances } from './waveLines.js';

/** All components but junctions and unused fixed pressures, by kind and optional parameters that are 0, and the wave lines. Nodes are volumes, and behind them the direct connections. */
export function instancesOf(circuit: Circuit, volumes: Volumes, damped: boolean, tunable?: ReadonlySet<string>): Instances[] {
  const tables = tablesOf(circuit);
  const { components, lines, direct } = tables;
  const ports = components.kinds.map((kind) => (kind ? portsOf(kind) : []));
  const first = new Int32Array(components.count + 1);
  for (let c = 0; c < components.count; c++) first[c + 1] = first[c] + (ports[components.kind[c]] as readonly string[]).length;
  const node = new Int32Array(first[components.count]).fill(-1);
  const lineAt = new Int32Array(node.length).fill(-1);
  for (let l = 0; l < lines.count; l++) {
    for (const [side, c, port] of [
      [0, lines.from[l], lines.fromPort[l]],
      [1, lines.to[l], lines.toPort[l]],
    ] as [number, number, number][]) {
      if (components.kinds[components.kind[c]] === null) continue;
      node[first[c] + port] = volumes.ofEnd[2 * l + side];
      lineAt[first[c] + port] = l;
    }
  }
  for (let d = 0; d < direct.count; d++) node[first[direct.component[d]] + direct.port[d]] = volumes.count + d;
  const byKind: number[][] = components.kinds.map(() => []);
  for (let c = 0; c < components.count; c++) byKind[components.kind[c]]?.push(c);
  const omitted = new Omitted(tables);
  const fixed = directPressures(tables, fluidValues(circuit));
  const startAt = (n: number): number => (n < 0 ? 0 : n < volumes.count ? volumes.initial[n] : fixed[n - volumes.count]);
  const groups = components.kinds.flatMap((definition, number): Instances[] => {
    if (!definition) return [];
    const rests = isFixedPressure(definition);
    const all = byKind[number].filter((c) => !rests || node[first[c]] !== -1);
    const { names, rows, tables: points } = components.parameters[number] as ParameterRows;
    return [...new Set(all.map((c) => omitted.of(c)))].map((bits): Instances => {
      const own = all.filter((c) => omitted.of(c) === bits);
      const rowOf = (i: number): number => components.row[own[i]];
      return {
        definition,
        stands: 'component',
        omitted: omitted.namesOf(own[0]),
        shared: sharedParameters(tables, definition, tunable),
        count: own.length,
        nameOf: (i) => components.nameOf(own[i]),
        componentOf: (i) => own[i],
        nodes: (ports[number] as readonly string[]).map((_, k) => Int32Array.from(own, (c) => node[first[c] + k])),
        lines: (ports[number] as readonly string[]).map((_, k) => Int32Array.from(own, (c) => lineAt[first[c] + k])),
        parameter: (name) => Float64Array.from(own, (_, i) => rows.get(rowOf(i), names.indexOf(name))),
        startPressure: (port) => Float64Array.from(own, (c) => startAt(node[first[c] + portsOf(definition).indexOf(port)])),
        table: (i, name) => points[rows.get(rowOf(i), names.indexOf(name))] as Table,
      };
    });
  });
  return [
    ...groups,
    ...waveInstances(circuit, volumes, damped),
    ...modelInstances(circuit, volumes),
    ...airInstances(circuit, volumes, damped),
  ].filter(({ count }) => count > 0);
}
