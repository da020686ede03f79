/** Sensors and controllers, each in a small circuit. */
import { named } from './named.js';

/** A pressure loop: a controller sets a flow into a volume with an outlet, and measures the pressure. */
const loop = (kind: string, parameters: string, title: string, states = ''): string => `
title: ${title}
components:
  wanted: { kind: ramp, startTime: 0.1 s, duration: 0.1 s, initialValue: 0, finalValue: 1 }
  controller: { kind: ${kind}, ${parameters} }
  pump: { kind: controlledFlowSource, gain: 20 l/min }
  n: { kind: junction }
  gauge: { kind: pressureSensor, scale: 100 bar, timeConstant: 5 ms }
  outlet: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank }
lines:
  p: { from: pump, to: n, volume: 2 l }
  m: { from: n, to: gauge, volume: 0.1 l }
  out: { from: n, to: outlet.in, volume: 0.1 l }
direct: [{ from: outlet.out, to: tank }]
signals: [{ from: wanted, to: controller.setpoint }, { from: gauge, to: controller.measured }, { from: controller, to: pump.demand }]
run: { end: 0.8 s }
record: { signals: [wanted.output, gauge.output, controller.output${states}] }`;

/** A meter in a flow that swings. */
const metered = (kind: string, parameters: string, title: string, record: string): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 10, frequency: 5 Hz, offset: 15 }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  meter: { kind: ${kind}${parameters} }
  restrictor: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  tank: { kind: tank }
lines:
  before: { from: pump, to: meter.in, volume: 0.2 l, initialPressure: 75 bar }
  after: { from: meter.out, to: restrictor.in, volume: 0.2 l, initialPressure: 75 bar }
direct: [{ from: restrictor.out, to: tank }]
signals: [{ from: wave, to: pump.demand }]
run: { end: 0.5 s }
record: { signals: [meter.out.q, ${record}] }`;

export const control = named({
  pressureSensor: `
title: A gauge with a lag of 20 ms shows a pressure late and smoothed
components:
  wave: { kind: sine, amplitude: 10, frequency: 10 Hz, offset: 20 }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  n: { kind: junction }
  gauge: { kind: pressureSensor, scale: 1 bar, timeConstant: 20 ms, initialPressure: 100 bar }
  restrictor: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  tank: { kind: tank }
lines:
  p: { from: pump, to: n, volume: 0.2 l }
  m: { from: n, to: gauge, volume: 0.1 l }
  out: { from: n, to: restrictor.in, volume: 0.1 l }
direct: [{ from: restrictor.out, to: tank }]
signals: [{ from: wave, to: pump.demand }]
initial: { pressure: 100 bar }
run: { end: 0.3 s }
record: { signals: [n.p, gauge.measured, gauge.output] }`,

  differentialPressureSensor: `
title: The drop over an orifice, as a gauge with a lag of 5 ms shows it
components:
  wave: { kind: sine, amplitude: 10, frequency: 5 Hz, offset: 15 }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  n: { kind: junction }
  m: { kind: junction }
  orifice: { kind: ratedOrifice, ratedFlow: 20 l/min, ratedPressureDrop: 10 bar }
  gauge: { kind: differentialPressureSensor, scale: 1 bar, timeConstant: 5 ms }
  restrictor: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  tank: { kind: tank }
lines:
  p: { from: pump, to: n, volume: 0.2 l, initialPressure: 30 bar }
  a: { from: n, to: orifice.in, volume: 0.1 l, initialPressure: 30 bar }
  h: { from: n, to: gauge.high, volume: 0.1 l, initialPressure: 30 bar }
  b: { from: orifice.out, to: m, volume: 0.1 l, initialPressure: 30 bar }
  l: { from: m, to: gauge.low, volume: 0.1 l, initialPressure: 30 bar }
  out: { from: m, to: restrictor.in, volume: 0.1 l, initialPressure: 30 bar }
direct: [{ from: restrictor.out, to: tank }]
signals: [{ from: wave, to: pump.demand }]
run: { end: 0.4 s }
record: { signals: [n.p, m.p, gauge.measured] }`,

  flowSensor: metered('flowSensor', ', scale: 1 l/min, timeConstant: 10 ms', 'A flow meter follows with a lag of 10 ms', 'meter.measured'),
  energyMeter: metered('energyMeter', '', 'Power, and the energy and oil that have passed', 'meter.power, meter.energy, meter.passed'),

  proportionalController: loop('proportionalController', 'gain: 4', 'A proportional controller leaves an error that holds the flow'),
  piController: loop(
    'piController',
    'gain: 2, integralGain: 20 1/s',
    'The integral takes the error of a proportional controller away',
    ', controller.integral',
  ),
  pidController: loop(
    'pidController',
    'gain: 2, integralGain: 20 1/s, derivativeGain: 10 ms, filterTime: 5 ms, trackingTime: 50 ms',
    'The derivative part damps, the integral part takes the error away',
    ', controller.integral',
  ),
});
