/** An operating point as the unknowns of a lumped system. */
import { entryOf } from '../circuit/text/known.js';
import { evaluate } from '../equations/graph/evaluate.js';
import type { Node } from '../equations/graph/graph.js';
import type { StartState } from '../network/startState.js';
import type { Batch } from './system/batch.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** Puts an operating point into the unknowns. */
export function startAt({ system }: CircuitSystem, { pressure, flow, states }: StartState, y: Float64Array): void {
  const { layout, volumes, batches } = system;
  volumes.ofEnd.forEach((v, end) => {
    const unknown = layout.unknownOfVolume[v];
    if (unknown >= 0) y[unknown] = pressure[end];
  });
  batches.forEach((batch, b) => {
    const { form, instances } = batch;
    for (const { name } of form.rates)
      for (let i = 0; i < instances.count; i++) {
        const unknown = entryOf(layout.unknownOf[b], `state_${name}`) + i;
        const line = instances.lines[0]?.[i];
        if (instances.stands === 'component') y[unknown] = states.get(instances.componentOf(i))?.[name] ?? y[unknown];
        else if (instances.stands === 'section' && /^(flow$|memory0x)/.test(name)) y[unknown] = flow[line];
        else y[unknown] = atRest(batch, name, i, [pressure[2 * line], pressure[2 * line + 1]]);
      }
  });
}

/** A state of a line's model, or of a mode, where its ends are at rest at their pressures. */
function atRest({ form, instances }: Batch, state: string, i: number, [from, to]: readonly [number, number]): number {
  const initial = form.model.states.find(({ name }) => name === state)?.initial as Node;
  const parameter = (symbol: string): number => instances.parameter(symbol.slice('parameter:'.length))[i];
  return evaluate(initial, (symbol) => (symbol === 'p:b' ? to : symbol.startsWith('p:') ? from : parameter(symbol)));
}
