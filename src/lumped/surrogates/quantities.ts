/** Inputs of surrogates from a circuit: recorded quantities, and of a line's volume its bulk modulus and its size. */
import type { Circuit } from '../../circuit/circuit.js';
import { didYouMean } from '../../circuit/file/closest.js';
import { fluidLawOf } from '../../circuit/fluid/fluidLaw.js';
import { lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { RunError } from '../../results/runError.js';

/** An input that is no recorded quantity: a function of a line's pressure. */
export interface OfPressure {
  /** The recorded quantity that it follows from. */
  readonly pressure: string;
  readonly of: (pressure: number) => number;
}

/** 'Vv.bulkModulus' (Pa) and 'Vv.volume' (m3) of a line; null for any other name. */
export function ofPressure(circuit: Circuit, name: string): OfPressure | null {
  const [, line = '', what] = /^(.+)\.(bulkModulus|volume)$/.exec(name) ?? [];
  if (!what) return null;
  const { lines } = tablesOf(circuit);
  const l = lineNamed(circuit, line, name);
  const law = fluidLawOf(circuit);
  const value = lineValue(lines, l, what as 'bulkModulus' | 'volume');
  const isLaw = what === 'bulkModulus' && law !== null && !Number.isNaN(lineValue(lines, l, 'law'));
  return { pressure: `${line}.p`, of: isLaw ? (p) => 1 / law.compliance(p) : () => value };
}

/** Refuses a target that is not the pressure of a line, 'Vv.p': RunError SUR112. */
export function checkTargetName(circuit: Circuit, target: string): void {
  const line = target.replace(/\.p$/, '');
  if (line === target)
    throw new RunError('SUR112', `target ${target}: not the pressure of a line`, "write 'LINE.p', with a line of the volume");
  lineNamed(circuit, line, target);
}

function lineNamed(circuit: Circuit, line: string, name: string): number {
  const { lines } = tablesOf(circuit);
  const names = Array.from({ length: lines.count }, (_, l) => lines.nameOf(l));
  const l = names.indexOf(line);
  if (l < 0) throw new RunError('SUR112', `${name}: no line '${line}'${didYouMean(line, names)}`, "'ringmain check' lists the lines");
  return l;
}
