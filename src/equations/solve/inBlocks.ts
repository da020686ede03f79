/** The order in which tears are solved. */
import type { Tear } from '../graph/affine.js';

/** Tears in blocks, each depending on earlier ones only (Tarjan's strongly connected components). */
export function inBlocks(tears: readonly Tear[]): Tear[][] {
  const byName = new Map(tears.map((t) => [t.name, t]));
  const index = new Map<Tear, number>();
  const low = new Map<Tear, number>();
  const stack: Tear[] = [];
  const blocks: Tear[][] = [];
  const visit = (tear: Tear): void => {
    index.set(tear, index.size);
    low.set(tear, index.get(tear) as number);
    stack.push(tear);
    for (const arg of tear.args) {
      for (const name of arg.terms.keys()) {
        const below = byName.get(name) as Tear;
        if (!index.has(below)) visit(below);
        if (stack.includes(below)) low.set(tear, Math.min(low.get(tear) as number, low.get(below) as number));
      }
    }
    if (low.get(tear) !== index.get(tear)) return;
    blocks.push(stack.splice(stack.indexOf(tear)));
  };
  for (const tear of tears) if (!index.has(tear)) visit(tear);
  return blocks;
}
