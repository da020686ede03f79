/** Kinds between volumes and restrictors with drawn parameters, their inputs on waves: by lines and by Radau IIA the same motion, and no oil lost. */
import { expect, test } from 'vitest';
import type { Circuit, CircuitComponent } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { random } from '../support/kernelBench.js';
import { circuitAround } from '../support/kindCircuit.js';

const groups = new Set(['Restrictors', 'Actuators and accumulators', 'Sensors', 'Mechanics', 'Mechanics: sources and ends']);
/** Quickly every fourth. */
const kinds = [...library.values()].filter(({ group }) => groups.has(group)).filter((_, k) => isFull || k % 4 === 0);

/**
 * Bodies on springs ring: kinds with mechanical ports take springs without filter, of second order in a fixed step, where no force is set at an end. They
 * begin at rest: a line begins without velocity.
 */
const softest = { hydraulic: 0, translational: 1e7, rotational: 1e4 };
const isMechanical = ({ ports }: KindDefinition): boolean => Object.values(ports).some((type) => type !== 'hydraulic');

function prepared(definition: KindDefinition): Circuit {
  const around = circuitAround(definition, random(5));
  // Not the net forces that friction is judged by: small differences of large ones.
  const states = modelOf(definition).states.map(({ name }) => `it.${name}`);
  const run = { ...around.run, end: 0.2 };
  if (isMechanical(definition)) {
    const outside = Object.entries(definition.ports).flatMap(([, type], k) =>
      type === 'hydraulic' ? [`L${k}.p`] : type === 'translational' ? [`m${k}.x`, `m${k}.v`] : [`m${k}.angle`, `m${k}.speed`],
    );
    const lines = around.lines.map((line) => ({ ...line, filter: line.bulkModulus > softest[line.type] ? 0.2 : 0 }));
    const [it, ...others] = around.components as [CircuitComponent, ...CircuitComponent[]];
    const still = Object.fromEntries(
      Object.keys(it.parameters).flatMap((name) => (/^initial(Speed|Velocity)$/.test(name) ? [[name, 0]] : [])),
    );
    const components = [{ ...it, parameters: { ...it.parameters, ...still } }, ...others];
    return {
      ...around,
      components,
      lines,
      run: { ...run, step: 1e-5 },
      record: { ...around.record, every: 0.02, signals: [...states, ...outside] },
    };
  }
  const ports = Object.keys(definition.ports).map((port) => `it.${port}.p`);
  return {
    ...around,
    run: { ...run, pressureError: 2e3, maximumStep: 1e-4 },
    record: { ...around.record, every: 0.02, signals: [...states, ...ports] },
  };
}

test.each(kinds.map((definition) => [definition.kind, definition] as const))('%s', async (_, definition: KindDefinition) => {
  const circuit = prepared(definition);
  const lines = await simulate(circuit, { workers: 1 });
  const lumped = await simulateLumped(circuit, { relativeTolerance: 1e-7, solver: 'radau5' });
  expect([lines.ending, lumped.ending]).toEqual([null, null]);
  expect(lines.account.balance.mass).toBeLessThan(1e-12);
  for (const { name } of lumped.columns) {
    const [a, b] = [lines.series(name).y, lumped.series(name).y];
    const size = Math.max(...a.map(Math.abs), 1e-12);
    // Sums over the first steps, in which lines begin without flow, differ most.
    expect(Math.abs((a.at(-1) as number) - (b.at(-1) as number)) / size, name).toBeLessThan(6e-3);
  }
});
