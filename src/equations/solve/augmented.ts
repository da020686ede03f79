/**
 * Equations 0 = G(y, t) that hold no unknown, a condition on states alone (index 2 and above), in augmented form: in the place of G stands what its rate says, with
 * Baumgarte's term that lets G decay as e^(-γ t) where rounding, steps or the start have left something of it,
 *
 *     0 = dG/dt + γ G = Σ ∂G/∂x f_x + ∂G/∂t + γ G, der(x) = f_x              index lower by one
 *
 * again where that holds no unknown either: 0 = G'' + 2 γ G' + γ² G. Source: Baumgarte, Computer Methods in Applied Mechanics and Engineering 1, 1972;
 * Hodgson, Hyde and Sharma, ch. 24.4, (24.21).
 */
import { Linearizer } from '../graph/affine.js';
import { differentiate } from '../graph/differentiate.js';
import { dependsOn, type Node } from '../graph/graph.js';
import type { Model } from '../language/model.js';
import { eliminate, type Row } from './eliminate.js';
import { matchingOf } from './implicitMistakes.js';

/** γ, 1/s: the rest of G is forgotten in some 10 ms, and steps of 5 ms, the largest of a run by default, are within the stable region of every method (γ h < 1). */
const gain = 100;
/** Beyond index 6 nothing of hydraulics stands. */
const mostRounds = 5;

/** The model with every condition on states in augmented form, as far as states, time and unknowns determine its rates. */
export function augmented(model: Model): Model {
  let result = model;
  for (let round = 0; round < mostRounds; round++) {
    const found = conditionOf(result);
    if (!found) break;
    const { graph: g } = result;
    const zero = g.add(rateOf(result, found.value), g.mul(g.number(gain), found.value));
    result = { ...result, zeros: result.zeros.map((own, k) => (k === found.equation ? zero : own)) };
  }
  return result;
}

/**
 * A combination of equations, of which there are too many for their unknowns, that holds states and time only; and the equation in whose place its rate may stand.
 * Not of states with a reset: one that is held has no rate to be solved for.
 */
function conditionOf(model: Model): { readonly equation: number; readonly value: Node } | null {
  const { graph: g } = model;
  const free = new Set(model.states.flatMap(({ name, reset }) => (reset ? [] : [`state:${name}`])));
  for (const { equations } of matchingOf(model).over) {
    const linear = new Linearizer(g, (symbol) => symbol.startsWith('unknown:'));
    const rows = equations.map((k): Row => ({ unknown: null, form: linear.of(explicit(model, model.zeros[k] as Node)) }));
    for (const row of eliminate(linear, [...rows]).left) {
      const value = row.form.constant;
      const isTold = !dependsOn(value, (symbol) => !free.has(symbol) && !/^(parameter|fluid):|^time$/.test(symbol));
      if (row.form.terms.size === 0 && isTold && dependsOn(value, (symbol) => free.has(symbol)))
        return { equation: equations[rows.indexOf(row)] as number, value };
    }
  }
  return null;
}

/** An expression with rates and flows put in. */
function explicit({ graph: g, states, ports }: Model, node: Node): Node {
  const values = new Map<string, Node>(states.map(({ name, rate }) => [`der:${name}`, rate]));
  for (const { name, assigns, value } of ports) values.set(`${assigns}:${name}`, value);
  let result = node;
  for (let round = 0; round <= values.size && dependsOn(result, (symbol) => values.has(symbol)); round++)
    result = g.substitute(result, values);
  return result;
}

function rateOf({ graph: g, states }: Model, node: Node): Node {
  return states.reduce(
    (sum, { name, rate }) => g.add(sum, g.mul(differentiate(g, node, `state:${name}`), rate)),
    differentiate(g, node, 'time'),
  );
}
