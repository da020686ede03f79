/** Series → trained network: over worker threads, with the same bits for any number of them. */
import { seeded } from '../circuit/text/random.js';
import { type Epoch, levenbergMarquardt } from './levenbergMarquardt.js';
import { Network, type Shape, weightCount } from './network.js';
import { addPieces, pieceLength, pieces, type Sums, sumPiece } from './normalEquations.js';
import { type Delays, reachOf, type Samples, type Scales, type Series, type Split, samplesOf, scaleOf, splitOf } from './samples.js';

export interface TrainOptions {
  readonly delays: Delays;
  readonly hidden: readonly [number, number];
  readonly split: 'random' | 'block';
  /** Of first weights, and of what goes into which part. */
  readonly seed: number;
  readonly epochs: number;
  /** Threads; 1 trains in the caller's own. */
  readonly workers: number;
  readonly onEpoch?: ((epoch: Epoch) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Mean squares of scaled values. */
export interface PartErrors {
  readonly train: number;
  readonly validation: number;
  readonly test: number;
}

export interface Trained {
  readonly shape: Shape;
  readonly delays: Delays;
  readonly scales: Scales;
  readonly weights: Float64Array;
  readonly epochs: number;
  readonly stopped: string;
  /** Of the network, told the true values of before (open loop). */
  readonly errors: PartErrors;
  /** Of taking the value of one sample before. */
  readonly persistence: PartErrors;
  readonly samples: { readonly train: number; readonly validation: number; readonly test: number };
  readonly seconds: number;
}

/** Trains on a series. */
export async function train(series: Series, options: TrainOptions): Promise<Trained> {
  const began = performance.now();
  const { delays, hidden, seed, workers } = options;
  const scales: Scales = { inputs: series.inputs.map(scaleOf), target: scaleOf(series.target) };
  const samples = samplesOf(series, delays, scales);
  const split = splitOf(samples.count, options.split, seed);
  const shape: Shape = { inputs: samples.width, hidden };
  const adder = await Adder.of(shape, samples, split.train, workers);
  try {
    const { epochs, onEpoch, signal } = options;
    const fitted = await levenbergMarquardt(adder, firstWeights(shape, seed), {
      epochs,
      onEpoch,
      signal,
      validate: (weights) => meanSquare(shape, weights, samples, split.validation),
    });
    const { train: trained, validation, test } = split;
    return {
      shape,
      delays,
      scales,
      weights: fitted.weights,
      epochs: fitted.epochs,
      stopped: fitted.stopped,
      errors: errorsOf(split, (rows) => meanSquare(shape, fitted.weights, samples, rows)),
      persistence: errorsOf(split, (rows) => persistenceOf(series, scales, reachOf(delays), rows)),
      samples: { train: trained.length, validation: validation.length, test: test.length },
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await adder.close();
  }
}

/** Uniform within 1/√width of each layer: sums of inputs from -1 to 1 stay where the sigmoid bends. */
function firstWeights(shape: Shape, seed: number): Float64Array {
  const random = seeded(seed);
  const [n1, n2] = shape.hidden;
  const weights = new Float64Array(weightCount(shape));
  let at = 0;
  for (const [width, neurons] of [
    [shape.inputs, n1],
    [n1, n2],
    [n2, 1],
  ] as const)
    for (let k = (width + 1) * neurons; k > 0; k--) weights[at++] = (2 * random() - 1) * Math.sqrt(3 / width);
  return weights;
}

const errorsOf = ({ train: trained, validation, test }: Split, of: (rows: Int32Array) => number): PartErrors => ({
  train: of(trained),
  validation: of(validation),
  test: of(test),
});

function meanSquare(shape: Shape, weights: Float64Array, { features, targets, width }: Samples, rows: Int32Array): number {
  const network = new Network(shape, weights);
  let sum = 0;
  for (const n of rows) sum += (targets[n] - network.value(features, n * width)) ** 2;
  return sum / rows.length;
}

function persistenceOf({ target }: Series, { target: { half } }: Scales, reach: number, rows: Int32Array): number {
  let sum = 0;
  // The very first sample has none before it, and persists by itself.
  for (const n of rows) sum += ((target[n + reach] - target[Math.max(0, n + reach - 1)]) / half) ** 2;
  return sum / rows.length;
}

/** The sums of squares of a training, by threads or in this one. */
class Adder {
  private constructor(
    private readonly sums: Sums,
    private readonly run: (withSlopes: boolean) => Promise<void>,
    readonly close: () => Promise<void>,
  ) {}

  static async of(shape: Shape, { features, targets }: Samples, train: Int32Array, workers: number): Promise<Adder> {
    const weights = weightCount(shape);
    const shared = (count: number): Float64Array => new Float64Array(new SharedArrayBuffer(8 * count));
    const rows = new Int32Array(new SharedArrayBuffer(4 * train.length));
    rows.set(train);
    const sums: Sums = { shape, features, targets, rows, weights: shared(weights), results: shared(pieces * pieceLength(weights)) };
    const all = Array.from({ length: pieces }, (_, piece) => piece);
    if (workers === 1) {
      const run = async (withSlopes: boolean): Promise<void> => {
        for (const piece of all) sumPiece(sums, piece, withSlopes);
        // Between two passes, what else waits (Ctrl-C, progress) has its turn.
        await new Promise((resolve) => setTimeout(resolve, 0));
      };
      return new Adder(sums, run, async () => undefined);
    }
    const { Piscina } = await import('piscina');
    const pool = new Piscina({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      workerData: sums,
    });
    const run = async (withSlopes: boolean): Promise<void> => {
      await Promise.all(all.map((piece) => pool.run({ piece, withSlopes })));
    };
    return new Adder(sums, run, () => pool.destroy());
  }

  async squares(weights: Float64Array): Promise<number> {
    return (await this.added(weights, false))[0];
  }

  async normal(weights: Float64Array): Promise<Float64Array> {
    return this.added(weights, true);
  }

  private async added(weights: Float64Array, withSlopes: boolean): Promise<Float64Array> {
    this.sums.weights.set(weights);
    await this.run(withSlopes);
    return addPieces(this.sums.results, weights.length, withSlopes);
  }
}
