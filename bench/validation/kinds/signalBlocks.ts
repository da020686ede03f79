/** Signals out of signals, without memory: values by hand and tables of truth. */
import { type Figure, figure, type KindCheck } from './kindCheck.js';
import { Rig, rows } from './rig.js';

const exact = 'algebra: rounding';
const once = { end: 0.01, step: 1e-3 };

/** 'input1 3, input2 4 -> 6': inputs and the output by hand. */
function caseOf(text: string): [inputs: Record<string, number>, output: number] {
  const [inputs = '', output] = text.split(' -> ');
  const values = inputs.split(', ').map((one) => one.split(' '));
  return [Object.fromEntries(values.map(([name, value]) => [name, Number(value)])), Number(output)];
}

/** A block without memory at constant inputs, one instance a case. */
function block(
  kind: string,
  title: string,
  parameters: Readonly<Record<string, unknown>>,
  cases: readonly string[],
  against: string,
): KindCheck {
  const read = cases.map(caseOf);
  const size = Math.max(...read.map(([, output]) => Math.abs(output)), 1e-3);
  return {
    ...{ kind, title, against, tolerance: 1e-9, reason: exact },
    rig: () => read.reduce((rig, [inputs], k) => rig.put(`r${k}`, kind, parameters, {}, inputs), new Rig(once)).build(),
    figures: read.map(([, output], k) => figure(cases[k] as string, '1', output, (run) => run.end(`r${k}.output`), size)),
  };
}

/** A logic block: every row of its table of truth; signals just above and below 0.5 are true and false. */
const truth = (kind: string, title: string, names: readonly string[], law: (trues: readonly boolean[]) => boolean): KindCheck =>
  block(
    kind,
    title,
    {},
    Array.from({ length: 2 ** names.length }, (_, row) => {
      const trues = names.map((_name, k) => ((row >> k) & 1) === 1);
      return `${names.map((name, k) => `${name} ${trues[k] ? 0.51 : 0.49}`).join(', ')} -> ${law(trues) ? 1 : 0}`;
    }),
    'published: IEC 61131-3, table of truth',
  );

/** Values that an input has for 10 ms each. */
export const steps = (values: readonly number[]): [number, number][] =>
  values.flatMap((one, k): [number, number][] => [
    [k / 100, one],
    [(k + 1) / 100, one],
  ]);

/** Output at the end of each of them. */
export const at = (name: string, values: readonly number[]): Figure[] =>
  values.map((one, k) => figure(`${name}, input ${k + 1}`, '1', one, (run) => run.at(`${name}.output`, (k + 1) / 100), 1));

const hand = 'analytic: by hand';

const compared = { ideal: {}, range: { range: 2 }, play: { hysteresis: 1 }, both: { range: 2, hysteresis: 1 } };

