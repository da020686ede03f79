/** Accumulators: the oil that they give between two pressures, by the laws of their gas, spring or weight, and how they answer. */
import { figure, type KindCheck, stiffness } from './kindCheck.js';
import { bar, litrePerMinute, Rig } from './rig.js';

const e1 = 1 - 1 / Math.E;
const air = 101325;
const round = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
/** Absolute, of a gauge pressure in bar. */
const absolute = (gauge: number): number => gauge * bar + air;
/** Charged to 100 bar from a precharge of 60 bar in 1 l, slowly: the gas then has this volume. */
const charged = (1e-3 * absolute(60)) / absolute(100);
const gas = { gasVolume: '1 l', prechargePressure: '60 bar', initialPressure: '100 bar' };
const area = round(0.05);

/** Gas of a piston accumulator at 100 bar: its whole volume at the precharge of 60 bar, m3. */
const pistonGas = ((area * 0.5 + 0.2e-3) * absolute(60)) / absolute(100);
/** Pressure that lifts 2 t on a plunger of 50 mm, Pa. */
const lifted = (2000 * 9.80665) / area;

export const accumulatorChecks: readonly KindCheck[] = [
  {
    kind: 'accumulator',
    title: 'oil given from 100 to 80 bar slowly and fast, emptied at 40 bar, the drop of its inlet, and the spring of its gas',
    against: 'analytic: Boyle, p V; Poisson, p V^1.4; flow over 1000 l/min/bar; rate of pressure n p Q/V',
    tolerance: 2e-3,
    reason: 'the gas follows the pressure within 1 ms through its inlet, in stiff oil a fast fall rings: 0.1 %',
    rig: () =>
      // Oil that does not yield: what is pumped in is what the gas loses.
      new Rig({ end: 0.2, step: 1e-4 }, { bulkModulus: '1000000 bar' })
        .put('slow', 'accumulator', { ...gas, polytropicExponent: 1, inletConductance: '100 l/min/bar' })
        .hold('slow.in', '80 bar', { volume: '1 l', initialPressure: '80 bar' })
        .put('fast', 'accumulator', { ...gas, inletConductance: '100 l/min/bar' })
        .hold('fast.in', '80 bar', { volume: '1 l', initialPressure: '80 bar' })
        .put('empty', 'accumulator', gas)
        .hold('empty.in', '40 bar', { volume: '1 l', initialPressure: '40 bar' })
        .put('low', 'accumulator', { ...gas, initialPressure: '20 bar' })
        .hold('low.in', '40 bar', { volume: '1 l', initialPressure: '40 bar' })
        .put('choked', 'accumulator', { ...gas, inletConductance: '1 l/min/bar' }, { in: '80 bar' })
        .put('shut', 'accumulator', { ...gas, inletConductance: '1e-9 l/min/bar' })
        .feed('shut.in', '100 bar')
        .put('feeds', 'accumulator', gas)
        .put('pump', 'pump', { displacement: '40 cc/rev', speed: '1500 rev/min' }, { in: '5 bar' })
        .line('L', 'pump.out', 'feeds.in', { volume: '1 cm3', initialPressure: '100 bar' })
        .build(),
    figures: [
      figure('gas volume at 80 bar, slowly', 'm3', (charged * absolute(100)) / absolute(80), (run) => run.end('slow.volume')),
      figure('gas volume at 80 bar, fast', 'm3', charged * (absolute(100) / absolute(80)) ** (1 / 1.4), (run) => run.end('fast.volume')),
      figure('gas volume empty', 'm3', 1e-3, (run) => run.end('empty.volume')),
      figure('gas volume below the precharge', 'm3', 1e-3, (run) => run.end('low.volume')),
      figure('flow empty', 'm3/s', 0, (run) => run.end('empty.in.q'), litrePerMinute),
      stiffness('shut', 1e-3 - charged, 1e11),
      figure('gas volume after 0.2 s of 60 l/min', 'm3', charged - 0.2e-3, (run) => run.end('feeds.volume')),
      figure(
        'pressure then, and 0.06 bar of the inlet',
        'Pa',
        absolute(100) * (charged / (charged - 0.2e-3)) ** 1.4 - air + 0.06 * bar,
        (run) => run.end('feeds.in.p'),
      ),
      figure('flow through a choked inlet at first', 'm3/s', 20 * litrePerMinute, (run) => run.at('choked.in.q', 1e-4)),
      figure('flow taken', 'm3/s', -60 * litrePerMinute, (run) => run.end('feeds.in.q')),
    ],
  },
  {
    kind: 'thermalAccumulator',
    title: 'oil given from 100 to 80 bar faster than heat, and much later; its temperature; the warmth that comes back at a held volume',
    against: 'analytic: Poisson at first, Boyle at the end, T V^0.4; e^(-1) of a change of temperature after τ where no oil moves',
    tolerance: 2e-3,
    reason: 'the gas follows within 1 ms through its inlet, which is 1/1000 of the slower time constant; integrated by steps of 0.2 ms',
    rig: () =>
      new Rig({ end: 0.4, step: 2e-4 })
        .put('fast', 'thermalAccumulator', { ...gas, timeConstant: '1e4 s' })
        .hold('fast.in', '80 bar', { volume: '1 l', initialPressure: '80 bar' })
        .put('choked', 'thermalAccumulator', { ...gas, timeConstant: '1e4 s', inletConductance: '1 l/min/bar' }, { in: '80 bar' })
        .put('shut', 'thermalAccumulator', { ...gas, timeConstant: '1e4 s', inletConductance: '1e-9 l/min/bar' })
        .feed('shut.in', '100 bar')
        .put('late', 'thermalAccumulator', { ...gas, timeConstant: '20 ms' })
        .hold('late.in', '80 bar', { volume: '1 l', initialPressure: '80 bar' })
        .put('low', 'thermalAccumulator', { ...gas, timeConstant: '20 ms' })
        .hold('low.in', '40 bar', { volume: '1 l', initialPressure: '40 bar' })
        // Its gas is held at the stop, empty, where it has cooled by 0.4 ln(V/V₀); from then on it only warms.
        .put('warms', 'thermalAccumulator', { ...gas, timeConstant: '100 ms' })
        .hold('warms.in', '40 bar', { volume: '1 l', initialPressure: '40 bar' })
        .build(),
    figures: [
      figure('gas volume, fast', 'm3', charged * (absolute(100) / absolute(80)) ** (1 / 1.4), (run) => run.at('fast.volume', 0.1)),
      figure('temperature, fast', 'K', 293.15 * (absolute(80) / absolute(100)) ** (0.4 / 1.4), (run) => run.at('fast.temperature', 0.1)),
      stiffness('shut', 1e-3 - charged),
      figure('flow through a choked inlet at first', 'm3/s', 20 * litrePerMinute, (run) => run.at('choked.in.q', 2e-4)),
      figure('gas volume, late', 'm3', (charged * absolute(100)) / absolute(80), (run) => run.end('late.volume')),
      figure('temperature, late', 'K', 293.15, (run) => run.end('late.temperature')),
      figure('gas volume empty', 'm3', 1e-3, (run) => run.end('low.volume')),
      figure('flow empty', 'm3/s', 0, (run) => run.end('low.in.q'), litrePerMinute),
      figure(
        'lack of warmth a time constant later, of what it was',
        '1',
        1 / Math.E,
        (run) => (293.15 - run.at('warms.temperature', 0.2)) / (293.15 - run.at('warms.temperature', 0.1)),
      ),
      figure(
        'oil given, fast',
        'm3',
        charged * (absolute(100) / absolute(80)) ** (1 / 1.4) - charged,
        (run) => run.integral('fast.in.q') + 2e-4 * run.at('fast.in.q', 2e-4) * 0.5,
        1e-4,
      ),
    ],
  },
  {
    kind: 'pistonAccumulator',
    title: 'a piston of 50 mm with dry friction of 5 bar goes from 100 bar down to 80 and up to 120 bar; it runs and swings',
    against: 'analytic: Poisson, p V^1.4, 5 bar late each way; e^(-1) after M/c; period of the mass on the gas, n p A²/V',
    tolerance: 3e-3,
    reason: 'steps of 0.1 ms; friction stops it up to a step late, the swing is small, so that the gas is as stiff all along',
    rig: () => {
      const piston = {
        bore: '50 mm',
        stroke: '500 mm',
        mass: '20 kg',
        endVolume: '0.2 l',
        prechargePressure: '60 bar',
        initialPressure: '100 bar',
      };
      const rubs = { ...piston, viscousFriction: '5 kN s/m', coulombFriction: `${5 * bar * area} N` };
      return (
        new Rig({ end: 0.6, step: 1e-4 })
          .put('down', 'pistonAccumulator', rubs, { in: '80 bar' })
          .put('stuck', 'pistonAccumulator', { ...rubs, coulombFriction: '1e6 N' })
          .feed('stuck.in', '100 bar')
          .put('up', 'pistonAccumulator', rubs, { in: '120 bar' })
          .put('held', 'pistonAccumulator', rubs, { in: '104 bar' })
          .put('empty', 'pistonAccumulator', rubs, { in: '0 bar' })
          .put('low', 'pistonAccumulator', { ...rubs, initialPressure: '40 bar' }, { in: '50 bar' })
          .put('swing', 'pistonAccumulator', { ...piston, mass: '200 kg' }, { in: '100.02 bar' })
          // So much gas that its pressure hardly rises.
          .put(
            'runs',
            'pistonAccumulator',
            { ...piston, endVolume: '1 m3', initialPressure: '60.001 bar', viscousFriction: '4 kN s/m', mass: '80 kg' },
            { in: '65 bar' },
          )
          .build()
      );
    },
    figures: [
      figure(
        'gas volume at 80 bar, 85 in the gas',
        'm3',
        pistonGas * (absolute(100) / absolute(85)) ** (1 / 1.4),
        (run) => 0.2e-3 + area * (0.5 - run.end('down.x')),
      ),
      figure(
        'gas volume at 120 bar, 115 in the gas',
        'm3',
        pistonGas * (absolute(100) / absolute(115)) ** (1 / 1.4),
        (run) => 0.2e-3 + area * (0.5 - run.end('up.x')),
      ),
      figure('gas volume at 104 bar', 'm3', pistonGas, (run) => 0.2e-3 + area * (0.5 - run.end('held.x'))),
      figure('oil given', 'm3', pistonGas * ((absolute(100) / absolute(85)) ** (1 / 1.4) - 1), (run) => run.integral('down.in.q')),
      stiffness('stuck', area * 0.5 + 0.2e-3 - pistonGas),
      figure('position empty', 'm', 0, (run) => run.end('empty.x'), 0.5),
      figure('speed empty', 'm/s', 0, (run) => run.end('empty.v'), 0.1),
      figure('position below the precharge', 'm', 0, (run) => run.end('low.x'), 0.5),
      figure('half a period', 's', Math.PI * Math.sqrt((200 * pistonGas) / (1.4 * absolute(100.01) * area ** 2)), (run) =>
        run.when('swing.v', 0, 5e-3),
      ),
      figure('speed after M/c', 'm/s', (e1 * 5 * bar * area) / 4000, (run) => run.at('runs.v', 0.02), (e1 * 5 * bar * area) / 4000),
    ],
  },
  {
    kind: 'springAccumulator',
    title: 'a piston of 50 mm under a spring of 10 kN and 100 kN/m: oil at 75 bar, full, empty, and its lag behind an inlet',
    against: 'analytic: pressure F/A that rises by K/A² of the oil; e^(-1) after A²/(K G)',
    tolerance: 2e-3,
    reason: 'the first step of 0.1 ms of the line that brings the pressure, of 39 ms',
    rig: () => {
      const spring = {
        bore: '50 mm',
        capacity: '0.2 l',
        springPreload: '10 kN',
        springStiffness: '100 kN/m',
        inletConductance: '60 l/min/bar',
      };
      const held = (pressure: string) => ({ volume: '1 l', initialPressure: pressure });
      const inlet = (area ** 2 / 1e5 / 0.04) * bar;
      return new Rig({ end: 0.8, step: 1e-4 })
        .put('at', 'springAccumulator', { ...spring, initialOil: '0.02 l' })
        .hold('at.in', '55 bar', held('55 bar'))
        .put('shut', 'springAccumulator', { ...spring, initialOil: '0.1 l', inletConductance: '1e-9 l/min/bar' })
        .feed('shut.in', '100 bar')
        .put('full', 'springAccumulator', spring)
        .hold('full.in', '110 bar', held('110 bar'))
        .put('empty', 'springAccumulator', { ...spring, initialOil: '0.1 l' })
        .hold('empty.in', '50 bar', held('50 bar'))
        .put('lags', 'springAccumulator', { ...spring, inletConductance: `${inlet / bar} m3/s/Pa` })
        .hold('lags.in', '55 bar', held('55 bar'))
        .build();
    },
    figures: [
      figure('oil at 55 bar', 'm3', (area * (55 * bar * area - 10e3)) / 100e3, (run) => run.end('at.oil')),
      stiffness('shut', 0.1e-3),
      figure('oil full', 'm3', 0.2e-3, (run) => run.end('full.oil')),
      figure('oil empty', 'm3', 0, (run) => run.end('empty.oil'), 0.2e-3),
      figure('flow full', 'm3/s', 0, (run) => run.end('full.in.q'), litrePerMinute),
      figure('oil after A²/(K G) = 40 ms', 'm3', (e1 * (area * (55 * bar * area - 10e3))) / 100e3, (run) => run.at('lags.oil', 0.04)),
      figure('flow then', 'm3/s', -(area * (55 * bar * area - 10e3)) / 100e3 / 0.04 / Math.E, (run) => run.at('lags.in.q', 0.04)),
    ],
  },
  {
    kind: 'weightLoadedAccumulator',
    title: 'a weight of 2 t on a plunger of 50 mm: steady rise and fall, held by friction, its ends, swing on the spring of the oil',
    against: 'analytic: pressure M g/A, with friction A Δp; v = (A Δp - F)/c after M/c; half a period by M V/(B A²)',
    tolerance: 1e-3,
    reason: 'steps of 0.1 ms: friction has its direction from the second step on, 1e-4 of the speed after 20 ms; periods by rows',
    rig: () => {
      const weight = { bore: '50 mm', stroke: '200 mm', mass: '2000 kg', initialPosition: '100 mm' };
      const rubs = { ...weight, viscousFriction: '100 kN s/m', coulombFriction: '2 kN' };
      return new Rig({ end: 1.4, step: 1e-4 })
        .put('rises', 'weightLoadedAccumulator', { ...rubs, initialPosition: '0 mm' }, { in: `${(lifted + 12000 / area) / bar} bar` })
        .put('falls', 'weightLoadedAccumulator', rubs, { in: `${(lifted - 12000 / area) / bar} bar` })
        .put('held', 'weightLoadedAccumulator', rubs, { in: `${(lifted + 1900 / area) / bar} bar` })
        .put('swing', 'weightLoadedAccumulator', weight)
        .put('bleed', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' }, { out: '100 bar' })
        .line('chamber', 'bleed.in', 'swing.in', { volume: '0.1 l', initialPressure: `${lifted / bar + 2} bar`, filter: 0 })
        .build();
    },
    figures: [
      figure('speed of the rise', 'm/s', 0.1, (run) => run.at('rises.v', 0.4)),
      figure('speed after M/c', 'm/s', 0.1 * e1, (run) => run.at('rises.v', 0.02)),
      figure('flow taken', 'm3/s', -area * 0.1, (run) => run.at('rises.in.q', 0.4)),
      figure('speed of the fall', 'm/s', -0.1, (run) => run.at('falls.v', 0.4)),
      figure('position at the lower end', 'm', 0, (run) => run.end('falls.x'), 0.2),
      figure('speed at the lower end', 'm/s', 0, (run) => run.end('falls.v'), 0.1),
      figure('oil given back to the end', 'm3', area * 0.1, (run) => run.integral('falls.in.q')),
      figure('position held by friction', 'm', 0.1, (run) => run.end('held.x')),
      figure('half a period', 's', Math.PI * Math.sqrt((2000 * (1e-4 + area * 0.1)) / (15e8 * area ** 2)), (run) =>
        run.when('swing.v', 0, 5e-3),
      ),
    ],
  },
];
