/** The published statements on runs by tolerance: P11 to P19, HIRES, Van der Pol. */
import { type Claim, type PublishedStatement, tools } from './statements.js';
import type { View } from './view.js';

const { explicit, offline, tolerances, number, numbers, percent, claim, best, geometricMean, failures, listed, noneFails, steps, fails } =
  tools;

/** Zigzags that one sees in a picture, in parts of the range. */
const visible = 0.01;
const clean = 0.001;

const least = (view: View, suite: string, tolerance: number): string => best(offline, (name) => steps(view, suite, name, tolerance));

function zigzag(view: View, suite: string, name: string, tolerance: number): number {
  return view.at(suite, name, tolerance).ringing;
}

const off1: readonly PublishedStatement[] = [
  {
    name: 'P11',
    text: 'OFF-1: lsode fails at 0.01; elsewhere it needs more steps than Rosenbrock methods and is less accurate',
    claims: (view) => {
      const elsewhere = [1e-1, 1e-3, 1e-4];
      const more = elsewhere.map(
        (tolerance) => steps(view, 'off-1', 'lsoda', tolerance) / Math.max(...offline.map((name) => steps(view, 'off-1', name, tolerance))),
      );
      const worse = elsewhere.map(
        (tolerance) => view.error('off-1', 'lsoda', tolerance) / geometricMean(offline.map((name) => view.error('off-1', name, tolerance))),
      );
      return [
        claim('lsoda fails at 0.01', view.fails('off-1', 'lsoda', 1e-2), `error ${number(view.error('off-1', 'lsoda', 1e-2))}`),
        claim(
          'more steps than every Rosenbrock method at 0.1, 1e-3, 1e-4',
          more.every((ratio) => ratio > 1),
          `${numbers(more)} times the most`,
        ),
        claim(
          'less accurate than they in the geometric mean',
          worse.every((ratio) => ratio > 1),
          `errors ${numbers(worse)} times theirs`,
        ),
      ];
    },
  },
  {
    name: 'P12',
    text: 'OFF-1: the steps of explicit methods hardly depend on the tolerance',
    claims: (view) =>
      explicit.map((name) => {
        const counts = tolerances.map((tolerance) => steps(view, 'off-1', name, tolerance));
        return claim(`${name}: most over fewest below 1.3`, Math.max(...counts) < 1.3 * Math.min(...counts), counts.join(', '));
      }),
  },
  {
    name: 'P13',
    text: 'OFF-1 at 0.1: lsode 14 % off after the second jump, 5 % in the mean; ode23s one bad point at 2 s; explicit methods ring, dopri5 not at smaller tolerances',
    claims: (view) => {
      const { window } = view.at('off-1', 'lsoda', 1e-1);
      const { far } = view.at('off-1', 'ode23s', 1e-1);
      const ringing = (name: string): number[] => tolerances.map((tolerance) => zigzag(view, 'off-1', name, tolerance));
      const [third, fifth] = [ringing('rk23'), ringing('dopri5')];
      return [
        claim(
          'lsoda on 2 to 3 s: largest error 7 to 28 %',
          (window?.largest ?? 0) > 0.07 && (window?.largest ?? 0) < 0.28,
          percent(window?.largest ?? 0),
        ),
        claim('and 2.5 to 10 % in the mean', (window?.mean ?? 0) > 0.025 && (window?.mean ?? 0) < 0.1, percent(window?.mean ?? 0)),
        claim('ode23s: one step with p1 more than half off', far.steps === 1, `${far.steps}`),
        claim(
          'and that within 0.05 s of 2 s; the time of the first jump is assumed',
          far.steps > 0 && Math.abs(far.from - 2) < 0.05,
          far.steps === 0 ? 'none' : `at ${far.from.toFixed(4)} s`,
        ),
        claim(
          'rk23 and dopri5 zigzag by more than 1 % of the range',
          Math.min(third[0] as number, fifth[0] as number) > visible,
          `${number(third[0] as number)} and ${number(fifth[0] as number)}`,
        ),
        claim(
          'dopri5 by less than 0.1 % at 1e-4, rk23 by less than at 0.1 but more than that',
          (fifth[3] as number) < clean && (third[3] as number) < (third[0] as number) && (third[3] as number) >= clean,
          `dopri5 ${numbers(fifth)}; rk23 ${numbers(third)}`,
        ),
      ];
    },
  },
  {
    name: 'P14',
    text: 'OFF-1: rodas3, rodas4 and ros4 are clean at every tolerance',
    claims: (view) =>
      ['rodas3', 'rodas4', 'ros4'].map((name) => {
        const cells = tolerances.map((tolerance) => view.at('off-1', name, tolerance));
        return claim(
          `${name}: error below 0.2 and zigzags below 1 % of the range`,
          cells.every((cell) => cell.error < 0.2 && cell.ringing < visible),
          `errors ${numbers(cells.map(({ error }) => error))}, zigzags ${numbers(cells.map(({ ringing }) => ringing))}`,
        );
      }),
  },
];

