/** What the lines at a component have of inertance in a step, which its masses are solved without (equations/solve/lineInertances.ts). */
import { type CircuitTables, kindAt, lineType, lineValue, portsOf } from '../circuit/tables.js';
import { portsWithInertance } from '../equations/solve/lineInertances.js';
import { modelWithout } from '../equations/solve/omit.js';
import type { Omitted } from './omitted.js';

/**
 * Inertance in parts of Z Δ at an end of which the other is shut, κ₀/(1/(1-α)): with a = α/(1-α) the trapezoidal rule's 1/12, half of a for what the mean is
 * corrected by, and 1/4(1-α)² for the wave that reaches the other end a step later.
 */
export function inertanceOf({ lines }: Pick<CircuitTables, 'lines'>, line: number): number {
  const isCapacitive = Number.isNaN(lineValue(lines, line, 'delay')) && lineType(lines, line) === 'hydraulic';
  if (!isCapacitive) return 0;
  const alpha = lineValue(lines, line, 'filter');
  const beta = 1 - alpha;
  return beta / 12 + alpha / 2 + 0.25 / beta;
}

/** Of a component none of whose ports asks for inertances of lines. */
export const noInertances: Readonly<Record<string, number>> = {};

/** Gives by component the inertances of the lines at its ports. */
export class Inertances {
  /** By kind of the circuit, then by what it is without: ports that ask. */
  private readonly ports: Map<number, readonly number[]>[];

  constructor(
    private readonly tables: CircuitTables,
    private readonly omitted: Omitted,
  ) {
    this.ports = tables.components.kinds.map(() => new Map());
  }

  /** By port of a component whose line ends are those of `ends` from `first` on; ports of which nothing is asked, or whose lines have none, are left out. */
  of(component: number, ends: Int32Array, first: number): Readonly<Record<string, number>> {
    const kind = kindAt(this.tables.components, component);
    if (!kind) return noInertances;
    const known = this.ports[this.tables.components.kind[component]] as Map<number, readonly number[]>;
    const without = this.omitted.of(component);
    let ports = known.get(without);
    if (!ports) {
      const asking = portsWithInertance(modelWithout(kind, this.omitted.namesOf(component)));
      ports = asking.map((name) => portsOf(kind).indexOf(name));
      known.set(without, ports);
    }
    if (ports.length === 0) return noInertances;
    const found: Record<string, number> = {};
    for (const k of ports) {
      const end = ends[first + k];
      const own = end < 0 ? 0 : inertanceOf(this.tables, end >> 1);
      if (own > 0) found[portsOf(kind)[k] as string] = own;
    }
    return found;
  }
}
