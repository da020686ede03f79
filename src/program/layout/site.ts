/** The interface of blocks to a network that is laid out (blocks/site.ts). */
import { lineDuties } from '../../blocks/registry.js';
import type { LineHistory, Lines, Site } from '../../blocks/site.js';
import { ambientPressureOf } from '../../circuit/fluid/fluidValues.js';
import { weightsFor } from '../../circuit/lines/weights.js';
import { type CircuitTables, lineType, lineValue, modelData } from '../../circuit/tables.js';
import { elementary } from '../../equations/kernel/elementary.js';
import { linesAtMasses } from '../../network/linesAtMasses.js';
import type { Network } from '../../network/network.js';
import { hasPortVolume } from '../../network/portVolumeEnds.js';

/** Parts of a layout that no network knows. */
export type Laid = Omit<Site, keyof Lines | 'historyOf' | 'stepOf' | 'fluid' | 'elementary' | 'weights'> & {
  /** Fixed step of a partition, s; null for a variable one. */
  readonly stepOf: (partition: number) => number | null;
};

/** Lines of a circuit, as blocks ask for them. */
export const linesOf = (tables: CircuitTables): Lines => {
  let atMasses: Uint8Array | undefined;
  return {
    lineCount: tables.lines.count,
    line: (line, value) => lineValue(tables.lines, line, value),
    hasPortVolume: (line) => hasPortVolume(tables, line),
    typeOf: (line) => lineType(tables.lines, line),
    modelOf: (line) => modelData(tables.lines, line),
    swings(line) {
      atMasses ??= linesAtMasses(tables);
      return atMasses[line] === 1;
    },
  };
};

/** The site of a network whose ends have their places. */
export function siteOf(network: Network, { stepOf, ...laid }: Laid): Site {
  const lines = linesOf(network.tables);
  const stepOfLine = (line: number): number | null => stepOf(laid.endPartition[2 * line]);
  const histories: (LineHistory | undefined)[] = [];
  const { circuit, fluidLaw: law } = network;
  const { vapourPressure, atmosphericPressure, conserve } = circuit.fluid;
  return {
    ...laid,
    ...lines,
    // Every walk over lines asks for it.
    historyOf: (line) => (histories[line] ??= lineDuties(lines, line, stepOfLine(line)).history),
    stepOf: stepOfLine,
    fluid: { vapourPressure, atmosphericPressure, ambientPressure: ambientPressureOf(circuit), conservesMass: conserve === 'mass', law },
    elementary,
    weights: weightsFor,
  };
}
