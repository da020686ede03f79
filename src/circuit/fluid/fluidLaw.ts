/**
 * How the volume of a fluid follows its pressure: a liquid of constant bulk modulus or of Tait's law, with air in it, or a measured law of both
 * (effectiveModulus.ts). Written once, as equations: the
 * kernels of the lines, the lumped solvers and the set-up take B and its derivative from them.
 *
 * Of a mass of the fluid, v(p) is the volume in parts of that at atmospheric pressure P₀; B = -v/v', and ∫dp/B = -ln v, its content.
 *
 *   liquid   v = exp(-(P - P₀)/B), or Tait: 1 - a ln(1 + p/b), p above P₀, that is B(p) = (p + b)(1/a - ln(1 + p/b))      Esqué 2008 §4.4.3, (3.2), (4.26)-(4.27)
 *   air      θ φ (P₀/P)^(1/n), polytropic; φ the part of all the air, dissolved and not, of the volume at P₀
 *   θ(x)     part that is not dissolved, x = (P - P_v)/(P_d - P_v) from the vapour pressure to where all air is dissolved:
 *            (1 - x)⁵(1 + 5x + 15x² + 35x³ + 70x⁴), so that B has three continuous derivatives
 *
 * The sum of both is the usual mixture law, 1/B = Σ(v_i/v)/B_i (Wood, A Textbook of Sound, 1930); without solution it is, but for the liquid's own
 * shrinking, that of Merritt 1967 and Manring 2005 as simulation programs have it. θ is that of LMS Imagine (HYD Advanced Fluid Properties, Technical
 * Bulletin 117); both stand in Gholizadeh, Burton, Schoenau, Fluid Bulk Modulus: Comparison of Low Pressure Models, Int. J. Fluid Power 13 (2012).
 * Air is in equilibrium at every moment, so that what is measured lies between the law with and without P_d; with times of its own it follows (releasedAir.ts).
 *
 * With air, below the vapour pressure, and below 10 mbar where it is lower, B stays what it is there: cavities take what more is missing. Without,
 * Tait's law goes on: integrators pass below in trial steps, and one beyond -b, where B is not a number, must fail.
 */
import { differentiate } from '../../equations/graph/differentiate.js';
import type { Graph, Node } from '../../equations/graph/graph.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { numberText, Writer } from '../../equations/kernel/writer.js';
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { functionsOnDoubles } from '../../wasm/doubles.js';
import type { Circuit } from '../circuit.js';
import { effectiveNodes } from './effectiveModulus.js';
import { ambientPressureOf } from './fluidValues.js';
import { dissolvedFraction, type ReleasedAir, releasedLaw } from './releasedAir.js';

/** Pa, absolute; a law of gas says nothing below. */
const lowestPressure = 1000;

const fluid: KindDefinition = {
  kind: 'fluid',
  about: 'Volume of a mass of liquid and air.',
  source: 'see above',
  group: '',
  ports: {},
  parameters: {
    zero: { unit: 'Pa', about: 'absolute pressure where the file counts 0' },
    ambient: { unit: 'Pa', about: 'that of the open air as the file counts' },
    atmosphere: { unit: 'Pa', about: 'P₀, absolute' },
    bulkModulus: { unit: 'Pa', about: 'of the liquid' },
    taitCoefficient: { unit: '1', about: 'a, 0 for a constant modulus' },
    taitPressure: { unit: 'Pa', about: 'b' },
    fraction: { unit: '1', about: 'φ' },
    exponent: { unit: '1', about: 'n' },
    released: { unit: 'Pa', about: 'P_v, absolute' },
    dissolved: { unit: 'Pa', about: 'P_d, absolute' },
  },
  inputs: { p: { unit: 'Pa', about: 'pressure as the file counts it' } },
  outputs: {
    constant: { unit: '1', about: 'volume of a liquid of constant modulus' },
    tait: { unit: '1', about: "volume of a liquid of Tait's law" },
    air: { unit: '1', about: 'volume of air of which nothing dissolves' },
    free: { unit: '1', about: 'part of the air that is not dissolved' },
    henry: { unit: '1', about: 'the same by the law of Henry' },
  },
  equations: `
    P = p + zero
    x = ${dissolvedFraction('P')}
    constant = exp((atmosphere - P)/bulkModulus)
    tait = 1 - taitCoefficient*log(1 + (p - ambient)/taitPressure)
    air = exp((log(atmosphere) - log(P))/exponent)
    free = (1 - x)^5*(1 + 5*x + 15*x^2 + 35*x^3 + 70*x^4)
    henry = 1 - x
  `,
};

