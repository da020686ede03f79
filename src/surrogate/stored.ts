/** A trained network as a file: JSON, whose numbers read back to the last bit. */
import { z } from 'zod';
import { RunError } from '../results/runError.js';
import { weightCount } from './network.js';
import type { PredictorSource } from './predictor.js';
import { featureCount } from './samples.js';
import type { PartErrors, Trained } from './train.js';

/** Where a network comes from: enough to train it again to the same bits. */
export interface Provenance {
  readonly circuit: string;
  /** SHA-256 of the circuit's components and connections. */
  readonly hash: string;
  readonly set: readonly string[];
  readonly drive: readonly string[];
  /** s, of the run that it was trained on. */
  readonly end: number;
  readonly seed: number;
  readonly split: 'random' | 'block';
  readonly epochs: number;
  readonly stopped: string;
  readonly samples: Trained['samples'];
  readonly seconds: number;
  readonly errors: PartErrors;
  readonly persistence: PartErrors;
}

export interface Surrogate extends PredictorSource {
  /** The pressure that it gives: a line's, 'Vv.p'. */
  readonly target: string;
  /** Recorded quantities that it sees, and a line's 'bulkModulus' and 'volume'. */
  readonly inputs: readonly string[];
  /** s from one sample to the next. */
  readonly every: number;
  readonly provenance: Provenance;
}

/** A trained network with what it is of and where it comes from. */
export function surrogateFrom(
  { shape, delays, scales, weights, ...how }: Trained,
  of: Pick<Surrogate, 'target' | 'inputs' | 'every'>,
  from: Omit<Provenance, keyof Trained>,
): Surrogate {
  return { ...of, shape, delays, scales, weights, provenance: { ...from, ...how } };
}

/** The first words of a file, by which it is known. */
export const surrogateMark = '{"ringmain":1,"surrogate":';

/** Text of the file that holds a network. */
export function surrogateText({ target, inputs, every, delays, shape, scales, weights, provenance }: Surrogate): string {
  const surrogate = { target, inputs, every, delays, hidden: shape.hidden, scales, weights: [...weights] };
  return `${JSON.stringify({ ringmain: 1, surrogate, provenance })}\n`;
}

/** Reads a file's text; RunError SUR101 where it is none, or not whole. */
export function readSurrogate(text: string, file: string): Surrogate {
  const fail = (why: string): never => {
    throw new RunError('SUR101', `${file}: ${why}`, "give a file that 'ringmain surrogate train --out' has written");
  };
  const whole = parsed(text) as { ringmain?: unknown; surrogate?: Partial<Stored>; provenance?: Provenance } | null;
  const { surrogate: found, provenance } = whole ?? {};
  if (whole?.ringmain !== 1 || !found || !provenance) return fail('no surrogate of ringmain');
  const missing = Object.keys(stored.shape).find((part) => !found[part as keyof Stored]);
  if (missing !== undefined) return fail(`a part of the surrogate is missing: ${missing}`);
  const { data, error } = stored.safeParse(found);
  if (error) return fail(mistakesIn(error));
  const { target, inputs, every, delays, hidden, scales, weights } = data;
  const shape = { inputs: featureCount(delays, inputs.length), hidden };
  const count = weightCount(shape);
  if (scales.inputs.length !== inputs.length) return fail(`${scales.inputs.length} scales for ${inputs.length} inputs`);
  if (weights.length !== count) return fail(`${weights.length} weights where its layers have ${count}`);
  return { target, inputs, every, delays, shape, scales, weights: Float64Array.from(weights), provenance };
}

const scale = z.object({ middle: z.number(), half: z.number().positive() });
const stored = z.object({
  target: z.string(),
  inputs: z.array(z.string()),
  every: z.number().positive(),
  delays: z
    .object({ sort: z.enum(['narx', 'nfir']), from: z.int().nonnegative(), to: z.int() })
    .refine(({ from, to }) => to >= from, 'from is after to'),
  hidden: z.tuple([z.int().positive(), z.int().positive()]),
  scales: z.object({ inputs: z.array(scale), target: scale }),
  weights: z.array(z.number('a weight is not a number')),
});
type Stored = z.infer<typeof stored>;

/** The first five mistakes of a file, in words. */
function mistakesIn({ issues }: z.ZodError): string {
  const shown = issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return issues.length > shown.length ? `${shown.join('; ')}; and ${issues.length - shown.length} more` : shown.join('; ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
