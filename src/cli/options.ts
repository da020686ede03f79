/** Reading of option values that several commands share; every mistake names the option. */
import { parseQuantity } from '../circuit/text/units.js';
import { UserError } from '../results/userError.js';

/** `--reduce`, of commands that solve a circuit or look at what will be. */
export const reduceFlag = {
  about:
    'solve conditions on states alone (index 2 and above) by their rates, in augmented form, in place of refusing them; as run: { reduce: true }',
} as const;

/** Values of `--set`, and what `--reduce` and `--steady` add to them. */
export const settingsOf = ({
  set,
  reduce = false,
  steady = false,
}: {
  readonly set: readonly string[];
  readonly reduce?: boolean;
  readonly steady?: boolean | undefined;
}): string[] => [...set, ...(reduce ? ['run.reduce=true'] : []), ...(steady ? ['initial.steady=true'] : [])];

/** A quantity with its unit, in SI: `quantity('--step', '10us', 's')` is 1e-5. */
export function quantity(option: string, text: string, unit: string): number {
  let value: number;
  try {
    value = parseQuantity(text, unit);
  } catch (error) {
    throw new UserError(`${option} ${text}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return value;
}

/** A quantity above zero. */
export function positiveQuantity(option: string, text: string, unit: string): number {
  const value = quantity(option, text, unit);
  if (!(value > 0 && Number.isFinite(value))) throw new UserError(`${option} ${text}: must be above zero`);
  return value;
}

/** A whole number of at least `least`. */
export function wholeNumber(option: string, text: string, least: number): number {
  if (!/^\d+$/.test(text) || Number(text) < least || !Number.isSafeInteger(Number(text))) {
    throw new UserError(`${option} ${text}: must be a whole number of at least ${least}`);
  }
  return Number(text);
}

/** 'auto' or a number of workers. */
export function workerCount(option: string, text: string): number | 'auto' {
  if (text === 'auto') return 'auto';
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new UserError(`${option} ${text}: must be 'auto' or a number of workers from 1 on`);
  return wholeNumber(option, text, 1);
}

/** A comma-separated list without empty items. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
