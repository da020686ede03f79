/** Whole circuits at default settings but for the pressure error, against the same circuits as differential equations: what a step is off by. */
import { type CircuitBuilder, circuit } from '#ringmain/circuit/builder.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, rangeOf, rmsDeviation } from '../measures.js';
import { byLines, byOde } from '../runs.js';

const fluid = { density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '14000 bar', vapourPressure: '-1 bar' };
const against = 'own: the same circuit as an ODE, radau5 at 1e-9';

/** What a circuit records, at one pressure error. */
interface Level {
  /** bar */
  readonly pressureError: number;
  readonly steps: number;
  readonly curves: readonly Curve[];
}

/** By lines at pressure errors in bar and as an ODE, both at exact multiples of `record.every`. */
async function atPressureErrors(built: Circuit, pressureErrors: readonly number[]): Promise<Level[]> {
  const exact = await byOde(built, { solver: 'radau5', relativeTolerance: 1e-9 });
  const levels: Level[] = [];
  for (const pressureError of pressureErrors) {
    const results = await byLines(built, { pressureError: pressureError * 1e5, grid: 'exact' });
    const curves = built.record.signals.map((name): Curve => {
      const { t, y, unit } = results.series(name);
      return { name: `${name} at ${pressureError} bar`, unit, x: t, ours: y, reference: exact.series(name).y };
    });
    levels.push({ pressureError, steps: results.account.steps.accepted, curves });
  }
  return levels;
}

/** Root mean square errors may be `perBar` parts of a range per bar of pressure error. */
function proportionalCase(
  one: Pick<ValidationCase, 'name' | 'title' | 'reason'> & { readonly perBar: number; readonly build: () => CircuitBuilder },
): ValidationCase {
  const { name, title, reason, perBar, build } = one;
  return {
    ...{ name, title, reason, against },
    group: 'Circuits',
    measure: `largest root mean square deviation of what is recorded, in parts of ${100 * perBar} % of its range per bar of pressure error`,
    tolerance: 1,
    run: async () => {
      const levels = await atPressureErrors(build().build(), [0.1, 0.01, 0.001]);
      const errors = levels.map(({ curves }) => largestOf(curves.map((curve) => rmsDeviation(curve, rangeOf(curve.reference)))));
      return {
        error: largestOf(errors.map((error, n) => error / (perBar * (levels[n] as Level).pressureError))),
        curves: levels.flatMap(({ curves }) => curves),
        notes: levels.map(
          ({ pressureError, steps }, n) => `${pressureError} bar: ${(100 * (errors[n] as number)).toPrecision(2)} % in ${steps} steps`,
        ),
      };
    },
  };
}

/** A position loop with a valve of 60 Hz that is asked to move after a second at rest. */
const servo: ValidationCase = {
  name: 'default-servo-after-rest',
  group: 'Circuits',
  title: 'A position servo of 300 kg with a valve of 60 Hz is asked for 50 mm after a second at rest, at 0.1 and 0.01 bar',
  against: 'own: the same circuit as an ODE, radau5 at 1e-9',
  measure: 'largest deviation of spool, position and velocity, in parts of 2 % of their ranges (0.3 % at 0.01 bar)',
  tolerance: 1,
  reason: 'order 2 in the step; where states are not judged, the first step after the rest takes the spool a quarter of its way at once',
  run: async () => {
    const built = circuit('servo')
      .fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '14000 bar', vapourPressure: '-1 bar' })
      .initialPressure('70 bar')
      .component('supply', 'pressureSource', { pressure: '140 bar' })
      .component('tank', 'tank')
      .component('demand', 'step', { startTime: '1 s', initialValue: 0.2, finalValue: 0.25 })
      .component('error', 'sum', { factor2: -1 })
      .component('controller', 'gain', { factor: 15 })
      .component('valve', 'servoValve', {
        ratedFlow: '40 l/min',
        ratedPressureDrop: '35 bar',
        naturalFrequency: '60 Hz',
        dampingRatio: 0.7,
        nullOpening: 0.02,
      })
      .component('cyl', 'actuator', {
        bore: '63 mm',
        rodDiameter: '36 mm',
        stroke: '500 mm',
        initialPosition: '200 mm',
        mass: '300 kg',
        viscousFriction: '2000 N s/m',
      })
      .line('a', 'valve.A', 'cyl.cap', { volume: '0.3 l' })
      .line('b', 'valve.B', 'cyl.rod', { volume: '0.3 l' })
      .direct('valve.P', 'supply')
      .direct('valve.T', 'tank')
      .signal('demand', 'error.input1')
      .signal('cyl.x', 'error.input2')
      .signal('error', 'controller.input')
      .signal('controller', 'valve.command')
      .run({ end: '1.4 s' })
      .record({ every: '1 ms', signals: ['valve.spool', 'cyl.x', 'cyl.v'] })
      .build();
    const levels = await atPressureErrors(built, [0.1, 0.01]);
    const allowed = [0.02, 0.003];
    const errors = levels.flatMap(({ curves }, n) =>
      curves.map((curve) => largestDeviation(curve, rangeOf(curve.reference)) / (allowed[n] as number)),
    );
    return { error: largestOf(errors), curves: levels.flatMap(({ curves }) => curves) };
  },
};

