/** Pumps and motors, each in a small circuit. */
import { named } from './named.js';

export const machines = named({
  pump: `
title: Leakage of a fixed pump takes part of its flow as the pressure rises
components:
  pump: { kind: pump, displacement: 20 cc/rev, speed: 1500 rev/min, slipCoefficient: 2e-8 }
  restrictor: { kind: laminarRestrictor, conductance: 0.15 l/min/bar }
  suction: { kind: tank }
  tank: { kind: tank }
lines:
  delivery: { from: pump.out, to: restrictor.in, volume: 1 l }
direct: [{ from: pump.in, to: suction }, { from: restrictor.out, to: tank }]
run: { end: 0.2 s }
record: { signals: [pump.out.p, pump.out.q, restrictor.out.q] }`,

  pumpWithLosses: `
title: A pump runs up against an orifice, with the torque and power that it takes
components:
  speed: { kind: ramp, duration: 0.5 s, finalValue: 157 }
  pump: { kind: pumpWithLosses, displacement: 20 cc/rev, slipCoefficient: 2e-9, viscousCoefficient: 1e5, coulombCoefficient: 0.03 }
  orifice: { kind: ratedOrifice, ratedFlow: 30 l/min, ratedPressureDrop: 150 bar }
  suction: { kind: tank }
  tank: { kind: tank }
lines:
  delivery: { from: pump.out, to: orifice.in, volume: 0.5 l }
direct: [{ from: pump.in, to: suction }, { from: orifice.out, to: tank }]
signals: [{ from: speed, to: pump.speed }]
run: { end: 0.7 s }
record: { signals: [pump.out.p, pump.out.q, pump.torque, pump.power] }`,

  pistonPump: `
title: Ripple of nine pistons, in the flow and, smaller, in the pressure
components:
  pump: { kind: pistonPump, displacement: 50 cc/rev, speed: 1500 rev/min, pistons: 9 }
  restrictor: { kind: laminarRestrictor, conductance: 0.75 l/min/bar }
  suction: { kind: tank }
  tank: { kind: tank }
lines:
  delivery: { from: pump.out, to: restrictor.in, volume: 0.5 l, initialPressure: 100 bar }
direct: [{ from: pump.in, to: suction }, { from: restrictor.out, to: tank }]
run: { end: 10 ms, maximumStep: 20 us }
record: { every: 20 us, signals: [pump.out.p, pump.out.q] }`,

  handPump: `
title: A hand pump fills a closed volume stroke by stroke
components:
  hand: { kind: sine, amplitude: 1, frequency: 1 Hz }
  pump: { kind: handPump, plungerDiameter: 15 mm, stroke: 40 mm, deadVolume: 5 ml, gradient: 0.5 l/min/bar, leverRatio: 10 }
  end: { kind: blockedEnd }
  suction: { kind: tank }
lines:
  volume: { from: pump.out, to: end, volume: 1 l }
direct: [{ from: pump.in, to: suction }]
signals: [{ from: hand, to: pump.speed }]
run: { end: 3 s }
record: { signals: [pump.out.p, pump.out.q, pump.x, pump.handForce] }`,

  electricMotorPump: `
title: An asynchronous motor runs up and slips under the load of its pump
components:
  unit: { kind: electricMotorPump, displacement: 20 cc/rev, synchronousSpeed: 1500 rev/min, breakdownTorque: 120 Nm,
      inertia: 0.05 kg m2 }
  orifice: { kind: ratedOrifice, ratedFlow: 30 l/min, ratedPressureDrop: 100 bar }
  suction: { kind: tank }
  tank: { kind: tank }
lines:
  delivery: { from: unit.out, to: orifice.in, volume: 0.5 l }
direct: [{ from: unit.in, to: suction }, { from: orifice.out, to: tank }]
run: { end: 0.4 s }
record: { signals: [unit.speed, unit.torque, unit.out.p, unit.out.q] }`,

  variablePump: `
title: The swash follows its demand with a lag, and the flow follows the swash
components:
  demand: { kind: ramp, startTime: 0.05 s, duration: 0.1 s, initialValue: 0.2, finalValue: 1 }
  pump: { kind: variablePump, displacement: 45 cc/rev, speed: 1500 rev/min, timeConstant: 40 ms, initialSwash: 0.2 }
  restrictor: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  suction: { kind: tank }
  tank: { kind: tank }
lines:
  delivery: { from: pump.out, to: restrictor.in, volume: 1 l, initialPressure: 27 bar }
direct: [{ from: pump.in, to: suction }, { from: restrictor.out, to: tank }]
signals: [{ from: demand, to: pump.demand }]
run: { end: 0.4 s }
record: { signals: [demand.output, pump.swash, pump.out.p, pump.out.q] }`,

  pressureCompensatedPump: `
title: As its consumer shuts, the pump swings back and keeps the pressure
components:
  opening: { kind: ramp, startTime: 0.1 s, duration: 0.2 s, initialValue: 1, finalValue: 0 }
  pump: { kind: pressureCompensatedPump, displacement: 28 cc/rev, speed: 1500 rev/min, settingPressure: 200 bar, range: 20 bar,
      slipCoefficient: 3e-9 }
  valve: { kind: meteringValve, ratedFlow: 40 l/min, ratedPressureDrop: 150 bar }
  suction: { kind: tank }
  tank: { kind: tank }
lines:
  delivery: { from: pump.out, to: valve.in, volume: 5 l, initialPressure: 150 bar }
direct: [{ from: pump.in, to: suction }, { from: valve.out, to: tank }]
signals: [{ from: opening, to: valve.opening }]
run: { end: 0.6 s }
record: { signals: [pump.out.p, pump.out.q, pump.swash] }`,

  loadSensingPump: `
title: The pump keeps 20 bar over an orifice while the load pressure rises
components:
  rise: { kind: ramp, startTime: 0.1 s, duration: 0.3 s, initialValue: 50, finalValue: 150 }
  consumer: { kind: controlledPressureSource, gain: 1 bar }
  pump: { kind: loadSensingPump, displacement: 45 cc/rev, speed: 1500 rev/min, margin: 20 bar, settingPressure: 250 bar, range: 20 bar,
      initialSwash: 0.6 }
  orifice: { kind: ratedOrifice, ratedFlow: 40 l/min, ratedPressureDrop: 20 bar }
  n: { kind: junction }
  suction: { kind: tank }
lines:
  delivery: { from: pump.out, to: orifice.in, volume: 2 l, initialPressure: 70 bar }
  a: { from: consumer, to: n, volume: 0.2 l, initialPressure: 50 bar }
  b: { from: orifice.out, to: n, volume: 0.2 l, initialPressure: 50 bar }
  c: { from: pump.load, to: n, volume: 0.1 l, initialPressure: 50 bar }
direct: [{ from: pump.in, to: suction }]
signals: [{ from: rise, to: consumer.demand }]
run: { end: 0.6 s }
record: { signals: [pump.out.p, pump.load.p, pump.out.q, pump.swash] }`,

  torqueLimitedPump: `
title: Above 85 bar the swash follows the hyperbola of constant torque
components:
  rise: { kind: ramp, startTime: 0.1 s, duration: 1 s, initialValue: 20, finalValue: 280 }
  consumer: { kind: controlledPressureSource, gain: 1 bar }
  pump: { kind: torqueLimitedPump, displacement: 45 cc/rev, speed: 1500 rev/min, torque: 60 Nm, settingPressure: 300 bar,
      range: 30 bar }
  suction: { kind: tank }
lines:
  delivery: { from: pump.out, to: consumer, volume: 0.2 l, initialPressure: 20 bar }
direct: [{ from: pump.in, to: suction }]
signals: [{ from: rise, to: consumer.demand }]
run: { end: 1.2 s }
record: { signals: [pump.out.p, pump.out.q, pump.swash] }`,

  motor: `
title: A motor brings its load to speed, until friction takes the torque
components:
  supply: { kind: pressureSource, pressure: 150 bar }
  restrictor: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  motor: { kind: motor, displacement: 50 cc/rev, slipCoefficient: 2e-8, gearRatio: 5, loadInertia: 10 kg m2,
      loadViscousFriction: 15 Nm s/rad }
  tank: { kind: tank }
lines:
  inlet: { from: restrictor.out, to: motor.in, volume: 1 l }
direct: [{ from: restrictor.in, to: supply }, { from: motor.out, to: tank }]
run: { end: 1 s }
record: { signals: [motor.speed, motor.loadSpeed, motor.in.p, motor.in.q] }`,

  variableMotor: `
title: At less displacement the motor turns faster, with less torque
components:
  demand: { kind: ramp, startTime: 0.5 s, duration: 0.3 s, initialValue: 1, finalValue: 0.5 }
  supply: { kind: flowSource, flow: 30 l/min }
  motor: { kind: variableMotor, displacement: 50 cc/rev, timeConstant: 50 ms, inertia: 0.2 kg m2, viscousFriction: 0.5 Nm s/rad,
      slipCoefficient: 2e-8, initialSpeed: 600 rev/min }
  tank: { kind: tank }
lines:
  inlet: { from: supply, to: motor.in, volume: 1 l, initialPressure: 40 bar }
direct: [{ from: motor.out, to: tank }]
signals: [{ from: demand, to: motor.demand }]
run: { end: 1.5 s }
record: { signals: [motor.speed, motor.swash, motor.in.p, motor.out.q] }`,

  flowDivider: `
title: Two motors on one shaft share the flow, though one side works against 100 bar
components:
  pump: { kind: flowSource, flow: 40 l/min }
  divider: { kind: flowDivider, displacement1: 20 cc/rev, displacement2: 20 cc/rev, slipCoefficient1: 5e-9, slipCoefficient2: 5e-9,
      inertia: 0.005 kg m2,
      viscousFriction: 0.1 Nm s/rad, initialSpeed: 1000 rev/min }
  n: { kind: junction }
  heavy: { kind: pressureSource, pressure: 100 bar }
  light: { kind: pressureSource, pressure: 20 bar }
lines:
  feed: { from: pump, to: n, volume: 0.5 l, initialPressure: 60 bar }
  first: { from: n, to: divider.in1, volume: 0.2 l, initialPressure: 60 bar }
  second: { from: n, to: divider.in2, volume: 0.2 l, initialPressure: 60 bar }
direct: [{ from: divider.out1, to: heavy }, { from: divider.out2, to: light }]
run: { end: 0.3 s }
record: { signals: [divider.out1.q, divider.out2.q, n.p, divider.speed] }`,
});
