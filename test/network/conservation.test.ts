import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';

/** A source of a user's own; `flow` is the text of its flow. */
const ownSource = (flow: string) =>
  circuit('own-source')
    .definition('own', { ports: { out: 'hydraulic' }, equations: `out.q = ${flow}` })
    .component('s', 'own')
    .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('t', 'tank')
    .line('L', 's.out', 'r.in', { volume: '1 l' })
    .direct('r.out', 't')
    .run({ end: '2 s', maximumStep: '1 ms' })
    .record({ every: '1 s', signals: ['L.p'] })
    .build();

describe('mass balance', () => {
  test.each([
    ['a constant flow', '1e-4'],
    ['a flow that begins late', '1e-4 * max(0, time - 1.5)'],
  ])('of %s closes', async (_, flow) => {
    const { balance } = await simulate(ownSource(flow), { workers: 1 });
    expect(Math.abs(balance.mass)).toBeLessThan(1e-11);
  });
});
