/** `ringmain generate`: circuit files of any size. */
import { presets } from '../circuit/generate/presets.js';
import { generateRing } from '../circuit/generate/ring.js';
import { generateShape, networkShapes } from '../circuit/generate/shapes.js';
import { writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { asCount, command, flag, oneOf, text } from './optionTable.js';
import { withPhases } from './progress.js';

const shapes = ['ring', ...networkShapes] as const;

export const generateCommand = command('generate', {
  words: { shape: { about: `'${shapes.join("', '")}'` } },
  options: {
    stations: {
      about:
        'how many stations, or nodes of a ladder, tree or mesh: 3 to 1 000 000; of a ring in its compact form, which ranks read their parts of, 200 000 000',
      read: asCount(1),
      required: true,
    },
    preset: text("a ring with wave lines, the same at every station: 'a' orifices, 'b' 4/3 valves with cylinders"),
    seed: {
      about: 'chooses the differences between stations, and the connections of a tree or mesh; not with --preset',
      fallback: '1',
      read: asCount(0),
    },
    expand: flag('write every station of a ring out instead of the compact form'),
    out: text('file to write; default: standard output'),
    force: flag('overwrite an existing file'),
  },
  examples: [
    ['ring --stations 200 --seed 7 --out out/ring-200.yaml', 'a ring main with 200 stations'],
    ['planar --stations 300 --out out/planar-300.yaml', 'a meshed main in a plane'],
    ['ring --preset a --stations 1000 --out out/ring-a.yaml', 'a thousand orifices on a ring of wave lines'],
  ],
  run: async ({ shape, stations, preset, seed, expand, out, force }) => {
    const which = oneOf('generate', shape, shapes);
    const options = { stations, seed };
    if (which !== 'ring' && preset !== undefined) throw new UserError(`--preset ${preset} is for rings, not for a ${which}`);
    const made = await withPhases(false, async (phase) => {
      phase.show(`making a ${which}`);
      return which === 'ring'
        ? generateRing({ ...options, expand, ...(preset === undefined ? {} : { preset: oneOf('--preset', preset, presets) }) })
        : generateShape(which, options);
    });
    if (out === undefined) process.stdout.write(made);
    // A circuit is somebody's work even if it began as a generated one: never overwritten unasked.
    else await writeWhole({ file: out, force, isOurs: () => false }, [made]);
  },
});
