/**
 * `ringmain bench sweep`, part tunable: what it costs that parameters stand in memory and not in the text. Serial runs of one circuit by three kinds of program: as few
 * columns as it takes; one kind's parameter more, each in its turn; all of them.
 */

import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { kindAt, type ParameterRows } from '#ringmain/circuit/tables.js';
import { tablesOf } from '#ringmain/circuit/views.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { expectSame, RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asNames } from '#ringmain/cli/optionTable.js';
import { median, spreadOf } from '#ringmain/results/statistics.js';
import { type CompiledProgram, compile, ProgramInstance } from '#ringmain/run/compile.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { inTurn } from '../protocol/turns.js';
import { type TunableRow, tunableText } from './sweepTable.js';

const commandOptions = {
  circuits: { about: 'bundled circuits, separated by commas', fallback: 'two-actuator,ring-main', read: asNames },
  rounds: { ...roundsOption, fallback: '9' },
};

export const tunablePart = part({
  name: 'tunable',
  describe: 'cost of parameters that may change from run to run without compiling anew',
  circuit: 'circuit file, in place of --circuits',
  options: commandOptions,
  examples: [['--circuits ring-main --rounds 3', 'ns an attempt with no parameter in memory, one, all']],
  measure: measureAll,
});

/** Single columns that are tried: spread over all that there are. */
const mostSingles = 8;

async function measureAll({ circuit: file, circuits, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const rows: TunableRow[] = [];
  for (const one of file === undefined ? circuits.map(bundledCircuit) : [file]) {
    const circuit = await readCircuit(one);
    say(circuit.name);
    rows.push(measureTunable(circuit, rounds));
  }
  return { stored: { kernels: 'wasm', rounds, rows }, text: () => tunableText(rows) };
}

/** Times all programs of a circuit in turn. Throws RunFault where their results differ. */
function measureTunable(circuit: Circuit, rounds: number): TunableRow {
  const program = (tunable: readonly string[]): CompiledProgram => compile(circuit, {}, { tunable });
  const [plain, all] = [program([]), program(['*'])];
  const added = onePatternEach(circuit).flatMap((pattern) => {
    const made = program([pattern]);
    return columnsOf(made) > columnsOf(plain) ? [made] : [];
  });
  const every = Math.max(1, Math.ceil(added.length / mostSingles));
  const singles = added.filter((_, k) => k % every === 0);
  const ways = [plain, ...singles, all].map((made) => ({ instance: new ProgramInstance(made), times: [] as number[] }));
  let attempts = 0;
  const digests: string[] = [];
  const go = (instance: ProgramInstance): number => {
    const results = instance.run(circuit);
    if (results.ending !== null) throw new RunFault(`${circuit.name}: the run does not reach its end`);
    digests.push(`${results.digest} ${results.stateDigest}`);
    attempts = results.account.steps.accepted + results.account.steps.rejected;
    return results.cost.wallSeconds;
  };
  // V8 compiles modules a second time, better, once they have run for a while.
  for (const { instance } of ways) go(instance);
  for (const { instance, times } of inTurn(ways, rounds)) times.push(go(instance));
  expectSame(`${circuit.name} by programs of more or fewer tunable columns`, digests);
  const [first, ...others] = ways as [(typeof ways)[number], ...typeof ways];
  const over = (times: readonly number[]): number[] => times.map((time, round) => time / (first.times[round] as number));
  const last = others.at(-1) as (typeof ways)[number];
  const columns = { plain: columnsOf(plain), all: columnsOf(all) };
  const ofAll = spreadOf(over(last.times));
  return {
    circuit: circuit.name,
    attempts,
    columns,
    nanoseconds: (Math.min(...first.times) / attempts) * 1e9,
    one: { tried: singles.length, ratio: spreadOf(others.slice(0, -1).map(({ times }) => median(over(times)))) },
    all: ofAll,
    perColumn: (ofAll.median - 1) / (columns.all - columns.plain),
  };
}

/** A pattern for each parameter of each kind: one component's, which stands for all of its kind. */
function onePatternEach(circuit: Circuit): string[] {
  const { components } = tablesOf(circuit);
  const seen = new Set<string>();
  const patterns: string[] = [];
  for (let c = 0; c < components.count; c++) {
    const kind = kindAt(components, c)?.kind;
    if (kind === undefined || seen.has(kind)) continue;
    seen.add(kind);
    const { names } = components.parameters[components.kind[c] as number] as ParameterRows;
    patterns.push(...names.map((name) => `${components.nameOf(c)}.${name}`));
  }
  return patterns;
}

/** Columns of components that a program has in memory. */
function columnsOf({ prepared }: CompiledProgram): number {
  let count = 0;
  for (const { batches } of prepared.layout.partitions) for (const { offsets } of batches) count += Object.keys(offsets).length;
  return count;
}
