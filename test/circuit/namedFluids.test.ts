/** Fluids by name: their values against independent ones, and their place in a file. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { type NamedFluid, namedFluids, walther } from '../../dist/circuit/fluid/namedFluids.js';

const named = (name: string) => namedFluids.find((one) => one.name === name) as NamedFluid;

describe('water against IAPWS-95 at 101 325 Pa and the IAPWS viscosity of 2008', () => {
  // Computed by the Python package chemicals 1.5.2: density, dynamic viscosity, celerity.
  test.each([
    [5, 999.96663, 1.51817e-3, 1426.1694],
    [20, 998.20715, 1.0015961e-3, 1482.34617],
    [40, 992.21635, 0.6527287e-3, 1528.90448],
    [60, 983.19582, 0.4660351e-3, 1550.97345],
    [80, 971.7904, 0.3540507e-3, 1554.4302],
  ])('at %d degC', (celsius, density, viscosity, celerity) => {
    const own = named('water').at(celsius + 273.15);
    // Kell is on the scale of 1968 and the litre of his time: 2e-5; Huber's short form 1e-3; Marczak 2e-4 in c.
    expect(Math.abs(own.density / density - 1)).toBeLessThan(3e-5);
    expect(Math.abs((own.viscosity * own.density) / viscosity - 1)).toBeLessThan(1e-3);
    expect(Math.abs(Math.sqrt(own.bulkModulus / own.density) / celerity - 1)).toBeLessThan(2e-4);
  });
});

describe('mineral oils', () => {
  test.each([32, 46, 68])('ISO VG %d has its viscosity at 40 degC to 1e-12, and falls with a viscosity index of 95', (grade) => {
    const oil = named(`ISO VG ${grade}`);
    expect(oil.at(313.15).viscosity / (grade * 1e-6)).toBeCloseTo(1, 12);
    // D341 read the other way: log log(ν + 0.7) at 70 degC stands between its ends as log T does.
    const w = (celsius: number) => Math.log10(Math.log10(1e6 * oil.at(celsius + 273.15).viscosity + 0.7));
    const share = Math.log10(343.15 / 313.15) / Math.log10(373.15 / 313.15);
    expect(w(70)).toBeCloseTo(w(40) + share * (w(100) - w(40)), 12);
  });

  test('ν at 100 degC by ASTM D2270: VI 95 within half a unit', () => {
    // (L - U)/(L - H) with L and H at ν of 5.29, 6.65 and 8.53 cSt, linear between the lines of the standard's table as chemicals 1.5.2 has it.
    for (const [grade, low, high] of [
      [32, 45.353, 31.303],
      [46, 70.225, 44.785],
      [68, 112.22, 65.668],
    ] as const)
      expect(Math.abs((100 * (low - grade)) / (low - high) - 95), `VG ${grade}`).toBeLessThan(0.5);
  });

  test('density falls by 0.07 % a kelvin, bulk modulus by 0.44 %', () => {
    const [at15, at40] = [288.15, 313.15].map((t) => named('ISO VG 46').at(t)) as [
      ReturnType<NamedFluid['at']>,
      ReturnType<NamedFluid['at']>,
    ];
    expect(at15.density).toBe(876);
    // α = 0.6278/876, and the quadratic term by hand.
    const rise = (0.6278 / 876) * 25;
    expect(at40.density / (876 * Math.exp(-rise - 0.8 * rise * rise))).toBeCloseTo(1, 14);
    expect(at40.density).toBeCloseTo(860.2, 1);
    expect(named('ISO VG 46').at(273.15 + 340 / 9).bulkModulus / 1.792637e9).toBeCloseTo(1, 6);
  });
});

test.each(namedFluids.map((one) => [one.name, one] as const))('%s: sensible values at both ends of its range, a source', (_, one) => {
  for (const t of [one.lowest, (one.lowest + one.highest) / 2, one.highest]) {
    const { density, viscosity, bulkModulus } = one.at(t);
    expect(density).toBeGreaterThan(800);
    expect(density).toBeLessThan(1100);
    expect(viscosity).toBeGreaterThan(2e-7);
    expect(viscosity).toBeLessThan(4e-3);
    expect(bulkModulus).toBeGreaterThan(1.2e9);
    expect(bulkModulus).toBeLessThan(3.6e9);
  }
  expect(one.source.length).toBeGreaterThan(30);
});

test('Walther goes through its two points', () => {
  const viscosity = walther([40, 46], [100, 6.65]);
  expect(viscosity(373.15)).toBeCloseTo(6.65e-6, 17);
});

const file = (fluid: string) => `ringmain: 1
name: named
fluid: ${fluid}
components: { p: { kind: flowSource, flow: 1 l/min }, t: { kind: tank } }
lines: { a: { from: p, to: t, volume: 1 l } }
`;
const fluidOf = (fluid: string, set: string[] = []) => parseCircuit(file(fluid), 'named.yaml', { set }).circuit.fluid;

describe('in a circuit file', () => {
  test('a name and a temperature give all three values, 40 degC by default', () => {
    expect(fluidOf('{ name: ISO VG 46, temperature: 55 degC }')).toMatchObject({
      named: { name: 'ISO VG 46', temperature: 328.15 },
      ...named('ISO VG 46').at(328.15),
    });
    expect(fluidOf('{ name: water }')).toMatchObject(named('water').at(313.15));
    for (const same of ['313.15 K', '40 °C', '104 degF'])
      expect(fluidOf(`{ name: water, temperature: ${same} }`).density).toBeCloseTo(992.2, 1);
  });

  test('own values override single ones; --set reaches both', () => {
    const own = fluidOf('{ name: HFC 46, bulkModulus: 30000 bar }', ['fluid.temperature=20 degC']);
    expect(own).toMatchObject({ density: 1078, bulkModulus: 3e9 });
    expect(fluidOf('{ name: HFC 46 }', ['fluid.name=Skydrol LD-4']).named?.name).toBe('Skydrol LD-4');
    expect(fluidOf('{ name: ISO VG 32, tait: { coefficient: 0.09, pressure: 1500 bar } }').bulkModulus).toBeCloseTo(1.5e8 / 0.09, 3);
  });
});
