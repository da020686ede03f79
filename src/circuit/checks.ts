/** Checks of the whole circuit: parts without a pressure reference, volumes lent to wave lines, signal loops. */
import { modelOf } from '../equations/build.js';
import { evaluate } from '../equations/evaluate.js';
import { factsOf } from '../equations/facts.js';
import type { CircuitComponent, CircuitLine, DirectConnection, Fluid, SignalConnection } from './circuit.js';
import type { Mistakes } from './mistakes.js';
import type { Path } from './raw.js';
import type { PlacedSignal } from './signals.js';
import { formatQuantity } from './units.js';

/** Tanks and sources below the vapour pressure: oil there would be vapour. */
export function checkFixedPressures(
  components: readonly CircuitComponent[],
  paths: readonly Path[],
  fluid: Fluid,
  mistakes: Mistakes,
): void {
  components.forEach(({ name, kind, parameters }, c) => {
    if (!kind) return;
    const known = (symbol: string): number => {
      const [type, own] = symbol.split(':') as [string, string];
      return (type === 'fluid' ? fluid[own as keyof Fluid] : parameters[own]) as number;
    };
    for (const port of factsOf(kind).fixedPressurePorts) {
      const value = modelOf(kind).ports.find((p) => p.name === port)?.value;
      const pressure = value ? evaluate(value, known) : 0;
      if (!(pressure < fluid.vapourPressure)) continue;
      mistakes.add(
        paths[c] ?? [],
        'CIR209',
        `${kind.kind} '${name}' holds ${formatQuantity(pressure, 'Pa')}, below the vapour pressure of ${formatQuantity(fluid.vapourPressure, 'Pa')}`,
        'give it a pressure at or above the vapour pressure',
      );
    }
  });
}

/** Every hydraulically connected part needs a port that sets a pressure, or a direct connection to one. */
export function checkPressureReference(
  components: readonly CircuitComponent[],
  paths: readonly Path[],
  lines: readonly CircuitLine[],
  direct: readonly DirectConnection[],
  mistakes: Mistakes,
): void {
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
    const members = parts.get(r);
    if (!members) parts.set(r, [c]);
    else if (members.length < 5) members.push(c);
    if (kind && factsOf(kind).pressurePorts.length > 0) referenced.add(r);
  });
  for (const [r, members] of parts) {
    if (referenced.has(r)) continue;
    const names = members.map((c) => `'${components[c]?.name}'`);
    const shown = names.length > 4 ? `${names.slice(0, 4).join(', ')} and more` : names.join(', ');
    mistakes.add(
      paths[members[0] as number] ?? [],
      'CIR320',
      `the part with ${shown} has no pressure reference`,
      'connect it to a tank or a pressure source',
    );
  }
}

/** A wave line keeps its own volume: one that a component lends would be lost with its compliance. `paths` by line. */
export function checkLentVolumes(
  components: readonly CircuitComponent[],
  lines: readonly CircuitLine[],
  paths: readonly Path[],
  mistakes: Mistakes,
): void {
  lines.forEach(({ name, wave, from, to }, l) => {
    if (!wave) return;
    for (const [side, { component, port }] of [
      ['from', from],
      ['to', to],
    ] as const) {
      const { name: owner = '', kind = null } = components[component] ?? {};
      if (!kind || !modelOf(kind).ports.some((p) => p.name === port && p.volume)) continue;
      mistakes.add(
        [...(paths[l] ?? []), side],
        'CIR318',
        `${kind.kind} '${owner}' lends its volume at port ${port} to line '${name}', a wave line: the compliance of that volume would be lost`,
        `end the wave line in a junction, and put a capacitive line between it and ${owner}.${port}`,
      );
    }
  });
}

/** A loop of signals that all act within one step has no order to be computed in. Each loop is reported once, where its last connection stands. */
export function checkSignalLoops(components: readonly CircuitComponent[], signals: readonly PlacedSignal[], mistakes: Mistakes): void {
  const drivers = new Map<string, PlacedSignal>();
  for (const signal of signals) drivers.set(`${signal.to.component}.${signal.to.input}`, signal);
  const nameOf = ({ component, signal }: SignalConnection['from']): string => `${components[component]?.name}.${signal}`;
  /** Connections that what a connection carries is computed from. */
  const sourcesOf = ({ from }: PlacedSignal): PlacedSignal[] => {
    const kind = components[from.component]?.kind;
    const inputs = kind ? (factsOf(kind).feedthrough[from.signal] ?? []) : [];
    return inputs.flatMap((input) => drivers.get(`${from.component}.${input}`) ?? []);
  };
  const done = new Set<string>();
  // A trail of its own, not calls: a chain of signals may be long.
  for (const start of signals) {
    const trail: { signal: PlacedSignal; name: string; left: PlacedSignal[] }[] = [];
    const onTrail = new Set<string>();
    const enter = (signal: PlacedSignal): void => {
      const name = nameOf(signal.from);
      if (onTrail.has(name)) {
        const loop = trail.slice(trail.findIndex((step) => step.name === name)).map((step) => step.name);
        const shown = [...loop, name].reverse().join(' → ');
        mistakes.add(
          signal.path,
          'CIR404',
          `signal loop without a delay: ${shown}`,
          'put a sampleAndHold or a hydraulic line into the loop',
        );
      } else if (!done.has(name)) {
        done.add(name);
        onTrail.add(name);
        trail.push({ signal, name, left: sourcesOf(signal) });
      }
    };
    enter(start);
    while (trail.length > 0) {
      const step = trail.at(-1) as (typeof trail)[number];
      const source = step.left.pop();
      if (source) enter(source);
      else {
        onTrail.delete(step.name);
        trail.pop();
      }
    }
  }
}
