/** Models of capacitive lines, by their names in circuit files; the first is that of a line which names none. */
import { capacitive } from './capacitive.js';
import { hose } from './hose.js';
import type { LineModel } from './model.js';

/** The model of plain lines where the circuit conserves mass: no line names it. */
export { conservedMass } from './conservedMass.js';
/** The model of plain lines whose oil has air that is released in a time of its own: no line names it. */
export { releasedAir } from './releasedAir.js';

export const lineModels = [capacitive, hose] as const satisfies readonly LineModel[];

/** The model of a name; it must be one. */
export function lineModel(name: string): LineModel {
  return (lineModels as readonly LineModel[]).find((model) => model.name === name) as LineModel;
}
