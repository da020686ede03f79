/** What is kept of quantities at every accepted step: smallest and largest values, and how long a limit was passed. */

/** Smallest and largest value of a run, SI, and when they were first, s. */
export interface Envelope {
  readonly name: string;
  readonly unit: string;
  readonly lowest: number;
  readonly lowestTime: number;
  readonly highest: number;
  readonly highestTime: number;
}

/** A quantity that was watched. */
export interface Watch {
  readonly name: string;
  readonly unit: string;
  /** As it was asked for: 'c*.in.p < 60 bar'. */
  readonly condition: string;
  readonly relation: '<' | '>';
  /** SI */
  readonly limit: number;
  /** s: ends of the first and the last accepted step at which it was beyond the limit; null: never. */
  readonly first: number | null;
  readonly last: number | null;
  /** s: length of all accepted steps at whose end it was. */
  readonly seconds: number;
  /** The smallest value of '<', the largest of '>', SI, whether beyond the limit or not, and when it was first, s. */
  readonly extreme: number;
  readonly extremeTime: number;
}

/** Columns of recorded rows that have the envelope of a quantity since the row before; of the first row its value at t = 0. */
export function envelopeColumns({ name, unit }: { readonly name: string; readonly unit: string }) {
  return [
    { name: `${name}.min`, unit, word: 'low' },
    { name: `${name}.min.t`, unit: 's', word: 'lowTime' },
    { name: `${name}.max`, unit, word: 'high' },
    { name: `${name}.max.t`, unit: 's', word: 'highTime' },
  ] as const;
}

/** Whether a column has times of an envelope: no quantity that one would draw. */
export const isEnvelopeTime = (name: string): boolean => /\.(min|max)\.t$/.test(name);
