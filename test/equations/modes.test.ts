/** The structure of joined groups in each of their modes: how many there are, which leave something open, and which cannot be solved. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { type UnknownSummary, unknownSummaries } from '../../dist/network/unknowns.js';
import { isFull } from '../support/circuits.js';

const parse = (text: string): Circuit => parseCircuit(`ringmain: 1\nname: modes\n${text}`, 'modes.yaml').circuit;
const summaryOf = (text: string): UnknownSummary => unknownSummaries(parse(text))[0] as UnknownSummary;
const mistakeOf = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof CircuitError) return error.message;
    throw error;
  }
  return '';
};

const check = '{ kind: checkValve, crackingPressure: 0.5 bar, gradient: 30 l/min/bar }';
/** Check valves from a pump's line to tanks, each behind a junction that all share. */
const checks = (count: number): string => `components:
  pump: { kind: flowSource, flow: 10 l/min }
  first: ${check}
  n: { kind: junction }
  tank: { kind: tank }
${Array.from({ length: count }, (_, k) => `  c${k}: ${check}`).join('\n')}
lines: { feed: { from: pump, to: first.in, length: 1 m, diameter: 10 mm } }
direct:
  - { from: first.out, to: n }
${Array.from({ length: count }, (_, k) => `  - { from: c${k}.in, to: n }\n  - { from: c${k}.out, to: tank }`).join('\n')}
run: { end: 5 ms }
`;

const piston = `  piston:
    ports: { cap: hydraulic }
    parameters: { area: { unit: m2 }, mass: { unit: kg, above: 0 }, load: { unit: N } }
    states: { v: { unit: m/s, initial: 0 } }
    equations: |
      der(v) = (area * cap.p - load) / mass
      cap.q = -area * v`;
/** A load on a cylinder that relief valves, and what else is told, are joined to. */
const loaded = (reliefs: number, other: string, lines = '', least = 0): string => `components:
  cylinder: { kind: piston, area: 20 cm2, mass: 100 kg, load: 10 kN }
${Array.from({ length: reliefs }, (_, k) => `  r${k}: { kind: reliefValve, crackingPressure: 100 bar, gradient: 10 l/min/bar }`).join('\n')}
  n: { kind: junction }
  opening: { kind: sine, amplitude: 0.5, offset: ${0.5 + least}, frequency: 1 Hz }
  tank: { kind: tank }
  other: ${other}
lines: {${lines}}
direct:
${Array.from({ length: reliefs }, (_, k) => `  - { from: r${k}.in, to: n }\n  - { from: r${k}.out, to: tank }`).join('\n')}
  - { from: other.in, to: n }
  - { from: other.out, to: tank }
${lines === '' ? '  - { from: cylinder.cap, to: n }' : ''}
signals: [${other.includes('variableOrifice') ? '{ from: opening, to: other.opening }' : ''}]
definitions:
${piston}
`;
const throttle = (least: number): string => `{ kind: variableOrifice, maximumArea: 5 mm2, profile: [[0, ${least}], [1, 1]] }`;

describe('modes of check valves', () => {
  test('are two a valve; all shut, the pressure between them stays', () => {
    for (const count of [1, 2, 3])
      expect(summaryOf(checks(count))).toMatchObject({ modes: 2 ** (count + 1), allModes: true, openModes: 1 });
  });

  // Full: searches among 2^13 modes; quickly all modes of fewer valves, above.
  test.runIf(isFull)('beyond 4096 are looked at where least is open, and on the other side of each', () => {
    // All shut, then each of the 13 open.
    expect(summaryOf(checks(12))).toMatchObject({ modes: 14, allModes: false, openModes: 1, unknowns: 14 });
  });

  test('of equal groups are found once', () => {
    const two = checks(1)
      .replace(
        'components:',
        `components:\n  flow: { kind: flowSource, flow: 1 l/min }\n  second: ${check}\n  m: { kind: junction }\n`.trimEnd(),
      )
      .replace('  tank:', `  d: ${check}\n  tank:`)
      .replace('lines: {', 'lines: { other: { from: flow, to: second.in, length: 1 m, diameter: 10 mm }, ')
      .replace('direct:', 'direct:\n  - { from: second.out, to: m }\n  - { from: d.in, to: m }\n  - { from: d.out, to: tank }');
    expect(unknownSummaries(parse(two))).toMatchObject([{ component: 'second+m+d', count: 2, modes: 4 }]);
  });
});

