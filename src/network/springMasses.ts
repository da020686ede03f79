/** The error of springs: a capacitive line between mechanical ports has a mass of its own, which the step makes. */
import type { Circuit } from '../circuit/circuit.js';
import { lineType, lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import type { PortType } from '../equations/language/definition.js';

export interface SpringMass {
  readonly type: Exclude<PortType, 'hydraulic'>;
  /** The spring that has most of it. */
  readonly line: string;
  /** s */
  readonly step: number;
  /** k Δ²/(1-α)², of stiffness k and filter α: Z Δ/(1-α) with the Z = k Δ/(1-α) of Burton 1994 (4.28), in `unit` */
  readonly mass: number;
  readonly unit: 'kg' | 'kg m2';
}

const units = { translational: 'kg', rotational: 'kg m2' } as const;

/**
 * The largest mass that a spring has at a step, and the largest inertia; of the types that the circuit has springs of. Lines that carry waves have
 * their true mass at every step and do not count. The default step is the fixed one, or the longest variable one.
 */
export function springMasses(circuit: Circuit, step = circuit.run.step ?? circuit.run.maximumStep): SpringMass[] {
  const { lines } = tablesOf(circuit);
  const found: { [type in SpringMass['type']]?: SpringMass } = {};
  for (let line = 0; line < lines.count; line++) {
    const type = lineType(lines, line);
    if (type === 'hydraulic' || !Number.isNaN(lineValue(lines, line, 'delay'))) continue;
    const stiffness = lineValue(lines, line, 'bulkModulus') / lineValue(lines, line, 'volume');
    const mass = stiffness * (step / (1 - lineValue(lines, line, 'filter'))) ** 2;
    if (mass > (found[type]?.mass ?? 0)) found[type] = { type, line: lines.nameOf(line), step, mass, unit: units[type] };
  }
  return (['translational', 'rotational'] as const).flatMap((type) => found[type] ?? []);
}
