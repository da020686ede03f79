/** A tank that ends a line and is seen directly by another port at once. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';

test('its flow is that of both, and the mass balance closes', async () => {
  const built = circuit('shared')
    .component('p', 'flowSource', { flow: '10 l/min' })
    .component('n', 'junction')
    .component('r1', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('r2', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('t', 'tank')
    .line('a', 'p', 'n', { volume: '1 l' })
    .line('b', 'n', 'r1.in', { volume: '1 l' })
    .line('c', 'n', 'r2.in', { volume: '1 l' })
    .line('d', 'r1.out', 't', { volume: '1 l' })
    .direct('r2.out', 't')
    .run({ end: '1 s' })
    .record({ every: '0.1 s', signals: ['t.in.q', 'n.p'] })
    .build();
  for (const step of [null, 1e-3]) {
    const results = await simulate(built, { workers: 1, step });
    expect(results.ending).toBeNull();
    expect(results.account.balance.mass).toBeLessThan(1e-12);
    expect((results.series('n.p').y.at(-1) as number) / 5e5).toBeCloseTo(1, 6);
    expect((results.series('t.in.q').y.at(-1) as number) / (-10e-3 / 60)).toBeCloseTo(1, 6);
  }
});
