/** A network in the place of a small volume, told nothing that gives the pressure away: trained on random inputs, run in closed loop on the run's own quantities. */
import { dataSetOf } from '#ringmain/lumped/surrogates/dataSet.js';
import { drivenCircuit } from '#ringmain/lumped/surrogates/driven.js';
import { readDrive } from '#ringmain/surrogate/drive.js';
import { surrogateText } from '#ringmain/surrogate/stored.js';
import { train } from '#ringmain/surrogate/train.js';
import { type Cure, fixedCure, type SmallVolumeCase } from './cases.js';

/** What became of a training. */
export interface Training {
  readonly drives: readonly string[];
  readonly inputs: readonly string[];
  /** s, simulated. */
  readonly end: number;
  readonly samples: number;
  readonly epochs: number;
  /** s of the processor, both threads together; without the run that gives the samples. */
  readonly seconds: number;
  /** Mean square of the scaled pressure, of samples that it was not trained with. */
  readonly testError: number;
}

const seed = 1;
const hidden: readonly [number, number] = [8, 8];
const delays = { sort: 'nfir', from: 0, to: 0 } as const;
const split = 'block';

/** Trains for a circuit's file, on a run of so many seconds; null where the circuit has nothing to drive. */
export async function surrogateCure(
  one: SmallVolumeCase,
  text: string,
  file: string,
  end: number,
): Promise<{ readonly cure: Cure; readonly training: Training } | null> {
  if (!one.network) return null;
  const { drives, inputs, every } = one.network;
  const target = `${one.volume}.p`;
  const driven = drivenCircuit(text, file, [], drives.map(readDrive), seed, end);
  const { series } = await dataSetOf(driven, { target, inputs, every });
  const made = await train(series, { delays, hidden, split, seed, epochs: 60, workers: 2 });
  const { shape, scales, weights, errors, persistence, samples, epochs, stopped, seconds } = made;
  const provenance = {
    circuit: one.name,
    hash: driven.hash,
    set: [],
    drive: drives,
    end,
    seed,
    split,
    errors,
    persistence,
    samples,
  } as const;
  const stored = { target, inputs, every, shape, delays, scales, weights, provenance: { ...provenance, epochs, stopped, seconds } };
  return {
    cure: fixedCure(one, 'surrogate, RK4', one.step, { treatment: 'surrogate', text: surrogateText(stored) }),
    training: { drives, inputs, end, samples: samples.train, epochs, seconds, testError: errors.test },
  };
}
