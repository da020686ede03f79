/**
 * Wave lines in the lumped system. With flow Q_x along the line, from its momentum and its continuity, projected on cos(kπx/L) and sin(kπx/L):
 *
 *   mode 0:  Z T q_0' = p_a - p_b - ρ g h - loss(q_0)
 *   mode k:  (Z T/2) q_k' = p_a - (-1)^k p_b - s_k - loss(q_k)/2 - ζ_k kπ Z q_k,   s_k' = k²π² Z/(2 T) q_k,   k = 1 … n
 *   Q_a = Σ q_k into the line,   Q_b = Σ (-1)^k q_k out of it
 *
 * for impedance Z and delay T: inertance Z T, capacitance C = T/Z. Modes that are left out follow their pressures, s_k = p_a - (-1)^k p_b, which is oil in
 * volumes at the ends: C (1/2 - Σ 4/(k²π²)) each, k odd, so that all oil of the line is there. No mode is one section: half of the volume at each end.
 * Cut off like that, the highest modes ring with the oil at the ends for ever: they have a damping ζ_k = 0.5 (k/n)⁴ of their own, a window over the modes. What moves
 * slowly has of it nothing, and a front is as long as 0.3 T at 16 modes.
 * The residues of the exact four-pole, and their window: Mäkinen, Piché and Ellman, Fluid transmission line modeling using a variational method, J. Dyn. Syst. Meas. Control 122, 2000.
 *
 * Frequency-dependent friction (unsteady): loss(q) = R q + R/2 Σ m_i (q - w_i), w_i' = λ_i (q - w_i), the sum of exponentials that TLM has (circuit/lines/weights.ts).
 * What is faster by far than the highest mode is inertance, R/2 m_i/λ_i.
 */

