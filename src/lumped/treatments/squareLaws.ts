/** Square-law throttles found by two looks at a volume's flows: q|q| = K² (P - p) is a straight line in p. */
import type { SmallVolume } from './treatment.js';

/** Distance of the two looks, Pa. */
const apart = 1e5;
/** A flow at the pressure found that is this part of the flows through it is rounding. */
const rounding = 1e-9;
/** Pa: as near as a search comes. */
const closest = 1e-7;

export class SquareLaws {
  /** K² of each throttle, m6/s2/Pa; 0 where it is shut. */
  readonly squares: Float64Array;
  /** Pressure behind it, Pa. */
  readonly behind: Float64Array;
  private readonly flows: Float64Array;
  /** Whether all flows that change grow with the pressure, as where a flow coefficient is tried below 0: such a volume would never come to rest, and stays where it is. */
  private isDriven = false;
  /** Whether a search has found no pressure, since somebody has set it back. */
  hasNone = false;
  /** Rounds of searches that the last `root` needed; 0 where the closed form was right. */
  rounds = 0;

  constructor(private readonly volume: SmallVolume) {
    const count = volume.throttles.length;
    this.squares = new Float64Array(count);
    this.behind = new Float64Array(count);
    this.flows = new Float64Array(count);
  }

  /**
   * Pressure at which all flows add up to 0, Pa: of two throttles (p₁K₁² + p₂K₂²)/(K₁² + K₂²), of others, or other laws, by a search within a bracket. Where nothing
   * flows at any pressure it stays what it was; where something flows that no pressure changes, there is none: NaN.
   */
  root(before: number): number {
    const { volume, squares, behind } = this;
    this.rounds = 0;
    this.look(before);
    if (this.isDriven) return before;
    if (squares.length === 2) {
      const [one, two] = squares as unknown as [number, number];
      const sum = one + two;
      if (sum > 0) {
        const pressure = Math.max(volume.lowest, (behind[0] * one + behind[1] * two) / sum);
        volume.flows(pressure, this.flows);
        const [q1, q2] = this.flows as unknown as [number, number];
        const through = Math.sqrt(Math.min(one, two) * Math.abs(behind[0] - behind[1]));
        if (Math.abs(q1 + q2) <= rounding * through || Math.abs(q1 + q2) < 1e-300) return pressure;
      }
    }
    return this.search(before);
  }

  /** K² and pressures behind, from flows at a pressure and a little above it. */
  look(pressure: number): void {
    const { volume, squares, behind, flows } = this;
    let [falls, grows] = [false, false];
    volume.flows(pressure + apart, flows);
    for (let k = 0; k < flows.length; k++) squares[k] = flows[k] * Math.abs(flows[k]);
    volume.flows(pressure, flows);
    for (let k = 0; k < flows.length; k++) {
      const here = flows[k] * Math.abs(flows[k]);
      const slope = (here - squares[k]) / apart;
      if (slope > 0) falls = true;
      else if (slope < 0) grows = true;
      const square = Math.max(0, slope);
      squares[k] = square;
      behind[k] = square > 0 ? pressure + here / square : pressure;
    }
    this.isDriven = grows && !falls;
  }

  /** By a bracket and the Illinois form of false position. */
  private search(before: number): number {
    const { volume } = this;
    let low = before;
    let atLow = volume.net(low);
    if (atLow === 0 || Number.isNaN(atLow)) return before;
    const up = atLow > 0;
    let width = 1e4;
    let high = low;
    let atHigh = atLow;
    for (; this.rounds < 60 && Math.sign(atHigh) === Math.sign(atLow); width *= 2, this.rounds++) {
      low = high;
      atLow = atHigh;
      high = up ? high + width : Math.max(volume.lowest, high - width);
      atHigh = volume.net(high);
      if (high === volume.lowest && !(atHigh > 0)) return high;
    }
    if (Math.sign(atHigh) === Math.sign(atLow)) {
      this.hasNone = true;
      return Number.NaN;
    }
    for (; this.rounds < 200 && atHigh !== 0 && Math.abs(high - low) > closest; this.rounds++) {
      let middle = (low * atHigh - high * atLow) / (atHigh - atLow);
      if (this.rounds % 3 === 2 || !(middle > Math.min(low, high) && middle < Math.max(low, high))) middle = (low + high) / 2;
      const at = volume.net(middle);
      if (Math.sign(at) === Math.sign(atHigh)) atLow /= 2;
      else {
        low = high;
        atLow = atHigh;
      }
      high = middle;
      atHigh = at;
    }
    return high;
  }
}
