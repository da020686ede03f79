/** The oil balance against mistakes: every kind of two hydraulic ports or more, as it is and with each of its port flows the other way. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { exampleOf } from '../support/exampleRuns.js';
import { random } from '../support/kernelBench.js';
import { circuitAround } from '../support/kindCircuit.js';
import { mutantsOf } from '../support/mutants.js';

const portsOf = ({ ports }: KindDefinition): number => Object.values(ports).filter((type) => type === 'hydraulic').length;
const kinds = [...library.values()].filter((kind) => portsOf(kind) >= 2);

/** It between volumes and restrictors, with drawn parameters, and its example. */
function circuitsOf(definition: KindDefinition): Circuit[] {
  const example = exampleOf(definition.kind);
  const components = example.components.map((one) => (one.kind?.kind === definition.kind ? { ...one, kind: definition } : one));
  const around = circuitAround(definition, random(5));
  return [
    { ...around, run: { ...around.run, end: 0.03 } },
    { ...example, components },
  ];
}

/** Of some thousand steps. */
const rounding = 1e-13;

/** Of the flow and of the content, the smaller one. */
async function lossOf(circuit: Circuit, until: number): Promise<number> {
  const { mass, off, content } = (await simulate(circuit, { workers: 1, kernels: 'js', until })).account.balance;
  return Math.min(mass, off / content);
}

describe.each(kinds.map((definition, k) => [definition.kind, definition, k] as const))('%s', (_, definition, k) => {
  // What stands as it is keeps its oil in test/components/examples.test.ts too.
  test.runIf(isFull || k % 12 === 1)('loses no oil', async () => {
    for (const circuit of circuitsOf(definition)) {
      expect(await lossOf(circuit, circuit.run.end)).toBeLessThan(rounding);
    }
  });

  const mutants = mutantsOf(definition.equations).filter(
    ({ target, name, what, isWhole }) => target === 'port' && name.endsWith('.q') && isWhole && what.startsWith(`${name}: -(`),
  );
  // Quickly one of every fourth kind, not the same port of each.
  const some = isFull ? mutants : k % 4 === 0 ? mutants.slice((k / 4) % mutants.length).slice(0, 1) : [];
  test.each(some.map(({ what, equations }) => [what, equations] as const))('%s: is seen', async (_what, equations) => {
    let seen = Number.NaN;
    for (const circuit of circuitsOf({ ...definition, equations })) {
      // What drives itself is beyond all numbers soon; its balance is asked for before.
      let [until, loss] = [circuit.run.end, await lossOf(circuit, circuit.run.end)];
      for (; !Number.isFinite(loss) && until > 1e-4; until /= 10) loss = await lossOf(circuit, until / 10);
      seen = loss;
      if (seen > 1e8 * rounding) break;
    }
    expect(seen).toBeGreaterThan(1e8 * rounding);
  });
});
