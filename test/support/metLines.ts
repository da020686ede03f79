/** Circuits in which several lines meet at junctions to which ports are joined. */
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';

export const parse = (text: string): Circuit => parseCircuit(`ringmain: 1\nname: met\n${text}`, 'met.yaml').circuit;

/** Pipes from a pump, to a relief valve and to a load meet where an orifice leaves; no two are alike. */
export const text = `components:
  pump: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  relief: { kind: reliefValve, crackingPressure: 30 bar, gradient: 10 l/min/bar }
  a: { kind: orifice, area: 3 mm2 }
  b: { kind: orifice, area: 2 mm2 }
  tank: { kind: tank }
lines:
  L1: { from: n, to: pump, length: 1 m, diameter: 20 mm }
  L2: { from: n, to: relief.in, length: 2 m, diameter: 16 mm }
  L3: { from: n, to: b.in, length: 3 m, diameter: 12 mm, model: wave }
direct:
  - { from: a.in, to: n }
  - { from: a.out, to: tank }
  - { from: b.out, to: tank }
  - { from: relief.out, to: tank }
run: { end: 40 ms }
record: { every: 1 ms, signals: ['*.p', '*.q'] }
`;
export const met = parse(text);

/** The same with a check valve joined to it behind which lines meet once more. */
export const net = parse(
  text
    .replace(
      '  tank:',
      `  c: { kind: checkValve, crackingPressure: 1 bar, gradient: 10 l/min/bar }
  d: { kind: orifice, area: 1 mm2 }
  m: { kind: junction }
  e: { kind: orifice, area: 1 mm2 }
  f: { kind: orifice, area: 4 mm2 }
  tank:`,
    )
    .replace(
      'direct:',
      `  L4: { from: m, to: e.in, length: 2 m, diameter: 12 mm }
  L5: { from: m, to: f.in, length: 1 m, diameter: 10 mm }
direct:
  - { from: n, to: c.in }
  - { from: c.out, to: m }
  - { from: m, to: d.in }
  - { from: d.out, to: tank }
  - { from: e.out, to: tank }
  - { from: f.out, to: tank }`,
    ),
);
