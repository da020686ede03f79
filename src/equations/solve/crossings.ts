/**
 * Crossings that a step is to end at: where what a kind remembers (a `hold`) jumps, as relays, comparators and pilots do, and where a `reset` lets go what a hold has it hold, as stiction does.
 * What is switched acts in the whole of the step that brings it, or of the one after: unless a step ends at the crossing, it is early or late by up to a step.
 *
 *     m     a - b of each condition a < b (or a <= b) on moving quantities in the hold's value: it changes sides as m changes its sign
 *     x     where the secant from m₀ (of the accepted step, Δ₀ long) to m₁ (of the trial, Δ long) is zero, in parts of Δ from the beginning of the trial:
 *           x = s (1 - λ) - λ (1 - s) Δ₀/Δ,   s = m₀/(m₀ - m₁)
 *     λ     m is of the time λ Δ before the end of the step: 1/2 where it follows port quantities, 0 where it follows states (program/kinds/lags.ts)
 *     m₂    where the secant is at the end of the trial, m₁ + (m₁ - m₀) λ/(1 - λ + λ Δ₀/Δ): with λ = 1/2 half of all crossings come behind the middle
 *
 * The hold counts as crossed where its value with all conditions judged by m₂ is not the accepted one.
 *
 * Of a reset those conditions are followed that compare an accepted hold which moves with the solution, such as `abs(pre(force)) <= F0`, with m of the middle of the step. It counts as
 * crossed where a condition changes sides and nothing else holds the state: with that condition the other way round the trial would have been free (a stop, or friction in motion,
 * hold without asking it). In the middle of the step that ends there the hold is half a step short, so the next one takes the condition as it is by m₂.
 *
 * Left out, as nothing is gained:
 * - two-valued inputs (compared with 1/2): they jump themselves, behind a step that ended where their cause crossed;
 * - what bends only (min, max, if that joins): the rule of the step is right to its square there;
 * - stops and what takes hold (`reset`): the step that meets one ends with its states on it, which is right to the square of the step too.
 */
import { dependsOn, type Graph, type Node, topological } from '../graph/graph.js';
import type { Writer } from '../kernel/writer.js';
import { isCondition } from '../language/expressions.js';
import type { Model } from '../language/model.js';

/** Values of a crossing that is none, and of one that comes again too soon to be located: a slide. */
export const crossed = { none: 2, again: -1 };

/** Parts of a step that a state may be let go early by: a secant that ends so near its crossing has met it. */
const ahead = 0.01;

/** Accepted steps within which a hold that changes again slides along its crossing. */
export const fewSteps = 10;

export interface Crossing {
  /** The hold; of a reset its state. */
  readonly of: string;
  /** m of each condition. */
  readonly margins: readonly Node[];
  /** Of a reset: what the step after takes each condition for, 1 it holds, -1 it does not, 0 as it says of its hold. */
  readonly sides: readonly Node[];
  /** x, from 0 on, or a value of `crossed`. */
  readonly when: Node;
  /** Accepted steps since it was crossed last. */
  readonly since: Node;
  /** Whether flows, rates or outputs follow its accepted value: what crosses acts in the step after. */
  readonly late: boolean;
}

interface Condition {
  readonly node: Node;
  /** a - b of a < b. */
  readonly margin: Node;
  /** The condition under which it counts; null: always. */
  readonly guard: Node | null;
}

const isMoving = (name: string): boolean => /^(p|q|state|input|endInput|der|unknown):/.test(name);

/**
 * Crossings of `followed` holds and resets of a model, which are of the end of the step. Symbols of their own: 'margin:NAME_k', 'since:NAME' (accepted), 'lag:NAME' (λ), 'behind' (Δ₀/Δ);
 * of resets 'side:x_k' (accepted; `withSides`), and 'lets:x', 1 where what a condition says of an accepted hold is all that has x held in this step; `judgesResets`: whether that is told,
 * else no reset holds.
 */
