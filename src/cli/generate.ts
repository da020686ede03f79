/** `ringmain generate`: circuit files of any size. */
import type { Argv } from 'yargs';
import { presets } from '../circuit/generate/presets.js';
import { generateRing } from '../circuit/generate/ring.js';
import { generateShape, networkShapes } from '../circuit/generate/shapes.js';
import { writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { Command } from './command.js';
import { once, wholeNumber } from './options.js';
import { withPhases } from './progress.js';
import { oneOf } from './runOptions.js';

interface Arguments {
  readonly shape: string;
  readonly stations: string;
  readonly preset?: string | undefined;
  readonly seed: string;
  readonly expand: boolean;
  readonly out?: string | undefined;
  readonly force: boolean;
}

const shapes = ['ring', ...networkShapes] as const;

export const generateCommand: Command<Arguments> = {
  builder: (yargs: Argv): Argv<Arguments> =>
    yargs
      .positional('shape', { type: 'string', demandOption: true, describe: `'${shapes.join("', '")}'` })
      .option('stations', {
        type: 'string',
        requiresArg: true,
        demandOption: true,
        describe: 'how many stations, or nodes of a ladder, tree or mesh: 3 to 1 000 000',
        coerce: once('--stations'),
      })
      .option('preset', {
        type: 'string',
        requiresArg: true,
        describe: "a ring with wave lines, the same at every station: 'a' orifices, 'b' 4/3 valves with cylinders",
        coerce: once('--preset'),
      })
      .option('seed', {
        type: 'string',
        requiresArg: true,
        default: '1',
        describe: 'chooses what differs between stations, and how a tree or mesh is connected; not with --preset',
        coerce: once('--seed'),
      })
      .option('expand', { type: 'boolean', default: false, describe: 'write every station of a ring out instead of the compact form' })
      .option('out', { type: 'string', requiresArg: true, describe: 'file to write; default: standard output', coerce: once('--out') })
      .option('force', { type: 'boolean', default: false, describe: 'overwrite an existing file' })
      .example('$0 generate ring --stations 200 --seed 7 --out out/ring-200.yaml', 'a ring main with 200 stations')
      .example('$0 generate planar --stations 300 --out out/planar-300.yaml', 'a meshed main in a plane')
      .example(
        '$0 generate ring --preset a --stations 1000 --out out/ring-a.yaml',
        'a thousand orifices on a ring of wave lines',
      ) as unknown as Argv<Arguments>,
  handler: async ({ shape, stations, preset, seed, expand, out, force }) => {
    const which = oneOf('generate', shape, shapes);
    const options = { stations: wholeNumber('--stations', stations, 1), seed: wholeNumber('--seed', seed, 0) };
    if (which !== 'ring' && preset !== undefined) throw new UserError(`--preset ${preset} is for rings, not for a ${which}`);
    const text = await withPhases(false, async (phase) => {
      phase.show(`making a ${which}`);
      return which === 'ring'
        ? generateRing({ ...options, expand, ...(preset === undefined ? {} : { preset: oneOf('--preset', preset, presets) }) })
        : generateShape(which, options);
    });
    if (out === undefined) process.stdout.write(text);
    // A circuit is somebody's work even if it began as a generated one: never overwritten unasked.
    else await writeWhole({ file: out, force, isOurs: () => false }, [text]);
  },
};
