/** Columns of capacitive lines (capacitiveLines.step.ts), by line and by chunk of lines. */
import type { Block, Column } from '../column.js';

/** Lines of fixed volume, those to which components lend volume, those whose bulk modulus follows the fluid's law, and those that conserve mass (both of any volume). */
export const lineForms = ['fixed', 'variable', 'law', 'mass'] as const;
export type LineForm = (typeof lineForms)[number];

/** A column of lines: which forms have it; default: all. One of a model's own has as many numbers a row as the line has parts, part behind part. */
export interface LineColumn extends Column {
  readonly forms?: readonly LineForm[];
  readonly each?: 'part';
}
export type LineColumns<Name extends string = string> = Readonly<Record<Name, LineColumn>>;
/** A table of columns of lines. */
export function lineColumns<Name extends string>(own: LineColumns<Name>): LineColumns<Name> {
  return own;
}

const lent = ['variable', 'law', 'mass'] as const;
const counted = ['variable', 'law'] as const;

/** Int32 words of a chunk: {first end a, first end b, first row, count, first port volume at a, at b}. */
export const chunkWords = 6;

/** By chunk: lines that are worked on as contiguous memory (chunks.ts). */
export const chunks = {
  name: 'chunks of capacitive lines',
  row: 'chunk',
  columns: lineColumns({
    words: {
      type: 'i32',
      unit: '',
      writer: 'fill',
      use: 'constant',
      about: 'first ends, first row, count, first port volumes',
    },
    maxima: { unit: '', writer: 'attempt', use: 'scratch', about: 'largest error of its lines' },
  }),
} as const satisfies Block;

/** By line, in the order of memory. Of mechanical lines pressures are forces or torques, and what goes with them. */
export const capacitiveLines = {
  name: 'capacitive lines',
  row: 'line',
  columns: lineColumns({
    numbers: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'number in the circuit' },
    endA: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'its first end' },
    endB: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'its second end' },
    mean: { unit: 'Pa', writer: 'accept', use: 'saved', about: 'accepted mean of both characteristics' },
    half: { unit: 'Pa', writer: 'accept', use: 'saved', about: 'half their difference' },
    move: { unit: 'Pa', writer: 'accept', use: 'saved', about: 'last accepted move of the mean' },
    work: {
      unit: 'Pa2',
      writer: 'accept',
      use: 'saved',
      about: 'work that it may give back, beyond what its oil stores, times 8 B/V; owed where negative',
    },
    expected: { unit: 'Pa', writer: 'verdict', use: 'saved', about: 'mean of both pressures in the next step if the mean moves on' },
    impedance: { unit: 'Pa s/m3', writer: 'accept', use: 'saved', about: 'accepted Z' },
    stiffness: { unit: 'Pa/m3', writer: 'accept', use: 'saved', about: 'B/((1-α) V)' },
    filter: { unit: '1', writer: 'fill', use: 'constant', about: 'α' },
    modulus: { unit: 'Pa', forms: ['variable', 'mass'], writer: 'fill', use: 'constant', about: 'B/(1-α)' },
    ownVolume: { unit: 'm3', forms: lent, writer: 'fill', use: 'constant', about: 'volume without port volumes' },
    volume: { unit: 'm3', forms: lent, writer: 'accept', use: 'saved', about: 'accepted volume' },
    bulkModulus: { unit: 'Pa', forms: ['variable', 'mass'], writer: 'fill', use: 'constant', about: 'B, with the wall' },
    stored: { unit: 'm3', forms: counted, writer: 'accept', use: 'saved', about: 'ledger ∫V dp/B of oil taken since t = 0' },
    wall: { unit: '1/Pa', forms: ['law'], writer: 'fill', use: 'constant', about: 'part of the wall in 1/B' },
    compliance: { unit: '1/Pa', forms: ['law'], writer: 'accept', use: 'saved', about: 'accepted 1/B, with the wall' },
    content: { unit: '1', forms: ['law'], writer: 'accept', use: 'saved', about: '∫dp/B' },
    mass: { unit: 'm3', forms: ['mass'], writer: 'accept', use: 'saved', about: 'ρV/ρ₀, content in oil of the open air' },
    displaced: {
      unit: 'Pa',
      forms: ['mass'],
      writer: 'accept',
      use: 'saved',
      about: 'what oil displaced does to the middle of a step as long as the last',
    },
    volumeA: { type: 'i32', unit: '', forms: lent, writer: 'fill', use: 'constant', about: 'cell of the port volume at its first end' },
    volumeB: { type: 'i32', unit: '', forms: lent, writer: 'fill', use: 'constant', about: 'cell of the port volume at its second end' },
  }),
} as const satisfies Block;

/** The columns that lines of a form have, for the table of a model of its own. */
export function commonColumns(form: LineForm): LineColumns {
  const all = Object.entries<LineColumn>(capacitiveLines.columns);
  return Object.fromEntries(
    all.flatMap(([name, { forms, ...column }]) => (forms === undefined || forms.includes(form) ? [[name, column]] : [])),
  );
}
