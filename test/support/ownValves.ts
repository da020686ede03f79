/**
 * Valves as users write them: a plain `ssqrt` of a pressure difference, with factors that are known, and with openings that the pressures of the same step
 * move, where nothing helps the solution: no polynomial near zero, no lag between pressure and opening.
 */
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';

const spool = `
der(spool) = (force - spool) / lag`;
const none = { unit: '1', about: '' };

/** Text of the flow Q; of the force on the spool, where there is one; and the class of the solution. */
const written: readonly (readonly [name: string, flow: string, force?: string])[] = [
  ['plain', 'Q = gain * ssqrt(in.p - out.p)'],
  ['gainWithin', 'Q = ssqrt(gain^2 * (in.p - out.p))'],
  ['knownOpening', 'Q = gain * max(0, min(1, opening)) * ssqrt(in.p - out.p)'],
  ['knownQuotient', 'Q = gain * ssqrt((in.p - out.p) / (1 + 3 * abs(opening)))'],
  ['sumOfTwo', 'Q = gain * ssqrt(in.p - out.p) + 0.3 * gain * ssqrt(in.p - out.p - 1e5)'],
  ['withLeakage', 'Q = gain * max(0, spool) * ssqrt(in.p - out.p) + 1e-12 * (in.p - out.p)', '(in.p - setting) / 2e6'],
  ['ownSpool', 'Q = gain * max(0, spool) * ssqrt(in.p - out.p)', '(in.p - setting) / 2e6'],
  ['spoolLast', 'Q = gain * ssqrt(in.p - out.p) * max(0, spool)', '(in.p - setting) / 2e6'],
  ['spoolWithin', 'Q = ssqrt((gain * max(0, spool))^2 * (in.p - out.p))', '(in.p - setting) / 2e6'],
  ['limitedSpool', 'Q = gain * max(0, min(1, spool)) * ssqrt(in.p - out.p)', '(in.p - setting) / 2e6'],
  ['shutBySpool', 'Q = gain * max(0, 1 - max(0, spool)) * ssqrt(in.p - out.p)', '(in.p - setting) / 2e6'],
  ['oneWay', 'Q = gain * max(0, spool) * ssqrt(max(0, in.p - out.p))', '(in.p - setting) / 2e6'],
  ['squareRoot', 'Q = gain * max(0, spool) * sqrt(max(0, in.p - out.p))', '(in.p - setting) / 2e6'],
  ['ifOfSpool', 'Q = if(spool > 0.1, gain * (spool - 0.1) * ssqrt(in.p - out.p), 0)', '(in.p - setting) / 2e6'],
  ['rootInMaximum', 'Q = max(0, gain * max(0, spool) * ssqrt(in.p - out.p) - 1e-5)', '(in.p - setting) / 2e6'],
  ['rootInMinimum', 'Q = min(2e-4, gain * max(0, spool) * ssqrt(in.p - out.p))', '(in.p - setting) / 2e6'],
  ['opening', 'Q = gain * max(0, in.p - setting) / 2e6 * ssqrt(in.p - out.p)'],
  ['squareOpening', 'Q = gain * (max(0, in.p - setting) / 2e6)^2 * ssqrt(in.p - out.p)'],
  ['dividedOpening', 'Q = ssqrt(in.p - out.p) * gain / (1 + max(0, in.p - setting) / 2e6)'],
  ['signAndRoot', 'Q = gain * sign(in.p - out.p) * sqrt(abs(in.p - out.p))'],
  ['twoOfOneSpool', 'Q = gain * max(0, spool) * (ssqrt(in.p - out.p) + 0.3 * ssqrt(in.p - out.p - 1e5))', '(in.p - setting) / 2e6'],
  ['curvedOpening', 'Q = gain * tanh(max(0, spool)) * ssqrt(in.p - out.p)', '(in.p - setting) / 2e6'],
];

const kind = (name: string, equations: string, changes: Partial<KindDefinition> = {}): KindDefinition => ({
  kind: name,
  about: '',
  source: '',
  group: '',
  ports: { in: hydraulic, out: hydraulic },
  parameters: {
    gain: { unit: 'm3/s/Pa^0.5', atLeast: 0, about: '' },
    ...(/setting/.test(equations) ? { setting: { unit: 'Pa', above: 0, about: '' } } : {}),
    ...(/lag/.test(equations) ? { lag: { unit: 's', above: 0, about: '' } } : {}),
  },
  ...(/opening/.test(equations) ? { inputs: { opening: none } } : {}),
  ...(/spool/.test(equations) ? { states: { spool: { ...none, initial: 0 } } } : {}),
  equations,
  ...changes,
});

/** Two in series: the pressure between them is a state of a small chamber. */
const inSeries = kind(
  'inSeries',
  `Q1 = gain * ssqrt(in.p - between)
Q2 = gain * max(0, opening) * ssqrt(between - out.p)
der(between) = 1e12 * (Q1 - Q2)
in.q = -Q1
out.q = Q2`,
  { states: { between: { unit: 'Pa', initial: 0, about: '' } } },
);

/** Three-way: the pressure at A moves a spool that opens one edge and shuts the other. */
const reducing = kind(
  'reducing',
  `der(spool) = ((setting - A.p) / 2e6 - spool) / lag
Q1 = gain * max(0, spool) * ssqrt(P.p - A.p)
Q2 = -gain * max(0, -spool) * ssqrt(T.p - A.p)
P.q = -Q1
A.q = Q1 - Q2
T.q = Q2`,
  { ports: { P: hydraulic, A: hydraulic, T: hydraulic } },
);

/** Four edges of a spool that a pressure moves. */
const fourEdges = kind(
  'fourEdges',
  `der(spool) = ((P.p - B.p - setting) / 2e6 - spool) / lag
open = max(0, min(1, spool))
back = max(0, min(1, -spool))
PA = gain * open * ssqrt(P.p - A.p)
PB = gain * back * ssqrt(P.p - B.p)
AT = gain * back * ssqrt(A.p - T.p)
BT = gain * open * ssqrt(B.p - T.p)
P.q = -PA - PB
A.q = PA - AT
B.q = PB - BT
T.q = AT + BT`,
  { ports: { P: hydraulic, A: hydraulic, B: hydraulic, T: hydraulic } },
);

/** Two edges that are open at once around the middle, as a pressure moves the spool. */
const underlapped = kind(
  'underlapped',
  `der(spool) = ((setting - A.p) / 2e6 - spool) / lag
Q1 = gain * max(0, 0.5 + spool) * ssqrt(P.p - A.p)
Q2 = gain * max(0, 0.5 - spool) * ssqrt(A.p - T.p)
P.q = -Q1
A.q = Q1 - Q2
T.q = Q2`,
  { ports: { P: hydraulic, A: hydraulic, T: hydraulic } },
);

/** Two roots of which one is a choice of the solution. */
const twoDrains = kind(
  'twoDrains',
  `Q1 = gain * max(0, in.p - setting) / 2e6 * ssqrt(in.p - out.p)
Q2 = 0.5 * gain * ssqrt(in.p - drain.p)
in.q = -Q1 - Q2
out.q = Q1
drain.q = Q2`,
  { ports: { in: hydraulic, out: hydraulic, drain: hydraulic } },
);

export const ownValves: readonly KindDefinition[] = [
  ...written.map(([name, flow, force]) => kind(name, `${force ? `force = ${force}${spool}\n` : ''}${flow}\nin.q = -Q\nout.q = Q`)),
  inSeries,
  reducing,
  fourEdges,
  underlapped,
  twoDrains,
];
