/** Components of one kind, as the lumped system sees them: what stands at their ports and what their parameters are. */

import type { Circuit, Table } from '../../circuit/circuit.js';
import { fluidValues } from '../../circuit/fluid/fluidValues.js';
import { frictionNames, type lineColumns, lineType, lineValue, type ParameterRows, portsOf } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { component, type KindDefinition, type PortType, portQuantities, portTypes } from '../../equations/language/definition.js';
import { directPressures, isFixedPressure, sharedParameters } from '../../network/constants.js';
import { Omitted } from '../../network/omitted.js';
import type { Instances } from './batch.js';
import { modelInstances } from './lineModels.js';
import { airInstances } from './releasedAir.js';
import type { Volumes } from './volumes.js';

/**
 * The oil in a wave line: p_a - p_b = Z T Q' + loss(Q) + ρ g h, T² = L C and Z² = L/C for inertance L and capacitance C. `damped`: L has a resistance Z
 * beside it, which takes no flow when Q stands still, so that a lossless line comes to rest at the same point.
 */
function section(type: PortType, loss: 'linear' | 'turbulent', damped: boolean): KindDefinition {
  const [parameters, text] = losses[loss];
  const { p, q } = portQuantities[type];
  return component({
    kind: `${damped ? 'damped ' : ''}wave line as one section, ${loss} friction`,
    about: 'Inertance, friction and rise of a line between the halves of its volume; mass of a rod between halves of its spring.',
    source: 'stiff-ODE systems of short pipelines: Esqué 2008, (3.5)',
    group: '',
    ports: { a: type, b: type },
    parameters: {
      impedance: { unit: `${p.unit}/(${q.unit})`, above: 0, about: 'Z' },
      delay: { unit: 's', above: 0, about: 'T' },
      drop: { unit: p.unit, about: 'ρ g times the rise from a to b' },
      ...parameters,
    },
    states: { flow: { unit: q.unit, initial: 0, about: 'flow, or velocity, from a to b' } },
    equations: `${text}
      push = a.${p.name} - b.${p.name} - drop - loss
      through = flow${damped ? ' + push / impedance' : ''}
      a.${q.name} = -through
      b.${q.name} = through
      der(flow) = push / (impedance * delay)
    `,
  });
}

/** Friction of steady flow as wave lines have it (blocks/historyStates.ts). */
const losses = {
  linear: [{ resistance: { unit: 'Pa s/m3', atLeast: 0, about: '8μL/(πr⁴)' } }, '\n      loss = resistance * flow'],
  turbulent: [
    {
      darcy: { unit: 'Pa s2/m6', above: 0, about: 'ρL/(2dA²)' },
      reynolds: { unit: 's/m3', above: 0, about: 'Re over flow' },
      roughness: { unit: '1', atLeast: 0, about: '(ε/3.7d)^1.11' },
    },
    `
      number = reynolds * abs(flow)
      root = -1.8 / log(10) * log(6.9 / max(number, 4000) + roughness)
      laminar = 64 / min(max(number, 1), 2000)
      share = min(1, max(0, (number - 2000) / 2000))
      loss = darcy * (laminar + share * (1 / root^2 - laminar)) * max(abs(flow), 1 / reynolds) * flow`,
  ],
} as const;

/** By type of port and friction, and whether damped. Rods and shafts have no friction of their own. */
const sorts = [...portTypes.map((type) => ({ type, loss: 'linear' }) as const), { type: 'hydraulic', loss: 'turbulent' } as const].map(
  ({ type, loss }) => ({ type, loss, definitions: [section(type, loss, false), section(type, loss, true)] as const }),
);

