/** What surrogates see of a circuit: recorded quantities, and of a line's volume its bulk modulus and its size. */
import type { Circuit } from '../../circuit/circuit.js';
import { didYouMean } from '../../circuit/file/closest.js';
import { fluidLawOf } from '../../circuit/fluid/fluidLaw.js';
import { lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { RunError } from '../../results/runError.js';
import type { CircuitSystem } from '../system/circuitSystem.js';

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

/** The unknown of a line's pressure, 'Vv.p'; RunError SUR112 where it is none. */
export function unknownOf({ circuit, system }: CircuitSystem, target: string): number {
  const line = target.replace(/\.p$/, '');
  if (line === target)
    throw new RunError('SUR112', `target ${target}: not the pressure of a line`, "write 'LINE.p', with a line of the volume");
  const l = lineNamed(circuit, line, target);
  const unknown = system.layout.unknownOfVolume[system.volumes.ofEnd[2 * l] as number] as number;
  if (unknown < 0)
    throw new RunError(
      'SUR112',
      `target ${target}: a component sets the pressure there`,
      'take a volume whose pressure follows from its flows',
    );
  return unknown;
}

function lineNamed(circuit: Circuit, line: string, name: string): number {
  const { lines } = tablesOf(circuit);
  const names = Array.from({ length: lines.count }, (_, l) => lines.nameOf(l));
  const l = names.indexOf(line);
  if (l < 0) throw new RunError('SUR112', `${name}: no line '${line}'${didYouMean(line, names)}`, "'ringmain check' lists the lines");
  return l;
}
