/** Modes of a kind in a step: on which side its conditions are, those that change how its equations go on, and which states its resets hold. */
import type { Graph, Node } from '../graph/graph.js';
import { surfacesOf } from '../graph/surfaces.js';
import type { Switch } from '../graph/switches.js';
import type { Model } from '../language/model.js';
import { withoutKeptLimits } from './keptLimits.js';

/** A condition a < b, or a state that a reset may hold. */
export type StepMode = Pick<Switch, 'sides' | 'jump'> | { readonly state: string };

/** Modes that stand in one word, as bits of a double. */
export const modesOfWord = 50;

/** The modes of a model in the middle of the step (stepTimes.ts); that a state is at a limit that its reset keeps is told by the reset. */
export function stepModes(model: Model): StepMode[] {
  const { graph, ports, states, holds, zeros } = model;
  const moving = [...[...ports, ...holds].map(({ value }) => value), ...states.map(({ rate }) => rate), ...zeros];
  const held = states.filter(({ reset }) => reset).map(({ name }) => ({ state: name }));
  return [...surfacesOf(graph, moving.map(withoutKeptLimits(model))).map(({ sides, jump }) => ({ sides, jump })), ...held];
}

/** Words of them; `judgesResets`: whether 'held:x' is told, else no reset holds. */
export function modeWords(g: Graph, modes: readonly StepMode[], judgesResets: boolean): Node[] {
  const bit = (mode: StepMode, k: number): Node => {
    if ('state' in mode && !judgesResets) return g.zero;
    const holds = 'state' in mode ? g.condition('ne', g.symbol(`held:${mode.state}`), g.zero) : g.condition('lt', ...mode.sides);
    return g.select(holds, g.number(2 ** k), g.zero);
  };
  return Array.from({ length: Math.ceil(modes.length / modesOfWord) }, (_, word) =>
    modes
      .slice(word * modesOfWord, (word + 1) * modesOfWord)
      .map(bit)
      .reduce((sum, one) => g.add(sum, one)),
  );
}
