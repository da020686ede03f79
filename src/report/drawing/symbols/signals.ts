/** Blocks of signals: a box with its function's picture; lines at the upper or lower edge. */
import type { KindDefinition } from '../../../equations/language/definition.js';
import { area, box, lines } from './ink.js';
import type { Family, HydraulicSymbol } from './symbol.js';

const [width, height] = [38, 28];

const block = (art: string, letter?: string): HydraulicSymbol => ({
  width,
  height,
  ports: {},
  art: box(0, 0, width, height) + art,
  ...(letter === undefined ? {} : { letters: [[letter, width / 2, height / 2 + 4]] }),
});
const bold = (d: string): string => `<path d="${d}" fill="none" stroke-width="1.8"/>`;
const curve = (d: string): HydraulicSymbol => block(lines(`M5 ${height - 5}H33M7 ${height - 3}V4`) + bold(d));
const word = (text: string): HydraulicSymbol => block('', text);
const plain = (d: string): HydraulicSymbol => block(bold(d));

export const signals: Family = {
  constant: curve('M7 11H32'),
  step: curve('M7 21H18V9H32'),
  ramp: curve('M7 21H13L25 8H32'),
  sine: plain('M5 14Q12 0 19 14T33 14'),
  dutyCycle: curve('M7 21H12L15 9H22L25 21H32'),
  cyclicDutyCycle: curve('M7 21L10 9H15L18 21L21 9H26L29 21H32'),
  pulseTrain: curve('M7 21H11V9H16V21H21V9H26V21H32'),
  trapezoidProfile: curve('M7 21Q12 21 15 15T22 9H32'),
  randomSteps: curve('M7 17H12V9H17V20H22V12H27V16H32'),
  chirp: plain('M4 14Q9 0 14 14T22 14T28 14T32 14T35 14'),
  gain: { ...word('K'), art: area(`M0 0H${width}L${width / 2 + 8} ${height}H${width / 2 - 8}z`) },
  sum: { ...word('Σ'), art: `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width / 2}" ry="${height / 2}"/>` },
  product: word('×'),
  quotient: word('÷'),
  minimum: word('min'),
  maximum: word('max'),
  absoluteValue: word('|u|'),
  saturation: plain('M5 22H13L25 6H33'),
  deadband: plain('M6 22L14 14H24L32 6'),
  quantizer: plain('M6 23H12V17H19V11H26V5H32'),
  selector: plain('M5 8H14M5 20H14M14 8L27 14H33'),
  lookUp: curve('M7 20L14 16L20 10L32 7'),
  blendedLookUp: curve('M7 20L14 16L20 10L32 7M7 22L18 18L32 12'),
  firstOrderLag: curve('M7 22Q11 9 32 9'),
  secondOrderFilter: curve('M7 22C13 22 13 5 19 7T26 9H32'),
  leadLag: curve('M7 22V7Q12 14 32 14'),
  integrator: word('∫'),
  rateLimiter: plain('M5 22H11L27 6H33M9 17L17 9'),
  backlash: plain('M7 22L18 6H31L20 22z'),
  padeDelay: word('e⁻ˢᵀ'),
  sampleAndHold: curve('M7 20H13V14H20V9H27V13H32'),
  comparator: word('>'),
  relay: plain('M5 22H23V6M15 22V6H33'),
  logicAnd: word('&'),
  logicOr: word('≥1'),
  logicNot: word('¬'),
  flipFlop: word('SR'),
  onDelay: word('t—0'),
  counter: word('123'),
  proportionalController: word('P'),
  piController: word('PI'),
  pidController: word('PID'),
};

/** A box with a kind's name, for a kind without a symbol. */
export function labelledBox({ kind }: Pick<KindDefinition, 'kind'>, wide: number): HydraulicSymbol {
  return { width: wide, height: 34, ports: {}, art: box(0, 0, wide, 34), letters: [[kind, wide / 2, 21]] };
}
