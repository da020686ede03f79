/**
 * Accepted values in an ODE. In a TLM step pre(h) is what a hold was when the last step was accepted. An integrator's step may be long, and no error estimate sees what stands
 * still in it: so a hold that changes with the solution, such as the opening of a spool, is here what its own equation gives at each stage, and its accepted value is left in
 * that equation alone: 'kept:h', how far the play of the spool had been taken. What remains is what jumps, and its conditions (`signatureOf`).
 */
import { dependsOn, type Graph, type Node, topological } from '../graph/graph.js';
import { isSolved } from '../graph/switches.js';
import { isCondition } from '../language/expressions.js';
import type { Model, ModelPort, ModelState } from '../language/model.js';

export interface Following {
  readonly model: Model;
  /** Holds that follow the solution, and whether their accepted values are in their equations: those turn only where they are taken back. */
  readonly holds: readonly { readonly name: string; readonly turns: boolean }[];
}

/** The model with the equations of holds that follow the solution in the place of their accepted values, and states in the place of theirs; conditions stay as they are written. */
export function withFollowing(model: Model): Following {
  const g = model.graph;
  const live = new Map<string, Node>(model.states.map(({ name }) => [`pre:${name}`, g.symbol(`state:${name}`)]));
  const read = new Map<Node, Node>();
  const following: Following['holds'][number][] = [];
  const holds = model.holds.map((hold) => {
    const own = `pre:${hold.name}`;
    // A hold that is read by name stands here as its equation; pre(h) of another is its accepted value.
    const value = g.rewrite(hold.value, (n) => read.get(n));
    if (!follows(value, own)) return hold;
    const kept = g.symbol(`kept:${hold.name}`);
    const followed = g.substitute(value, new Map([[own, kept]]));
    read.set(hold.value, followed);
    live.set(own, followed);
    following.push({ name: hold.name, turns: dependsOn(followed, (symbol) => symbol === kept.name) });
    return { ...hold, value: followed };
  });
  const byValue = (node: Node): Node =>
    inValues(
      g,
      g.rewrite(node, (n) => read.get(n)),
      live,
    );
  return {
    holds: following,
    model: {
      ...model,
      ports: model.ports.map((port): ModelPort => ({ ...port, value: byValue(port.value), volume: port.volume && byValue(port.volume) })),
      states: model.states.map((state): ModelState => ({ ...state, rate: byValue(state.rate) })),
      holds,
      outputs: model.outputs.map((output) => ({ ...output, value: byValue(output.value) })),
      zeros: model.zeros.map(byValue),
    },
  };
}

/**
 * Whether a hold may be taken from its equation at any time: to accept it twice is to accept it once, as its own accepted value is one of several that max, min or if choose from; nothing
 * else that was accepted is in it; and it changes between its jumps, whose conditions are found (those on unknowns of 0 = e are not).
 */
function follows(value: Node, own: string): boolean {
  const reads = (n: Node): boolean => dependsOn(n, (symbol) => symbol === own);
  const chooses = (n: Node): boolean => {
    if (!reads(n) || n.name === own) return true;
    if (n.op === 'select') return !reads(n.args[0] as Node) && n.args.slice(1).every(chooses);
    return (n.op === 'max' || n.op === 'min') && n.args.every(chooses);
  };
  const isTold = (symbol: string): boolean => symbol !== own && (symbol.startsWith('pre:') || symbol === 'step');
  const jumpsUnseen = (n: Node): boolean =>
    n.op === 'floor' || n.op === 'ceil' || ((isCondition(n) || n.op === 'sign') && dependsOn(n, isSolved));
  return !isDiscrete(value, own) && chooses(value) && !dependsOn(value, isTold) && !topological([value]).some(jumpsUnseen);
}

/** Replaces symbols where their values stand, not in what decides between values. */
function inValues(g: Graph, root: Node, values: ReadonlyMap<string, Node>): Node {
  return g.rewrite(root, (n) => {
    if (n.op === 'symbol') return values.get(n.name);
    if (isCondition(n) || n.op === 'sign' || n.op === 'floor' || n.op === 'ceil') return n;
    return undefined;
  });
}

/** The effect of accepted values on rates and flows: where one of these changes, it jumps. `discrete`: it has a few values only, so that it changes at points. */
export function signatureOf(roots: readonly Node[]): { readonly value: Node; readonly discrete: boolean }[] {
  return acceptedOnly(roots).map((value) => ({ value, discrete: isDiscrete(value) }));
}

/** Whether an expression has a few values only; `own`: the symbol that chooses among them, and may stay. */
function isDiscrete(n: Node, own = ''): boolean {
  return (
    n.op === 'number' ||
    n.op === 'sign' ||
    n.op === 'floor' ||
    n.op === 'ceil' ||
    isCondition(n) ||
    (n.op === 'symbol' && n.name === own) ||
    (n.op === 'max' || n.op === 'min' ? n.args.every((a) => isDiscrete(a, own)) : false) ||
    (n.op === 'select' && n.args.slice(1).every((a) => isDiscrete(a, own)))
  );
}

/** The largest parts of expressions that depend on accepted values, and on nothing else that changes; a condition counts as 1 or 0. */
function acceptedOnly(roots: readonly Node[]): Node[] {
  const kinds = new Map<Node, 'constant' | 'accepted' | 'other'>();
  const nodes = topological(roots);
  for (const n of nodes) {
    // The accepted value of a hold that follows changes nothing where it is accepted.
    const own = n.op !== 'symbol' || /^(parameter|kept):/.test(n.name) ? 'constant' : n.name.startsWith('pre:') ? 'accepted' : 'other';
    const parts = [own, ...n.args.map((a) => kinds.get(a))];
    kinds.set(n, parts.includes('other') ? 'other' : parts.includes('accepted') ? 'accepted' : 'constant');
  }
  const largest = new Set(roots.filter((n) => kinds.get(n) === 'accepted'));
  for (const n of nodes) if (kinds.get(n) === 'other') for (const a of n.args) if (kinds.get(a) === 'accepted') largest.add(a);
  return [...largest];
}
