/**
 * Esqué's published statements, numbered P1 to P22, and those on HIRES and Van der Pol, each as claims that runs and measured costs decide.
 * Where a statement has no number ('about', 'clean', 'best') the claim's text says what is taken for it.
 */
import { formatPercent } from '#ringmain/report/units.js';
import { geometricMean } from '#ringmain/results/statistics.js';
import { fails } from './suites.js';
import type { View } from './view.js';

export interface Claim {
  readonly text: string;
  readonly holds: boolean;
  /** What was measured. */
  readonly found: string;
}

export interface PublishedStatement {
  readonly name: string;
  readonly text: string;
  readonly claims: (view: View) => readonly Claim[];
}

const explicit = ['rk23', 'dopri5'];
/** Rosenbrock methods of the published real-time tests, and of those by tolerance. */
const realTime = ['ode23s', 'ros2', 'ros2p', 'ros3p', 'rodas3'];
const offline = ['ode23s', 'rodas3', 'ros4', 'rodas4'];
const short = [0.25e-3, 0.5e-3, 1e-3];
const long = [4e-3, 10e-3];
const tolerances = [1e-1, 1e-2, 1e-3, 1e-4];

const number = (value: number): string => (Number.isFinite(value) ? Number(value.toPrecision(2)).toString() : 'fails');
const numbers = (values: readonly number[]): string => values.map(number).join(', ');
const percent = (part: number): string => formatPercent(part, 0);
const claim = (text: string, holds: boolean, found: string): Claim => ({ text, holds, found });
const best = (names: readonly string[], errorOf: (name: string) => number): string =>
  names.reduce((a, b) => (errorOf(b) < errorOf(a) ? b : a));
const ms = (step: number): string => `${1000 * step} ms`;

/** Which of the methods fail at which settings: 'ode23s at 0.1'. */
function failures(view: View, suite: string, names: readonly string[], at: readonly number[]): string[] {
  return at.flatMap((setting) => names.filter((name) => view.fails(suite, name, setting)).map((name) => `${name} at ${setting}`));
}
const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

function bestAt(view: View, suite: string, method: string, steps: readonly number[], words: string): Claim {
  const found = steps.map((step) => best(realTime, (name) => view.error(suite, name, step)));
  return claim(
    `${method} the most accurate Rosenbrock method ${words}`,
    found.every((name) => name === method),
    steps.map((step, k) => `${ms(step)} ${found[k]}`).join(', '),
  );
}

function allFail(view: View, suite: string, names: readonly string[], steps: readonly number[], words: string): Claim {
  const passed = names.flatMap((name) => steps.filter((step) => !view.fails(suite, name, step)).map((step) => `${name} at ${ms(step)}`));
  return claim(words, passed.length === 0, passed.length === 0 ? 'all fail' : `passed: ${listed(passed)}`);
}

function noneFails(view: View, suite: string, names: readonly string[], at: readonly number[], words: string): Claim {
  const failed = failures(view, suite, names, at);
  return claim(words, failed.length === 0, `failed: ${listed(failed)}`);
}

const steps = (view: View, suite: string, method: string, tolerance: number): number => view.at(suite, method, tolerance).accepted;