/** Slope of log error over log steps, from the loosest to the tightest tolerance that passes. */
function slope(view: View, suite: string, name: string): number {
  const cells = tolerances.map((tolerance) => view.at(suite, name, tolerance)).filter((cell) => !fails(cell));
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return Number.NaN;
  return Math.log(last.error / first.error) / Math.log(last.accepted / first.accepted);
}

/** Steps that a method would need for an error, between its runs. */
function stepsFor(view: View, suite: string, name: string, error: number): number {
  const cells = tolerances.map((tolerance) => view.at(suite, name, tolerance)).filter((cell) => !fails(cell));
  const [first, last] = [cells[0], cells.at(-1)];
  if (!first || !last) return Number.POSITIVE_INFINITY;
  const next = cells.findIndex((cell) => cell.error <= error);
  const [a, b] = next <= 0 ? [cells.at(-2) ?? first, last] : [cells[next - 1] ?? first, cells[next] ?? last];
  const share = Math.log(error / a.error) / Math.log(b.error / a.error);
  return a.accepted * (b.accepted / a.accepted) ** share;
}

const off2: readonly PublishedStatement[] = [
  {
    name: 'P15',
    text: 'OFF-2: only ode23s at 0.1 fails; Rosenbrock curves are parallel; lsode is accurate with fewer steps, but at 0.1 and 0.01 some Rosenbrock methods are cheaper',
    claims: (view) => {
      const failed = failures(view, 'off-2', [...explicit, ...offline, 'lsoda'], tolerances);
      const slopes = offline.map((name) => slope(view, 'off-2', name));
      const mine = view.at('off-2', 'lsoda', 1e-4);
      const theirs = offline.map((name) => stepsFor(view, 'off-2', name, mine.error));
      const cheaper = [1e-1, 1e-2].map(
        (tolerance) => steps(view, 'off-2', least(view, 'off-2', tolerance), tolerance) / steps(view, 'off-2', 'lsoda', tolerance),
      );
      return [
        claim('ode23s fails at 0.1', failed.includes('ode23s at 0.1'), `error ${number(view.error('off-2', 'ode23s', 1e-1))}`),
        claim(
          'nothing else does',
          failed.every((one) => one === 'ode23s at 0.1'),
          `failed: ${listed(failed)}`,
        ),
        claim('slopes of log error over log steps within a factor of 2', Math.max(...slopes) / Math.min(...slopes) > 0.5, numbers(slopes)),
        claim(
          "for lsoda's error at 1e-4 every Rosenbrock method needs more steps",
          Math.min(...theirs) > mine.accepted,
          `${mine.accepted} against ${theirs.map(Math.round).join(', ')}`,
        ),
        claim(
          'at 0.1 and 0.01 some Rosenbrock method takes fewer steps',
          cheaper.every((ratio) => ratio < 1),
          `${numbers(cheaper)} times its steps`,
        ),
      ];
    },
  },
  {
    name: 'P16',
    text: 'OFF-2: lsode has an amplitude that varies at 0.1 and random peaks to 180 bar at 0.01; explicit methods ring down to 0.01, not below',
    claims: (view) => {
      const { peaks } = view.at('off-2', 'lsoda', 1e-1);
      // The first periods are the way to the oscillation.
      const late = peaks.slice(4);
      const spread = (Math.max(...late) - Math.min(...late)) / Math.max(...late);
      const highest = view.at('off-2', 'lsoda', 1e-2).highest / 1e5;
      const usual = view.at('off-2', 'rodas4', 1e-4).highest / 1e5;
      const ringing = explicit.map((name) => tolerances.map((tolerance) => zigzag(view, 'off-2', name, tolerance)));
      return [
        claim('lsoda at 0.1: peaks of p1 after the first second differ by more than 5 %', spread > 0.05, percent(spread)),
        claim(
          'lsoda at 0.01: p1 more than 5 bar above its highest',
          highest > usual + 5,
          `${highest.toFixed(1)} bar, where ${usual.toFixed(1)} is right`,
        ),
        claim(
          'explicit zigzags of more than 1 % of the range at 0.1 and 0.01',
          ringing.every(([a = 0, b = 0]) => Math.min(a, b) > visible),
          ringing.map(numbers).join('; '),
        ),
        claim(
          'and of less than that at 1e-3 and 1e-4',
          ringing.every(([, , c = 0, d = 0]) => Math.max(c, d) < visible),
          ringing.map(numbers).join('; '),
        ),
      ];
    },
  },
];

