/** Sources and ends, each in a small circuit. */
import { named } from './named.js';

export const sources = named({
  flowSource: `
title: A constant flow, into a volume at first, then all of it through the restrictor
components:
  source: { kind: flowSource, flow: 10 l/min }
  restrictor: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank }
lines:
  volume: { from: source, to: restrictor.in, volume: 2 l }
direct: [{ from: restrictor.out, to: tank }]
run: { end: 0.3 s }
record: { signals: [source.out.p, source.out.q, restrictor.out.q] }`,

  controlledFlowSource: `
title: Flow that follows a signal, through a restrictor
components:
  wave: { kind: sine, amplitude: 5, frequency: 5 Hz, offset: 10 }
  source: { kind: controlledFlowSource, gain: 1 l/min }
  restrictor: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  tank: { kind: tank }
lines:
  L: { from: source, to: restrictor.in, volume: 1 l }
direct: [{ from: restrictor.out, to: tank }]
signals: [{ from: wave, to: source.demand }]
run: { end: 0.5 s }
record: { signals: [source.out.p, source.out.q, restrictor.out.q] }`,

  pulsatingFlowSource: `
title: A volume smooths a pulsating flow, until its waves end
components:
  source: { kind: pulsatingFlowSource, meanFlow: 10 l/min, amplitude: 4 l/min, frequency: 50 Hz, endTime: 80 ms }
  restrictor: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  tank: { kind: tank }
lines:
  L: { from: source, to: restrictor.in, volume: 0.5 l }
direct: [{ from: restrictor.out, to: tank }]
initial: { pressure: 50 bar }
run: { end: 0.12 s, maximumStep: 0.5 ms }
record: { signals: [source.out.p, source.out.q, restrictor.out.q] }`,

  pressureSource: `
title: A constant pressure fills a volume through a restrictor, exponentially
components:
  source: { kind: pressureSource, pressure: 100 bar }
  restrictor: { kind: laminarRestrictor, conductance: 0.2 l/min/bar }
  end: { kind: blockedEnd }
lines:
  L: { from: source, to: restrictor.in, volume: 0.1 l, initialPressure: 100 bar }
  volume: { from: restrictor.out, to: end, volume: 1 l }
run: { end: 0.1 s }
record: { signals: [source.out.p, source.out.q, end.in.p] }`,

  controlledPressureSource: `
title: A pressure that follows a signal moves oil into a volume and out of it
components:
  wave: { kind: sine, amplitude: 30, frequency: 5 Hz, offset: 50 }
  source: { kind: controlledPressureSource, gain: 1 bar }
  restrictor: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  end: { kind: blockedEnd }
lines:
  L: { from: source, to: restrictor.in, volume: 0.1 l }
  volume: { from: restrictor.out, to: end, volume: 1 l }
signals: [{ from: wave, to: source.demand }]
initial: { pressure: 50 bar }
run: { end: 0.5 s }
record: { signals: [source.out.p, end.in.p, restrictor.out.q] }`,

  tank: `
title: A volume at 50 bar empties into a tank
components:
  end: { kind: blockedEnd }
  restrictor: { kind: laminarRestrictor, conductance: 0.1 l/min/bar }
  tank: { kind: tank, pressure: 2 bar }
lines:
  volume: { from: end, to: restrictor.in, volume: 1 l, initialPressure: 50 bar }
  return: { from: restrictor.out, to: tank, volume: 0.2 l, initialPressure: 2 bar }
run: { end: 0.2 s }
record: { signals: [end.in.p, tank.in.p, tank.in.q] }`,

  blockedEnd: `
title: At a blocked end a pressure wave is thrown back and comes to twice its height
components:
  rise: { kind: trapezoidProfile, initialValue: 50, finalValue: 60, maximumRate: 5000 1/s, accelerationTime: 0.5 ms, startTime: 2 ms }
  source: { kind: controlledPressureSource, gain: 1 bar }
  end: { kind: blockedEnd }
lines:
  pipe: { from: source, to: end, length: 10 m, diameter: 20 mm, model: wave }
signals: [{ from: rise.output, to: source.demand }]
initial: { pressure: 50 bar }
run: { end: 60 ms, maximumStep: 0.1 ms }
record: { signals: [source.out.p, end.in.p, end.in.q] }`,
});
