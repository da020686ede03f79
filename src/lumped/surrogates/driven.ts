/** A circuit whose signal sources are replaced by random levels. */
import { parse } from 'yaml';
import type { Circuit } from '../../circuit/circuit.js';
import { didYouMean } from '../../circuit/file/closest.js';
import { circuitReader } from '../../circuit/file/parse.js';
import { RunError } from '../../results/runError.js';
import { type Drive, levelsOf } from '../../surrogate/drive.js';

/** The circuit of a file's text, run to `end` (s), with the outputs of the driven components drawn by a seed. Throws as reading it does; RunError SUR111 for a name. */
export function drivenCircuit(
  text: string,
  file: string,
  set: readonly string[],
  drives: readonly Drive[],
  seed: number,
  end: number,
): Circuit {
  const read = circuitReader(text, file);
  read(set);
  const raw = parse(text, { merge: true }) as { components?: Record<string, unknown>; run?: object };
  const components = { ...raw.components };
  drives.forEach((drive, channel) => {
    const { component } = drive;
    if (!Object.hasOwn(components, component))
      throw new RunError(
        'SUR111',
        `drive: no component '${component}'${didYouMean(component, Object.keys(components))}`,
        "'ringmain check' lists what there is",
      );
    components[component] = { kind: 'dutyCycle', points: levelsOf(drive, end, seed, channel).map(([t, value]) => [`${t} s`, value]) };
  });
  const run = { ...raw.run, end: `${end} s` };
  return circuitReader(JSON.stringify({ ...raw, components, run }), file)(set).circuit;
}
