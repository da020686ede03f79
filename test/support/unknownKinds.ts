/** Kinds with equations of their own, `0 = e`, and beside each its explicit twin: another way of writing the same law. */
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';

export interface Twins {
  readonly implicit: KindDefinition;
  readonly explicit: KindDefinition;
  /** Blocks that Newton's method is left with, by how many unknowns and roots each has. */
  readonly left: readonly number[];
}

type Changes = Pick<KindDefinition, 'parameters'> & Partial<Pick<KindDefinition, 'ports' | 'inputs' | 'states'>>;

const pressure = { unit: 'Pa', about: '' };
const root = { unit: 'm3/s/Pa^0.5', above: 0, about: '' };
const conductance = { unit: 'm3/s/Pa', above: 0, about: '' };
const none = { unit: '1', about: '' };

/** `outputs`: by name, whether it is sought in the implicit form, and from where. */
const twins = (
  name: string,
  outputs: Readonly<Record<string, { readonly unit: string; readonly initial: number | string }>>,
  implicit: string,
  explicit: string,
  left: readonly number[],
  changes: Changes,
): Twins => {
  const one = (kind: string, equations: string): KindDefinition => ({
    kind,
    about: '',
    source: '',
    group: '',
    ports: { in: hydraulic, out: hydraulic },
    outputs: Object.fromEntries(Object.entries(outputs).map(([key, own]) => [key, { ...own, about: '' }])),
    equations,
    ...changes,
  });
  return { implicit: one(name, implicit), explicit: one(`${name}Twin`, explicit), left };
};