const realTimeStatements: readonly PublishedStatement[] = [
  {
    name: 'P1',
    text: 'RT-1: every Rosenbrock method beats both explicit ones; at 4 ms it is as accurate as they at 1 ms',
    claims: (view) => [
      ...short.map((step) => {
        const [worst, least] = [
          Math.max(...realTime.map((name) => view.error('rt-1', name, step))),
          Math.min(...explicit.map((name) => view.error('rt-1', name, step))),
        ];
        return claim(
          `every Rosenbrock method better than both explicit ones at ${ms(step)}`,
          worst < least,
          `worst ${number(worst)}, explicit ${number(least)}`,
        );
      }),
      noneFails(view, 'rt-1', realTime, long, 'no Rosenbrock method fails where the explicit ones do, at 4 and 10 ms'),
      ...explicit.map((name) => {
        const ratio = geometricMean(realTime.map((one) => view.error('rt-1', one, 4e-3))) / view.error('rt-1', name, 1e-3);
        return claim(
          `errors at 4 ms, in the geometric mean, within 3 times ${name}'s at 1 ms`,
          ratio < 3 && ratio > 1 / 3,
          `${number(ratio)} times`,
        );
      }),
    ],
  },
  {
    name: 'P2',
    text: 'RT-1: ode23s the most accurate Rosenbrock method up to 1 ms, ros3p above',
    claims: (view) => [bestAt(view, 'rt-1', 'ode23s', short, 'up to 1 ms'), bestAt(view, 'rt-1', 'ros3p', long, 'at 4 and 10 ms')],
  },
  {
    name: 'P3',
    text: 'RT-1: both explicit methods fail at 4 and 10 ms',
    claims: (view) => [allFail(view, 'rt-1', explicit, long, 'rk23 and dopri5 fail at 4 and 10 ms')],
  },
  {
    name: 'P4',
    text: 'RT-2: no explicit method has a usable solution at any step',
    claims: (view) =>
      explicit.map((name) => allFail(view, 'rt-2', [name], [...short, ...long], `${name} more than 100 % off at every step`)),
  },
  {
    name: 'P5',
    text: 'RT-2: ode23s the most accurate up to 1 ms, and the one Rosenbrock method that fails at 4 and 10 ms',
    claims: (view) => [
      bestAt(view, 'rt-2', 'ode23s', short, 'up to 1 ms'),
      ...long.map((step) => allFail(view, 'rt-2', ['ode23s'], [step], `ode23s fails at ${ms(step)}`)),
      noneFails(
        view,
        'rt-2',
        realTime.filter((name) => name !== 'ode23s'),
        [...short, ...long],
        'no other fails',
      ),
    ],
  },
  {
    name: 'P6',
    text: 'Circuit 2: explicit methods fail at 4 and 10 ms, pass at 1 ms, and oscillate even at 0.25 ms',
    claims: (view) => [
      allFail(view, 'circuit-2', explicit, long, 'rk23 and dopri5 fail at 4 and 10 ms'),
      noneFails(view, 'circuit-2', explicit, short, 'they pass up to 1 ms'),
      claim(
        'they reach the end at 0.25 ms with zigzags of more than 1 % of the range',
        explicit.every(
          (name) => view.at('circuit-2', name, 0.25e-3).ended === 'done' && view.at('circuit-2', name, 0.25e-3).ringing > 0.01,
        ),
        explicit
          .map((name) => `${name} ${view.at('circuit-2', name, 0.25e-3).ended} at ${number(view.at('circuit-2', name, 0.25e-3).reached)} s`)
          .join(', '),
      ),
    ],
  },
  {
    name: 'P7',
    text: 'Circuit 2: ode23s is unstable at 10 ms, the other Rosenbrock methods pass',
    claims: (view) => [
      allFail(view, 'circuit-2', ['ode23s'], [10e-3], 'ode23s fails at 10 ms'),
      noneFails(
        view,
        'circuit-2',
        realTime.filter((name) => name !== 'ode23s'),
        [10e-3],
        'ros2, ros2p, ros3p and rodas3 pass at 10 ms',
      ),
    ],
  },
];

const perStep = ({ costs }: View, size: number, method: string): number =>
  costs.perStep.find((one) => one.size === size && one.method === method)?.seconds ?? Number.NaN;
/** Cost of a method's step over rk23's. */
const overExplicit = (view: View, size: number, method: string): number => perStep(view, size, method) / perStep(view, size, 'rk23');
function ratioClaims(view: View, size: number, names: readonly string[], low: number, high: number, words: string): Claim {
  const found = names.map((name) => overExplicit(view, size, name));
  return claim(
    words,
    found.every((ratio) => ratio >= low && ratio <= high),
    names.map((name, k) => `${name} ${(found[k] as number).toFixed(2)}`).join(', '),
  );
}

