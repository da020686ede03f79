/** Sensors: lag, scale, and the sums that they keep. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { solved, solvers } from '../support/bothSolvers.js';

const close = (value: number, wanted: number, within: number): void => expect(Math.abs(value / wanted - 1)).toBeLessThan(within);

describe.each(solvers)('by %s', (solver) => {
  test('pressureSensor: takes no flow, and shows a jump by 1 - e^(-t/τ), as a multiple of its scale', async () => {
    const built = circuit('shown')
      .component('it', 'pressureSensor', { scale: '250 bar', timeConstant: '5 ms' })
      .component('s', 'pressureSource', { pressure: '100 bar' })
      .direct('it.in', 's')
      .run({ end: '50 ms', step: '20 us' })
      .record({ every: '1 ms', signals: ['it.output', 'it.in.q'] });
    const done = await solved(built, solver);
    done.of('it.output').forEach((y, k) => expect(y).toBeCloseTo(0.4 * (1 - Math.exp(-(done.t[k] as number) / 5e-3)), 6));
    expect(done.of('it.in.q').every((q) => q === 0)).toBe(true);
  });

  test('differentialPressureSensor: shows one pressure less the other, below 0 too, and takes no flow from either', async () => {
    const built = circuit('between')
      .component('it', 'differentialPressureSensor', { scale: '10 bar', timeConstant: '5 ms' })
      .component('a', 'pressureSource', { pressure: '30 bar' })
      .component('b', 'pressureSource', { pressure: '70 bar' })
      .direct('it.high', 'a')
      .direct('it.low', 'b')
      .run({ end: '50 ms', step: '20 us' })
      .record({ every: '1 ms', signals: ['it.output', 'it.high.q', 'it.low.q'] });
    const done = await solved(built, solver);
    done.of('it.output').forEach((y, k) => expect(y).toBeCloseTo(-4 * (1 - Math.exp(-(done.t[k] as number) / 5e-3)), 5));
    for (const port of ['high', 'low']) expect(done.of(`it.${port}.q`).every((q) => q === 0)).toBe(true);
  });

  test('flowSensor: shows the flow that goes through, either way', async () => {
    for (const flow of [30, -12]) {
      const built = circuit('through')
        .component('it', 'flowSensor', { scale: '60 l/min', timeConstant: '5 ms' })
        .component('s', 'flowSource', { flow: `${flow} l/min` })
        .component('t', 'tank', { pressure: '20 bar' })
        .line('L', 's', 'it.in', { volume: '0.1 l', initialPressure: '20 bar' })
        .direct('it.out', 't')
        .run({ end: '0.2 s', step: '50 us' })
        .record({ every: '1 ms', signals: ['it.output', 'L.p'] });
      const done = await solved(built, solver);
      close(done.last('it.output'), flow / 60, 1e-6);
      // The meter costs 0.1 bar at 100 l/min.
      close(done.last('L.p') - 20e5, (flow / 1000) * 1e5, 1e-4);
    }
  });

  test('energyMeter: p Q, its integral, and the oil that has passed', async () => {
    const built = circuit('metered')
      .component('it', 'energyMeter', { conductance: '100 l/min/bar' })
      .component('s', 'pressureSource', { pressure: '200 bar' })
      .component('o', 'laminarRestrictor', { conductance: '0.1 l/min/bar' })
      .component('t', 'tank')
      .direct('it.in', 's')
      .line('L', 'it.out', 'o.in', { volume: '0.1 l', initialPressure: '200 bar' })
      .direct('o.out', 't')
      .run({ end: '1 s', step: '0.2 ms' })
      .record({ every: '1 ms', signals: ['it.power', 'it.energy', 'it.passed'] });
    const done = await solved(built, solver);
    // 20 l/min behind a meter a thousand times as wide.
    const flow = (20 * 1e-3) / 60 / 1.001;
    close(done.last('it.power'), 200e5 * flow, 1e-6);
    close(done.last('it.energy'), 200e5 * flow, 1e-3);
    close(done.last('it.passed'), flow, 1e-3);
    close(done.last('it.energy') / done.last('it.passed'), 200e5, 1e-12);
  });
});
