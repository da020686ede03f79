/** Every kind of the library has a symbol, its ports are at the symbol's edge, and a kind of one's own may borrow one. */
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../../dist/circuit/file/parse.js';
import { library } from '../../../dist/components/library.js';
import { symbolOf, symbols } from '../../../dist/report/drawing/symbols/registry.js';

test('every kind of the library has a symbol, and no symbol is without a kind', () => {
  expect([...symbols.keys()].sort()).toEqual([...library.keys()].sort());
});

describe.each([...library.values()].map((kind) => [kind.kind, kind] as const))('%s', (_, kind) => {
  const symbol = symbolOf(kind);

  test('its lines end at places of the symbol, no two at the same', () => {
    const ports = Object.keys(kind.ports).map((name) => [name, symbol.ports[name]] as const);
    expect(ports.filter(([, place]) => !place).map(([name]) => name)).toEqual([]);
    expect(new Set(ports.map(([, place]) => `${place?.x} ${place?.y}`)).size).toBe(ports.length);
    for (const [name, place] of ports) {
      if (place?.side === 'north') expect(place.y, name).toBe(0);
      if (place?.side === 'south') expect(place.y, name).toBe(symbol.height);
      if (place?.side === 'west') expect(place.x, name).toBe(0);
      if (place?.side === 'east') expect(place.x, name).toBe(symbol.width);
      expect(place?.x).toBeLessThanOrEqual(symbol.width);
    }
  });

  test('its inputs have places, where it has lines', () => {
    if (Object.keys(kind.ports).length === 0) return;
    expect(Object.keys(kind.inputs ?? {}).filter((name) => !symbol.ports[name])).toEqual([]);
  });

  test('is drawn by what SVG knows, and all its numbers are numbers', () => {
    expect(symbol.art).not.toMatch(/NaN|undefined|Infinity/);
    expect(symbol.art).toMatch(/^(<(path|circle|ellipse)\b[^<>]*\/>|<g transform="translate\([-\d. ]+\)">|<\/g>)+$/);
  });
});

const own = (more: string): string => `
ringmain: 1
name: own
components:
  p: { kind: pressureSource, pressure: 10 bar }
  leak: { kind: seal, k: 1e-12 m3/s/Pa }
lines:
  L1: { from: p, to: leak.a, length: 1 m, diameter: 25 mm }
definitions:
  seal:
    ports: { a: hydraulic }
    parameters: { k: { unit: m3/s/Pa, above: 0 } }
    ${more}
    equations: |
      a.q = -k * a.p
`;
const kindOf = (text: string) => parseCircuit(text, 'own').circuit.components[1]?.kind as NonNullable<ReturnType<typeof library.get>>;

test('a kind of a circuit file has a box with its name, or the symbol that it names', () => {
  const boxed = symbolOf(kindOf(own('about: a seal')));
  expect(boxed.letters?.[0]?.[0]).toBe('seal');
  expect(symbolOf(kindOf(own('symbol: reliefValve')))).toBe(symbols.get('reliefValve'));
});
