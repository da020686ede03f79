/**
 * Value in SI and dimensions of a text such as '1 l/min', by mathjs. The units of kinds, and those usual in circuits,
 * are measured when ringmain is built (src/build/measures.ts), so that most programs never load mathjs.
 */
import { loadMathjs } from '#mathjs';

/** A text in SI. */
export interface Measure {
  /** Null where it has dimensions and no value. */
  readonly value: number | null;
  /** Powers of kg, m, s, A, K, cd, mol, rad and bit. */
  readonly dimensions: readonly number[];
}

type Parse = (text: string) => Measure;

let parser: Parse | undefined;

/** mathjs with the units of fluid power, made when the first text is parsed. */
function parse(): Parse {
  if (parser) return parser;
  const mathjs = loadMathjs();
  const math = mathjs.create({ ...mathjs.unitDependencies, ...mathjs.createUnitDependencies }, {});
  const add = (name: string, definition: string): void => {
    if (!math.unit || !math.createUnit) throw new Error('mathjs without units');
    math.createUnit(name, { definition }, { override: true });
  };
  for (const [name, definition] of Object.entries({
    rev: '6.283185307179586 rad',
    rpm: '0.10471975511965977 rad/s',
    cSt: '1e-6 m^2/s',
    cP: '1e-3 Pa s',
    Nm: '1 N m',
    kNm: '1000 N m',
    cc: '1e-6 m^3',
    lpm: `${1 / 60000} m^3/s`,
  }))
    add(name, definition);
  parser = (text) => {
    // m3, mm2 and the like are powers; mathjs knows m2 and m3 only, and writes the others with ^. It reads '1/s' but not '1 1/s'. What a typesetter writes is the same.
    const unit = math.unit(
      text
        .replace(/^1 1 *\//, '1/')
        .replace(/[²³]/g, (power) => (power === '²' ? '2' : '3'))
        .replace(/[µμ]/g, 'u')
        .replace(/ *[·⋅] */g, ' ')
        .replace(/\b([munkcd]?m|in|ft)([23])\b/g, '$1^$2')
        .replace(/([\w)]) (?=[A-Za-z(])/g, '$1*'),
    ) as import('mathjs').Unit & Measure;
    return { value: unit.value, dimensions: unit.dimensions };
  };
  return parser;
}

/** Texts and their values. The build adds those that it knows to the end of the compiled file. */
export const measures = new Map<string, Measure | null>();

/** A text in SI, or null where mathjs cannot read it; each text is parsed once. */
export function measure(text: string): Measure | null {
  let known = measures.get(text);
  if (known === undefined) {
    try {
      known = parse()(text);
    } catch {
      known = null;
    }
    measures.set(text, known);
  }
  return known;
}

/** '1/s' stands for itself, 'bar' for 1 bar. */
export const measureOfText = (unit: string): Measure | null => measure(/^\d/.test(unit) ? unit : `1 ${unit}`);
