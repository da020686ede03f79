/** Kernels of every kind by every back end: after some steps the whole memory is the same, bit for bit. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { emitKernel } from '../../dist/equations/kernel/emit.js';
import type { KernelOptions } from '../../dist/equations/kernel/kernel.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { junctionBody, junctionColumns, junctionPorts } from '../../dist/network/junctionKernel.js';
import { backEnds, firstDifference } from '../support/backEnds.js';
import { batchBy, bend, drawn, type Laid, type Mood, moods, type Places, placesOf } from '../support/batches.js';
import { isFull } from '../support/circuits.js';
import { fluid, random } from '../support/kernelBench.js';
import { ownValves } from '../support/ownValves.js';
import { spoolValves } from '../support/spoolValves.js';
import { unknownKinds } from '../support/unknownKinds.js';

/** Quickly every twelfth of the library, and every other one of what users may write. */
const kinds: readonly KindDefinition[] = [
  ...[...library.values()].filter((_, k) => isFull || k % 12 === 0),
  ...[...spoolValves, ...ownValves, ...unknownKinds].filter((_, k) => isFull || k % 2 === 0),
];
/** One round, a pair, a pair and one, many pairs and one; which of them comes with how much to write does not matter. */
const rowCounts = [1, 2, 3, 17];

type Variant = Pick<KernelOptions, 'storesFlow' | 'countsOil' | 'exported' | 'ends' | 'judged'>;
const lean: Variant = { storesFlow: false, countsOil: false, exported: [] };
const full = (definition: KindDefinition): Variant => ({
  storesFlow: true,
  countsOil: Object.values(definition.ports).includes('hydraulic'),
  exported: Object.keys(definition.states ?? {}),
  ends: new Set([...Object.keys(definition.states ?? {}), ...Object.keys(definition.outputs ?? {})]),
  judged: new Map(modelOf(definition).states.map(({ name }) => [name, 1])),
});

/** Solving takes longer than all that follows from it. */
const solutions = new Map<KindDefinition, ReturnType<typeof solve>>();
function solved(definition: KindDefinition): ReturnType<typeof solve> {
  const known = solutions.get(definition) ?? solve(modelOf(definition));
  solutions.set(definition, known);
  return known;
}

function laidOut(definition: KindDefinition, variant: Variant, outputsOnly?: readonly string[]): Laid {
  const kernel = emitKernel(solved(definition), { fluid, ...variant, ...(outputsOnly ? { outputsOnly } : {}) });
  return { ...kernel, ports: outputsOnly ? [] : Object.keys(definition.ports) };
}

interface Seen {
  failed: number;
  cavities: number;
}

/** Three steps over both planes from a drawn memory, by all back ends. What differs is told by the name of its column. `inLanes`: whether its loop must run in lanes. */
function expectSame(laid: Laid, places: Places, draws: readonly Float64Array[], inLanes: boolean | null = null): Seen {
  const seen = { failed: 0, cavities: 0 };
  const batches = backEnds.map((backEnd) => ({ backEnd, ...batchBy(backEnd, laid, places) }));
  if (inLanes !== null) expect(batches.at(-1)?.inLanes).toBe(inLanes);
  const [reference, ...others] = batches as [(typeof batches)[0], ...typeof batches];
  for (const image of draws) {
    for (const { F } of batches) F.fill(0).set(image);
    for (const plane of [0, 1, 0]) {
      for (const { kernel } of batches) kernel(plane);
      for (const { backEnd, F } of others) {
        const at = firstDifference(reference.F, F);
        if (at >= 0) throw new Error(`${backEnd}, plane ${plane}: ${nameOf(places, at)} is ${F[at]}, not ${reference.F[at]}`);
      }
      if (reference.F[places.offsets['failed'] as number] !== 0) seen.failed++;
      if (reference.F[(places.offsets['cavities'] as number) + 1 - plane] !== 0) seen.cavities++;
    }
  }
  return seen;
}

/** Column and row of a place. */
function nameOf({ offsets }: Places, at: number): string {
  const sizes = new Set(['rows', 'stride', 'batch']);
  const [key = '', from = 0] =
    Object.entries(offsets)
      .filter(([name, offset]) => !sizes.has(name) && offset <= at)
      .sort((a, b) => b[1] - a[1])[0] ?? [];
  return `${key}[${at - from}]`;
}

