/** Springs, rods and shafts between mechanical ports: an oscillator, a rod that carries waves, and a hoist whose power is balanced by hand. */
import { circuit } from '#ringmain/circuit/builder.js';
import type { Curve, ValidationCase } from '../case.js';
import { largestDeviation, largestOf, observedOrders } from '../measures.js';
import { byLines, stepsOf } from '../runs.js';

const [mass, stiffness, pressed] = [50, 2e5, 1000];
const omega = Math.sqrt(stiffness / mass);
const swing = pressed / (mass * omega);

const oscillator: ValidationCase = {
  name: 'spring-line-order',
  group: 'Mechanics',
  title: 'A mass on a line of stiffness k, let go at 1 kN: velocity and force at steps of 0.8 ms to 0.1 ms',
  against: 'analytic: F = F_0 cos ωt, v = -F_0/(Mω) sin ωt, ω² = k/M',
  measure: 'largest |observed order - 2|',
  tolerance: 0.1,
  reason:
    'force and velocity are both of the end of a step and of order 2; with a wrong k, or a filter that acts on the force, the order is 0 or 1',
  run: async () => {
    const steps = [8e-4, 4e-4, 2e-4, 1e-4];
    const found: Curve[][] = [];
    for (const step of steps) {
      const built = circuit('oscillator')
        .component('m', 'mass', { mass: `${mass} kg` })
        .component('free', 'forceSource')
        .component('wall', 'velocitySource')
        .direct('m.a', 'free')
        .line('K', 'm.b', 'wall', { stiffness: `${stiffness} N/m`, initialForce: `${pressed} N` })
        .run({ end: '0.4 s', step: `${step} s` })
        .record({ every: '0.8 ms', signals: ['m.v', 'K.force'] })
        .build();
      const results = await byLines(built);
      const [v, force] = [stepsOf(results, 'm.v'), stepsOf(results, 'K.force')];
      found.push([
        { name: 'velocity', unit: 'm/s', x: v.t, ours: v.y, reference: v.t.map((t) => -swing * Math.sin(omega * t)) },
        { name: 'force', unit: 'N', x: force.t, ours: force.y, reference: force.t.map((t) => pressed * Math.cos(omega * t)) },
      ]);
    }
    const orders = [swing, pressed].map((scale, k) =>
      observedOrders(
        steps,
        found.map((curves) => largestDeviation(curves[k] as Curve, scale)),
      ),
    );
    return {
      error: largestOf(orders.flat().map((order) => Math.abs(order - 2))),
      curves: found[0] as Curve[],
      notes: [
        `orders ${orders
          .flat()
          .map((order) => order.toFixed(3))
          .join(', ')}; curves at 0.8 ms`,
      ],
    };
  },
};

const rod: ValidationCase = {
  name: 'rod-pushed',
  group: 'Mechanics',
  title: 'A rod of impedance Z is pushed with v at one end and held at the other: five periods of its waves',
  against: "analytic: d'Alembert, (2n + 1) Zv at the pushed end, 2n Zv at the held one",
  measure: 'largest deviation, of Zv',
  tolerance: 1e-13,
  reason: 'the delay is eight steps, so nothing is read between them: rounding of 1e-16 in ten passages, of forces up to 10 Zv',
  run: async () => {
    const [impedance, velocity] = [4.7e4, 0.3];
    const built = circuit('rod')
      .component('push', 'velocitySource', { velocity: `${velocity} m/s` })
      .component('wall', 'velocitySource')
      .line('rod', 'push', 'wall', { model: 'wave', impedance: `${impedance} N s/m`, delay: '1 ms' })
      .run({ end: '10 ms', step: '0.125 ms' })
      .record({ every: '0.125 ms', signals: ['push.end.force', 'wall.end.force'] })
      .build();
    const results = await byLines(built);
    const curves = [
      // What is pushed in step n comes back 16 steps later.
      ['push', (n: number): number => 2 * Math.floor((n - 1) / 16) + 1] as const,
      ['wall', (n: number): number => 2 * Math.floor((n + 7) / 16)] as const,
    ].map(([end, count]): Curve => {
      const { t, y } = stepsOf(results, `${end}.end.force`);
      return { name: `force at ${end}`, unit: 'N', x: t, ours: y, reference: t.map((_, k) => impedance * velocity * count(k + 1)) };
    });
    return { error: largestOf(curves.map((curve) => largestDeviation(curve, impedance * velocity))), curves };
  },
};

