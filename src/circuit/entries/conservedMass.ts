/** Which lines can conserve mass (`fluid: { conserve: mass }`, blocks/lines/massLines.step.ts): capacitive ones, and wave lines without port volume. */

import { lineModel } from '../../blocks/lines/models/registry.js';
import { modelOf } from '../../equations/language/build.js';
import type { Fluid } from '../circuit.js';
import type { Mistakes } from '../file/mistakes.js';
import { type CircuitTables, lineValue, modelData, portsOf } from '../tables.js';
import { numberAt } from '../text/known.js';
import type { Section } from './section.js';

/** Reports the other lines, which conserve volume. */
export function checkConservedMass(
  { conserve }: Fluid,
  { components, lines }: Pick<CircuitTables, 'components' | 'lines'>,
  entries: Section<object>,
  mistakes: Mistakes,
): void {
  if (conserve !== 'mass') return;
  const hasVolume = components.kinds.map((kind) => {
    const volumes = new Set(kind ? modelOf(kind).ports.flatMap(({ name, volume }) => (volume ? [name] : [])) : []);
    return (kind ? portsOf(kind) : []).map((port) => volumes.has(port));
  });
  // Instances of a subcircuit have one place.
  const told = new Set<string>();
  const report = (l: number, what: string, remedy: string): void => {
    const place = entries.pathOf(l).join('.');
    if (told.has(place)) return;
    told.add(place);
    mistakes.add(entries.pathOf(l), 'CIR324', `line '${entries.nameOf(l)}' ${what}, with conserve: mass`, remedy);
  };
  for (let l = 0; l < lines.count; l++) {
    const data = modelData(lines, l);
    if (data) {
      const { one, many } = lineModel(data.model).own as NonNullable<ReturnType<typeof lineModel>['own']>;
      report(l, `is ${one}, which conserves volume only`, `write a capacitive line, or omit conserve: mass, of which ${many} have no form`);
    }
    if (Number.isNaN(lineValue(lines, l, 'delay'))) continue;
    const at = [
      [lines.from[l], lines.fromPort[l]],
      [lines.to[l], lines.toPort[l]],
    ] as [number, number][];
    const found = at.find(([component, port]) => hasVolume[numberAt(components.kind, component)]?.[port]);
    if (!found) continue;
    const name = components.nameOf(found[0]);
    const remedy = 'put a junction and a short capacitive line between them, or omit conserve: mass';
    report(l, `is a wave line with port volume at '${name}'`, remedy);
  }
}
