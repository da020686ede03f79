/** A generated ring whose stations share what they have in common. */
import { parse } from 'yaml';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';

interface RingFile {
  name: string;
  components: Record<string, { kind: string }>;
  direct: { from: string; to: string }[];
  signals: { from: string; to: string }[];
}

/** The ring with one tank for all, and one duty cycle for all stations of a type; with `shares` false as it is generated. */
export function ringOf(stations: number, shares: boolean): Circuit {
  const file = parse(generateRing({ stations, seed: 1, expand: true })) as RingFile;
  if (!shares) return parseCircuit(JSON.stringify(file), 'ring').circuit;
  const shared = new Map<string, string>();
  const nameOf = new Map<string, string>();
  const components: RingFile['components'] = {};
  for (const [name, component] of Object.entries(file.components)) {
    const isShared = ['tank', 'cyclicDutyCycle'].includes(component.kind);
    const key = isShared ? JSON.stringify(component) : name;
    const kept = shared.get(key) ?? (isShared ? `${component.kind}${shared.size}` : name);
    shared.set(key, kept);
    nameOf.set(name, kept);
    components[kept] = component;
  }
  const renamed = (name: string): string => nameOf.get(name) ?? name;
  const direct = file.direct.map(({ from, to }) => ({ from, to: renamed(to) }));
  const signals = file.signals.map(({ from, to }) => ({ from: renamed(from), to }));
  return parseCircuit(JSON.stringify({ ...file, name: 'shared-ring', components, direct, signals }), 'shared-ring').circuit;
}
