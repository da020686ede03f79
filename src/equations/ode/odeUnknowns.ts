/**
 * Unknowns of the equations 0 = e in the ODE of a kind. What is affine in them is eliminated; the rest is solved within the right-hand side by Newton's method, as
 * in a TLM step, but at the pressures, states and inputs of the moment. Slopes of what it finds follow from the equations (implicit function theorem):
 * for residuals r(z, s) = 0 the system J ∂z/∂s = -∂r/∂s, J = ∂r/∂z.
 */
import { type Affine, Linearizer, type Tear } from '../graph/affine.js';
import { type Graph, type Node, symbolsOf } from '../graph/graph.js';
import { isSolved } from '../graph/switches.js';
import type { Model } from '../language/model.js';
import { eliminate } from '../solve/eliminate.js';
import { floorOf, type NearZero, slopesOf, solveImplicit } from '../solve/implicit.js';
import { inBlocks } from '../solve/inBlocks.js';
import type { NewtonBlock } from '../solve/solution.js';
import { undetermined } from '../solve/solveMistakes.js';
import { unknownTears } from '../solve/unknownTears.js';

/** How unknowns are found in an ODE. */
export interface OdeUnknowns {
  /** Unknowns that Newton's method finds, blocks in the order in which they need each other; their tears are symbols of the other expressions. */
  readonly blocks: readonly NewtonBlock[];
  /** By unknown of the equations that is no such symbol: its value in terms of them. */
  readonly values: ReadonlyMap<string, Node>;
}

/** Of a model's equations `zeros`, as an ODE has them; `finish` is done to all that will be written. */
export function odeUnknowns(model: Model, zeros: readonly Node[], nearZero: NearZero, finish: (node: Node) => Node): OdeUnknowns {
  const g = model.graph;
  if (zeros.length === 0) return { blocks: [], values: new Map() };
  const linear = new Linearizer(g, (name) => name.startsWith('unknown:'), 'laws');
  const rows = zeros.map((zero, k) => ({ unknown: null, prefers: `unknown:${model.unknowns[k]?.name}`, form: linear.of(zero) }));
  const { solved, left } = eliminate(linear, rows);
  const inTears = (form: Affine): Affine => linear.withSolved(form, solved);
  const explicit = linear.tears.map((t): Tear => ({ ...t, args: t.args.map(inTears) }));
  const names = model.unknowns.map(({ name }) => `unknown:${name}`).filter((name) => !solved.has(name));
  const implicit = unknownTears(left, names, explicit, inTears, g);
  if (typeof implicit === 'string') throw undetermined(model, implicit);
  const starts = new Map(model.unknowns.map(({ name, initial, unit }) => [`unknown:${name}`, { start: initial, floor: floorOf(unit) }]));
  const values = new Map<string, Node>();
  const resolved = (node: Node): Node => g.substitute(node, values);
  const blocks: NewtonBlock[] = [];
  for (const block of inBlocks([...explicit, ...implicit])) {
    for (const found of solveImplicit(block, linear, starts, nearZero)) {
      if (found.type === 'closed') values.set(found.tear, resolved(found.value));
      else if (found.tears.length > 0) blocks.push(finished(g, found, (node) => finish(resolved(node))));
    }
  }
  for (const [name, form] of solved) values.set(name, resolved(linear.node(inTears(form))));
  return { blocks, values };
}

function finished(g: Graph, block: NewtonBlock, finish: (node: Node) => Node): NewtonBlock {
  const residuals = block.residuals.map(finish);
  const jacobian = slopesOf(g, residuals, block.tears, block.areRoots);
  const starts = block.starts.map((start) => start && finish(start));
  return {
    ...block,
    residuals,
    jacobian,
    starts,
    implicit: block.implicit.map(({ size, floor }) => ({ start: null, size, floor: finish(floor) })),
  };
}

/** Symbols that a block's unknowns depend on, beside each other: quantities with slopes, and other unknowns. */
export function neededBy({ residuals, tears }: NewtonBlock): string[] {
  const own = new Set(tears);
  return [...symbolsOf(...residuals)].filter(
    (symbol) => !own.has(symbol) && (isSolved(symbol) || /^(p|q|state|input):|^time$/.test(symbol)),
  );
}
