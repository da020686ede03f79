/**
 * A constant flow q into a line whose other end is blocked (Burton 1994 §3): d((C_a + C_b)/2)/dt = q/C exactly, with and without the filter, across
 * step changes; and p_a - p_b = Z q (2α-1)^n with the present Z, which only a compensated line shows (the mean stays exact without).
 */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { ByHand } from '../support/byHand.js';
import { random } from '../support/kernelBench.js';

const q = 10 / 60_000;
const bulkModulus = 1.6e9;
const volume = 1e-3;

const line = (filter: number, lent?: string) =>
  circuit('closed')
    .definition('plug', { ports: { in: 'hydraulic', out: 'hydraulic' }, equations: `in.q = 0\nout.q = 0${lent ? `\nin.V = ${lent}` : ''}` })
    .component('source', 'flowSource', { flow: '10 l/min' })
    .component('end', 'plug')
    .component('tank', 'tank')
    .line('L', 'source', 'end.in', { volume: '1 l', filter })
    .direct('end.out', 'tank')
    .run({ end: '1 s' })
    .build();

/** Steps by turns longer and shorter, 1 µs to 1 ms, and what the line did in each. */
function fill(run: ByHand, count: number, each: (n: number, step: number, z: number) => void): void {
  const rng = random(5);
  const draw = (): number => 10 ** (-6 + 3 * rng());
  run.retune(draw());
  for (let n = 0; n < count; n++) {
    const { step } = run;
    const { z } = run.line('L');
    run.attempt();
    each(n, step, z);
    run.accept(draw());
  }
}

describe.each([0, 0.2, 0.5])('α = %d', (filter) => {
  test('the mean rises by q Δ/C in every step and is exact at the end', () => {
    const run = new ByHand(line(filter));
    fill(run, 200, (n) => {
      const exact = (q * run.time * bulkModulus) / volume;
      // n sums of numbers of at most this size, each rounded to 1e-16.
      expect(Math.abs(run.line('L').mean - exact), `step ${n}`).toBeLessThanOrEqual(4e-16 * (n + 1) * exact);
    });
  });

  test('p_a - p_b = Z q (2α-1)^n', () => {
    const run = new ByHand(line(filter));
    fill(run, 40, (n, _, z) => {
      const [a, b] = [run.value('source.out.p'), run.value('end.in.p')];
      // A difference of two pressures of at most 1e8 Pa with rounding of 1e-16 a step.
      expect(Math.abs(a - b - z * q * (2 * filter - 1) ** n), `step ${n}`).toBeLessThan(1e-12 * Math.max(Math.abs(a), z * q) * (n + 1));
    });
  });

  test("compensation of a changing volume: the mean rises by q Δ Be ln(V'/V)/(V' - V), p_a - p_b as before with the new Z", () => {
    // V swings between 1 l and 1.8 l; the volume at the end of a step is that of the next one.
    const run = new ByHand(line(filter, '8e-4 * (0.5 + 0.5*cos(2000*time))'));
    let expected = 0;
    // The series of the logarithm is cut behind u⁵, u = (V' - V)/(V' + V).
    let cut = 0;
    let total = volume + 8e-4;
    fill(run, 200, (n, step, z) => {
      const [a, b] = [run.value('source.out.p'), run.value('end.in.p')];
      const impedance = (step * bulkModulus) / (1 - filter) / total;
      expect(Math.abs(z / impedance - 1)).toBeLessThan(1e-14);
      expect(Math.abs(a - b - z * q * (2 * filter - 1) ** n), `step ${n}`).toBeLessThan(1e-12 * Math.max(Math.abs(a), z * q) * (n + 1));
      expect(Math.abs(run.line('L').mean - expected)).toBeLessThan(1e-13 * (n + 1) * Math.max(expected, 1) + cut);
      const next = volume + 8e-4 * (0.5 + 0.5 * Math.cos(2000 * (run.time + step)));
      expected += (q * step * bulkModulus * Math.log(next / total)) / (next - total);
      cut += (q * step * bulkModulus * (Math.abs(next - total) / (next + total)) ** 6) / total / 6;
      total = next;
    });
  });
});

test('rejections leave no trace in a line: rejected attempts between, and the bits of a run without them', () => {
  const steps = [1e-4, 3e-4, 2e-5, 7e-4, 1e-4, 5e-5];
  const plain = new ByHand(line(0.2));
  const tried = new ByHand(line(0.2));
  plain.retune(1e-4);
  tried.retune(1e-4);
  steps.forEach((step, n) => {
    tried.attempt();
    tried.retune(step * 9);
    tried.attempt();
    tried.retune(tried.step / 90);
    tried.attempt();
    tried.retune(plain.step);
    tried.advance(step);
    plain.advance(step);
    if (n === 0) return;
    // A rejection computes C from mean, half and the ratio of the steps, as the acceptance did: the same operations.
    expect(tried.line('L')).toEqual(plain.line('L'));
  });
});