const accumulator = proportionalCase({
  name: 'default-accumulator',
  title:
    'A pump charges an accumulator of 1 l to 150 bar through a check valve; a valve draws 80 l/min from it for 0.3 s; at 0.1, 0.01, 0.001 bar',
  perBar: 0.015,
  reason:
    'order 2: pressures that go through 67 bar are off by 0.7 of the pressure error; with lines as printed by 16 times as much at 0.001 bar',
  build: () =>
    circuit('accumulator')
      .fluid(fluid)
      .initialPressure('120 bar')
      .component('suction', 'tank')
      .component('pump', 'pump', { displacement: '20 cc/rev', speed: '1500 rev/min', slipCoefficient: 2e-9 })
      .component('check', 'checkValve', { crackingPressure: '0.5 bar', gradient: '20 l/min/bar' })
      .component('node', 'junction')
      .component('acc', 'accumulator', {
        gasVolume: '1 l',
        prechargePressure: '80 bar',
        initialPressure: '120 bar',
        inletConductance: '100 l/min/bar',
      })
      .component('relief', 'reliefValve', { crackingPressure: '150 bar', gradient: '5 l/min/bar' })
      .component('tank', 'tank')
      .component('opening', 'dutyCycle', {
        points: [
          ['0.2 s', 0],
          ['0.2 s', 0.8],
          ['0.5 s', 0.8],
          ['0.55 s', 0.1],
        ],
      })
      .component('draw', 'meteringValve', { ratedFlow: '100 l/min', ratedPressureDrop: '100 bar' })
      .component('return', 'tank')
      .direct('pump.in', 'suction')
      .direct('relief.out', 'tank')
      .direct('draw.out', 'return')
      .line('delivery', 'pump.out', 'check.in', { volume: '0.2 l' })
      .line('feed', 'check.out', 'node', { volume: '0.5 l' })
      .line('branch', 'node', 'acc.in', { volume: '0.2 l' })
      .line('limit', 'node', 'relief.in', { volume: '0.2 l' })
      .line('out', 'node', 'draw.in', { volume: '0.5 l' })
      .signal('opening', 'draw.opening')
      .run({ end: '1.5 s' })
      .record({ every: '1 ms', signals: ['acc.volume', 'acc.in.q', 'check.out.q', 'node.p', 'delivery.p'] }),
});