const costStatements: readonly PublishedStatement[] = [
  {
    name: 'P8',
    text: 'A step of rk23 takes 1.6 µs at N = 2 and 14 µs at N = 13 (Fortran, 2 GHz): 8.75 times as long',
    claims: (view) => {
      const ratio = perStep(view, 13, 'rk23') / perStep(view, 2, 'rk23');
      const found = [2, 13].map((size) => `${number(1e6 * perStep(view, size, 'rk23'))} µs`).join(' and ');
      return [claim('N = 13 over N = 2 between 6 and 12 times', ratio >= 6 && ratio <= 12, `${number(ratio)} times, ${found}`)];
    },
  },
  {
    name: 'P9',
    text: "Over rk23's step: at N = 2 order 2 takes 4 to 8 % more, order 3 20 to 56 %; at N = 13 order 2 twice as long",
    claims: (view) => [
      ratioClaims(view, 2, ['ros2p', 'ros2', 'ode23s'], 0.94, 1.18, 'order 2 at N = 2: 4 to 8 % more, give or take 10'),
      ratioClaims(view, 2, ['ros3p', 'rodas3'], 1.1, 1.66, 'order 3 at N = 2: 20 to 56 % more, give or take 10'),
      ratioClaims(view, 13, ['ros2p', 'ros2', 'ode23s'], 1.6, 2.4, 'order 2 at N = 13: twice as long, give or take a fifth'),
    ],
  },
  {
    name: 'P10',
    text: 'Rosenbrock methods are stable at ten times the longest explicit step, at h mostly better than explicit ones at h/10, and cost O(N^1.15)',
    claims: (view) => {
      const pairs = ['rt-1', 'rt-2', 'circuit-2'].flatMap((suite) =>
        realTime.flatMap((name) =>
          explicit
            .map((other) => [view.error(suite, name, 10e-3), view.error(suite, other, 1e-3)] as const)
            .filter(([, theirs]) => theirs <= 1),
        ),
      );
      const won = pairs.filter(([ours, theirs]) => ours < theirs).length;
      const alpha = view.costs.fits.find(({ jacobian }) => jacobian === 'analytic');
      return [
        noneFails(view, 'rt-1', realTime, [10e-3], 'RT-1: all pass at 10 ms, the explicit ones up to 1 ms'),
        claim(
          'at 10 ms better than explicit at 1 ms, where that passes, in most cases',
          won > pairs.length / 2,
          `${won} of ${pairs.length}`,
        ),
        claim(
          'α = 1.15 ± 0.15 with the Jacobian from the equations',
          Math.abs((alpha?.exponent ?? 0) - 1.15) <= 0.15,
          `α = ${number(alpha?.exponent ?? 0)}`,
        ),
      ];
    },
  },
];

const jacobianStatements: readonly PublishedStatement[] = [
  {
    name: 'P20',
    text: 'Circuit 2, rodas3: right with the Jacobian from the equations, unacceptable with differences',
    claims: (view) => {
      const errors = (label: string): number[] => [1e-1, 1e-2].map((tolerance) => view.withJacobian(label, tolerance).error);
      const increments = [1e-8, 1e-6, 1e-4, 1e-2, 1].map((increment) => `increments of ${increment.toExponential()}`);
      const worst = increments.reduce((a, b) => (Math.max(...errors(b)) > Math.max(...errors(a)) ? b : a));
      return [
        claim(
          'from the equations, within 1 % at 0.1 and 0.01',
          Math.max(...errors('from the equations')) < 0.01,
          numbers(errors('from the equations')),
        ),
        claim(
          'by differences with increments by size, more than 5 % off',
          Math.max(...errors('differences')) > 0.05,
          numbers(errors('differences')),
        ),
        claim(
          'by differences with the worst single increment of all unknowns, more than 5 % off',
          Math.max(...errors(worst)) > 0.05,
          `${worst}: ${numbers(errors(worst))}`,
        ),
      ];
    },
  },
  {
    name: 'P21',
    text: 'Differences take up to 40 % of a step with 5 to 20 states and a method of two evaluations',
    claims: ({ costs }) => {
      const largest = Math.max(...costs.shares.map(({ share }) => share));
      const found = costs.shares.map(({ size, share }) => `N = ${size} ${percent(share)}`).join(', ');
      return [claim('the largest share, with a call of f for every column, between 30 and 50 %', largest >= 0.3 && largest <= 0.5, found)];
    },
  },
  {
    name: 'P22',
    text: 'rodas3, N = 5 to 20: t = a N^α + b with R² > 0.99 for all three Jacobians; the least α from the equations, 1.15',
    claims: ({ costs: { fits } }) => {
      const analytic = fits.find(({ jacobian }) => jacobian === 'analytic')?.exponent ?? Number.NaN;
      const found = fits
        .map(({ jacobian, exponent, explained }) => `${jacobian} α = ${exponent.toFixed(2)}, R² = ${explained.toFixed(4)}`)
        .join('; ');
      return [
        claim(
          'R² > 0.99',
          fits.every(({ explained }) => explained > 0.99),
          found,
        ),
        claim(
          'α least from the equations',
          fits.every(({ exponent }) => exponent >= analytic),
          fits.map(({ exponent }) => exponent.toFixed(2)).join(', '),
        ),
        claim('α = 1.15 ± 0.15 from the equations', Math.abs(analytic - 1.15) <= 0.15, `α = ${analytic.toFixed(2)}`),
      ];
    },
  },
];

/** Helpers that the statements by tolerance share. */
export const tools = {
  explicit,
  offline,
  tolerances,
  number,
  numbers,
  percent,
  claim,
  best,
  geometricMean,
  failures,
  listed,
  noneFails,
  steps,
  fails,
};
export { costStatements, jacobianStatements, realTimeStatements };
