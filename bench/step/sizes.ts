/**
 * `ringmain bench step integrators`: what a step of a Rosenbrock method costs as the circuit grows, by Jacobian and by linear algebra; and what it costs over an
 * explicit step. Chains of volumes and orifices at a fixed step; samples of all variants in turn, again and again; the first is measured twice a round.
 */

import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { asCounts, asNames } from '#ringmain/cli/optionTable.js';
import type { JacobianSource } from '#ringmain/lumped/method.js';
import { textTable } from '#ringmain/report/table.js';
import { formatNumber, formatSeconds } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { type PowerFit, powerFit } from '../protocol/powerFit.js';
import type { StepCosts } from '../published/esque/view.js';
import { measurePerStep } from './publishedCosts.js';
import { chainCircuit, StepTimer, type StepVariant, timeSteps } from './stepCost.js';

const commandOptions = {
  sizes: { about: 'volumes in a chain, separated by commas', fallback: '2,5,10,13,15,20,50,100,200,500,1000', read: asCounts(1) },
  solvers: { about: 'integrators, separated by commas', fallback: 'rodas3,ros3p', read: asNames },
  rounds: roundsOption,
  seconds: secondsOption('0.05'),
};

export const stepIntegrators = part({
  name: 'integrators',
  describe: "an integrator's step as circuits grow, by Jacobian and linear algebra",
  options: commandOptions,
  examples: [['--sizes 5,10,15,20', 'time of a step, and how it grows']],
  measure,
});

/** Sizes up to which there is dense algebra, and differences for every column: above, a round takes minutes. */
const [denseUpTo, columnsUpTo] = [500, 200];
/** s; all of them pass at it. */
const step = 1e-3;

export interface SizeCell {
  readonly size: number;
  /** s of CPU a step */
  readonly time: Spread;
  /** Part of a step that is the Jacobian. */
  readonly share: number;
  /** Calls of f a step. */
  readonly rates: number;
  readonly differences: number;
}

export interface SizeRow extends StepVariant {
  readonly cells: readonly SizeCell[];
  /** Of the fastest samples, over 5 to 20 volumes, as published, and over all; null with fewer than four sizes. */
  readonly published: PowerFit | null;
  readonly whole: PowerFit | null;
}

const jacobians: readonly JacobianSource[] = ['analytic', 'differences', 'adaptive differences'];

function variantsOf(solver: string): StepVariant[] {
  return [
    ...(['sparse', 'dense'] as const).flatMap((algebra) => jacobians.map((jacobian) => ({ solver, jacobian, grouped: true, algebra }))),
    ...jacobians.slice(1).map((jacobian) => ({ solver, jacobian, grouped: false, algebra: 'dense' as const })),
  ];
}

const reaches = ({ algebra, grouped }: StepVariant, size: number): boolean =>
  size <= (grouped ? (algebra === 'dense' ? denseUpTo : Number.POSITIVE_INFINITY) : columnsUpTo);

