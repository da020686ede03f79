/**
 * Valves that a solenoid or pilot switches. The spool follows the command with a lag (or at constant rates between its stops), no pressure moves it,
 * so its position is known before the pressures are: paths that are open one at a time have the closed form of one orifice.
 *
 * Lap l: the travel, as a fraction, within which both sides are shut (l > 0: closed crossover) or both open (l < 0: open crossover). With a travel y from
 * -1 to 1 the edge that opens with y has the opening o = min(1, max(0, (y - l)/(1 - l))), the other that of -y.
 *
 * Leakage λ: a shut edge is an orifice still, of its clearance (and of its wear, that rounds it): an edge passes as λ + (1 - λ) o of its rated opening, λ where
 * it is shut and all of it where it is open.
 */
import { component, hydraulic, type ParameterDeclaration } from '../equations/language/definition.js';

const group = 'Valves';
const source =
  'Merritt 1967, Hydraulic Control Systems, ch. 5 (spool valves by their edges, with their clearance); motion of the spool: our choice';

const rated = {
  ratedFlow: { unit: 'm3/s', above: 0, about: 'flow of one path at the rated pressure drop, fully open' },
  ratedPressureDrop: { unit: 'Pa', above: 0, about: 'pressure difference of one path at the rated flow' },
  leakage: {
    unit: '1',
    atLeast: 0,
    below: 1,
    default: 0,
    optional: true,
    about: 'flow of a shut path at the rated pressure drop, as a fraction of ratedFlow, λ',
  },
} satisfies Record<string, ParameterDeclaration>;
/** Opening of an edge, with its leakage. */
const leaking = (opening: string): string => `(leakage + (1 - leakage) * ${opening})`;
const spool = {
  lap: {
    unit: '1',
    atLeast: -0.5,
    atMost: 0.5,
    default: 0,
    about: 'lap at the crossover, l: above 0 all shut in between, below 0 all open',
  },
  timeConstant: { unit: 's', above: 0, default: '10 ms', about: 'lag of the spool, τ' },
} satisfies Record<string, ParameterDeclaration>;
const centre = (path: string): ParameterDeclaration => ({
  unit: '1',
  atLeast: 0,
  default: 0,
  about: `opening of the path ${path} in the centre position, as a fraction of full opening`,
});

/** Openings `forward` and `backward` of the edges of a spool at `position` (-1..1). */
const openings = (position: string): string => `
    y = ${position}
    forward = max(0, min(1, (y - lap) / (1 - lap)))
    backward = max(0, min(1, (-y - lap) / (1 - lap)))`;

export const onOffValve = component({
  kind: 'onOffValve',
  about:
    '2/2 solenoid valve: a square-law orifice, both ways, that opens at a constant rate while the command is above 0.5 and closes at another. ' +
    'Stops are judged on the position at the end of the step.',
  source,
  group,
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    ...rated,
    openingTime: { unit: 's', above: 0, default: '30 ms', about: 'time from shut to fully open' },
    closingTime: { unit: 's', above: 0, default: '30 ms', about: 'time from fully open to shut' },
    initialOpening: { unit: '1', atLeast: 0, atMost: 1, default: 0, about: 'opening at t = 0' },
  },
  inputs: { command: { unit: '1', about: 'opens above 0.5, closes below' } },
  states: { opening: { unit: '1', initial: 'initialOpening', about: 'opening, 0 to 1' } },
  equations: `
    der(opening) = if(command > 0.5, 1 / openingTime, -1 / closingTime)
    reset(opening) = if(opening < 0 or opening > 1, max(0, min(1, opening)), opening)
    Q = ratedFlow / sqrt(ratedPressureDrop) * ${leaking('opening')} * ssqrt(in.p - out.p)
    in.q  = -Q
    out.q =  Q
  `,
});

