/** Checks that what a circuit file treats under `run.treat` is there: a line, or a junction of lines. */
import type { Mistakes } from '../file/mistakes.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { unknownKind } from './components.js';
import type { Parts } from './parts.js';

/** Names that are neither are mistakes. */
export function checkTreated(
  treat: Readonly<Record<string, string>>,
  components: ComponentTable,
  lines: Parts<object>,
  mistakes: Mistakes,
): void {
  for (const name of Object.keys(treat)) {
    const c = components.find(name);
    if (c >= 0 && (components.kind[c] === unknownKind || kindAt(components, c) === null)) continue;
    const names = Array.from({ length: lines.length }, (_, l) => lines.nameOf(l));
    if (names.includes(name)) continue;
    mistakes.add(
      ['run', 'treat', name],
      'CIR407',
      () => `run.treat: no line or junction '${name}'${c >= 0 ? '' : mistakes.hints.didYouMean(name, names)}`,
      c >= 0
        ? `'${name}' is a component: name a line of the volume at one of its ports`
        : 'name a line of the volume, or a junction of lines',
    );
  }
}