/** All components but junctions and unused fixed pressures, by kind and optional parameters that are 0, and the wave lines. Nodes are volumes, and behind them the direct connections. */
export function instancesOf(circuit: Circuit, volumes: Volumes, damped: boolean): Instances[] {
  const tables = tablesOf(circuit);
  const { components, lines, direct } = tables;
  const ports = components.kinds.map((kind) => (kind ? portsOf(kind) : []));
  const first = new Int32Array(components.count + 1);
  for (let c = 0; c < components.count; c++)
    first[c + 1] = (first[c] as number) + (ports[components.kind[c] as number] as readonly string[]).length;
  const node = new Int32Array(first[components.count] as number).fill(-1);
  const lineAt = new Int32Array(node.length).fill(-1);
  for (let l = 0; l < lines.count; l++) {
    for (const [side, c, port] of [
      [0, lines.from[l], lines.fromPort[l]],
      [1, lines.to[l], lines.toPort[l]],
    ] as [number, number, number][]) {
      if (components.kinds[components.kind[c] as number] === null) continue;
      node[(first[c] as number) + port] = volumes.ofEnd[2 * l + side] as number;
      lineAt[(first[c] as number) + port] = l;
    }
  }
  for (let d = 0; d < direct.count; d++)
    node[(first[direct.component[d] as number] as number) + (direct.port[d] as number)] = volumes.count + d;
  const byKind: number[][] = components.kinds.map(() => []);
  for (let c = 0; c < components.count; c++) byKind[components.kind[c] as number]?.push(c);
  const omitted = new Omitted(tables);
  const fixed = directPressures(tables, fluidValues(circuit));
  const startAt = (n: number): number =>
    n < 0 ? 0 : n < volumes.count ? (volumes.initial[n] as number) : (fixed[n - volumes.count] as number);
  const groups = components.kinds.flatMap((definition, number): Instances[] => {
    if (!definition) return [];
    const rests = isFixedPressure(definition);
    const all = (byKind[number] as number[]).filter((c) => !rests || node[first[c] as number] !== -1);
    const { names, rows, tables: points } = components.parameters[number] as ParameterRows;
    return [...new Set(all.map((c) => omitted.of(c)))].map((bits): Instances => {
      const own = all.filter((c) => omitted.of(c) === bits);
      const rowOf = (i: number): number => components.row[own[i] as number] as number;
      return {
        definition,
        stands: 'component',
        omitted: omitted.namesOf(own[0] as number),
        shared: sharedParameters(tables, definition),
        count: own.length,
        nameOf: (i) => components.nameOf(own[i] as number),
        componentOf: (i) => own[i] as number,
        nodes: (ports[number] as readonly string[]).map((_, k) => Int32Array.from(own, (c) => node[(first[c] as number) + k] as number)),
        lines: (ports[number] as readonly string[]).map((_, k) => Int32Array.from(own, (c) => lineAt[(first[c] as number) + k] as number)),
        parameter: (name) => Float64Array.from(own, (_, i) => rows.get(rowOf(i), names.indexOf(name))),
        startPressure: (port) =>
          Float64Array.from(own, (c) => startAt(node[(first[c] as number) + portsOf(definition).indexOf(port)] as number)),
        table: (i, name) => points[rows.get(rowOf(i), names.indexOf(name))] as Table,
      };
    });
  });
  return [
    ...groups,
    ...sectionsOf(circuit, volumes, damped),
    ...modelInstances(circuit, volumes),
    ...airInstances(circuit, volumes, damped),
  ].filter(({ count }) => count > 0);
}

function sectionsOf(circuit: Circuit, { sections, ofEnd }: Volumes, damped: boolean): Instances[] {
  const { lines } = tablesOf(circuit);
  const turbulent = frictionNames.indexOf('turbulent');
  return sorts.map(({ type, loss, definitions }): Instances => {
    const isOwn = (l: number): boolean =>
      lineType(lines, l) === type && (lineValue(lines, l, 'friction') === turbulent) === (loss === 'turbulent');
    const own = Int32Array.from(sections.filter(isOwn));
    return {
      definition: definitions[damped ? 1 : 0],
      stands: 'section',
      omitted: [],
      shared: {},
      count: own.length,
      nameOf: (i) => lines.nameOf(own[i] as number),
      componentOf: () => -1,
      nodes: [0, 1].map((side) => own.map((l) => ofEnd[2 * l + side] as number)),
      lines: [0, 1].map(() => own),
      parameter: (name) => Float64Array.from(own, (l) => lineValue(lines, l, name as keyof typeof lineColumns)),
      startPressure: () => new Float64Array(own.length),
      table: () => ({ x: [], y: [] }),
    };
  });
}
