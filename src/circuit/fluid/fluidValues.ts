/** Values of a circuit's fluid and of the air around it for equations. */
import type { Circuit } from '../circuit.js';

type FluidOf = Pick<Circuit, 'fluid' | 'reference'>;

/** Pressure of the open air as the file counts pressures, Pa: 0 where they are gauge. */
export function ambientPressureOf({ fluid, reference }: FluidOf): number {
  return reference === 'absolute' ? fluid.atmosphericPressure : 0;
}

/**
 * Values of 'fluid:' symbols, SI. `p + atmosphericPressure` is absolute, what laws of gas ask for; `p - ambientPressure` acts on an area whose other side
 * is open to the air, and drives a leak into it. So one of the two is 0.
 */
export function fluidValues(circuit: FluidOf): Readonly<Record<string, number>> {
  const { density, viscosity, bulkModulus, vapourPressure, atmosphericPressure } = circuit.fluid;
  const ambientPressure = ambientPressureOf(circuit);
  return { density, viscosity, bulkModulus, vapourPressure, atmosphericPressure: atmosphericPressure - ambientPressure, ambientPressure };
}
