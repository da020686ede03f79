/** Three orifices joined without a volume between them. */
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';

/** `joined`: entries of `direct:`; `fed`: where the pump's line ends. */
export const joinedOrifices = (joined: string, fed = 'a.in'): Circuit =>
  parseCircuit(
    `ringmain: 1
name: orifices
components:
  pump: { kind: flowSource, flow: 20 l/min }
  a: { kind: orifice, area: 8 mm2 }
  b: { kind: orifice, area: 5 mm2 }
  c: { kind: orifice, area: 2 mm2 }
  n: { kind: junction }
  tank: { kind: tank }
lines:
  L: { from: pump, to: ${fed}, length: 2 m, diameter: 20 mm }
direct:
${joined}
  - { from: b.out, to: tank }
  - { from: c.out, to: tank }
run: { end: 20 ms }
record: { every: 1 ms, signals: ['*.p', '*.q'] }
`,
    'orifices.yaml',
  ).circuit;

/** They meet at a junction: one feeds two. */
export const orificesAtJunction = joinedOrifices('  - { from: a.out, to: n }\n  - { from: n, to: b.in }\n  - { from: c.in, to: n }');
