/** Tables of columns are held to memory: every cell belongs to one column, and each column is written by the phase that it names, by no other. */
import { describe, expect, test } from 'vitest';
import type { Writer } from '../../dist/blocks/column.js';
import { startPlane } from '../../dist/blocks/step/decision.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import type { Placed } from '../../dist/program/layout/allocator.js';
import { prepare } from '../../dist/program/prepare.js';
import { memoryAccount } from '../../dist/run/memoryAccount.js';
import { openRun } from '../../dist/run/openRun.js';
import { laidPlan, planRun } from '../../dist/run/runPlan.js';
import type { Session } from '../../dist/run/session.js';
import { isFull } from '../support/circuits.js';

const doublesOf = ({ block, column, rows, planes }: Placed): number =>
  Math.ceil((rows * planes) / (block.columns[column]?.type === 'i32' ? 2 : 1));

/** Circuits that have every block between them, and how long they have to run for all of their columns to move. */
const circuits = [
  ['two-actuator', 300, []],
  ['pump-house', 250, []],
  ['hoist', 400, []],
  ['servo-drive-lines', 200, []],
  ['water-hammer-holmboe', 300, []],
  ['water-hammer-column-separation', 300, []],
  ['ring-main', 150, ['fluid.air=1 %']],
] as const;

describe.each(circuits)('%s', (name, attempts, set) => {
  test.each([1, 2])('every double of %i partitions is of one column, or fills up a cache line', async (parts) => {
    const circuit = await readCircuit(`circuits/${name}.yaml`, { set: [...set] });
    const { owner, parts: laid, threads } = laidPlan(planRun(circuit, { workers: parts, oversubscribe: true }, parts), parts);
    const prepared = prepare(circuit, owner, laid, {}, threads);
    const placed = [...prepared.placed].sort((a, b) => a.at - b.at);
    let end = 0;
    for (const one of placed) {
      expect(one.at, `${one.block.name}.${one.column}`).toBeGreaterThanOrEqual(end);
      // Two planes have a cache line between them.
      expect(one.at - end, `before ${one.block.name}.${one.column}`).toBeLessThan(16);
      end = one.at + doublesOf(one);
    }
    expect(prepared.bytes / 8 - end).toBeLessThan(16);
    const account = memoryAccount(circuit, { workers: parts, oversubscribe: true });
    expect(account.partitions.length).toBe(laid);
    for (const { block, columns } of account.blocks)
      for (const { column, about } of columns) expect(about, `${block}.${column}`).not.toBe('');
  });

  // Quickly of every other circuit: the first has components and lines, the others joints, wave lines and what cavities add.
  test.runIf(isFull || circuits.findIndex(([one]) => one === name) % 2 === 0)(
    'phases write the columns that name them, and no others',
    async () => {
      const circuit = await readCircuit(`circuits/${name}.yaml`, { set: [...set] });
      const run = await openRun(circuit, { workers: 1, kernels: 'js' });
      const { session } = run as unknown as { session: Session };
      const placed = session.layout.placed.filter(({ block, column }) => !(block.name === 'engine' && column === 'control'));
      const written = new Set<string>();
      const wrong = new Set<string>();
      const { rings, histories } = session.layout.families;
      const waves = [...rings.partitions, ...histories.partitions].some(({ tables }) => tables.length > 0);
      byPhase(session, attempts, (phase, changed) => {
        for (const one of placed) {
          const declared = (one.block.columns[one.column] as { writer: Writer }).writer;
          const writer = declared === 'line' && !waves ? 'verdict' : declared;
          const name = `${one.block.name}.${one.column} (${writer})`;
          if (!changed(one.at, doublesOf(one))) continue;
          written.add(name);
          if (!phase.includes(writer)) wrong.add(`${name} in ${phase}`);
        }
      });
      expect([...wrong]).toEqual([]);
      expect(written.size).toBeGreaterThan(20);
    },
  );
});

/** Makes attempts phase by phase, and asks after each what has changed. */
function byPhase(
  { F, program, functions }: Session,
  attempts: number,
  seen: (phase: readonly Writer[], changed: (at: number, size: number) => boolean) => void,
): void {
  const words = new BigInt64Array(F.buffer);
  let before = words.slice();
  const phase = (name: string, writers: readonly Writer[], ...numbers: number[]): void => {
    (functions.get(`${name}_0`) as KernelFunction)(...numbers);
    const changed = (at: number, size: number): boolean => {
      for (let k = at; k < at + size; k++) if (words[k] !== before[k]) return true;
      return false;
    };
    seen(writers, changed);
    before = words.slice();
  };
  let plane: number = startPlane;
  let parity = 0;
  const verdict = program.verdicts[0] as number;
  for (let attempt = 0; attempt < attempts; attempt++) {
    phase('receiveAndRecord', ['receive', 'line'], plane);
    phase('attempt', ['attempt', 'line'], plane, parity);
    phase('decide', ['decide'], parity);
    if (F[verdict] === 1) {
      plane = 1 - plane;
      phase('accept', ['accept', 'verdict', 'line'], plane, parity);
    } else phase('reject', ['verdict', 'line']);
    parity = 1 - parity;
  }
}
