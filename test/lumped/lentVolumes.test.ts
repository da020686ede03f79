/** Chambers lent to lines, and cavities: the oil balance closes. */
import { describe, expect, test } from 'vitest';
import { bulkModulus, capacitance, last, lumped, solved, worstOf } from '../support/lumped.js';

describe('port volumes', () => {
  const [bore, dead, start, p0] = [0.05, 1e-4, 0.2, 20e5];
  const area = (Math.PI / 4) * bore ** 2;
  /** A cylinder whose oil is shut in, moved by a load; its rod sees the tank. */
  const shut = (load: readonly (readonly [number, number])[]): ReturnType<typeof lumped> =>
    lumped('shut', 0.4, 2e-3)
      .component('load', 'dutyCycle', { points: load.map(([t, force]) => [`${t} s`, force]) })
      .component('act', 'actuator', {
        bore: `${bore} m`,
        stroke: '0.5 m',
        initialPosition: `${start} m`,
        mass: '200 kg',
        viscousFriction: '4 kN s/m',
      })
      .component('end', 'blockedEnd')
      .component('n', 'junction')
      .component('t', 'tank')
      .signal('load', 'act.load')
      .line('L', 'n', 'act.cap', { volume: `${dead / 2} m3`, initialPressure: `${p0} Pa` })
      .line('M', 'end', 'n', { volume: `${dead / 2} m3`, initialPressure: `${p0} Pa` })
      .direct('act.rod', 't');
  const strain = (x: number): number => Math.log((dead + area * x) / (dead + area * start));

  test('the pressure of shut-in oil follows its volume: p = p0 - B ln(V/V0), at every row', async () => {
    const results = await solved(
      shut([
        [0, 3000],
        [0.2, 9000],
        [1, 5000],
      ]),
      { relativeTolerance: 1e-8 },
    );
    const [x, p] = [results.series('act.x').y, results.series('act.cap.p').y];
    expect(Math.max(...x) - Math.min(...x)).toBeGreaterThan(1e-4);
    x.forEach((value, k) => expect(Math.abs((p[k] as number) - p0 + bulkModulus * strain(value))).toBeLessThan(50));
  });

  test('with a fluid whose modulus rises: ∫ dp/B = -ln(V/V0)', async () => {
    const results = await solved(
      shut([
        [0, 3000],
        [0.2, 19000],
        [1, 5000],
      ]).fluid({
        density: '870 kg/m3',
        viscosity: '46 cSt',
        tait: { coefficient: 0.0894, pressure: '1200 bar' },
        vapourPressure: '-1 bar',
      }),
      { relativeTolerance: 1e-8 },
    );
    const [x, p] = [results.series('act.x').y, results.series('act.cap.p').y];
    expect(Math.max(...p)).toBeGreaterThan(80e5);
    const [a, b] = [0.0894, 1.2e8];
    const modulus = (at: number): number => (at + b) * (1 / a - Math.log(1 + at / b));
    const compressed = (to: number): number => {
      const n = 200;
      const h = (to - p0) / n;
      // Simpson's rule.
      return Array.from({ length: n + 1 }, (_, k) => ((k % n === 0 ? 1 : k % 2 === 1 ? 4 : 2) * h) / 3 / modulus(p0 + k * h)).reduce(
        (sum, part) => sum + part,
        0,
      );
    };
    x.forEach((value, k) => expect(Math.abs(compressed(p[k] as number) + strain(value))).toBeLessThan(1e-7));
  });

  test('a pulled cylinder: components see the vapour pressure, and what closes the cavity again is the oil that was there', async () => {
    const results = await solved(
      shut([
        [0, -4500],
        [0.08, -4500],
        [0.08, 9000],
        [1, 9000],
      ]),
      { relativeTolerance: 1e-8 },
    );
    const [x, p] = [results.series('act.x').y, results.series('act.cap.p').y];
    const vapour = [...p].filter((value) => value === -1e5).length;
    expect(vapour).toBeGreaterThan(20);
    expect(Math.max(...x) - start).toBeGreaterThan(0.01);
    x.forEach((value, k) => expect(Math.abs((p[k] as number) - Math.max(-1e5, p0 - bulkModulus * strain(value)))).toBeLessThan(200));
    expect(p.at(-1)).toBeGreaterThan(10e5);
  });

  test('a cavity takes and gives back oil by flow alone: as much as its capacitance says', async () => {
    const results = await solved(
      lumped('cavity', 0.4, 0.1)
        .component('u', 'dutyCycle', {
          points: [
            ['0 s', -1e-4],
            ['0.1 s', -1e-4],
            ['0.1 s', 1e-4],
            ['0.2 s', 1e-4],
            ['0.2 s', 0],
          ],
        })
        .component('s', 'controlledFlowSource', { gain: '1 m3/s' })
        .component('o', 'orifice', { area: '1e-8 m2' })
        .component('t', 'tank')
        .signal('u', 's.demand')
        .line('L', 's', 'o.in', { volume: '1 l', initialPressure: '0 bar' })
        .direct('o.out', 't'),
      { relativeTolerance: 1e-7 },
    );
    const p = results.series('L.p').y;
    expect(p[1]).toBe(-1e5);
    // What the orifice let in at 1 bar while there was a cavity remains as pressure: K √(1e5 Pa) for 0.2 s, less the short ends.
    const drawn = 0.62 * 1e-8 * Math.sqrt((2 * 1e5) / 870) * 0.2;
    expect((p[2] as number) * capacitance).toBeGreaterThan(0.97 * drawn);
    expect((p[2] as number) * capacitance).toBeLessThan(1.0001 * drawn);
  });
});

describe('references', () => {
  test('absolute pressures are those of the gauge plus the atmosphere, flows the same', async () => {
    const built = (reference: 'absolute' | 'gauge', offset: number): ReturnType<typeof lumped> =>
      lumped('reference', 0.1)
        .about({ reference })
        .fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '1.6e9 Pa', vapourPressure: `${-1e5 + offset} Pa` })
        .component('s', 'flowSource', { flow: '10 l/min' })
        .component('o', 'orifice', { area: '5e-6 m2' })
        .component('acc', 'accumulator', {
          gasVolume: '1 l',
          prechargePressure: `${10e5 + offset} Pa`,
          initialPressure: `${12e5 + offset} Pa`,
        })
        .component('n', 'junction')
        .component('t', 'tank', { pressure: `${offset} Pa` })
        .line('L', 's', 'n', { volume: '1 l', initialPressure: `${20e5 + offset} Pa` })
        .line('A', 'n', 'acc', { volume: '0.1 l', initialPressure: `${20e5 + offset} Pa` })
        .line('M', 'n', 'o.in', { volume: '0.1 l', initialPressure: `${20e5 + offset} Pa` })
        .direct('o.out', 't');
    const [gauge, absolute] = await Promise.all([
      solved(built('gauge', 0), { relativeTolerance: 1e-8 }),
      solved(built('absolute', 101325), { relativeTolerance: 1e-8 }),
    ]);
    expect(worstOf(absolute, 'n.p', () => last(gauge, 'n.p') + 101325)).toBeGreaterThan(1e5);
    const [g, a] = [gauge.series('n.p').y, absolute.series('n.p').y];
    g.forEach((value, k) => expect(Math.abs((a[k] as number) - value - 101325)).toBeLessThan(50));
    expect(last(absolute, 'acc.volume') / last(gauge, 'acc.volume')).toBeCloseTo(1, 5);
  });
});
