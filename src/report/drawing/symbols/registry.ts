/** Which symbol a kind has: here and nowhere else. The library knows nothing of pictures. */
import type { KindDefinition } from '../../../equations/language/definition.js';
import { textWidth } from '../text.js';
import { actuators } from './actuators.js';
import { checks } from './checks.js';
import { directionalValves } from './directionalValves.js';
import { mechanics } from './mechanics.js';
import { pressureValves } from './pressureValves.js';
import { pumps } from './pumps.js';
import { restrictors } from './restrictors.js';
import { sensors } from './sensors.js';
import { labelledBox, signals } from './signals.js';
import { sources } from './sources.js';
import type { HydraulicSymbol } from './symbol.js';

const families = [sources, pumps, restrictors, checks, pressureValves, directionalValves, actuators, mechanics, sensors, signals];

/** Symbols by kind. */
export const symbols: ReadonlyMap<string, HydraulicSymbol> = new Map(families.flatMap((family) => Object.entries(family)));

/** A kind's symbol: the one it names, that of its name (of one 'without mass' that of the kind with it), or a box with its name. */
export function symbolOf(kind: Pick<KindDefinition, 'kind' | 'symbol'>): HydraulicSymbol {
  return symbols.get(kind.symbol ?? kind.kind.replace(/ \(.*\)$/, '')) ?? labelledBox(kind, Math.max(40, textWidth(kind.kind, 10) + 14));
}
