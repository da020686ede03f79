/** Cylinders: forces in balance, ends of travel, cushions, leaks, stages; oil that goes where the piston makes room. */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { pumped, type Solved, solved, solvers } from '../support/bothSolvers.js';
import { Law } from '../support/laws.js';

const area = (diameter: number): number => (Math.PI / 4) * diameter ** 2;
const close = (value: number, wanted: number, within: number): void => expect(Math.abs(value / wanted - 1)).toBeLessThan(within);
const litre = 1e-3 / 60;

const cushion = {
  spearDiameter: 25e-3,
  sleeveDiameter: 30e-3,
  cushionLength: 20e-3,
  portArea: 1e-4,
  throttleArea: 1e-5,
  dischargeCoefficient: 0.62,
};

/** A kind with constant pressures right at its ports, Pa. */
function held(
  kind: string,
  parameters: Record<string, unknown>,
  pressures: Record<string, number>,
  run: { end: number; step: number },
  signals: readonly string[],
  load?: number,
): CircuitBuilder {
  const b = circuit('held').fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '1.6 GPa' }).component('it', kind, parameters);
  for (const [port, pressure] of Object.entries(pressures))
    b.component(`p_${port}`, 'pressureSource', { pressure: `${pressure} Pa` }).direct(`it.${port}`, `p_${port}`);
  if (load !== undefined) b.component('load', 'constant', { value: load }).signal('load', 'it.load');
  return b.run({ end: `${run.end} s`, step: `${run.step} s` }).record({ every: `${run.step} s`, signals: [...signals] });
}

/** Trapezoidal sum of a recorded flow. */
function integral({ t, of }: Solved, name: string): number {
  const y = of(name);
  let sum = 0;
  for (let k = 1; k < y.length; k++) sum += (((y[k] as number) + (y[k - 1] as number)) / 2) * ((t[k] as number) - (t[k - 1] as number));
  return sum;
}

describe.each([
  ['singleActingCylinder', { springPreload: 100, springStiffness: 1e4 }, ['cap']],
  ['cushionedCylinder', { rodDiameter: 20e-3, ...cushion }, ['cap', 'rod']],
  ['leakingCylinder', { rodDiameter: 20e-3, sealConductance: 0, glandConductance: 0 }, ['cap', 'rod']],
  ['intensifier', { smallBore: 20e-3, checkGradient: 0 }, ['low', 'high', 'drain']],
  ['weightLoadedAccumulator', {}, ['in']],
] as const)('%s', (kind, more, ports) => {
  const parameters = { bore: 50e-3, stroke: 0.4, initialPosition: 0.1, mass: 20, viscousFriction: 0, coulombFriction: 0, ...more };
  const law = new Law(kind, parameters as unknown as Record<string, number>, { density: 870, viscosity: 46e-6 });

  test('lends to each line the oil that it takes from it, at every position', () => {
    const pressures = Object.fromEntries(ports.map((port) => [`${port}.p`, 0]));
    for (const x of [0.05, 0.15, 0.193, 0.3]) {
      // In a regular step der(x) + Δ/2 der(v) is v.
      const at = { ...pressures, x, v: 0.2, load: 0, step: 0, 'der:v': 0 };
      for (const port of ports) {
        const grown = (law.volume(port, { ...at, x: x + 1e-6 }) - law.volume(port, { ...at, x: x - 1e-6 })) / 2e-6;
        expect(Math.abs(law.flow(port, { ...at, 'der:x': 0.2 }) + grown * 0.2)).toBeLessThan(1e-9 * area(50e-3));
      }
    }
  });
});

