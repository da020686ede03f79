/**
 * Model → the ordinary differential equations of a kind: flows, rates and outputs as explicit expressions of port pressures, states, inputs and time.
 *
 * What a TLM step solves is explicit here: `port.q` and der(x) read as values are their own right-hand sides, and `step` is 0. Symbols that remain:
 * 'p:PORT', 'state:x', 'input:u', 'time', 'transition', 'parameter:', 'pre:' (the value when the last step was accepted), 'kept:' (the same of a hold that follows the
 * solution: accepted.ts), 'held:x' (1 while a reset holds x, which then has no rate), 'q:PORT' of ports whose pressure the component sets: there the circuit answers with the flow; and the unknowns 'unknown:x' and roots 'y:n' of
 * `solved`, which come first.
 */

import { differentiate } from '../graph/differentiate.js';
import { dependsOn, type Graph, type Node, symbolsOf } from '../graph/graph.js';
import { isSmooth } from '../graph/smoothness.js';
import { surfacesOf, withConditions } from '../graph/surfaces.js';
import { isContinuous, isSolved, type Switch, Switches } from '../graph/switches.js';
import type { Model, ModelPort } from '../language/model.js';
import type { NearZero } from '../solve/implicit.js';
import { withoutKeptLimits } from '../solve/keptLimits.js';
import { mapModel } from '../solve/mapModel.js';
import { byReciprocals } from '../solve/reciprocals.js';
import type { NewtonBlock } from '../solve/solution.js';
import { signatureOf, withFollowing } from './accepted.js';
import { odeUnknowns } from './odeUnknowns.js';

export interface OdePort {
  readonly name: string;
  readonly assigns: 'p' | 'q';
  /** Flow out of the component, or the pressure that it sets. */
  readonly value: Node;
  readonly volume: Node | null;
  /** The volume of constant mass's part of it, at the density there (OdeOptions.conservesMass); null: the flow as it stands. */
  readonly taken: Node | null;
}

export interface OdeReset {
  readonly name: string;
  /** 1 where the reset takes the state away from what the equations give. */
  readonly held: Node;
  readonly value: Node;
}

export interface OdeForm {
  readonly model: Model;
  readonly graph: Graph;
  readonly ports: readonly OdePort[];
  readonly rates: readonly { readonly name: string; readonly value: Node }[];
  readonly resets: readonly OdeReset[];
  readonly holds: readonly { readonly name: string; readonly value: Node }[];
  /** Signals, and holds that follow the solution. */
  readonly outputs: readonly { readonly name: string; readonly value: Node }[];
  readonly nextEvent: Node | null;
  /** Unknowns of the equations 0 = e that are found by Newton's method, in order. */
  readonly solved: readonly NewtonBlock[];
  /** Ports of set pressure whose flow the equations read. */
  readonly flowsRead: readonly string[];
  /** Surfaces that flows, rates and outputs have modes for; none where they are stepped over. */
  readonly switches: readonly Switch[];
  /** The effect of accepted values on flows, rates and outputs: where one of these changes, they jump. */
  readonly signature: readonly {
    readonly value: Node /** Whether it has a few values only, so that it changes at points. */;
    readonly discrete: boolean;
  }[];
  /** Whether accepted values shift surfaces, and not at points only: at every step then, and nothing jumps. */
  readonly surfacesShift: boolean;
  /** Holds that follow the solution until they are taken back, as the play of a spool: from where they turn on they stand still. */
  readonly turning: readonly string[];
}

export interface OdeOptions {
  /** Values of 'fluid:' and 'parameter:' symbols that are the same for all instances. */
  readonly fluid: Readonly<Record<string, number>>;
  readonly shared: Readonly<Record<string, number>>;
  /** Pressure difference below which a square root becomes a polynomial, Pa; null: the symbol 'transition', which may change between evaluations. */
  readonly transition: number | null;
  /** Whether conditions on the solution become modes (switches.ts). */
  readonly modes: boolean;
  /** Whether volumes conserve mass: then a flow q that passes through a component, beside what it displaces, counts with the density at its port. */
  readonly conservesMass?: boolean;
  /** Whether anything follows an output; usual: everything may. */
  readonly drives?: (output: string) => boolean;
}

/** Lines whose ends meet in a joint are one volume here: the first of these has all of its flow. */
export function asOneVolume(model: Model): Model {
  const { graph: g } = model;
  const flows = new Map(model.ports.flatMap(({ name, meets }) => (meets === null ? [] : [[`q:${name}`, g.zero] as const])));
  if (flows.size === 0) return model;
  const whole = mapModel(model, (node) => g.substitute(node, flows));
  return { ...whole, ports: whole.ports.map((port): ModelPort => (port.meets === null ? port : { ...port, assigns: 'q', value: g.zero })) };
}

