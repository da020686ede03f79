/**
 * Pistons and shafts that stick below a velocity at which the oil that is pumped would move them: they are held where they should slide. How a kind sticks is read from its equations:
 * a `reset` with a condition `abs(v) < threshold`, and flows in proportion to v.
 */

import { evaluateColumn } from '../../equations/graph/evaluate.js';
import { type Graph, isTable, type Node, symbolsOf, topological } from '../../equations/graph/graph.js';
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import type { Model } from '../../equations/language/model.js';
import type { Mistakes } from '../file/mistakes.js';
import type { RawComponent } from '../file/raw.js';
import { Sets } from '../sets.js';
import { type ComponentTable, kindAt, type ParameterRows, portsOf } from '../tables.js';
import { numberAt } from '../text/known.js';
import { formatQuantity } from '../text/units.js';
import { fixedPressures, type HeldCircuit } from './heldPressures.js';
import type { PortAt } from './joins.js';
import type { PlacedSignal, Section } from './section.js';

type Fluid = Readonly<Record<string, number>>;

/** How a kind sticks, as expressions of its parameters. */
interface Sticking {
  readonly state: string;
  readonly parameter: string;
  readonly threshold: Node;
  /** Whether it is held at half the threshold without a force. */
  readonly held: Node;
  /** Flow of its ports per velocity. */
  readonly perVelocity: readonly Node[];
  /** Sources that move it before oil does, at rest, and inputs that do. */
  readonly pushed: Node;
  readonly loads: readonly string[];
}

/** Part of the velocity that is pumped which is a good threshold. */
const advised = 0.1;

/**
 * Warns of components that stick at velocities above that at which all oil moves them that sources pump into what they are joined to. Where a source holds a pressure, an accumulator
 * gives oil, or a spring or load moves it, nothing is known of that.
 */
export function warnOfSticking(
  of: HeldCircuit,
  signals: readonly PlacedSignal[],
  entries: Section<RawComponent>,
  mistakes: Mistakes,
): void {
  const { components, fluid } = of;
  const sticking = components.kinds.map((kind) => (kind ? stickingOf(kind) : null));
  if (sticking.every((one) => one === null)) return;
  if (components.kinds.some((kind, number) => kind && !sticking[number] && storesOil(kind))) return;
  const driven = drivenInputs(signals);
  const groups = groupsOf(of);
  const pumped = pumpedFlows(of, driven, groups);
  if (!pumped) return;
  const columns = sticking.map((one, number) => {
    if (!one) return null;
    const at = (node: Node): Float64Array => rowsOf(components, number, fluid, node);
    return { ...one, threshold: at(one.threshold), held: at(one.held), pushed: at(one.pushed), perVelocity: one.perVelocity.map(at) };
  });
  for (let c = 0; c < components.count; c++) {
    const own = columns[numberAt(components.kind, c)];
    if (!own) continue;
    const row = numberAt(components.row, c);
    if (own.pushed[row] !== 0 || own.loads.some((input) => driven.get(c)?.has(input))) continue;
    const [threshold, held] = [numberAt(own.threshold, row), numberAt(own.held, row)];
    const least = Math.min(...own.perVelocity.map((flows) => Math.abs(numberAt(flows, row))).filter((flow) => flow > 0));
    const flow = pumped.get(groups.find(c)) ?? 0;
    const velocity = flow / least;
    if (held === 0 || !(velocity > 0) || velocity >= threshold) continue;
    const kind = kindAt(components, c) as KindDefinition;
    const unit = kind.states?.[own.state]?.unit ?? '1';
    const rounded = (value: number): string =>
      formatQuantity(value, unit).replace(/^[\d.e-]+/, (digits) => `${Number(Number(digits).toPrecision(2))}`);
    mistakes.warn(
      entries.pathOf(c),
      'CIR809',
      `${kind.kind} '${components.nameOf(c)}' may stick below its ${own.parameter} of ${formatQuantity(threshold, unit)}, and all oil that is pumped, ${formatQuantity(flow, 'm3/s')}, moves it at no more than ${rounded(velocity)}: it may be held where it should slide`,
      `write ${own.parameter}: ${rounded(advised * velocity)} or less, a small part of the velocity that matters`,
    );
  }
}

