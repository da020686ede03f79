/** Text of a block with unknowns of the equations 0 = e (implicit.ts), which is solved by Newton's method with shortened steps. */

import type { NewtonBlock } from '../solve/solution.js';
import { identifier } from './kernel.js';
import type { Writer } from './writer.js';

/** The action where a search fails, by the text of the residuals, in parts of their terms. */
export type Failure = (left: string) => string;

/** From a guess far below the root the first step goes far beyond it, and each one after halves the way back: such a root begins at what it is the root of. */
export function writeStarts(w: Writer, block: NewtonBlock): void {
  const y = block.tears.map(identifier);
  block.starts.forEach((start, i) => {
    if (!start) return;
    w.open();
    block.tears.forEach((tear, k) => w.define(tear, y[k] as string));
    const root = w.fresh('g');
    w.line(`const ${root} = ${w.text(start)};`);
    const size = `Math.abs(${y[i]})`;
    const isFar = block.implicit.length > 0 ? ` || ${size} > 1e3 * Math.abs(${root})` : '';
    w.line(`if (${size} < 1e-3 * Math.abs(${root})${isFar}) ${y[i]} = ${root};`);
    w.closeInto('{');
  });
}

/** Rounds of each way to go: one begins where the one before has not come to the end. */
const mostRounds = 200;
const shortened = 0;
const full = 1;
const byBothSides = 2;
const leaking = 3;
/** Ten decades of a usual size to each side, where joints leak. */
const leaksOfSide = 10;
/** Ten decades of a usual size, on both sides. */
const mostMoves = 20;
/** Of full steps, before those that go to and fro are halved. */
const fullBeforeHalves = 8;

/**
 * Statements that find the unknowns, which have their first values already. A correction e is taken in full where the residuals, each in parts of what its slopes
 * make of the sizes of the unknowns, are smaller behind it; else half of it, and so on. Where valves open and close a full step would go to and fro between the sides.
 * Where that comes to a stand, at an edge on one side of which the residuals grow, as of a spool that just opens, it begins anew with full steps; then with residuals in
 * parts of the largest slopes that were met, as a check valve that just opens passes much beside what a small opening behind it does.
 * Where all slopes are nothing and the residuals are not, as of a column without mass that stands, unknowns of 0 are moved from it; where that
 * does not help, as of a valve that opens far away, those without a slope further and further.
 * What is left after that has no rank where it stands, as of valves in a row that open one after the other: there each joint leaks in its next step, as much as
 * moves an unknown by a usual size, then ten times less each time. So joints that an open valve connects move together. The leak has the sign of the joint's own slope where one
 * was met, else one sign and then, from the beginning, the other.
 * A step that ends where the equations leave something open, as between a shut valve and a check valve, is taken back to the first point that fulfils them.
 */
export function writeUnknowns(w: Writer, block: NewtonBlock, failure: Failure): void {
  new SearchText(w, block).write(failure);
}

/** Text of one search: its parts in the order in which they stand. Names of unknown i: its own, e correction, w weight, m largest slope, u residual before, way last correction, g own slope. */
class SearchText {
  private readonly m: number;
  private readonly y: readonly string[];
  private readonly converged: string;

  constructor(
    private readonly w: Writer,
    private readonly block: NewtonBlock,
  ) {
    this.m = block.tears.length;
    this.y = block.tears.map(identifier);
    // A block of its own: there may be several.
    w.open();
    block.implicit.forEach(({ start }, i) => {
      if (start) w.line(`if (${this.y[i]} === 0) ${this.y[i]} = ${w.text(start)};`);
    });
    this.converged = w.fresh('n');
  }

  write(failure: Failure): void {
    const { w, converged } = this;
    this.declare();
    w.open();
    this.changeMode();
    this.evaluate();
    this.findFirstPoint();
    this.shortenStep();
    this.writeSlopes();
    this.judgeByBothSides();
    this.keepPoint();
    this.leak();
    this.takeStep();
    this.endOrMove();
    w.closeInto(`for (let round = 0; round < ${4 * mostRounds}; round++) {`);
    w.line(`if (${converged} === 0) ${failure('Math.sqrt(least)')}`);
    w.closeInto('{');
  }

  private each(text: (name: string, i: number) => string, between = ', '): string {
    return this.y.map(text).join(between);
  }

  /** Assigns every unknown. */
  private to(of: (name: string, i: number) => string): string {
    return this.each((name, i) => `${name} = ${of(name, i)};`, ' ');
  }