/** circuits/hoist.yaml with a load that rings less: 100 kg on a rough slide, a drum in thick grease; and space to come to steady motion. */
const [lifted, slide, grease] = [100, 1000, 60];
const set = [
  `load.mass=${lifted} kg`,
  `load.viscousFriction=${slide} N s/m`,
  `drum.viscousFriction=${grease} Nm s/rad`,
  'load.maximumPosition=20 m',
  'run.maximumStep=0.2 ms',
];

/** What stands at a height x in steady motion. */
function hoistAt(x: number): { pressure: number; speed: number; velocity: number; torque: number } {
  const [pump, motor, driven] = [28e-6 / (2 * Math.PI), 40e-6 / (2 * Math.PI), (1450 * 2 * Math.PI) / 60];
  const [viscosity, slip, viscous, coulomb] = [870 * 46e-6, 2e-9, 5e4, 0.03];
  const [weight, gears] = [lifted * 9.80665, 20 * 0.94];
  // Layers of 12 mm on 400 mm: π W (R² - r²) = d² x.
  const radius = Math.sqrt(0.15 ** 2 + 0.012 ** 2 * (x / (Math.PI * 0.4)));
  // Torque at the gearbox: (R (m g + b v) + c ω/20)/(20 η), v = R ω/20.
  const atRest = (radius * weight) / gears;
  const perSpeed = (radius * radius * slide + grease) / (20 * gears);
  // (1 - cf) D Δp = torque + cv D μ ω, and D_p ω_p = D ω + cs (D_p + D) Δp/μ.
  const [p0, p1] = [atRest, perSpeed + viscous * motor * viscosity].map((torque) => torque / ((1 - coulomb) * motor)) as [number, number];
  const leak = (slip * (pump + motor)) / viscosity;
  const speed = (pump * driven - leak * p0) / (motor + leak * p1);
  return { pressure: p0 + p1 * speed, speed, velocity: (radius * speed) / 20, torque: atRest + perSpeed * speed };
}

const hoist: ValidationCase = {
  name: 'hoist-steady',
  group: 'Mechanics',
  title: 'Pump, motor, gearbox and winch lift 100 kg with viscous friction, from 3 s to 4 s after the start',
  against: 'analytic: balance of flow and of power with the losses of every part, at the height of the load',
  measure: 'largest relative deviation of the means of pressure, torque and speed of the motor, and velocity of the load',
  tolerance: 1e-4,
  reason:
    'the growing radius speeds the load up by 1.5 mm/s², 4e-5 of the torque; ringing of 5e-4, as the ODE has it too, is not in the means. The gearbox alone loses 6 %',
  run: async (bench) => {
    const results = await byLines(await bench.circuit('hoist', set));
    const height = results.series('load.x');
    const inside = (_: number, k: number): boolean => (height.t[k] as number) >= 3;
    const expected = [...height.y.filter(inside)].map(hoistAt);
    const curves = (
      [
        ['motor.in.p', 'pressure'],
        ['gear.in.torque', 'torque'],
        ['motor.speed', 'speed'],
        ['load.v', 'velocity'],
      ] as const
    ).map(([signal, key]): Curve => {
      const { t, y, unit } = results.series(signal);
      return { name: signal, unit, x: t.filter(inside), ours: y.filter(inside), reference: expected.map((one) => one[key]) };
    });
    const mean = (y: ArrayLike<number>): number => Array.from(y).reduce((a, b) => a + b) / y.length;
    return { error: largestOf(curves.map(({ ours, reference }) => Math.abs(mean(ours) / mean(reference) - 1))), curves };
  },
};

export const mechanicsCases: readonly ValidationCase[] = [oscillator, rod, hoist];
