import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { summaryText } from '../../dist/report/summary.js';
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
    const {
      account: { balance },
    } = await simulate(ownSource(flow), { workers: 1 });
    expect(Math.abs(balance.mass)).toBeLessThan(1e-11);
  });

  test('of a circuit at rest is told in volume: over a flow of nothing rounding is all there is', async () => {
    const closed = circuit('closed')
      .component('s', 'pressureSource', { pressure: '70.3 bar' })
      .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
      .component('n', 'junction')
      .component('v', 'reliefValve', { crackingPressure: '160 bar', gradient: '300 l/min/bar' })
      .component('a', 'laminarRestrictor', { conductance: '3.3 l/min/bar' })
      .component('t', 'tank')
      .line('L1', 's.out', 'r.in', { volume: '1.1 l' })
      .line('L2', 'r.out', 'n', { volume: '1 l' })
      .line('L3', 'n', 'v.in', { volume: '0.7 l' })
      .line('L4', 'n', 'a.in', { volume: '0.3 l' })
      .line('L5', 'a.out', 'n', { volume: '0.37 l' })
      .direct('v.out', 't')
      .run({ end: '1 s', maximumStep: '1 ms' })
      .record({ every: '1 s', signals: ['L1.p'] })
      .build();
    const results = await simulate(closed, { workers: 1, steadyStart: true });
    const { mass, off, through, atRest } = results.account.balance;
    // 3.47 l with rounding errors of 1e-16 in 70 bar of 16 000, over a thousand steps.
    expect(through).toBeLessThan(1e-15);
    expect(off).toBeLessThanOrEqual(through);
    expect(mass).toBeGreaterThan(0.01);
    expect(atRest).toBe(true);
    expect(summaryText(results)).toMatch(/^oil balance +off by \S+ cm³ \(\S+ g\) of 3.47 l; next to nothing flowed through the circuit$/m);
    const flows = await simulate(ownSource('1e-4'), { workers: 1 });
    expect(flows.account.balance.atRest).toBe(false);
    // 0.1 l/s for 2 s, in and out, and what the line holds.
    expect(flows.account.balance.through).toBeCloseTo(4e-4, 5);
    expect(summaryText(flows)).toMatch(/^oil balance +off by \S+ cm³ \(\S+ g\) of 1 l; \S+ of the flow through the circuit$/m);
  });
});

describe('mass', () => {
  test.each([
    ['without a line', (b: CircuitBuilder) => b.direct('r.in', 's')],
    ['behind a line', (b: CircuitBuilder) => b.line('S', 's', 'r.in', { volume: '1 l', initialPressure: '200 bar' })],
  ])('of what a source of 200 bar, %s, gives has its density, and what it fills begins with that of the open air', async (_, joined) => {
    const built = circuit('filled')
      .fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '1.6e9 Pa', vapourPressure: '-1 bar' })
      .component('s', 'pressureSource', { pressure: '200 bar' })
      .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
      .component('end', 'blockedEnd')
      .line('L', 'r.out', 'end', { volume: '1 l' })
      .run({ end: '2 s', maximumStep: '1 ms' })
      .record({ every: '1 s', signals: ['L.p'] });
    const {
      account: { balance },
    } = await simulate(joined(built).build(), { workers: 1 });
    const strain = 200e5 / 1.6e9;
    const exact = 0.87 * (Math.expm1(strain) - strain * Math.exp(strain));
    expect(balance.drift / exact).toBeCloseTo(1, 6);
    expect(balance.perPassage).toBeCloseTo(-Math.expm1(-strain), 4);
    expect(balance.mass).toBeLessThan(1e-12);
  });
});
