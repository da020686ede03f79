/**
 * How long before the end of a step the values were that a hold follows: half a step where they follow port quantities, which are of the middle (equations/solve/stepTimes.ts), 0 where it
 * follows states, which are of the end; through signals from others, as their source has it.
 */
import { kindAt } from '../../circuit/tables.js';
import { type Node, symbolsOf } from '../../equations/graph/graph.js';
import { modelOf } from '../../equations/language/build.js';
import { conditionsOf } from '../../equations/solve/crossings.js';
import type { Network } from '../../network/network.js';

/** λ of a component's hold, in parts of the step: the largest of all that its conditions read. */
export function lagOf(network: Pick<Network, 'tables' | 'drivers'>, component: number, hold: string): number {
  const { components, signals } = network.tables;
  const seen = new Set<string>();
  const ofNodes = (c: number, nodes: readonly Node[]): number => {
    let lag = 0;
    for (const symbol of symbolsOf(...nodes)) {
      const [type, name] = symbol.split(':') as [string, string];
      if (type === 'p' || type === 'q') lag = 0.5;
      else if (type === 'input') lag = Math.max(lag, ofInput(c, name));
    }
    return lag;
  };
  /** A signal that goes round is no further source. */
  const ofInput = (c: number, input: string): number => {
    const from = signals[network.drivers.get(c)?.get(input) ?? -1]?.from;
    const kind = from && kindAt(components, from.component);
    if (!from || !kind || seen.has(`${from.component}.${from.signal}`)) return 0;
    seen.add(`${from.component}.${from.signal}`);
    return ofNodes(
      from.component,
      modelOf(kind).outputs.flatMap(({ name, value }) => (name === from.signal ? [value] : [])),
    );
  };
  const kind = kindAt(components, component);
  if (!kind) return 0;
  const { graph, holds } = modelOf(kind);
  return ofNodes(
    component,
    holds.flatMap(({ name, value }) => (name === hold ? conditionsOf(graph, value).map(({ margin }) => margin) : [])),
  );
}
