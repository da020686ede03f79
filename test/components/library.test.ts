import { describe, expect, test } from 'vitest';
import { siUnit } from '../../dist/circuit/text/units.js';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { modelWithout, optionalParameters } from '../../dist/equations/solve/omit.js';
import { solve } from '../../dist/equations/solve/solve.js';

describe.each([...library.values()])('$kind', (definition) => {
  const { about, source, group, ports, parameters, inputs = {}, outputs = {}, states = {} } = definition;

  test('is documented: words, source, group', () => {
    for (const text of [about, source, group]) expect(text).not.toBe('');
    expect(about).toMatch(/^[A-Z0-9].*\.$/s);
  });

  test('names are camelCase, ports may be capital letters', () => {
    for (const name of [definition.kind, ...Object.keys({ ...parameters, ...inputs, ...outputs, ...states })])
      expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
    for (const name of Object.keys(ports)) expect(name).toMatch(/^([a-z]+[12]?|[PABT])$/);
  });

  test('every quantity has a unit of SI and words', () => {
    for (const { unit, about: words } of Object.values({ ...parameters, ...inputs, ...outputs, ...states })) {
      expect(siUnit(unit)).toBe(unit);
      expect(words).not.toBe('');
    }
  });

  test('equations are free of mistakes and determine every unknown', () => {
    // 'sum:' unknowns are flows that two ports share; the ports follow from them.
    expect(solve(modelOf(definition)).unknowns.filter(({ name }) => !name.startsWith('sum:')).length).toBe(
      Object.keys(ports).length + modelOf(definition).states.length,
    );
  });
});

test('kinds of one group stand together', () => {
  const groups = [...library.values()].map(({ group }) => group);
  const blocks = groups.filter((group, i) => group !== groups[i - 1]);
  expect(blocks).toEqual([...new Set(groups)]);
});

const solution = (kind: string): string => {
  const definition = library.get(kind);
  return definition ? solve(modelWithout(definition, optionalParameters(definition))).class : 'no such kind';
};

test.each([
  ['pump', 'piecewise affine'],
  ['orifice', 'signed root'],
  ['directionalValve', 'signed root'],
  ['reliefValve', 'piecewise affine'],
  ['unloadingValve', 'piecewise affine'],
  ['actuator', 'piecewise affine'],
  ['motor', 'piecewise affine'],
  ['flowDivider', 'piecewise affine'],
  ['annularGap', 'affine'],
  ['hoseWall', 'affine'],
  ['springAccumulator', 'affine'],
  ['singleActingCylinder', 'affine'],
  ['rotaryActuator', 'affine'],
  ['leakingCylinder', 'piecewise affine'],
  ['intensifier', 'piecewise affine'],
  ['pidController', 'piecewise affine'],
  ['variableOrifice', 'signed root'],
])('%s is solved in closed form or by active set: %s', (kind, expected) => {
  expect(solution(kind)).toBe(expected);
});
