/** Why a circuit is stiff at a point, and the way out, as text. */

import type { ExplicitStep } from '../lumped/stability/explicitSteps.js';
import type { Advice, FastMode, Limit, Share, Stiffness, Treatment } from '../lumped/stiffness.js';
import { right, textTable } from './table.js';
import { formatNumber, formatPercent, formatPlural, formatSeconds, formatVolume } from './units.js';

/** 'V1.p 98 %, V2.p 2 %' */
export function sharesText(shares: readonly Share[]): string {
  return shares.map(({ name, share }) => `${name} ${formatPercent(share)}`).join(', ');
}

/** Table of the fast eigenvalues with their owners, and the steps of explicit methods. */
export function stiffnessText({ fast, modes, steps, condition, stiffness }: Stiffness): string {
  const more = modes.length > fast.length ? ` of ${modes.length}` : '';
  return [
    `${formatPlural(fast.length, 'fast eigenvalue')}${more}; stiffness ${formatNumber(stiffness)}, condition number ${formatNumber(condition)}`,
    '',
    textTable(
      [...['λ, 1/s', 'time constant', 'frequency', 'damping'].map(right), { heading: 'volumes and states' }, { heading: 'by' }],
      fast.map((mode) => [
        eigenvalueText(mode),
        mode.real < 0 ? formatSeconds(mode.timeConstant) : 'grows',
        mode.imaginary > 0 ? `${formatNumber(mode.frequency)} Hz` : '',
        mode.imaginary > 0 ? formatNumber(mode.damping, 3) : '',
        sharesText(mode.unknowns),
        sharesText(mode.components),
      ]),
    ),
    '',
    `explicit methods are stable up to: ${stepsText(steps)}`,
  ].join('\n');
}

const eigenvalueText = ({ real, imaginary }: FastMode): string =>
  imaginary > 0 ? `${formatNumber(real)} ± ${formatNumber(imaginary)}i` : formatNumber(real);

const shownMethods: Readonly<Record<ExplicitStep['method'], string>> = {
  forwardEuler: 'forward Euler',
  rk4: 'RK4',
  dopri5: 'dopri5',
};

const stepsText = (steps: readonly ExplicitStep[]): string =>
  steps
    .map(({ method, step }) => `${shownMethods[method]} ${step === 0 ? 'never' : Number.isFinite(step) ? formatSeconds(step) : 'any step'}`)
    .join(', ');

/** Sentences: which volumes to join or to treat, what each would gain, and why it ends there. */
export function adviceText({ treatments, limit, left }: Advice, interval: number): string {
  const found = treatments.map(treatmentText);
  const none = `no volume settles within a tenth of the recorded interval (${formatSeconds(interval)}): none is worth treating`;
  const rest = sharesText(left);
  const ends: Readonly<Record<Limit, string>> = {
    slow: treatments.length === 0 ? none : 'the rest is slow beside the recorded interval',
    swings: `the fastest that is left swings (${rest}): a mass on oil, which no treatment of a volume may take away; use an L-stable method (rodas4, radau5) or the line engine`,
    states: `the fastest that is left belongs to states of components (${rest}): no volume to treat; use an L-stable method (rodas4, radau5)`,
    needed: `the fastest that is left (${rest}) cannot do without its volume: no throttle decides its pressure`,
  };
  const [first] = treatments;
  const how = [
    ...(treatments.some(({ isJoinable }) => isJoinable)
      ? ['to join: leave the lines of the volume out, and connect the ports at it by direct:']
      : []),
    ...(first ? [`to treat: ringmain run --solver rk4 --step TIME --treat '${lineOf(first)}=quasi-steady', or another treatment`] : []),
  ];
  return ['advice', ...[...found, ends[limit], ...how].map((line) => `  ${line}`)].join('\n');
}

/** The first of its lines names a volume. */
const lineOf = ({ volume }: Treatment): string => volume.replace(/[+.].*$/, '');

function treatmentText({ volume, size, timeConstant, isJoinable, fastest, stiffness, steps }: Treatment): string {
  const what = isJoinable ? 'join or treat' : 'treat';
  const chamber = isJoinable ? '' : " with a component's chamber";
  const rk4 = steps.filter(({ method }) => method === 'rk4');
  const gain =
    fastest > 0
      ? `fastest ${formatNumber(fastest, 3)} 1/s, stiffness ${formatNumber(stiffness, 3)}, ${stepsText(rk4)}`
      : 'nothing is left that decays';
  return `${what} ${volume} (${formatVolume(size)}${chamber}, settles in ${formatSeconds(timeConstant)}): then ${gain}`;
}
