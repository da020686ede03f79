/** Circuit files in which lines and joins take each other's place. */
import { parse, stringify } from 'yaml';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';

interface RawCircuit {
  readonly components: Readonly<Record<string, unknown>>;
  readonly lines: Readonly<Record<string, Ends>>;
  readonly direct?: readonly Ends[];
  readonly record?: { readonly signals?: readonly string[] };
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

/** A circuit file with some of its lines taken out and what they joined joined without a volume; their pressures are not recorded. */
export function withoutLines(text: string, names: readonly string[], file: string): Circuit {
  const raw = parse(text) as RawCircuit;
  const isTaken = (name: string): boolean => names.includes(name);
  const lines = Object.fromEntries(Object.entries(raw.lines).filter(([name]) => !isTaken(name)));
  const taken = names.map((name) => ({ from: raw.lines[name]?.from, to: raw.lines[name]?.to }));
  const signals = (raw.record?.signals ?? []).filter((name) => !isTaken(name.replace(/\.p$/, '')));
  return reread({ ...raw, lines, direct: [...(raw.direct ?? []), ...taken], record: { ...raw.record, signals } }, file);
}

/** A circuit file with a line of a volume, m3, in place of the join from one port. */
export function withVolume(text: string, port: string, volume: number, file: string): Circuit {
  const raw = parse(text) as RawCircuit;
  const join = raw.direct?.find(({ from }) => from === port);
  const direct = raw.direct?.filter((one) => one !== join);
  return reread({ ...raw, lines: { ...raw.lines, volume: { ...join, volume: `${volume} m3` } }, direct }, file);
}

/** A circuit file with another component under a name: its kind and parameters as they are written. */
export function withComponent(text: string, name: string, component: object, file: string): Circuit {
  const raw = parse(text, { merge: true }) as RawCircuit;
  return reread({ ...raw, components: { ...raw.components, [name]: component } }, file);
}

const reread = (raw: object, file: string): Circuit => parseCircuit(stringify(raw), file).circuit;
