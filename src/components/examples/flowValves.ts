/** Valves that set, share and steer flows, each in a small circuit. */
import { named } from './named.js';

/** A four-way valve between supply and tank; its consumer is a restrictor between two volumes. */
const steering = (kind: string, parameters: string, input: string, title: string, states = ''): string => `
title: ${title}
components:
  lever: { kind: sine, amplitude: 1, frequency: 2 Hz }
  supply: { kind: pressureSource, pressure: 100 bar }
  valve: { kind: ${kind}, ${parameters} }
  consumer: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  tank: { kind: tank }
lines:
  a: { from: valve.A, to: consumer.in, volume: 0.5 l }
  b: { from: valve.B, to: consumer.out, volume: 0.5 l }
direct: [{ from: valve.P, to: supply }, { from: valve.T, to: tank }]
signals: [{ from: lever, to: valve.${input} }]
initial: { pressure: 50 bar }
run: { end: 0.5 s }
record: { signals: [valve.A.p, valve.B.p, valve.A.q${states}] }`;

const rated = 'ratedFlow: 40 l/min, ratedPressureDrop: 35 bar';

/** A valve that a switch opens at 50 ms and shuts at 150 ms, from a supply into a volume with an outlet. */
const switched = (kind: string, parameters: string, ports: readonly [string, string], title: string, more = ''): string => `
title: ${title}
components:
  switch: { kind: pulseTrain, startTime: 50 ms, period: 0.3 s, dutyRatio: 0.3333 }
  supply: { kind: pressureSource, pressure: 100 bar }
  valve: { kind: ${kind}, ${parameters} }
  outlet: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank }${more === '' ? '' : '\n  sump: { kind: tank }'}
lines:
  L: { from: valve.${ports[1]}, to: outlet.in, volume: 1 l }
direct: [{ from: valve.${ports[0]}, to: supply }, { from: outlet.out, to: tank }${more}]
signals: [{ from: switch, to: valve.command }]
run: { end: 0.3 s, maximumStep: 0.5 ms }
record: { signals: [valve.${ports[1]}.p, valve.${ports[1]}.q, valve.${kind === 'onOffValve' ? 'opening' : 'spool'}] }`;

