/** Unknowns of equations 0 = e, joined groups among them, in numbers: for `ringmain check`. */
import type { Circuit } from '../circuit/circuit.js';
import { ownValues } from '../circuit/ownValues.js';
import { kindAt } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { modelOf } from '../equations/language/build.js';
import { solve } from '../equations/solve/solve.js';
import { structureOf } from '../equations/structure/modes.js';

/** Components of one kind, and of one structure. */
export interface UnknownSummary {
  /** The first of them, and how many there are. */
  readonly component: string;
  readonly count: number;
  readonly unknowns: number;
  /** The work left to Newton's method in a step: blocks, and the unknowns and roots of the largest of them. */
  readonly blocks: number;
  readonly largestBlock: number;
  /** How many modes were looked at, and whether these are all. */
  readonly modes: number;
  readonly allModes: boolean;
  /** Modes in which something stays where it was, such as the pressure between two shut valves. */
  readonly openModes: number;
  /** Of the equations in all modes: that with a higher one is no circuit. */
  readonly index: 1;
}

/** Summaries of the kinds that have unknowns, in the order of the circuit. */
export function unknownSummaries(circuit: Circuit): UnknownSummary[] {
  const tables = tablesOf(circuit);
  const { components } = tables;
  const valuesOf = ownValues(tables);
  const found = new Map<object, { summary: UnknownSummary; count: number }>();
  for (let c = 0; c < components.count; c++) {
    const kind = kindAt(components, c);
    const structure = kind && structureOf(modelOf(kind), valuesOf(c));
    if (!kind || !structure) continue;
    const known = found.get(structure);
    if (known) {
      known.count++;
      continue;
    }
    const sizes = solve(modelOf(kind)).blocks.flatMap((block) =>
      block.type === 'newton' && block.tears.length > 0 ? [block.tears.length] : [],
    );
    const { unknowns, modes, isComplete, open } = structure;
    const summary: UnknownSummary = {
      component: components.nameOf(c),
      count: 1,
      unknowns,
      blocks: sizes.length,
      largestBlock: Math.max(0, ...sizes),
      modes,
      allModes: isComplete,
      openModes: open,
      index: 1,
    };
    found.set(structure, { summary, count: 1 });
  }
  return [...found.values()].map(({ summary, count }) => ({ ...summary, count }));
}