/** The equations of a kind as an ODE; null with the names that go round where a flow or rate depends on itself. */
export function odeForm(
  whole: Model,
  { fluid, shared, transition, modes, conservesMass = false, drives = () => true }: OdeOptions,
): OdeForm | { readonly loop: readonly string[] } {
  const { model, holds: following } = withFollowing(asOneVolume(whole));
  const g = model.graph;
  // Where steps go over switches a state may be beyond its limit.
  const within = modes ? withoutKeptLimits(model) : (node: Node): Node => node;
  const { values, assigned } = assignments(model, { fluid, parameter: shared }, within);
  const loop = loopOf(values, assigned);
  if (loop) return { loop };
  const reciprocals = byReciprocals(g);
  const assignedIn = (node: Node): Node => {
    let result = node;
    while (dependsOn(result, (s) => values.has(s))) result = g.substitute(result, values);
    return result;
  };
  const explicit = (node: Node): Node => assignedIn(within(node));
  const pressures = new Set([
    ...model.ports.flatMap(({ name, type }) => (type === 'hydraulic' ? `p:${name}` : [])),
    ...model.unknowns.flatMap(({ name, unit }) => (unit === 'Pa' ? `unknown:${name}` : [])),
  ]);
  const below = transition === null ? g.symbol('transition') : g.number(transition);
  const isPressure = (symbol: string): boolean => pressures.has(symbol);
  const written = (node: Node): Node => reciprocals(withoutSteepRoots(g, node, below, isPressure));
  const taken = conservesMass ? model.ports.map((port) => takenAt(g, fluid['ambientPressure'] as number, model, port)) : [];
  const moving = [...movingOf(model, g), ...taken.flatMap((node) => node ?? [])];
  const { smooth, switches } = modes ? withModes(g, moving, explicit) : { smooth: explicit, switches: [] };
  const nearZero = (x: Node): ReturnType<NearZero> => (dependsOn(x, isPressure) ? laminar(g, x, below, isPressure) : null);
  const { blocks: solved, values: found } = odeUnknowns(model, model.zeros.map(smooth), nearZero, written);
  const finish = (node: Node): Node => written(g.substitute(node, found));
  const live = (node: Node): Node => finish(explicit(node));
  const judged = (node: Node): Node => finish(assignedIn(node));
  const optional = (node: Node | null): Node | null => (node ? live(node) : null);
  const form = {
    ports: model.ports.map((p, k) => {
      const own = taken[k] ?? null;
      return { ...p, value: finish(smooth(p.value)), volume: optional(p.volume), taken: own && finish(smooth(own)) };
    }),
    rates: model.states.map(({ name }) => ({ name, value: finish(smooth(g.symbol(`der:${name}`))) })),
    resets: model.states.flatMap(({ name, reset }) =>
      reset ? [{ name, held: judged(heldBy(g, name, reset)), value: judged(reset) }] : [],
    ),
    holds: model.holds.map(({ name, value }) => ({ name, value: finish(smooth(value)) })),
    outputs: [...model.outputs, ...model.holds.filter(({ name }) => following.some((one) => one.name === name))].map(({ name, value }) => ({
      name,
      value: finish(smooth(value)),
    })),
    nextEvent: optional(model.nextEvent),
  };
  return { model, graph: g, ...form, solved, ...changesOf(form, solved, switches, following, { finish, drives }) };
}

/** Values of symbols, constants and those that equations assign; the names of the latter. */
function assignments(
  { graph: g, ports, states }: Model,
  constants: Readonly<Record<'fluid' | 'parameter', Readonly<Record<string, number>>>>,
  within: (node: Node) => Node,
): { readonly values: Map<string, Node>; readonly assigned: ReadonlySet<string> } {
  const values = new Map<string, Node>([['step', g.zero]]);
  for (const [type, known] of Object.entries(constants))
    for (const [name, value] of Object.entries(known)) values.set(`${type}:${name}`, g.number(value));
  const assigned = new Set<string>();
  for (const { name, assigns, value } of ports) {
    if (assigns === 'p') continue;
    values.set(`q:${name}`, within(value));
    assigned.add(`q:${name}`);
  }
  for (const { name, rate, reset } of states) {
    const held = g.condition('ne', g.symbol(`held:${name}`), g.zero);
    values.set(`der:${name}`, reset ? g.select(held, g.zero, within(rate)) : within(rate));
    assigned.add(`der:${name}`);
  }
  return { values, assigned };
}

