/** Bodies that turn, and what lies between them, each in a small circuit. */
import { named } from './named.js';

/** Turned to and fro through a shaft, and held by a soft one on the other side. */
const turned = (title: string, it: string, record: string, from = 'a', to = 'b'): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 20, frequency: 1 Hz }
  drive: { kind: controlledTorqueSource, gain: 1 Nm }
  it: { ${it} }
  held: { kind: speedSource }
lines:
  shaft: { from: drive, to: it.${from}, stiffness: 10 kNm/rad }
  spring: { from: it.${to}, to: held, stiffness: 500 Nm/rad }
signals: [{ from: wave, to: drive.demand }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [${record}] }`;

/** A source of torque is far softer than its shafts: to an integrator those do not yield. */
const between = (title: string, it: string, record: string, further = ''): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 5, frequency: 1 Hz }
  drive: { kind: controlledTorqueSource, gain: 1 Nm }
  body: { kind: inertia, inertia: 5 kg m2, viscousFriction: 10 Nm s/rad }
  it: { ${it} }
  far: { kind: inertia, inertia: 2 kg m2, viscousFriction: 5 Nm s/rad }
  held: { kind: speedSource }
lines:
  shaft: { from: drive, to: body.a, stiffness: 10 kNm/rad }
  a: { from: body.b, to: it.a, stiffness: 100 kNm/rad }
  b: { from: it.b, to: far.a, stiffness: 100 kNm/rad }
  spring: { from: far.b, to: held, stiffness: 50 Nm/rad }
signals: [{ from: wave, to: drive.demand }${further}]
run: { end: 1 s, torqueError: 0.02 Nm, maximumStep: 0.5 ms }
record: { signals: [body.angle, far.angle, ${record}] }`;