  /** Sum of squares of the weighted residuals. */
  private get squares(): string {
    return this.each((_, i) => `r${i} * w${i} * (r${i} * w${i})`, ' + ');
  }

  private get shorten(): string {
    return `{ share = 0.5 * share; ${this.each((name, i) => `${name} = b${name} - share * e${i};`, ' ')} continue; }`;
  }

  private size(i: number): string {
    return this.w.text((this.block.implicit[i] as NewtonBlock['implicit'][number]).size);
  }

  private declare(): void {
    const { w, block } = this;
    writeStarts(w, block);
    w.line(`let ${this.converged} = 0, share = 1, least = Infinity;`);
    w.line(`const ${this.each((name) => `s${name} = Math.abs(${name})`)};`);
    w.line(
      `let ${this.each((name, i) => `b${name} = ${name}, e${i} = 0, w${i} = 0, m${i} = 0, u${i} = Infinity, before${name} = ${name}, way${i} = 0, g${i} = 0`)};`,
    );
    w.line('let isBack = 0, isThere = 0, low = 0, taken = 0, mode = 0, moves = 0, out = 1, isSmall = 0, leaks = 0, isLeaking = 0;');
    w.line(`const ${this.each((name) => `a${name} = ${name}`)};`);
  }

  private changeMode(): void {
    const again = this.each((name, i) => `${name} = a${name}; b${name} = a${name}; way${i} = 0;`, ' ');
    this.w.line(
      `if (round === ${mostRounds} || round === ${2 * mostRounds} || round === ${3 * mostRounds}) { mode = mode + 1; share = 1; isBack = 0; ${free} ${again} }`,
    );
    this.w.line(`if (round === ${3 * mostRounds}) out = 1;`);
  }

  private evaluate(): void {
    const { w, block } = this;
    block.tears.forEach((tear, i) => w.define(tear, this.y[i] as string));
    block.residuals.forEach((r, i) => w.line(`const r${i} = ${w.text(r)};`));
  }

  private findFirstPoint(): void {
    const { w } = this;
    w.line('if (isBack === 1) {');
    w.line(`if (${this.squares} <= 1e-20) taken = share; else low = share;`);
    // Where the start fulfils them, too, there is no first point, and the rest of the step is nothing. From there on residuals that are not open are solved to rounding.
    const first = this.to((name, i) => `before${name} - taken * way${i}`);
    w.line(`if (taken - low <= 1e-9 * taken || taken <= 1e-12) { isBack = 0; isThere = 1; share = 1; ${free} ${first} continue; }`);
    w.line(`share = 0.5 * (low + taken); ${this.to((name, i) => `before${name} - share * way${i}`)} continue;`);
    w.line('}');
  }

  private shortenStep(): void {
    this.w.line(`if (mode === ${shortened} && ${notLess(this.squares, 'least')}) ${this.shorten}`);
  }

  private writeSlopes(): void {
    const { w, block, m } = this;
    block.jacobian.forEach((row, i) => {
      row.forEach((j, k) => {
        const slope = w.fresh('j');
        w.line(`const ${slope} = ${w.text(j)};`);
        // A root of nothing has no slope: its argument takes a step by its residual.
        w.line(`F[o_scratch + ${i * m + k}] = ${slope} - ${slope} === 0 ? ${slope} : ${i === k ? 1 : 0};`);
      });
      w.line(`F[o_scratch + ${m * m + i}] = r${i};`);
    });
    const sizes = block.implicit.map(({ size }, k) => `(Math.abs(${this.y[k]}) + ${w.text(size)})`);
    this.y.forEach((_, i) => {
      w.line(`const z${i} = ${this.each((_name, k) => `Math.abs(F[o_scratch + ${i * m + k}]) * ${sizes[k]}`, ' + ')} + 1e-300;`);
    });
  }

  private judgeByBothSides(): void {
    const { w } = this;
    w.line(`if (mode === ${byBothSides}) {`);
    w.line(this.each((_, i) => `m${i} = z${i} > m${i} ? z${i} : m${i};`, ' '));
    const parts = (of: string): string => this.each((_, i) => `${of}${i} / m${i} * (${of}${i} / m${i})`, ' + ');
    w.line(`if (${notLess(`(${parts('r')})`, `(${parts('u')})`)}) ${this.shorten}`);
    w.line('}');
  }

