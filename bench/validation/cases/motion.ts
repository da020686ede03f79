/** Masses moved by oil against motions that can be solved by hand: springs, dry friction, cushions, bristles, a piston between two volumes. */
import { type CircuitBuilder, circuit } from '#ringmain/circuit/builder.js';
import type { Curve, ValidationCase } from '../case.js';
import { closedEnd } from '../closedEnd.js';
import { largestDeviation, largestOf } from '../measures.js';
import { byBoth } from '../runs.js';

const area = (diameter: number): number => (Math.PI / 4) * diameter ** 2;

/** A kind with constant pressures right at its ports, Pa. */
function held(kind: string, parameters: Readonly<Record<string, unknown>>, pressures: Readonly<Record<string, number>>): CircuitBuilder {
  const made = circuit('held')
    .fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '1.6 GPa' })
    .component('it', kind, parameters);
  for (const [port, pressure] of Object.entries(pressures))
    made.component(`p_${port}`, 'pressureSource', { pressure: `${pressure} Pa` }).direct(`it.${port}`, `p_${port}`);
  return made;
}

const [mass, stiffness] = [20, 2e4];
const springs = {
  bore: '20 mm',
  stroke: '400 mm',
  mass: `${mass} kg`,
  springPreload: '100 N',
  springStiffness: `${stiffness} N/m`,
};

const massAndSpring: ValidationCase = {
  name: 'cylinder-on-spring',
  group: 'Components',
  title: 'A single-acting cylinder is put under 100 bar against its spring, with viscous friction',
  against: 'analytic: the damped oscillator',
  measure: 'largest deviation, of the travel at rest',
  tolerance: 2e-5,
  reason: 'phase of the trapezoidal rule, (ωΔ)²/12 a radian: 1.3e-5 at the end',
  run: async () => {
    const damping = 60;
    const built = held('singleActingCylinder', { ...springs, viscousFriction: `${damping} N s/m` }, { cap: 1e7 })
      .run({ end: '0.5 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['it.x'] })
      .build();
    const rest = (1e7 * area(20e-3) - 100) / stiffness;
    const decay = damping / (2 * mass);
    const omega = Math.sqrt(stiffness / mass - decay ** 2);
    const exact = (t: number): number => rest * (1 - Math.exp(-decay * t) * (Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t)));
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.x');
      return { name: `position ${name}`, unit: 'm', x: t, ours: y, reference: t.map(exact) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, rest))), curves };
  },
};

const coulomb: ValidationCase = {
  name: 'coulomb-friction-decay',
  group: 'Components',
  title: 'A mass on a spring with dry friction, let go 120 mm from rest: seven half swings, then it sticks',
  against: 'analytic: 2 F_R/K are lost each half swing',
  measure: 'largest deviation, of 120 mm',
  tolerance: 2e-3,
  reason: 'a reversal takes TLM the rest of its step of 20 µs, and the phase is late by up to ωΔ = 6e-4 of what still swings, seven times',
  run: async () => {
    const friction = 180;
    const [rest, start] = [0.2, 0.32];
    const pressure = (100 + stiffness * rest) / area(20e-3);
    const parameters = { ...springs, coulombFriction: `${friction} N`, initialPosition: `${start} m` };
    const built = held('singleActingCylinder', parameters, { cap: pressure })
      .run({ end: '1 s', step: '20 us' })
      .record({ every: '2 ms', signals: ['it.x'] })
      .build();
    const exact = withFriction(start - rest, friction / stiffness, Math.sqrt(stiffness / mass));
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.x');
      return { name: `position ${name}`, unit: 'm', x: t, ours: y, reference: t.map((time) => rest + exact(time)) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, start - rest))), curves };
  },
};

/** Distance from rest of an oscillator with dry friction, half swing by half swing; `band` is F_R/K. */
function withFriction(start: number, band: number, omega: number): (t: number) => number {
  return (t) => {
    let [turn, since] = [start, omega * t];
    while (Math.abs(turn) > band) {
      const centre = Math.sign(turn) * band;
      if (since < Math.PI) return centre + (turn - centre) * Math.cos(since);
      since -= Math.PI;
      turn = 2 * centre - turn;
    }
    return turn;
  };
}