describe('oil that a load presses where all may shut', () => {
  test('is refused, by the conditions that are needed for it', () => {
    const message = mistakeOf(loaded(2, throttle(0)));
    expect(message).toContain('CIR338');
    for (const needed of ['<= r0.crackingPressure', '<= r1.crackingPressure', 'table(other.profile, other.opening) is 0'])
      expect(message).toContain(needed);
    expect(message).toContain('a condition on cylinder.v alone');
    expect(message).toContain('(index 2)');
  });

  test.runIf(isFull)('is refused with so many valves that not all modes are looked at', () => {
    const message = mistakeOf(loaded(13, throttle(0)));
    expect(message).toContain('<= r12.crackingPressure');
    expect(message).toContain('table(other.profile, other.opening) is 0');
  });

  test('has a way with a throttle that never shuts, by itself or by its signal, a leak, or a line', () => {
    for (const text of [
      loaded(2, throttle(0.01)),
      loaded(2, throttle(0), '', 0.01),
      loaded(2, '{ kind: laminarRestrictor, conductance: 0.01 l/min/bar }'),
      loaded(2, throttle(0), ' hose: { from: cylinder.cap, to: n, length: 1 m, diameter: 10 mm } '),
    ])
      expect(mistakeOf(text)).toBe('');
  });
});

test('a condition that parameters decide is no mode', () => {
  const valve = (gain: string): string => `components:
  pump: { kind: flowSource, flow: 10 l/min }
  a: { kind: twoWays, gain: ${gain} }
  b: { kind: twoWays, gain: ${gain} }
  tank: { kind: tank }
lines: { feed: { from: pump, to: a.in, length: 1 m, diameter: 10 mm } }
direct:
  - { from: a.out, to: b.in }
  - { from: b.out, to: tank }
definitions:
  twoWays:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { gain: { unit: m3/s/Pa } }
    equations: |
      Q = if(gain > 0, gain * max(0, in.p - out.p), 1e-11 * (in.p - out.p))
      in.q = -Q
      out.q = Q
`;
  expect(summaryOf(valve('1e-10 m3/s/Pa')).modes).toBe(4);
  expect(summaryOf(valve('0 m3/s/Pa')).modes).toBe(1);
});

describe('of literals in SI units, which differ by twenty orders', () => {
  const passages = (first: string): string => `components: { net: { kind: passages } }
definitions:
  passages:
    states: { p1: { unit: Pa, initial: 1e5 }, p2: { unit: Pa, initial: 0 } }
    outputs: { q: { unit: m3/s, initial: 0 }, pj: { unit: Pa, initial: 0 } }
    equations: |
      unknown q
      unknown pj
      0 = ${first}
      0 = q - 2e-12 * (pj - p2)
      der(p1) = -1e10 * q
      der(p2) = 2e10 * q
`;
  test('each has its part: no pressure is open', () => {
    expect(summaryOf(passages('q - 1e-12 * (p1 - pj)'))).toMatchObject({ modes: 1, openModes: 0 });
  });

  test('the index is that of the structure', () => {
    const message = mistakeOf(passages('p1 - p2 - if(p1 > 5e4, 1e9, 0) * q'));
    expect(message).toContain('while p1 < 50000, the equations are a condition on p1 and p2 alone');
    expect(message).toContain('(index 2)');
  });
});