export const unknownTwins: readonly Twins[] = [
  // A number before the unknown: eliminated, and nothing is iterated but the root of itself.
  twins(
    'eliminated',
    { drop: { unit: 'Pa', initial: 0 } },
    'unknown drop\n0 = in.p - out.p - drop\nQ = first * ssqrt(drop)\nin.q = -Q\nout.q = Q',
    'drop = in.p - out.p\nQ = first * ssqrt(drop)\nin.q = -Q\nout.q = Q',
    [],
    { parameters: { first: root } },
  ),
  // Linear in both, eliminated by expressions of parameters.
  twins(
    'bridge',
    { x: { ...pressure, initial: 'in.p' }, y: { ...pressure, initial: 1e5 } },
    `unknown x
unknown y
0 = G1 * (in.p - x) + G2 * (y - x)
0 = G2 * (x - y) + G3 * (out.p - y)
in.q = -G1 * (in.p - x)
out.q = G3 * (y - out.p)`,
    `G = 1 / (1 / G1 + 1 / G2 + 1 / G3)
Q = G * (in.p - out.p)
x = in.p - Q / G1
y = out.p + Q / G3
in.q = -Q
out.q = Q`,
    [],
    { parameters: { G1: conductance, G2: conductance, G3: conductance } },
  ),
  twins(
    'inSeries',
    { between: { ...pressure, initial: 'in.p' } },
    `unknown between
Q1 = first * ssqrt(in.p - between)
Q2 = second * ssqrt(between - out.p)
0 = Q1 - Q2
in.q = -Q1
out.q = Q2`,
    `Q = ssqrt(in.p - out.p) / sqrt(1 / first^2 + 1 / second^2)
between = out.p + Q * abs(Q) / second^2
in.q = -Q
out.q = Q`,
    [3],
    { parameters: { first: root, second: root } },
  ),
  // The flow itself is the unknown, of a law that tells the pressure difference.
  twins(
    'laminarAndTurbulent',
    { Q: { unit: 'm3/s', initial: 0 } },
    'unknown Q\n0 = in.p - out.p - Q / G - Q * abs(Q) / first^2\nin.q = -Q\nout.q = Q',
    `drop = in.p - out.p
Q = 2 * drop / (1 / G + sqrt(1 / G^2 + 4 * abs(drop) / first^2))
in.q = -Q
out.q = Q`,
    [1],
    { parameters: { G: conductance, first: root } },
  ),
  // Three pressures in a row, and a leak.
  twins(
    'threeInSeries',
    { x: { ...pressure, initial: 0 }, y: { ...pressure, initial: 0 } },
    `unknown x
unknown y
Q1 = first * ssqrt(in.p - x)
Q2 = second * ssqrt(x - y)
Q3 = third * ssqrt(y - out.p)
0 = Q1 - Q2
0 = Q3 - Q2
in.q = -Q1
out.q = Q3`,
    `Q = ssqrt(in.p - out.p) / sqrt(1 / first^2 + 1 / second^2 + 1 / third^2)
x = in.p - Q * abs(Q) / first^2
y = out.p + Q * abs(Q) / third^2
in.q = -Q
out.q = Q`,
    [5],
    { parameters: { first: root, second: root, third: root } },
  ),
  // Two of them that know nothing of each other: a block each.
  twins(
    'twoPassages',
    { x: { ...pressure, initial: 0 }, y: { ...pressure, initial: 0 } },
    `unknown x
unknown y
Q1 = first * ssqrt(in.p - x)
Q2 = second * ssqrt(up.p - y)
0 = Q1 - second * ssqrt(x - out.p)
0 = Q2 - first * ssqrt(y - down.p)
in.q = -Q1
out.q = Q1
up.q = -Q2
down.q = Q2`,
    `K = 1 / sqrt(1 / first^2 + 1 / second^2)
Q1 = K * ssqrt(in.p - out.p)
Q2 = K * ssqrt(up.p - down.p)
x = in.p - Q1 * abs(Q1) / first^2
y = up.p - Q2 * abs(Q2) / second^2
in.q = -Q1
out.q = Q1
up.q = -Q2
down.q = Q2`,
    [3, 3],
    { ports: { in: hydraulic, out: hydraulic, up: hydraulic, down: hydraulic }, parameters: { first: root, second: root } },
  ),
  // An opening that a signal shuts, and a state that moves with what is sought.
  twins(
    'followed',
    { between: { ...pressure, initial: 0 } },
    `unknown between
0 = G1 * (in.p - between) - G2 * max(0, opening) * (between - out.p)
der(s) = (between / 1e7 - s) / lag
in.q = -G1 * (in.p - between)
out.q = G2 * max(0, opening) * (between - out.p)`,
    `G = G2 * max(0, opening)
between = (G1 * in.p + G * out.p) / (G1 + G)
der(s) = (between / 1e7 - s) / lag
in.q = -G1 * (in.p - between)
out.q = G * (between - out.p)`,
    [1],
    {
      parameters: { G1: conductance, G2: conductance, lag: { unit: 's', above: 0, about: '' } },
      inputs: { opening: { ...none, default: 0.5 } },
      states: { s: { ...none, initial: 0 } },
    },
  ),
];

/** A pressure compensator on the valve that it serves, with no oil between: bends on what is sought, and a flow that is shut from both sides. */
export const compensated: KindDefinition = {
  kind: 'compensated',
  about: '',
  source: '',
  group: '',
  ports: { in: hydraulic, out: hydraulic },
  parameters: { K: root, spring: { unit: 'Pa', above: 0, about: '' }, range: { unit: 'Pa', above: 0, about: '' } },
  inputs: { opening: { ...none, default: 0.5 } },
  outputs: { between: { ...pressure, initial: 'out.p' } },
  equations: `unknown between
share = max(0, min(1, 1 - (between - out.p - spring) / range))
Q1 = K * share * ssqrt(in.p - between)
Q2 = K * max(0, min(1, opening)) * ssqrt(between - out.p)
0 = Q1 - Q2
in.q = -Q1
out.q = Q2`,
};

export const unknownKinds: readonly KindDefinition[] = [...unknownTwins.map(({ implicit }) => implicit), compensated];
