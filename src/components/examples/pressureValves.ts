/** Check valves and valves that answer to pressure, each in a small circuit. */
import { named } from './named.js';

/** A valve to a tank, fed by a pump whose flow rises and falls. */
const relieving = (kind: string, parameters: string, title: string, states = ''): string => `
title: ${title}
components:
  demand: { kind: trapezoidProfile, startTime: 10 ms, finalValue: 30, maximumRate: 500 1/s, accelerationTime: 20 ms }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  valve: { kind: ${kind}, ${parameters} }
  tank: { kind: tank }
lines:
  L: { from: pump, to: valve.in, volume: 1 l }
direct: [{ from: valve.out, to: tank }]
signals: [{ from: demand.output, to: pump.demand }]
initial: { pressure: 100 bar }
run: { end: 0.2 s }
record: { signals: [valve.in.p, valve.out.q${states}] }`;

/** A valve between a pressure that swings and one that stays. */
const swung = (kind: string, parameters: string, title: string, states = ''): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 8, frequency: 5 Hz, offset: 20 }
  source: { kind: controlledPressureSource, gain: 1 bar }
  valve: { kind: ${kind}, ${parameters} }
  tank: { kind: tank, pressure: 20 bar }
lines:
  L: { from: source, to: valve.in, volume: 0.2 l }
direct: [{ from: valve.out, to: tank }]
signals: [{ from: wave, to: source.demand }]
initial: { pressure: 20 bar }
run: { end: 0.4 s }
record: { signals: [source.out.p, valve.out.q${states}] }`;

export const pressureValves = named({
  checkValve: swung('checkValve', 'crackingPressure: 1 bar, gradient: 5 l/min/bar', 'Flow one way only, above the cracking pressure'),

  dynamicCheckValve: swung(
    'dynamicCheckValve',
    `diameter: 10 mm, maximumLift: 2 mm, mass: 0.05 kg, crackingPressure: 0.5 bar,
      springStiffness: 20 kN/m, viscousFriction: 50 N s/m`,
    'The poppet lifts against its spring, and shuts a little late',
    ', valve.lift',
  ),

  pilotOperatedCheckValve: `
title: A load is held until the pilot lifts the poppet, and then runs off
components:
  pilot: { kind: trapezoidProfile, startTime: 0.1 s, finalValue: 60, maximumRate: 600 1/s, accelerationTime: 10 ms }
  control: { kind: controlledPressureSource, gain: 1 bar }
  load: { kind: blockedEnd }
  valve: { kind: pilotOperatedCheckValve, crackingPressure: 1 bar, gradient: 0.3 l/min/bar, pilotRatio: 3 }
  restrictor: { kind: laminarRestrictor, conductance: 10 l/min/bar }
  tank: { kind: tank }
lines:
  held: { from: load, to: valve.out, volume: 2 l, initialPressure: 100 bar }
  return: { from: valve.in, to: restrictor.in, volume: 0.2 l }
  P: { from: control, to: valve.pilot, volume: 0.1 l }
direct: [{ from: restrictor.out, to: tank }]
signals: [{ from: pilot.output, to: control.demand }]
run: { end: 0.4 s }
record: { signals: [valve.pilot.p, valve.out.p, restrictor.out.q, valve.opened] }`,

  shuttleValve: `
title: The outlet follows the higher of two pressures
components:
  wave: { kind: sine, amplitude: 30, frequency: 2 Hz, offset: 50 }
  first: { kind: controlledPressureSource, gain: 1 bar }
  second: { kind: pressureSource, pressure: 50 bar }
  valve: { kind: shuttleValve, ratedFlow: 10 l/min, ratedPressureDrop: 5 bar, shiftPressure: 0.1 bar }
  restrictor: { kind: laminarRestrictor, conductance: 0.05 l/min/bar }
  tank: { kind: tank }
lines:
  a: { from: first, to: valve.in1, volume: 0.2 l, initialPressure: 50 bar }
  L: { from: valve.out, to: restrictor.in, volume: 0.5 l, initialPressure: 50 bar }
direct: [{ from: valve.in2, to: second }, { from: restrictor.out, to: tank }]
signals: [{ from: wave, to: first.demand }]
run: { end: 1 s }
record: { signals: [valve.in1.p, valve.in2.p, valve.out.p, valve.side] }`,

  velocityFuse: `