export function crossingsOf(model: Model, followed: ReadonlySet<string>, judgesResets: boolean): Crossing[] {
  const { graph: g, holds, ports, states, outputs } = model;
  const acting = new Set(topological([...[...ports, ...outputs].map(({ value }) => value), ...states.map(({ rate }) => rate)]));
  const ofHolds = holds.flatMap(({ name, value }) => {
    const conditions = followed.has(name) ? conditionsOf(g, value) : [];
    if (conditions.length === 0) return [];
    const judged = judge(g, name, conditions, g.symbol(`lag:${name}`));
    const kept = g.symbol(`pre:${name}`);
    const ends = new Map(conditions.map(({ node }, k) => [node, (judged[k] as Judged).end]));
    const changes = g.condition('and', any(g, judged, 'has'), g.condition('ne', value, kept));
    const late = acting.has(kept) && !conditions.some(({ node }) => acting.has(inTheMiddle(g, node)));
    const atEnd = g.rewrite(value, (n) => ends.get(n));
    return { ...crossing(g, name, judged, changes, g.condition('ne', atEnd, kept)), sides: [], late };
  });
  const ofResets = states.flatMap(({ name, reset }) => {
    const conditions = reset && followed.has(name) ? letsOf(model, reset) : [];
    if (conditions.length === 0) return [];
    const judged = judge(g, name, conditions, g.number(0.5));
    const lets = g.condition('ne', judgesResets ? g.symbol(`lets:${name}`) : g.zero, g.zero);
    const sides = judged.map(({ soon, soonHas }) =>
      g.select(g.condition('and', lets, soonHas), g.select(soon, g.one, g.number(-1)), g.zero),
    );
    const changes = g.condition('and', lets, any(g, judged, 'soonHas'));
    return { ...crossing(g, name, judged, changes, lets), sides, late: false };
  });
  return [...ofHolds, ...ofResets];
}

interface Judged {
  readonly margin: Node;
  /** x; `crossed.none` where it does not change by the end of the step. */
  readonly when: Node;
  /** Whether it has changed by the time that the margin is of. */
  readonly has: Node;
  /** The condition at the end of the step. */
  readonly end: Node;
  /** The surface a little later, and whether it has changed by then. */
  readonly soon: Node;
  readonly soonHas: Node;
}

/** Conditions beside their values at the accepted step. */
function judge(g: Graph, name: string, conditions: readonly Condition[], lag: Node): Judged[] {
  const ratio = g.symbol('behind');
  const early = g.sub(g.one, lag);
  const span = g.add(early, g.mul(lag, ratio));
  return conditions.map(({ margin, guard }, k) => {
    const before = g.symbol(`margin:${name}_${k}`);
    const at = (later: Node): Node => g.add(margin, g.div(g.mul(g.sub(margin, before), later), span));
    const s = g.div(before, g.sub(before, margin));
    const x = g.sub(g.mul(s, early), g.mul(g.mul(lag, g.sub(g.one, s)), ratio));
    const flips = (to: Node): Node => {
      const changed = changesSign(g, before, to);
      return guard ? g.condition('and', guard, changed) : changed;
    };
    const [end, soon] = [at(lag), at(g.add(lag, g.number(ahead)))];
    return {
      margin,
      when: g.select(flips(end), g.apply('max', g.zero, x), g.number(crossed.none)),
      has: flips(margin),
      end: g.condition('lt', end, g.zero),
      soon: g.condition('lt', soon, g.zero),
      soonHas: flips(soon),
    };
  });
}

const any = (g: Graph, judged: readonly Judged[], which: 'has' | 'soonHas'): Node =>
  judged.map((one) => one[which]).reduce((a, b) => g.condition('or', a, b));

/** `changes`: whether the switched value is another in this step; `will`: at its end. */
function crossing(g: Graph, of: string, judged: readonly Judged[], changes: Node, will: Node): Omit<Crossing, 'late' | 'sides'> {
  const none = g.number(crossed.none);
  const accepted = g.symbol(`since:${of}`);
  const soon = g.condition('lt', accepted, g.number(fewSteps));
  const first = judged.map(({ when }) => when).reduce((a, b) => g.apply('min', a, b));
  return {
    of,
    margins: judged.map(({ margin }) => margin),
    when: g.select(soon, g.select(changes, g.number(crossed.again), none), g.select(will, first, none)),
    since: g.select(changes, g.zero, g.add(accepted, g.one)),
  };
}

/** Quantities of the end of the step as of its middle. */
const inTheMiddle = (g: Graph, node: Node): Node =>
  g.rewrite(node, ({ op, name }) =>
    op === 'symbol'
      ? g.symbol(
          name
            .replace(/^endInput:/, 'input:')
            .replace(/^state:/, 'mid:')
            .replace(/^time$/, 'middle'),
        )
      : undefined,
  );

const changesSign = (g: Graph, from: Node, to: Node): Node => {
  const [was, is] = [from, to].map((m) => g.condition('lt', m, g.zero)) as [Node, Node];
  return g.condition('or', g.condition('and', was, g.condition('not', is)), g.condition('and', is, g.condition('not', was)));
};

