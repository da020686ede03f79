/**
 * Spool of second order:   x'' = ω_n² (u - x) - 2 ζ ω_n x',   ω_n = 2π f_n.
 * No pressure moves it: the position at the end of the step is known before the pressures are, and its edges are orifices of known area.
 *
 * Servo valve: the edges have no lap but a radial clearance. With s = (1 - x_0) x an edge open by x has the opening x_0 + s, 1 at full travel, one overlapped by
 * |x| has x_0²/(x_0 + |s|): the same value and slope at 0, and a leakage that falls as the overlap grows (laminar flow through a slit whose length grows). At
 * null all four edges are open by x_0: the null leakage is 2 K x_0 √(p_s/2), and the pressure gain there is finite, 2 p_s (1 - x_0)/x_0 of load pressure per travel.
 *
 * Proportional valve: overlapped edges, an opening of o = max(0, |x| - l)/(1 - l), or o² of triangular grooves, whose width grows with their depth.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const group = 'Valves';
const ports = { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic };

const dynamics = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow of one path at the rated pressure drop, at position 1' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference of one path at the rated flow' },
  naturalFrequency: { unit: 'Hz', above: 0, about: 'natural frequency of the spool, f_n' },
  dampingRatio: { unit: '1', atLeast: 0, default: 0.7, about: 'damping ratio of the spool, ζ' },
} satisfies Record<string, ParameterDeclaration>;
const inputs = { command: { unit: '1', about: 'position wanted, limited to -1..1' } };
const states = {
  spool: { unit: '1', initial: 0, about: 'position of the spool, x' },
  spoolSpeed: { unit: '1/s', initial: 0, about: 'speed of the spool' },
};
const motion = `
    wn = 2 * pi * naturalFrequency
    der(spool) = spoolSpeed
    der(spoolSpeed) = wn^2 * (max(-1, min(1, command)) - spool) - 2 * dampingRatio * wn * spoolSpeed`;
const flows = `
    P.q = -(QPA + QPB)
    A.q = QPA - QAT
    B.q = QPB - QBT
    T.q = QAT + QBT`;

export const servoValve = component({
  kind: 'servoValve',
  about:
    '4/3 servo valve with zero lap: spool of second order, four square-law edges whose radial clearance leaks, so that its flow and pressure gain at ' +
    'null are finite. Position > 0 joins P to A and B to T. Flow forces and slew limit are left out.',
  source:
    'Merritt 1967, Hydraulic Control Systems, ch. 5 (spool valves by their edges) and 7; leakage of an overlapped edge after Eryilmaz and Wilson 2000, ' +
    'Combining Leakage and Orifice Flows in a Hydraulic Servovalve Model, J. Dyn. Sys. Meas. Control 122',
  group,
  ports,
  parameters: {
    ...dynamics,
    nullOpening: {
      unit: '1',
      above: 0,
      below: 1,
      default: 0.01,
      about: 'opening of each edge at null, as a fraction of full opening, x_0',
    },
  },
  inputs,
  states,
  equations: `${motion}
    s = (1 - nullOpening) * max(-1, min(1, spool))
    forward = if(s > 0, nullOpening + s, nullOpening^2 / (nullOpening + abs(s)))
    backward = if(s > 0, nullOpening^2 / (nullOpening + abs(s)), nullOpening - s)
    K = ratedFlow / sqrt(ratedPressureDrop)
    QPA = K * forward * ssqrt(P.p - A.p)
    QBT = K * forward * ssqrt(B.p - T.p)
    QPB = K * backward * ssqrt(P.p - B.p)
    QAT = K * backward * ssqrt(A.p - T.p)${flows}
  `,
});

const fraction = (path: string): ParameterDeclaration => ({
  unit: '1',
  atLeast: 0,
  default: 1,
  about: `flow of the path ${path} as a fraction of ratedFlow`,
});

export const proportionalDirectionalValve = component({
  kind: 'proportionalDirectionalValve',
  about:
    '4/3 proportional directional valve with overlap (dead band) and a spool of second order; its edges may differ, for a differential cylinder. ' +
    'Position > 0 joins P to A and B to T. Leakage, flow forces and slew limit are left out.',
  source:
    'Merritt 1967, Hydraulic Control Systems, ch. 5 (spool valves by their edges); spool of second order as makers state it, dead band: our choice',
  group,
  ports,
  parameters: {
    ...dynamics,
    overlap: { unit: '1', atLeast: 0, atMost: 0.9, default: 0.2, about: 'travel before an edge opens, l' },
    grooves: {
      unit: '1',
      atLeast: 0,
      atMost: 1,
      default: 0,
      optional: true,
      about: 'triangular grooves: part of the opening that grows with the square of the travel; 0: all in proportion to it',
    },
    asPrinted: {
      unit: '1',
      atLeast: 0,
      atMost: 1,
      default: 0,
      optional: true,
      about:
        '1: for negative commands the overlap adds to the opening, as a mistake in print has it (Ustinov 2023, (3.11)): it jumps at its edge',
    },
    fractionPA: fraction('P to A'),
    fractionBT: fraction('B to T'),
    fractionPB: fraction('P to B'),
    fractionAT: fraction('A to T'),
  },
  inputs,
  states,
  equations: `${motion}
    ahead = max(0, min(1, (spool - overlap) / (1 - overlap)))
    astern = max(0, min(1, (-spool - overlap) / (1 - overlap))) + asPrinted * if(spool < -overlap, 2 * overlap / (1 - overlap), 0)
    forward = ahead * (1 - grooves + grooves * ahead)
    backward = astern * (1 - grooves + grooves * astern)
    K = ratedFlow / sqrt(ratedPressureDrop)
    QPA = K * fractionPA * forward * ssqrt(P.p - A.p)
    QBT = K * fractionBT * forward * ssqrt(B.p - T.p)
    QPB = K * fractionPB * backward * ssqrt(P.p - B.p)
    QAT = K * fractionAT * backward * ssqrt(A.p - T.p)${flows}
  `,
});
