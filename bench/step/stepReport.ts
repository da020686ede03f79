/** What `bench step` shows: a line for every part with its bar of blocks, the lines of two workers, and the picture of both. */

import type { KindTime, StepTimes } from '#ringmain/cli/measure/stepParts.js';
import { partitionParts, partNames, type StepPart } from '#ringmain/cli/measure/stepShares.js';
import { right, textTable } from '#ringmain/report/table.js';
import { formatPercent, formatPlural, formatSeconds } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';
import { type Prediction, serialParts } from './attemptParts.js';
import { stackedBars } from './stackedBars.js';

export interface StepAccount {
  readonly circuit: string;
  readonly components: number;
  readonly lines: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly serial: StepTimes;
  /** Null where the circuit cannot be cut. */
  readonly twoWorkers: TwoWorkers | null;
  readonly notes: readonly string[];
}

export interface TwoWorkers {
  /** Both partitions, timed in one thread. */
  readonly cut: StepTimes;
  /** Capacitive and wave lines between the partitions. */
  readonly cutLines: number;
  /** Steps between synchronisations. */
  readonly window: number;
  /** ns a synchronisation; null where it was not measured. */
  readonly barrier: Spread | null;
  readonly prediction: Prediction;
  readonly measured: MeasuredRuns;
}

/** Whole runs: ns an attempt, one thread over two pair by pair, one thread over itself. */
export interface MeasuredRuns {
  readonly one: Spread;
  readonly two: Spread;
  readonly speedUp: Spread;
  readonly noise: Spread;
}

/** Characters of a bar of the whole. */
const barWidth = 40;
/** Kinds that the picture names. */
const kindsNamed = 8;

/** '431' or '9.7': ns, with a decimal where it counts. */
const nanoseconds = (value: number): string => value.toFixed(Math.abs(value) < 100 ? 1 : 0);

/** Tables and lines for a terminal. */
export function stepText(account: StepAccount): string {
  const { circuit, components, lines, serial, rounds, seconds, notes, twoWorkers } = account;
  const { accepted, rejected } = serial.sampled;
  const [only] = serial.partitions;
  const whole = serial.loop.median;
  const row = ({ name, median, fastest }: StepPart, mark = '█'): string[] => [
    name,
    nanoseconds(median),
    nanoseconds(fastest),
    formatPercent(median / whole, 1),
    mark.repeat(Math.max(0, Math.round((barWidth * median) / whole))),
  ];
  const parts = serialParts(serial);
  const rows = parts.flatMap((part) =>
    part.name === partNames.components ? [row(part), ...(only?.kinds ?? []).map((kind) => row(kindPart(kind), '░'))] : [row(part)],
  );
  return [
    `${circuit}: ${formatPlural(components, 'component')}, ${formatPlural(lines, 'line')}; ${(whole / components).toFixed(1)} ns per component-step`,
    '',
    textTable(
      [{ heading: 'serial engine, ns per attempt' }, right('median'), right('fastest'), right('share'), { heading: '' }],
      [...rows, row({ name: 'attempt', median: whole, fastest: serial.loop.lowest })],
    ),
    '',
    `state after ${serial.attempts} attempts, t = ${formatSeconds(serial.time)}; attempt: the step loop over the next ${accepted + rejected} attempts (${rejected} rejected), again and again`,
    `parts: each alone, over and over at that state, the fastest of three samples in each of ${formatPlural(rounds, 'round')}; code and data are warmer so than in the loop, which the rest shows`,
    ...(twoWorkers ? ['', ...twoWorkersText(twoWorkers, rounds, seconds)] : []),
    ...notes.map((note) => `note: ${note}`),
  ].join('\n');
}

const kindPart = ({ kind, components, time }: KindTime): StepPart => ({
  name: `  ${components} × ${kind}`,
  median: time.median,
  fastest: time.lowest,
});