/** By component: inputs that a signal tells. */
function drivenInputs(signals: readonly PlacedSignal[]): ReadonlyMap<number, ReadonlySet<string>> {
  const driven = new Map<number, Set<string>>();
  for (const { to } of signals) driven.set(to.component, (driven.get(to.component) ?? new Set()).add(to.input));
  return driven;
}

/** Components between which oil or forces may pass; tanks, and other fixed pressures, pass none on. */
function groupsOf({ components, lines, joins, fluid }: HeldCircuit): Sets {
  const fixed = components.kinds.map((kind, number) => {
    const ports = fixedPressures(components, number, fluid);
    return kind && ports ? portsOf(kind).map((port) => ports.has(port)) : [];
  });
  const passes = ({ component, port }: PortAt): boolean => !fixed[numberAt(components.kind, component)]?.[port];
  const groups = new Sets(components.count);
  const join = (a: PortAt, b: PortAt): void => {
    if (passes(a) && passes(b)) groups.join(a.component, b.component);
  };
  for (let l = 0; l < lines.count; l++)
    join(
      { component: numberAt(lines.from, l), port: numberAt(lines.fromPort, l) },
      { component: numberAt(lines.to, l), port: numberAt(lines.toPort, l) },
    );
  for (const { ends } of joins) join(...ends);
  return groups;
}

const storesOil = (kind: KindDefinition): boolean => modelOf(kind).ports.some(({ volume }) => volume !== null);

function stickingOf(kind: KindDefinition): Sticking | null {
  if (!kind.equations.includes('reset') || Object.values(kind.ports).some((type) => type !== 'hydraulic')) return null;
  const model = modelOf(kind);
  const g = model.graph;
  const inputs = Object.keys(kind.inputs ?? {});
  for (const { name, reset, rate } of model.states) {
    const state = g.symbol(`state:${name}`);
    const isSize = (n: Node | undefined): boolean => n?.op === 'abs' && n.args[0] === state;
    const condition = reset && topological([reset]).find(({ op, args }) => (op === 'lt' || op === 'le') && isSize(args[0]));
    const threshold = condition?.args[1];
    if (!reset || threshold?.op !== 'symbol' || !threshold.name.startsWith('parameter:')) continue;
    const slow = g.mul(g.number(0.5), threshold);
    const held = atRest(model, kept(g, reset, state), new Map([state, g.symbol(`pre:${name}`)].map((n) => [n.name, slow])));
    const flows = model.ports.flatMap(({ assigns, value }) => (assigns === 'q' ? [value] : []));
    const perVelocity = flows.map((flow) => {
      const at = (velocity: number): Node => atRest(model, inMotion(model, flow, name), new Map([[state.name, g.number(velocity)]]));
      return g.sub(at(1), at(0));
    });
    const still = new Map([state.name, `pre:${name}`].map((symbol) => [symbol, g.zero]));
    const loaded = new Map(inputs.map((input) => [`input:${input}`, g.symbol(`input:${input}`)]));
    const acting = symbolsOf(atRest(model, rate, new Map([...still, ...loaded])));
    const loads = inputs.filter((input) => acting.has(`input:${input}`));
    const pushed = atRest(model, rate, still);
    if ([held, pushed, ...perVelocity].every(isOfParameters))
      return { state: name, parameter: threshold.name.slice('parameter:'.length), threshold, held, perVelocity, pushed, loads };
  }
  return null;
}

/** 1 where a reset takes the state away. */
const kept = (g: Graph, reset: Node, state: Node): Node => {
  const held = (n: Node): Node =>
    n === state ? g.zero : n.op === 'select' ? g.select(n.args[0] as Node, held(n.args[1] as Node), held(n.args[2] as Node)) : g.one;
  return held(reset);
};

