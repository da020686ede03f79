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
  const ends = new SignalEnds(entries, components, index, mistakes);
  for (let k = 0; k < entries.length; k++) {
    const from = ends.read(k, 0, 'output or state', sourcesOf, outputsOf);
    const to = ends.read(k, 1, 'input', inputsOf, inputsOf);
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
  if (!ends.lost) checkDriven(driven, ends.doubtful, written, components, mistakes);
  return signals;
}

/** Ends of signals as numbers of components and names of their signals. */
class SignalEnds {
  /** Components with a mistake in a reference: their inputs are not reported as open. */
  readonly doubtful = new Set<number>();
  /** Whether an end names no component, so that an input may be driven by a signal that is not known. */
  lost: boolean;
  private readonly at: End = { component: -1, port: undefined };

  constructor(
    private readonly entries: Section<RawConnection>,
    private readonly components: ComponentTable,
    private readonly index: ComponentIndex,
    private readonly mistakes: Mistakes,
  ) {
    this.lost = mistakes.incomplete;
  }

  /** One end of signal k, or undefined after a reported mistake. `all`: names that it may have; `bare`: those of which it may be the only one, unnamed. */
  read(
    k: number,
    side: 0 | 1,
    what: string,
    all: (kind: Kind) => string[],
    bare: (kind: Kind) => string[],
  ): { readonly component: number; readonly signal: string } | undefined {
    const { entries, components } = this;
    entries.endOf(k, side, this.index, this.at);
    const { component, port: given } = this.at;
    if (component < 0) {
      this.lost = true;
      this.reportLost(k, side);
      return undefined;
    }
    if (components.kind[component] === unknownKind) return undefined;
    const found = kindAt(components, component);
    const known = all(found);
    if (given !== undefined && known.includes(given)) return { component, signal: given };
    const single = bare(found);
    if (given === undefined && single.length === 1) return { component, signal: single[0] as string };
    this.doubtful.add(component);
    const kind = found?.kind ?? 'junction';
    const name = components.nameOf(component);
    const report = (why: string, remedy: string): void =>
      this.mistakes.add(this.pathOf(k, side), 'CIR401', `signal: ${kind} '${name}' ${why}`, remedy);
    if (known.length === 0) report(`has no ${what}`, `a ${kind} cannot be joined so`);
    else if (given !== undefined) report(`has no ${what} '${given}'${didYouMean(given, known)}`, `it has ${known.join(', ')}`);
    else
      report(
        single.length > 1 ? `has more than one ${what}` : 'has states only, and does not say which',
        `write ${known.map((one) => `'${name}.${one}'`).join(' or ')}`,
      );
    return undefined;
  }

  private reportLost(k: number, side: 0 | 1): void {
    const { from, to } = this.entries.at(k).raw;
    const name = (side === 0 ? from : to).split('.')[0] as string;
    const message = (): string => `signal: no component '${name}'${this.mistakes.hints.didYouMean(name, this.index.names())}`;
    this.mistakes.add(this.pathOf(k, side), 'CIR305', message, 'write component, or component.signal, of an entry under components:');
  }

  private pathOf(k: number, side: 0 | 1): Path {
    return [...this.entries.pathOf(k), side === 0 ? 'from' : 'to'];
  }
}

/** Reports inputs without a signal and without a value of their own. */
function checkDriven(
  driven: ReadonlyMap<number, ReadonlyMap<string, number>>,
  doubtful: ReadonlySet<number>,
  written: Section<RawComponent>,
  components: ComponentTable,
  mistakes: Mistakes,
): void {
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
}
