/**
 * What the inertance that a capacitive line has in a step (Burton 1994 (3.14)) takes from masses that swing on its oil, and how they are solved without it.
 *
 * At an end of which the other is shut a line of impedance Z = Z₀/(1-α) has p = (2 Z₀/iθ) q/2 (1 - κ₀ θ²), θ = ω Δ (blocks/lines/capacitiveLines.step.ts): to second order it
 * is its oil and an inertance L = κ₀ Z₀ Δ, which moves with whatever the port moves. A state v of a rate f, whose flow is ∂q/∂v < 0 of it and which pressure moves by ∂f/∂p,
 * then goes as one of a mass that is larger by r = -L (∂f/∂p)(∂q/∂v), A² L/M for a piston. So its own is made smaller: its increment is multiplied by 1 + r, and
 *
 *     M/(1 + r) + r M = M (1 + r²/(1 + r))
 *
 * is what swings: right to fourth order in θ, and above nothing at every step, so that the step stays passive. When the step changes the line's inertance changes and the
 * state's own with it, the sum does not: the swing is not driven by the steps. A line that leads on to others has more inertance than that, one that is moved at both ends alike less.
 *
 * Left as they are: states that are found together with unknowns, slopes that are no constants (a moment arm, friction by pressure), mechanical ports.
 */
import { differentiate } from '../graph/differentiate.js';
import { type Graph, type Node, topological } from '../graph/graph.js';
import type { Model, ModelPort } from '../language/model.js';

const known = new WeakMap<Model, ReadonlyMap<string, Node>>();

/** By state: r, of parameters, the step and the symbols 'lineZ:PORT' (Z; 0 where the line, at the vapour pressure, has none: kernel/cavitationText.ts) and 'inertance:PORT' (L/Z Δ). Made once. */
export function lineInertances(model: Model): ReadonlyMap<string, Node> {
  let found = known.get(model);
  if (!found) {
    found = find(model);
    known.set(model, found);
  }
  return found;
}

/** Ports whose lines' inertances are taken from states. */
export const portsWithInertance = (model: Model): string[] => {
  const factors = [...lineInertances(model).values()];
  return model.ports.map(({ name }) => name).filter((name) => factors.some(({ symbols }) => symbols.has(`inertance:${name}`)));
};

function find(model: Model): ReadonlyMap<string, Node> {
  const { graph: g, ports, states, unknowns } = model;
  const isJoined = ports.some(({ meets }) => meets !== null);
  const met = isJoined || unknowns.length > 0 ? [] : ports.filter(({ type, assigns }) => type === 'hydraulic' && assigns === 'q');
  const rates = new Map(states.map(({ name, rate }) => [`der:${name}`, rate]));
  const found = states.flatMap(({ name, rate }): [string, Node][] => {
    const own = g.substitute(rate, rates);
    const parts = met.map((port) => g.mul(ofPort(g, port), moved(g, own, g.substitute(port.value, rates), port.name, name)));
    const sum = parts.reduce((a, b) => g.add(a, b), g.zero);
    return sum === g.zero ? [] : [[name, sum]];
  });
  return new Map(found);
}

/** L of the line at a port. */
const ofPort = (g: Graph, { name }: ModelPort): Node =>
  g.mul(g.mul(g.symbol(`inertance:${name}`), g.symbol(`lineZ:${name}`)), g.symbol('step'));

/** -(∂f/∂p)(∂q/∂v), where both are constants and it is above 0. */
function moved(g: Graph, rate: Node, flow: Node, port: string, state: string): Node {
  const slopes = [differentiate(g, rate, `p:${port}`), differentiate(g, flow, `state:${state}`)] as const;
  const isConstant = slopes.every(({ symbols }) => [...symbols].every((symbol) => /^(parameter|fluid):/.test(symbol)));
  if (!isConstant) return g.zero;
  // Of the slopes without their signs, so that no value that a mass or an area makes is below 0: sweeps keep such values in columns (run/plainValues.ts).
  const [falls, b] = unsigned(g, slopes[1], []);
  const [rises, a] = unsigned(g, slopes[0], topological([b]));
  return g.apply('max', g.zero, rises === falls ? g.neg(g.mul(a, b)) : g.mul(a, b));
}

/** A product or quotient without the signs in it, and whether they cancel; a difference is turned round where `known` has it so. */
function unsigned(g: Graph, node: Node, known: readonly Node[]): [isPlain: boolean, Node] {
  if (node.op === 'number') return [node.value >= 0, g.number(Math.abs(node.value))];
  const [left, right] = node.args as [Node, Node];
  if (node.op === 'neg') {
    const [isPlain, inner] = unsigned(g, left, known);
    return [!isPlain, inner];
  }
  if (node.op === 'sub') {
    const turned = g.sub(right, left);
    return known.includes(turned) ? [false, turned] : [true, node];
  }
  if (node.op !== 'mul' && node.op !== 'div') return [true, node];
  const [[first, a], [second, b]] = [unsigned(g, left, known), unsigned(g, right, known)];
  return [first === second, node.op === 'mul' ? g.mul(a, b) : g.div(a, b)];
}