export const signalBlockChecks: readonly KindCheck[] = [
  block('gain', 'a factor and an offset', { factor: -2, offset: 0.5 }, ['input 3 -> -5.5', 'input -1 -> 2.5'], hand),
  block(
    'sum',
    'a weighted sum, whole and in part',
    { factor1: 2, factor2: -1, factor3: 0.5 },
    ['input1 3, input2 4, input3 8 -> 6', 'input2 4 -> -4'],
    hand,
  ),
  block(
    'saturation',
    'between its limits and beyond',
    { lowerLimit: -2, upperLimit: 3 },
    ['input -7 -> -2', 'input 1.5 -> 1.5', 'input 7 -> 3'],
    hand,
  ),
  block('product', 'of two and of three', { factor: 2 }, ['input1 3, input2 -4 -> -24', 'input1 3, input2 4, input3 0.5 -> 12'], hand),
  block(
    'quotient',
    'of signs, and by what is too small',
    { leastDivisor: 0.1 },
    [
      'dividend 3, divisor -4 -> -0.75',
      'dividend 3, divisor 0.01 -> 30',
      'dividend 3, divisor -0.01 -> -30',
      'dividend 3, divisor 0.5 -> 6',
    ],
    hand,
  ),
  block(
    'minimum',
    'each of three once the least, and two alone',
    {},
    [
      'input1 1, input2 2, input3 3 -> 1',
      'input1 2, input2 -1, input3 3 -> -1',
      'input1 2, input2 3, input3 -4 -> -4',
      'input1 2, input2 3 -> 2',
    ],
    hand,
  ),
  block(
    'maximum',
    'each of three once the greatest, and two alone',
    {},
    [
      'input1 5, input2 2, input3 3 -> 5',
      'input1 2, input2 6, input3 3 -> 6',
      'input1 2, input2 3, input3 7 -> 7',
      'input1 -2, input2 -3 -> -2',
    ],
    hand,
  ),
  block('absoluteValue', 'of both signs', {}, ['input -2.5 -> 2.5', 'input 1.5 -> 1.5'], hand),
  block(
    'deadband',
    'below, within and above its band',
    { lowerEdge: -0.2, upperEdge: 0.3, slope: 2 },
    ['input -1 -> -1.6', 'input -0.1 -> 0', 'input 0.25 -> 0', 'input 1 -> 1.4'],
    hand,
  ),
  block(
    'quantizer',
    'to the nearest quarter, halves up',
    { interval: 0.25 },
    ['input 0.6 -> 0.5', 'input 0.63 -> 0.75', 'input -0.6 -> -0.5', 'input 0.125 -> 0.25', 'input 10.24 -> 10.25'],
    hand,
  ),
  block(
    'selector',
    'on, off, and at 0.5',
    {},
    ['control 0.51, whenOn 2, whenOff -3 -> 2', 'control 0.49, whenOn 2, whenOff -3 -> -3', 'control 0.5, whenOn 2, whenOff -3 -> -3'],
    hand,
  ),
  block(
    'lookUp',
    'between points, at one, beyond both ends',
    {
      curve: rows('-1: 2, 0: 4, 3: 1'),
    },
    ['input -2 -> 2', 'input -0.5 -> 3', 'input 0 -> 4', 'input 2 -> 2', 'input 9 -> 1'],
    'analytic: read off its drawing',
  ),
  block(
    'blendedLookUp',
    'on either curve, half way, a quarter of the way, beyond both',
    {
      curve1: rows('0: 1, 2: 5'),
      curve2: rows('0: 11, 2: 7'),
      at1: 10,
      at2: 30,
    },
    [
      'input 1, second 10 -> 3',
      'input 1, second 30 -> 9',
      'input 1, second 20 -> 6',
      'input 0.5, second 15 -> 4',
      'input 2, second 0 -> 5',
      'input 2, second 99 -> 7',
    ],
    'analytic: read off the drawing of both curves',
  ),
  {
    kind: 'comparator',
    title: 'above, at and below its reference; with a range of 2, a hysteresis of 1, and both',
    against: 'analytic: by hand, and the play read off its drawing',
    tolerance: 1e-9,
    reason: exact,
    rig: () => {
      const rig = new Rig({ end: 0.1, step: 1e-3 });
      const course = { input: steps([0, 3, 2.4, 1.7, 0.2, 9, 2, 0.51, 0.49, 1.49]), reference: 1.5 };
      for (const [name, parameters] of Object.entries(compared)) rig.put(name, 'comparator', parameters, {}, course);
      return rig.put('bare', 'comparator', {}, {}, { input: 0.1 }).build();
    },
    figures: [
      ...at('ideal', [0, 1, 1, 1, 0, 1, 1, 0, 0, 0]),
      ...at('range', [0, 0.75, 0.45, 0.1, 0, 1, 0.25, 0, 0, 0]),
      // Falling, the input must lose 1 before the output follows.
      ...at('play', [0, 1, 1, 1, 0, 1, 1, 1, 0, 0]),
      ...at('both', [0, 0.75, 0.75, 0.6, 0, 1, 0.75, 0.005, 0, 0]),
      figure('with no reference', '1', 1, (run) => run.end('bare.output')),
    ],
  },
  truth('logicAnd', 'all eight cases of three', ['input1', 'input2', 'input3'], (trues) => trues.every((one) => one)),
  truth('logicOr', 'all eight cases of three', ['input1', 'input2', 'input3'], (trues) => trues.some((one) => one)),
  truth('logicNot', 'both cases', ['input'], ([one]) => !one),
];
