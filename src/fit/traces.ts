/** Which measured column is which quantity of the circuit, how noisy, and by what its clock and its zero are off. */
import { parseQuantity, UnitError } from '../circuit/text/units.js';
import { RunError } from '../results/runError.js';
import { readRange, type Searched } from '../run/points/searched.js';

/** A known correction, or one that is searched: SI numbers. */
export type Correction = { readonly known: number } | { readonly searched: Searched; readonly unit: string };

/** 'cylinder.x=Weg, noise 0.1 mm, delay -20 ms..20 ms, offset 0 mm..2 mm'. */
export interface TraceAsked {
  readonly text: string;
  readonly signal: string;
  readonly column: string;
  /** Standard deviation of its noise, as written; null: estimated. */
  readonly noise: string | null;
  /** By how much its clock and its zero are ahead, as written. */
  readonly delay: string | null;
  readonly offset: string | null;
}

const form = "write 'component.quantity=COLUMN', and known values behind commas: noise 0.1 mm, delay 5 ms, offset -1 mm..1 mm";

/** Reads one. Throws RunError for a mistake of form. */
export function readTrace(text: string): TraceAsked {
  const [first = '', ...rest] = text.split(',').map((part) => part.trim());
  const [, signal = '', column = ''] = /^([^=\s]+)\s*=\s*(.+)$/.exec(first) ?? [];
  if (signal === '') throw new RunError('RUN247', `match ${text}: no assignment of a column`, form);
  const said = new Map<string, string>();
  for (const part of rest) {
    const [, word = '', value = ''] = /^(noise|delay|offset)\s+(.+)$/.exec(part) ?? [];
    if (word === '') throw new RunError('RUN247', `match ${text}: '${part}' says nothing that is known`, form);
    if (said.has(word)) throw new RunError('RUN247', `match ${text}: ${word} is given twice`, form);
    said.set(word, value);
  }
  return { text, signal, column, noise: said.get('noise') ?? null, delay: said.get('delay') ?? null, offset: said.get('offset') ?? null };
}

/** The clock of the whole table: it shows delay + rate·t at time t of the circuit. */
export interface ClockAsked {
  readonly delay: string | null;
  readonly rate: string | null;
}

/** Reads 'delay 50 ms' or 'delay -50 ms..50 ms, rate 0.99..1.01'. */
export function readClock(text: string): ClockAsked {
  const said = new Map<string, string>();
  for (const part of text.split(',')) {
    const [, word = '', value = ''] = /^\s*(delay|rate)\s+(.+?)\s*$/.exec(part) ?? [];
    if (word === '' || said.has(word))
      throw new RunError(
        'RUN247',
        `clock ${text}: '${part.trim()}' is no delay and no rate`,
        "write 'delay -50 ms..50 ms, rate 0.99..1.01', or one value of each",
      );
    said.set(word, value);
  }
  return { delay: said.get('delay') ?? null, rate: said.get('rate') ?? null };
}

/** A quantity, or the range in which it is searched. `name` is that of the parameter. */
export function correctionOf(name: string, text: string | null, unit: string, fallback: number): Correction {
  if (text === null) return { known: fallback };
  const refused = (why: string): never => {
    throw new RunError('RUN247', `${name} ${text}: ${why}`, form);
  };
  try {
    if (!text.includes('..')) return { known: parseQuantity(text, unit) };
    const range = readRange(text, refused);
    // Refused here where its unit has another dimension.
    parseQuantity(`${range.low} ${range.unit}`.trim(), unit);
    return { searched: { ...range, name }, unit };
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    return refused(error.message);
  }
}

/** SI number at a share of the range. */
export function correctionAt(correction: Correction, share: number, value: (range: Searched, share: number) => number): number {
  if ('known' in correction) return correction.known;
  const { searched, unit } = correction;
  return parseQuantity(`${value(searched, share)} ${searched.unit}`.trim(), unit);
}
