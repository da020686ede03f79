/** `ringmain memory`: what a run has in memory, block by block and column by column. */
import { readCircuit } from '../circuit/file/read.js';
import { memoryTable } from '../report/memoryTable.js';
import { memoryAccount } from '../run/memoryAccount.js';
import { workerCount } from './options.js';
import { circuitWord, command, jsonFlag, text, texts } from './optionTable.js';
import { print, printJson, warnUser } from './print.js';
import { withPhases } from './progress.js';

export const memoryCommand = command('memory', {
  words: circuitWord,
  options: {
    workers: text("how many threads the run would have, or 'auto'", '1'),
    set: texts('override a value, as in run'),
    json: jsonFlag,
  },
  examples: [
    ['circuits/two-actuator.yaml', 'of a serial run'],
    ['circuits/ring-main.yaml --workers 2 --json', 'of two partitions, for a program to read'],
  ],
  epilogue: [
    'use: constant, tunable (may change between attempts), derived (follows from tunable ones), saved (a checkpoint has it), scratch.',
    'writer: fill (before the run), attempt (components and errors), decide, accept (accepted steps only), verdict (accept or reject), receive (waves',
    'that arrive, and the record), line (verdict or receive, by the line), loop (between phases). planes: numbers of a row, such as the accepted and the trial value.',
  ].join('\n'),
  run: async ({ circuit: file, workers, set, json }) => {
    const account = await withPhases(json, async (phase) => {
      phase.show(`reading ${file}`);
      const circuit = await readCircuit(file, { set, onWarning: warnUser(file, phase) });
      phase.show(`laying out ${circuit.name}`);
      // The same on every machine, whatever its cores.
      return memoryAccount(circuit, { workers: workerCount('--workers', workers), oversubscribe: true });
    });
    if (json) printJson(account);
    else print(memoryTable(account));
  },
});
