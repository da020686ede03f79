/** Coupled signed roots that decouple where edges are closed: the closed forms against the equations, against Newton's method, and in both forms of a kernel. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import type { Node } from '../../dist/equations/graph/graph.js';
import { emitKernel } from '../../dist/equations/kernel/emit.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { describeKind } from '../../dist/equations/language/describe.js';
import type { Decoupled } from '../../dist/equations/solve/decouple.js';
import type { NewtonBlock, Solution, TearBlock } from '../../dist/equations/solve/solution.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { isFull } from '../support/circuits.js';
import { type Bench, bench, fluid, random } from '../support/kernelBench.js';
import { decouplingValves, drivenValve, heldValve, laggedValve, leakingValve } from '../support/spoolValves.js';

const draws = isFull ? 3000 : 400;
const each = describe.each(decouplingValves.map((v) => [v.kind, v] as const));

/** The solution with its coupled blocks changed. */
const withBlocks = (change: (block: NewtonBlock) => TearBlock) => (solution: Solution) => ({
  ...solution,
  blocks: solution.blocks.map((b) => (b.type === 'newton' ? change(b) : b)),
});
const byNewton = withBlocks((block) => ({ ...block, decoupled: null }));
const newton = (definition: KindDefinition): Bench => bench(definition, definition, Number.NEGATIVE_INFINITY, byNewton);

/** The valve's own positions beside those of the bench: ends of the lap to the bit, within it, none at all; a direct tank has no impedance. */
function drawPosition(b: Bench, n: number, rng: () => number): void {
  b.draw(rng);
  if (rng() < 0.3) b.F[b.at('z_T')] = 0;
  const u = n % 6 === 3 ? 0 : 0.3 * rng();
  b.setParameter('u', u);
  const x = [u, -u, u * (2 * rng() - 1), 0, 2 * rng() - 1, 2 * rng() - 1][n % 6] as number;
  const input = (name: string): number => new Int32Array(b.F.buffer)[2 * b.at(`input_${name}`)] as number;
  if (b.at('state_spool_0') === undefined) b.F[input('x')] = x;
  else if (n % 12 < 8) {
    // At rest, so that the position of the trial step is this one too.
    for (const key of ['rate_spool_0', 'rate_speed_0', 'state_speed_0']) if (b.at(key) !== undefined) b.F[b.at(key)] = 0;
    b.F[b.at('state_spool_0')] = x;
    b.F[input('demand')] = x;
  }
}

/** What the kernel found, by tear: 0 where it is closed. */
const tears = (b: Bench, definition: KindDefinition): number[] =>
  block(definition).tears.map((t) => b.F[b.at(`guess_${t.replace(':', '_')}_1`)] as number);

function block(definition: KindDefinition): NewtonBlock & { readonly decoupled: Decoupled } {
  const found = solve(modelOf(definition)).blocks.find((b) => b.type === 'newton');
  if (found?.type !== 'newton' || !found.decoupled) throw new Error(`${definition.kind} does not decouple`);
  return { ...found, decoupled: found.decoupled };
}

const body = (definition: KindDefinition, alter: (s: Solution) => Solution = (s) => s): string =>
  emitKernel(alter(solve(modelOf(definition))), { fluid, exported: [], countsOil: true, storesFlow: true }).body;

