/** Account of what jumped: points in time, switches, states held, and surfaces that the solution slid along. */
import type { CircuitSystem } from './system/circuitSystem.js';
import type { Jumps } from './types.js';

/** Counts of jumps of a system until `end`, s, by name. */
export function discontinuities(system: CircuitSystem, end: number): Jumps {
  const { time, switches, resets, bySwitch, passed, slides } = system.discontinuities;
  const busiest = [...bySwitch.keys()]
    .filter((k) => bySwitch[k] > 0)
    .sort((a, b) => bySwitch[b] - bySwitch[a])
    .slice(0, 5);
  return {
    time,
    switches,
    resets,
    busiest: busiest.map((k) => ({ what: system.switchName(k), count: bySwitch[k] })),
    slides: slides.map(({ index, from, to }) => ({ what: system.switchName(index), from, to: Math.min(to, end) })),
    modes: passed.map(({ t, index, side }) => ({ t, what: system.switchName(index, side) })),
  };
}