export const shafts = named({
  inertia: turned(
    'An inertia on a torsion spring',
    'kind: inertia, inertia: 1 kg m2, viscousFriction: 10 Nm s/rad',
    'it.angle, it.speed, spring.torque',
  ),
  shaftJoint: `
title: One shaft drives two
components:
  wave: { kind: sine, amplitude: 20, frequency: 1 Hz }
  drive: { kind: controlledTorqueSource, gain: 1 Nm }
  it: { kind: shaftJoint, inertia: 1 kg m2, viscousFriction: 10 Nm s/rad }
  near: { kind: speedSource }
  far: { kind: speedSource }
lines:
  shaft: { from: drive, to: it.a, stiffness: 10 kNm/rad }
  spring: { from: it.b, to: near, stiffness: 500 Nm/rad }
  other: { from: it.c, to: far, stiffness: 200 Nm/rad }
signals: [{ from: wave, to: drive.demand }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [it.speed, spring.torque, other.torque] }`,
  elasticCoupling: between(
    'A coupling with backlash',
    'kind: elasticCoupling, stiffness: 200 Nm/rad, damping: 5 Nm s/rad, backlash: 0.01 rad',
    'it.twist',
  ),
  clutch: between('A clutch that slips above 2 Nm', 'kind: clutch, maximumTorque: 2 Nm, smoothingSpeed: 0.2 rad/s', 'it.torque'),
  shaftSensor: between('Torque, angle and power between two inertias', 'kind: shaftSensor', 'it.angle'),
  gearbox: turned(
    'Geared down by two, with loss in the teeth',
    'kind: gearbox, ratio: 2, efficiency: 0.95, inertia: 1 kg m2, viscousFriction: 10 Nm s/rad, smoothingSpeed: 0.2 rad/s',
    'it.speed, spring.torque',
    'in',
    'out',
  ),
  winch: `
title: A winch lifts a load
components:
  rise: { kind: ramp, startTime: 0.1 s, duration: 0.3 s, finalValue: 1 }
  drive: { kind: controlledTorqueSource, gain: 120 Nm }
  it: { kind: winch, drumRadius: 0.1 m, drumWidth: 0.2 m, ropeDiameter: 10 mm, inertia: 1 kg m2,
      viscousFriction: 10 Nm s/rad, initialWound: 5 m }
  load: { kind: mass, mass: 50 kg, inclination: 90 deg, viscousFriction: 200 N s/m, minimumPosition: 0 m }
  free: { kind: forceSource }
lines:
  shaft: { from: drive, to: it.shaft, stiffness: 10 kNm/rad }
  rope: { from: it.rope, to: load.b, stiffness: 100 N/mm }
direct: [{ from: load.a, to: free }]
signals: [{ from: rise, to: drive.demand }]
run: { end: 1 s, torqueError: 0.05 Nm, forceError: 1 N }
record: { signals: [it.speed, it.wound, load.x] }`,
  rackAndPinion: `
title: A shaft moves a rack and a mass behind it
components:
  wave: { kind: sine, amplitude: 20, frequency: 1 Hz }
  drive: { kind: controlledTorqueSource, gain: 1 Nm }
  body: { kind: inertia, inertia: 1 kg m2, viscousFriction: 5 Nm s/rad }
  it: { kind: rackAndPinion, radius: 0.1 m }
  load: { kind: mass, mass: 100 kg, viscousFriction: 500 N s/m }
  wall: { kind: velocitySource }
lines:
  shaft: { from: drive, to: body.a, stiffness: 10 kNm/rad }
  pinion: { from: body.b, to: it.shaft, stiffness: 1 kNm/rad }
  rack: { from: it.rack, to: load.a, stiffness: 10 kN/mm }
  spring: { from: load.b, to: wall, stiffness: 20 N/mm }
signals: [{ from: wave, to: drive.demand }]
run: { end: 1 s, torqueError: 0.02 Nm, forceError: 1 N }
record: { signals: [it.rack.velocity, body.speed, load.x] }`,

  torqueSource: `
title: A constant torque winds a shaft up against its spring
components:
  drive: { kind: torqueSource, torque: 10 Nm }
  body: { kind: inertia, inertia: 1 kg m2, viscousFriction: 10 Nm s/rad }
  held: { kind: speedSource }
lines:
  spring: { from: body.b, to: held, stiffness: 500 Nm/rad }
direct: [{ from: body.a, to: drive }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [drive.shaft.torque, body.angle, spring.torque] }`,
  controlledTorqueSource: turned(
    'A torque that follows a signal',
    'kind: inertia, inertia: 0.5 kg m2, viscousFriction: 20 Nm s/rad',
    'drive.shaft.torque, it.angle',
  ),
  speedSource: `
title: A drive of constant speed takes a body with it, through an elastic shaft
components:
  drive: { kind: speedSource, speed: 10 rad/s }
  body: { kind: inertia, inertia: 1 kg m2, viscousFriction: 10 Nm s/rad }
  free: { kind: torqueSource }
lines:
  shaft: { from: drive, to: body.a, stiffness: 200 Nm/rad }
direct: [{ from: body.b, to: free }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [drive.shaft.speed, body.speed, shaft.torque] }`,
  controlledSpeedSource: `
title: A drive that turns to and fro shakes a body through an elastic shaft
components:
  wave: { kind: sine, amplitude: 10, frequency: 2 Hz }
  drive: { kind: controlledSpeedSource, gain: 1 rad/s }
  body: { kind: inertia, inertia: 1 kg m2, viscousFriction: 10 Nm s/rad }
  free: { kind: torqueSource }
lines:
  shaft: { from: drive, to: body.a, stiffness: 200 Nm/rad }
signals: [{ from: wave, to: drive.demand }]
direct: [{ from: body.b, to: free }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [drive.shaft.speed, body.speed, shaft.torque] }`,

  shaftPump: `
title: A pump on a drive, its stroke coming up
components:
  drive: { kind: speedSource, speed: 100 rad/s }
  it: { kind: shaftPump, displacement: 28 cc/rev, slipCoefficient: 2e-9, inertia: 0.05 kg m2, viscousFriction: 0.5 Nm s/rad,
      initialSwash: 0, initialSpeed: 100 rad/s, timeConstant: 0.1 s }
  load: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  tank: { kind: tank }
lines:
  shaft: { from: drive, to: it.shaft, stiffness: 100 Nm/rad }
  out: { from: it.out, to: load.in, volume: 0.5 l }
direct: [{ from: it.in, to: tank }, { from: load.out, to: tank }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [it.speed, it.out.p, it.out.q] }`,
  shaftMotor: `
title: A motor turns a body through an elastic shaft
components:
  rise: { kind: ramp, startTime: 0 s, duration: 0.3 s, finalValue: 1 }
  pump: { kind: controlledFlowSource, gain: 20 l/min }
  it: { kind: shaftMotor, displacement: 40 cc/rev, slipCoefficient: 2e-9, coulombTorque: 2 Nm, inertia: 0.05 kg m2,
      viscousFriction: 0.2 Nm s/rad }
  body: { kind: inertia, inertia: 0.2 kg m2, viscousFriction: 1 Nm s/rad }
  free: { kind: torqueSource }
  tank: { kind: tank }
lines:
  in: { from: pump, to: it.in, volume: 0.5 l }
  shaft: { from: it.shaft, to: body.a, stiffness: 200 Nm/rad }
direct: [{ from: it.out, to: tank }, { from: body.b, to: free }]
signals: [{ from: rise, to: pump.demand }]
run: { end: 1 s, torqueError: 0.02 Nm }
record: { signals: [it.speed, it.in.p, body.speed, shaft.torque] }`,
});