/** An expression where der(x) is the rate of x, of those that follow the velocity. */
const inMotion = ({ graph: g, states }: Model, node: Node, velocity: string): Node =>
  g.substitute(
    node,
    new Map(
      states.flatMap(({ name, rate }) =>
        symbolsOf(rate).has(`state:${velocity}`) && isPlain(rate, velocity) ? [[`der:${name}`, rate]] : [],
      ),
    ),
  );

const isPlain = (rate: Node, velocity: string): boolean =>
  [...symbolsOf(rate)].every((symbol) => symbol === `state:${velocity}` || /^(parameter|fluid):/.test(symbol));

/** An expression with all ports at the pressure of the open air, states as they start, and nothing that moves or pushes but what `known` tells. */
function atRest({ graph: g, states, holds, definition }: Model, node: Node, known: ReadonlyMap<string, Node>): Node {
  const initial = new Map([...states, ...holds].map(({ name, initial }) => [name, initial]));
  return g.rewrite(node, ({ op, name: symbol }) => {
    if (op !== 'symbol') return undefined;
    const told = known.get(symbol);
    if (told) return told;
    const [type, name] = symbol.split(':') as [string, string];
    if (type === 'p') return g.symbol('fluid:ambientPressure');
    if (type === 'state' || type === 'pre') return initial.get(name) ?? g.zero;
    if (type === 'input') return g.number(definition.inputs?.[name]?.default ?? 0);
    return type === 'der' || type === 'q' ? g.zero : undefined;
  });
}

const isOfParameters = (node: Node): boolean =>
  !topological([node]).some(({ op }) => isTable(op)) && [...symbolsOf(node)].every((symbol) => /^(parameter|fluid):/.test(symbol));

/** m3/s that sources, pumps and the like give at one pressure, by group of components in all; null where pressures drive the oil, or what drives it is not known. */
function pumpedFlows(
  { components, fluid }: HeldCircuit,
  driven: ReadonlyMap<number, ReadonlySet<string>>,
  groups: Sets,
): ReadonlyMap<number, number> | null {
  const held = new Set<number>();
  const flows = components.kinds.map((kind, number) => {
    if (!kind) return null;
    const fixed = fixedPressures(components, number, fluid);
    const { ports, ...model } = modelOf(kind);
    const nodes = ports.flatMap((port) => {
      if (port.assigns === 'q') return port.type === 'hydraulic' ? [port.value] : [];
      if (fixed?.has(port.name)) for (const pressure of fixed.get(port.name) as Float64Array) held.add(pressure);
      return fixed?.has(port.name) ? [] : [model.graph.symbol('unknown')];
    });
    const rest = nodes.map((node) => atRest({ ...model, ports }, node, new Map()));
    const inputs = new Set(
      [...symbolsOf(...nodes)].flatMap((symbol) => (symbol.startsWith('input:') ? [symbol.slice('input:'.length)] : [])),
    );
    return { inputs, columns: rest.every(isOfParameters) ? rest.map((node) => rowsOf(components, number, fluid, node)) : null };
  });
  if (held.size > 1) return null;
  const sums = new Map<number, number>();
  for (let c = 0; c < components.count; c++) {
    const own = flows[numberAt(components.kind, c)];
    if (!own) continue;
    if (!own.columns || [...(driven.get(c) ?? [])].some((input) => own.inputs.has(input))) return null;
    const flow = Math.max(0, ...own.columns.map((column) => Math.abs(numberAt(column, numberAt(components.row, c)))));
    const group = groups.find(c);
    sums.set(group, (sums.get(group) ?? 0) + flow);
  }
  return sums;
}

/** Values of an expression of parameters by row of these. */
function rowsOf({ parameters }: ComponentTable, number: number, fluid: Fluid, node: Node): Float64Array {
  const { names, rows } = parameters[number] as ParameterRows;
  return evaluateColumn(node, rows.count, (symbol) => {
    const [type, own] = symbol.split(':') as [string, string];
    return type === 'fluid' ? new Float64Array(rows.count).fill(fluid[own] as number) : rows.column(names.indexOf(own));
  });
}
