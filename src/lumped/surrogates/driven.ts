/** A circuit whose signal sources, or sources of a constant pressure or flow, are replaced by random levels. */
import { parse } from 'yaml';
import type { Circuit } from '../../circuit/circuit.js';
import { didYouMean } from '../../circuit/file/closest.js';
import { circuitReader } from '../../circuit/file/parse.js';
import { RunError } from '../../results/runError.js';
import { type Drive, levelsOf } from '../../surrogate/drive.js';

/** Sources of something constant, and what takes their places: levels in SI, of pressures above the open air. */
const controlled: Readonly<Record<string, object>> = {
  pressureSource: { kind: 'controlledPressureSource', gain: '1 Pa' },
  flowSource: { kind: 'controlledFlowSource', gain: '1 m3/s' },
};

/**
 * The circuit of a file's text, run to `end` (s), with the outputs of the driven components drawn by a seed. Throws as reading it does; RunError SUR111 for a name that
 * there is not, SUR115 for what cannot be driven.
 */
export function drivenCircuit(
  text: string,
  file: string,
  set: readonly string[],
  drives: readonly Drive[],
  seed: number,
  end: number,
): Circuit {
  const known = circuitReader(text, file)(set).circuit.components;
  const raw = parse(text, { merge: true }) as { components?: Record<string, unknown>; signals?: readonly object[]; run?: object };
  const components = { ...raw.components };
  const signals = [...(raw.signals ?? [])];
  drives.forEach((drive, channel) => {
    const { component } = drive;
    if (!Object.hasOwn(components, component))
      throw new RunError(
        'SUR111',
        `drive: no component '${component}'${didYouMean(component, Object.keys(components))}`,
        "'ringmain check' lists components and lines",
      );
    const kind = known.find(({ name }) => name === component)?.kind;
    const source = kind && controlled[kind.kind];
    if (!kind || (!source && Object.keys(kind.ports).length > 0))
      throw new RunError(
        'SUR115',
        `drive: '${component}' is of kind ${kind?.kind ?? 'junction'}, and no level can take its place`,
        `drive a source of signals, a ${Object.keys(controlled).join(' or a ')}`,
      );
    const levels = { kind: 'dutyCycle', points: levelsOf(drive, end, seed, channel).map(([t, value]) => [`${t} s`, value]) };
    if (!source) {
      components[component] = levels;
      return;
    }
    let name = `${component}Levels`;
    while (Object.hasOwn(components, name)) name += '_';
    components[name] = levels;
    components[component] = source;
    signals.push({ from: name, to: `${component}.demand` });
  });
  const run = { ...raw.run, end: `${end} s` };
  return circuitReader(JSON.stringify({ ...raw, components, signals, run }), file)(set).circuit;
}
