/** Texts of settings that ask for observers (blocks/kept/): read, and held against the quantities that there are. */
import type { Asked, AskedQuantity, Asking, Quantity } from '../blocks/kept/observer.js';
import { chosenBy } from '../circuit/text/asked.js';
import { UnitError } from '../circuit/text/units.js';
import { RunError } from './runError.js';

/** Texts by setting, of either engine. */
export type TextsBySetting = Readonly<Record<string, unknown>>;

/** Texts of a setting that asks for observers. */
export const textsIn = (settings: TextsBySetting, { setting }: Pick<Asking<Asked>, 'setting'>): readonly string[] =>
  (settings[setting] ?? []) as readonly string[];

/** Throws RunError for a text that is none. */
export function readTexts<A extends Asked>({ setting, noun, form, read }: Asking<A>, texts: readonly string[]): A[] {
  return texts.map((text) => {
    const asked = read(text);
    if (!asked) throw new RunError('RUN232', `${setting}: '${text}' is no ${noun}`, `write ${form}`);
    return asked;
  });
}

/** Throws RunError where a value has another dimension than a quantity that it is for. */
export function chosenInUnits(
  { setting }: Pick<Asking<Asked>, 'setting'>,
  asked: Asked,
  quantities: Parameters<typeof chosenBy>[1],
): ReturnType<typeof chosenBy> {
  try {
    return chosenBy(asked, quantities);
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    throw new RunError('RUN233', `${setting}: ${asked.text}: ${error.message}`, error.remedy);
  }
}

/**
 * What observers are asked for: by text, then in circuit-file order; of texts without values every quantity once. `quantitiesOf` gives those of names and globs, and throws RunError for names of
 * none.
 */
export function askedBy<A extends Asked>(
  asking: Asking<A>,
  texts: TextsBySetting,
  quantitiesOf: (patterns: readonly string[], setting: string) => readonly Quantity[],
): AskedQuantity<A>[] {
  const all = readTexts(asking, textsIn(texts, asking));
  const names = all.filter(({ values }) => values.length === 0);
  const ofNames =
    names.length === 0
      ? []
      : quantitiesOf(
          names.map(({ pattern }) => pattern),
          asking.setting,
        );
  return [
    ...ofNames.map((quantity) => ({ asked: names.find((one) => chosenBy(one, [quantity]).length > 0) as A, quantity, values: [] })),
    ...all
      .filter(({ values }) => values.length > 0)
      .flatMap((asked) => {
        const quantities = quantitiesOf([asked.pattern], asking.setting);
        return chosenInUnits(asking, asked, quantities).map(({ name, values }) => ({
          ...{ asked, values },
          quantity: quantities.find((one) => one.name === name) as Quantity,
        }));
      }),
  ];
}