const circuit2 = 'circuit-2-offline';
const circuitTwo: readonly PublishedStatement[] = [
  {
    name: 'P17',
    text: 'Circuit 2: ode23s and ros4 fail at 0.1, lsode at 0.1 and 0.01, else it takes ten times the steps of some; explicit methods more than 300 000 at 1e-3 and 1e-4; ros4 and rodas4 best at tight tolerances',
    claims: (view) => {
      const times = [1e-3, 1e-4].map(
        (tolerance) => steps(view, circuit2, 'lsoda', tolerance) / steps(view, circuit2, least(view, circuit2, tolerance), tolerance),
      );
      const counts = explicit.flatMap((name) => [1e-3, 1e-4].map((tolerance) => steps(view, circuit2, name, tolerance)));
      const winner = best([...offline, 'lsoda', ...explicit], (name) => view.error(circuit2, name, 1e-4));
      return [
        claim(
          'ode23s and ros4 fail at 0.1',
          ['ode23s', 'ros4'].every((name) => view.fails(circuit2, name, 1e-1)),
          `errors ${numbers(['ode23s', 'ros4'].map((name) => view.error(circuit2, name, 1e-1)))}`,
        ),
        claim(
          'lsoda fails at 0.1 and 0.01',
          [1e-1, 1e-2].every((tolerance) => view.fails(circuit2, 'lsoda', tolerance)),
          `errors ${numbers([1e-1, 1e-2].map((tolerance) => view.error(circuit2, 'lsoda', tolerance)))}`,
        ),
        claim(
          'lsoda takes 5 to 20 times the fewest steps at 1e-3 and 1e-4',
          times.every((ratio) => ratio >= 5 && ratio <= 20),
          `${numbers(times)} times`,
        ),
        claim(
          'explicit methods take more than 300 000 steps at 1e-3 and 1e-4',
          counts.every((count) => count > 300_000),
          counts.join(', '),
        ),
        claim(
          'ros4 or rodas4 the most accurate at 1e-4',
          ['ros4', 'rodas4'].includes(winner),
          `${winner}, ${number(view.error(circuit2, winner, 1e-4))}`,
        ),
      ];
    },
  },
  {
    name: 'P18',
    text: 'Circuit 2: rodas3 at 0.1 oscillates after 4 s, up to 15 % off',
    claims: (view) => {
      const { error, ringing } = view.at(circuit2, 'rodas3', 1e-1);
      return [
        claim('error of x between 5 and 30 %', error > 0.05 && error < 0.3, percent(error)),
        claim('zigzags of more than 1 % of a range', ringing > visible, number(ringing)),
      ];
    },
  },
  {
    name: 'P19',
    text: 'Explicit methods need 100 to 1000 times the steps of implicit ones',
    claims: (view) =>
      ['off-1', 'off-2', circuit2].map((suite) => {
        const ratio = geometricMean(
          tolerances.map((tolerance) => {
            const [theirs, ours] = [explicit, offline].map((names) =>
              geometricMean(names.map((name) => steps(view, suite, name, tolerance))),
            ) as [number, number];
            return theirs / ours;
          }),
        );
        return claim(
          `${suite}: 100 to 1000 times, in the geometric mean of methods and tolerances`,
          ratio >= 100 && ratio <= 1000,
          `${number(ratio)} times`,
        );
      }),
  },
];