/** The law of one fluid. Pressures as the file counts them, Pa. */
export interface FluidLaw {
  /** 1/B, 1/Pa */
  compliance(p: number): number;
  /** d(1/B)/dp, 1/Pa2 */
  complianceSlope(p: number): number;
  /** ∫dp/B from atmospheric pressure on */
  content(p: number): number;
  /** `lawCompliance(p)` and `lawContent(p)` in the language of the kernels; the same bits. Of air with times of its own what `released` has. */
  readonly sources: readonly KernelSource[];
  /** Air that is released and dissolved in times of its own; all else is then of the air in equilibrium, at once none more. Null for other fluids. */
  readonly released: ReleasedAir | null;
}

const known = new WeakMap<Circuit['fluid'], FluidLaw | null>();

/** The law of a circuit's fluid; null where its bulk modulus is constant. */
export function fluidLawOf(circuit: Pick<Circuit, 'fluid' | 'reference'>): FluidLaw | null {
  let law = known.get(circuit.fluid);
  if (law === undefined) {
    law = circuit.fluid.tait || circuit.fluid.air || circuit.fluid.effective ? makeLaw(circuit) : null;
    known.set(circuit.fluid, law);
  }
  return law;
}

function makeLaw({ fluid: own, reference }: Pick<Circuit, 'fluid' | 'reference'>): FluidLaw {
  const { tait, air, effective, bulkModulus, vapourPressure, atmosphericPressure: atmosphere } = own;
  const ambient = ambientPressureOf({ fluid: own, reference });
  const zero = atmosphere - ambient;
  const floor = tait && !air ? -1e300 : Math.max(vapourPressure, lowestPressure - zero);
  const { graph: g, outputs } = modelOf(fluid);
  if (effective) return lawOf(g, effectiveNodes(g, effective, g.sub(g.symbol('input:p'), g.number(ambient))), floor);
  const values: Readonly<Record<string, number>> = {
    zero,
    ambient,
    atmosphere,
    bulkModulus,
    taitCoefficient: tait?.coefficient ?? 0,
    taitPressure: tait?.pressure ?? 1,
    fraction: air?.fraction ?? 0,
    exponent: air?.exponent ?? 1,
    released: floor + zero,
    dissolved: zero + (air?.dissolvedAt ?? 0),
  };
  const numbers = new Map(Object.entries(values).map(([name, value]): [string, Node] => [`parameter:${name}`, g.number(value)]));
  const output = (name: string): Node => g.substitute(outputs.find((o) => o.name === name)?.value as Node, numbers);
  const gas = air === null ? g.zero : air.dissolvedAt === null ? output('air') : g.mul(output('free'), output('air'));
  const liquid = output(tait ? 'tait' : 'constant');
  const { fraction } = values;
  if (air?.times) {
    const volumes = { liquid, air: output('air'), henry: output('henry'), fraction: air.fraction };
    const span = { zero, released: floor + zero, dissolved: zero + (air.dissolvedAt ?? 0) };
    const released = releasedLaw(g, volumes, { ...air.times, ...span }, floor);
    const { free } = released;
    return {
      compliance: (p) => released.compliance(p, free(p)),
      complianceSlope: (p) => released.complianceSlope(p, free(p)),
      content: (p) => released.content(p, free(p)),
      sources: released.sources,
      released,
    };
  }
  const volume = g.add(g.mul(g.number(1 - (fraction as number)), liquid), g.mul(g.number(fraction as number), gas));
  const compliance = g.neg(g.div(differentiate(g, volume, 'input:p'), volume));
  return lawOf(g, { compliance, content: g.neg(g.apply('log', volume)) }, floor);
}

function lawOf(g: Graph, { compliance, content }: { readonly compliance: Node; readonly content: Node }, floor: number): FluidLaw {
  const pressure = 'input:p';
  const slope = differentiate(g, compliance, pressure);
  const of = <N extends string>(
    name: N,
    nodes: readonly Node[],
    value: (values: readonly string[], at: string) => string,
  ): KernelSource & { readonly as: N } => {
    const w = new Writer(() => ({ start: '', count: '' }));
    w.open();
    const at = w.fresh('q');
    w.line(`const ${at} = Math.max(p, ${numberText(floor)});`);
    w.define(pressure, at);
    w.count(nodes);
    const values = nodes.map((node) => w.text(node));
    const text = `function ${name}(p) {\n${w.close().join('\n')}\nreturn ${value(values, at)};\n}`;
    return { text, constants: {}, name, as: name, parameters: 'double' };
  };
  const sources = [
    of('lawCompliance', [compliance], ([own]) => own as string),
    of('lawContent', [compliance, content], ([own, inside], at) => `(${inside} + (p - ${at}) * ${own})`),
  ];
  const below = of('complianceSlope', [slope], ([own], at) => `(p < ${at} ? 0 : ${own})`);
  const { lawCompliance, lawContent, complianceSlope } = functionsOnDoubles([...sources, below]);
  return { compliance: lawCompliance, complianceSlope, content: lawContent, sources, released: null };
}
