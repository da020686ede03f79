/** The nodes in the text of an instance. */

import type { Node } from '../graph/graph.js';
import { type Crossing, crossingNodes } from '../solve/crossings.js';
import type { Solution, TearBlock } from '../solve/solution.js';
import type { KernelOptions } from './kernel.js';
import { resetNodes } from './resetText.js';

/** Every expression that the text writes, to know which are shared. */
export function writtenNodes(
  s: Solution,
  options: KernelOptions,
  isIterated: (block: TearBlock) => boolean,
  crossings: readonly Crossing[],
  modes: readonly Node[],
): Node[] {
  const { model: m } = s;
  if (options.outputsOnly)
    return [
      ...m.outputs.filter((o) => options.outputsOnly?.includes(o.name)),
      ...s.endOutputs.filter((o) => options.outputsOnly?.includes(o.name) && options.ends?.has(o.name)),
    ].map((o) => o.value);
  return [
    ...s.blocks.flatMap((b) =>
      b.type === 'closed'
        ? [b.value, ...(b.none ? [b.none] : [])]
        : [
            ...(b.decoupled ? [...b.decoupled.slots.map((x) => x.value), ...b.decoupled.values, b.decoupled.applies] : []),
            ...(isIterated(b)
              ? [
                  ...b.residuals,
                  ...b.jacobian.flat(),
                  ...b.starts.flatMap((n) => n ?? []),
                  ...b.implicit.flatMap(({ start, floor }) => [start ?? [], floor].flat()),
                ]
              : []),
          ],
    ),
    ...s.unknowns.map((u) => u.value),
    ...m.ports.flatMap((p) => (p.assigns === 'p' ? [p.value] : [])),
    ...m.states.flatMap((x) => (x.reset ? resetNodes(m.graph, x.name, x.reset) : [])),
    ...m.holds.map((h) => h.value),
    ...m.outputs.map((o) => o.value),
    ...m.ports.flatMap((p) => (p.volume ? [p.volume] : [])),
    ...(m.nextEvent ? [m.nextEvent] : []),
    ...(options.countsOil && m.oilAdded ? [m.oilAdded] : []),
    ...s.endOutputs.filter((o) => options.ends?.has(o.name)).map((o) => o.value),
    ...crossingNodes(crossings),
    ...modes,
  ];
}
