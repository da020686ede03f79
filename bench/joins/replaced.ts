/** Circuits in which lines that join valves of one block are replaced by joins: what that saves by TLM, and what it changes. */
import { readFile } from 'node:fs/promises';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { alternate, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { ratios, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import type { RunOptions } from '#ringmain/run/types.js';
import { simulate } from '#ringmain/session/simulate.js';
import { say } from '../protocol/benchmark.js';
import { withoutLines } from '../protocol/edited.js';
import { furthest } from './ways.js';

interface ReplacedCase {
  readonly name: string;
  readonly lines: readonly string[];
  /** What should stay as it was, a recorded quantity. */
  readonly quantity: string;
}

const cylinder = { lines: ['Vv'], quantity: 'cylinder.x' };
const holding = ['B8', 'B4', 'B6'];

/** The circuits of small volumes, and the press: the holding valves beside the ram, then the pump's and the pilot's lines too. */
export const replacedCases: readonly ReplacedCase[] = [
  { name: 'three-orifices', lines: ['V2'], quantity: 'V1.p' },
  { name: 'flow-control-valve', lines: ['V1'], quantity: 'behind.p' },
  { name: 'cylinder-drive-2020', ...cylinder },
  { name: 'cylinder-drive-2021', ...cylinder },
  { name: 'press', lines: holding, quantity: 'ram.x' },
  { name: 'press', lines: [...holding, 'B2', 'B3', 'B7', 'S1', 'S2', 'S3'], quantity: 'ram.x' },
];

export interface ReplacedRow extends ReplacedCase {
  /** What is measured; null where the run with joins comes to no end. */
  readonly found: {
    /** Accepted steps with the lines and with joins. */
    readonly steps: readonly [withLines: number, joined: number];
    /** s, without set-up. */
    readonly withLines: Spread;
    readonly joined: Spread;
    /** Lines over joins, pair by pair. */
    readonly speedUp: Spread;
    /** Of the quantity: largest change, in parts of its range. */
    readonly change: number;
  } | null;
}

/** Of each case of the circuits, at their own accuracy by one thread. Throws RunFault where a run with the lines comes to no end. */
export async function measureReplaced(names: readonly string[], rounds: number): Promise<ReplacedRow[]> {
  const rows: ReplacedRow[] = [];
  for (const one of replacedCases.filter(({ name }) => names.includes(name))) {
    say(`${one.name}: ${one.lines.join(', ')} with joins in their place`);
    const file = bundledCircuit(one.name);
    const text = await readFile(file, 'utf8');
    const circuits = [parseCircuit(text, file).circuit, withoutLines(text, one.lines, file)] as const;
    const options: RunOptions = { workers: 1, record: [one.quantity], grid: 'exact' };
    rows.push({ ...one, found: await beside(circuits, one.quantity, options, rounds) });
  }
  return rows;
}

async function beside(
  [withLines, joined]: readonly [Circuit, Circuit],
  quantity: string,
  options: RunOptions,
  rounds: number,
): Promise<ReplacedRow['found']> {
  const [before, after] = [await finished(withLines, options), await simulate(joined, options)];
  if (after.ending) return null;
  const wall = async (circuit: Circuit): Promise<number> => (await finished(circuit, options)).cost.wallSeconds;
  const { ones, others, pairs } = await alternate(
    rounds,
    () => wall(withLines),
    () => wall(joined),
  );
  const { y } = before.series(quantity);
  return {
    steps: [before.account.steps.accepted, after.account.steps.accepted],
    withLines: spreadOf(ones),
    joined: spreadOf(others),
    speedUp: ratios(pairs),
    change: furthest(after.series(quantity).y, y).distance / (Math.max(...y) - Math.min(...y)),
  };
}
