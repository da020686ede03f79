/** Random inputs of many levels, as surrogates are trained and tested with (Ustinov 2023, §4.1.2: held for a while, each channel by itself). */
import { seeded } from '../circuit/text/random.js';
import { RunError } from '../results/runError.js';

/** One channel: a component whose output is drawn anew, uniformly, after each hold. */
export interface Drive {
  readonly component: string;
  readonly low: number;
  readonly high: number;
  /** s */
  readonly hold: number;
}

/** Points of a duty cycle from 0 to `end` (s): two at each jump. The same seed and number of the channel give the same points. */
export function levelsOf({ low, high, hold }: Drive, end: number, seed: number, channel: number): [time: number, value: number][] {
  const random = seeded(seed * 1000 + channel);
  const points: [number, number][] = [];
  for (let k = 0; k * hold < end; k++) {
    const value = low + (high - low) * random();
    points.push([k * hold, value], [(k + 1) * hold, value]);
  }
  return points;
}

const shape = /^\s*(\w+)\s*=\s*([-+.\deE]+)\s*\.\.\s*([-+.\deE]+)\s*:\s*([.\deE-]+)\s*(ms|s)\s*$/;

/** Reads 'voltage=-10..10:0.5 s'; RunError SUR110 where it is none. */
export function readDrive(text: string): Drive {
  const [, component = '', from = '', to = '', number = '', unit = ''] = shape.exec(text) ?? [];
  const [low, high, hold] = [Number(from), Number(to), Number(number) * (unit === 'ms' ? 1e-3 : 1)];
  if (component === '' || ![low, high, hold].every(Number.isFinite) || !(high > low) || !(hold > 0))
    throw new RunError(
      'SUR110',
      `drive ${text}: not a range of levels and a time`,
      "write 'component=lowest..highest:hold', such as 'voltage=-10..10:0.5 s'",
    );
  return { component, low, high, hold };
}
