/** Equations are held against declared units: what warns, where, and what does not. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { dimensionOf, dimensionText } from '../../dist/circuit/text/dimensions.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { dimensionMistakes } from '../../dist/equations/language/dimensions.js';
import { warningsOf } from '../../dist/report/runReport/warnings.js';
import { summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A motor of its own; `lines` replace those of its equations that assign the same. */
const motor = (equations: string, more: Partial<KindDefinition> = {}): KindDefinition => ({
  kind: 'own',
  about: '',
  source: '',
  group: '',
  ports: { in: 'hydraulic', out: 'hydraulic', shaft: 'rotational' },
  parameters: {
    displacement: { unit: 'm3/rad', about: '' },
    inertia: { unit: 'kg m2', about: '' },
    leak: { unit: 'm3/s/Pa', about: '' },
    area: { unit: 'm2', about: '' },
    curve: { unit: 'Nm', table: { xUnit: 'rad/s' }, about: '' },
    ratio: { unit: '1', about: '' },
  },
  inputs: { load: { unit: 'Nm', about: '' } },
  outputs: { power: { unit: 'W', about: '' } },
  states: { w: { unit: 'rad/s', initial: 0, about: '' }, phi: { unit: 'rad', initial: 0, about: '' } },
  equations,
  ...more,
});

const told = (equations: string, more: Partial<KindDefinition> = {}): string[] =>
  dimensionMistakes(motor(equations, more), dimensionOf).map(
    ({ place, term, dimension, against, expected }) =>
      `${place.line}:${place.column} ${term} is ${dimensionText(dimension)}, ${against} is ${dimensionText(expected)}`,
  );

describe('what warns', () => {
  test.each([
    ['Q = displacement * w + leak * w', '1:24 leak * w is m^4/kg, displacement * w beside it is flow (m3/s)'],
    [
      'der(w) = displacement * in.p - load',
      '1:10 displacement * in.p - load is torque (Nm) or energy (J), der(w), to which it is assigned, is 1/s^2',
    ],
    ['der(phi) = phi', '1:12 phi is dimensionless, der(phi), to which it is assigned, is inverse time (1/s)'],
    [
      'inertia * der(w) = load / inertia',
      '1:20 load / inertia is 1/s^2, inertia * der(w), to which it is assigned, is torque (Nm) or energy (J)',
    ],
    ['power = in.p * area', '1:9 in.p * area is force (N), power, to which it is assigned, is power (W)'],
    ['in.q = leak * sqrt(in.p)', '1:8 leak * sqrt(in.p) is m^3.5 s^0/kg^0.5'],
    ['in.V = area', '1:8 area is area (m2), in.V, to which it is assigned, is volume (m3)'],
    ['shaft.torque = in.p', '1:16 in.p is pressure (Pa), shaft.torque, to which it is assigned, is torque (Nm) or energy (J)'],
    ['a = max(in.p, out.p, load)', '1:22 load is torque (Nm) or energy (J), in.p beside it is pressure (Pa)'],
    ['a = if(w > in.p, 1, 0)', '1:12 in.p is pressure (Pa), w beside it is inverse time (1/s)'],
    ['a = if(w > 0, in.p, in.q)', '1:21 in.q is flow (m3/s), in.p beside it is pressure (Pa)'],
    ['a = exp(in.p)', '1:9 in.p is pressure (Pa), what exp() takes is dimensionless'],
    ['a = ratio ^ in.p', '1:13 in.p is pressure (Pa), an exponent is dimensionless'],
    ['a = table(curve, phi)', '1:18 phi is dimensionless, what the table curve is read at is inverse time (1/s)'],
    ['nextEvent = w', '1:13 w is inverse time (1/s), nextEvent, to which it is assigned, is time (s)'],
    ['0 = in.p - load', '1:12 load is torque (Nm) or energy (J), in.p beside it is pressure (Pa)'],
    ['a = fluid.density * w\n\nb = a - fluid.viscosity', '3:9 fluid.viscosity is kinematic viscosity (m2/s), a beside it is kg/m3/s'],
    [
      'a = 0.5 * fluid.density * w^2 + in.p',
      '1:33 in.p is pressure (Pa), 0.5 * fluid.density * w ^ 2 beside it is kg/m3/s^2'.replace(' ^ ', '^'),
    ],
    // The one that differs from the others, or from what is assigned, is the wrong one.
    ['a = in.p + load - shaft.torque', '1:5 in.p is pressure (Pa), load beside it is torque (Nm) or energy (J)'],
    ['in.q = leak + displacement * w', '1:8 leak is flow per pressure (m3/s/Pa), displacement * w beside it is flow (m3/s)'],
  ])('%s', (equations, text) => {
    const found = told(equations);
    expect(found).toHaveLength(1);
    if (equations.includes('sqrt')) expect(found[0]).toMatch(/^1:8 leak \* sqrt\(in\.p\) is \S+, in\.q, to which it is assigned, is flow/);
    else expect(found[0]).toBe(text);
  });

  test('rules and start values', () => {
    expect(told('', { requires: ['leak <= area'] })).toEqual([
      expect.stringMatching(/^1:9 area is area \(m2\), leak beside it is flow per pressure/),
    ]);
    expect(told('', { states: { w: { unit: 'rad/s', initial: 'in.p', about: '' } } })).toEqual([
      '1:1 in.p is pressure (Pa), w, which begins with it, is inverse time (1/s)',
    ]);
  });
});

