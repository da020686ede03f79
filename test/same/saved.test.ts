/**
 * What a checkpoint holds, as it is kept in saved.json: numbers of families, in the order of the circuit, of runs that stand after some steps. An order or a number that is lost would let no checkpoint
 * of an earlier version go on; whatever the plan, they are the same. `UPDATE_DIGESTS=1` writes them anew.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { takeState } from '../../dist/run/held/state.js';
import { openRun } from '../../dist/run/openRun.js';
import type { Session } from '../../dist/run/session.js';

const file = 'test/same/saved.json';
const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const updates = process.env['UPDATE_DIGESTS'] === '1';

/** How many numbers, and a fingerprint of them. */
const shown = (values: Float64Array): string => {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return `${values.length} ${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`;
};

/** A line of three elements with a memory of friction, and gas between them. */
const elements = (): Circuit =>
  circuit('elements')
    .fluid({ viscosity: '46 cSt' })
    .component('s', 'flowSource', { flow: '10 l/min' })
    .component('o', 'orifice', { area: '4 mm2' })
    .component('t', 'tank')
    .line('l', 's', 'o.in', {
      ...{ model: 'wave', length: '4 m', diameter: '12 mm', friction: 'unsteady', initialPressure: '4 bar' },
      ...{ elements: '3', cavitation: 'gas', gasFraction: '1e-4' },
    })
    .direct('o.out', 't')
    .run({ end: '50 ms' })
    .build();

/** Capacitive lines; waves in steps and in time, of several elements. */
test.each(['lift', 'servo-drive-lines', 'pump-house', 'elements'])('%s after 60 steps', async (name) => {
  const whole = name === 'elements' ? elements() : await readCircuit(`circuits/${name}.yaml`);
  const states = await Promise.all(
    [1, 2].map(async (workers) => {
      const run = await openRun(whole, { workers, driver: 'serial', kernels: 'js' });
      await run.advance({ steps: 60 });
      const { decisions, cells, closed } = takeState((run as unknown as { readonly session: Session }).session, null);
      return { decisions: shown(decisions), cells: shown(cells), closed: shown(closed) };
    }),
  );
  if (updates) kept[name] = states[0];
  expect(states).toEqual([kept[name], kept[name]]);
});

afterAll(() => {
  if (updates) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
});