/** Where values of a form jump and which of them others read. `finish`: an expression in terms of what is known; `drives`: whether anybody follows an output. */
function changesOf(
  form: Pick<OdeForm, 'ports' | 'rates' | 'resets' | 'holds' | 'outputs' | 'nextEvent'>,
  solved: OdeForm['solved'],
  switches: OdeForm['switches'],
  following: ReturnType<typeof withFollowing>['holds'],
  { finish, drives }: { readonly finish: (node: Node) => Node; readonly drives: (output: string) => boolean },
): Pick<OdeForm, 'flowsRead' | 'switches' | 'signature' | 'surfacesShift' | 'turning'> {
  const changing = [
    ...[...form.ports, ...form.rates, ...form.outputs.filter(({ name }) => drives(name))].map(({ value }) => value),
    ...form.ports.flatMap(({ assigns, taken: own }) => (assigns === 'q' && own ? [own] : [])),
    ...solved.flatMap((block) => block.residuals),
  ];
  const surfaces = switches.map((one) => ({ ...one, value: finish(one.value) }));
  const volumes = form.ports.flatMap(({ volume }) => volume ?? []);
  const jumping = signatureOf([...changing, ...volumes]);
  const ofSurfaces = signatureOf(surfaces.map(({ value }) => value)).filter(({ value }) => jumping.every((one) => one.value !== value));
  // A value that nobody follows may be another after each step without a jump of anything; where it changes at points only, these are met.
  const unread = form.outputs.filter(({ name }) => !drives(name)).map(({ value }) => value);
  const ofRecords = signatureOf(unread).filter(
    ({ value, discrete }) => discrete && [...jumping, ...ofSurfaces].every((one) => one.value !== value),
  );
  const read = symbolsOf(
    ...[...changing, ...volumes, ...unread],
    ...[...form.holds, ...form.resets, ...surfaces].map(({ value }) => value),
    ...form.resets.map(({ held }) => held),
    ...(form.nextEvent ? [form.nextEvent] : []),
  );
  return {
    flowsRead: form.ports.map(({ name }) => name).filter((name) => read.has(`q:${name}`)),
    switches: surfaces,
    signature: [...jumping, ...ofSurfaces.filter(({ discrete }) => discrete), ...ofRecords],
    surfacesShift: ofSurfaces.some(({ discrete }) => !discrete),
    turning: following.filter(({ turns }) => turns).map(({ name }) => name),
  };
}

/**
 * Of a flow q out of a component that displaces V': q + V' is mass, in oil of the open air, and fills (q + V')/σ at the pressure of its port, σ = e^(κ (p - p₀)); κ, 1/Pa, is
 * the symbol 'density:PORT'. A volume of capacitance C with Σ of these has C p' = Σ (q + V')/σ - V', which keeps σ V to the last of what q + V' bring (blocks/lines/massLines.step.ts).
 */
function takenAt(g: Graph, ambient: number, { states }: Model, { name, type, volume }: ModelPort): Node | null {
  if (type !== 'hydraulic') return null;
  const displaced = states.reduce(
    (sum, { name: state }) => (volume ? g.add(sum, g.mul(differentiate(g, volume, `state:${state}`), g.symbol(`der:${state}`))) : sum),
    g.zero,
  );
  const density = g.apply('exp', g.mul(g.symbol(`density:${name}`), g.sub(g.symbol(`p:${name}`), g.number(ambient))));
  return g.sub(g.div(g.add(g.symbol(`q:${name}`), displaced), density), displaced);
}

/** Flows, set pressures, rates, outputs, holds and residuals, as the model has them. */
function movingOf({ ports, states, outputs, holds, zeros }: Model, g: Graph): Node[] {
  const rates = states.map(({ name }) => ({ value: g.symbol(`der:${name}`) }));
  return [...[...ports, ...rates, ...outputs, ...holds].map(({ value }) => value), ...zeros];
}

/** How expressions get their modes, and the switches that those follow: of jumps and bends, not of expressions that are smooth across their surface. */
function withModes(
  g: Graph,
  moving: readonly Node[],
  explicit: (node: Node) => Node,
): { smooth: (node: Node) => Node; switches: readonly Switch[] } {
  const all = new Switches(g);
  const roots = moving.map((node) => all.smooth(explicit(node)));
  const conditions = new Map<string, Node>();
  const kept: Switch[] = [];
  all.list.forEach((one, k) => {
    const value = withConditions(g, one.value, conditions);
    const smooth = !one.certain && isSmooth(g, all.list, k, roots);
    const condition = smooth
      ? g.condition('lt', value, g.zero)
      : g.condition('ne', g.symbol(`mode:${kept.push({ ...one, value }) - 1}`), g.zero);
    conditions.set(`mode:${k}`, condition);
  });
  return {
    smooth: (node) => withConditions(g, all.smooth(explicit(node)), conditions),
    switches: [...kept, ...watched(g, moving.map(explicit))],
  };
}