describe('what does not', () => {
  test.each([
    // A bare number takes whatever dimension fits: as a term, and as a measured factor or divisor.
    'Q = max(0, 1e-11 * in.p) + displacement * w',
    'a = tanh(w / 0.05) * load',
    'a = in.p + 1e5 - load * 7',
    'der(w) = 9.81 * 1e-3 * in.p',
    'der(w) = (load - shaft.torque) / 2',
    'der(phi) = -3 * (ratio - phi)',
    'k = 0.7\na = k * in.p + load',
    'a = if(in.p > 2e5, load, 0)',
    // An angle has no dimension; a volume per angle times a pressure is a torque.
    'der(w) = (displacement * (in.p - out.p) - load - table(curve, w)) / inertia',
    'power = load * w + in.p * in.q + 2 * pi * inertia * w^3',
    'a = sqrt(2 / fluid.density * abs(in.p)) * area - in.q',
    'a = ssqrt(in.p - out.p)^2 + in.p',
    'a = (in.p / out.p)^ratio + ratio',
    'a = in.p * in.q^ratio - load',
    'a = sin(phi) + cos(w * time) + pre(phi) - der(phi) * step',
  ])('%s', (equations) => expect(told(equations)).toEqual([]));

  test('kinds of the library, circuits, and the example of the front page', () => {
    const ofLibrary = [...library.values()].flatMap((kind) => dimensionMistakes(kind, dimensionOf).map((found) => [kind.kind, found]));
    expect(ofLibrary).toEqual([]);
    const files = readdirSync(new URL('circuits/', root)).filter((file) => file.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) {
      const text = read(`circuits/${file}`);
      if (!/^definitions:/m.test(text)) continue;
      const { definitions = {} } = parse(text, { merge: true }) as { definitions?: Record<string, KindDefinition> };
      for (const [name, kind] of Object.entries(definitions))
        expect([file, name, dimensionMistakes(kind, dimensionOf)]).toEqual([file, name, []]);
    }
    const blocks = [...read('circuits/README.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const { definitions } = parse(blocks.find((block) => block.includes('leakyOrifice:')) as string) as {
      definitions: Record<string, KindDefinition>;
    };
    expect(dimensionMistakes(definitions['leakyOrifice'] as KindDefinition, dimensionOf)).toEqual([]);
  });

  test('of one wrong sign of a product in each statement of the library more than half are seen', () => {
    let [tried, seen] = [0, 0];
    // Quickly every third kind.
    for (const kind of [...library.values()].filter((_, k) => isFull || k % 3 === 0))
      for (const { index } of kind.equations.matchAll(/(?<= )[*/](?= )/g)) {
        const other = kind.equations[index] === '*' ? '/' : '*';
        const equations = `${kind.equations.slice(0, index)}${other}${kind.equations.slice(index + 1)}`;
        tried++;
        if (dimensionMistakes({ ...kind, equations }, dimensionOf).length > 0) seen++;
      }
    // The rest are factors without a dimension, or beside a measured number.
    expect(seen / tried).toBeGreaterThan(0.5);
  });
});

test('a warning names file, line, column, term, both dimensions and the way out; account and JSON have it', async () => {
  const text = `ringmain: 1
name: own
components:
  s: { kind: pressureSource, pressure: 10 bar }
  o: { kind: own, conductance: 1 l/min/bar }
  t: { kind: tank }
direct: [{ from: o.in, to: s }, { from: o.out, to: t }]
run: { end: 10 ms }
definitions:
  own:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { conductance: { unit: m3/s/Pa, above: 0 } }
    equations: |
      # flow
      Q = conductance * in.p - out.p
      in.q = -Q
      out.q = Q
`;
  const { circuit, warnings } = parseCircuit(text, 'own.yaml');
  expect(warnings).toEqual([
    {
      code: 'CIR808',
      severity: 'warning',
      message: "definition 'own': out.p is pressure (Pa), conductance * in.p beside it is flow (m3/s)",
      remedy: 'out.p is in Pa: mend the term or a declared unit; a number that has the missing dimension is a parameter with its unit',
      place: { line: 15, column: 32 },
    },
  ]);
  const results = await simulate(circuit, { workers: 1 });
  const [first = ''] = summaryText(results, ['own.yaml:15:32: words']).split('\n');
  expect(first).toMatch(/^warning +own\.yaml:15:32: words$/);
  expect(summaryJson(results, ['words']).warnings).toEqual([...warningsOf(results), 'words']);
});
