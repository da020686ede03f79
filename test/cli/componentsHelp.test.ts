/** What 'ringmain components units' and 'components line' tell is what files take. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { lineKeys, lineKeyTexts } from '../../dist/circuit/file/schema.js';
import { otherUnits, parseQuantity, quantityNames, UnitError, unitsOf } from '../../dist/circuit/text/units.js';
import { unitsText } from '../../dist/cli/components.js';
import { describedModels, linesText } from '../../dist/cli/componentsLine.js';

const refused = (text: string, unit: string): UnitError => {
  try {
    parseQuantity(text, unit);
  } catch (error) {
    if (error instanceof UnitError) return error;
  }
  throw new Error(`${text} was taken`);
};

describe('units', () => {
  test('every listed one is taken for its quantity', () => {
    for (const unit of Object.keys(quantityNames)) {
      if (unit === '1') continue;
      const units = unitsOf(unit);
      expect(units[0]).toBe(unit);
      for (const one of units) {
        expect(parseQuantity(`2 ${one}`, unit), `${one} for ${unit}`).toBeGreaterThan(0);
        expect(unitsText()).toContain(one);
      }
    }
    expect(unitsOf('Nm')).not.toContain('Nm/rad');
  });

  test('what typesetters and pump makers write: the same bits', () => {
    for (const [text, same, unit] of [
      ['20 lpm', '20 l/min', 'm3/s'],
      ['2.5 m³/s', '2.5 m3/s', 'm3/s'],
      ['4 mm²', '4 mm2', 'm2'],
      ['1 in3/s', '1 in^3/s', 'm3/s'],
      ['5 µs', '5 us', 's'],
      ['3 N·m', '3 Nm', 'Nm'],
      ['3 kg·m²', '3 kg m2', 'kg m2'],
    ] as const)
      expect(parseQuantity(text, unit), text).toBe(parseQuantity(same, unit));
    expect(parseQuantity('1 in3/s', 'm3/s')).toBeCloseTo(0.0254 ** 3, 15);
  });

  test('those that are not, say what to write instead, where that is their quantity', () => {
    for (const { names, of, instead } of otherUnits)
      for (const name of names) expect(refused(`3 ${name}`, of).remedy, name).toBe(`${instead}; 'ringmain components units' lists units`);
    expect(refused('20 gpm', 'm3/s').remedy).toMatch(/US .*3\.785 l.*imperial/);
    expect(refused('5 barg', 'Pa').remedy).toMatch(/^write bar: pressures are gauge/);
    expect(refused('5 gpm', 'm').remedy).toBe('write it with a unit of length, such as mm');
    expect(refused('1500 U/min', 'rad/s').remedy).toMatch(/^write rev\/min/);
  });
});

test('lines: every key that a file takes is told with what it is, at one model or at all lines of oil; the examples are right', () => {
  const text = linesText();
  for (const key of lineKeys.keys()) {
    expect(text, key).toMatch(new RegExp(`^${key} +\\S`, 'm'));
    expect(key === 'to' || lineKeyTexts().has(key), key).toBe(true);
  }
  // Those of all lines of oil stand once; each of the others at a model.
  const told = new Set(describedModels.flatMap(({ keys }) => keys));
  for (const key of told) expect(lineKeys.has(key), key).toBe(true);
  const oil = `
  pump: { kind: flowSource, flow: 1 l/min }
  valve: { kind: orifice, area: 1 mm2 }
  tank: { kind: tank }`;
  const shaft = `
  motor: { kind: torqueSource, torque: 1 Nm }
  drum: { kind: inertia, inertia: 1 kg m2 }
  free: { kind: torqueSource }`;
  const surroundings: Readonly<Record<string, readonly [components: string, lines: string, direct: string]>> = {
    rigid: [
      `${oil}\n  node: { kind: junction }`,
      '  N: { from: pump, to: node, length: 1 m, diameter: 20 mm }',
      '{ from: valve.out, to: tank }',
    ],
    'between mechanical ports': [shaft, '', '{ from: drum.b, to: free }'],
  };
  for (const { model, example } of describedModels.filter(({ example }) => example !== '')) {
    const [components, lines, direct] = surroundings[model] ?? [oil, '', '{ from: valve.out, to: tank }'];
    const file = `ringmain: 1\nname: shown\ncomponents:${components}\nlines:\n  ${example}\n${lines}\ndirect: [${direct}]\n`;
    expect(parseCircuit(file, 'shown.yaml').circuit.name, model).toBe('shown');
  }
});