const implicit = [...offline, 'lsoda'];
const tests: readonly PublishedStatement[] = [
  {
    name: 'VdP',
    text: "Van der Pol: explicit methods fail at μ = 1e6, not at 1e4; rodas4 alone of the implicit ones fails at 0.1; ros4 and rodas4 the most accurate; lsode's steps smaller, yet less accurate",
    claims: (view) => {
      const passed = explicit.flatMap((name) =>
        tolerances.filter((tolerance) => !view.fails('van-der-pol', name, tolerance)).map((tolerance) => `${name} at ${tolerance}`),
      );
      const loose = failures(view, 'van-der-pol', implicit, [1e-1]);
      const winners = [1e-2, 1e-3, 1e-4].map((tolerance) => best(implicit, (name) => view.error('van-der-pol', name, tolerance)));
      const lsode = [1e-2, 1e-3].map((tolerance) => {
        const [mine, theirs] = [view.at('van-der-pol', 'lsoda', tolerance), view.at('van-der-pol', 'rodas4', tolerance)];
        return {
          holds: mine.accepted > theirs.accepted && mine.error > theirs.error,
          found: `${mine.accepted} steps, ${number(mine.error)} against ${theirs.accepted}, ${number(theirs.error)}`,
        };
      });
      return [
        claim('explicit methods fail at μ = 1e6: not at 12 s after 500 000 attempts', passed.length === 0, `passed: ${listed(passed)}`),
        noneFails(view, 'van-der-pol-1e4', explicit, tolerances, 'they pass at μ = 1e4'),
        claim('rodas4 fails at 0.1', loose.includes('rodas4 at 0.1'), `error ${number(view.error('van-der-pol', 'rodas4', 1e-1))}`),
        claim(
          'no other implicit method does',
          loose.every((one) => one.startsWith('rodas4')),
          `failed: ${listed(loose)}`,
        ),
        noneFails(view, 'van-der-pol', implicit, [1e-2, 1e-3, 1e-4], 'nor any at smaller tolerances'),
        claim(
          'ros4 or rodas4 the most accurate at 0.01 to 1e-4',
          winners.every((name) => name === 'ros4' || name === 'rodas4'),
          winners.join(', '),
        ),
        claim(
          'lsoda: more steps than rodas4 and less accurate at 0.01 and 1e-3',
          lsode.every(({ holds }) => holds),
          lsode.map(({ found }) => found).join('; '),
        ),
      ];
    },
  },
  {
    name: 'HIRES',
    text: 'HIRES: everything succeeds; rk23 takes about 5000 steps, dopri5 10 000; rodas4 and rodas3 the best; lsode poor at 0.1 and 0.01',
    claims: (view): Claim[] => {
      const counts = explicit.map((name) => tolerances.map((tolerance) => steps(view, 'hires', name, tolerance)));
      const within = (values: readonly number[], target: number): boolean => values.every((value) => Math.abs(value / target - 1) < 0.2);
      const winners = tolerances.map((tolerance) => best(implicit, (name) => view.error('hires', name, tolerance)));
      const poor = [1e-1, 1e-2].map(
        (tolerance) => view.error('hires', 'lsoda', tolerance) / Math.max(...offline.map((name) => view.error('hires', name, tolerance))),
      );
      return [
        claim(
          'all reach the end at every tolerance',
          [...explicit, ...implicit].every((name) => tolerances.every((tolerance) => view.at('hires', name, tolerance).ended === 'done')),
          `more than 100 % off: ${listed(failures(view, 'hires', [...explicit, ...implicit], tolerances))}`,
        ),
        claim('rk23 4000 to 6000 steps', within(counts[0] ?? [], 5000), numbersWhole(counts[0])),
        claim('dopri5 8000 to 12 000 steps', within(counts[1] ?? [], 10_000), numbersWhole(counts[1])),
        claim(
          'rodas4 or rodas3 the most accurate at every tolerance',
          winners.every((name) => name === 'rodas3' || name === 'rodas4'),
          winners.join(', '),
        ),
        claim(
          'lsoda less accurate than every Rosenbrock method at 0.1 and 0.01',
          poor.every((ratio) => ratio > 1),
          `${numbers(poor)} times the worst`,
        ),
      ];
    },
  },
];

const numbersWhole = (values: readonly number[] = []): string => values.join(', ');

export const offlineStatements: readonly PublishedStatement[] = [...off1, ...off2, ...circuitTwo];
export const testStatements: readonly PublishedStatement[] = tests;
