/**
 * Signals whose values at the end of the step are asked for. Signals are those of the middle of the step, as flows are; what happens at its end, a hold (a
 * sampler, a relay, a timer), a reset, the next event or a port volume, sees its inputs there, and so does the record.
 */
import { type CircuitTables, kindAt } from '../circuit/tables.js';
import { modelOf } from '../equations/language/build.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { solve } from '../equations/solve/solve.js';
import { endInputsOf } from '../equations/solve/stepTimes.js';

/** By kind: its outputs and states that others, or the record (`recorded`, by kind), need at the end of the step. */
export function endSignals(
  { components, signals }: CircuitTables,
  recorded: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, ReadonlySet<string>> {
  const needed = new Map<string, Set<string>>();
  for (const [kind, outputs] of recorded) needed.set(kind, new Set(outputs));
  for (let found = true; found; ) {
    found = false;
    const known = new Map<string, boolean>();
    for (const { from, to } of signals) {
      const [source, reader] = [kindAt(components, from.component), kindAt(components, to.component)];
      if (!source || !reader || needed.get(source.kind)?.has(from.signal)) continue;
      const key = `${reader.kind} ${to.input}`;
      const reads = known.get(key) ?? readsEnd(reader, needed.get(reader.kind), to.input);
      known.set(key, reads);
      if (!reads) continue;
      needed.set(source.kind, (needed.get(source.kind) ?? new Set()).add(from.signal));
      found = true;
    }
  }
  return needed;
}

/** Whether a kind, with these of its outputs needed at the end of the step, reads an input there. */
function readsEnd(kind: KindDefinition, outputs: ReadonlySet<string> | undefined, input: string): boolean {
  const { model, endOutputs } = solve(modelOf(kind));
  const nodes = [
    ...model.holds.map((h) => h.value),
    ...model.states.flatMap((s) => s.reset ?? []),
    ...model.ports.flatMap((p) => p.volume ?? []),
    ...(model.nextEvent ? [model.nextEvent] : []),
    ...endOutputs.filter((o) => outputs?.has(o.name)).map((o) => o.value),
  ];
  return endInputsOf(...nodes).includes(input);
}
