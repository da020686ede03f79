/** Motors, pumps, valves and accumulators against laws that can be solved by hand. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Curve, ValidationCase } from '../case.js';
import { closedEnd } from '../closedEnd.js';
import { largestDeviation, largestOf, largestRelative } from '../measures.js';
import { byBoth, byLines, stepsOf } from '../runs.js';

const bar = 1e5;
/** 50 cc/rev */
const displacement = 50e-6 / (2 * Math.PI);
const fluid = { density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '1.6e9 Pa' };

const kloss: ValidationCase = {
  name: 'electric-motor-run-up',
  group: 'Components',
  title: 'An asynchronous motor with a pump that has nothing to deliver against runs up from rest',
  against: 'analytic: the torque of Kloss integrated over the slip',
  measure: 'largest deviation of the speed, of ω₀',
  tolerance: 5e-6,
  reason: 'order 2 at Δ = 0.1 ms, of a bend at the breakdown torque that takes 10 ms: (Δ/10 ms)²/12 = 8e-6 of its part of the speed',
  run: async () => {
    const [synchronous, breakdown, slip, inertia] = [(1500 * Math.PI) / 30, 300, 0.15, 0.1];
    const built = circuit('run-up')
      .fluid(fluid)
      .component('it', 'electricMotorPump', {
        displacement: '50 cc/rev',
        synchronousSpeed: '1500 rev/min',
        breakdownTorque: `${breakdown} Nm`,
        breakdownSlip: slip,
        inertia: `${inertia} kg m2`,
      })
      .component('a', 'tank')
      .component('b', 'tank')
      .direct('it.in', 'a')
      .direct('it.out', 'b')
      .run({ end: '0.15 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['it.speed'] })
      .build();
    const scale = (inertia * synchronous) / (2 * breakdown * slip);
    const timeOf = (s: number): number => scale * ((1 - s * s) / 2 + slip * slip * Math.log(1 / s));
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.speed');
      return { name: `speed ${name}`, unit: 'rad/s', x: t, ours: y, reference: t.map((time) => synchronous * (1 - slipAt(timeOf, time))) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, synchronous))), curves };
  },
};

/** The slip at a time: timeOf falls from s = 0, where it is infinite, to 0 at s = 1. */
function slipAt(timeOf: (s: number) => number, time: number): number {
  let [low, high] = [1e-12, 1];
  for (let pass = 0; pass < 60; pass++) {
    const middle = (low + high) / 2;
    if (timeOf(middle) > time) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const motor: ValidationCase = {
  name: 'motor-acceleration',
  group: 'Components',
  title: 'A hydraulic motor of 50 cc/rev at 100 bar accelerates an inertia against viscous friction',
  against: 'analytic: ω = (D Δp/c)(1 - e^(-ct/J))',
  measure: 'largest deviation of the speed, of D Δp/c',
  tolerance: 1e-7,
  reason: 'the trapezoidal rule, (cΔ/J)²/12 = 5e-8 at Δ = 1 ms; the ODE is asked for 1e-8',
  run: async () => {
    const [friction, inertia] = [0.4, 0.5];
    const built = circuit('motor')
      .fluid(fluid)
      .component('it', 'variableMotor', {
        displacement: '50 cc/rev',
        timeConstant: '20 ms',
        inertia: `${inertia} kg m2`,
        viscousFriction: `${friction} Nm s/rad`,
      })
      .component('full', 'constant', { value: 1 })
      .signal('full', 'it.demand')
      .component('a', 'pressureSource', { pressure: '100 bar' })
      .component('b', 'tank')
      .direct('it.in', 'a')
      .direct('it.out', 'b')
      .run({ end: '5 s', step: '1 ms' })
      .record({ every: '20 ms', signals: ['it.speed'] })
      .build();
    const last = (displacement * 100 * bar) / friction;
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.speed');
      const reference = t.map((time) => last * (1 - Math.exp((-friction / inertia) * time)));
      return { name: `speed ${name}`, unit: 'rad/s', x: t, ours: y, reference };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, last))), curves };
  },
};

const ripple: ValidationCase = {
  name: 'piston-pump-ripple',
  group: 'Components',
  title: 'Flow of a pump of nine pistons over one turn of its shaft',
  against: 'analytic: the sum of nine half sines',
  measure: "largest deviation, of the ripple's height",
  tolerance: 1e-10,
  reason: 'rounding of 1e-16 of the flow and of an angle of 6 rad, of a ripple of 1.5 % of it; read half a step late it would be 0.018 off',
  run: async () => {
    const [pistons, speed, step] = [9, 50 * Math.PI, 20e-6];
    const built = circuit('ripple')
      .fluid(fluid)
      .component('it', 'pistonPump', { displacement: '50 cc/rev', speed: `${speed} rad/s`, pistons })
      .component('a', 'tank')
      .component('b', 'pressureSource', { pressure: '100 bar' })
      .direct('it.in', 'a')
      .direct('it.out', 'b')
      .run({ end: '40 ms', step: '20 us' })
      .record({ every: '20 us', signals: ['it.out.q', 'it.angle'] })
      .build();
    const results = await byLines(built);
    // Port flow is of the middle of a step, the angle of its end.
    const [q, angle] = [stepsOf(results, 'it.out.q').y, stepsOf(results, 'it.angle').y.map((end) => end - (speed * step) / 2)];
    // Each piston delivers π/z of the mean at the top of its half sine.
    const sines = (turned: number): number =>
      (Math.PI / pistons) *
      Array.from({ length: pistons }, (_, k) => Math.max(0, Math.sin(turned + (2 * Math.PI * k) / pistons))).reduce((a, b) => a + b, 0);
    const mean = displacement * speed;
    const curve: Curve = {
      name: 'delivered flow',
      unit: 'm3/s',
      x: angle,
      ours: q,
      reference: angle.map((turned) => mean * sines(turned)),
      abscissa: { name: 'angle of the shaft', unit: 'rad' },
    };
    const height = (Math.PI / (2 * pistons)) * Math.tan(Math.PI / (4 * pistons));
    return { error: largestDeviation(curve, height * mean), curves: [curve] };
  },
};

