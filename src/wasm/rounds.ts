/**
 * Loops that are written out round by round, `unrolled: for (let k = 0; k < 5; k++) …`: sums of a few terms in a loop over lanes, which has no loops inside where something
 * is stored. The counter is a number in each round, and sums of numbers are made, so that the places are known.
 */
import type { ForStatement, Node } from 'acorn';
import { outside } from './scopes.js';
import { syntaxOf } from './syntax.js';

/** A text with its loops of that kind written out. Throws SyntaxError for one that does not count by one between numbers, or that is left. */
export function writtenOut(text: string): string {
  return text.includes('unrolled:') ? written(text, syntaxOf(text), null) : text;
}

/** The counter of a loop in one of its rounds. */
interface Counter {
  readonly name: string;
  readonly value: number;
}

/** Text of a node; of one in a round with a number for its counter. */
function written(text: string, node: Node, counter: Counter | null): string {
  const loop = unrolled(node);
  if (loop) {
    const { name, from, to } = bounds(loop);
    if (leaves(loop.body)) return outside('leaving a loop that is written out');
    const round = (value: number): string => `{ ${written(text, loop.body, { name, value })} }`;
    return Array.from({ length: to - from }, (_, k) => round(from + k)).join('\n');
  }
  if (counter && named(node, counter.name)) return String(counter.value);
  let end = node.start;
  let whole = '';
  for (const below of nodesBelow(node)) {
    whole += text.slice(end, below.start) + written(text, below, counter);
    end = below.end;
  }
  whole += text.slice(end, node.end);
  const sum = counter && node.type === 'BinaryExpression' ? /^(\d+) \+ (\d+)$/.exec(whole) : null;
  return sum ? String(Number(sum[1]) + Number(sum[2])) : whole;
}

/** The loop, if it is one that is to be written out. */
function unrolled(node: Node): ForStatement | null {
  if (node.type !== 'LabeledStatement') return null;
  const { label, body } = node as Node & { label: { name: string }; body: Node };
  if (label.name !== 'unrolled') return null;
  return body.type === 'ForStatement' ? (body as ForStatement) : outside(`${body.type} written out`);
}

const named = (node: Node, name: string): boolean => node.type === 'Identifier' && (node as Node & { name: string }).name === name;

/** The counter of a loop, its first value and the one before which it ends. */
function bounds({ init, test, update }: ForStatement): { name: string; from: number; to: number } {
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
