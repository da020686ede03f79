/** A trained network within a run: it is told its inputs sample by sample, remembers as far back as it looks, and gives the next value. */
import { Network, type Shape } from './network.js';
import { type Delays, featureCount, reachOf, type Scales, scaled, writeFeatures } from './samples.js';

export interface PredictorSource {
  readonly shape: Shape;
  readonly delays: Delays;
  readonly scales: Scales;
  readonly weights: Float64Array;
}

export class Predictor {
  private readonly network: Network;
  private readonly features: Float64Array;
  private readonly inputs: readonly Float64Array[];
  private readonly targets: Float64Array;
  private readonly room: number;
  private now = 0;

  constructor(private readonly of: PredictorSource) {
    const { shape, delays, scales, weights } = of;
    this.network = new Network(shape, weights);
    this.features = new Float64Array(featureCount(delays, scales.inputs.length));
    this.room = reachOf(delays) + 1;
    this.inputs = scales.inputs.map(() => new Float64Array(this.room));
    this.targets = new Float64Array(this.room);
  }

  /** Samples that it must be told of before it can tell one. */
  get reach(): number {
    return this.room - 1;
  }

  /** Input `k` at the instant that comes next; SI. */
  tellInput(k: number, value: number): void {
    (this.inputs[k] as Float64Array)[this.now % this.room] = scaled(this.of.scales.inputs[k] as Predictor['of']['scales']['target'], value);
  }

  /** The target at that instant, SI: its true value, or what was predicted. Ends the instant. */
  tellTarget(value: number): void {
    this.targets[this.now % this.room] = scaled(this.of.scales.target, value);
    this.now++;
  }

  /** The target at the instant that comes next, SI; of inputs that it sees without delay, their values must have been told. */
  predict(): number {
    const { delays, scales } = this.of;
    const { room, inputs, targets } = this;
    const place = (t: number): number => ((t % room) + room) % room;
    writeFeatures(
      delays,
      inputs.length,
      this.now,
      (k, t) => (inputs[k] as Float64Array)[place(t)],
      (t) => targets[place(t)],
      this.features,
      0,
    );
    const { middle, half } = scales.target;
    return middle + half * this.network.value(this.features, 0);
  }
}