function twoWorkersText({ cut, cutLines, window, barrier, prediction, measured }: TwoWorkers, rounds: number, seconds: number): string[] {
  const { one, two, speedUp, noise } = measured;
  const { slowest, step } = prediction;
  const columns = cut.partitions.map(({ phases }) => partitionParts(phases));
  const table = textTable(
    [{ heading: 'two workers, ns per attempt' }, ...cut.partitions.map((_, p) => right(`partition ${p}`))],
    [
      ['components in it', ...cut.partitions.map(({ components }) => String(components))],
      ...(columns[0] ?? []).map(({ name }, k) => [name, ...columns.map((parts) => nanoseconds(parts[k]?.median ?? 0))]),
      ['together, each alone', ...prediction.partitions.map(nanoseconds)],
    ],
  );
  const often = window > 1 ? `, every ${window} steps` : '';
  return [
    table,
    '',
    `cut: ${formatPlural(cutLines, 'line')}; both partitions in one thread: ${nanoseconds(cut.loop.median)} ns per attempt`,
    `barrier: ${barrier ? `${nanoseconds(barrier.median)} ns (${nanoseconds(barrier.lowest)}–${nanoseconds(barrier.highest)}), two threads that only meet${often}` : 'not measured'}; decision: ${nanoseconds(cut.decision.median)} ns`,
    step === null
      ? 'no prediction without a barrier'
      : `predicted: partition ${slowest} in the loop ${nanoseconds(step.slowest)}, decision, ${nanoseconds(step.losses.barrier)} for the synchronisation: ${nanoseconds(step.attempt)} ns per attempt; speed-up ${step.speedUp.toFixed(2)}, limited by the ${step.limitedBy}`,
    `measured: one thread ${nanoseconds(one.median)} ns, two ${nanoseconds(two.median)} ns per attempt; speed-up ${spreadText(speedUp)}; one thread over itself ${spreadText(noise)}`,
    `whole runs in ${formatPlural(rounds, 'round')} of one, two, one; samples of at least ${seconds} s; median (lowest–highest), pair by pair`,
  ];
}

/** An SVG file's text: the serial attempt, and that of two workers as predicted. */
export function stepPicture({ circuit, components, serial, twoWorkers }: StepAccount): string {
  const segments = (parts: readonly StepPart[]): { name: string; value: number }[] =>
    parts.map(({ name, median }) => ({ name, value: median }));
  const bars = [{ label: `serial engine: ${nanoseconds(serial.loop.median)} ns`, segments: segments(serialParts(serial)) }];
  const kinds = (serial.partitions[0]?.kinds ?? []).slice(0, kindsNamed);
  const notes = [
    `${(serial.loop.median / components).toFixed(1)} ns per component-step; state after ${serial.attempts} attempts; medians`,
    `components: ${kinds.map(({ kind, components: count, time }) => `${count} × ${kind} ${nanoseconds(time.median)}`).join(', ')}`,
  ];
  const slowest = twoWorkers?.cut.partitions[twoWorkers.prediction.slowest];
  if (twoWorkers && slowest) {
    const { prediction, cut, measured } = twoWorkers;
    const { step } = prediction;
    const label = `two workers, slowest partition: ${step === null ? 'barrier not measured' : `${nanoseconds(step.attempt)} ns predicted`}`;
    const decision = { name: partNames.decision, value: cut.decision.median };
    const synchronisation = step === null ? [] : [{ name: partNames.barrier, value: step.losses.barrier }];
    bars.push({ label, segments: [...segments(partitionParts(slowest.phases)), decision, ...synchronisation] });
    const limitText = step === null ? '' : `speed-up predicted ${step.speedUp.toFixed(2)}, `;
    notes.push(`${limitText}measured ${spreadText(measured.speedUp)}, one thread over itself ${spreadText(measured.noise)}`);
  }
  return stackedBars({ title: `${circuit}: where an attempt's time goes`, axis: 'ns per attempt', bars, notes });
}