/** Surfaces of the equations 0 = e: crossings are found, but their conditions stay as they are, since with a side fixed the equations might have no solution. */
function watched(g: Graph, moving: readonly Node[]): Switch[] {
  if (!moving.some((node) => dependsOn(node, isSolved))) return [];
  return surfacesOf(g, moving, (value) => dependsOn(value, isSolved));
}

/** 1 where a reset takes the state away; where it leaves it alone, the state's own symbol stands. */
function heldBy(g: Graph, name: string, reset: Node): Node {
  const state = g.symbol(`state:${name}`);
  const held = (n: Node): Node =>
    n === state ? g.zero : n.op === 'select' ? g.select(n.args[0] as Node, held(n.args[1] as Node), held(n.args[2] as Node)) : g.one;
  return held(reset);
}

/** Names of assigned quantities that depend on each other in a circle. */
function loopOf(values: ReadonlyMap<string, Node>, assigned: ReadonlySet<string>): string[] | null {
  const done = new Set<string>();
  const visit = (name: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(name)) return trail.slice(trail.indexOf(name));
    if (done.has(name)) return null;
    for (const symbol of symbolsOf(values.get(name) as Node)) {
      const loop = assigned.has(symbol) ? visit(symbol, [...trail, name]) : null;
      if (loop) return loop;
    }
    done.add(name);
    return null;
  };
  for (const name of assigned) {
    const loop = visit(name, []);
    if (loop) return loop;
  }
  return null;
}

/** How much more than 1 Pa an expression changes by when one of its pressures changes by 1 Pa: 2/ρ for 2 (p_A - p_B)/ρ. */
function pressureFactor(g: Graph, n: Node, isPressure: (symbol: string) => boolean): Node {
  const of = (k: number): Node => pressureFactor(g, n.args[k] as Node, isPressure);
  const size = (k: number): Node => g.apply('abs', n.args[k] as Node);
  const larger = (a: Node, b: Node): Node => (a === g.zero ? b : b === g.zero ? a : g.apply('max', a, b));
  if (!dependsOn(n, isPressure)) return g.zero;
  switch (n.op) {
    case 'add':
    case 'sub':
    case 'max':
    case 'min':
      return larger(of(0), of(1));
    case 'neg':
    case 'abs':
      return of(0);
    case 'mul':
      return larger(g.mul(of(0), size(1)), g.mul(size(0), of(1)));
    case 'div':
      return g.div(of(0), size(1));
    case 'select':
      return larger(of(1), of(2));
    default:
      return g.one;
  }
}

/** The polynomial that stands for √x below the transition, where that is, and the root at the transition. */
function laminar(
  g: Graph,
  x: Node,
  transition: Node,
  isPressure: (symbol: string) => boolean,
): { readonly holds: Node; readonly value: Node; readonly edge: Node } {
  // An opening in the root may be shut: then the root is of nothing.
  const ended = (end: Node): Node => (end.op === 'number' ? end : g.apply('max', end, g.number(1e-300)));
  const size = g.apply('abs', x);
  const end = ended(g.mul(pressureFactor(g, x, isPressure), transition));
  const edge = g.apply('sqrt', end);
  const chord = g.mul(x, g.div(g.one, edge));
  const slope = g.sub(g.number(1.5), g.mul(g.div(g.number(0.5), end), size));
  return { holds: g.condition('lt', size, end), value: g.mul(chord, slope), edge };
}

/**
 * √ of a pressure difference has no finite slope at zero. Below the transition it becomes √Δ_t/2 · r (3 - r), r = |x|/Δ_t: value and slope agree at the
 * transition, and the slope at zero is 3/2 of the chord's (Ellman & Piché 1999; the laminar region of an orifice).
 */
function withoutSteepRoots(g: Graph, root: Node, transition: Node, isPressure: (symbol: string) => boolean): Node {
  const done = new Map<Node, Node>();
  const visit = (n: Node): Node => {
    if (n.args.length === 0) return n;
    let result = done.get(n);
    if (result) return result;
    const args = n.args.map(visit);
    result = args.every((a, k) => a === n.args[k]) ? n : g.rebuild(n, args);
    const [x] = args as [Node];
    if ((n.op === 'ssqrt' || n.op === 'sqrt') && dependsOn(x, isContinuous)) {
      const size = g.apply('abs', x);
      // A frozen max(0, x) may be a little below zero before its switch is found: there the root goes on as a signed one.
      const root = g.apply('ssqrt', x);
      // Of anything else, only the point zero itself is taken out: 0 · ∞ would be no slope at all.
      if (!dependsOn(x, isPressure)) result = g.select(g.condition('lt', size, g.number(1e-300)), g.zero, root);
      else {
        const { holds, value } = laminar(g, x, transition, isPressure);
        result = g.select(holds, value, root);
      }
    }
    done.set(n, result);
    return result;
  };
  return visit(root);
}
