/** `ringmain export c`: a circuit as a program of its own. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { readCircuit } from '../circuit/file/read.js';
import { exportMark } from '../native/export/engine.js';
import { writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { exportC } from '../run/exportC.js';
import { packageVersion } from './bundled.js';
import type { Command } from './command.js';
import { list, once, settingsOf } from './options.js';
import { print, warnUser } from './print.js';
import { withPhases } from './progress.js';
import { oneOf, readRunOptions } from './runOptions.js';

interface Arguments {
  readonly language: string;
  readonly circuit: string;
  readonly out: string;
  readonly set: string[];
  readonly settable?: string | undefined;
  readonly end?: string | undefined;
  readonly step?: string | undefined;
  readonly pressureError?: string | undefined;
  readonly record?: string | undefined;
  readonly every?: string | undefined;
  readonly grid?: string | undefined;
  readonly steady?: boolean | undefined;
  readonly force: boolean;
}

const text = (name: string, describe: string) => ({ type: 'string', requiresArg: true, describe, coerce: once(`--${name}`) }) as const;

export const exportCommand: Command<Arguments> = {
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('language', { type: 'string', demandOption: true, describe: "'c'" })
      .positional('circuit', { type: 'string', demandOption: true, describe: 'circuit file' })
      .option('out', { ...text('out', 'folder to write, which is made'), demandOption: true })
      .option('set', { type: 'string', array: true, nargs: 1, default: [], describe: 'override a value, as in run' })
      .option(
        'settable',
        text('settable', "parameters and inputs that can be set while it runs, such as 'dev.position,prv.crackingPressure'"),
      )
      .option('end', text('end', 'when the run ends, such as 2.5s'))
      .option('step', text('step', "a fixed step such as 10us, or 'variable'"))
      .option('pressure-error', text('pressure-error', 'largest pressure difference along a line that a variable step may make'))
      .option('record', text('record', 'quantities of the rows, which can be read, separated by commas'))
      .option('every', text('every', 'time between rows, such as 5ms'))
      .option('grid', text('grid', "'steps' or 'exact', as in run"))
      .option('steady', { type: 'boolean', default: false, describe: 'begin at an operating point' })
      .option('force', { type: 'boolean', default: false, describe: 'overwrite files that ringmain has not written' })
      .example(
        '$0 export c circuits/two-actuator.yaml --out out/two-actuator',
        'a folder with one C11 file, its header, a main and a Makefile',
      )
      .example('$0 export c circuits/lift.yaml --out out/lift --settable throttle.area', 'an area that can be set while it runs')
      .epilogue(
        'The rows that its program prints are those of ringmain run with the same options, to the last bit.',
      ) as unknown as Argv<Arguments>,
  handler: async (args) => {
    oneOf('export', args.language, ['c']);
    const { steady, ...rest } = args;
    const options = await readRunOptions({ ...rest, ...(steady ? { steady } : {}) });
    const files = await withPhases(false, async (phase) => {
      phase.show(`reading ${args.circuit}`);
      const circuit = await readCircuit(args.circuit, { set: settingsOf({ set: args.set }), onWarning: warnUser(args.circuit, phase) });
      phase.show(`writing ${circuit.name} in C`);
      const settable = args.settable === undefined ? [] : list(args.settable);
      return exportC(circuit, { ...options, settable, by: `ringmain ${packageVersion()}` });
    });
    await mkdir(args.out, { recursive: true }).catch((error: unknown) => {
      throw new UserError(`cannot write ${args.out}: ${error instanceof Error ? error.message : String(error)}`);
    });
    const isOurs = (beginning: string): boolean => beginning.includes(exportMark);
    for (const [name, piece] of files) await writeWhole({ file: join(args.out, name), force: args.force, isOurs }, [piece]);
    const others = (await readdir(args.out)).length - files.size;
    print(
      `${args.out}: ${[...files.keys()].join(', ')}${others > 0 ? `, beside ${others} other file${others === 1 ? '' : 's'}` : ''}\nmake -C ${args.out}, then its program prints the rows of the run`,
    );
  },
};
