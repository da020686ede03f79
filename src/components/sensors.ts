import { component, hydraulic, type QuantityDeclaration } from '../equations/definition.js';

const group = 'Sensors';
const lag = (about: string) => ({ unit: 's', above: 0, default: '1 ms', about });
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', about: 'what is measured, as a multiple of scale' } };
const conductance = { unit: 'm3/s/Pa', above: 0, default: '1000 l/min/bar', about: 'flow per pressure difference of the meter' };

export const pressureSensor = component({
  kind: 'pressureSensor',
  about: 'Pressure transmitter: takes no flow, and gives the pressure with a first-order lag. The position of a cylinder is its state.',
  source: 'Doebelin 2004, Measurement Systems, 5th ed., ch. 3 (first-order instrument)',
  group,
  ports: { in: hydraulic },
  parameters: {
    scale: { unit: 'Pa', above: 0, default: '1 Pa', about: 'pressure at an output of 1' },
    timeConstant: lag('lag of diaphragm and amplifier'),
    initialPressure: { unit: 'Pa', default: 0, about: 'pressure shown at t = 0' },
  },
  outputs,
  states: { measured: { unit: 'Pa', initial: 'initialPressure', about: 'pressure shown' } },
  equations: `
    in.q = 0
    der(measured) = (in.p - measured) / timeConstant
    output = measured / scale
  `,
});

export const differentialPressureSensor = component({
  kind: 'differentialPressureSensor',
  about:
    'Differential pressure transmitter: takes no flow, and gives the pressure of one port less that of the other with a first-order lag.',
  source: 'Doebelin 2004, Measurement Systems, 5th ed., ch. 3 (first-order instrument)',
  group,
  ports: { high: hydraulic, low: hydraulic },
  parameters: {
    scale: { unit: 'Pa', above: 0, default: '1 Pa', about: 'pressure difference at an output of 1' },
    timeConstant: lag('lag of diaphragm and amplifier'),
    initialDifference: { unit: 'Pa', default: 0, about: 'difference shown at t = 0' },
  },
  outputs,
  states: { measured: { unit: 'Pa', initial: 'initialDifference', about: 'difference shown' } },
  equations: `
    high.q = 0
    low.q = 0
    der(measured) = (high.p - low.p - measured) / timeConstant
    output = measured / scale
  `,
});

export const flowSensor = component({
  kind: 'flowSensor',
  about: 'Flow meter, a turbine or gears: a small laminar resistance, and the flow from in to out with a first-order lag.',
  source: 'Doebelin 2004, Measurement Systems, 5th ed., ch. 3 (first-order instrument)',
  group,
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    scale: { unit: 'm3/s', above: 0, default: '1 m3/s', about: 'flow at an output of 1' },
    timeConstant: lag('lag of the rotor'),
    conductance,
  },
  outputs,
  states: { measured: { unit: 'm3/s', initial: 0, about: 'flow shown' } },
  equations: `
    Q = conductance * (in.p - out.p)
    in.q  = -Q
    out.q =  Q
    der(measured) = (Q - measured) / timeConstant
    output = measured / scale
  `,
});

export const energyMeter = component({
  kind: 'energyMeter',
  about:
    'Meter of hydraulic power: a small laminar resistance, the power p Q that enters it, and energy and oil that have passed since t = 0. ' +
    'Gauge pressure counts.',
  source: 'power p Q of a flow, integrated',
  group,
  ports: { in: hydraulic, out: hydraulic },
  parameters: { conductance },
  outputs: { power: { unit: 'W', about: 'power that enters, p Q' } },
  states: {
    energy: { unit: 'J', initial: 0, about: 'energy that has entered' },
    passed: { unit: 'm3', initial: 0, about: 'oil that has passed from in to out' },
  },
  equations: `
    Q = conductance * (in.p - out.p)
    in.q  = -Q
    out.q =  Q
    power = in.p * Q
    der(energy) = power
    der(passed) = Q
  `,
});