describe.each(solvers)('by %s', (solver) => {
  test('singleActingCylinder: swings about (A p - F_0)/K as a mass on a spring', async () => {
    const [mass, stiffness, damping] = [20, 2e4, 60];
    const parameters = {
      bore: '20 mm',
      stroke: '400 mm',
      mass: `${mass} kg`,
      viscousFriction: `${damping} N s/m`,
      springPreload: '100 N',
      springStiffness: `${stiffness} N/m`,
    };
    const done = await solved(
      held('singleActingCylinder', parameters, { cap: 1e7 }, { end: 0.5, step: 1e-4 }, ['it.x', 'it.cap.q']),
      solver,
    );
    const rest = (1e7 * area(20e-3) - 100) / stiffness;
    const decay = damping / (2 * mass);
    const omega = Math.sqrt(stiffness / mass - decay ** 2);
    const exact = (t: number): number => rest * (1 - Math.exp(-decay * t) * (Math.cos(omega * t) + (decay / omega) * Math.sin(omega * t)));
    expect(Math.max(...done.of('it.x').map((x, k) => Math.abs(x - exact(done.t[k] as number))))).toBeLessThan(2e-5 * rest);
    close(-integral(done, 'it.cap.q'), area(20e-3) * done.last('it.x'), 1e-3);
  });

  test('singleActingCylinder: without pressure the spring brings it back onto its stop', async () => {
    const parameters = {
      bore: '20 mm',
      stroke: '400 mm',
      initialPosition: '300 mm',
      mass: '20 kg',
      coulombFriction: '50 N',
      springPreload: '100 N',
      springStiffness: '2000 N/m',
    };
    const done = await solved(
      held('singleActingCylinder', parameters, { cap: 0 }, { end: 1, step: 1e-3 }, ['it.x', 'it.v', 'it.cap.q']),
      solver,
    );
    expect([done.last('it.x'), done.last('it.v')]).toEqual([0, 0]);
    close(integral(done, 'it.cap.q'), area(20e-3) * 0.3, 5e-3);
  });

  test('Coulomb friction holds what it can: no motion below it, F - F_R above', async () => {
    const parameters = { bore: '20 mm', stroke: '400 mm', initialPosition: '100 mm', mass: '20 kg', coulombFriction: '200 N' };
    const run = { end: 0.1, step: 1e-4 };
    const pressure = (force: number): number => force / area(20e-3);
    const still = await solved(held('singleActingCylinder', parameters, { cap: pressure(190) }, run, ['it.x']), solver);
    expect(Math.abs(still.last('it.x') - 0.1)).toBeLessThan(1e-12);
    const moved = await solved(held('singleActingCylinder', parameters, { cap: pressure(300) }, run, ['it.x']), solver);
    close(moved.last('it.x') - 0.1, (0.5 * 100 * 0.1 ** 2) / 20, 5e-3);
  });

  test('cushionedCylinder: near its end it comes down to the speed at which the cushion carries the force', async () => {
    const throttle = 4e-6;
    const parameters = {
      bore: '50 mm',
      rodDiameter: '20 mm',
      stroke: '400 mm',
      initialPosition: '200 mm',
      mass: '20 kg',
      spearDiameter: '25 mm',
      sleeveDiameter: '30 mm',
      cushionLength: '40 mm',
      portArea: '100 mm2',
      throttleArea: `${throttle * 1e6} mm2`,
    };
    const built = held('cushionedCylinder', parameters, { cap: 2e5, rod: 2e6 }, { end: 2, step: 1e-4 }, [
      'it.x',
      'it.v',
      'it.cushionPressure',
    ]);
    const done = await solved(built, solver);
    const [a1, a2] = [area(50e-3), area(50e-3) - area(20e-3)];
    const force = 2e6 * a2 - 2e5 * a1;
    const ring = a1 - area(25e-3);
    const speed = (left: number): number => 0.62 * Math.sqrt((2 * force) / (870 * (a1 ** 3 * 1e8 + ring ** 3 * (left ** -2 - 1e8))));
    const [x, v, rise] = ['it.x', 'it.v', 'it.cushionPressure'].map((name) => done.of(name)) as [Float64Array, Float64Array, Float64Array];
    // Outside, the whole port; 2 mm from the end, a twentieth of the cushion: within a few per cent, as the mass still brakes.
    const outside = x.findIndex((at) => at < 0.05);
    close(-(v[outside] as number), speed(1e-4), 0.02);
    const near = x.findIndex((at) => at < 0.002);
    close(-(v[near] as number), speed(throttle + (1e-4 - throttle) * 0.05), 0.1);
    const left = throttle + (1e-4 - throttle) * 0.05;
    close(rise[near] as number, (870 / 2) * ((v[near] as number) / 0.62) ** 2 * (a1 ** 2 * 1e8 + ring ** 2 * (left ** -2 - 1e8)), 0.05);
    expect(done.last('it.x')).toBe(0);
    expect(Math.max(...x.map((at, k) => (at < 0.0005 && at > 0 ? -(v[k] as number) : 0)))).toBeLessThan(0.1 * speed(1e-4));
  });

  test('leakingCylinder: at its stop k_s Δp passes the piston, and k_g p is lost at the gland', async () => {
    const parameters = {
      bore: '50 mm',
      rodDiameter: '20 mm',
      stroke: '400 mm',
      mass: '20 kg',
      sealConductance: '1e-11 m3/s/Pa',
      glandConductance: '1e-13 m3/s/Pa',
    };
    const built = held('leakingCylinder', parameters, { cap: 1e5, rod: 1e7 }, { end: 1, step: 1e-3 }, [
      'it.x',
      'it.cap.q',
      'it.rod.q',
      'it.spilt',
    ]);
    const done = await solved(built, solver);
    close(done.last('it.cap.q'), 1e-11 * 9.9e6, 1e-9);
    close(done.last('it.rod.q'), -1e-11 * 9.9e6 - 1e-13 * 1e7, 1e-9);
    close(done.last('it.spilt'), 1e-13 * 1e7, 1e-3);
    expect(done.last('it.x')).toBe(0);
  });

  test('leakingCylinder: shut in and loaded it creeps with k_s F/(A² + k_s c) (areas alike)', async () => {
    const b = circuit('creep')
      .fluid({ bulkModulus: '1.6 GPa' })
      .initialPressure('50 bar')
      .component('it', 'leakingCylinder', {
        bore: '50 mm',
        stroke: '400 mm',
        initialPosition: '200 mm',
        mass: '20 kg',
        viscousFriction: '2000 N s/m',
        sealConductance: '1e-10 m3/s/Pa',
      })
      .component('load', 'constant', { value: -3000 })
      .signal('load', 'it.load')
      .component('a', 'laminarRestrictor', { conductance: '0 l/min/bar' })
      .component('b', 'laminarRestrictor', { conductance: '0 l/min/bar' })
      .component('ta', 'tank')
      .component('tb', 'tank')
      .line('La', 'a.in', 'it.cap', { volume: '0.05 l' })
      .line('Lb', 'b.in', 'it.rod', { volume: '0.05 l' })
      .direct('a.out', 'ta')
      .direct('b.out', 'tb')
      .run({ end: '2 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['it.x'] });
    const done = await solved(b, solver);
    const x = done.of('it.x');
    const middle = x.length >> 1;
    close(
      (done.last('it.x') - (x[middle] as number)) / ((done.t.at(-1) as number) - (done.t[middle] as number)),
      (1e-10 * 3000) / (area(50e-3) ** 2 + 1e-10 * 2000),
      5e-3,
    );
  });

  test('telescopicCylinder: Q/A_1 and F/A_1, then Q/A_2 and F/A_2; it holds A_1 s_1 + A_2 s_2 but for the transition', async () => {
    const parameters = {
      bore: '60 mm',
      secondBore: '40 mm',
      stroke: '400 mm',
      firstStroke: '250 mm',
      transition: '2 mm',
      mass: '30 kg',
      viscousFriction: '5000 N s/m',
    };
    const built = pumped(
      'telescopicCylinder',
      parameters,
      'cap',
      [
        [0, 30],
        [2.2, 30],
      ],
      { step: 1e-4, signals: ['it.x', 'it.v', 'L.p'] },
    );
    built.component('load', 'constant', { value: 4000 }).signal('load', 'it.load');
    const done = await solved(built, solver);
    const [a1, a2] = [area(60e-3), area(40e-3)];
    const at = (name: string, x: number): number => done.of(name)[done.of('it.x').findIndex((there) => there >= x)] as number;
    close(at('it.v', 0.2), (30 * litre) / a1, 2e-3);
    close(at('it.v', 0.35), (30 * litre) / a2, 2e-3);
    close(at('L.p', 0.2), (4000 + 5000 * at('it.v', 0.2)) / a1, 2e-3);
    close(at('L.p', 0.35), (4000 + 5000 * at('it.v', 0.35)) / a2, 2e-3);
    expect(done.last('it.x')).toBe(0.4);
    // Oil: from the first motion to the stop, what was pumped and not compressed.
    const arrived = done.t[done.of('it.x').indexOf(0.4)] as number;
    const held_ = a1 * 0.25 + a2 * 0.15 - (a1 - a2) * 1e-3;
    close(30 * litre * arrived, held_ + (1e-4 + held_) * (at('L.p', 0.399) / 1.6e9), 2e-3);
  });

  test('intensifier: the shut high side has the pressure of the low side times the ratio of the areas', async () => {
    const parameters = {
      bore: '50 mm',
      smallBore: '20 mm',
      stroke: '300 mm',
      mass: '5 kg',
      viscousFriction: '2000 N s/m',
      checkGradient: '10 l/min/bar',
    };
    const b = circuit('shut')
      .fluid({ bulkModulus: '1.6 GPa' })
      .component('it', 'intensifier', parameters)
      .component('s', 'pressureSource', { pressure: '40 bar' })
      .component('d', 'tank')
      .component('shut', 'laminarRestrictor', { conductance: '0 l/min/bar' })
      .component('t', 'tank')
      .direct('it.drain', 'd')
      .line('Ll', 's', 'it.low', { volume: '0.1 l', initialPressure: '40 bar' })
      .line('Lh', 'shut.in', 'it.high', { volume: '0.1 l' })
      .direct('shut.out', 't')
      .run({ end: '1 s', step: '0.1 ms' })
      .record({ every: '1 ms', signals: ['it.x', 'Lh.p', 'it.v'] });
    const done = await solved(b, solver);
    close(done.last('Lh.p'), 40e5 * 6.25, 1e-5);
    expect(Math.abs(done.last('it.v'))).toBeLessThan(1e-6);
    expect(done.last('it.x')).toBeGreaterThan(0);
  });

  test('intensifier: driven back by its drain side it fills the high side from the low side', async () => {
    const parameters = {
      bore: '50 mm',
      smallBore: '20 mm',
      stroke: '300 mm',
      initialPosition: '300 mm',
      mass: '5 kg',
      viscousFriction: '2000 N s/m',
      checkGradient: '100 l/min/bar',
    };
    const built = held('intensifier', parameters, { low: 3e5, high: 3e5, drain: 1e6 }, { end: 2, step: 1e-4 }, [
      'it.x',
      'it.high.q',
      'it.low.q',
      'it.drain.q',
    ]);
    const done = await solved(built, solver);
    expect(done.last('it.x')).toBe(0);
    close(-integral(done, 'it.high.q'), area(20e-3) * 0.3, 5e-3);
    close(integral(done, 'it.low.q'), area(50e-3) * 0.3, 5e-3);
    close(-integral(done, 'it.drain.q'), (area(50e-3) - area(20e-3)) * 0.3, 5e-3);
    const fed = new Law('intensifier', { bore: 50e-3, smallBore: 20e-3, stroke: 0.3, checkGradient: 1e-8 }, {});
    const at = { 'low.p': 3e5, 'high.p': 1e5, 'drain.p': 1e6, x: 0.1, v: 0, step: 0, 'der:x': 0, 'der:v': 0 };
    close(fed.flow('high', at), 1e-8 * 2e5, 1e-12);
    close(-fed.flow('low', at), 1e-8 * 2e5, 1e-12);
  });

  test('rotaryActuator: turns with Q/D to its stop, where only the leakage flows, and back', async () => {
    const parameters = {
      displacement: '50 cc/rev',
      travel: '180 deg',
      inertia: '0.05 kg m2',
      viscousFriction: '4 Nm s/rad',
      coulombTorque: '2 Nm',
    };
    const flow = [
      [0, 3],
      [0.35, 3],
      [0.35, 3],
      [1, 3],
    ] as const;
    const done = await solved(
      pumped('rotaryActuator', { ...parameters, leakage: '1e-14 m3/s/Pa' }, 'A', flow, {
        step: 1e-4,
        signals: ['it.angle', 'it.speed', 'it.B.q', 'L.p'],
      }),
      solver,
    );
    const displacement = 50e-6 / (2 * Math.PI);
    const k = done.of('it.angle').findIndex((angle) => angle > 1.5);
    close(done.of('it.speed')[k] as number, (3 * litre) / displacement, 1e-2);
    close(done.of('L.p')[k] as number, (2 + (4 * 3 * litre) / displacement) / displacement, 1e-2);
    expect(done.last('it.angle')).toBe(Math.PI);
    expect(done.last('it.speed')).toBe(0);
    close(done.last('it.B.q'), 1e-14 * done.last('L.p'), 1e-2);
    const back = held('rotaryActuator', { ...parameters, initialAngle: '90 deg' }, { A: 0, B: 5e6 }, { end: 1, step: 1e-3 }, [
      'it.angle',
      'it.A.q',
    ]);
    const gone = await solved(back, solver);
    expect(gone.last('it.angle')).toBe(0);
    close(integral(gone, 'it.A.q'), (displacement * Math.PI) / 2, 2e-2);
  });
});

test('telescopicCylinder: of what 1, 0.1 and 0.01 ms steps take in, none loses oil over the change of stages', async () => {
  for (const step of [1e-3, 1e-4]) {
    const parameters = {
      bore: '60 mm',
      secondBore: '40 mm',
      stroke: '400 mm',
      firstStroke: '250 mm',
      mass: '30 kg',
      viscousFriction: '5000 N s/m',
    };
    const built = held('telescopicCylinder', parameters, { cap: 4e6 }, { end: 2, step }, ['it.x', 'it.cap.q'], 1000);
    const done = await solved(built, 'tlm');
    expect(done.last('it.x')).toBe(0.4);
    const flows = done.of('it.cap.q');
    let taken = 0;
    for (let k = 1; k < flows.length; k++) taken -= (flows[k] as number) * ((done.t[k] as number) - (done.t[k - 1] as number));
    const [a1, a2] = [area(60e-3), area(40e-3)];
    close(taken, a1 * 0.25 + a2 * 0.15 - (a1 - a2) * 1e-3, 2 * step);
  }
});

describe('cushionedCylinder', () => {
  const [a1, a2] = [area(50e-3), area(50e-3) - area(20e-3)];
  const law = new Law(
    'cushionedCylinder',
    {
      bore: 50e-3,
      rodDiameter: 20e-3,
      stroke: 0.4,
      mass: 20,
      viscousFriction: 0,
      coulombFriction: 0,
      ...cushion,
    },
    { density: 870 },
  );
  const brake = (x: number, v: number): number =>
    -20 * law.rate('v', { 'cap.p': 0, 'rod.p': 0, load: 0, x, v, 'pre:v': 0, 'pre:force': 0 });
  const [ring1, ring2] = [a1 - area(25e-3), a1 - area(30e-3)];
  /** What an area is pressed by where its oil leaves by an opening. */
  const loss = (a: number, opening: number, v: number): number => (a * 870 * (a * v) ** 2) / (2 * (0.62 * opening) ** 2);
  const ofRing = (a: number, opening: number, v: number): number => loss(a, opening, v) - loss(a, 1e-4, v);

  test("brakes by A ρ/2 (A v/(Cd A_p))² of the port, and by A' ρ/2 (A' v/Cd)² (1/A_c² - 1/A_p²) of the ring around the spear, on the side that empties", () => {
    for (const v of [0.01, 0.2]) {
      close(-brake(0, -v), loss(a1, 1e-4, v) + ofRing(ring1, 1e-5, v), 1e-12);
      close(-brake(0.01, -v), loss(a1, 1e-4, v) + ofRing(ring1, 5.5e-5, v), 1e-12);
      close(-brake(0.2, -v), loss(a1, 1e-4, v), 1e-12);
      close(brake(0.4, v), loss(a2, 1e-4, v) + ofRing(ring2, 1e-5, v), 1e-12);
      close(brake(0.39, v), loss(a2, 1e-4, v) + ofRing(ring2, 5.5e-5, v), 1e-12);
      // Away from the end nothing holds it but its port.
      close(brake(0, v), loss(a2, 1e-4, v), 1e-12);
    }
  });
});
