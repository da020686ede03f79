/**
 * Loops that are written out round by round, `unrolled: for (let k = 0; k < 5; k++) …`: sums of a few terms in a loop over lanes, which has no loops inside where something
 * is stored. The counter is a number in each round, and sums of numbers are made, so that the places are known.
 */
import type { ForStatement, LabeledStatement, Node } from 'acorn';
import { outside } from './scopes.js';
import { syntaxOf } from './syntax.js';

/** A text with its loops of that kind written out. Throws SyntaxError for one that does not count by one between numbers, or that is left. */
export function writtenOut(text: string): string {
  let end = 0;
  let whole = '';
  for (const { index } of text.matchAll(/\bunrolled:/g)) {
    const statement = labeledAt(syntaxOf(text), index);
    whole += text.slice(end, index) + rounds(text, statement.body);
    end = statement.end;
  }
  return whole + text.slice(end);
}

/** The labeled statement that begins there. */
function labeledAt(node: Node, at: number): LabeledStatement {
  if (node.type === 'LabeledStatement' && node.start === at) return node as LabeledStatement;
  const around = nodesBelow(node).find(({ start, end }) => start <= at && at < end);
  return labeledAt(around ?? outside('a label anywhere else'), at);
}

/** Rounds of a loop, one behind the other. */
function rounds(text: string, loop: Node): string {
  if (loop.type !== 'ForStatement') return outside(`${loop.type} written out`);
  const { body, ...head } = loop as ForStatement;
  const { name, from, to } = bounds(head);
  if (leaves(body)) return outside('leaving a loop that is written out');
  return Array.from({ length: to - from }, (_, k) => `{ ${round(text, body, { name, value: from + k })} }`).join('\n');
}

/** The counter of a loop in one of its rounds. */
interface Counter {
  readonly name: string;
  readonly value: number;
}

/** Text of a node in a round, with a number for the counter. */
function round(text: string, node: Node, counter: Counter): string {
  if (named(node, counter.name)) return String(counter.value);
  let end = node.start;
  let whole = '';
  for (const below of nodesBelow(node)) {
    whole += text.slice(end, below.start) + round(text, below, counter);
    end = below.end;
  }
  whole += text.slice(end, node.end);
  const sum = node.type === 'BinaryExpression' ? /^(\d+) \+ (\d+)$/.exec(whole) : null;
  return sum ? String(Number(sum[1]) + Number(sum[2])) : whole;
}

const named = (node: Node, name: string): boolean => node.type === 'Identifier' && (node as Node & { name: string }).name === name;

/** The counter of a loop, its first value and the one before which it ends. */
function bounds({ init, test, update }: Pick<ForStatement, 'init' | 'test' | 'update'>): { name: string; from: number; to: number } {
  const first = init?.type === 'VariableDeclaration' ? init.declarations[0] : null;
  const name = first?.id.type === 'Identifier' ? first.id.name : outside('writing out a loop without a counter');
  const counts = update?.type === 'UpdateExpression' && update.operator === '++' && named(update.argument, name);
  const end = test?.type === 'BinaryExpression' && test.operator === '<' && named(test.left, name) ? test.right : null;
  const [from, to] = [first?.init, end].map((bound) => (bound?.type === 'Literal' ? bound.value : null));
  if (!counts || typeof from !== 'number' || typeof to !== 'number')
    return outside('writing out a loop that does not count between numbers');
  return { name, from, to };
}

/** Nodes directly below one, in their order. */
function nodesBelow(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
  return Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start);
}

/** Whether a way out of a loop, or to its next round, is among its statements; loops inside have their own. */
function leaves(node: Node): boolean {
  if (node.type === 'BreakStatement' || node.type === 'ContinueStatement') return true;
  return !/^(For|While)Statement$/.test(node.type) && nodesBelow(node).some(leaves);
}
