/** Text of a block that is solved by Newton's method: one tear within a bracket, several with their exact Jacobian. */

import { dependsOn, type Node, topological } from './graph.js';
import { identifier } from './kernel.js';
import type { NewtonBlock } from './solution.js';
import type { Writer } from './writer.js';

/** Text of a tear's value of the last accepted step, or of the one before that. */
type GuessText = (role: 'guess' | 'guessBefore', tear: string) => string;

/** Text of where the search for a tear begins, from the last two accepted values: from them only, so that a rejected step leaves no trace. */
export function extrapolated(block: NewtonBlock, guess: GuessText, tear: string): string {
  const [now, before] = [guess('guess', tear), guess('guessBefore', tear)];
  const there = `${now} + (${now} - ${before}) * growth`;
  // A root that was closed has no history.
  return block.decoupled ? `${now} !== 0 && ${before} !== 0 ? ${there} : ${now}` : there;
}

/** Statements that find the block's tears, which are declared already, from where `first` has them begin, and do `failure` where they do not. */
export function writeNewton(w: Writer, block: NewtonBlock, first: (tear: string) => string, failure: string): void {
  const m = block.tears.length;
  const y = block.tears.map(identifier);
  const hasUnknown = block.implicit.length > 0;
  const isBracketed = m === 1 && !hasUnknown;
  block.tears.forEach((tear, i) => w.line(`${y[i]} = ${first(tear)};`));
  block.implicit.forEach(({ start }, i) => {
    if (start) w.line(`if (${y[i]} === 0) ${y[i]} = ${w.text(start)};`);
  });
  // From a guess far below the root the first step goes far beyond it, and each one after halves the way back.
  block.starts.forEach((start, i) => {
    if (!start) return;
    w.open();
    block.tears.forEach((tear, k) => w.define(tear, y[k] as string));
    const root = w.fresh('g');
    w.line(`const ${root} = ${w.text(start)};`);
    w.line(`if (Math.abs(${y[i]}) < 1e-3 * Math.abs(${root})) ${y[i]} = ${root};`);
    w.closeInto('{');
  });
  const converged = w.fresh('n');
  const scales = y.map((name) => `s${name}`);
  w.line(`let ${converged} = 0; const ${scales.map((s, i) => `${s} = Math.abs(${y[i]})`).join(', ')};`);
  const [low, high, last] = ['low', 'high', 'last'].map((name) => `${name}_${y[0]}`) as [string, string, string];
  if (isBracketed) w.line(`let ${low} = -Infinity, ${high} = Infinity, ${last} = Infinity;`);
  w.open();
  block.tears.forEach((tear, i) => w.define(tear, y[i] as string));
  const residuals = block.residuals.map((r) => w.text(r));
  if (isBracketed) {
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
      const steep = hasUnknown || hasRoot(block.residuals[i] as Node, block.tears);
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
    w.line(`linearSolve${hasUnknown ? 'Ranked' : ''}(o_scratch, ${m});`);
    y.forEach((_, i) => {
      w.line(`const e${i} = F[o_scratch + ${m * m + i}];`);
    });
  }
  if (hasUnknown) writeUnknownStep(w, block, y, scales, converged);
  else {
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
  }
  w.closeInto('for (let round = 0; round < 60; round++) {');
  w.line(`if (${converged} === 0) ${failure}`);
}

/**
 * A step by the corrections e0, e1, …, and whether it was the last. Where max and if send the whole step to and fro between two sides, half a step lands between;
 * where the equations have no rank, what is left of them must be rounding, in parts of the largest slope of its row.
 */
function writeUnknownStep(w: Writer, block: NewtonBlock, y: readonly string[], scales: readonly string[], converged: string): void {
  const m = y.length;
  const small = y.map((name, i) => {
    const floor = w.text((block.implicit[i] as NewtonBlock['implicit'][number]).floor);
    return `Math.abs(e${i}) <= ${block.tolerance} * Math.max(${scales[i]}, Math.abs(${name})) + ${floor} + 1e-290`;
  });
  w.line(`const ends = F[o_scratch + ${m * m + 2 * m}] <= 1e-6 && ${small.join(' && ')};`);
  w.line('const share = ends || round < 16 || round % 4 === 0 ? 1 : 0.5;');
  y.forEach((name, i) => {
    w.line(`${name} = ${name} - share * e${i};`);
  });
  w.line(`if (ends) { ${converged} = 1; break; }`);
}

/** Whether an expression has a root of something that moves with the tears. */
function hasRoot(residual: Node, tears: readonly string[]): boolean {
  const moves = (n: Node): boolean => dependsOn(n, (name) => tears.includes(name));
  return topological([residual]).some((n) => (n.op === 'ssqrt' || n.op === 'sqrt') && moves(n));
}
