/** Signal connections: references to outputs, states and inputs → numbers; inputs driven twice or not at all. */

import type { KindDefinition } from '../../equations/language/definition.js';
import { didYouMean } from '../file/closest.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path, RawComponent, RawConnection } from '../file/raw.js';
import { type ComponentTable, kindAt } from '../tables.js';
import { numberAt } from '../text/known.js';
import { unknownKind } from './components.js';
import type { ComponentIndex, End, PlacedSignal, Section } from './section.js';
import { checkUnits } from './signalUnits.js';

type Kind = KindDefinition | null;
const outputsOf = (kind: Kind): string[] => Object.keys(kind?.outputs ?? {});
const sourcesOf = (kind: Kind): string[] => [...outputsOf(kind), ...Object.keys(kind?.states ?? {})];
const inputsOf = (kind: Kind): string[] => Object.keys(kind?.inputs ?? {});

/** Resolves the signal connections; all mistakes are reported. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: both ends of a signal are resolved against the same maps
export function connectSignals(
  entries: Section<RawConnection>,
  written: Section<RawComponent>,
  components: ComponentTable,
  index: ComponentIndex,
  mistakes: Mistakes,
): PlacedSignal[] {
  const signals: PlacedSignal[] = [];
  /** By component: input → the signal that drives it. */
  const driven = new Map<number, Map<string, number>>();
  /** Components with a mistake in a reference: their inputs are not reported as open. */
  const doubtful = new Set<number>();
  let lost = mistakes.incomplete;

  const at: End = { component: -1, port: undefined };
  const end = (k: number, side: 0 | 1, what: string, all: (kind: Kind) => string[], bare: (kind: Kind) => string[]) => {
    entries.endOf(k, side, index, at);
    const { component, port: given } = at;
    const path = (): Path => [...entries.pathOf(k), side === 0 ? 'from' : 'to'];
    if (component < 0) {
      lost = true;
      const { raw } = entries.at(k);
      const text = side === 0 ? raw.from : raw.to;
      const name = text.split('.')[0] as string;
      const message = (): string => `signal: no component '${name}'${mistakes.hints.didYouMean(name, index.names())}`;
      mistakes.add(path(), 'CIR305', message, 'write component, or component.signal, of an entry under components:');
      return undefined;
    }
    if (components.kind[component] === unknownKind) return undefined;
    const found = kindAt(components, component);
    const known = all(found);
    if (given !== undefined && known.includes(given)) return { component, signal: given };
    const single = bare(found);
    if (given === undefined && single.length === 1) return { component, signal: single[0] as string };
    doubtful.add(component);
    const kind = found?.kind ?? 'junction';
    const name = components.nameOf(component);
    if (known.length === 0) mistakes.add(path(), 'CIR401', `signal: ${kind} '${name}' has no ${what}`, `a ${kind} cannot be joined so`);
    else if (given === undefined) {
      const why = single.length > 1 ? `has more than one ${what}` : 'has states only, and does not say which';
      mistakes.add(path(), 'CIR401', `signal: ${kind} '${name}' ${why}`, `write ${known.map((k) => `'${name}.${k}'`).join(' or ')}`);
    } else
      mistakes.add(
        path(),
        'CIR401',
        `signal: ${kind} '${name}' has no ${what} '${given}'${didYouMean(given, known)}`,
        `it has ${known.join(', ')}`,
      );
    return undefined;
  };

  for (let k = 0; k < entries.length; k++) {
    const from = end(k, 0, 'output or state', sourcesOf, outputsOf);
    const to = end(k, 1, 'input', inputsOf, inputsOf);
    if (!to) continue;
    const inputs = driven.get(to.component) ?? new Map<string, number>();
    const before = inputs.get(to.signal);
    if (before !== undefined) {
      const key = `${components.nameOf(to.component)}.${to.signal}`;
      const [one, other] = [entries.at(before).raw.from, entries.at(k).raw.from];
      const path = [...entries.pathOf(k), 'to'];
      mistakes.add(path, 'CIR402', `input ${key} is driven twice: by ${one} and by ${other}`, 'join the two in a sum');
    }
    driven.set(to.component, inputs.set(to.signal, k));
    if (!from || before !== undefined) continue;
    const signal: PlacedSignal = { from, to: { component: to.component, input: to.signal }, path: entries.pathOf(k) };
    signals.push(signal);
    checkUnits(signal, components, mistakes);
  }
  if (lost) return signals;
  const hasInputs = components.kinds.map((kind) => inputsOf(kind).length > 0);
  for (let c = 0; c < components.count; c++) {
    if (!hasInputs[numberAt(components.kind, c)] || doubtful.has(c)) continue;
    const kind = kindAt(components, c);
    const inputs = kind?.inputs ?? {};
    for (const name in inputs) {
      if (inputs[name]?.default !== undefined || inputs[name]?.instead !== undefined || driven.get(c)?.has(name)) continue;
      const owner = components.nameOf(c);
      const message = `input '${name}' of ${kind?.kind} '${owner}' is not driven`;
      mistakes.add([...written.pathOf(c), '', name], 'CIR403', message, `add a signal: { from: …, to: ${owner}.${name} }`);
    }
  }
  return signals;
}