title: A hose bursts, and the fuse shuts off what is behind it
components:
  burst: { kind: step, startTime: 0.1 s, finalValue: 1 }
  supply: { kind: pressureSource, pressure: 100 bar }
  fuse: { kind: velocityFuse, ratedFlow: 30 l/min, ratedPressureDrop: 5 bar, closingFlow: 50 l/min }
  n: { kind: junction }
  consumer: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  leak: { kind: meteringValve, ratedFlow: 200 l/min, ratedPressureDrop: 50 bar }
  tank: { kind: tank }
  ground: { kind: tank }
lines:
  hose: { from: fuse.out, to: n, volume: 0.5 l, initialPressure: 98 bar }
  a: { from: n, to: consumer.in, volume: 0.1 l, initialPressure: 98 bar }
  b: { from: n, to: leak.in, volume: 0.1 l, initialPressure: 98 bar }
direct: [{ from: fuse.in, to: supply }, { from: consumer.out, to: tank }, { from: leak.out, to: ground }]
signals: [{ from: burst, to: leak.opening }]
run: { end: 0.2 s }
record: { signals: [n.p, fuse.out.q, fuse.opening] }`,

  reliefValve: relieving('reliefValve', 'crackingPressure: 150 bar, gradient: 10 l/min/bar', 'Above 150 bar the valve lets the pump off'),

  dampedReliefValve: relieving(
    'dampedReliefValve',
    `settingPressure: 150 bar, setting1: 100 bar, rise1: 10 bar, flow1: 40 l/min,
      setting2: 200 bar, rise2: 12 bar, flow2: 40 l/min`,
    'The pressure overshoots until the damping piston has moved',
    ', valve.flowCoefficient',
  ),

  dynamicReliefValve: relieving(
    'dynamicReliefValve',
    `settingPressure: 150 bar, diameter: 8 mm, mass: 0.05 kg, springStiffness: 100 kN/m,
      viscousFriction: 300 N s/m, maximumLift: 2 mm`,
    'A spool with mass and spring lifts, and swings into its place',
    ', valve.lift',
  ),

  twoStageReliefValve: relieving(
    'twoStageReliefValve',
    `settingPressure: 150 bar, pilotGradient: 5 l/min/bar,
      pilotTimeConstant: 0.3 ms, chokeConductance: 1 l/min/bar, chamberVolume: 1 ml, mainPressure: 3 bar,
      diameter: 20 mm, mass: 0.1 kg, springStiffness: 10 kN/m, viscousFriction: 1000 N s/m, maximumLift: 5 mm`,
    'The pilot opens first, then the main stage carries the flow',
    ', valve.lift, valve.chamberPressure',
  ),

  unloadingValve: `
title: While the pilot is above 100 bar the pump runs off at little pressure
components:
  system: { kind: trapezoidProfile, startTime: 20 ms, initialValue: 60, finalValue: 140, maximumRate: 2000 1/s,
      accelerationTime: 20 ms }
  pilot: { kind: controlledPressureSource, gain: 1 bar }
  pump: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  valve: { kind: unloadingValve, crackingPressure: 100 bar, gradient: 1 l/min/bar }
  consumer: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  tank: { kind: tank }
  sump: { kind: tank }
lines:
  P: { from: pilot, to: valve.pilot, volume: 0.1 l, initialPressure: 60 bar }
  a: { from: pump, to: n, volume: 0.2 l }
  b: { from: n, to: valve.in, volume: 0.2 l }
  c: { from: n, to: consumer.in, volume: 0.1 l }
direct: [{ from: valve.out, to: tank }, { from: consumer.out, to: sump }]
signals: [{ from: system.output, to: pilot.demand }]
run: { end: 0.1 s }
record: { signals: [valve.pilot.p, n.p, valve.out.q] }`,

  chargingValve: `
