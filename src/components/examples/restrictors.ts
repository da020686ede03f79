/** Restrictors, each in a small circuit: most between a pressure that swings about 50 bar and one that stays there, so that the flow turns. */
import { named } from './named.js';

const swing = (kind: string, parameters: string, title: string): string => `
title: ${title}
components:
  wave: { kind: sine, amplitude: 40, frequency: 5 Hz, offset: 50 }
  source: { kind: controlledPressureSource, gain: 1 bar }
  it: { kind: ${kind}, ${parameters} }
  tank: { kind: tank, pressure: 50 bar }
lines:
  L: { from: source, to: it.in, volume: 0.1 l }
direct: [{ from: it.out, to: tank }]
signals: [{ from: wave, to: source.demand }]
initial: { pressure: 50 bar }
run: { end: 0.4 s }
record: { signals: [it.in.p, it.out.q] }`;

export const restrictors = named({
  laminarRestrictor: swing('laminarRestrictor', 'conductance: 0.5 l/min/bar', 'Flow in proportion to the pressure difference'),
  orifice: swing('orifice', 'area: 5 mm2', 'Flow with the root of the pressure difference'),
  ratedOrifice: swing(
    'ratedOrifice',
    'ratedFlow: 20 l/min, ratedPressureDrop: 35 bar',
    'An orifice given by one point, 20 l/min at 35 bar',
  ),
  transitionOrifice: swing('transitionOrifice', 'diameter: 1.5 mm', 'A root far from zero, a straight line about it'),
  capillary: swing('capillary', 'diameter: 1.5 mm, length: 100 mm', 'A thin tube, nearly laminar, with the loss of its entrance'),
  flowNumberOrifice: swing(
    'flowNumberOrifice',
    'area: 5 mm2, hydraulicDiameter: 0.5 mm',
    'A slit whose discharge coefficient grows with the flow',
  ),
  pipeFriction: swing('pipeFriction', 'diameter: 8 mm, length: 20 m', 'Laminar at small flow, turbulent beyond, in 20 m of pipe'),
  suddenChange: swing(
    'suddenChange',
    'inDiameter: 3 mm, outDiameter: 10 mm',
    'A widening costs more pressure than the same step narrowing',
  ),

  fittingLoss: swing('fittingLoss', 'diameter: 4 mm, laminarLoss: 500, turbulentLoss: 0.7', 'The branch of a small tee, both ways'),

  annularGap: `
title: A piston that moves to and fro drags oil along, beside its leakage
components:
  stroke: { kind: sine, amplitude: 0.5, frequency: 5 Hz }
  supply: { kind: pressureSource, pressure: 100 bar }
  gap: { kind: annularGap, diameter: 50 mm, clearance: 30 um, length: 40 mm, eccentricity: 0.5 }
  tank: { kind: tank }
lines:
  L: { from: supply, to: gap.in, volume: 0.1 l, initialPressure: 100 bar }
direct: [{ from: gap.out, to: tank }]
signals: [{ from: stroke, to: gap.velocity }]
run: { end: 0.4 s }
record: { signals: [gap.in.p, gap.out.q] }`,

  pipeInertance: `
title: Oil in a pipe needs time to get moving, and swings against the volume at its end
components:
  supply: { kind: pressureSource, pressure: 20 bar }
  pipe: { kind: pipeInertance, length: 5 m, diameter: 20 mm, lossCoefficient: 10 }
  orifice: { kind: ratedOrifice, ratedFlow: 40 l/min, ratedPressureDrop: 20 bar }
  tank: { kind: tank }
lines:
  volume: { from: pipe.out, to: orifice.in, volume: 2 l }
direct: [{ from: pipe.in, to: supply }, { from: orifice.out, to: tank }]
run: { end: 0.3 s }
record: { signals: [pipe.out.p, pipe.flow, orifice.out.q] }`,

  rigidColumn: `
title: Oil through two openings, with its mass and without
components:
  supply: { kind: pressureSource, pressure: 20 bar }
  heavy: { kind: rigidColumn, length: 5 m, diameter: 10 mm, lossCoefficient: 10 }
  light: { kind: rigidColumn, length: 5 m, diameter: 10 mm, lossCoefficient: 10, massShare: 0 }
  first: { kind: blockedEnd }
  second: { kind: blockedEnd }
lines:
  A: { from: heavy.out, to: first, volume: 2 l }
  B: { from: light.out, to: second, volume: 2 l }
direct: [{ from: heavy.in, to: supply }, { from: light.in, to: supply }]
run: { end: 0.3 s }
record: { signals: [heavy.out.p, heavy.velocity, light.out.p, light.velocity] }`,

  variableOrifice: `
title: A notch opens slowly at first, as its table says
components:
  spool: { kind: ramp, startTime: 0.05 s, duration: 0.4 s, finalValue: 1 }
  supply: { kind: pressureSource, pressure: 100 bar }
  notch: { kind: variableOrifice, maximumArea: 8 mm2, profile: [[0, 0], [0.2, 0], [0.6, 0.2], [1, 1]] }
  tank: { kind: tank }
lines:
  L: { from: supply, to: notch.in, volume: 0.1 l, initialPressure: 100 bar }
direct: [{ from: notch.out, to: tank }]
signals: [{ from: spool, to: notch.opening }]
run: { end: 0.5 s }
record: { signals: [spool.output, notch.in.p, notch.out.q] }`,

  filter: `
title: The element clogs until the bypass opens at 3 bar
components:
  pump: { kind: flowSource, flow: 60 l/min }
  filter: { kind: filter, ratedFlow: 60 l/min, cleanPressureDrop: 0.5 bar, dirtVolume: 0.4 l, bypassPressure: 3 bar,
      bypassGradient: 60 l/min/bar }
  tank: { kind: tank }
lines:
  L: { from: pump, to: filter.in, volume: 1 l }
direct: [{ from: filter.out, to: tank }]
run: { end: 2 s }
record: { signals: [filter.in.p, filter.clogged] }`,

  hoseWall: `
title: A hose swells under pressure and takes in oil, a little late
components:
  supply: { kind: pressureSource, pressure: 200 bar }
  restrictor: { kind: laminarRestrictor, conductance: 0.05 l/min/bar }
  n: { kind: junction }
  wall: { kind: hoseWall, ratedExpansion: 20 ml, ratedPressure: 200 bar, relaxationTime: 20 ms }
  end: { kind: blockedEnd }
lines:
  in: { from: restrictor.out, to: n, volume: 0.3 l }
  hose: { from: n, to: wall, volume: 0.4 l }
  out: { from: n, to: end, volume: 0.3 l }
direct: [{ from: restrictor.in, to: supply }]
run: { end: 1 s }
record: { signals: [n.p, wall.growth, wall.in.q] }`,
});
