/**
 * Every kind in a small circuit: the way an engineer would use it, and the quantities to record.
 *
 * Beside the definitions and not in them: they are loaded with every run, these only where they are shown. A kind without one is a red test.
 */
import { actuators } from './examples/actuators.js';
import { control } from './examples/control.js';
import { flowValves } from './examples/flowValves.js';
import { machines } from './examples/machines.js';
import { mechanics } from './examples/mechanics.js';
import { pressureValves } from './examples/pressureValves.js';
import { restrictors } from './examples/restrictors.js';
import { shafts } from './examples/shafts.js';
import { signals } from './examples/signals.js';
import { sources } from './examples/sources.js';

/** Kind → circuit file (YAML) that shows it. */
export const examples: ReadonlyMap<string, string> = new Map(
  [sources, machines, restrictors, pressureValves, flowValves, actuators, mechanics, shafts, control, signals].flat(),
);
