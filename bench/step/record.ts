/**
 * `ringmain bench step`, part record: what recorded rows, envelopes and watches take. CPU time of whole serial runs of one circuit, nothing recorded before and after each
 * way, so that ratios have no drift of the machine; all must end in the same state.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { alternate, expectSame, RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { textTable } from '#ringmain/report/table.js';
import { formatCount, formatNumber } from '#ringmain/report/units.js';
import { ratios, type Spread, spreadText } from '#ringmain/results/statistics.js';
import { openRun } from '#ringmain/run/openRun.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';

const commandOptions = { rounds: { ...roundsOption, fallback: '31' } };

export const stepRecord = part({
  name: 'record',
  describe: 'what recorded rows, and envelopes and watches of every step, take',
  circuit: 'circuit file; default: the ring main',
  options: commandOptions,
  examples: [['circuits/two-actuator.yaml --rounds 3', 'ns a recorded value, and a kept one']],
  measure,
});

/** A way to record. */
export interface RecordRow {
  readonly way: string;
  /** Quantities, and values: by row where rows are recorded, by accepted step where something is kept. */
  readonly quantities: number;
  readonly values: number;
  /** Of the run over one that records nothing, pair by pair; and of the fastest ones. */
  readonly ratio: Spread;
  readonly fastest: number;
  /** What the fastest run takes more than the fastest that records nothing, ns a value. */
  readonly nanoseconds: number;
}

interface Way {
  readonly name: string;
  readonly options: RunOptions;
  readonly count: (results: LineResults) => { readonly quantities: number; readonly values: number };
}

const rowsOf = ({ rows, columns }: LineResults) => ({ quantities: columns.length, values: rows * columns.length });

/** Ways beside the one that records only the last row of one quantity. */
function waysOf({ record: { every } }: Circuit): Way[] {
  const nothing = { record: ['run.step'], every: 1e9 };
  return [
    { name: 'all, every row of the file', options: { record: ['*'], every }, count: rowsOf },
    { name: 'all, twenty times as often', options: { record: ['*'], every: every / 20 }, count: rowsOf },
    {
      name: 'envelopes of all',
      options: { ...nothing, envelope: ['*'] },
      count: ({
        account: {
          envelopes: { length },
          steps,
        },
      }) => ({ quantities: length, values: length * steps.accepted }),
    },
    {
      name: 'watches of all pressures',
      options: { ...nothing, watch: ['*.p < 1 bar'] },
      count: ({
        account: {
          watches: { length },
          steps,
        },
      }) => ({ quantities: length, values: length * steps.accepted }),
    },
  ];
}

async function measure({ circuit: file, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const circuit = await readCircuit(file ?? bundledCircuit('ring-main'));
  const digests: string[] = [];
  /** Set-up and digests left out; CPU time, as what other programs do is none of it. */
  const run = async (options: RunOptions): Promise<{ results: LineResults; seconds: number }> => {
    const held = await openRun(circuit, { ...options, workers: 1 });
    const before = process.cpuUsage();
    await held.advance();
    const { user, system } = process.cpuUsage(before);
    const results = await held.close();
    if (results.ending) throw new RunFault(`${circuit.name}: ${results.ending.message}`);
    digests.push(results.stateDigest);
    return { results, seconds: 1e-6 * (user + system) };
  };
  const nothing: RunOptions = { record: ['run.step'], every: 1e9, envelope: [], watch: [] };
  const seconds = async (options: RunOptions): Promise<number> => (await run(options)).seconds;
  const rows: RecordRow[] = [];
  const again: (readonly [number, number])[] = [];
  for (const { name, options, count } of waysOf(circuit)) {
    say(name);
    const { quantities, values } = count((await run(options)).results);
    const timed = await alternate(
      rounds,
      () => seconds(nothing),
      () => seconds(options),
    );
    again.push(...timed.again);
    const [base, least] = [timed.ones, timed.others].map((seconds) => Math.min(...seconds)) as [number, number];
    rows.push({
      way: name,
      quantities,
      values,
      ratio: ratios(timed.pairs.map(([base, other]) => [other, base] as const)),
      fastest: least / base,
      nanoseconds: (1e9 * (least - base)) / values,
    });
  }
  expectSame(`${circuit.name} by ways to record`, digests);
  const account = { circuit: circuit.name, kernels: 'wasm', rounds, rows, noise: ratios(again) };
  return {
    stored: account,
    text: () =>
      `${textTable(
        recordHeadings.map((heading) => ({ heading })),
        recordCells(rows),
      )}\n\n${recordRemark(account)}`,
  };
}

/** Columns of the table. */
export const recordHeadings = ['recorded', 'quantities', 'values', 'over nothing', 'fastest', 'ns a value'] as const;

/** Its cells, for a terminal and a page. */
export const recordCells = (rows: readonly RecordRow[]): string[][] =>
  rows.map(({ way, quantities, values, ratio, fastest, nanoseconds }) => [
    way,
    formatCount(quantities),
    formatCount(values),
    spreadText(ratio, 3),
    fastest.toFixed(3),
    formatNumber(nanoseconds, 3),
  ]);

/** What belongs to the table. */
export const recordRemark = ({
  circuit,
  rounds,
  noise,
}: {
  readonly circuit: string;
  readonly rounds: number;
  readonly noise: Spread;
}): string => `${circuit}, ${rounds} pairs of runs a way, CPU time of their loops; nothing over nothing ${spreadText(noise, 3)}`;
