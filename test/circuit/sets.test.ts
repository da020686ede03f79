/** Sets of numbers against sets that are looked through one by one. */
import { expect, test } from 'vitest';
import { Sets } from '../../dist/circuit/sets.js';
import { seeded } from '../../dist/circuit/text/random.js';

test('by chance: what is joined is of one set, and the lowest number stands for it', () => {
  const random = seeded(1);
  for (let round = 0; round < 50; round++) {
    const count = 1 + Math.floor(30 * random());
    const sets = new Sets(count);
    let plain: number[][] = Array.from({ length: count }, (_, k) => [k]);
    for (let n = 0; n < count; n++) {
      const [a, b] = [Math.floor(count * random()), Math.floor(count * random())];
      const [x, y] = [a, b].map((k) => plain.find((set) => set.includes(k)) as number[]) as [number[], number[]];
      expect(sets.join(a, b)).toBe(x !== y);
      if (x !== y) plain = [...plain.filter((set) => set !== x && set !== y), [...x, ...y]];
      for (let k = 0; k < count; k++) expect(sets.find(k)).toBe(Math.min(...(plain.find((set) => set.includes(k)) as number[])));
    }
  }
});