import { type FrictionName, frictionAt, frictionNames, lossOf, waveFrictions } from '../../blocks/waves/frictions.js';
import type { Circuit } from '../../circuit/circuit.js';
import { laminarWeights } from '../../circuit/lines/weights.js';
import { type LineTable, type lineColumns, lineType, lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import {
  component,
  type KindDefinition,
  type PortType,
  portQuantities,
  portTypes,
  type QuantityDeclaration,
} from '../../equations/language/definition.js';
import type { Instances } from './batch.js';
import type { Volumes } from './volumes.js';

/** Exponentials of friction that are faster than the highest mode by this are inertance. */
const fastest = 5;

/** Damping of the highest mode in parts of the critical. */
const window = 0.5;

/** 'linear', or a friction whose loss follows the flow. */
type Loss = 'linear' | FrictionName;

interface SteadyLoss {
  readonly parameters: KindDefinition['parameters'];
  /** The function that gives `loss` of `flow`. */
  readonly text: string;
  /** Loss over flow, of any mode with the factor that q_0 gives it. */
  readonly factor: string;
}

const linear: SteadyLoss = {
  parameters: { resistance: { unit: 'Pa s/m3', atLeast: 0, about: '8μL/(πr⁴)' } },
  text: '\n      loss = resistance * flow',
  factor: 'resistance',
};

/** Friction of steady flow as wave lines have it (blocks/waves/frictions.ts). */
function lossOfSort(name: Loss): SteadyLoss {
  const loss = name === 'linear' ? null : lossOf(waveFrictions[name]);
  if (!loss) return linear;
  const factor = `darcy * ${loss.expression} * max(abs(flow), 1 / reynolds)`;
  return {
    parameters: {
      darcy: { unit: 'Pa s2/m6', above: 0, about: 'ρL/(2dA²)' },
      reynolds: { unit: 's/m3', above: 0, about: 'Re over flow' },
      roughness: { unit: '1', atLeast: 0, about: '(ε/3.7d)^1.11' },
    },
    text: `
      number = reynolds * abs(flow)${loss.equations}
      loss = ${factor} * flow`,
    factor,
  };
}

/** Arguments of `lossOfSort`. */
const lossOfLine = (lines: LineTable, l: number): Loss => {
  const name = frictionNames[lineValue(lines, l, 'friction')] as FrictionName;
  return lossOf(waveFrictions[name]) ? name : 'linear';
};

/** Whether unsteady friction is of a sum of exponentials. */
const isUnsteady = (lines: LineTable, l: number): boolean =>
  frictionAt(lineValue(lines, l, 'friction')).remembers === 'frequencies' && lossOfLine(lines, l) === 'linear';

interface Sort {
  readonly type: PortType;
  readonly loss: Loss;
  readonly modes: number;
  /** Exponentials of unsteady friction. */
  readonly terms: number;
  readonly damped: boolean;
}

const definitions = new Map<string, KindDefinition>();

function definitionOf(sort: Sort): KindDefinition {
  const key = JSON.stringify(sort);
  const known = definitions.get(key);
  if (known) return known;
  const made = sort.modes + sort.terms === 0 ? section(sort) : modal(sort);
  definitions.set(key, made);
  return made;
}

/**
 * p_a - p_b = Z T Q' + loss(Q) + ρ g h. `damped`: the inertance has a resistance Z beside it, which takes no flow when Q stands still, so that a lossless line
 * comes to rest at the same point.
 */
function section({ type, loss, damped }: Sort): KindDefinition {
  const { parameters, text } = lossOfSort(loss);
  const { p, q } = portQuantities[type];
  return component({
    kind: `${damped ? 'damped ' : ''}wave line as one section, ${loss} friction`,
    about: 'Inertance, friction and rise of a line between the halves of its volume; mass of a rod between halves of its spring.',
    source: 'stiff-ODE systems of short pipelines: Esqué 2008, (3.5)',
    group: '',
    ports: { a: type, b: type },
    parameters: { ...lineParameters(type), ...parameters },
    states: { flow: { unit: q.unit, initial: 0, about: 'flow, or velocity, from a to b' } },
    equations: `${text}
      push = a.${p.name} - b.${p.name} - drop - loss
      through = flow${damped ? ' + push / impedance' : ''}
      a.${q.name} = -through
      b.${q.name} = through
      der(flow) = push / (impedance * delay)
    `,
  });
}

const lineParameters = (type: PortType) => {
  const { p, q } = portQuantities[type];
  return {
    impedance: { unit: `${p.unit}/(${q.unit})`, above: 0, about: 'Z' },
    delay: { unit: 's', above: 0, about: 'T' },
    drop: { unit: p.unit, about: 'ρ g times the rise from a to b' },
  };
};

function modal({ type, loss, modes, terms }: Sort): KindDefinition {
  const { parameters, text, factor } = lossOfSort(loss);
  const { p, q } = portQuantities[type];
  const list = (count: number, of: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => of(i + 1));
  const states: Record<string, QuantityDeclaration & { initial: string | number }> = {};
  const memories: Record<string, { unit: string; atLeast: number; about: string }> = {};
  for (let i = 1; i <= terms; i++) {
    memories[`rate${i}`] = { unit: '1/s', atLeast: 0, about: 'λ' };
    memories[`share${i}`] = { unit: '1', atLeast: 0, about: 'm' };
  }
  const flowOf = (k: number): string => (k === 0 ? 'flow' : `flow${k}`);
  const sign = (k: number): string => (k % 2 === 0 ? '-' : '+');
  const lines: string[] = [];
  for (let k = 0; k <= modes; k++) {
    const flow = flowOf(k);
    states[flow] = { unit: q.unit, initial: 0, about: `q_${k}` };
    for (let i = 1; i <= terms; i++) states[`memory${k}x${i}`] = { unit: q.unit, initial: 0, about: 'w' };
    const unsteady = list(terms, (i) => `share${i} * (${flow} - memory${k}x${i})`).join(' + ');
    const steady = k === 0 ? 'loss' : `(${factor}) * ${flow}`;
    lines.push(`lost${k} = ${steady}${unsteady === '' ? '' : ` + resistance / 2 * (${unsteady})`}`);
    if (k === 0) lines.push(`der(flow) = (a.${p.name} - b.${p.name} - drop - lost0) / inertance`);
    else {
      states[`pressure${k}`] = { unit: p.unit, initial: `a.${p.name} ${sign(k)} b.${p.name}`, about: `s_${k}` };
      lines.push(
        `der(${flow}) = (2 * (a.${p.name} ${sign(k)} b.${p.name} - pressure${k}) - lost${k} - ${2 * window * (k / modes) ** 4 * k} * pi * impedance * ${flow}) / inertance`,
      );
      lines.push(`der(pressure${k}) = ${k * k} * pi^2 / 2 * impedance / delay * ${flow}`);
    }
    lines.push(...list(terms, (i) => `der(memory${k}x${i}) = rate${i} * (${flow} - memory${k}x${i})`));
  }
  return component({
    kind: `wave line with ${modes} modes and ${terms} terms of unsteady friction, ${loss} friction`,
    about: 'A line by its modes: flows and pressures along it between the oil at its ends.',
    source: 'Mäkinen, Piché and Ellman 2000; friction: Zielke 1968 by a sum of exponentials',
    group: '',
    ports: { a: type, b: type },
    parameters: {
      ...lineParameters(type),
      inertance: { unit: `${p.unit}/(${q.unit})*s`, above: 0, about: 'Z T, and what is fast of friction' },
      ...parameters,
      ...memories,
    },
    states,
    equations: `${text}
      ${lines.join('\n      ')}
      a.${q.name} = -(${Array.from({ length: modes + 1 }, (_, k) => flowOf(k)).join(' + ')})
      b.${q.name} = ${Array.from({ length: modes + 1 }, (_, k) => `${k === 0 ? '' : k % 2 === 0 ? ' + ' : ' - '}${flowOf(k)}`).join('')}
    `,
  });
}

/** Exponentials of a line's friction that stay, slowest first: those not faster by far than its highest mode. */
function termsOf(lines: LineTable, l: number, modes: number): number {
  if (modes === 0 || !isUnsteady(lines, l)) return 0;
  const highest = (fastest * modes * Math.PI) / lineValue(lines, l, 'delay') / lineValue(lines, l, 'dissipation');
  return laminarWeights.rates.filter((rate) => rate <= highest).length;
}

/** The wave lines of a circuit; `damped`: on the way to rest, by one section each. */
export function waveInstances(circuit: Circuit, { sections, ofEnd, modes: asked }: Volumes, damped: boolean): Instances[] {
  const { lines } = tablesOf(circuit);
  const sorts: Pick<Sort, 'type' | 'loss'>[] = [
    ...portTypes.map((type) => ({ type, loss: 'linear' as const })),
    ...frictionNames.filter((name) => lossOf(waveFrictions[name])).map((loss) => ({ type: 'hydraulic' as const, loss })),
  ];
  return sorts.flatMap(({ type, loss }): Instances[] => {
    const all = sections.filter((l) => lineType(lines, l) === type && lossOfLine(lines, l) === loss);
    const modes = damped ? 0 : asked;
    const counts = [...new Set(all.map((l) => termsOf(lines, l, modes)))].sort((a, b) => a - b);
    return counts.map((terms): Instances => {
      const own = Int32Array.from(all.filter((l) => termsOf(lines, l, modes) === terms));
      return {
        definition: definitionOf({ type, loss, modes, terms, damped }),
        stands: 'section',
        omitted: [],
        shared: {},
        count: own.length,
        nameOf: (i) => lines.nameOf(own[i]),
        componentOf: () => -1,
        nodes: [0, 1].map((side) => own.map((l) => ofEnd[2 * l + side])),
        lines: [0, 1].map(() => own),
        parameter: (name) => Float64Array.from(own, (l) => parameterOf(lines, l, terms, name)),
        startPressure: () => Float64Array.from(own, (l) => lineValue(lines, l, 'initialPressure')),
        table: () => ({ x: [], y: [] }),
      };
    });
  });
}

function parameterOf(lines: LineTable, l: number, terms: number, name: string): number {
  const value = (column: keyof typeof lineColumns): number => lineValue(lines, l, column);
  const { rates, coefficients } = laminarWeights;
  const [, of, number] = /^(rate|share)(\d+)$/.exec(name) ?? [];
  if (of === 'rate') return rates[Number(number) - 1] * value('dissipation');
  if (of === 'share') return coefficients[Number(number) - 1];
  if (name !== 'inertance') return value(name as keyof typeof lineColumns);
  const fast = isUnsteady(lines, l)
    ? rates.slice(terms).reduce((sum, rate, i) => sum + coefficients[terms + i] / rate, 0) / value('dissipation')
    : 0;
  return value('impedance') * value('delay') + (value('resistance') / 2) * fast;
}
