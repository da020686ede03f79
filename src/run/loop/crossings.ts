/** Text that tells of the crossings of a partition (equations/crossings.ts); blocks/stepController.ts says what becomes of them. */
import { publishedWords } from '../../blocks/decision.js';
import { crossed } from '../../equations/crossings.js';
import type { PartitionLayout } from '../../network/layout.js';

/** Text of `crossings(turn)`: publishes the first of a partition, and how many came again too soon. */
export function crossingsText({ crossings: { at, count }, published }: Pick<PartitionLayout, 'crossings' | 'published'>): string {
  const [first, again] = (['crossing', 'again'] as const).map((word) => published + publishedWords.indexOf(word));
  return `function crossings(turn) {
  F[${first} + turn] = ${crossed.none};
  F[${again} + turn] = 0;
  for (let r = 0; r < ${count}; r++) {
    const x = F[${at} + r];
    if (x < 0) F[${again} + turn] = F[${again} + turn] + 1;
    else F[${first} + turn] = Math.min(F[${first} + turn], x);
  }
}`;
}
