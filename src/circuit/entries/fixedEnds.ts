/** The mistake of a direct connection that has a fixed pressure at one end, in words. */
import type { PortType } from '../../equations/language/definition.js';
import { portWords } from './portWords.js';

/** Code, message and remedy of a mistake. */
export type Told = readonly [code: string, message: string, remedy: string];

/** It begins at a component that holds a fixed pressure, and ends at a port, or at a junction. */
export function beginsFixed(connection: string, fixed: string, type: PortType, isAtJunction: boolean): Told {
  const remedy = isAtJunction ? sharing(fixed) : 'write it the other way round: direct: ends at a fixed one, which many ports may see';
  return ['CIR312', `${connection} begins at '${fixed}', which holds a fixed ${portWords[type].effort}`, remedy];
}

/** It begins at a junction without volume. */
export function fixesJunction(connection: string, junction: string, fixed: string): Told {
  const message = `${connection} begins at junction '${junction}', where '${fixed}' would set the pressure of all that meets there`;
  return ['CIR313', message, sharing(fixed)];
}

/** It begins at a component that sets the pressure itself. */
export function bothSet(connection: string, own: string, fixed: string, type: PortType): Told {
  const { effort, flow, setter } = portWords[type];
  const remedy = `put a line between them, or a component that sets the ${flow}, such as ${setter}`;
  return ['CIR313', `${connection} joins '${own}' and '${fixed}', which both set the ${effort}`, remedy];
}

const sharing = (fixed: string): string =>
  `leave the junction out: direct: from each port that meets there to '${fixed}', whose pressure many may see; or put a line between them`;