const cushion: ValidationCase = {
  name: 'cylinder-cushion',
  group: 'Components',
  title: 'A cylinder driven into its end cushion of 40 mm, which takes it from 1.8 m/s to a creep',
  against: 'analytic: M d(v²/2)/dx = F - k(x) v², by quadrature',
  measure: 'largest deviation of the velocity, of its largest',
  tolerance: 2e-6,
  reason:
    'order 2 at Δ = 20 µs, of a braking that takes 0.1 s and more: (Δ/0.1 s)² = 4e-8, steeper where the cushion begins; the last 0.5 mm are left out, where it stops',
  run: async () => {
    const [throttle, port, length, start, spear] = [4e-6, 1e-4, 0.04, 0.2, 25e-3];
    const parameters = {
      bore: '50 mm',
      rodDiameter: '20 mm',
      stroke: '400 mm',
      initialPosition: `${start} m`,
      mass: `${mass} kg`,
      spearDiameter: `${spear} m`,
      sleeveDiameter: '30 mm',
      cushionLength: `${length} m`,
      portArea: `${port} m2`,
      throttleArea: `${throttle} m2`,
    };
    const built = held('cushionedCylinder', parameters, { cap: 2e5, rod: 2e6 })
      .run({ end: '0.45 s', step: '20 us' })
      .record({ every: '0.2 ms', signals: ['it.x', 'it.v'] })
      .build();
    const [a1, a2] = [area(50e-3), area(50e-3) - area(20e-3)];
    const force = 2e6 * a2 - 2e5 * a1;
    const open = (x: number): number => throttle + (port - throttle) * Math.min(1, x / length);
    const ring = a1 - area(spear);
    const drag = (x: number): number => (870 / (2 * 0.62 ** 2)) * (a1 ** 3 / port ** 2 + ring ** 3 * (open(x) ** -2 - port ** -2));
    const square = squareOfSpeed(start, (x, w) => (2 / mass) * (force - drag(x) * w));
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const [x, v] = ['it.x', 'it.v'].map((quantity) => results.series(quantity).y) as [Float64Array, Float64Array];
      const moving = [...x.keys()].filter((k) => (x[k] as number) > 5e-4);
      return {
        name: `velocity ${name}`,
        unit: 'm/s',
        x: moving.map((k) => start - (x[k] as number)),
        ours: moving.map((k) => v[k] as number),
        reference: moving.map((k) => -Math.sqrt(square(x[k] as number))),
        abscissa: { name: 'distance travelled', unit: 'm' },
      };
    });
    const largest = largestOf(curves.flatMap(({ reference }) => Array.from(reference, Math.abs)));
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, largest))), curves };
  },
};

