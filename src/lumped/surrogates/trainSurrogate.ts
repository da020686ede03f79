/** Circuit → network in the place of one of its pressures: data set, training, and what is stored of both. */
import { z } from 'zod';
import type { Circuit } from '../../circuit/circuit.js';
import { mistakesOfCall, option } from '../../circuit/entries/options.js';
import { circuitHash } from '../../circuit/hash.js';
import { tablesOf } from '../../circuit/views.js';
import { RunError } from '../../results/runError.js';
import { type Surrogate, surrogateFrom } from '../../surrogate/stored.js';
import { type TrainOptions, train } from '../../surrogate/train.js';
import { refuseOptions } from '../checkOptions.js';
import { dataSetOf } from './dataSet.js';

/** Which pressure, from what, and how the network is trained; all but `target` and `inputs` has a default. */
export interface SurrogateOptions extends Partial<TrainOptions> {
  /** Pressure of a line of the volume: 'Vv.p'. */
  readonly target: string;
  /** Recorded quantities that the network sees, and 'Vv.bulkModulus' and 'Vv.volume' of a line. */
  readonly inputs: readonly string[];
  /** s from one sample to the next; default 1 ms. */
  readonly every?: number;
}

const delaysRule = z
  .strictObject({ sort: z.enum(['narx', 'nfir']), from: z.number().int().min(0), to: z.number().int() })
  .refine(({ from, to }) => to >= from);

const rules = {
  target: option.text("the pressure of a line, such as 'Vv.p'"),
  inputs: option.texts("a list of names, such as ['valve.P.q']"),
  every: option.positive('seconds'),
  delays: option.other(delaysRule, "{ sort: 'narx' or 'nfir', from, to } with whole numbers of samples, from no larger than to"),
  hidden: option.other(z.tuple([z.number().int().min(1), z.number().int().min(1)]), 'two whole numbers from 1 on'),
  split: option.choice(['random', 'block']),
  seed: option.whole(0),
  epochs: option.whole(1),
  workers: option.whole(1, 256),
  onEpoch: option.callback(),
  signal: option.signal(),
} satisfies Record<keyof SurrogateOptions, unknown>;

/**
 * Runs a circuit to its end by rodas4, and trains a network with two hidden layers on one of its pressures. Rejects with RunError for names that are none, options
 * that break their rules, and a run that ends before its time.
 */
export async function trainSurrogate(circuit: Circuit, options: SurrogateOptions): Promise<Surrogate> {
  refuseOptions(mistakesOfCall(circuit, rules, options));
  const { target, inputs, every = 1e-3, delays = { sort: 'narx', from: 1, to: 2 }, hidden = [10, 10], split = 'block' } = options;
  const { seed = 1, epochs = 200, workers = 1, onEpoch, signal } = options;
  if (target === undefined || inputs === undefined || inputs.length === 0)
    throw new RunError('SUR114', 'a network needs a target and inputs', "give target: 'LINE.p' and inputs: [QUANTITY, …]");
  const { series } = await dataSetOf(circuit, { target, inputs, every, ...(signal ? { signal } : {}) });
  const trained = await train(series, { delays, hidden, split, seed, epochs, workers, onEpoch, signal });
  const { name, run } = circuit;
  return surrogateFrom(
    trained,
    { target, inputs, every },
    { circuit: name, hash: circuitHash(tablesOf(circuit)), set: [], drive: [], end: run.end, seed, split },
  );
}
