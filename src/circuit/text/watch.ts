/** Conditions on quantities: 'c*.in.p < 60 bar', of every quantity that the name or glob before the sign matches. */
import { globMatcher, isGlob } from './globs.js';
import { parseQuantity } from './units.js';

/** A condition as it is written. */
export interface Condition {
  readonly text: string;
  readonly pattern: string;
  readonly relation: '<' | '>';
  /** A quantity with its unit. */
  readonly limit: string;
}

/** A quantity and its limit, SI. */
export interface Watched {
  readonly condition: Condition;
  readonly name: string;
  readonly limit: number;
}

/** How a condition is written. */
export const conditionForm = "name or glob, < or >, quantity, such as 'c*.in.p < 60 bar'";

/** Reads a condition; null for what is none. */
export function readCondition(text: string): Condition | null {
  const [, pattern, relation, limit] = /^\s*([^\s<>]+)\s*([<>])\s*([^\s=<>].*?)\s*$/.exec(text) ?? [];
  if (pattern === undefined || limit === undefined) return null;
  return { text: `${pattern} ${relation} ${limit}`, pattern, relation: relation as '<' | '>', limit };
}

/** The quantities of a condition among those that there are, in their order. Throws UnitError where the limit has another dimension than one of them. */
export function watchedBy(condition: Condition, quantities: Iterable<{ readonly name: string; readonly unit: string }>): Watched[] {
  const { pattern, limit } = condition;
  const matches = isGlob(pattern) ? globMatcher(pattern) : (name: string) => name === pattern;
  return [...quantities].flatMap(({ name, unit }) =>
    matches(name) ? [{ condition, name, limit: parseQuantity(limit, unit || '1') }] : [],
  );
}
