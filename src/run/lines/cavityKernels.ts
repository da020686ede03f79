/**
 * Text of the loops over the cavities of wave lines (network/cavityTables.ts): liquid between the sections, all vapour and gas in them.
 *
 *     V' = Δ Σ(p - C)/Z over the line ends that meet there, less the flow of the component;   V (p - p_v) = M                       [1]
 *
 * With x = p - p_v that is a x² + b x = M, a = Δ Σ 1/Z, b = V_before - a (Σ(C/Z)/Σ(1/Z) - p_v) - Δ q, whose one root x ≥ 0 has no cancellation. M = 0 is
 * the vapour cavity model (Streeter, J. Hydr. Div. 95 (1969) 1959), in which either V or x is 0; a little gas at constant temperature the gas cavity
 * model (Wylie, J. Fluids Eng. 106 (1984) 307). V follows the flows at the end of the step (ψ = 1), so that no swing between steps remains.
 *
 * At a gas cavity between component and line the component's p = C' + Z' q is the straight line through two solutions of [1]: at the flow of the last
 * step, and at the pressure p₀ of the last step. Components that hold their flow, or their pressure, are thereby solved exactly, others to the order of
 * the step. The cavity is then solved with the flow that the component came to have, so that no oil is lost; Δ K/Z of the line's slope is bounded,
 * or the flow could not be told from the waves.
 */
import type { DecisionWord } from '../../blocks/decision.js';
import type { Unit } from '../../equations/unit.js';
import { type CavityBlock, type CavityRow, cavityRows } from '../../network/cavityTables.js';
import { type PartitionLayout, partitionWords } from '../../network/layout.js';
import { verdicts } from '../loop/outcomes.js';

type Decision = Readonly<Record<DecisionWord, number>>;

/** Root x ≥ 0 of a x² + b x = gas; a > 0, gas ≥ 0. */
export const cavityPressure: Unit = {
  text: `function cavityPressure(a, b, gas) {
  const root = Math.sqrt(b * b + 4 * a * gas);
  return b > 0 ? (2 * gas) / (root + b) : (root - b) / (2 * a);
}`,
  constants: {},
  name: 'cavityPressure',
  as: 'cavityPressure',
  parameters: 'double',
};

/** Bound of Z/Z' - 1: a q of 1e-4 of a wave's is then still told to 1e-8 by waves. */
const softest = 1e4;

const cell = ({ at, stride }: CavityBlock, row: CavityRow): string => `F[${at + stride * cavityRows.indexOf(row)} + k]`;

/** Volume at root x; at M = 0 what b leaves. */
const volumeOf = (gas: string): string => `${gas} > 0 ? ${gas} / x : Math.max(0, b)`;

/** Text of `joints`: pressures and leaving waves of ends within lines; and of `portCavities`, where there are some: after the components, before the waves. */
export function cavityTrialText({ c, z, p, w, delays }: PartitionLayout, { step }: Decision): string {
  const { joints: inner, cavities } = delays;
  const { joints, ends, list } = cavities;
  const of = (row: CavityRow): string => cell(joints, row);
  const text = `function joints(share) {
  const step = F[${step}];
  for (let k = 0; k < ${inner.count} * share; k++) {
    const a = (${inner.first} + 2 * k) | 0, ca = F[${c} + a], cb = F[${c + 1} + a], za = F[${z} + a], zb = F[${z + 1} + a];
    const both = (ca * zb + cb * za) / (za + zb), before = ${of('volume')}, over = both - ${of('vapour')};
    let pressure = both, after = 0;
    if (over < 0 || before > 0) {
      const gas = ${of('gas')}, slope = (step * (za + zb)) / (za * zb), b = before - slope * over, x = cavityPressure(slope, b, gas);
      pressure = ${of('vapour')} + x;
      after = ${volumeOf('gas')};
    }
    ${of('trial')} = after;
    F[${p} + a] = pressure; F[${p + 1} + a] = pressure;
    F[${w} + a] = 2 * pressure - ca; F[${w + 1} + a] = 2 * pressure - cb;
  }
}`;
  if (ends.count === 0) return text;
  const at = (row: CavityRow): string => cell(ends, row);
  return `${text}
function portCavities(share) {
  const step = F[${step}];
  for (let k = 0; k < ${ends.count} * share; k++) {
    const e = I[${list.at} + k], c = ${at('characteristic')}, z = ${at('impedance')}, gas = ${at('gas')};
    const drawing = (F[${w} + e] - F[${c} + e]) / (2 * F[${z} + e]), slope = step / z;
    const b = ${at('volume')} - slope * (c - ${at('vapour')}) - step * drawing, x = cavityPressure(slope, b, gas), pressure = ${at('vapour')} + x;
    ${at('drawing')} = drawing;
    ${at('trial')} = gas / x;
    F[${c} + e] = c; F[${z} + e] = z; F[${p} + e] = pressure; F[${w} + e] = 2 * pressure - c;
  }
}`;
}

/** Text of `keepCavities`, and of `softenEnds` where there are gas cavities at ends of lines: before an attempt, after C and Z of the lines. */
export function cavityKeepText({ c, z, delays, words }: PartitionLayout, { step, attempts, verdict, acceptedTime }: Decision): string {
  const { joints, ends, list } = delays.cavities;
  const kept = (block: CavityBlock, more: string): string => {
    const of = (row: CavityRow): string => cell(block, row);
    return `for (let k = 0; k < ${block.count} * share; k++) {
      const v = ${of('trial')};
      ${of('volume')} = v;${more}
      if (v > ${of('open')}) {
        if (${of('largest')} === 0) ${of('first')} = now;
        ${of('last')} = now;
        ${of('largest')} = Math.max(${of('largest')}, v);
        if (v > ${of('room')}) F[${words + partitionWords.indexOf('overfull')}] = 1;
      }
    }`;
  };
  const at = (row: CavityRow): string => cell(ends, row);
  const text = `function keepCavities(share) {
  if (F[${attempts}] > 0 && F[${verdict}] === ${verdicts.accept}) {
    const now = F[${acceptedTime}];
    ${kept(joints, '')}${ends.count === 0 ? '' : `\n    ${kept(ends, ` ${at('drawn')} = ${at('drawing')};`)}`}
  }
}`;
  if (ends.count === 0) return text;
  return `${text}
function softenEnds(share) {
  const step = F[${step}];
  for (let k = 0; k < ${ends.count} * share; k++) {
    const e = I[${list.at} + k], c = F[${c} + e], z = F[${z} + e], volume = ${at('volume')}, gas = ${at('gas')}, vapour = ${at('vapour')};
    const slope = step / z, b = volume - slope * (c - vapour) - step * ${at('drawn')}, x = cavityPressure(slope, b, gas);
    const soft = z / (1 + Math.min(${softest}, volume / (x * slope)));
    ${at('characteristic')} = c; ${at('impedance')} = z;
    F[${c} + e] = vapour + x - soft * ${at('drawn')};
    F[${z} + e] = soft;
  }
}`;
}
