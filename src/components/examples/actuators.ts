/** Cylinders, accumulators and their relatives, each in a small circuit. */
import { named } from './named.js';

/** A differential cylinder between a directional valve's ports is long to write: here a flow that a lever commands moves it out and back. */
const moved = (kind: string, parameters: string, title: string, states: string, load = '', flow = 8): string => `
title: ${title}
components:
  lever: { kind: sine, amplitude: ${flow}, frequency: 1 Hz }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  cylinder: { kind: ${kind}, bore: 50 mm, rodDiameter: 28 mm, stroke: 200 mm, mass: 100 kg,
      ${parameters} }
  back: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  tank: { kind: tank, pressure: 20 bar }${load}
lines:
  cap: { from: pump, to: cylinder.cap, volume: 0.2 l }
  rod: { from: cylinder.rod, to: back.in, volume: 0.2 l }
direct: [{ from: back.out, to: tank }]
signals: [{ from: lever, to: pump.demand }]
initial: { pressure: 20 bar }
run: { end: 1 s }
record: { signals: [${states}, cylinder.cap.p, cylinder.rod.p] }`;

/** An accumulator filled and emptied through a restrictor by a pressure that swings. */
const breathed = (kind: string, parameters: string, title: string, states: string, pressure = 100): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 30, frequency: 1 Hz, offset: ${pressure} }
  source: { kind: controlledPressureSource, gain: 1 bar }
  restrictor: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  store: { kind: ${kind}, ${parameters} }
lines:
  a: { from: source, to: restrictor.in, volume: 0.1 l }
  b: { from: restrictor.out, to: store, volume: 0.2 l }
signals: [{ from: wave, to: source.demand }]
initial: { pressure: ${pressure} bar }
run: { end: 1 s }
record: { signals: [store.in.p, store.in.q, ${states}] }`;

export const actuators = named({
  rodCylinder: `
title: A cylinder moves a mass on its rod, out and back
components:
  lever: { kind: sine, amplitude: 8, frequency: 1 Hz }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  cylinder: { kind: rodCylinder, bore: 50 mm, rodDiameter: 28 mm, stroke: 200 mm, mass: 20 kg,
      initialPosition: 50 mm, viscousFriction: 10 kN s/m }
  load: { kind: mass, mass: 200 kg, viscousFriction: 2 kN s/m }
  free: { kind: forceSource }
  back: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  tank: { kind: tank, pressure: 20 bar }
lines:
  cap: { from: pump, to: cylinder.cap, volume: 0.2 l }
  rod: { from: cylinder.rod, to: back.in, volume: 0.2 l }
  arm: { from: cylinder.load, to: load.a, stiffness: 1 kN/mm }
direct: [{ from: back.out, to: tank }, { from: load.b, to: free }]
signals: [{ from: lever, to: pump.demand }]
initial: { pressure: 20 bar }
run: { end: 1 s }
record: { signals: [cylinder.x, cylinder.v, load.x, cylinder.cap.p] }`,
  actuator: moved(
    'actuator',
    'initialPosition: 50 mm, viscousFriction: 10 kN s/m, staticFriction: 600 N, coulombFriction: 400 N',
    'A cylinder goes out and back, and sticks where it turns',
    'cylinder.x, cylinder.v',
  ),
  stribeckCylinder: moved(
    'stribeckCylinder',
    `initialPosition: 50 mm, viscousFriction: 2 kN s/m, staticFriction: 900 N, coulombFriction: 400 N,
      stribeckVelocity: 20 mm/s, smoothingVelocity: 5 mm/s`,
    'Friction falls as the piston gets moving, smoothly',
    'cylinder.x, cylinder.v',
  ),
  lugreCylinder: moved(
    'lugreCylinder',
    `initialPosition: 50 mm, viscousFriction: 2 kN s/m, staticFriction: 900 N, coulombFriction: 400 N,
      stribeckVelocity: 20 mm/s, bristleStiffness: 1e6 N/m, bristleDamping: 20 kN s/m`,
    'Bristles bend before the piston slides',
    'cylinder.v, cylinder.z',
  ),
  cushionedCylinder: moved(
    'cushionedCylinder',
    `initialPosition: 150 mm, viscousFriction: 5 kN s/m, spearDiameter: 20 mm, sleeveDiameter: 34 mm,
      cushionLength: 30 mm, portArea: 20 mm2, throttleArea: 1 mm2`,
    'Near its end the cushion brakes the piston',
    'cylinder.x, cylinder.v, cylinder.cushionPressure',
    '',
    17,
  ),
  leakingCylinder: moved(
    'leakingCylinder',
    'initialPosition: 100 mm, viscousFriction: 10 kN s/m, sealConductance: 0.02 l/min/bar, glandConductance: 0.002 l/min/bar',
    'Worn seals let a loaded piston sink',
    'cylinder.x, cylinder.spilt',
    '\n  weight: { kind: constant, value: 15000 }\n',
    4,
  )
    .replace('value: 15000 }\n\n', 'value: 15000 }\n')
    .replace('to: pump.demand }]', 'to: pump.demand }, { from: weight, to: cylinder.load }]'),

  singleActingCylinder: `
