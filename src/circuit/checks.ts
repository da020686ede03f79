/** Checks of the whole circuit: parts without a pressure reference, signal loops. */
import { factsOf } from '../equations/facts.js';
import type { CircuitComponent, CircuitLine, DirectConnection, SignalConnection } from './circuit.js';
import type { Mistakes } from './mistakes.js';
import type { Path } from './raw.js';

/** Every hydraulically connected part needs a port that sets a pressure, or a direct connection to one. */
export function checkPressureReference(components: readonly CircuitComponent[], paths: readonly Path[], lines: readonly CircuitLine[], direct: readonly DirectConnection[], mistakes: Mistakes): void {
  const parent = Int32Array.from(components, (_, c) => c);
  const root = (c: number): number => {
    let r = c;
    while (parent[r] !== r) {
      parent[r] = parent[parent[r] as number] as number;
      r = parent[r] as number;
    }
    return r;
  };
  const join = (a: number, b: number): void => {
    const [x, y] = [root(a), root(b)];
    parent[Math.max(x, y)] = Math.min(x, y);
  };
  for (const { from, to } of lines) join(from.component, to.component);
  for (const { port, reference } of direct) join(port.component, reference.component);
  const referenced = new Set<number>();
  const parts = new Map<number, number[]>();
  components.forEach(({ kind }, c) => {
    if (kind && Object.keys(kind.ports).length === 0) return;
    const r = root(c);
    parts.set(r, [...(parts.get(r)?.slice(0, 4) ?? []), c]);
    if (kind && factsOf(kind).pressurePorts.length > 0) referenced.add(r);
  });
  for (const [r, members] of parts) {
    if (referenced.has(r)) continue;
    const names = members.map((c) => `'${components[c]?.name}'`);
    const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} and more` : names.join(', ');
    mistakes.add(paths[members[0] as number] ?? [], 'CIR320', `the part with ${shown} has no pressure reference`, 'connect it to a tank, a pressure source or an accumulator');
  }
}

/** A loop of signals that all act within one step has no order to be computed in. */
export function checkSignalLoops(components: readonly CircuitComponent[], signals: readonly SignalConnection[], paths: readonly Path[], mistakes: Mistakes): void {
  const drivers = new Map<string, SignalConnection['from']>();
  signals.forEach(({ from, to }) => drivers.set(`${to.component}.${to.input}`, from));
  const done = new Set<string>();
  const nameOf = ({ component, signal }: SignalConnection['from']): string => `${components[component]?.name}.${signal}`;
  const visit = (signal: SignalConnection['from'], trail: SignalConnection['from'][]): void => {
    const key = nameOf(signal);
    const start = trail.findIndex((s) => nameOf(s) === key);
    if (start >= 0) {
      const loop = trail.slice(start).reverse();
      const first = loop[0] as SignalConnection['from'];
      mistakes.add(paths[first.component] ?? [], 'CIR404', `signal loop without a delay: ${[...loop, first].map(nameOf).join(' → ')}`, 'put a sampleAndHold or a hydraulic line into the loop');
      return;
    }
    if (done.has(key)) return;
    done.add(key);
    const kind = components[signal.component]?.kind;
    for (const input of kind ? (factsOf(kind).feedthrough[signal.signal] ?? []) : []) {
      const driver = drivers.get(`${signal.component}.${input}`);
      if (driver) visit(driver, [...trail, signal]);
    }
  };
  for (const { from } of signals) visit(from, []);
}
