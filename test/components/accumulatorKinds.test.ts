/** Accumulators by spring, weight, piston and warm gas: pressure against oil, friction, heat, and oil that comes back. */
import { describe, expect, test } from 'vitest';
import { pumped, type Solved, solved, solvers } from '../support/bothSolvers.js';

const area = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
const close = (value: number, wanted: number, within: number): void => expect(Math.abs(value / wanted - 1)).toBeLessThan(within);
const atmosphere = 101325;
const litre = 1e-3 / 60;
const at = ({ t, of }: Solved, name: string, time: number): number => of(name)[t.findIndex((one) => one >= time - 1e-9)] as number;

describe.each(solvers)('by %s', (solver) => {
  test('springAccumulator: (F_0 + K V/A)/A, full at its capacity, empty at 0, all oil given back', async () => {
    const parameters = { bore: '60 mm', capacity: '50 cm3', springPreload: '3000 N', springStiffness: '40000 N/m' };
    const pressure = (oil: number): number => (3000 + (4e4 * oil) / area(60e-3)) / area(60e-3);
    const flow = [
      [0, 3],
      [0.5, 3],
      [0.5, 0],
      [0.7, 0],
      [0.7, 3],
      [1.4, 3],
      [1.4, -3],
      [2.65, -3],
      [2.65, 0],
      [2.8, 0],
    ] as const;
    const done = await solved(
      pumped('springAccumulator', parameters, 'in', flow, {
        pressure: pressure(0),
        step: 2e-4,
        filter: 0.2,
        signals: ['it.oil', 'it.in.p', 'it.in.q', 'L.p'],
      }),
      solver,
    );
    const oil = at(done, 'it.oil', 0.69);
    close(at(done, 'it.in.p', 0.69), pressure(oil), 2e-4);
    // 25 cm3, of which the line took what it was compressed by.
    close(oil + ((1e-4 + oil) * (pressure(oil) - pressure(0))) / 1.6e9, 25e-6, 3e-3);
    expect(at(done, 'it.oil', 1.4)).toBe(50e-6);
    expect(Math.abs(at(done, 'it.in.q', 1.4))).toBeLessThan(1e-15);
    expect(at(done, 'L.p', 1.4)).toBeGreaterThan(pressure(50e-6));
    expect(done.last('it.oil')).toBe(0);
    // What went in came out, and more was drawn: the pressure falls below that of the empty spring.
    expect(done.last('L.p')).toBeLessThan(pressure(0));
  });

  test('weightLoadedAccumulator: M g/A at rest wherever it stands, ± F_R/A in motion, its stroke and no more', async () => {
    const parameters = { bore: '100 mm', stroke: '300 mm', mass: '2000 kg', viscousFriction: '20000 N s/m', coulombFriction: '500 N' };
    const flow = [
      [0, 30],
      [1.5, 30],
      [1.5, -30],
      [3, -30],
      [3, 30],
      [9, 30],
    ] as const;
    const weight = 2000 * 9.80665;
    const done = await solved(
      pumped('weightLoadedAccumulator', parameters, 'in', flow, {
        pressure: weight / area(100e-3),
        step: 2e-4,
        filter: 0.2,
        signals: ['it.x', 'it.v', 'it.in.p', 'it.in.q'],
      }),
      solver,
    );
    const speed = (30 * litre) / area(100e-3);
    close(at(done, 'it.v', 1.45), speed, 2e-3);
    close(at(done, 'it.in.p', 1.45), (weight + 500 + 20000 * speed) / area(100e-3), 5e-3);
    close(at(done, 'it.in.p', 2.9), (weight - 500 - 20000 * speed) / area(100e-3), 5e-3);
    close(at(done, 'it.x', 1.5), speed * 1.5, 3e-2);
    expect(done.last('it.x')).toBe(0.3);
    expect(done.last('it.v')).toBe(0);
  });

  test('pistonAccumulator: charges 2 F_R/A above the pressure at which it gives back; at rest the gas law holds within that', async () => {
    const parameters = {
      bore: '80 mm',
      stroke: '200 mm',
      mass: '3 kg',
      viscousFriction: '1000 N s/m',
      coulombFriction: '400 N',
      endVolume: '0.2 l',
      prechargePressure: '50 bar',
      initialPressure: '60 bar',
      polytropicExponent: 1.2,
    };
    const flow = [
      [0, 0],
      [0.1, 0],
      [0.1, 12],
      [1.1, 12],
      [1.1, -12],
      [2.1, -12],
    ] as const;
    const done = await solved(
      pumped('pistonAccumulator', parameters, 'in', flow, {
        pressure: 60e5,
        step: 1e-4,
        filter: 0.2,
        signals: ['it.x', 'it.v', 'it.in.p', 'it.in.q'],
      }),
      solver,
    );
    const whole = area(80e-3) * 0.2 + 2e-4;
    const first = (whole * (50e5 + atmosphere)) / (60e5 + atmosphere);
    close(done.of('it.x')[0] as number, (whole - first) / area(80e-3), 1e-12);
    expect(Math.abs(at(done, 'it.x', 0.1) - (done.of('it.x')[0] as number))).toBeLessThan(1e-9);
    const gas = (x: number): number => (60e5 + atmosphere) * (first / (whole - area(80e-3) * x)) ** 1.2 - atmosphere;
    const [filling, giving] = [1.05, 1.6];
    const rub = (time: number): number =>
      at(done, 'it.in.p', time) - gas(at(done, 'it.x', time)) - (1000 * at(done, 'it.v', time)) / area(80e-3);
    close(rub(filling), 400 / area(80e-3), 1e-2);
    close(rub(giving), -400 / area(80e-3), 1e-2);
    close(at(done, 'it.v', filling), (12 * litre) / area(80e-3), 5e-2);
    expect(done.last('it.x')).toBeLessThan(0.2);
  });

  describe('thermalAccumulator', () => {
    const parameters = { gasVolume: '1 l', prechargePressure: '50 bar', initialPressure: '60 bar', heatRatio: 1.4 };
    const first = (1e-3 * (50e5 + atmosphere)) / (60e5 + atmosphere);
    const signals = ['it.volume', 'it.temperature', 'it.expanded', 'it.in.p'];
    const fill = [
      [0, 0],
      [0.1, 0],
      [0.1, 60],
      [0.3, 60],
      [0.3, 0],
      [1.3, 0],
    ] as const;

    test('then it cools with its time constant, T - T_w ~ e^(-t/τ) at a volume that hardly moves', async () => {
      const flow = [...fill.slice(0, -1), [1.8, 0]] as const;
      const done = await solved(
        pumped('thermalAccumulator', { ...parameters, timeConstant: '2 s' }, 'in', flow, {
          pressure: 60e5,
          step: 2e-4,
          filter: 0.2,
          signals,
        }),
        solver,
      );
      const excess = (time: number): number => at(done, 'it.temperature', time) - 293.15;
      expect(excess(0.3)).toBeGreaterThan(20);
      // As the gas cools, the oil of the stiff line follows by less than 1 % of the volume, which works on the gas a little.
      close(excess(1.8) / excess(0.3), Math.exp(-1.5 / 2), 2e-2);
    });

    test('filled slowly it is isothermal: p V stays', async () => {
      const done = await solved(
        pumped('thermalAccumulator', { ...parameters, timeConstant: '0.5 ms' }, 'in', fill, {
          pressure: 60e5,
          step: 1e-4,
          filter: 0.2,
          signals,
        }),
        solver,
      );
      close((done.last('it.in.p') + atmosphere) * done.last('it.volume'), (60e5 + atmosphere) * first, 1e-6);
      close(done.last('it.temperature'), 293.15, 1e-9);
    });

    test('a cycle in the time of its heat costs energy: it gives back at a lower pressure than it took', async () => {
      const flow = [
        [0, 12],
        [1, 12],
        [1, 0],
        [4, 0],
        [4, -12],
        [5, -12],
        [5, 0],
        [5.2, 0],
      ] as const;
      const done = await solved(
        pumped('thermalAccumulator', { ...parameters, timeConstant: '1 s' }, 'in', flow, {
          pressure: 60e5,
          step: 1e-3,
          filter: 0.2,
          signals,
        }),
        solver,
      );
      expect(at(done, 'it.in.p', 4)).toBeLessThan(0.97 * at(done, 'it.in.p', 1));
      expect(at(done, 'it.temperature', 5)).toBeLessThan(285);
      close(done.last('it.volume'), first, 5e-3);
      expect(done.last('it.in.p')).toBeLessThan(60e5);
    });

    test('emptied it stands at its volume, warms to its wall, and takes the oil back', async () => {
      const flow = [
        [0, -60],
        [0.18, -60],
        [0.18, 0],
        [1, 0],
        [1, 60],
        [1.5, 60],
        [1.5, 0],
        [1.6, 0],
      ] as const;
      const done = await solved(
        pumped('thermalAccumulator', { ...parameters, timeConstant: '0.1 s' }, 'in', flow, {
          pressure: 60e5,
          step: 2e-4,
          filter: 0.2,
          signals,
        }),
        solver,
      );
      expect(at(done, 'it.volume', 0.5)).toBe(1e-3);
      close(at(done, 'it.temperature', 1), 293.15, 1e-3);
      expect(done.last('it.volume')).toBeLessThan(0.8e-3);
    });
  });
});
