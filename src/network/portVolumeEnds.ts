/** Which line ends are port volume by the component that stands there. */
import { type CircuitTables, portsOf } from '../circuit/tables.js';
import { modelOf } from '../equations/language/build.js';

const known = new WeakMap<CircuitTables, Uint8Array | null>();

/** By line end, 2·line (from) and 2·line + 1 (to): 1 where it has a port volume; null where none has. */
export function portVolumeEnds(tables: CircuitTables): Uint8Array | null {
  const before = known.get(tables);
  if (before !== undefined) return before;
  const { components, lines } = tables;
  /** By kind: ports with a volume. */
  const ofKind = components.kinds.map((kind) => {
    const ports = kind ? modelOf(kind).ports.flatMap(({ name, volume }) => (volume ? [portsOf(kind).indexOf(name)] : [])) : [];
    return ports.length > 0 ? ports : null;
  });
  const ends = ofKind.every((ports) => ports === null) ? null : new Uint8Array(2 * lines.count);
  for (let l = 0; ends && l < lines.count; l++) {
    const hasPortVolumeAt = (component: number, port: number): boolean => ofKind[components.kind[component]]?.includes(port) ?? false;
    if (hasPortVolumeAt(lines.from[l], lines.fromPort[l])) ends[2 * l] = 1;
    if (hasPortVolumeAt(lines.to[l], lines.toPort[l])) ends[2 * l + 1] = 1;
  }
  known.set(tables, ends);
  return ends;
}

/** Whether a line has a port volume, at either end. */
export function hasPortVolume(tables: CircuitTables, line: number): boolean {
  const ends = portVolumeEnds(tables);
  return ends !== null && (ends[2 * line] === 1 || ends[2 * line + 1] === 1);
}
