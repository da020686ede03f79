/** Text of a block that is solved by Newton's method: one tear within a bracket, several with their exact Jacobian. */

import { dependsOn, type Node, topological } from '../graph/graph.js';
import type { NewtonBlock } from '../solve/solution.js';
import { identifier } from './kernel.js';
import { type Failure, writeStarts, writeUnknowns } from './unknownText.js';
import type { Writer } from './writer.js';

/** Rounds of Newton's method before corrections of several tears are halved where they go to and fro. */
const roundsBeforeHalves = 8;
/** And before all are halved but the last small ones: there are cycles of more than two, over the edge where a valve shuts. */
const roundsBeforeAll = 60;
const mostRounds = 150;

/** Text of a tear's value of the last accepted step, or of the one before that. */
type GuessText = (role: 'guess' | 'guessBefore', tear: string) => string;

/** Text of where the search for a tear begins, from the last two accepted values: from them only, so that a rejected step leaves no trace. */
export function extrapolated(block: NewtonBlock, guess: GuessText, tear: string): string {
  const [now, before] = [guess('guess', tear), guess('guessBefore', tear)];
  // Where shut valves leave an unknown open it would run away.
  if (block.implicit.length > 0) return now;
  const there = `${now} + (${now} - ${before}) * growth`;
  // A root that was closed has no history.
  return block.decoupled ? `${now} !== 0 && ${before} !== 0 ? ${there} : ${now}` : there;
}

/** Statements that find the block's tears, which are declared already, from where `first` has them begin, and do `failure` where they do not. */
export function writeNewton(w: Writer, block: NewtonBlock, first: (tear: string) => string, failure: Failure): void {
  const m = block.tears.length;
  const y = block.tears.map(identifier);
  block.tears.forEach((tear, i) => w.line(`${y[i]} = ${first(tear)};`));
  if (block.implicit.length > 0) {
    writeUnknowns(w, block, failure);
    return;
  }
  writeStarts(w, block);
  const converged = w.fresh('n');
  const scales = y.map((name) => `s${name}`);
  w.line(`let ${converged} = 0; const ${scales.map((s, i) => `${s} = Math.abs(${y[i]})`).join(', ')};`);
  const [low, high, last] = ['low', 'high', 'last'].map((name) => `${name}_${y[0]}`) as [string, string, string];
  if (m > 1) w.line(`let ${y.map((name) => `before_${name} = 0`).join(', ')};`);
  if (m === 1) w.line(`let ${low} = -Infinity, ${high} = Infinity, ${last} = Infinity;`);
  w.open();
  block.tears.forEach((tear, i) => w.define(tear, y[i] as string));
  const residuals = block.residuals.map((r) => w.text(r));
  if (m === 1) {
    // The residual of a passive component grows with y, at least as much as y does. A step out of the bracket that the signs have made so far halves
    // it, and so does one that is not half of the one before: across the steep middle of a root Newton's method goes to and fro. Where there is no
    // slope, as a root of nothing has none, or not yet a bracket, a step by the residual reaches as far as the solution or beyond.
    const slope = w.text((block.jacobian[0] as readonly Node[])[0] as Node);
    w.line(`const r0 = ${residuals[0]}; if (r0 > 0) ${high} = ${y[0]}; else ${low} = ${y[0]};`);
    w.line(`const slope0 = ${slope}; let next0 = ${y[0]} - (slope0 - slope0 === 0 && slope0 !== 0 ? r0 / slope0 : r0);`);
    const isSlow = `Math.abs(next0 - ${y[0]}) > 0.5 * ${last} && ${high} - ${low} < Infinity`;
    w.line(`const halves = (${isSlow}) || !(next0 >= ${low} && next0 <= ${high});`);
    w.line(`if (halves && r0 !== 0) next0 = ${high} - ${low} < Infinity ? 0.5 * (${low} + ${high}) : ${y[0]} - r0;`);
    w.line(`const e0 = ${y[0]} - next0; ${last} = Math.abs(e0);`);
  } else {
    block.jacobian.forEach((row, i) => {
      // A root of nothing has no slope: its tear takes a step by its residual.
      const steep = hasRoot(block.residuals[i] as Node, block.tears);
      row.forEach((j, k) => {
        const slope = w.text(j);
        const name = w.fresh('j');
        if (steep) w.line(`const ${name} = ${slope};`);
        w.line(`F[o_scratch + ${i * m + k}] = ${steep ? `${name} - ${name} === 0 ? ${name} : ${i === k ? 1 : 0}` : slope};`);
      });
    });
    residuals.forEach((r, i) => {
      w.line(`F[o_scratch + ${m * m + i}] = ${r};`);
    });
    w.line(`linearSolve(o_scratch, ${m});`);
    // To and fro across the steep middles of roots half the way is nearer. Searches that are not slow take full steps, as Newton's method is fast, and so does its end.
    y.forEach((name, i) => {
      w.line(`const full${i} = F[o_scratch + ${m * m + i}];`);
      const turns = `round > ${roundsBeforeHalves} && full${i} * before_${name} < 0 && Math.abs(full${i}) > 1e-3 * Math.abs(${name})`;
      const all = `round > ${roundsBeforeAll} && Math.abs(full${i}) > 1e-6 * Math.abs(${name})`;
      w.line(`const e${i} = (${turns}) || (${all}) ? 0.5 * full${i} : full${i}; before_${name} = e${i};`);
    });
  }
  y.forEach((name, i) => {
    w.line(`${name} = ${name} - e${i};`);
  });
  // Written so that a NaN does not pass. Convergence is quadratic: after a correction of the tolerance the error is of the order of rounding.
  // A tear that is closed while its neighbours are not is zero up to the rounding of their elimination: measured by them, or it never ends.
  // And one that has died away to where numbers have no digits left (1e-308) is zero.
  const floor = m > 1 ? ` + 1e-20 * Math.max(${y.map((name) => `Math.abs(${name})`).join(', ')}) + 1e-290` : ' + 1e-290';
  // A root below 1e-10 √Pa is that of no pressure difference: around a loop of open edges without one, nothing but the tiny slope (solve.ts) is left.
  const least = (i: number): string => (m > 1 && block.areRoots[i] ? `${floor} + 1e-10` : floor);
  // Of a bisection it is not: that ends where the bracket does.
  const tolerance = m === 1 ? `(halves ? 4e-16 : ${block.tolerance})` : `${block.tolerance}`;
  const small = y.map((name, i) => `Math.abs(e${i}) <= ${tolerance} * Math.max(${scales[i]}, Math.abs(${name}))${least(i)}`);
  w.line(`if (${small.join(' && ')}) { ${converged} = 1; break; }`);
  w.closeInto(`for (let round = 0; round < ${mostRounds}; round++) {`);
  w.line(`if (${converged} === 0) ${failure('0')}`);
}

/** Whether an expression has a root of something that moves with the tears. */
function hasRoot(residual: Node, tears: readonly string[]): boolean {
  const moves = (n: Node): boolean => dependsOn(n, (name) => tears.includes(name));
  return topological([residual]).some((n) => (n.op === 'ssqrt' || n.op === 'sqrt') && moves(n));
}