title: The pump charges an accumulator between 80 and 100 bar, and rests in between
components:
  pump: { kind: flowSource, flow: 20 l/min }
  n: { kind: junction }
  check: { kind: checkValve, crackingPressure: 0.5 bar, gradient: 20 l/min/bar }
  valve: { kind: chargingValve, cutOutPressure: 100 bar, hysteresis: 20 bar, ratedFlow: 20 l/min, ratedPressureDrop: 2 bar }
  m: { kind: junction }
  accumulator: { kind: accumulator, gasVolume: 1 l, prechargePressure: 60 bar, initialPressure: 85 bar }
  consumer: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank }
  sump: { kind: tank }
lines:
  p: { from: pump, to: n, volume: 0.2 l, initialPressure: 85 bar }
  toCheck: { from: n, to: check.in, volume: 0.1 l, initialPressure: 85 bar }
  toValve: { from: n, to: valve.in, volume: 0.1 l, initialPressure: 85 bar }
  system: { from: check.out, to: m, volume: 0.2 l, initialPressure: 85 bar }
  pilot: { from: m, to: valve.pilot, volume: 0.1 l, initialPressure: 85 bar }
  store: { from: m, to: accumulator, volume: 0.1 l, initialPressure: 85 bar }
  out: { from: m, to: consumer.in, volume: 0.1 l, initialPressure: 85 bar }
direct: [{ from: valve.out, to: tank }, { from: consumer.out, to: sump }]
run: { end: 3 s }
record: { signals: [n.p, m.p, valve.unloading] }`,

  pressureReducingValve: `
title: A consumer behind the valve sees 60 bar while the supply rises
components:
  rise: { kind: ramp, startTime: 0.05 s, duration: 0.2 s, initialValue: 30, finalValue: 200 }
  supply: { kind: controlledPressureSource, gain: 1 bar }
  valve: { kind: pressureReducingValve, settingPressure: 60 bar, range: 10 bar, ratedFlow: 30 l/min, ratedPressureDrop: 10 bar }
  restrictor: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank }
  sump: { kind: tank }
lines:
  S: { from: supply, to: valve.in, volume: 0.2 l, initialPressure: 30 bar }
  L: { from: valve.out, to: restrictor.in, volume: 2 l, initialPressure: 30 bar }
direct: [{ from: restrictor.out, to: tank }, { from: valve.drain, to: sump }]
signals: [{ from: rise, to: supply.demand }]
run: { end: 0.4 s }
record: { signals: [valve.in.p, valve.out.p, valve.out.q] }`,

  sequenceValve: `
title: A second volume is filled only after the first has come to 80 bar
components:
  pump: { kind: flowSource, flow: 10 l/min }
  n: { kind: junction }
  first: { kind: blockedEnd }
  valve: { kind: sequenceValve, settingPressure: 80 bar, range: 30 bar, ratedFlow: 20 l/min, ratedPressureDrop: 5 bar }
  second: { kind: blockedEnd }
  sump: { kind: tank }
lines:
  p: { from: pump, to: n, volume: 0.2 l }
  a: { from: n, to: first, volume: 1 l }
  b: { from: n, to: valve.in, volume: 0.1 l }
  c: { from: valve.out, to: second, volume: 1 l }
direct: [{ from: valve.drain, to: sump }]
run: { end: 0.2 s }
record: { signals: [valve.in.p, valve.out.p, valve.out.q] }`,

  counterbalanceValve: `
title: A load of 120 bar is held, and let down in step with the pilot
components:
  lower: { kind: trapezoidProfile, startTime: 0.1 s, finalValue: 60, maximumRate: 300 1/s, accelerationTime: 50 ms }
  control: { kind: controlledPressureSource, gain: 1 bar }
  load: { kind: pressureSource, pressure: 120 bar }
  valve: { kind: counterbalanceValve, settingPressure: 200 bar, pilotRatio: 3, range: 60 bar, ratedFlow: 30 l/min,
      ratedPressureDrop: 20 bar }
  restrictor: { kind: laminarRestrictor, conductance: 5 l/min/bar }
  tank: { kind: tank }
lines:
  P: { from: control, to: valve.pilot, volume: 0.1 l }
  L: { from: valve.out, to: restrictor.in, volume: 0.5 l }
direct: [{ from: valve.in, to: load }, { from: restrictor.out, to: tank }]
signals: [{ from: lower.output, to: control.demand }]
run: { end: 0.5 s }
record: { signals: [valve.in.p, valve.pilot.p, valve.out.q] }`,
});
