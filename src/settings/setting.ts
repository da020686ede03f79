/**
 * The form in which a setting is declared, once. From the declaration follow its key in circuit files with the JSON Schema, `--set`, the option of
 * the command line with its words, the option of programs with its check, the value that a run takes, what a checkpoint keeps, and the types of all of these.
 */

/** Who takes a setting: transmission lines (TLM), integrators, both, or the choice between them. */
export type Engine = 'lines' | 'integrators' | 'both' | 'choice';

/** Of numbers; absent: no bound. */
export interface Bounds {
  readonly above?: number;
  readonly atLeast?: number;
  readonly below?: number;
  readonly atMost?: number;
}

/** Words that stand in the place of a number at the command line, and the value that each means there and in programs. */
export type Words = Readonly<Record<string, string | boolean | null>>;

/** The form of a value. */
export type Form =
  /** A number with a unit, within bounds: text with its unit in files and at the command line, SI in programs. */
  | { readonly form: 'quantity'; readonly unit: string; readonly bounds: Bounds; readonly words?: Words }
  /** Several of them, separated by commas at the command line. */
  | { readonly form: 'quantities'; readonly unit: string; readonly bounds: Bounds }
  /** A whole number. */
  | { readonly form: 'count'; readonly least: number; readonly most?: number; readonly words?: Words }
  | { readonly form: 'choice'; readonly choices: readonly string[] }
  | { readonly form: 'flag' }
  /** A list of texts: `each` names them, with an example; `given` at the command line once, with commas, or repeatedly. */
  | { readonly form: 'list'; readonly each: string; readonly given: 'once' | 'repeatedly' }
  /** A name; `known`: all that there are, of a setting that stands in files; else the command line knows. */
  | { readonly form: 'name'; readonly each: string; readonly known?: readonly string[] }
  /** Texts by name. */
  | { readonly form: 'map' };

/** Common to all settings, whatever their form. */
export interface Declared {
  /** The meaning, for help, the JSON Schema and pages: no full stop, no default. */
  readonly about: string;
  /**
   * The default, of a quantity with its unit. Absent: there is none, which is null in circuits, [] of a list, {} of a map. Of a
   * setting that has no place in files it is for the reader; the engine has its own words for an absent value.
   */
  readonly usual?: string | boolean;
  /** The default in words, where it follows from other settings. */
  readonly usually?: string;
  /** Where it stands in a circuit file; `--set` takes it by the same name. Absent: it is no part of a circuit. */
  readonly file?: `${'run' | 'record' | 'initial'}.${string}`;
  /** Integrators leave the value of the circuit alone, whatever options they have: it is about the steps of lines. */
  readonly fileOfLines?: true;
  /** Key of the same section that `--set` gives the same value: what a file says is meant for lines, what a command line sets for whatever solves the circuit. */
  readonly setToo?: string;
  /** The circuit is made by it, and does not hold it. */
  readonly builds?: true;
  /** The option of the command line, without dashes. Absent: there is none. */
  readonly option?: string;
  /** False: no option of programs. */
  readonly program?: false;
  readonly engine: Engine;
  /** Whether results follow from it: a run that is resumed then takes the value of its checkpoint, and refuses another. */
  readonly changes: 'results' | 'nothing';
}

/** A setting as it is declared. */
export type Setting = Declared & Form;

/** The type of a setting's value. */
export type ValueOf<S> = S extends { readonly form: 'quantity' | 'count' }
  ? number | (S extends { readonly words: infer Given } ? Given[keyof Given] : never)
  : S extends { readonly form: 'choice'; readonly choices: readonly (infer Choice)[] }
    ? Choice
    : S extends { readonly form: 'flag' }
      ? boolean
      : S extends { readonly form: 'quantities' }
        ? readonly number[]
        : S extends { readonly form: 'list' }
          ? readonly string[]
          : S extends { readonly form: 'map' }
            ? Readonly<Record<string, string>>
            : string;

/** The type of a setting in a circuit: null where it is not given and has no default. */
export type HeldValueOf<S> = S extends { readonly form: 'quantity' }
  ? S extends { readonly usual: string } | { readonly usually: string }
    ? number
    : number | null
  : ValueOf<S>;

/** The type of a setting in a file. */
export type WrittenValueOf<S> = S extends { readonly form: 'quantity' } ? string | number : ValueOf<S>;

/** 'initialStep' of 'run.initialStep'. */
export const keyInFile = ({ file = 'run.' }: Pick<Declared, 'file'>): string => file.slice(file.indexOf('.') + 1);

/** 'run' of 'run.initialStep'; null of a setting that no file has. */
export const sectionOf = ({ file }: Pick<Declared, 'file'>): string | null =>
  file === undefined ? null : file.slice(0, file.indexOf('.'));

/** 'a positive number', 'a number from 0 to below 1': bounds for a message. */
export function boundsText({ above, atLeast, below, atMost }: Bounds): string {
  if (above === 0 && below === undefined && atMost === undefined) return 'a positive number';
  const least = above !== undefined ? `above ${above}` : atLeast !== undefined ? `from ${atLeast}` : '';
  const most = below !== undefined ? `below ${below}` : atMost !== undefined ? `to ${atMost}` : '';
  if (least === '' && most === '') return 'a number';
  return `a number ${least}${least !== '' && below !== undefined ? ' and ' : least !== '' && most !== '' ? ' ' : ''}${most}`;
}

/** Whether a number is finite and within bounds. */
export function isWithin(value: number, { above, atLeast, below, atMost }: Bounds): boolean {
  return (
    Number.isFinite(value) &&
    !(above !== undefined && value <= above) &&
    !(atLeast !== undefined && value < atLeast) &&
    !(below !== undefined && value >= below) &&
    !(atMost !== undefined && value > atMost)
  );
}
