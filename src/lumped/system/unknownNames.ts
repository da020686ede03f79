/** Names of the unknowns of a lumped system, in the order of y. */

import { shownName } from '../../circuit/entries/joinedNames.js';
import { entryOf } from '../../circuit/text/known.js';
import { tablesOf } from '../../circuit/views.js';
import { type PortType, portQuantities } from '../../equations/language/definition.js';
import type { CircuitSystem } from './circuitSystem.js';

/** component.state, component.port.q of an algebraic flow, or the lines of a volume ('L1+L3+L7.p'); with SI units. */
export function unknownNames({ circuit, system, size }: CircuitSystem): { readonly name: string; readonly unit: string }[] {
  const { layout, batches, volumes } = system;
  const { lines } = tablesOf(circuit);
  const names = Array.from({ length: size }, () => ({ name: '', unit: '1' }));
  layout.unknownOfVolume.forEach((unknown, v) => {
    if (unknown < 0) return;
    const own = volumes.lines[v] as readonly number[];
    const shown = own.slice(0, 6).map((l) => lines.nameOf(l));
    const { p } = portQuantities[volumes.type[v] as PortType];
    names[unknown] = { name: `${shown.join('+')}${own.length > 6 ? '+…' : ''}.${p.name}`, unit: p.unit };
  });
  batches.forEach(({ form, instances, algebraic }, b) => {
    const set = (key: string, path: string, unit: string): void => {
      const first = entryOf(layout.unknownOf[b], key);
      for (let i = 0; i < instances.count; i++) names[first + i] = { name: shownName(instances.nameOf(i), path), unit };
    };
    for (const { name } of form.rates) set(`state_${name}`, name, form.model.definition.states?.[name]?.unit ?? '1');
    for (const port of algebraic) {
      const { q } = portQuantities[form.model.definition.ports[port] as PortType];
      set(`flow_${port}`, `${port}.${q.name}`, q.unit);
    }
  });
  return names;
}
