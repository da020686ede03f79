/** Names of the switches of components: their conditions, with the names of the file. */
import { conditionName, resetName } from '../../circuit/conditionText.js';
import type { Switch } from '../../equations/graph/switches.js';
import type { DiscreteBatch } from './discreteBatches.js';
import { airSwitchName } from './releasedAir.js';

/** The name of a switch of these parts; `side`: on which it is, of a condition undefined for that on which it holds. */
export function switchName(parts: readonly DiscreteBatch[], index: number, side?: boolean): string {
  for (const { batch, count, firstMode, firstReset, firstSignature, discrete } of parts) {
    if (index >= firstSignature + (discrete.includes(true) ? count : 0)) continue;
    const { form, instances } = batch;
    const nameOf = (first: number): string => instances.nameOf((index - first) % count);
    if (index >= firstSignature) return `${nameOf(firstSignature)}: another accepted state`;
    if (index >= firstReset)
      return resetName(nameOf(firstReset), form.resets[Math.floor((index - firstReset) / count)]?.name as string, side);
    const k = Math.floor((index - firstMode) / count);
    const condition = conditionName(nameOf(firstMode), instances.definition, form.switches[k] as Switch, k, side ?? true);
    return instances.stands === 'air' ? airSwitchName(nameOf(firstMode), condition) : condition;
  }
  return '';
}
