import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatQuantity, parseQuantity, siUnit, tableUnit, UnitError } from '../../dist/circuit/text/units.js';
import { library } from '../../dist/components/library.js';
import { portQuantities } from '../../dist/equations/language/definition.js';

describe('text with a unit is SI', () => {
  test.each([
    ['145 bar', 'Pa', 145e5],
    ['-1 bar', 'Pa', -1e5],
    ['121 l/min', 'm3/s', 121 / 6e4],
    ['600 l/min/bar', 'm3/s/Pa', 600 / 6e9],
    ['5 mm2', 'm2', 5e-6],
    ['1e-3 m3', 'm3', 1e-3],
    ['2.5 l', 'm3', 2.5e-3],
    ['60 cSt', 'm2/s', 60e-6],
    ['890 kg/m3', 'kg/m3', 890],
    ['1.8 kN/mm', 'N/m', 1.8e6],
    ['3000 N/(m/s)', 'N s/m', 3000],
    ['100 cc/rev', 'm3/rad', 1e-4 / (2 * Math.PI)],
    ['0.1 Nm/rpm', 'Nm s/rad', 0.1 / (Math.PI / 30)],
    ['1500 rev/min', 'rad/s', 50 * Math.PI],
    ['1500 rpm', 'rad/s', 50 * Math.PI],
    ['157 rad/s', 'rad/s', 157],
    ['50 Hz', 'Hz', 50],
    ['50 1/s', 'Hz', 50],
    ['10 us', 's', 1e-5],
    ['10us', 's', 1e-5],
    ['0.1bar', 'Pa', 1e4],
    ['90 deg', 'rad', Math.PI / 2],
    ['12 %', '1', 0.12],
    ['0.7', '1', 0.7],
    ['0.1 kg m2', 'kg m2', 0.1],
  ])('%s [%s]', (text, unit, value) => {
    expect(Math.abs(parseQuantity(text, unit) - value)).toBeLessThanOrEqual(4e-16 * Math.abs(value));
  });

  test('a number is right where no dimension is expected', () => expect(parseQuantity(0.62, '1')).toBe(0.62));
});

describe('what is not taken', () => {
  test.each([
    ['100', 'Pa', '100 has no unit'],
    [100, 'Pa', '100 has no unit'],
    ['100 mm', 'Pa', "'100 mm' is a length, not a pressure"],
    ['25 Hz', 'rad/s', 'is a frequency, not a rotation speed'],
    ['25 rev/min', 'Hz', 'is a rotation speed, not a frequency'],
    ['25 rpm', 'Hz', 'is a rotation speed, not a frequency'],
    ['60 cP', 'm2/s', "'60 cP' is a dynamic viscosity, not a kinematic viscosity"],
    ['5 furlongs', 'm', "the unit 'furlongs' is not known"],
    ['5 l/mn', 'm3/s', "the unit 'l/mn' is not known, did you mean 'l/min'?"],
    ['5 bar', '1', "'5 bar' is a pressure, not a dimensionless number"],
    ['3 Hz', 'm', "'3 Hz' is a frequency, not a length"],
    ['bar', 'Pa', "'bar' is not a quantity"],
    ['', 'Pa', "'' is not a quantity"],
  ])('%s as %s', (text, unit, message) => {
    expect(() => parseQuantity(text, unit)).toThrow(UnitError);
    expect(() => parseQuantity(text, unit)).toThrow(message);
  });
});

test.each([
  ['Pa', 'Pa'],
  ['m3/s/Pa^0.5', 'm3/s/Pa^0.5'],
  ['N s/m', 'N s/m'],
  ['rad', 'rad'],
  ['1', '1'],
  ['bar', 'Pa'],
  ['kW', 'W'],
  ['kJ', 'Nm or J'],
  ['l/min', 'm3/s'],
  ['rpm', 'rad/s'],
  ['kHz', 'Hz or 1/s'],
  ['cc/rev', 'm3/rad'],
  ['degC', 'K'],
  ['kg mm2/min', 'kg m2/s'],
  ['1/ms^2', '1/s^2'],
  ['mm3/bar', 'm^4 s^2/kg'],
  ['furlongs', null],
  ['', null],
])('the SI unit of %s is %s', (unit, si) => expect(siUnit(unit)).toBe(si));

test('every unit that the program records in stands in a table as it is: results come back with their bits', () => {
  const ofPorts = Object.values(portQuantities).flatMap((one) => Object.values(one).map(({ unit }) => unit));
  const ofKinds = [...library.values()].flatMap(({ states, outputs }) => Object.values({ ...states, ...outputs }).map(({ unit }) => unit));
  const units = new Set([...ofPorts, ...ofKinds, 's', '1', '']);
  expect(units.size).toBeGreaterThan(10);
  for (const unit of units) expect(tableUnit(unit), unit).toEqual({ unit, inSi: null });
});

test('what is shown reads back to six digits', () => {
  const units = ['Pa', 'm3/s', 'm', 'm2', 'm3', 's', 'kg', 'N', 'rad/s', 'm2/s', 'm3/s/Pa', 'm3/rad', 'kg/m3', 'Nm', '1'];
  const double = fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((x) => x === 0 || Math.abs(x) > 1e-200);
  fc.assert(
    fc.property(double, fc.constantFrom(...units), (value, unit) => {
      const read = parseQuantity(formatQuantity(value, unit), unit);
      expect(Math.abs(read - value)).toBeLessThanOrEqual(5.1e-6 * Math.abs(value));
    }),
  );
});
