/** Whether a component only passes oil on, or also takes and gives it (sources, tanks, actuators, accumulators). */

import { evaluate } from '../equations/evaluate.js';
import { isUnknown } from '../equations/expressions.js';
import type { Model } from '../equations/model.js';

/**
 * True if the sum of the flows at all hydraulic ports is zero whatever the state: looked at numerically, as if(u, a, b) + if(u, b, a) = a + b is beyond
 * what the graph simplifies. Only decides whether an integral is kept for the mass balance.
 */
export function conservesVolume(model: Model): boolean {
  const ports = model.ports.filter((p) => p.type === 'hydraulic');
  if (ports.some((p) => p.assigns === 'p')) return false;
  if (ports.length === 0) return true;
  const table = { x: [0, 1], y: [0.3, 0.7] };
  let hasFlow = false;
  for (let draw = 1; draw <= 8; draw++) {
    const known = new Map<string, number>();
    const value = (name: string): number => {
      let x = known.get(name);
      if (x === undefined) {
        // Any fixed, well spread values; signs vary for what may be negative.
        x = ((known.size * 7 + draw * 13) % 17) / 17 + 0.1;
        if ((isUnknown(name) || /^(pre|input):/.test(name)) && (known.size + draw) % 3 === 0) x = -x;
        known.set(name, x);
      }
      return x;
    };
    const flows = ports.map((p) => evaluate(p.value, value, () => table));
    hasFlow ||= flows.some((flow) => flow !== 0);
    const net = flows.reduce((a, b) => a + b, 0);
    if (Math.abs(net) > 1e-12 * flows.reduce((a, b) => a + Math.abs(b), 0)) return false;
  }
  // Without flow in any of them, nothing has been seen: a flow that begins at a later time, say.
  return hasFlow;
}
