/** Mistakes of equations `0 = e` taken together: too many or too few for the unknowns that stand in them. */
import { dependsOn, type Node, symbolsOf } from '../graph/graph.js';
import type { EquationMistake, Model } from '../language/model.js';
import { type Matching, match } from './matching.js';

/** Mistakes in how equations and unknowns belong together; of one that is not there the place is where the unknown is named. */
export function implicitMistakes(model: Model): EquationMistake[] {
  const { unknowns } = model;
  const { over, under } = matchingOf(model);
  const at = (key: string): { line: number; column: number } => {
    const { line, column } = model.places.get(key) ?? { line: 1, column: 1 };
    return { line, column };
  };
  const lines = (equations: readonly number[]): string => {
    const numbers = equations.map((k) => String(at(`zero:${k}`).line));
    return numbers.length === 1 ? `line ${numbers[0]}` : `lines ${listed(numbers)}`;
  };
  const mistakes: EquationMistake[] = over.map((part) => {
    const place = at(`zero:${part.equations.at(-1)}`);
    if (part.unknowns.length === 0 && unknowns.length > 0 && holdsStates(model, part.equations))
      return {
        ...place,
        message: 'the equation 0 = … holds states and no unknown (index 2 or above)',
        remedy: 'solve its rate in its place, by --reduce or run: { reduce: true }; or write it so that an unknown stands in it',
      };
    if (part.unknowns.length === 0)
      return {
        ...place,
        message: 'the equation 0 = … holds no unknown',
        remedy: unknowns.length === 0 ? 'name one by unknown x, with x declared under outputs' : 'it is a condition on nothing: remove it',
      };
    return {
      ...place,
      message: `${part.equations.length} equations (${lines(part.equations)}) determine only ${listed(part.unknowns)}: one is too many`,
      remedy: 'remove an equation, or name another unknown that stands in them',
    };
  });
  for (const part of under) {
    const names = listed(part.unknowns);
    const count = part.equations.length;
    const told =
      count === 0
        ? 'stands in no equation 0 = …'
        : `${part.unknowns.length > 1 ? 'share' : 'has'} ${count} equation${count > 1 ? 's' : ''} (${lines(part.equations)})`;
    mistakes.push({
      ...at(`unknown:${part.unknowns[0]}`),
      message: `the unknown${part.unknowns.length > 1 ? 's' : ''} ${names} ${told}: one is missing`,
      remedy: `add an equation 0 = … that ${part.unknowns.length > 1 ? 'one of them' : 'it'} stands in, directly or through the flow of a port or a rate`,
    });
  }
  return mistakes;
}

const holdsStates = ({ zeros }: Model, equations: readonly number[]): boolean =>
  equations.some((k) => dependsOn(zeros[k] as Node, (symbol) => symbol.startsWith('state:')));

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Equations and unknowns of a model as they stand in each other: directly, and through what the component assigns at its ports and as rates. */
export function matchingOf({ ports, states, unknowns, zeros }: Pick<Model, 'ports' | 'states' | 'unknowns' | 'zeros'>): Matching {
  const assigned = new Map<string, Node>();
  for (const { name, assigns, value } of ports) assigned.set(`${assigns}:${name}`, value);
  for (const { name, rate } of states) assigned.set(`der:${name}`, rate);
  const names = unknowns.map(({ name }) => name);
  return match(
    zeros.map((zero) => {
      const found = new Set(symbolsOf(zero));
      for (const symbol of found) for (const inner of symbolsOf(...[assigned.get(symbol)].flatMap((n) => n ?? []))) found.add(inner);
      return names.filter((name) => found.has(`unknown:${name}`));
    }),
    names,
  );
}
