/**
 * States that only count: the angle that a motor has turned, energy, oil that has passed. Nothing depends on them, so a circuit is at rest while they go
 * on. A travel limit farther away than anything goes (`lowest: -1e12`) is none.
 */
import { entryOf } from '../../circuit/text/known.js';
import { tablesOf } from '../../circuit/views.js';
import { symbolsOf } from '../../equations/graph/graph.js';
import type { Batch } from './batch.js';
import type { CircuitSystem } from './circuitSystem.js';
import type { BatchFunction } from './link.js';

/** m, rad, J, …: nothing goes as far. */
const outOfReach = 1e9;

/** By unknown: 1 for a state that only counts, or is declared to (`counts` of its kind). Changes nothing. */
export function countingStates({ circuit, system }: CircuitSystem): Uint8Array {
  const { layout, batches } = system;
  const counting = new Uint8Array(layout.size);
  const { components, signals } = tablesOf(circuit);
  const connected = new Set(signals.map(({ from }) => `${components.nameOf(from.component)}.${from.signal}`));
  batches.forEach((batch, b) => {
    const { form, instances } = batch;
    for (const { name } of form.rates) {
      const declared = form.model.definition.states?.[name]?.counts ?? false;
      if (!declared && isRead(batch, name)) continue;
      const outputs = form.outputs.filter(({ value }) => reads(name, symbolsOf(value))).map((output) => output.name);
      for (let i = 0; i < instances.count; i++) {
        const drives = [name, ...outputs].some((signal) => connected.has(`${instances.nameOf(i)}.${signal}`));
        if (declared || (!drives && !isLimited(layout, batch, b, name, i))) counting[entryOf(layout.unknownOf[b], `state_${name}`) + i] = 1;
      }
    }
  });
  return counting;
}

const reads = (state: string, symbols: ReadonlySet<string>): boolean => symbols.has(`state:${state}`) || symbols.has(`pre:${state}`);

/** Whether anything of its kind but resets and outputs depends on a state. */
function isRead({ form }: Batch, state: string): boolean {
  const { ports, rates, holds, switches, nextEvent, solved } = form;
  const values = [
    ...[...ports, ...rates, ...holds, ...switches].map(({ value }) => value),
    ...solved.flatMap(({ residuals }) => residuals),
  ];
  return reads(state, symbolsOf(...values, ...ports.flatMap(({ volume }) => volume ?? []), ...(nextEvent ? [nextEvent] : [])));
}

/** Whether a reset acts otherwise where the state is far away. */
function isLimited(
  { F, columns, functions }: CircuitSystem['system']['layout'],
  { form }: Batch,
  b: number,
  state: string,
  i: number,
): boolean {
  if (!form.resets.some(({ held, value }) => reads(state, symbolsOf(held, value)))) return false;
  const resets = functions[b]?.get('resets') as BatchFunction;
  const cell = (key: string): number => entryOf(columns[b], key) + i;
  const at = cell(`state_${state}`);
  const here = F[at];
  const held = (value: number): string => {
    F[at] = value;
    resets(i, i + 1);
    return form.resets.map(({ name }) => F[cell(`isHeld_${name}`)]).join(' ');
  };
  const [now, ...far] = [here, -outOfReach, outOfReach].map(held);
  F[at] = here;
  return far.some((flags) => flags !== now);
}
