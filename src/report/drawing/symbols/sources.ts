/** Sources of flow and pressure, tank and plug. */
import { arrow, circle, lines, solid } from './ink.js';
import { type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

const flow = (more: string): HydraulicSymbol => ({
  width: 40,
  height: 40,
  ports: { out: north(20), demand: west(2, 28) },
  art: circle(20, 20, 20) + solid('M20 0L12 13H28z') + more,
  level: 0.35,
});

const pressure = (more: string): HydraulicSymbol => ({
  width: 26,
  height: 26,
  ports: { out: north(13), demand: west(3, 20) },
  art: lines('M13 0V5') + solid('M13 5L3 22H23z') + lines('M0 25H26') + more,
  level: 0.35,
});

/** An open vessel, the line ending in it. */
export const tank: HydraulicSymbol = {
  width: 30,
  height: 16,
  ports: { in: north(15) },
  art: lines('M0 4V15H30V4M15 0V10'),
  level: 0,
};

export const sources: Family = {
  flowSource: flow(''),
  controlledFlowSource: flow(arrow(2, 38, 38, 2, 8)),
  pulsatingFlowSource: flow(lines('M8 25Q14 15 20 25T32 25')),
  pressureSource: pressure(''),
  controlledPressureSource: pressure(arrow(0, 25, 26, 3)),
  tank,
  blockedEnd: { width: 18, height: 10, ports: { in: south(9, 10) }, art: lines('M9 10V2M0 2H18'), turns: true },
};
