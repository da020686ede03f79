/** How much the work of a thread varies from attempt to attempt, from the timed slices of a run: what a prediction of more threads draws from. */
import { marks } from '../../blocks/step/marks.js';
import type { Timeline } from './timeline.js';

/** Attempts on either side whose median a work is held against: what changes more slowly is the run's, and the same for all threads. */
const neighbours = 7;

/**
 * Works over the median of their neighbours in the same slice, less the mean of that, from the least to the largest; all threads together. Slices but the first, where there are more: code is compiled there.
 * None where nothing was timed.
 */
export function deviationsOf({ threads, synchronisations, sliceSynchronisations }: Timeline): Float64Array {
  const ratios: number[] = [];
  const [from, first] = [synchronisations > sliceSynchronisations ? sliceSynchronisations : 0, sliceSynchronisations];
  for (const { marks: own } of threads)
    for (let slice = from; slice < synchronisations; slice += first) {
      const works: number[] = [];
      for (let m = slice + 1; m < Math.min(slice + first, synchronisations); m++) works.push(workAt(own, m));
      works.forEach((work, k) => {
        const beside = works.slice(Math.max(0, k - neighbours), k + neighbours + 1).sort((a, b) => a - b);
        ratios.push(work / beside[beside.length >> 1]);
      });
    }
  const sound = ratios.filter((ratio) => ratio > 0 && Number.isFinite(ratio));
  const mean = sound.reduce((sum, ratio) => sum + ratio, 0) / sound.length;
  return Float64Array.from(sound, (ratio) => ratio / mean - 1).sort();
}

/** µs: exchange after the decision before, then components and lines. */
const workAt = (own: Float64Array, m: number): number =>
  own[m * marks.length + marks.indexOf('computed')] - own[(m - 1) * marks.length + marks.indexOf('decided')];
