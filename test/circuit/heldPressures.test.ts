/** Lines that meet a pressure which is held: where they start far from it a warning says so; two equal ones on a volume are a warning, others a mistake (test/errors). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';

/** Warnings as 'line:column code message'. */
function warnings(text: string, set: readonly string[] = []): string[] {
  return parseCircuit(text, 'held.yaml', { set }).warnings.map(
    ({ place, code, message }) => `${place?.line}:${place?.column} ${code} ${message}`,
  );
}

/** A source of 200 bar behind a valve the wrong way round. */
const swapped = `ringmain: 1
name: swapped
components:
  s: { kind: pressureSource, pressure: 200 bar }
  cv: { kind: checkValve, crackingPressure: 0.5 bar, gradient: 100 l/min/bar }
  o: { kind: orifice, area: 5 mm2 }
  t: { kind: tank }
lines:
  a: { from: s, to: cv.out, length: 1 m, diameter: 10 mm }
  b: { from: cv.in, to: o.in, length: 1 m, diameter: 10 mm }
direct: [ { from: o.out, to: t } ]
run: { end: 0.2 s }
`;

describe('a line that starts far from what it meets', () => {
  test('names both with their pressures, and the way out', () => {
    expect(warnings(swapped)).toEqual([
      "9:3 CIR806 line 'a' starts at 0 bar, the default, beside 's', which holds 200 bar: the run begins with a jump of 200 bar",
    ]);
    const [one] = parseCircuit(swapped, 'held.yaml').warnings;
    expect(one?.remedy).toBe(
      "write initial: steady, which starts at the operating point, or the line's initialPressure: 200 bar; where the jump is meant, initialPressure: 0 bar",
    );
  });

  test.each([
    ['initial: { steady: true }\nrun:'],
    ['initial: { pressure: 150 bar }\nrun:'],
    ['initial: { pressure: 0 bar }\nrun:'],
    ['defaults: { line: { initialPressure: 0 bar } }\nrun:'],
  ])('not where the file says %j', (text) => {
    expect(warnings(swapped.replace('run:', text))).toEqual([]);
  });

  test('not where the line has a pressure of its own, in the file or by --set, nor where it is near', () => {
    for (const pressure of ['0 bar', '200 bar'])
      expect(warnings(swapped.replace('to: cv.out,', `to: cv.out, initialPressure: ${pressure},`))).toEqual([]);
    expect(warnings(swapped, ['a.initialPressure=0 bar'])).toEqual([]);
    expect(warnings(swapped, ['initial.steady=true'])).toEqual([]);
    expect(warnings(swapped, ['s.pressure=10 bar'])).toEqual([]);
    expect(warnings(swapped, ['s.pressure=10.1 bar'])).toHaveLength(1);
  });

  test('wave lines; lines behind junctions, one warning for all; accumulators that hold oil; a line with a start of its own', () => {
    expect(warnings(swapped.replace('to: cv.out,', 'to: cv.out, model: wave,'))).toHaveLength(1);
    const net = (more: string): string => `ringmain: 1
name: net
components:
  pump: { kind: flowSource, flow: 10 l/min }
  n: { kind: junction }
  acc: { kind: accumulator, gasVolume: 1 l, prechargePressure: 90 bar, initialPressure: 120 bar }
  o: { kind: orifice, area: 5 mm2 }
  t: { kind: tank }
lines:
  p: { from: pump, to: n, volume: 1 l${more} }
  x: { from: n, to: acc.in, volume: 1 l }
  c: { from: n, to: o.in, volume: 1 l }
direct: [ { from: o.out, to: t } ]
`;
    expect(warnings(net(''))).toEqual([
      "10:3 CIR806 line 'p' starts at 0 bar, the default, beside 'acc', which is charged to 120 bar: the run begins with a jump of 120 bar",
    ]);
    expect(warnings(net(', initialPressure: 150 bar'))).toEqual([
      "11:3 CIR806 line 'x' starts at 0 bar, the default, beside line 'p', which starts at 150 bar: the run begins with a jump of 150 bar",
    ]);
    // An empty one takes no oil at once.
    expect(warnings(net(''), ['acc.initialPressure=80 bar'])).toEqual([]);
  });

  test('no circuit of ours', () => {
    for (const file of readdirSync('circuits').filter((name) => name.endsWith('.yaml')))
      expect(warnings(readFileSync(`circuits/${file}`, 'utf8')), file).toEqual([]);
  });
});

describe('two that hold the pressure of one volume', () => {
  const pair = `ringmain: 1
name: pair
components:
  s: { kind: pressureSource, pressure: 0 bar }
  u: { kind: tank }
lines:
  a: { from: s, to: u, length: 1 m, diameter: 10 mm }
`;

  test('equal ones are a warning: only how a flow divides is open', () => {
    expect(warnings(pair)).toEqual([
      "7:3 CIR807 's' (0 bar) and 'u' (0 bar) both hold the pressure of line 'a', which has no resistance: how a flow divides between them is open",
    ]);
  });

  test('different ones are a mistake, unless the line is a wave line', () => {
    expect(() => warnings(pair, ['s.pressure=1 bar'])).toThrow(
      /7:3 {2}CIR318 {2}'s' \(1 bar\) and 'u' \(0 bar\) both hold the pressure of line 'a'/,
    );
    expect(warnings(pair.replace('to: u,', 'to: u, model: wave, friction: turbulent,'), ['s.pressure=1 bar'])).toEqual([]);
  });
});