each('%s', (_, valve) => {
  test('meets its equations to 1e-9 in every position', () => {
    const b = bench(valve);
    const rng = random(11);
    let failed = 0;
    const wrong: string[] = [];
    for (let n = 0; n < draws; n++) {
      drawPosition(b, n, rng);
      b.kernel(0);
      if (b.failed()) failed++;
      else {
        const { worst, where } = b.residual();
        if (!(worst < 1e-9)) wrong.push(`draw ${n}: ${where} by ${worst}`);
      }
    }
    expect([failed, ...wrong]).toEqual([0]);
  });

  test('has the flows and pressures of Newton’s method to 1e-9', () => {
    const [b, reference] = [bench(valve), newton(valve)];
    const [rng, referenceRng] = [random(12), random(12)];
    let compared = 0;
    const apart: string[] = [];
    for (let n = 0; n < draws; n++) {
      drawPosition(b, n, rng);
      drawPosition(reference, n, referenceRng);
      for (const each of [b, reference]) each.kernel(0);
      if (b.failed() || reference.failed()) continue;
      compared++;
      const largest = Math.max(...b.ports.map((port) => Math.abs(b.F[b.at(`q_${port}`)] as number)));
      for (const port of b.ports) {
        const [p, q, expectedP, expectedQ] = [b, reference].flatMap((x) => [x.F[x.at(`p_${port}`)], x.F[x.at(`q_${port}`)]]) as [
          number,
          number,
          number,
          number,
        ];
        const z = b.F[b.at(`z_${port}`)] as number;
        const scale = Math.max(Math.abs(p), Math.abs(b.F[b.at(`c_${port}`)] as number), 1);
        if (!(Math.abs(p - expectedP) <= 1e-9 * scale)) apart.push(`draw ${n}, ${port}.p`);
        if (!(Math.abs(q - expectedQ) <= 1e-9 * Math.max(largest, z > 0 ? scale / z : 0))) apart.push(`draw ${n}, ${port}.q`);
      }
    }
    expect([compared, ...apart]).toEqual([draws]);
  });

  test('the slow form gives the bits of the fast one, decoupled or not', () => {
    const b = bench(valve);
    const rng = random(13);
    const closed = new Set<string>();
    for (let n = 0; n < draws / 5; n++) {
      drawPosition(b, n, rng);
      const start = b.F.slice();
      b.kernel(0);
      const fast = b.F.slice();
      closed.add(
        tears(b, valve)
          .map((y) => (y === 0 ? '-' : 'o'))
          .join(''),
      );
      b.F.set(start);
      b.slow(0);
      if (!b.F.every((x, i) => Object.is(x, fast[i]))) expect([...b.F]).toEqual([...fast]);
    }
    // Every case of the decoupling has occurred, and all roots closed.
    expect(closed.size).toBeGreaterThan(2);
    expect([...closed]).toContain('-'.repeat(block(valve).tears.length));
  });

  test('a condition met too often, and values that change places, are caught', () => {
    const { applies } = block(valve).decoupled;
    const g = modelOf(valve).graph;
    const always = g.condition('eq', g.zero, g.zero);
    // The whole, and every condition 'this root is closed' in turn.
    const conditions = [applies, ...new Set(leaves(applies))];
    const mutants = conditions.map((dropped) => (d: Decoupled) => ({
      ...d,
      applies: g.rewrite(d.applies, (n) => (n === dropped ? always : undefined)),
    }));
    mutants.push((d) => ({ ...d, values: [...d.values].reverse() }));
    for (const mutant of mutants) {
      const changed = withBlocks((b) => ({ ...b, decoupled: b.decoupled && mutant(b.decoupled) }));
      const b = bench(valve, valve, Number.NEGATIVE_INFINITY, changed);
      const rng = random(14);
      let worst = 0;
      for (let n = 0; n < draws && worst < 1e-9; n++) {
        drawPosition(b, n, rng);
        b.kernel(0);
        worst = Math.max(worst, b.residual().worst);
      }
      expect(worst).toBeGreaterThan(1e-9);
    }
  });

  test('goes straight through: no loop, no scratch, nothing assigned twice in the fast form', () => {
    // The first loop is that of batches with cavities, the last that of all others.
    const fast = body(valve).split('for (let i = 0; i < o_rows; i++) {\n').at(-1) as string;
    expect(fast).not.toMatch(/\b(let|for|while|growth|o_scratch|linearSolve)\b/);
    expect(fast.match(/\bif \(/g)).toHaveLength(1);
    expect(fast.match(/Math\.sqrt/g)).toHaveLength(block(valve).decoupled.slots.length);
  });

  test('a cavity in the way is settled by the slow form, to the same equations', () => {
    const [b, reference] = [bench(valve, valve, -1e5), bench(valve, valve, -1e5, byNewton)];
    const [rng, referenceRng] = [random(15), random(15)];
    let cavities = 0;
    for (let n = 0; n < draws / 5; n++) {
      drawPosition(b, n, rng);
      drawPosition(reference, n, referenceRng);
      for (const each of [b, reference]) each.F[each.at(n % 2 ? 'c_A' : 'c_B')] = -1e6;
      for (const each of [b, reference]) each.kernel(0);
      if (b.failed() || reference.failed()) continue;
      cavities += b.F[b.at('cavities') + 1] as number;
      for (const port of b.ports) {
        const [p, expected] = [b, reference].map((x) => x.F[x.at(`p_${port}`)] as number) as [number, number];
        expect(Math.abs(p - expected), `draw ${n}, ${port}`).toBeLessThanOrEqual(1e-9 * Math.max(1e6, Math.abs(p)));
      }
    }
    expect(cavities).toBeGreaterThan(20);
  });
});

/** The conditions 'this root is closed' of which one on a block is made. */
function leaves(condition: Node): Node[] {
  return condition.op === 'eq' ? [condition] : condition.args.flatMap(leaves);
}

test('a root that never closes leaves the block to Newton’s method in both forms', () => {
  const solution = solve(modelOf(leakingValve));
  expect(solution.class).toBe('Newton');
  expect(solution.blocks.map((b) => b.type === 'newton' && b.decoupled)).toEqual([null]);
});

test('openings that are parameters or never 0, and what is not a root, are left to Newton’s method', () => {
  const edited = (edit: (equations: string) => string): unknown[] =>
    solve(modelOf({ ...drivenValve, equations: edit(drivenValve.equations) })).blocks.map((b) => b.type === 'newton' && b.decoupled);
  expect(edited((e) => e.replaceAll('u - x', 'u').replaceAll('x + u', 'u'))).toEqual([null]);
  expect(edited((e) => e.replaceAll('max(0, ', 'max(0.1, '))).toEqual([null]);
  expect(edited((e) => e.replace('ssqrt(P.p - A.p)', 'tanh(P.p - A.p)'))).toEqual([null]);
});

test('the position of a spool that no pressure moves is known before the roots are', () => {
  for (const valve of [heldValve, laggedValve]) {
    expect(block(valve).tears).toHaveLength(4);
    expect(solve(modelOf(valve)).class).toBe('signed roots, or Newton');
  }
});

test('the description tells both ways', () => {
  const text = describeKind(drivenValve);
  expect(text).toContain('class: signed roots, or Newton');
  expect(text).toMatch(
    /where .* == 0.*: signed roots in closed form, the closed ones 0; elsewhere\n {2}Newton with the exact Jacobian for/,
  );
});

// Full: that blocks of Newton are left as they are; quickly test/same/programs, by the bytes of all circuits.
test.runIf(isFull)('kinds of the library that have no such block have the kernels that Newton alone gives', () => {
  const without = [...library.values()].filter((definition) =>
    solve(modelOf(definition)).blocks.every((b) => b.type !== 'newton' || !b.decoupled),
  );
  expect(without.length).toBeGreaterThan(60);
  for (const definition of without) expect(body(definition, byNewton)).toBe(body(definition));
});
