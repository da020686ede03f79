/**
 * Loops that are written out round by round, `unrolled: for (let k = 0; k < 5; k++) …`, whose counter is a number in each: sums of a few terms in a loop over lanes, which
 * has no loops inside where something is stored, and places that V8 then knows.
 */
import type { Statement } from 'acorn';
import { outside } from './scopes.js';

/** Rounds of a loop. */
export interface Rounds {
  readonly counter: string;
  /** Values of the counter. */
  readonly values: readonly number[];
  readonly body: Statement;
}

/** Rounds of a loop that counts by one between whole numbers and is not left. Throws SyntaxError for any other. */
export function roundsOf(loop: Statement): Rounds {
  if (loop.type !== 'ForStatement') return outside(`${loop.type} written out`);
  const { init, test, update, body } = loop;
  const first = init?.type === 'VariableDeclaration' ? init.declarations[0] : null;
  const counter = first?.id.type === 'Identifier' ? first.id.name : outside('writing out a loop without a counter');
  const isCounter = (node: { type: string; name?: string }): boolean => node.type === 'Identifier' && node.name === counter;
  const counts = update?.type === 'UpdateExpression' && update.operator === '++' && isCounter(update.argument);
  const end = test?.type === 'BinaryExpression' && test.operator === '<' && isCounter(test.left) ? test.right : null;
  const [from, to] = [first?.init, end].map((bound) => (bound?.type === 'Literal' ? bound.value : null));
  if (!counts || typeof from !== 'number' || typeof to !== 'number')
    return outside('writing out a loop that does not count between numbers');
  if (leaves(body)) return outside('leaving a loop that is written out');
  return { counter, values: Array.from({ length: to - from }, (_, k) => from + k), body };
}

/** Whether a way out of a loop, or to its next round, is among its statements. */
function leaves(node: Statement): boolean {
  switch (node.type) {
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    case 'BlockStatement':
      return node.body.some(leaves);
    case 'IfStatement':
      return leaves(node.consequent) || (node.alternate ? leaves(node.alternate) : false);
    default:
      return false;
  }
}