/** Conditions on moving quantities in a value, each with those on what does not move that it stands under. */
export function conditionsOf(g: Graph, value: Node, moves: (symbol: string) => boolean = isMoving): Condition[] {
  const found: Condition[] = [];
  const visit = (node: Node, guard: Node | null): void => {
    if (!dependsOn(node, moves)) return;
    const [a, b, c] = node.args as [Node, Node, Node];
    if (node.op === 'lt' || node.op === 'le') {
      if (!found.some((one) => one.node === node && one.guard === guard)) found.push({ node, margin: g.sub(a, b), guard });
    } else if (node.op !== 'select' || dependsOn(a, moves)) {
      for (const arg of node.args) visit(arg, guard);
    } else {
      const both = (more: Node): Node => (guard ? g.condition('and', guard, more) : more);
      visit(b, both(a));
      visit(c, both(g.condition('not', a)));
    }
  };
  visit(value, null);
  return found;
}

/**
 * Conditions of a reset on accepted values of holds that move with the solution, such as `abs(pre(force)) <= F0`, as they are of the trial: what friction holds until then is let go.
 * A sign of a hold does not move.
 */
export function letsOf({ graph: g, holds }: Model, reset: Node): Condition[] {
  const values = new Map(holds.flatMap(({ name, value }) => (follows(value, isMoving) ? [[`pre:${name}`, value]] : [])));
  const isHold = (symbol: string): boolean => values.has(symbol);
  const found = conditionsOf(g, reset, isHold).filter(({ margin }) => follows(margin, isHold));
  return found.map(({ node, margin, guard }) => ({ node, margin: inTheMiddle(g, g.substitute(margin, values)), guard }));
}

/** Whether a value moves as a symbol does, rather than jump. */
function follows(node: Node, counts: (symbol: string) => boolean): boolean {
  if (node.op === 'symbol') return counts(node.name);
  if (isCondition(node) || node.op === 'sign' || node.op === 'floor' || node.op === 'ceil') return false;
  return (node.op === 'select' ? node.args.slice(1) : node.args).some((part) => follows(part, counts));
}

/** The model where followed resets take their conditions of `letsOf` for what the step before left of them, 'side:NAME_k'. */
export function withSides(model: Model, followed: ReadonlySet<string>): Model {
  const sided = (name: string, reset: Node): Node => {
    const nodes = letsOf(model, reset).map(({ node }) => node);
    return model.graph.rewrite(reset, (n) => (nodes.includes(n) ? sideOf(model.graph, `side:${name}_${nodes.indexOf(n)}`, n) : undefined));
  };
  return { ...model, states: model.states.map((s) => (s.reset && followed.has(s.name) ? { ...s, reset: sided(s.name, s.reset) } : s)) };
}

const sideOf = (g: Graph, symbol: string, node: Node): Node => {
  const side = g.symbol(symbol);
  return g.condition('or', g.condition('lt', g.zero, side), g.condition('and', g.condition('eq', side, g.zero), node));
};

/** Whether a state that its reset holds, 1 or 0, would be free if one of `conditions` were not as it is. */
export function letsGo(g: Graph, held: Node, conditions: readonly Condition[]): Node {
  const otherwise = conditions.map(({ node }) => g.rewrite(held, (n) => (n === node ? g.condition('not', n) : undefined)));
  return otherwise.map((still) => g.condition('eq', still, g.zero)).reduce((a, b) => g.condition('or', a, b));
}

/** Holds that follow more than two-valued inputs, in equations as they are written: with its parameters as numbers a level may be 1/2 too; and states with resets that follow holds. */
export function followedNames(model: Model): Set<string> {
  const { graph, holds, states } = model;
  const isTruth = (sides: readonly Node[]): boolean =>
    sides.some((side) => side.op === 'number' && side.value === 0.5) && sides.some(({ name }) => /^(endI|i)nput:/.test(name));
  return new Set([
    ...holds.flatMap(({ name, value }) => (conditionsOf(graph, value).some(({ node }) => !isTruth(node.args)) ? [name] : [])),
    ...states.flatMap(({ name, reset }) => (reset && letsOf(model, reset).length > 0 ? [name] : [])),
  ]);
}

/** Everything that is written of them. */
export const crossingNodes = (crossings: readonly Crossing[]): Node[] =>
  crossings.flatMap(({ margins, sides, when, since }) => [...margins, ...sides, when, since]);

/** Writes what crosses in a trial; `trial` and `at` are places of columns by role and name. */
export function writeCrossings(
  w: Writer,
  crossings: readonly Crossing[],
  trial: (role: 'margin' | 'side' | 'since', of: string) => string,
  at: (role: 'crossing', of: string) => string,
): void {
  for (const { of, margins, sides, when, since } of crossings) {
    w.line(`F[${at('crossing', of)}] = ${w.text(when)};`);
    margins.forEach((margin, k) => w.line(`${trial('margin', `${of}_${k}`)} = ${w.text(margin)};`));
    sides.forEach((side, k) => w.line(`${trial('side', `${of}_${k}`)} = ${w.text(side)};`));
    w.line(`${trial('since', of)} = ${w.text(since)};`);
  }
}