/** What keeps a kind out: a next event is one number for all rounds; places in a table and rows of a matrix are found one by one. */
function keptOut(definition: KindDefinition): string[] {
  const model = modelOf(definition);
  const found: string[] = [];
  if (model.nextEvent) found.push('a next event');
  if (Object.values(definition.parameters).some(({ table }) => table)) found.push('a table');
  if (solved(definition).blocks.some((b) => b.type === 'newton' && (b.tears.length > 1 || b.implicit.length > 0) && !b.decoupled))
    found.push('a matrix');
  return found;
}

const seenByKind = new Map<string, Seen>();
const drawsOf = (definition: KindDefinition, laid: Laid, places: Places, seed: number): Float64Array[] => {
  const rng = random(seed);
  // The iterations of what users may write fail more seldom.
  const draws = isFull || !library.has(definition.kind) ? [0, 1] : [0];
  return moods.flatMap((mood) => draws.map(() => drawn(definition, laid, places, mood, rng)));
};

describe.each(kinds.map((definition, k) => [definition.kind, definition, k] as const))('%s', (name, definition, k) => {
  // An odd number has rows in lanes and one by itself.
  const variants: [string, number[], Variant][] = [
    ['without', isFull ? [1, 17] : [17], lean],
    ['with', isFull ? [2, 3] : [17], full(definition)],
  ];
  // Quickly one of them, in turn: making kernels is what costs.
  test.each(variants.filter((_, n) => isFull || n === k % 2))('%s flows, sums and exported states', (_, counts, variant) => {
    const laid = laidOut(definition, variant);
    for (const rows of counts) {
      const places = placesOf(laid, rows);
      const seen = expectSame(laid, places, drawsOf(definition, laid, places, 100 * rows), keptOut(definition).length === 0);
      const before = seenByKind.get(name) ?? { failed: 0, cavities: 0 };
      seenByKind.set(name, { failed: before.failed + seen.failed, cavities: before.cavities + seen.cavities });
    }
  });

  // Outputs that need accepted values only are what a kind may write early: to break a loop of signals.
  const early = modelOf(definition).outputs.filter(({ name: output }) => {
    try {
      laidOut(definition, lean, [output]);
      return true;
    } catch {
      return false;
    }
  });
  if (early.length > 0)
    test('its early half', () => {
      const laid = laidOut(
        definition,
        lean,
        early.map((output) => output.name),
      );
      const places = placesOf(laid, 5);
      expectSame(laid, places, drawsOf(definition, laid, places, 7));
    });
});

describe('junctions', () => {
  const draw = (laid: Laid, places: Places, mood: Mood, rng: () => number): Float64Array => {
    const F = new Float64Array(places.size);
    const at = (key: string): number => places.offsets[key] as number;
    F[at('step')] = 10 ** (rng() * 3 - 6);
    for (let row = 0; row < places.rows; row++) {
      for (const port of laid.ports) {
        F[at(`c_${port}`) + row] = (rng() * 2 - 0.01) * 1e7;
        F[at(`z_${port}`) + row] = 10 ** (rng() * 5 + 6);
      }
    }
    bend(laid, places, F, mood, rng);
    return F;
  };

  test.each([2, 3, 5, 9])('of %i lines', (degree) => {
    const laid = { body: junctionBody(degree, -1e5), columns: junctionColumns, ports: junctionPorts(degree), scratch: 0 };
    let cavities = 0;
    for (const rows of isFull ? rowCounts : [1, 17]) {
      const places = placesOf(laid, rows);
      const rng = random(degree + rows);
      cavities += expectSame(
        laid,
        places,
        moods.flatMap((mood) => (isFull ? [0, 1, 2] : [0]).map(() => draw(laid, places, mood, rng))),
        true,
      ).cavities;
    }
    expect(cavities).toBeGreaterThan(0);
  });
});

describe('the states drawn reach what they are meant to reach', () => {
  test('cavities in every kind that may cavitate', () => {
    const cavitating = kinds.filter((definition) => emitKernel(solved(definition), { fluid, ...lean }).cavitating.length > 0);
    expect(cavitating.length).toBeGreaterThan(10);
    for (const { kind } of cavitating) expect(seenByKind.get(kind)?.cavities, kind).toBeGreaterThan(0);
  });

  test('iterations that fail in every kind that iterates', () => {
    const iterating = kinds.filter((definition) => solved(definition).blocks.some(({ type }) => type === 'newton'));
    expect(iterating.length).toBeGreaterThan(5);
    for (const { kind } of iterating) expect(seenByKind.get(kind)?.failed, kind).toBeGreaterThan(0);
  });
});
