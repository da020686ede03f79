import { component, hydraulic, type QuantityDeclaration, rotational, translational } from '../equations/language/definition.js';

const group = 'Sensors';
const lag = (about: string) => ({ unit: 's', above: 0, default: '1 ms', about });
const outputs: Record<string, QuantityDeclaration> = { output: { unit: '1', about: 'measured value, as a multiple of scale' } };
const conductance = { unit: 'm3/s/Pa', above: 0, default: '1000 l/min/bar', about: 'flow per pressure difference of the meter' };

export const pressureSensor = component({
  kind: 'pressureSensor',
  about: 'Pressure transmitter: takes no flow, and gives the pressure above that of the open air with a first-order lag.',
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
    der(measured) = (in.p - fluid.ambientPressure - measured) / timeConstant
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
    'Pressure above the open air counts.',
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
    power = (in.p - fluid.ambientPressure) * Q
    der(energy) = power
    der(passed) = Q
  `,
});

export const linearSensor = component({
  kind: 'linearSensor',
  about:
    'Load cell and position transducer between two lines, without mass, yielding and lag: force, velocity, position and power from a to b.',
  source: 'definition; a lag is a block of its own, firstOrderLag',
  group,
  ports: { a: translational, b: translational },
  parameters: { initialPosition: { unit: 'm', default: 0, about: 'position shown at t = 0' } },
  outputs: {
    force: { unit: 'N', about: 'force, compression positive' },
    velocity: { unit: 'm/s', about: 'velocity towards b' },
    power: { unit: 'W', about: 'power that passes from a to b' },
  },
  states: { position: { unit: 'm', initial: 'initialPosition', about: 'way towards b' } },
  equations: `
    force = b.force
    velocity = -a.velocity
    power = force * velocity
    a.force = force
    b.velocity = velocity
    der(position) = velocity
  `,
});

export const shaftSensor = component({
  kind: 'shaftSensor',
  about: 'Torque meter and encoder between two shafts, without inertia, yielding and lag: torque, speed, angle and power from a to b.',
  source: 'definition; a lag is a block of its own, firstOrderLag',
  group,
  ports: { a: rotational, b: rotational },
  parameters: { initialAngle: { unit: 'rad', default: 0, about: 'angle shown at t = 0' } },
  outputs: {
    torque: { unit: 'Nm', about: 'torque that a passes on to b' },
    speed: { unit: 'rad/s', about: 'speed from a to b' },
    power: { unit: 'W', about: 'power that passes from a to b' },
  },
  states: { angle: { unit: 'rad', initial: 'initialAngle', about: 'angle turned' } },
  equations: `
    torque = b.torque
    speed = -a.speed
    power = torque * speed
    a.torque = torque
    b.speed = speed
    der(angle) = speed
  `,
});
