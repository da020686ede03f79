import { component, hydraulic } from '../equations/language/definition.js';

const group = 'Sources and ends';

export const flowSource = component({
  kind: 'flowSource',
  about: 'Delivers a constant flow against any pressure; a pump without losses at fixed speed.',
  source: 'Burton 1994 §4.4.2 (flow source in place of a pump)',
  group,
  ports: { out: hydraulic },
  parameters: { flow: { unit: 'm3/s', about: 'flow delivered into the line; negative draws from it' } },
  equations: `
    out.q = flow
  `,
});

export const controlledFlowSource = component({
  kind: 'controlledFlowSource',
  about: 'Delivers the flow that its input asks for, against any pressure and without lag.',
  source: 'Burton 1994 §4.4.2 (flow source in place of a pump)',
  group,
  ports: { out: hydraulic },
  parameters: { gain: { unit: 'm3/s', default: 1, about: 'flow at an input of 1' } },
  inputs: { demand: { unit: '1', about: 'flow wanted, as a multiple of gain' } },
  equations: `
    out.q = gain * demand
  `,
});

export const pulsatingFlowSource = component({
  kind: 'pulsatingFlowSource',
  about: 'Delivers a flow with a sine wave over its mean until a given time, against any pressure; a time step lands on that time.',
  source: 'Esqué 2008 §5.1 (flow of the real-time tests)',
  group,
  ports: { out: hydraulic },
  parameters: {
    meanFlow: { unit: 'm3/s', about: 'mean flow, and the flow after endTime' },
    amplitude: { unit: 'm3/s', about: 'amplitude of the sine wave' },
    frequency: { unit: 'Hz', above: 0, about: 'frequency of the sine wave' },
    endTime: { unit: 's', default: 1e300, about: 'time at which the sine wave ends' },
  },
  equations: `
    out.q = meanFlow + if(time > endTime, 0, amplitude * sin(2 * pi * frequency * time))
    nextEvent = if(time < endTime, endTime, 1e300)
  `,
});

export const pressureSource = component({
  kind: 'pressureSource',
  about: 'Holds a constant pressure at any flow; an ideal constant-pressure supply.',
  source: 'Burton 1994 §4.4.1, (4.3)-(4.4)',
  group,
  ports: { out: hydraulic },
  parameters: { pressure: { unit: 'Pa', level: true, about: 'pressure held' } },
  equations: `
    out.p = pressure
  `,
});

export const controlledPressureSource = component({
  kind: 'controlledPressureSource',
  about: 'Holds the pressure above that of the open air that its input asks for, at any flow and without lag.',
  source: 'Burton 1994 §4.4.1, (4.3)-(4.4)',
  group,
  ports: { out: hydraulic },
  parameters: { gain: { unit: 'Pa', default: 1, about: 'pressure at an input of 1' } },
  inputs: { demand: { unit: '1', about: 'pressure wanted, as a multiple of gain' } },
  equations: `
    out.p = fluid.ambientPressure + gain * demand
  `,
});

export const tank = component({
  kind: 'tank',
  about: 'Reservoir at constant pressure that takes and gives any flow; its level is left out.',
  source: 'Burton 1994 §4.4.1, (4.3)-(4.4)',
  group,
  ports: { in: hydraulic },
  parameters: { pressure: { unit: 'Pa', level: true, default: 0, about: 'pressure held' } },
  equations: `
    in.p = pressure
  `,
});

export const blockedEnd = component({
  kind: 'blockedEnd',
  about: 'Closed end of a line: no flow.',
  source: 'Burton 1994 §4.4.4.1 (blocked pilot line)',
  group,
  ports: { in: hydraulic },
  parameters: {},
  equations: `
    in.q = 0
  `,
});
