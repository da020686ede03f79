/** Masses and what lies between them, each in a small circuit. */
import { named } from './named.js';

/** Pushed to and fro through a rod, and held by a spring on the other side. */
const pushed = (title: string, it: string, record: string): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 2, frequency: 1 Hz }
  push: { kind: controlledForceSource, gain: 1 kN }
  it: { ${it} }
  wall: { kind: velocitySource }
lines:
  rod: { from: push, to: it.a, stiffness: 1 kN/mm }
  spring: { from: it.b, to: wall, stiffness: 50 N/mm }
signals: [{ from: wave, to: push.demand }]
run: { end: 1 s, forceError: 2 N }
record: { signals: [${record}] }`;

/** A source of force is far softer than its rods: to an integrator those do not yield. */
const between = (title: string, it: string, record: string): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 500, frequency: 1 Hz }
  push: { kind: controlledForceSource, gain: 1 N }
  body: { kind: mass, mass: 500 kg, viscousFriction: 1 kN s/m }
  it: { ${it} }
  far: { kind: mass, mass: 200 kg, viscousFriction: 500 N s/m }
  wall: { kind: velocitySource }
lines:
  rod: { from: push, to: body.a, stiffness: 1 kN/mm }
  a: { from: body.b, to: it.a, stiffness: 10 kN/mm }
  b: { from: it.b, to: far.a, stiffness: 10 kN/mm }
  spring: { from: far.b, to: wall, stiffness: 5 N/mm }
signals: [{ from: wave, to: push.demand }]
run: { end: 1 s, forceError: 2 N, maximumStep: 0.5 ms }
record: { signals: [body.x, far.x, ${record}] }`;

export const mechanics = named({
  mass: pushed('A mass on a spring, pushed to and fro', 'kind: mass, mass: 100 kg, viscousFriction: 1 kN s/m', 'it.x, it.v, spring.force'),
  rigidJoint: `
title: One body between a push and two springs
components:
  wave: { kind: sine, amplitude: 2, frequency: 1 Hz }
  push: { kind: controlledForceSource, gain: 1 kN }
  it: { kind: rigidJoint, mass: 100 kg, viscousFriction: 1 kN s/m }
  near: { kind: velocitySource }
  far: { kind: velocitySource }
lines:
  rod: { from: push, to: it.a, stiffness: 1 kN/mm }
  spring: { from: it.b, to: near, stiffness: 50 N/mm }
  other: { from: it.c, to: far, stiffness: 20 N/mm }
signals: [{ from: wave, to: push.demand }]
run: { end: 1 s, forceError: 2 N }
record: { signals: [it.x, it.v, spring.force, other.force] }`,
  stribeckSlide: pushed(
    'A slide whose friction falls as it gets moving',
    'kind: stribeckSlide, mass: 100 kg, viscousFriction: 1 kN s/m, coulombFriction: 200 N, staticFriction: 300 N,\n      stribeckVelocity: 50 mm/s, smoothingVelocity: 20 mm/s',
    'it.x, it.v',
  ),
  lugreSlide: pushed(
    'A slide on bristles that bend before it moves',
    'kind: lugreSlide, mass: 100 kg, viscousFriction: 1 kN s/m, coulombFriction: 200 N, staticFriction: 300 N,\n      stribeckVelocity: 50 mm/s, bristleStiffness: 1e5 N/m, bristleDamping: 5 kN s/m',
    'it.x, it.z',
  ),
  springDamper: between(
    'Spring and damper between two masses',
    'kind: springDamper, stiffness: 20 N/mm, damping: 1 kN s/m',
    'it.compression',
  ),
  contact: between(
    'A bumper with a gap, which pushes and never pulls',
    'kind: contact, gap: 5 mm, stiffness: 20 N/mm, hysteresis: 2 s/m',
    'it.closed',
  ),
  rope: between(
    'A rope with slack, which pulls and never pushes',
    'kind: rope, slack: 5 mm, stiffness: 20 N/mm, hysteresis: 2 s/m',
    'it.apart',
  ),
  lever: between('A lever moves its far end twice as far', 'kind: lever, armRatio: 2', 'it.b.velocity'),
  linearSensor: between('Force, way and power between two masses', 'kind: linearSensor', 'it.position'),

  forceSource: `
title: A constant force presses a mass on its spring
components:
  push: { kind: forceSource, force: 1 kN }
  body: { kind: mass, mass: 100 kg, viscousFriction: 1 kN s/m }
  wall: { kind: velocitySource }
lines:
  spring: { from: body.b, to: wall, stiffness: 50 N/mm }
direct: [{ from: body.a, to: push }]
run: { end: 1 s, forceError: 2 N }
record: { signals: [push.end.force, body.x, spring.force] }`,
  controlledForceSource: pushed(
    'A force that follows a signal',
    'kind: mass, mass: 50 kg, viscousFriction: 2 kN s/m',
    'push.end.force, it.x, spring.force',
  ),
  velocitySource: `
title: An end that moves on draws a mass behind it, by a spring
components:
  hand: { kind: velocitySource, velocity: -0.1 m/s }
  body: { kind: mass, mass: 100 kg, viscousFriction: 1 kN s/m }
  free: { kind: forceSource }
lines:
  spring: { from: hand, to: body.a, stiffness: 20 N/mm }
direct: [{ from: body.b, to: free }]
run: { end: 1 s, forceError: 1 N }
record: { signals: [hand.end.velocity, body.x, spring.force] }`,
  controlledVelocitySource: `
title: An end shakes a mass on a spring
components:
  wave: { kind: sine, amplitude: 0.2, frequency: 2 Hz }
  hand: { kind: controlledVelocitySource, gain: 1 m/s }
  body: { kind: mass, mass: 100 kg, viscousFriction: 1 kN s/m }
  free: { kind: forceSource }
lines:
  spring: { from: hand, to: body.a, stiffness: 20 N/mm }
signals: [{ from: wave, to: hand.demand }]
direct: [{ from: body.b, to: free }]
run: { end: 1 s, forceError: 1 N }
record: { signals: [hand.end.velocity, body.x, spring.force] }`,
});
