/** Whether the names after `--record` mean anything in a circuit. */
import type { Circuit } from '../circuit/circuit.js';
import { selectNames } from '../circuit/globs.js';
import { recordablesOf } from '../circuit/recordables.js';
import { UserError } from '../results/userError.js';
import { closest } from './closest.js';

/** Refuses a name or glob that chooses nothing: a column that is missing without a word is found too late. */
export function checkRecordNames(circuit: Circuit, patterns: readonly string[]): void {
  const names = circuit.components.flatMap((component) => recordablesOf(component).map(({ name }) => name));
  for (const { name } of circuit.lines) names.push(`${name}.p`);
  const [unmatched] = selectNames(names, patterns).unmatched;
  if (unmatched === undefined) return;
  const meant = closest(unmatched, names);
  throw new UserError(`--record ${unmatched}: no such quantity in ${circuit.name}${meant ? `; did you mean '${meant}'?` : ''}`);
}
