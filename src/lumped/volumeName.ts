/** A volume by the lines that make it. */
import { tablesOf } from '../circuit/views.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** Lines of a volume that are named. */
const linesShown = 6;

/** 'L1+L3+L7', and of how many lines. */
export function volumeName({ circuit, system }: CircuitSystem, volume: number): { readonly name: string; readonly lines: number } {
  const { lines } = tablesOf(circuit);
  const own = system.volumes.lines[volume] as readonly number[];
  const shown = own.slice(0, linesShown).map((l) => lines.nameOf(l));
  return { name: `${shown.join('+')}${own.length > linesShown ? '+…' : ''}`, lines: own.length };
}
