/** Where changes of modes stand (blocks/modes.ts): of joined components, and of others with unknowns of equations 0 = e. */
import { modeCountSize, modeCounts, modeLog, modeLogSize, modeWordSize, modeWords } from '../blocks/modes.js';
import { modesOfWord, type StepMode } from '../equations/solve/stepModes.js';
import type { Allocator } from './layout/allocator.js';
import { batchAt, type Layout } from './layout/layout.js';
import { cellAt } from './recorder.js';

/** A word of modes of a component. */
export interface KeptModes {
  readonly component: number;
  readonly partition: number;
  readonly modes: readonly StepMode[];
  /** Where the modes of a step are, what is kept of them, and changes for which there is room with their times. */
  readonly cell: number;
  readonly at: number;
  readonly room: number;
}

/** Changes that a circuit keeps with their times: of one component all of them, of many at least a few each. */
const most = 1000;
const ofAll = 4 * most;
const least = 4;

/** Doubles that are kept of a word. */
export const modeSize = ({ modes, room }: Pick<KeptModes, 'modes' | 'room'>): number =>
  modeWordSize + modeCountSize * modes.length + modeLogSize * room;

/** In circuit-file order; those of a partition side by side. */
export function keptModes(layout: Layout, memory: Allocator): KeptModes[] {
  const { kindOf, kinds } = layout.network;
  if (!kinds.some(({ kernel }) => kernel.modes.length > 0)) return [];
  const wanted = Array.from(kindOf).flatMap((_, component) => {
    const { modes } = batchAt(layout, component).kind.kernel;
    return Array.from({ length: Math.ceil(modes.length / modesOfWord) }, (_, word) => ({
      component,
      partition: layout.owner[component] as number,
      modes: modes.slice(word * modesOfWord, (word + 1) * modesOfWord),
      cell: cellAt(layout, component, `mode_${word}`) as number,
    }));
  });
  const room = Math.max(least, Math.min(most, Math.floor(ofAll / wanted.length)));
  const at = new Map<object, number>();
  for (let p = 0; p < layout.partitions.length; p++) {
    const own = wanted.filter(({ partition }) => partition === p);
    let next = memory.tight(
      p,
      own.flatMap(({ modes }) => [
        { block: modeWords, stride: 1 },
        { block: modeCounts, stride: modes.length },
        { block: modeLog, stride: room },
      ]),
    );
    for (const one of own) {
      at.set(one, next);
      next += modeSize({ ...one, room });
    }
  }
  return wanted.map((one) => ({ ...one, at: at.get(one) as number, room }));
}
