/**
 * Crossings that a step is to end at: where what a kind remembers (a `hold`) jumps, as relays, comparators and pilots do. What it switches acts in the whole of the step that
 * brings it, or of the one after: unless a step ends at the crossing, the switch is early or late by up to a step.
 *
 *     m     a - b of each condition a < b (or a <= b) on moving quantities in the hold's value: it changes sides as m changes its sign
 *     x     where the secant from m₀ (of the accepted step, Δ₀ long) to m₁ (of the trial, Δ long) is zero, in parts of Δ from the beginning of the trial:
 *           x = s (1 - λ) - λ (1 - s) Δ₀/Δ,   s = m₀/(m₀ - m₁)
 *     λ     m is of the time λ Δ before the end of the step: 1/2 where it follows port quantities, 0 where it follows states (program/layout/lags.ts)
 *     m₂    where the secant is at the end of the trial, m₁ + (m₁ - m₀) λ/(1 - λ + λ Δ₀/Δ): with λ = 1/2 half of all crossings come behind the middle
 *
 * The hold counts as crossed where its value with all conditions judged by m₂ is not the accepted one. Left out, as nothing is gained:
 * - two-valued inputs (compared with 1/2): they jump themselves, behind a step that ended where their cause crossed;
 * - what bends only (min, max, if that joins): the rule of the step is right to its square there;
 * - stops (`reset`): the step that meets one ends with its states on it, which is right to the square of the step too.
 */
import { dependsOn, type Graph, type Node, topological } from '../graph/graph.js';
import type { Writer } from '../kernel/writer.js';
import type { Model } from '../language/model.js';

/** Values of a crossing that is none, and of one that comes again too soon to be located: a slide. */
export const crossed = { none: 2, again: -1 };

/** Accepted steps within which a hold that changes again slides along its crossing. */
export const fewSteps = 10;

export interface Crossing {
  readonly hold: string;
  /** m of each condition. */
  readonly margins: readonly Node[];
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
  /** What must hold for it to count; null: nothing. */
  readonly guard: Node | null;
}

const isMoving = (name: string): boolean => /^(p|q|state|input|endInput|der|unknown):/.test(name);

/**
 * Crossings of `followed` holds of a model, which are of the end of the step. Symbols of their own: 'margin:hold_k', 'since:hold' (accepted), 'lag:hold' (λ), 'behind' (Δ₀/Δ).
 */
export function crossingsOf({ graph: g, holds, ports, states, outputs }: Model, followed: ReadonlySet<string>): Crossing[] {
  const acting = new Set(topological([...[...ports, ...outputs].map(({ value }) => value), ...states.map(({ rate }) => rate)]));
  return holds.flatMap(({ name, value }) => {
    const conditions = followed.has(name) ? conditionsOf(g, value) : [];
    if (conditions.length === 0) return [];
    const [lag, ratio] = [g.symbol(`lag:${name}`), g.symbol('behind')];
    const early = g.sub(g.one, lag);
    const span = g.add(early, g.mul(lag, ratio));
    const ends = new Map<Node, Node>();
    const none = g.number(crossed.none);
    const judged = conditions.map(({ node, margin, guard }, k) => {
      const before = g.symbol(`margin:${name}_${k}`);
      const end = g.add(margin, g.div(g.mul(g.sub(margin, before), lag), span));
      ends.set(node, g.condition('lt', end, g.zero));
      const s = g.div(before, g.sub(before, margin));
      const x = g.sub(g.mul(s, early), g.mul(g.mul(lag, g.sub(g.one, s)), ratio));
      const flips = (to: Node): Node => {
        const changed = changesSign(g, before, to);
        return guard ? g.condition('and', guard, changed) : changed;
      };
      return { when: g.select(flips(end), g.apply('max', g.zero, x), none), has: flips(margin) };
    });
    const first = judged.map(({ when }) => when).reduce((a, b) => g.apply('min', a, b));
    const flipped = judged.map(({ has }) => has).reduce((a, b) => g.condition('or', a, b));
    const [accepted, kept] = [g.symbol(`since:${name}`), g.symbol(`pre:${name}`)];
    const atEnd = g.rewrite(value, (n) => ends.get(n));
    const changes = g.condition('and', flipped, g.condition('ne', value, kept));
    const soon = g.condition('lt', accepted, g.number(fewSteps));
    return {
      hold: name,
      late: acting.has(kept) && !conditions.some(({ node }) => acting.has(inTheMiddle(g, node))),
      margins: conditions.map(({ margin }) => margin),
      when: g.select(soon, g.select(changes, g.number(crossed.again), none), g.select(g.condition('ne', atEnd, kept), first, none)),
      since: g.select(changes, g.zero, g.add(accepted, g.one)),
    };
  });
}

/** What is of the end of the step as of its middle. */
const inTheMiddle = (g: Graph, node: Node): Node =>
  g.rewrite(node, ({ op, name }) =>
    op === 'symbol' ? g.symbol(name.replace(/^endInput:/, 'input:').replace(/^state:/, 'mid:')) : undefined,
  );

const changesSign = (g: Graph, from: Node, to: Node): Node => {
  const [was, is] = [from, to].map((m) => g.condition('lt', m, g.zero)) as [Node, Node];
  return g.condition('or', g.condition('and', was, g.condition('not', is)), g.condition('and', is, g.condition('not', was)));
};

/** Conditions on moving quantities in a value, each with those on what does not move that it stands under. */
export function conditionsOf(g: Graph, value: Node): Condition[] {
  const found: Condition[] = [];
  const visit = (node: Node, guard: Node | null): void => {
    if (!dependsOn(node, isMoving)) return;
    const [a, b, c] = node.args as [Node, Node, Node];
    if (node.op === 'lt' || node.op === 'le') {
      if (!found.some((one) => one.node === node && one.guard === guard)) found.push({ node, margin: g.sub(a, b), guard });
    } else if (node.op !== 'select' || dependsOn(a, isMoving)) {
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

/** Holds that follow more than two-valued inputs, in equations as they are written: with its parameters as numbers a level may be 1/2 too. */
export function followedHolds({ graph, holds }: Model): Set<string> {
  const isTruth = (sides: readonly Node[]): boolean =>
    sides.some((side) => side.op === 'number' && side.value === 0.5) && sides.some(({ name }) => /^(endI|i)nput:/.test(name));
  return new Set(holds.flatMap(({ name, value }) => (conditionsOf(graph, value).some(({ node }) => !isTruth(node.args)) ? [name] : [])));
}

/** Everything that is written of them. */
export const crossingNodes = (crossings: readonly Crossing[]): Node[] =>
  crossings.flatMap(({ margins, when, since }) => [...margins, when, since]);

/** Writes what crosses in a trial; `trial` and `at` are places of columns by role and name. */
export function writeCrossings(
  w: Writer,
  crossings: readonly Crossing[],
  trial: (role: 'margin' | 'since', of: string) => string,
  at: (role: 'crossing', of: string) => string,
): void {
  for (const { hold, margins, when, since } of crossings) {
    w.line(`F[${at('crossing', hold)}] = ${w.text(when)};`);
    margins.forEach((margin, k) => w.line(`${trial('margin', `${hold}_${k}`)} = ${w.text(margin)};`));
    w.line(`${trial('since', hold)} = ${w.text(since)};`);
  }
}
