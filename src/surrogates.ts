/** Networks in the place of a small volume: driven circuits to train on, training, stored networks, predictions. */

/** A circuit of a file with random levels in place of signals, as networks are trained on; and one such channel by its text. */
export { drivenCircuit } from './lumped/surrogates/driven.js';
/**
 * Trains a network on a run of the circuit, to give the pressure of a small volume in place of its equation: in a run by
 * `simulateLumped(circuit, { solver: 'rk4', step: 1e-3, treat: [{ volume: 'Vv', treatment: 'surrogate', text: surrogateText(surrogate) }] })`.
 */
export { type SurrogateOptions, trainSurrogate } from './lumped/surrogates/trainSurrogate.js';
export { type Drive, readDrive } from './surrogate/drive.js';
/** A network sample by sample: it takes its inputs and the target, and predicts the next. */
export { Predictor, type PredictorSource } from './surrogate/predictor.js';
export type { Delays } from './surrogate/samples.js';
/** A trained network as a file's text, and read from it to the last bit. Throws RunError for a text that is none. */
export { type Provenance, readSurrogate, type Surrogate, surrogateText } from './surrogate/stored.js';
