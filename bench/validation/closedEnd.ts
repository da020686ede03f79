/** The end of a line that nothing passes. */
import type { CircuitBuilder } from '#ringmain/circuit/builder.js';

/** Adds a restrictor without conductance and a tank behind it, so that the pressure has a reference; the line goes to `name.in`. */
export function closedEnd(builder: CircuitBuilder, name: string): CircuitBuilder {
  return builder
    .component(name, 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .component(`${name}Tank`, 'tank')
    .direct(`${name}.out`, `${name}Tank`);
}