/** Measures all sizes. */
async function measure({ sizes, solvers, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const variants = solvers.flatMap(variantsOf);
  say('chains');
  const bySize = sizes.map((size) => {
    const circuit = chainCircuit(size);
    return { size, timers: variants.map((variant) => (reaches(variant, size) ? new StepTimer(circuit, variant, step) : null)) };
  });
  // All sizes in the same rounds: what else the machine does then falls on all of them.
  const there = bySize.flatMap(({ timers }) => timers.filter((timer) => timer !== null));
  const firsts = new Set(bySize.map(({ timers }) => timers[0] as StepTimer));
  timeSteps(there, rounds, seconds, (timer) => firsts.has(timer));
  const cells = variants.map((_, k) =>
    bySize.flatMap(({ size, timers }): SizeCell[] => {
      const timer = timers[k];
      return timer ? [{ size, time: timer.spread, share: timer.share, ...timer.calls }] : [];
    }),
  );
  const noise = bySize.map(({ size, timers }) => ({ size, again: (timers[0] as StepTimer).noise }));
  say('over explicit steps');
  const perStep = await measurePerStep(rounds, seconds);
  const rows = variants.map((variant, k): SizeRow => rowOf(variant, cells[k] as SizeCell[]));
  const { cpu, cores, node } = thisMachine();
  return {
    stored: { rounds, seconds, step, rows, noise, perStep },
    text: () => text(rows, noise, perStep, sizes, `${cpu}, ${cores} cores, Node ${node}`, rounds, seconds),
  };
}

function rowOf(variant: StepVariant, cells: readonly SizeCell[]): SizeRow {
  const fitted = (own: readonly SizeCell[]): PowerFit | null =>
    own.length < 4
      ? null
      : powerFit(
          own.map(({ size }) => size),
          own.map(({ time }) => time.lowest),
        );
  return { ...variant, cells, published: fitted(cells.filter(({ size }) => size >= 5 && size <= 20)), whole: fitted(cells) };
}

const right = 'right' as const;
const nameOf = ({ jacobian, grouped }: StepVariant): string => `${jacobian}${grouped ? '' : ', every column'}`;

function text(
  rows: readonly SizeRow[],
  noise: readonly { readonly size: number; readonly again: Spread }[],
  perStep: StepCosts['perStep'],
  sizes: readonly number[],
  machine: string,
  rounds: number,
  seconds: number,
): string {
  const table = (cell: (found: SizeCell, row: SizeRow) => string, fits: boolean): string =>
    textTable(
      [
        ...['method', 'algebra', 'Jacobian'].map((heading) => ({ heading })),
        ...sizes.map((size) => ({ heading: String(size), align: right })),
        ...(fits ? ['α, 5–20', 'R²', 'α, all', 'R²'] : []).map((heading) => ({ heading, align: right })),
      ],
      rows.map((row) => [
        ...[row.solver, row.algebra, nameOf(row)],
        ...sizes.map((size) => {
          const found = row.cells.find((one) => one.size === size);
          return found ? cell(found, row) : '';
        }),
        ...(fits ? [row.published, row.whole].flatMap((fit) => [fit?.exponent.toFixed(2) ?? '', fit?.explained.toFixed(4) ?? '']) : []),
      ]),
    );
  const analytic = ({ solver, algebra }: SizeRow, size: number): number =>
    rows
      .find((one) => one.solver === solver && one.algebra === algebra && one.jacobian === 'analytic')
      ?.cells.find((one) => one.size === size)?.time.lowest ?? Number.NaN;
  const explicit = (size: number): number => perStep.find((one) => one.size === size && one.method === 'rk23')?.seconds ?? Number.NaN;
  return [
    `CPU time of a step by volumes in a chain, µs: median (fastest) of ${rounds} rounds, samples of at least ${1e3 * seconds} ms; t = a N^α + b through the fastest; ${machine}`,
    table(({ time }) => `${formatNumber(1e6 * time.median, 3)} (${formatNumber(1e6 * time.lowest, 3)})`, true),
    `over the same with the Jacobian from the equations, fastest samples\n\n${table(({ time, size }, row) => (time.lowest / analytic(row, size)).toFixed(2), false)}`,
    `share of the Jacobian in a step; calls of f, of the method and for differences\n\n${table(({ share, rates, differences }) => `${Math.round(100 * share)} % ${rates}+${differences}`, false)}`,
    `the first against itself: ${noise.map(({ size, again }) => `${size}: ${spreadText(again)}`).join(', ')}`,
    `CPU time of a step of RT-1 (N = 2) and of circuit 2 (N = 13), and over rk23's: ${perStep.map(({ size, method, seconds: time }) => `${method} at ${size} ${formatSeconds(time)} (${(time / explicit(size)).toFixed(2)})`).join(', ')}`,
  ].join('\n\n');
}
