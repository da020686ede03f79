/** Lines of models of their own in the lumped system: beside its V/B each is a component of one port, with the model's equations, at the line's one pressure. */

import type { OwnModel } from '../../blocks/lines/models/model.js';
import { lineModel } from '../../blocks/lines/models/registry.js';
import type { Circuit } from '../../circuit/circuit.js';
import { type LineTable, lineValue, modelData } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { component, type KindDefinition } from '../../equations/language/definition.js';
import type { Instances } from './batch.js';
import type { Volumes } from './volumes.js';

const definitions = new Map<string, KindDefinition>();

/** The kind that stands for the parts of a line. */
function definitionOf(name: string, parts: number): KindDefinition {
  const key = `${name} of ${parts}`;
  let definition = definitions.get(key);
  if (!definition) {
    const { about, source, own } = lineModel(name);
    definition = component({ kind: key, about, source, group: '', ports: { line: 'hydraulic' }, ...(own as OwnModel).lumped(parts) });
    definitions.set(key, definition);
  }
  return definition;
}

/** All such lines, by model and number of parts. */
export function modelInstances(circuit: Circuit, { ofEnd, initial }: Volumes): Instances[] {
  const { lines } = tablesOf(circuit);
  const groups = new Map<KindDefinition, number[]>();
  for (let line = 0; line < lines.count; line++) {
    const data = modelData(lines, line);
    if (!data) continue;
    const definition = definitionOf(data.model, Object.values(data.numbers)[0]?.length ?? 1);
    groups.set(definition, [...(groups.get(definition) ?? []), line]);
  }
  return [...groups].map(([definition, list]): Instances => {
    const own = Int32Array.from(list);
    const nodes = own.map((line) => ofEnd[2 * line]);
    return {
      definition,
      stands: 'model',
      omitted: [],
      shared: {},
      count: own.length,
      nameOf: (i) => lines.nameOf(own[i]),
      componentOf: () => -1,
      nodes: [nodes],
      lines: [own],
      parameter: (name) => Float64Array.from(own, (line) => parameterOf(lines, line, name)),
      startPressure: () => Float64Array.from(nodes, (node) => initial[node]),
      table: () => ({ x: [], y: [] }),
    };
  });
}

/** 'volume', or one of the line's numbers: 'share1' is the first part's `share`. */
function parameterOf(lines: LineTable, line: number, name: string): number {
  if (name === 'volume') return lineValue(lines, line, 'volume');
  const [, of = '', part = ''] = /^(.*?)(\d+)$/.exec(name) ?? [];
  return modelData(lines, line)?.numbers[of]?.[Number(part) - 1] as number;
}
