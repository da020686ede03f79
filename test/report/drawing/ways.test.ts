/** Which way lines leave symbols: the same whichever of their ends a file names first. */
import { expect, test } from 'vitest';
import type { Sheet, SheetEnd, SheetNode } from '../../../dist/report/drawing/sheet.js';
import { east, type HydraulicSymbol, north, south } from '../../../dist/report/drawing/symbols/symbol.js';
import { type Way, waysOf } from '../../../dist/report/drawing/ways.js';

const node = (id: string, ports: HydraulicSymbol['ports']): SheetNode => ({
  ...{ id, sort: 'component', name: id, caption: '', part: null, about: '' },
  symbol: { width: 20, height: 20, ports, art: '' },
});
/** A valve with its main ports above and below and its pilot at the side; a pump with its port above. */
const nodes = [
  node('valve', { in: south(10, 20), out: north(10), pilot: east(20, 10) }),
  node('pump', { out: north(10), drain: south(10, 20) }),
];
const pilot: SheetEnd = { node: 0, port: 'pilot' };

/** Ways of a line from the pilot to a port of the pump, [pilot, pump], as the file names it and the other way round. */
function waysAt(valve: number, pump: number, port: string): Way[][] {
  const other: SheetEnd = { node: 1, port };
  return (
    [
      [pilot, other],
      [other, pilot],
    ] as const
  ).map(([from, to], k) => {
    const edge = {
      ...{ name: 'l', label: 'l', type: 'hydraulic', isDirect: false, isCut: false, line: 0, ends: ['', ''], about: '' },
      from,
      to,
    } as const;
    const [ways] = waysOf({ nodes, edges: [edge] } as unknown as Sheet, Float64Array.of(valve, pump), [false, false]);
    return k === 0 ? [...(ways as readonly Way[])] : [...(ways as readonly Way[])].reverse();
  });
}

test.each([
  ['above the pump: from above into its upper side', 1, 0, 'out', ['down', 'up']],
  ['below the pump: up to where its line comes down', 0, 1, 'out', ['up', 'up']],
  ['above the drain: down to where its line comes up', 1, 0, 'drain', ['down', 'down']],
  ['below the drain: from below into its lower side', 0, 1, 'drain', ['up', 'down']],
] as const)('a pilot %s', (_, valve, pump, port, ways) => {
  expect(waysAt(valve, pump, port)).toEqual([ways, ways]);
});