  private keepPoint(): void {
    const { w } = this;
    w.line(`taken = share; share = 1; ${this.each((name, i) => `before${name} = b${name}; way${i} = e${i}; b${name} = ${name};`, ' ')}`);
    w.line(this.each((_, i) => `w${i} = 1 / z${i}; u${i} = r${i};`, ' '));
    w.line(`least = ${this.squares};`);
  }

  private leak(): void {
    const { w, m } = this;
    const diagonal = (i: number): string => `F[o_scratch + ${i * m + i}]`;
    w.line(`if (mode === ${leaking}) {`);
    w.line(this.each((_, i) => `g${i} = ${diagonal(i)} === 0 ? g${i} : ${diagonal(i)};`, ' '));
    const leak = (i: number): string => `(g${i} === 0 ? r${i} / out : (g${i} > 0 ? 1 : -1) * Math.abs(r${i} / out)) / ${this.size(i)}`;
    w.line(`if (isLeaking === 1) { ${this.each((_, i) => `${diagonal(i)} = ${diagonal(i)} + ${leak(i)};`, ' ')} }`);
    w.line('}');
  }

  private takeStep(): void {
    const { w, m } = this;
    w.line(`linearSolveRanked(o_scratch, ${m});`);
    w.line(
      `if (isThere === 0 && F[o_scratch + ${m * m + 2 * m + 1}] > 0 && least <= 1e-20 && (${this.each((_, i) => `way${i} !== 0`, ' || ')})) {`,
    );
    w.line(`isBack = 1; share = 0.5 * taken; ${this.to((name, i) => `before${name} - share * way${i}`)} continue;`);
    w.line('}');
    w.line(this.each((_, i) => `e${i} = F[o_scratch + ${m * m + i}];`, ' '));
    const take = this.each((name, i) => `${name} = b${name} - e${i};`, ' ');
    w.line(take);
    w.line(`if (isLeaking === 1) { isLeaking = 0; out = 10 * out; continue; }`);
    const small = this.y.map((name, i) => {
      const floor = w.text((this.block.implicit[i] as NewtonBlock['implicit'][number]).floor);
      return `Math.abs(e${i}) <= ${this.block.tolerance} * Math.max(s${name}, Math.abs(${name})) + ${floor} + 1e-290`;
    });
    w.line(`isSmall = ${small.join(' && ')} ? 1 : 0;`);
    // Full steps go to and fro across the steep middle of a root, as far one way as the other: half the way is nearer. The last step is whole, as it alone fulfils
    // linear equations, such as the balance of a joint.
    const turns = (i: number): string => `e${i} * way${i} < 0 && Math.abs(e${i}) > 0.5 * Math.abs(way${i})`;
    w.line(`if (isSmall === 0 && mode === ${full} && round > ${mostRounds + fullBeforeHalves}) {`);
    w.line(this.each((_, i) => `e${i} = ${turns(i)} ? 0.5 * e${i} : e${i};`, ' '));
    w.line(take);
    w.line('}');
  }

  private endOrMove(): void {
    const { w, m } = this;
    // Where the equations have no rank, their residual must be rounding, in parts of the largest slope of its row.
    w.line(`if (F[o_scratch + ${m * m + 2 * m}] <= 1e-11 && isSmall === 1) { ${this.converged} = 1; break; }`);
    // A square of nothing has no slope, nor has a valve that is shut: from there it is sought anew, from a usual size, then further and further out on both sides.
    w.line(`if (moves < ${mostMoves} && isSmall === 1) {`);
    w.line(this.each((name, i) => `if (moves === 0 ? b${name} === 0 : e${i} === 0) ${name} = out * ${this.size(i)};`, ' '));
    w.line(`moves = moves + 1; out = out > 0 ? -out : -10 * out; ${free}`);
    w.line('}');
    w.line(`if (mode === ${leaking} && leaks < ${2 * leaksOfSide} && (isSmall === 1 || F[o_scratch + ${m * m + 2 * m}] > 1e-11)) {`);
    w.line(`isLeaking = 1; ${this.to((name) => `b${name}`)}`);
    w.line(`if (leaks === ${leaksOfSide}) { out = -1; ${this.to((name) => `a${name}`)} }`);
    w.line('leaks = leaks + 1;');
    w.line('}');
  }
}

/** The next point is judged by nothing before it. */
const free = 'least = Infinity; u0 = Infinity;';

/** Written so that a NaN does not pass. A residual of rounding may not fall any more, and behind 30 halves any passes. */
const notLess = (now: string, before: string): string => `!(${now} <= (1 - 0.0002 * share) * ${before} + 1e-22) && share > 1e-9`;
