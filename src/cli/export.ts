/** `ringmain export c`: a circuit as a program of its own. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readCircuit } from '../circuit/file/read.js';
import { exportMark } from '../native/export/exportedRun.js';
import { checkTarget, fileErrorReason, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { exportC } from '../run/exportC.js';
import { typedWord } from './about.js';
import { packageVersion } from './bundled.js';
import { list, settingsOf } from './options.js';
import { command, flag, oneOf, text, texts } from './optionTable.js';
import { print, warnUser } from './print.js';
import { withPhases } from './progress.js';
import { readRunOptions } from './runOptions.js';
import { someSettings } from './settingOptions.js';

export const exportCommand = command('export', {
  words: { language: { about: "'c'" }, circuit: { about: 'circuit file' } },
  options: {
    out: text('folder to write, which is made where it is lacking; default: out/ and the name of the circuit'),
    set: texts('override a value, as in run'),
    settable: text("parameters and inputs that can be set while it runs, separated by commas, such as 'pump.flow'"),
    ...someSettings('until', 'every', 'grid', 'step', 'pressureError', 'law', 'line', 'record', 'steadyStart'),
    force: flag('overwrite files that ringmain has not written'),
  },
  examples: [
    ['c circuits/two-actuator.yaml --out out/two-actuator', 'a folder with one C11 file, its header, a main and a Makefile'],
    ['c circuits/lift.yaml --settable pump.flow', 'a flow that can be set while it runs'],
  ],
  epilogue: 'The rows that its program prints are those of ringmain run with the same options, to the last bit.',
  run: async (args) => {
    oneOf('export', args.language, ['c']);
    const options = await readRunOptions(args);
    const { name, files } = await withPhases(false, async (phase) => {
      phase.show(`reading ${args.circuit}`);
      const circuit = await readCircuit(args.circuit, { set: settingsOf({ set: args.set }), onWarning: warnUser(args.circuit, phase) });
      phase.show(`writing ${circuit.name} in C`);
      const settable = args.settable === undefined ? [] : list(args.settable);
      return { name: circuit.name, files: await exportC(circuit, { ...options, settable, by: `ringmain ${packageVersion()}` }) };
    });
    const folder = args.out ?? join('out', name);
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw new UserError(`cannot write ${folder}: ${fileErrorReason(error) ?? String(error)}`);
    });
    const isOurs = (beginning: string): boolean => beginning.includes(exportMark);
    const targets = [...files].map(([file, piece]) => ({ target: { file: join(folder, file), force: args.force, isOurs }, piece }));
    // All of them or none.
    for (const { target } of targets) await checkTarget(target);
    for (const { target, piece } of targets) await writeWhole(target, [piece]);
    print(`${folder}: ${[...files.keys()].join(', ')}\n'make -C ${typedWord(folder)}' makes a program that prints the rows of the run`);
  },
});
