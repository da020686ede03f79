/** 4/3 valves written as four edges each with its own opening, as a user may write them: coupled roots that decouple where edges are closed. */
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';

const edges = (x: string): string => `
  forward = 0.01 * k * max(0, ${x} + u)
  backward = 0.01 * k * max(0, u - ${x})
  Q_PA = forward * ssqrt(P.p - A.p)
  Q_PB = backward * ssqrt(P.p - B.p)
  Q_AT = backward * ssqrt(A.p - T.p)
  Q_BT = forward * ssqrt(B.p - T.p)
  P.q = -Q_PA - Q_PB
  A.q = Q_PA - Q_AT
  B.q = Q_PB - Q_BT
  T.q = Q_AT + Q_BT`;

const valve = (kind: string, equations: string, more: Partial<KindDefinition>): KindDefinition => ({
  kind,
  about: '',
  source: '',
  group: '',
  ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic },
  // 0.01 of an area in m2 makes flows of a machine's size.
  parameters: { k: { unit: 'm2', atLeast: 0, about: '' }, u: { unit: '1', atLeast: 0, about: 'underlap' } },
  equations,
  ...more,
});

const position = { inputs: { x: { unit: '1', about: '' } } };
const spool = { inputs: { demand: { unit: '1', about: '' } }, states: { spool: { unit: '1', initial: 0, about: '' } } };

/** The position is an input. */
export const drivenValve = valve('drivenValve', edges('x'), position);
/** The position is the accepted one. */
export const heldValve = valve('heldValve', `der(spool) = demand${edges('pre(spool)')}`, spool);
/** The position is that of the trial step, of a spool with a lag. */
export const laggedValve = valve('laggedValve', `der(spool) = (demand - spool) / 0.01${edges('spool')}`, spool);
/** A product with a position that a second state follows: two states of which each is known before the pressures are. */
export const oscillatingValve = valve(
  'oscillatingValve',
  `der(spool) = speed\nder(speed) = 1e4 * (demand - spool) - 100 * speed${edges('spool')}`,
  { inputs: spool.inputs, states: { ...spool.states, speed: { unit: '1/s', initial: 0, about: '' } } },
);
/** Five roots, one of them of a path that closes as the spool opens the others (6/3, open centre), the return of B through a check valve. */
export const openCentreValve: KindDefinition = {
  ...valve(
    'openCentreValve',
    `Q_PA = 0.01 * k * max(0, x - u) * ssqrt(P.p - A.p)
  Q_PB = 0.01 * k * max(0, -x - u) * ssqrt(P.p - B.p)
  Q_PN = 0.01 * k * max(0, 2 * u - abs(x)) * ssqrt(P.p - N.p)
  Q_AT = 0.01 * k * max(0, -x - u) * ssqrt(A.p - T.p)
  Q_BT = 0.01 * k * max(0, x - u) * ssqrt(max(0, B.p - T.p))
  P.q = -Q_PA - Q_PB - Q_PN
  A.q = Q_PA - Q_AT
  B.q = Q_PB - Q_BT
  N.q = Q_PN
  T.q = Q_AT + Q_BT`,
    position,
  ),
  ports: { P: hydraulic, A: hydraulic, B: hydraulic, N: hydraulic, T: hydraulic },
};
/** Four edges of two spools: P-A and P-B never open together, A-T and B-T may do as they like. */
export const meteringPair = valve(
  'meteringPair',
  `Q_PA = 0.01 * k * max(0, x) * ssqrt(P.p - A.p)
  Q_PB = 0.01 * k * max(0, -x) * ssqrt(P.p - B.p)
  Q_AT = 0.01 * k * max(0, w - u) * ssqrt(A.p - T.p)
  Q_BT = 0.01 * k * max(0, -w - u) * ssqrt(B.p - T.p)
  P.q = -Q_PA - Q_PB
  A.q = Q_PA - Q_AT
  B.q = Q_PB - Q_BT
  T.q = Q_AT + Q_BT`,
  { inputs: { x: { unit: '1', about: '' }, w: { unit: '1', about: '' } } },
);
/** One edge that never closes couples the others in every position: no decoupling to be had. */
export const leakingValve = valve(
  'leakingValve',
  edges('x').replace('P.q = -', 'Q_PT = 1e-4 * k * ssqrt(P.p - T.p)\n  P.q = -Q_PT - ').replace('T.q = ', 'T.q = Q_PT + '),
  position,
);

/** Those whose roots decouple. */
export const decouplingValves: readonly KindDefinition[] = [
  drivenValve,
  heldValve,
  laggedValve,
  oscillatingValve,
  openCentreValve,
  meteringPair,
];
export const spoolValves: readonly KindDefinition[] = [...decouplingValves, leakingValve];
