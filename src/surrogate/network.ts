/**
 * A feed-forward network with two hidden layers of sigmoids 1/(1 + e^-x) and one linear output (Ustinov 2023, §2.4; IEEE Access 10, 2022, III). Sums go in the
 * order of the weights and e^x is our own, so that a network gives the same bits wherever it is loaded.
 */
import { elementary } from '../equations/kernel/elementary.js';

export interface Shape {
  readonly inputs: number;
  /** Neurons of the first and the second hidden layer. */
  readonly hidden: readonly [number, number];
}

/** Number of weights and biases. They stand by layer: rows of weights by neuron, then the biases. */
export function weightCount({ inputs, hidden: [first, second] }: Shape): number {
  return (inputs + 1) * first + (first + 1) * second + second + 1;
}

/** A network over weights that the caller may change between calls; it allocates nothing after it is made. */
export class Network {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private readonly back: Float64Array;

  constructor(
    readonly shape: Shape,
    readonly weights: Float64Array,
  ) {
    const [n1, n2] = shape.hidden;
    this.first = new Float64Array(n1);
    this.second = new Float64Array(n2);
    this.back = new Float64Array(n2);
  }

  /** The output for the inputs x[at] …. */
  value(x: Float64Array, at: number): number {
    const { weights: w, first, second } = this;
    const { inputs } = this.shape;
    const behind = layer(w, 0, x, at, inputs, first);
    let k = layer(w, behind, first, 0, first.length, second);
    let sum = 0;
    for (let j = 0; j < second.length; j++) sum += w[k++] * second[j];
    return sum + w[k];
  }

  /** The output, and its slope by every weight, which goes to slopes[to] …. */
  slopes(x: Float64Array, at: number, slopes: Float64Array, to: number): number {
    const output = this.value(x, at);
    const { weights: w, first, second, back } = this;
    const { inputs } = this.shape;
    const [n1, n2] = [first.length, second.length];
    const [w2, bias2] = [(inputs + 1) * n1, (inputs + 1) * n1 + n1 * n2];
    const w3 = bias2 + n2;
    for (let j = 0; j < n2; j++) {
      const own = second[j];
      const inner = w[w3 + j] * own * (1 - own);
      back[j] = inner;
      slopes[to + w3 + j] = own;
      slopes[to + bias2 + j] = inner;
      for (let i = 0; i < n1; i++) slopes[to + w2 + j * n1 + i] = inner * first[i];
    }
    slopes[to + w3 + n2] = 1;
    const bias1 = inputs * n1;
    for (let i = 0; i < n1; i++) {
      let sum = 0;
      for (let j = 0; j < n2; j++) sum += back[j] * w[w2 + j * n1 + i];
      const own = first[i];
      const inner = sum * own * (1 - own);
      slopes[to + bias1 + i] = inner;
      for (let m = 0; m < inputs; m++) slopes[to + i * inputs + m] = inner * x[at + m];
    }
    return output;
  }
}

/** One layer of sigmoids; returns where the next layer's weights begin. */
function layer(w: Float64Array, from: number, x: Float64Array, at: number, width: number, out: Float64Array): number {
  const biases = from + width * out.length;
  for (let j = 0, k = from; j < out.length; j++) {
    let sum = w[biases + j];
    for (let i = 0; i < width; i++) sum += w[k++] * x[at + i];
    out[j] = 1 / (1 + elementary.exp(-sum));
  }
  return biases + out.length;
}
