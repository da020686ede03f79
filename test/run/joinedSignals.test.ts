/** Signals within a joined group: what one member tells another acts as one from outside. */
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulate } from '../../dist/run/simulate.js';

const parse = (text: string): Circuit => parseCircuit(`ringmain: 1\nname: joins\n${text}`, 'joins.yaml').circuit;

test('a signal from one member to another is the same as one of that value from outside', async () => {
  const joined = (parts: string, from: string): Circuit =>
    parse(`components:
  pump: { kind: flowSource, flow: 20 l/min }
  sender: { kind: sending, K: 2e-7 m3/s/Pa^0.5 }
  valve: { kind: meteringValve, ratedFlow: 40 l/min, ratedPressureDrop: 10 bar }
  tank: { kind: tank }
${parts}
lines:
  L: { from: pump, to: sender.in, length: 2 m, diameter: 20 mm }
direct:
  - { from: sender.out, to: valve.in }
  - { from: valve.out, to: tank }
signals:
  - { from: ${from}, to: valve.opening }
definitions:
  sending:
    ports: { in: hydraulic, out: hydraulic }
    parameters: { K: { unit: m3/s/Pa^0.5 } }
    outputs: { quarter: { unit: 1 } }
    equations: |
      quarter = 0.25 + 0 * in.p
      Q = K * ssqrt(in.p - out.p)
      in.q = -Q
      out.q = Q
run: { end: 20 ms }
record: { every: 1 ms, signals: ['*.p'] }
`);
  const last = async (circuit: Circuit): Promise<number> =>
    (await simulate(circuit, { workers: 1 })).series('sender.in.p').y.at(-1) as number;
  const within = await last(joined('', 'sender.quarter'));
  const outside = await last(joined('  u: { kind: constant, value: 0.25 }', 'u'));
  expect(within).toBeGreaterThan(1e6);
  expect(within / outside).toBeCloseTo(1, 12);
});
