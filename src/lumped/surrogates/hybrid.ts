/**
 * A run by the classical method of order 4 in which the pressure of one volume is not integrated: it comes from a network that sees the run's own quantities
 * (closed loop), from a series made beforehand (as published), or, for comparison, from its own equation after all.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { Predictor } from '../../surrogate/predictor.js';
import type { Surrogate } from '../../surrogate/stored.js';
import { recordedQuantities } from '../record.js';
import { lumpedSystem } from '../solve.js';
import type { CircuitSystem } from '../system/circuitSystem.js';
import { ofPressure, unknownOf } from './quantities.js';

export interface HybridOptions {
  /** s; a whole part of the interval between samples. */
  readonly step: number;
  readonly until: number;
  readonly record: readonly string[];
  /** 'own': its equation; 'closed': the network on the run's own quantities; a series: its values, one a sample, SI. */
  readonly pressure: 'own' | 'closed' | Float64Array;
}

export interface HybridRun {
  /** By recorded quantity, one value a sample. */
  readonly columns: readonly Float64Array[];
  readonly target: Float64Array;
  readonly steps: number;
  readonly wallSeconds: number;
  /** s, of the first value that is not finite; null where all are. */
  readonly lostAt: number | null;
}

/** While a network has too little to look back on, its volume is integrated, in so many steps a sample. */
const warmSteps = 500;

/** Runs the circuit with steps of one length. RunError SUR112 for a target that is no volume. */
export function hybridRun(circuit: Circuit, surrogate: Surrogate, { step, until, record, pressure }: HybridOptions): HybridRun {
  const system = lumpedSystem(circuit, { events: 'step over' });
  const unknown = unknownOf(system, surrogate.target);
  const read = recordedQuantities(system, [...record], () => step).map((quantity) => quantity.read);
  const loop = new Loop(system, unknown);
  const source = sourceOf(system, loop, surrogate, unknown, pressure);
  const perSample = Math.round(surrogate.every / step);
  const samples = Math.floor(until / surrogate.every + 1e-9) + 1;
  const target = new Float64Array(samples);
  const columns = read.map(() => new Float64Array(samples));
  const began = performance.now();
  let steps = 0;
  let lostAt: number | null = null;
  for (let k = 0; k < samples; k++) {
    const t = k * surrogate.every;
    const isFree = source(k, t);
    system.evaluate(t, loop.y);
    target[k] = loop.y[unknown] as number;
    columns.forEach((column, c) => {
      column[k] = (read[c] as () => number)();
    });
    if (lostAt === null && !loop.y.every(Number.isFinite)) lostAt = t;
    if (lostAt !== null || k === samples - 1) continue;
    const count = isFree && pressure !== 'own' ? warmSteps : perSample;
    for (let n = 0; n < count; n++) loop.step(t + (n * surrogate.every) / count, surrogate.every / count, isFree);
    steps += count;
  }
  return { columns, target, steps, wallSeconds: (performance.now() - began) / 1000, lostAt };
}

/** Sets the pressure of sample k, if it is its to set; returns whether the volume's own equation goes on. */
type Source = (k: number, t: number) => boolean;

function sourceOf(system: CircuitSystem, loop: Loop, surrogate: Surrogate, unknown: number, pressure: HybridOptions['pressure']): Source {
  const { y } = loop;
  if (pressure === 'own') return () => true;
  if (pressure !== 'closed')
    return (k) => {
      y[unknown] = pressure[k] as number;
      return false;
    };
  const predictor = new Predictor(surrogate);
  const derived = surrogate.inputs.map((name) => ofPressure(system.circuit, name));
  const names = surrogate.inputs.map((name, k) => derived[k]?.pressure ?? name);
  // Recorded quantities come in the order of the file: each is asked for by itself.
  const inputs = names.map((name) => recordedQuantities(system, [name], () => 0)[0]?.read as () => number);
  const tell = (t: number): void => {
    system.evaluate(t, y);
    inputs.forEach((read, n) => {
      const value = read();
      predictor.tellInput(n, derived[n]?.of(value) ?? value);
    });
  };
  const seesNow = surrogate.delays.from === 0;
  return (k, t) => {
    const isWarm = k >= predictor.reach;
    // What is seen without delay is that before the pressure jumps; what is seen later belongs to the pressure of its instant.
    if (seesNow) tell(t);
    if (isWarm) y[unknown] = predictor.predict();
    if (!seesNow) tell(t);
    predictor.tellTarget(y[unknown] as number);
    return !isWarm;
  };
}

/** y and its steps. */
class Loop {
  readonly y: Float64Array;
  private readonly trial: Float64Array;
  private readonly slopes: readonly Float64Array[];

  constructor(
    private readonly system: CircuitSystem,
    private readonly unknown: number,
  ) {
    const array = (): Float64Array => new Float64Array(system.size);
    [this.y, this.trial] = [array(), array()];
    this.slopes = [array(), array(), array(), array()];
    system.initial(this.y);
    system.arrive(0, this.y, -1);
  }

  /** One step of the classical method; `isFree`: the volume's own equation counts. */
  step(t: number, h: number, isFree: boolean): void {
    const { system, y, trial, slopes, unknown } = this;
    const [k1, k2, k3, k4] = slopes as [Float64Array, Float64Array, Float64Array, Float64Array];
    const rates = (at: number, from: Float64Array, out: Float64Array): void => {
      system.rates(at, from, out);
      if (!isFree) out[unknown] = 0;
    };
    const ahead = (slope: Float64Array, by: number): Float64Array => {
      for (let k = 0; k < y.length; k++) trial[k] = (y[k] as number) + by * (slope[k] as number);
      return trial;
    };
    rates(t, y, k1);
    rates(t + h / 2, ahead(k1, h / 2), k2);
    rates(t + h / 2, ahead(k2, h / 2), k3);
    rates(t + h, ahead(k3, h), k4);
    for (let k = 0; k < y.length; k++)
      y[k] = (y[k] as number) + (h / 6) * ((k1[k] as number) + 2 * (k2[k] as number) + 2 * (k3[k] as number) + (k4[k] as number));
    system.arrive(t + h, y, -1);
  }
}
