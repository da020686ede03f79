/** Another solution of the same form, such as one with constants in the place of symbols. */
import type { Decoupled } from '../solve/decouple.js';
import type { Solution, TearBlock } from '../solve/solution.js';
import type { Node } from './graph.js';

/** The solution with every expression changed: those of the model by `change`, those of the step by `changeStep`. */
export function mapNodes(solution: Solution, change: (n: Node) => Node, changeStep = change): Solution {
  const { model } = solution;
  const ifAny = (n: Node | null): Node | null => (n ? change(n) : null);
  const decoupled = ({ applies, slots, values }: Decoupled): Decoupled => ({
    applies: changeStep(applies),
    slots: slots.map(({ symbol, value }) => ({ symbol, value: changeStep(value) })),
    values: values.map(changeStep),
  });
  return {
    ...solution,
    model: {
      ...model,
      ports: model.ports.map((p) => ({ ...p, value: change(p.value), volume: ifAny(p.volume) })),
      states: model.states.map((s) => ({
        ...s,
        rate: change(s.rate),
        reset: ifAny(s.reset),
        initial: change(s.initial),
      })),
      holds: model.holds.map((h) => ({ ...h, value: change(h.value), initial: change(h.initial) })),
      outputs: model.outputs.map((o) => ({ ...o, value: change(o.value) })),
      unknowns: model.unknowns.map((u) => ({ ...u, initial: change(u.initial) })),
      zeros: model.zeros.map(change),
      nextEvent: ifAny(model.nextEvent),
      oilAdded: ifAny(model.oilAdded),
    },
    blocks: solution.blocks.map(
      (b): TearBlock =>
        b.type === 'closed'
          ? { ...b, value: changeStep(b.value), ...(b.none ? { none: changeStep(b.none) } : {}) }
          : {
              ...b,
              starts: b.starts.map((n) => (n ? changeStep(n) : null)),
              implicit: b.implicit.map(({ start, size, floor }) => ({ start: start && changeStep(start), size, floor: changeStep(floor) })),
              residuals: b.residuals.map(changeStep),
              jacobian: b.jacobian.map((row) => row.map(changeStep)),
              decoupled: b.decoupled && decoupled(b.decoupled),
            },
    ),
    unknowns: solution.unknowns.map((u) => ({ ...u, value: changeStep(u.value) })),
    endOutputs: solution.endOutputs.map((o) => ({ ...o, value: change(o.value) })),
  };
}