export const threeWayValve = component({
  kind: 'threeWayValve',
  about:
    '3/2 directional valve: command 0 joins A to T, command 1 joins P to A, with open, critical or closed crossover. Square-law edges, first-order ' +
    'spool; flow forces are left out.',
  source,
  group,
  ports: { P: hydraulic, A: hydraulic, T: hydraulic },
  parameters: { ...rated, ...spool },
  inputs: { command: { unit: '1', about: 'position wanted, limited to 0 (A-T) .. 1 (P-A)' } },
  states: { spool: { unit: '1', initial: 0, about: 'position of the spool, 0 to 1' } },
  equations: `
    der(spool) = (max(0, min(1, command)) - spool) / timeConstant${openings('2 * spool - 1')}
    K = ratedFlow / sqrt(ratedPressureDrop)
    QPA = K * ${leaking('forward')} * ssqrt(P.p - A.p)
    QAT = K * ${leaking('backward')} * ssqrt(A.p - T.p)
    P.q = -QPA
    A.q = QPA - QAT
    T.q = QAT
  `,
});

export const fourWayTwoPositionValve = component({
  kind: 'fourWayTwoPositionValve',
  about:
    '4/2 directional valve: command 0 joins P to B and A to T, command 1 joins P to A and B to T, with open, critical or closed crossover. ' +
    'Square-law edges, first-order spool; flow forces are left out.',
  source,
  group,
  ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic },
  parameters: { ...rated, ...spool },
  inputs: { command: { unit: '1', about: 'position wanted, limited to 0 (P-B, A-T) .. 1 (P-A, B-T)' } },
  states: { spool: { unit: '1', initial: 0, about: 'position of the spool, 0 to 1' } },
  equations: `
    der(spool) = (max(0, min(1, command)) - spool) / timeConstant${openings('2 * spool - 1')}
    K = ratedFlow / sqrt(ratedPressureDrop)
    QPA = K * ${leaking('forward')} * ssqrt(P.p - A.p)
    QBT = K * ${leaking('forward')} * ssqrt(B.p - T.p)
    QPB = K * ${leaking('backward')} * ssqrt(P.p - B.p)
    QAT = K * ${leaking('backward')} * ssqrt(A.p - T.p)
    P.q = -(QPA + QPB)
    A.q = QPA - QAT
    B.q = QPB - QBT
    T.q = QAT + QBT
  `,
});

export const fourWayThreePositionValve = component({
  kind: 'fourWayThreePositionValve',
  about:
    '4/3 directional valve with any centre: command 1 joins P to A and B to T, -1 P to B and A to T; in the centre each path is open by its own ' +
    'fraction (all 0: closed; PT alone: tandem; AT and BT: float; all: open) and shuts as the spool leaves. Square-law edges, first-order spool.',
  source,
  group,
  ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic },
  parameters: {
    ...rated,
    timeConstant: spool.timeConstant,
    lap: { unit: '1', above: 0, atMost: 0.5, default: 0.1, about: 'travel before the working edges open; within it the centre paths shut' },
    centrePT: centre('P to T'),
    centrePA: centre('P to A'),
    centrePB: centre('P to B'),
    centreAT: centre('A to T'),
    centreBT: centre('B to T'),
  },
  inputs: { command: { unit: '1', about: 'position wanted, limited to -1..1' } },
  states: { spool: { unit: '1', initial: 0, about: 'position of the spool, -1 to 1' } },
  equations: `
    der(spool) = (max(-1, min(1, command)) - spool) / timeConstant${openings('spool')}
    centre = max(0, 1 - abs(spool) / lap)
    K = ratedFlow / sqrt(ratedPressureDrop)
    QPA = K * ${leaking('(forward + centrePA * centre)')} * ssqrt(P.p - A.p)
    QBT = K * ${leaking('(forward + centreBT * centre)')} * ssqrt(B.p - T.p)
    QPB = K * ${leaking('(backward + centrePB * centre)')} * ssqrt(P.p - B.p)
    QAT = K * ${leaking('(backward + centreAT * centre)')} * ssqrt(A.p - T.p)
    QPT = K * centrePT * centre * ssqrt(P.p - T.p)
    P.q = -(QPA + QPB + QPT)
    A.q = QPA - QAT
    B.q = QPB - QBT
    T.q = QAT + QBT + QPT
  `,
});