const spool: ValidationCase = {
  name: 'servo-valve-spool',
  group: 'Components',
  title: 'The spool of a servo valve of 60 Hz and a damping ratio of 0.6 answers a step of its command',
  against: 'analytic: the second-order system',
  measure: 'largest deviation, of the step',
  tolerance: 2e-3,
  reason: 'TLM sees a command one step of 10 µs late: ωΔ/2 of the steepest slope, 1e-3',
  run: async () => {
    const [frequency, damping] = [60, 0.6];
    const made = circuit('spool')
      .fluid(fluid)
      .component('it', 'servoValve', {
        ratedFlow: '40 l/min',
        ratedPressureDrop: '35 bar',
        naturalFrequency: `${frequency} Hz`,
        dampingRatio: damping,
      })
      .component('u', 'step', { startTime: '10 ms', initialValue: 0, finalValue: 0.5 })
      .signal('u', 'it.command');
    for (const [port, pressure] of Object.entries({ P: 100, A: 50, B: 50, T: 0 }))
      made.component(`p_${port}`, 'pressureSource', { pressure: `${pressure} bar` }).direct(`it.${port}`, `p_${port}`);
    const built = made
      .run({ end: '60 ms', step: '10 us' })
      .record({ every: '0.2 ms', signals: ['it.spool'] })
      .build();
    const omega = 2 * Math.PI * frequency;
    const damped = omega * Math.sqrt(1 - damping ** 2);
    const answer = (t: number): number =>
      t <= 0
        ? 0
        : 0.5 * (1 - Math.exp(-damping * omega * t) * (Math.cos(damped * t) + ((damping * omega) / damped) * Math.sin(damped * t)));
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.spool');
      return { name: `spool ${name}`, unit: '1', x: t, ours: y, reference: t.map((time) => answer(time - 0.01)) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, 0.5))), curves };
  },
};

/** A gas accumulator filled with 60 l/min for 0.2 s: its pressure over its gas volume. */
function gas(name: string, timeConstant: string, exponent: number, law: string, tolerance: number, reason: string): ValidationCase {
  return {
    name,
    group: 'Components',
    title: `A gas accumulator of 1 l is filled with 0.2 l; its heat leaves with a time constant of ${timeConstant}`,
    against: `analytic: ${law} of the gas`,
    measure: 'largest relative deviation of the absolute pressure',
    tolerance,
    reason,
    run: async () => {
      const atmosphere = 101325;
      const built = closedEnd(circuit('gas'), 'shut')
        .fluid(fluid)
        .initialPressure('60 bar')
        .component('it', 'thermalAccumulator', {
          gasVolume: '1 l',
          prechargePressure: '50 bar',
          initialPressure: '60 bar',
          heatRatio: 1.4,
          timeConstant,
        })
        .component('s', 'controlledFlowSource', { gain: '1 l/min' })
        .component('u', 'dutyCycle', {
          points: [
            ['0 s', 0],
            ['0.05 s', 60],
            ['0.2 s', 60],
            ['0.25 s', 0],
          ],
        })
        .signal('u', 's.demand')
        .component('n', 'junction')
        .line('S', 's', 'n', { volume: '0.03 l' })
        .line('E', 'n', 'shut.in', { volume: '0.03 l' })
        .line('L', 'n', 'it.in', { volume: '0.04 l' })
        .run({ end: '0.3 s', step: '0.1 ms' })
        .record({ every: '0.1 ms', signals: ['it.volume', 'it.in.p', 'it.in.q'] })
        .build();
      const first = (1e-3 * (50 * bar + atmosphere)) / (60 * bar + atmosphere);
      const curves = (await byBoth(built)).map(([solver, results], k): Curve => {
        const [atEnd, p, q] = ['it.volume', 'it.in.p', 'it.in.q'].map((quantity) => stepsOf(results, quantity).y) as Float64Array[] as [
          Float64Array,
          Float64Array,
          Float64Array,
        ];
        // By TLM pressure and flow at a port are of the middle of the step, the volume of its end.
        const volume = k > 0 ? atEnd : atEnd.map((now, n) => (now + (n > 0 ? (atEnd[n - 1] as number) : first)) / 2);
        return {
          name: `absolute pressure of the gas ${solver}`,
          unit: 'Pa',
          x: volume.map((now) => 1e-3 - now),
          // Less what the inlet of 1000 l/min/bar takes.
          ours: p.map((gauge, k) => gauge + atmosphere + ((q[k] as number) * bar) / (1000 / 6e4)),
          reference: volume.map((now) => (60 * bar + atmosphere) * (first / now) ** exponent),
          abscissa: { name: 'oil taken', unit: 'm3' },
        };
      });
      return { error: largestOf(curves.map(largestRelative)), curves };
    },
  };
}

export const machineCases: readonly ValidationCase[] = [
  kloss,
  motor,
  ripple,
  spool,
  gas(
    'accumulator-adiabatic',
    '1e6 s',
    1.4,
    'p V^1.4',
    5e-6,
    'order 2 at Δ = 0.1 ms, of a fill in 0.2 s; the ODE is asked for 1e-8; the wrong exponent is 0.1 off',
  ),
  gas(
    'accumulator-isothermal',
    '0.5 ms',
    1,
    'p V',
    4e-4,
    'the gas is warmer by what is pressed within its time constant, (γ - 1) τ V̇/V = 3.1e-4',
  ),
];