export const flowValves = named({
  flowControlValve: `
title: The flow stays near 10 l/min while the supply rises from 5 to 100 bar
components:
  rise: { kind: ramp, startTime: 0.05 s, duration: 0.3 s, initialValue: 5, finalValue: 100 }
  supply: { kind: controlledPressureSource, gain: 1 bar }
  valve: { kind: flowControlValve, ratedFlow: 10 l/min, meteringPressureDrop: 8 bar, compensatorPressureDrop: 2 bar }
  tank: { kind: tank }
lines:
  L: { from: supply, to: valve.in, volume: 0.2 l, initialPressure: 5 bar }
direct: [{ from: valve.out, to: tank }]
signals: [{ from: rise, to: supply.demand }]
run: { end: 0.4 s }
record: { signals: [valve.in.p, valve.out.q] }`,

  pressureCompensator: `
title: An orifice behind the compensator keeps its flow while the supply rises
components:
  rise: { kind: ramp, startTime: 0.05 s, duration: 0.2 s, initialValue: 60, finalValue: 200 }
  supply: { kind: controlledPressureSource, gain: 1 bar }
  compensator: { kind: pressureCompensator, settingPressure: 10 bar, range: 4 bar, ratedFlow: 40 l/min, ratedPressureDrop: 10 bar }
  orifice: { kind: ratedOrifice, ratedFlow: 20 l/min, ratedPressureDrop: 8 bar }
  load: { kind: pressureSource, pressure: 40 bar }
lines:
  S: { from: supply, to: compensator.in, volume: 0.2 l, initialPressure: 60 bar }
  L: { from: compensator.out, to: orifice.in, volume: 1 l, initialPressure: 45 bar }
direct: [{ from: orifice.out, to: load }, { from: compensator.load, to: load }]
signals: [{ from: rise, to: supply.demand }]
run: { end: 0.3 s }
record: { signals: [compensator.in.p, compensator.out.p, orifice.out.q] }`,

  semiEmpiricalCompensator: `
title: A throttle behind the compensator keeps its flow while the supply rises
components:
  rise: { kind: ramp, startTime: 0.1 s, duration: 0.2 s, initialValue: 140, finalValue: 200 }
  supply: { kind: controlledPressureSource, gain: 1 bar }
  compensator: { kind: semiEmpiricalCompensator, settingPressure: 10 bar,
    springRate: 4.65e7 Pa^1.5 s/m3, flowForce: -1.79e4 Pa^0.5 s/m3, damping: 4e11 Pa^1.5 s^2/m3, initialCoefficient: 5e-8 m3/s/Pa^0.5 }
  throttle: { kind: ratedOrifice, ratedFlow: 20 l/min, ratedPressureDrop: 10 bar }
  load: { kind: pressureSource, pressure: 40 bar }
lines:
  S: { from: supply, to: compensator.in, volume: 0.5 l, initialPressure: 140 bar }
  L: { from: compensator.out, to: throttle.in, volume: 0.1 l, initialPressure: 45 bar }
direct: [{ from: throttle.out, to: load }, { from: compensator.load, to: load }]
signals: [{ from: rise, to: supply.demand }]
run: { end: 0.4 s }
record: { signals: [compensator.in.p, compensator.out.p, throttle.out.q, compensator.coefficient] }`,

  shuttleCompensator: `
title: The higher of two loads sets the pressure behind the compensator
components:
  swing: { kind: sine, amplitude: 30, frequency: 4 Hz, offset: 50 }
  supply: { kind: pressureSource, pressure: 140 bar }
  compensator: { kind: shuttleCompensator, settingPressure: 10 bar,
    springRate: 4.65e7 Pa^1.5 s/m3, flowForce: -1.79e4 Pa^0.5 s/m3, damping: 4e11 Pa^1.5 s^2/m3, initialCoefficient: 5e-8 m3/s/Pa^0.5 }
  throttle: { kind: ratedOrifice, ratedFlow: 20 l/min, ratedPressureDrop: 10 bar }
  first: { kind: controlledPressureSource, gain: 1 bar }
  second: { kind: pressureSource, pressure: 50 bar }
  tank: { kind: tank }
lines:
  L: { from: compensator.out, to: throttle.in, volume: 0.1 l, initialPressure: 60 bar }
  A: { from: first, to: compensator.load1, volume: 0.1 l, initialPressure: 50 bar }
direct: [{ from: compensator.in, to: supply }, { from: throttle.out, to: tank }, { from: compensator.load2, to: second }]
signals: [{ from: swing, to: first.demand }]
run: { end: 0.5 s }
record: { signals: [compensator.out.p, compensator.load1.p, compensator.load2.p, compensator.coefficient] }`,

  priorityValve: `
title: Steering is served first, the rest of the pump's flow goes to the others
components:
  demand: { kind: ramp, startTime: 0.1 s, duration: 0.3 s, initialValue: 5, finalValue: 40 }
  pump: { kind: controlledFlowSource, gain: 1 l/min }
  valve: { kind: priorityValve, settingPressure: 6 bar, range: 6 bar, ratedFlow: 60 l/min, ratedPressureDrop: 5 bar }
  steering: { kind: ratedOrifice, ratedFlow: 15 l/min, ratedPressureDrop: 8 bar }
  load: { kind: pressureSource, pressure: 30 bar }
  others: { kind: tank, pressure: 10 bar }
lines:
  feed: { from: pump, to: valve.in, volume: 0.5 l, initialPressure: 32 bar }
  first: { from: valve.priority, to: steering.in, volume: 0.5 l, initialPressure: 31 bar }
direct: [{ from: steering.out, to: load }, { from: valve.load, to: load }, { from: valve.excess, to: others }]
signals: [{ from: demand, to: pump.demand }]
run: { end: 0.5 s }
record: { signals: [valve.priority.q, valve.excess.q, valve.in.p] }`,

  spoolFlowDivider: `
title: A spool shares 20 l/min evenly, while one outlet goes from 20 to 80 bar
components:
  rise: { kind: ramp, startTime: 0.05 s, duration: 0.3 s, initialValue: 20, finalValue: 80 }
  first: { kind: controlledPressureSource, gain: 1 bar }
  second: { kind: pressureSource, pressure: 50 bar }
  pump: { kind: flowSource, flow: 20 l/min }
  divider: { kind: spoolFlowDivider, ratedFlow1: 10 l/min, ratedFlow2: 10 l/min, ratedPressureDrop: 10 bar }
lines:
  feed: { from: pump, to: divider.in, volume: 0.5 l, initialPressure: 60 bar }
  a: { from: divider.out1, to: first, volume: 0.2 l, initialPressure: 20 bar }
direct: [{ from: divider.out2, to: second }]
signals: [{ from: rise, to: first.demand }]
run: { end: 0.4 s }
record: { signals: [divider.out1.q, divider.out2.q, divider.in.p, divider.out1.p] }`,

  onOffValve: switched(
    'onOffValve',
    'ratedFlow: 20 l/min, ratedPressureDrop: 5 bar',
    ['in', 'out'],
    'A solenoid valve opens and shuts within 30 ms',
  ),
  threeWayValve: switched(
    'threeWayValve',
    'ratedFlow: 20 l/min, ratedPressureDrop: 5 bar',
    ['P', 'A'],
    'Command 1 puts pressure on A, command 0 lets it off',
    ', { from: valve.T, to: sump }',
  ),

  fourWayTwoPositionValve: `
title: A spool with closed crossover turns the flow through the consumer round
components:
  lever: { kind: ramp, startTime: 0.1 s, duration: 0.1 s, finalValue: 1 }
  supply: { kind: pressureSource, pressure: 100 bar }
  valve: { kind: fourWayTwoPositionValve, ${rated}, lap: 0.1 }
  consumer: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  tank: { kind: tank }
lines:
  a: { from: valve.A, to: consumer.in, volume: 0.5 l }
  b: { from: valve.B, to: consumer.out, volume: 0.5 l }
direct: [{ from: valve.P, to: supply }, { from: valve.T, to: tank }]
signals: [{ from: lever, to: valve.command }]
initial: { pressure: 50 bar }
run: { end: 0.3 s }
record: { signals: [valve.A.p, valve.B.p, valve.A.q, valve.spool] }`,

  fourWayThreePositionValve: `
title: Tandem centre, in which the pump runs off between two strokes of the lever
components:
  lever: { kind: sine, amplitude: 1, frequency: 2 Hz }
  pump: { kind: flowSource, flow: 20 l/min }
  valve: { kind: fourWayThreePositionValve, ${rated}, centrePT: 1, lap: 0.3 }
  consumer: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  tank: { kind: tank }
lines:
  p: { from: pump, to: valve.P, volume: 1 l }
  a: { from: valve.A, to: consumer.in, volume: 0.5 l }
  b: { from: valve.B, to: consumer.out, volume: 0.5 l }
direct: [{ from: valve.T, to: tank }]
signals: [{ from: lever, to: valve.command }]
initial: { pressure: 10 bar }
run: { end: 0.5 s }
record: { signals: [valve.P.p, valve.A.q, valve.T.q, valve.spool] }`,

  directionalValve: steering('directionalValve', rated, 'position', 'Opening in proportion to the position, either way'),
  proportionalValve: steering(
    'proportionalValve',
    'diameter: 4 mm',
    'position',
    'Edges with a laminar and a turbulent regime, without a kink where the flow turns',
  ),
  proportionalDirectionalValve: steering(
    'proportionalDirectionalValve',
    `${rated}, naturalFrequency: 40 Hz, overlap: 0.2`,
    'command',
    'Within the overlap about its middle the valve passes nothing',
    ', valve.spool',
  ),
  servoValve: steering(
    'servoValve',
    `${rated}, naturalFrequency: 80 Hz`,
    'command',
    'A servo valve answers through its null without a dead band',
    ', valve.spool',
  ),

  meteringValve: `
title: Opening in step with its input, from shut to open and back
components:
  lever: { kind: sine, amplitude: 0.5, frequency: 4 Hz, phase: -90 deg, offset: 0.5 }
  supply: { kind: pressureSource, pressure: 100 bar }
  valve: { kind: meteringValve, ratedFlow: 20 l/min, ratedPressureDrop: 10 bar }
  outlet: { kind: laminarRestrictor, conductance: 0.5 l/min/bar }
  tank: { kind: tank }
lines:
  L: { from: valve.out, to: outlet.in, volume: 0.5 l }
direct: [{ from: valve.in, to: supply }, { from: outlet.out, to: tank }]
signals: [{ from: lever, to: valve.opening }]
run: { end: 0.5 s }
record: { signals: [valve.out.p, valve.out.q, lever.output] }`,
});