/** In a closed circuit, the low side kept at 20 bar through check valves. */
const transmission = proportionalCase({
  name: 'default-hydrostatic-transmission',
  title: 'A variable pump sets a motor with 0.5 kg m² in motion, takes a load of 100 Nm and slows down; at 0.1, 0.01, 0.001 bar',
  perBar: 0.01,
  reason:
    'order 2: the low side, which goes through 150 bar as well, is off by the pressure error; with lines as printed by 8 times as much at 0.001 bar',
  build: () => {
    const built = circuit('transmission')
      .fluid(fluid)
      .initialPressure('20 bar')
      .component('demand', 'dutyCycle', {
        points: [
          ['0.1 s', 0],
          ['0.6 s', 1],
          ['1.2 s', 1],
          ['1.5 s', 0.4],
        ],
      })
      .component('load', 'dutyCycle', {
        points: [
          ['0.9 s', 0],
          ['0.9 s', 100],
        ],
      })
      .component('pump', 'variablePump', { displacement: '40 cc/rev', speed: '1500 rev/min', timeConstant: '50 ms', slipCoefficient: 5e-9 })
      .component('motor', 'motor', {
        displacement: '50 cc/rev',
        slipCoefficient: 5e-9,
        loadInertia: '0.5 kg m2',
        loadViscousFriction: '0.1 Nm s/rad',
      })
      .component('charge', 'pressureSource', { pressure: '20 bar' })
      .component('charged', 'junction')
      .line('charging', 'charge', 'charged', { volume: '0.2 l' })
      .signal('demand', 'pump.demand')
      .signal('load', 'motor.load');
    for (const side of ['forth', 'back'])
      built
        .component(side, 'junction')
        .component(`${side}Check`, 'checkValve', { crackingPressure: '0.5 bar', gradient: '20 l/min/bar' })
        .component(`${side}Relief`, 'reliefValve', { crackingPressure: '250 bar', gradient: '5 l/min/bar' })
        .line(`${side}Charge`, 'charged', `${side}Check.in`, { volume: '0.1 l' })
        .line(`${side}Fill`, `${side}Check.out`, side, { volume: '0.1 l' })
        .line(`${side}Limit`, side, `${side}Relief.in`, { volume: '0.1 l' });
    return built
      .line('forthSpill', 'forthRelief.out', 'back', { volume: '0.1 l' })
      .line('backSpill', 'backRelief.out', 'forth', { volume: '0.1 l' })
      .line('pumpOut', 'pump.out', 'forth', { volume: '0.4 l' })
      .line('motorIn', 'forth', 'motor.in', { volume: '0.4 l' })
      .line('motorOut', 'motor.out', 'back', { volume: '0.4 l' })
      .line('pumpIn', 'back', 'pump.in', { volume: '0.4 l' })
      .run({ end: '2 s' })
      .record({ every: '1 ms', signals: ['pump.swash', 'motor.speed', 'motor.in.q', 'forth.p', 'back.p', 'motorIn.p'] });
  },
});

const compensatedPump = proportionalCase({
  name: 'default-compensated-pump',
  title:
    'A pump compensated at 200 bar fills its line from rest, is asked for half its flow at once, and for little again; at 0.1, 0.01, 0.001 bar',
  perBar: 0.02,
  reason:
    'order 2: pressures are off by the pressure error, the swash by as much of the 10 bar that steer it, less what its lag takes; with lines as printed by 9 times as much at 0.001 bar',
  build: () =>
    circuit('compensated')
      .fluid(fluid)
      .component('suction', 'tank')
      .component('pump', 'pressureCompensatedPump', {
        ...{ displacement: '45 cc/rev', speed: '1500 rev/min', slipCoefficient: 5e-9 },
        ...{ settingPressure: '200 bar', range: '10 bar', timeConstant: '50 ms' },
      })
      .component('node', 'junction')
      .component('opening', 'dutyCycle', {
        points: [
          ['0.4 s', 0.1],
          ['0.4 s', 0.5],
          ['0.8 s', 0.5],
          ['0.8 s', 0.1],
        ],
      })
      .component('load', 'meteringValve', { ratedFlow: '100 l/min', ratedPressureDrop: '200 bar' })
      .component('return', 'tank')
      .component('relief', 'reliefValve', { crackingPressure: '220 bar', gradient: '5 l/min/bar' })
      .component('tank', 'tank')
      .direct('pump.in', 'suction')
      .direct('relief.out', 'tank')
      .direct('load.out', 'return')
      .line('delivery', 'pump.out', 'node', { volume: '0.8 l' })
      .line('limit', 'node', 'relief.in', { volume: '0.2 l' })
      .line('out', 'node', 'load.in', { volume: '0.5 l' })
      .signal('opening', 'load.opening')
      .run({ end: '1.2 s' })
      .record({ every: '1 ms', signals: ['pump.swash', 'pump.out.q', 'relief.in.q', 'node.p', 'delivery.p'] }),
});

export const defaultCircuitCases: readonly ValidationCase[] = [servo, accumulator, transmission, compensatedPump];
