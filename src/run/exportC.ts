/** Circuit + options → the files of an engine in C for it (native/export/engine.ts): a run of one worker, as it stands before its first step. */
import { decisionOffsets, startPlane } from '../blocks/step/decision.js';
import { outcomes, verdicts } from '../blocks/step/outcomes.js';
import type { Circuit } from '../circuit/circuit.js';
import { exportedFiles } from '../native/export/engine.js';
import type { ExportedSetting } from '../native/export/exportedRun.js';
import { runSources } from '../program/link.js';
import { found } from '../program/settable.js';
import { memoryRows } from '../results/rows.js';
import { checkByLines } from './byLines.js';
import { checkRunOptions } from './checkOptions.js';
import { prepareRun } from './held/prepare.js';
import { Tuner } from './held/tunable.js';
import type { RunOptions } from './types.js';

/**
 * Files of a folder, by name. `settable`: parameters and inputs that can be set while it runs, 'component.parameter'. `by`: the program that writes them, 'ringmain 0.1.0'.
 * Rejects with RunError for what cannot be run or set.
 */
export async function exportC(
  circuit: Circuit,
  { settable = [], by, ...options }: RunOptions & { readonly settable?: readonly string[]; readonly by: string },
): Promise<Map<string, string>> {
  checkByLines(circuit, 'exported programs');
  checkRunOptions(circuit, options);
  const isInput = (name: string): boolean => {
    const { kind, own } = found(circuit, name);
    return own in (kind.inputs ?? {});
  };
  const tunable = settable.filter((name) => !isInput(name));
  // All rows of the run have room in its memory.
  const rows = memoryRows({ rowsInMemory: Number.POSITIVE_INFINITY });
  const { session } = await prepareRun(circuit, { ...options, workers: 1, driver: 'serial', kernels: 'js', tunable, rows }, [], 1);
  const { program, threads, layout, memory, columns, cells, record } = session;
  const { sources, exported } = runSources(program, threads);
  const d = decisionOffsets(layout);
  const cellOf = (k: number) => {
    const { plane0, plane1 } = cells[k] as (typeof cells)[number];
    return { plane0, plane1, at: record.at + k * record.rows };
  };
  const tuner = new Tuner(session);
  const settings = settable.map((name): ExportedSetting => ({ name, ...tuner.placesOf(name) }));
  const { end, grid } = program.controller.settings;
  return exportedFiles({
    circuit: circuit.name,
    title: circuit.title ?? '',
    by,
    sources,
    memory: new Uint8Array(memory.buffer),
    quantities: columns.map(({ name, unit, users = [] }, k) => ({ name, unit, cells: [k, ...users].map(cellOf) })),
    settings,
    words: {
      time: d.acceptedTime,
      accepted: d.accepted,
      verdict: d.verdict,
      rows: grid === 'exact' ? d.middleTo : d.rows,
      times: record.times,
    },
    startPlane,
    accept: verdicts.accept,
    outcomes,
    means: columns.some(({ ofWave }) => ofWave) ? exported.filter((as) => /^(receive|means|delayMeans)_/.test(as)) : [],
    end,
  });
}
