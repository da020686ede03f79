/** Signal connections: references to outputs, states and inputs → numbers; inputs driven twice or not at all. */
import type { KindDefinition } from '../equations/definition.js';
import type { SignalConnection } from './circuit.js';
import { didYouMean } from './closest.js';
import type { Entry } from './compact.js';
import type { Resolved } from './components.js';
import type { Mistakes } from './mistakes.js';
import type { Path, RawConnection } from './raw.js';

/** A connection with the place that it was written at. */
export interface PlacedSignal extends SignalConnection {
  readonly path: Path;
}

type Kind = KindDefinition | null;
const outputsOf = (kind: Kind): string[] => Object.keys(kind?.outputs ?? {});
const sourcesOf = (kind: Kind): string[] => [...outputsOf(kind), ...Object.keys(kind?.states ?? {})];
const inputsOf = (kind: Kind): string[] => Object.keys(kind?.inputs ?? {});

/** Resolves the signal connections; all mistakes are reported. `index` is component name → number. */
export function connectSignals(
  entries: readonly Entry<RawConnection>[],
  resolved: readonly Resolved[],
  index: ReadonlyMap<string, number>,
  mistakes: Mistakes,
): PlacedSignal[] {
  const signals: PlacedSignal[] = [];
  /** Who drives an input, by 'component.input'. */
  const driven = new Map<string, string>();
  /** Components with a mistake in a reference: their inputs are not reported as open. */
  const doubtful = new Set<number>();
  let lost = mistakes.incomplete;

  const end = (text: string, path: Path, what: string, all: (kind: Kind) => string[], bare: (kind: Kind) => string[]) => {
    const dot = text.indexOf('.');
    const name = dot < 0 ? text : text.slice(0, dot);
    const component = index.get(name);
    if (component === undefined) {
      lost = true;
      const message = (): string => `signal: no component '${name}'${didYouMean(name, index.keys())}`;
      mistakes.add(path, 'CIR305', message, 'write component, or component.signal, of an entry under components:');
      return undefined;
    }
    const found = resolved[component]?.component;
    if (!found) return undefined;
    const known = all(found.kind);
    const given = dot < 0 ? undefined : text.slice(dot + 1);
    if (given !== undefined && known.includes(given)) return { component, signal: given };
    const single = bare(found.kind);
    if (given === undefined && single.length === 1) return { component, signal: single[0] as string };
    doubtful.add(component);
    const kind = found.kind?.kind ?? 'junction';
    if (known.length === 0) mistakes.add(path, 'CIR401', `signal: ${kind} '${name}' has no ${what}`, `a ${kind} cannot be joined so`);
    else if (given === undefined) {
      const why = single.length > 1 ? `has more than one ${what}` : 'has states only, and does not say which';
      mistakes.add(path, 'CIR401', `signal: ${kind} '${name}' ${why}`, `write ${known.map((k) => `'${name}.${k}'`).join(' or ')}`);
    } else
      mistakes.add(
        path,
        'CIR401',
        `signal: ${kind} '${name}' has no ${what} '${given}'${didYouMean(given, known)}`,
        `there is ${known.join(', ')}`,
      );
    return undefined;
  };

  for (const { raw, path } of entries) {
    const from = end(raw.from, [...path, 'from'], 'output or state', sourcesOf, outputsOf);
    const to = end(raw.to, [...path, 'to'], 'input', inputsOf, inputsOf);
    if (!to) continue;
    const key = `${resolved[to.component]?.entry.name}.${to.signal}`;
    const before = driven.get(key);
    if (before !== undefined)
      mistakes.add([...path, 'to'], 'CIR402', `input ${key} is driven twice: by ${before} and by ${raw.from}`, 'join the two in a sum');
    driven.set(key, raw.from);
    if (from && before === undefined) signals.push({ from, to: { component: to.component, input: to.signal }, path });
  }
  if (lost) return signals;
  resolved.forEach(({ component, entry }, c) => {
    const inputs = component?.kind?.inputs;
    if (!inputs || doubtful.has(c)) return;
    for (const name in inputs) {
      if (inputs[name]?.default !== undefined || driven.has(`${entry.name}.${name}`)) continue;
      const message = `input '${name}' of ${component?.kind?.kind} '${entry.name}' is not driven`;
      mistakes.add([...entry.path, name], 'CIR403', message, `add a signal: { from: …, to: ${entry.name}.${name} }`);
    }
  });
  return signals;
}