title: Oil lifts the piston against its spring, and the spring brings it back
components:
  wave: { kind: sine, amplitude: 25, frequency: 1 Hz, phase: -90 deg, offset: 35 }
  source: { kind: controlledPressureSource, gain: 1 bar }
  restrictor: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  cylinder: { kind: singleActingCylinder, bore: 40 mm, stroke: 100 mm, mass: 20 kg, viscousFriction: 2 kN s/m, springPreload: 2000 N,
      springStiffness: 40 kN/m }
lines:
  a: { from: source, to: restrictor.in, volume: 0.1 l }
  b: { from: restrictor.out, to: cylinder, volume: 0.1 l }
signals: [{ from: wave, to: source.demand }]
initial: { pressure: 10 bar }
run: { end: 1 s }
record: { signals: [cylinder.x, cylinder.v, cylinder.cap.p] }`,

  telescopicCylinder: `
title: The large stage goes first, then the small one, faster and at more pressure
components:
  pump: { kind: flowSource, flow: 10 l/min }
  relief: { kind: reliefValve, crackingPressure: 100 bar, gradient: 2 l/min/bar }
  n: { kind: junction }
  tank: { kind: tank }
  cylinder: { kind: telescopicCylinder, bore: 63 mm, secondBore: 45 mm, stroke: 100 mm, firstStroke: 50 mm, transition: 5 mm,
      mass: 50 kg, viscousFriction: 20 kN s/m }
  weight: { kind: constant, value: 10000 }
lines:
  a: { from: pump, to: n, volume: 0.1 l, initialPressure: 32 bar }
  b: { from: n, to: cylinder, volume: 0.1 l, initialPressure: 32 bar }
  c: { from: n, to: relief.in, volume: 0.1 l, initialPressure: 32 bar }
direct: [{ from: relief.out, to: tank }]
signals: [{ from: weight, to: cylinder.load }]
run: { end: 1.2 s }
record: { signals: [cylinder.x, cylinder.v, cylinder.cap.p] }`,

  rotaryActuator: `
title: A vane turns a mass to and fro
components:
  lever: { kind: sine, amplitude: 10, frequency: 1 Hz }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  vane: { kind: rotaryActuator, displacement: 150 cc/rad, travel: 90 deg, initialAngle: 60 deg, inertia: 2 kg m2,
      viscousFriction: 100 Nm s/rad, leakage: 0.02 l/min/bar }
  back: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  tank: { kind: tank, pressure: 20 bar }
lines:
  a: { from: pump, to: vane.A, volume: 0.2 l }
  b: { from: vane.B, to: back.in, volume: 0.2 l }
direct: [{ from: back.out, to: tank }]
signals: [{ from: lever, to: pump.demand }]
initial: { pressure: 20 bar }
run: { end: 1 s }
record: { signals: [vane.angle, vane.speed, vane.A.p] }`,

  intensifier: `
title: Two strokes of an intensifier; going back it fills its high side
components:
  lever: { kind: sine, amplitude: 20, frequency: 1 Hz }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  intensifier: { kind: intensifier, bore: 80 mm, smallBore: 40 mm, stroke: 100 mm, initialPosition: 10 mm, mass: 5 kg,
      viscousFriction: 10 kN s/m }
  consumer: { kind: ratedOrifice, ratedFlow: 5 l/min, ratedPressureDrop: 100 bar }
  tank: { kind: tank }
  back: { kind: tank, pressure: 10 bar }
lines:
  low: { from: pump, to: intensifier.low, volume: 0.2 l }
  high: { from: intensifier.high, to: consumer.in, volume: 0.2 l }
direct: [{ from: consumer.out, to: tank }, { from: intensifier.drain, to: back }]
signals: [{ from: lever, to: pump.demand }]
initial: { pressure: 10 bar }
run: { end: 1.5 s }
record: { signals: [intensifier.low.p, intensifier.high.p, intensifier.x] }`,

  accumulator: breathed(
    'accumulator',
    'gasVolume: 1 l, prechargePressure: 60 bar, initialPressure: 100 bar',
    'Gas takes up a flow that comes and goes, adiabatically',
    'store.volume',
  ),
  springAccumulator: breathed(
    'springAccumulator',
    'bore: 60 mm, capacity: 0.3 l, springPreload: 20 kN, springStiffness: 100 kN/m, initialOil: 0.1 l',
    'With a spring the pressure rises straight with the oil',
    'store.oil',
    83,
  ),
  weightLoadedAccumulator: breathed(
    'weightLoadedAccumulator',
    'bore: 60 mm, stroke: 150 mm, initialPosition: 60 mm, mass: 3000 kg, viscousFriction: 40 kN s/m',
    'A weight keeps the pressure, but for friction and inertia',
    'store.x',
    104,
  ),
  pistonAccumulator: breathed(
    'pistonAccumulator',
    `bore: 80 mm, stroke: 200 mm, mass: 4 kg, viscousFriction: 5 kN s/m, coulombFriction: 500 N,
      endVolume: 0.1 l, prechargePressure: 60 bar, initialPressure: 100 bar`,
    'Friction of the piston stands between the gas and the oil',
    'store.x',
  ),
  thermalAccumulator: breathed(
    'thermalAccumulator',
    'gasVolume: 1 l, prechargePressure: 60 bar, initialPressure: 100 bar, timeConstant: 1 s',
    'Gas warms as it is compressed, and gives heat to the wall',
    'store.volume, store.temperature',
  ),
});
