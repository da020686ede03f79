/** The quasi-steady pressure by all integrators: where valves shut at once nothing determines it, and slopes by it go into the Jacobian of the rest. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withoutLines } from '../../dist/bench/protocol/edited.js';
import { smallVolumeCases } from '../../dist/bench/smallVolumes/cases.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';

/** What the pressure of the small volume leads to: a piston, or the pressure of a volume that is large. */
const quantities: Readonly<Record<string, string>> = { 'three-orifices': 'V1.p', 'flow-control-valve': 'behind.p' };

describe.each(smallVolumeCases.map((one) => [one.name, one] as const))('%s', (name, { volume, end }) => {
  const text = readFileSync(`circuits/${name}.yaml`, 'utf8');
  const quantity = quantities[name] ?? 'cylinder.x';
  const course = async (of: Circuit, options: LumpedOptions): Promise<Float64Array> => {
    const result = await simulateLumped(of, { relativeTolerance: 1e-5, ...options, until: end, every: end / 400, record: [quantity] });
    expect(result.ending).toBeNull();
    expect(result.cost.counts.accepted).toBeLessThan(20_000);
    // A compensator that is shut stays so until its valve opens.
    if (options.treat) expect(result.account.discontinuities.resets).toBeLessThan(30);
    return result.series(quantity).y;
  };
  const joined = course(withoutLines(text, [volume], `${name}.yaml`), { solver: 'rodas4', relativeTolerance: 1e-7 });
  const { circuit: whole } = parseCircuit(text, `${name}.yaml`);
  const treat = [{ volume, treatment: 'quasi-steady' }];

  // Slopes that are kept, as bdf's, are those of the shut valve when it opens: the pressure comes late then.
  test.each([
    ['rodas4', 1e-4],
    ['radau5', 3e-4],
    ['bdf', 3e-3],
    ['dopri5', 1e-4],
  ] as const)('%s: what a join without volume gives', async (solver, share) => {
    const [treated, limit] = [await course(whole, { solver, treat }), await joined];
    const size = Math.max(...limit);
    const off = treated.reduce((most, value, k) => Math.max(most, Math.abs(value - (limit[k] as number))), 0);
    expect(off / size).toBeLessThan(share);
  });
});

/** Two treated volumes in a row between two that are not, fed by a pressure that swings. */
const row = circuit('row')
  .component('demand', 'sine', { offset: 1, amplitude: 0.2, frequency: '3 Hz' })
  .component('s', 'controlledPressureSource', { gain: '90 bar' })
  .signal('demand', 's.demand')
  .component('t', 'tank')
  .run({ end: '5 ms' })
  .record({ every: '1 ms', signals: ['*.p'] });
for (const k of [1, 2, 3, 4, 5]) row.component(`o${k}`, 'ratedOrifice', { ratedFlow: '1e-7 m3/s', ratedPressureDrop: '1 Pa' });
for (const k of [1, 2, 3, 4]) row.line(`V${k}`, `o${k}.out`, `o${k + 1}.in`, { volume: '1 cm3', initialPressure: `${90 - 17 * k} bar` });
const built = row.direct('o1.in', 's').direct('o5.out', 't').build();

describe('slopes by pressures that follow from the rest', () => {
  const treat = ['V2', 'V3'].map((volume) => ({ volume, treatment: 'quasi-steady' }));
  const system = lumpedSystem(built, { treat, solver: 'rodas4' });
  const { size, pattern } = system;
  const y = new Float64Array(size);
  system.initial(y);
  system.arrive(0, y, -1);
  const ratesAt = (t: number, point: Float64Array): Float64Array => {
    const rates = new Float64Array(size);
    system.rates(t, point, rates);
    return rates;
  };
  const at = 0.01;

  test('are those of differences: V1 and V4 see each other through the two between them', () => {
    const values = new Float64Array(pattern.rows.length);
    system.jacobian(at, y, values);
    const step = 1e3;
    let through = 0;
    for (let j = 0; j < size; j++) {
      const [above, below] = [1, -1].map((sign) =>
        ratesAt(
          at,
          y.map((value, k) => (k === j ? value + sign * step : value)),
        ),
      ) as [Float64Array, Float64Array];
      const analytic = new Float64Array(size);
      for (let k = pattern.starts[j] as number; k < (pattern.starts[j + 1] as number); k++)
        analytic[pattern.rows[k] as number] = values[k] as number;
      for (let i = 0; i < size; i++) {
        const difference = ((above[i] as number) - (below[i] as number)) / (2 * step);
        // Rates of 1e10 Pa/s, to whose pressures the search comes within 1e-3 Pa of 1e6.
        expect(Math.abs(difference - (analytic[i] as number)), `${i}, ${j}`).toBeLessThan(1e-5 * Math.max(...values.map(Math.abs)));
      }
      if (j === 0) through = Math.abs(analytic[3] as number);
    }
    expect(through).toBeGreaterThan(0.01 * Math.max(...values.map(Math.abs)));
  });

  test('those in time too', () => {
    const slopes = new Float64Array(size);
    system.timeDerivative?.(at, y, slopes);
    const step = 1e-6;
    const [above, below] = [ratesAt(at + step, y), ratesAt(at - step, y)];
    slopes.forEach((slope, k) => {
      expect(Math.abs(((above[k] as number) - (below[k] as number)) / (2 * step) - slope)).toBeLessThan(
        1e-4 * Math.max(...slopes.map(Math.abs)),
      );
    });
    expect(Math.max(...slopes.map(Math.abs))).toBeGreaterThan(0);
  });
});