/** w = v² of a body that starts at rest at `start` and moves towards x = 0, from dw/ds = rate(x, w), s = start - x: Runge-Kutta 4, 1 µm. */
function squareOfSpeed(start: number, rate: (x: number, w: number) => number): (x: number) => number {
  const step = 1e-6;
  const count = Math.round(start / step);
  const w = new Float64Array(count + 1);
  for (let k = 0; k < count; k++) {
    const [x, here] = [start - k * step, w[k] as number];
    const k1 = rate(x, here);
    const k2 = rate(x - step / 2, here + (step / 2) * k1);
    const k3 = rate(x - step / 2, here + (step / 2) * k2);
    const k4 = rate(x - step, here + step * k3);
    w[k + 1] = here + (step / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return (x) => {
    const place = Math.min(count - 1, Math.max(0, Math.floor((start - x) / step)));
    const share = (start - x) / step - place;
    return (w[place] as number) * (1 - share) + (w[place + 1] as number) * share;
  };
}

const hydraulicSpring: ValidationCase = {
  name: 'hydraulic-spring',
  group: 'Components',
  title: 'A tonne on a piston between two closed litres of oil, pushed by 1 kN: five swings without friction',
  against: 'analytic: Merritt 1967, stiffness B A²/V₁ + B A²/V₂',
  measure: 'largest deviation, of the deflection F/k',
  tolerance: 2e-3,
  reason: 'phase at Δ = 0.1 ms after five swings: (ωΔ)²/12 of the trapezoidal rule and as much from the inertia of the lines',
  run: async () => {
    const [bore, volume, load, heavy] = [50e-3, 1e-3, 1000, 1000];
    const built = closedEnd(circuit('spring'), 'b')
      .fluid({ density: '870 kg/m3', bulkModulus: '1.6e9 Pa' })
      .initialPressure('100 bar')
      .component('it', 'leakingCylinder', {
        bore: `${bore} m`,
        stroke: '200 mm',
        initialPosition: '100 mm',
        mass: `${heavy} kg`,
        sealConductance: '0 m3/s/Pa',
      })
      .component('a', 'blockedEnd')
      .line('La', 'a', 'it.cap', { volume: `${volume} m3` })
      .line('Lb', 'b.in', 'it.rod', { volume: `${volume} m3` })
      .component('load', 'constant', { value: load })
      .signal('load', 'it.load')
      .run({ end: '0.28 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['it.x'] })
      .build();
    // Each chamber has its line and half of the stroke.
    const spring = (2 * 1.6e9 * area(bore) ** 2) / (volume + area(bore) * 0.1);
    const omega = Math.sqrt(spring / heavy);
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.x');
      return {
        name: `deflection ${name}`,
        unit: 'm',
        x: t,
        ours: y.map((x) => x - 0.1),
        reference: t.map((time) => (-load / spring) * (1 - Math.cos(omega * time))),
      };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, load / spring))), curves };
  },
};

const breakAway: ValidationCase = {
  name: 'lugre-break-away',
  group: 'Components',
  title: 'A cylinder with LuGre friction under a force that grows by 5 N/s in the end: when it breaks away',
  against: 'published: Canudas de Wit et al. 1995, F_S for slow forces',
  measure: 'relative deviation of the break-away force',
  tolerance: 0.01,
  reason:
    'slow is not at rest: at 5 N/s the largest g(v)(1 - F′/σ₀v), where steady sliding begins, is 0.7 % below F_S; F_C would be 60 % off',
  run: async () => {
    const [coulombForce, rest] = [200, 500];
    const force = (t: number): number => (t < 2 ? 200 * t : 400 + 5 * (t - 2));
    const parameters = {
      bore: '50 mm',
      stroke: '500 mm',
      initialPosition: '100 mm',
      mass: '10 kg',
      coulombFriction: `${coulombForce} N`,
      staticFriction: `${rest} N`,
      stribeckVelocity: '20 mm/s',
      viscousFriction: '500 N s/m',
      bristleStiffness: '1e6 N/m',
      bristleDamping: '5000 N s/m',
    };
    const built = held('lugreCylinder', parameters, { cap: 0, rod: 0 })
      .component('u', 'dutyCycle', {
        points: [0, 2, 24].map((t) => [`${t} s`, -force(t)]),
      })
      .signal('u', 'it.load')
      .run({ end: '23 s', step: '0.5 ms' })
      .record({ every: '10 ms', signals: ['it.z'] })
      .build();
    const curves = (await byBoth(built)).map(([name, results]): Curve => {
      const { t, y } = results.series('it.z');
      const top = y.indexOf(Math.max(...y));
      const stuck = top + 1;
      // Until then the bristles carry the force alone.
      return {
        name: `deflection of the bristles ${name}`,
        unit: 'm',
        x: t.subarray(0, stuck),
        ours: y.subarray(0, stuck),
        reference: t.subarray(0, stuck).map((time) => Math.min(force(time), rest) / 1e6),
      };
    });
    const forces = curves.map(({ x }) => force(x[x.length - 1] as number));
    return {
      error: largestOf(forces.map((one) => Math.abs(one / rest - 1))),
      curves,
      notes: [`breaks away at ${forces.map((one) => one.toFixed(1)).join(' N by TLM and ')} N as an ODE; F_S is ${rest} N`],
    };
  },
};

export const motionCases: readonly ValidationCase[] = [massAndSpring, coulomb, cushion, hydraulicSpring, breakAway];
