/** Every time of the timed slices of a run, as CSV. */

import { marks } from '../blocks/step/marks.js';
import type { Timeline } from '../run/account/timeline.js';

export const timelineTableHeader = `synchronisation,t [s],thread,${marks.map((mark) => (mark === 'last' ? mark : `${mark} [us]`)).join(',')}`;

/** By synchronisation and thread (of ranks: partition) a line: times since the first mark; `t [s]` is the simulated time at which the slice begins. In pieces, one a slice. */
export function* timelineTable({ threads, slices, synchronisations, sliceSynchronisations }: Timeline): Generator<string> {
  yield `${timelineTableHeader}\n`;
  for (const [k, { synchronisation: first, time }] of slices.entries()) {
    let text = '';
    for (let m = k * sliceSynchronisations; m < Math.min(synchronisations, (k + 1) * sliceSynchronisations); m++) {
      for (const [thread, { name, partitions, marks: own }] of threads.entries()) {
        const values = marks.map((mark, j) => {
          const value = own[m * marks.length + j];
          return mark === 'last' ? value : value.toFixed(3);
        });
        text += `${first + m - k * sliceSynchronisations},${time},${name === undefined ? thread : partitions[0]},${values.join(',')}\n`;
      }
    }
    yield text;
  }
}
