/**
 * Air that comes out of solution, and goes back into it, in times of its own: two rates of first order towards the equilibrium of Henry's law, as
 * Schweitzer and Szebehely, J. Appl. Phys. 21 (1950) 1218, found them, release far faster than solution.
 *
 *   x' = (e(P) - x)/τ    x the part of all the air that is free; τ that of release where e > x, else that of dissolution                        [1]
 *   e(P) = 1 - (P - P_v)/(P_d - P_v), from all at the vapour pressure to none at P_d    (Henry: what is dissolved is in proportion to its pressure)
 *   v(p, x) = (1 - φ) v_liquid + φ x (P₀/P)^(1/n)                                        volume of a mass of fluid (fluidLaw.ts)
 *
 * A volume V of it holds V/v: with the flow q into it d(-ln v)/dt = (q - V')/V, whatever x does. So its content, K = -ln v, follows the flow alone, and
 * its pressure is that at which K(p, x) is what it has: what is released raises it. At once there is 1/B = ∂K/∂p, of the air that is free.
 *
 * x belongs to the place: what flows in counts as of the air that is there. How much air the oil carries from line to line is left out.
 */
import { differentiate } from '../../equations/graph/differentiate.js';
import type { Graph, Node } from '../../equations/graph/graph.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { numberText, Writer } from '../../equations/kernel/writer.js';
import { functionsOnDoubles } from '../../wasm/doubles.js';
import type { ReleaseTimes } from '../circuit.js';

/** Part of the air that is dissolved in equilibrium, 1 - e, by the absolute pressure of this name; both laws begin with it. */
export const dissolvedFraction = (P: string): string => `min(1, max(0, (${P} - released)/(dissolved - released)))`;

/** [1] as an equation of the state `free` by the absolute pressure of this name: of both times the one on whose side it is, without a condition. */
export const releaseRate = (P: string): string => `
    missing = 1 - ${dissolvedFraction(P)} - free
    der(free) = missing*(1/release + 1/dissolution)/2 + abs(missing)*(1/release - 1/dissolution)/2`;

/** s; Pa: absolute pressure where the file counts 0, P_v and P_d. */
export type ReleaseValues = ReleaseTimes & { readonly zero: number; readonly released: number; readonly dissolved: number };

type OfPressure = (p: number) => number;
type OfBoth = (p: number, free: number) => number;

/** [1] and K by pressure as the file counts it, Pa, and the part of the air that is free. */
export interface ReleasedAir {
  readonly values: ReleaseValues;
  /** e(p), and e' [1/Pa] */
  readonly free: OfPressure;
  readonly freeSlope: OfPressure;
  /** K */
  readonly content: OfBoth;
  /** ∂K/∂p, 1/Pa; its slopes by p [1/Pa2] and x [1/Pa] */
  readonly compliance: OfBoth;
  readonly complianceSlope: OfBoth;
  readonly complianceByFree: OfBoth;
  /** -∂K/∂x, which is not negative, and its slope by x */
  readonly relief: OfBoth;
  readonly reliefByFree: OfBoth;
  /** Of those that lines take, in the language of the kernels; the same bits. */
  readonly sources: readonly KernelSource[];
}

/** Volumes of the parts of a mass of fluid by 'input:p', in parts of that at atmospheric pressure, and e. */
interface Volumes {
  readonly liquid: Node;
  readonly air: Node;
  readonly henry: Node;
  readonly fraction: number;
}

const [pressure, part] = ['input:p', 'input:free'];

/** The law of such air; below `floor`, Pa, its compliance stays what it is there. */
export function releasedLaw(g: Graph, { liquid, air, henry, fraction }: Volumes, values: ReleaseValues, floor: number): ReleasedAir {
  const volume = g.add(g.mul(g.number(1 - fraction), liquid), g.mul(g.mul(g.number(fraction), g.symbol(part)), air));
  const by = (node: Node, symbol: string): Node => differentiate(g, node, symbol);
  const content = g.neg(g.apply('log', volume));
  const compliance = g.neg(g.div(by(volume, pressure), volume));
  const relief = g.div(g.mul(g.number(fraction), air), volume);
  const source = (as: string, nodes: readonly Node[], value: (texts: readonly string[], at: string) => string): KernelSource => {
    const w = new Writer(() => ({ start: '', count: '' }));
    w.open();
    const at = w.fresh('q');
    w.line(`const ${at} = Math.max(p, ${numberText(floor)});`);
    w.define(pressure, at);
    w.define(part, 'free');
    w.count(nodes);
    const texts = nodes.map((node) => w.text(node));
    const given = nodes.includes(henry) || as === 'airFreeSlope' ? 'p' : 'p, free';
    const text = `function ${as}(${given}) {\n${w.close().join('\n')}\nreturn ${value(texts, at)};\n}`;
    return { text, constants: {}, name: as, as, parameters: 'double' };
  };
  const first = ([text]: readonly string[]): string => text as string;
  const above = ([text]: readonly string[], at: string): string => `(p < ${at} ? 0 : ${text})`;
  const sources = [
    source('airFree', [henry], first),
    source('airFreeSlope', [by(henry, pressure)], above),
    source('airContent', [compliance, content], ([own, inside], at) => `(${inside} + (p - ${at}) * ${own})`),
    source('airCompliance', [compliance], first),
    source('airRelief', [relief], first),
  ];
  const further = [
    source('airComplianceSlope', [by(compliance, pressure)], above),
    source('airComplianceByFree', [by(compliance, part)], first),
    source('airReliefByFree', [by(relief, part)], first),
  ];
  const made = functionsOnDoubles([...sources, ...further]) as Record<string, OfBoth>;
  const of = (name: string): OfBoth => made[name] as OfBoth;
  return {
    values,
    free: of('airFree') as OfPressure,
    freeSlope: of('airFreeSlope') as OfPressure,
    content: of('airContent'),
    compliance: of('airCompliance'),
    complianceSlope: of('airComplianceSlope'),
    complianceByFree: of('airComplianceByFree'),
    relief: of('airRelief'),
    reliefByFree: of('airReliefByFree'),
    sources,
  };
}
