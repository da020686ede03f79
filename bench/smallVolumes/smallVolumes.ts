/**
 * `ringmain bench small-volumes`: every cure of a small volume on the circuits that they were published with, on one machine by one error measure: deviations from a tight run of
 * radau5 at rows of 1 ms. RK4 at the step of the treatments stands beside them, and so do integrators that mind no stiffness, lines, and joins.
 */

import { readFile } from 'node:fs/promises';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { asChoices, asNames, asText, asTime } from '#ringmain/cli/optionTable.js';
import { checkPlotFile, writePicture } from '#ringmain/cli/plotFile.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import { spreadOf, sum } from '#ringmain/results/statistics.js';
import { simulate } from '#ringmain/session/simulate.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { countProcessorTime } from '../protocol/clock.js';
import { withoutLines } from '../protocol/edited.js';
import { inTurn } from '../protocol/turns.js';
import { type Cure, curesOf, every, type SmallVolumeCase, smallVolumeCases } from './cases.js';
import { deviationsFrom, referenceRun, runningDeviations } from './errors.js';
import { isDrawnOverTime, picturesOf } from './pictures.js';
import { type CircuitAccount, type CureRow, type SmallVolumesAccount, smallVolumesText } from './smallVolumesTable.js';
import { surrogateCure } from './surrogateCure.js';

const curesOptions = {
  circuits: {
    about: `circuits, separated by commas: ${smallVolumeCases.map(({ name }) => name).join(', ')}; default: all`,
    read: asNames,
  },
  end: { about: "simulated time to stop at; default: each circuit's own", read: asTime },
  rounds: { ...roundsOption, fallback: '7' },
  training: { about: 'simulated time of the runs that networks are trained on', fallback: '40s', read: asTime },
  pictures: { about: 'folder for pictures: error over run time, and over simulated time', read: asText },
};

export const curesPart = part({
  name: 'cures',
  describe: 'every cure of a small volume on published circuits: error and run time',
  options: curesOptions,
  examples: [
    ['--circuits three-orifices --rounds 1', 'the shortest circuit'],
    ['--json --pictures bench/results > bench/smallVolumes.json', 'the contents of the page'],
  ],
  measure: measureCures,
});

async function measureCures({ circuits, end, rounds, training, pictures }: Values<typeof curesOptions>): Promise<Measured> {
  const names = smallVolumeCases.map(({ name }) => name);
  const chosen = circuits ? asChoices(names)('--circuits', circuits.join(',')) : names;
  const fileOf = (name: string): string => `${pictures}/${name}`;
  // A folder that is not there is told before anything runs.
  if (pictures !== undefined) await checkPlotFile(fileOf('small-volumes.svg'), false);
  countProcessorTime();
  const accounts: CircuitAccount[] = [];
  for (const one of smallVolumeCases.filter(({ name }) => chosen.includes(name))) {
    say(`${one.name}: cures of ${one.volume}`);
    accounts.push(await measureCase(end === undefined ? one : { ...one, end }, rounds, training));
  }
  const account: SmallVolumesAccount = { rounds, circuits: accounts };
  if (pictures !== undefined) for (const { name, svg } of accounts.flatMap(picturesOf)) await writePicture(svg, fileOf(name), false);
  return { stored: account, text: () => smallVolumesText(account) };
}

async function measureCase(one: SmallVolumeCase, rounds: number, training: number): Promise<CircuitAccount> {
  const file = bundledCircuit(one.name);
  const text = await readFile(file, 'utf8');
  const whole = parseCircuit(text, file).circuit;
  const joined = withoutLines(text, [one.volume], file);
  const record = [one.pressure, ...(one.position ? [one.position.name] : [])];
  const reference = await referenceRun(whole, { record, every, until: one.end });
  const { y: pressure } = reference.series(one.pressure);
  const position = one.position && reference.series(one.position.name).y;
  const learned = await surrogateCure(one, text, file, training);
  const cures = curesOf(one, learned ? [learned.cure] : []);
  const seconds = new Map<Cure, number[]>(cures.map((cure) => [cure, []]));
  const rows = new Map<Cure, CureRow>();
  for (const cure of inTurn(cures, rounds)) {
    // What has taken long is not measured again: noise is small beside it.
    if (rows.get(cure)?.failure || sum(seconds.get(cure) as number[]) > 2) continue;
    const run = await runCure(cure, cure.joined ? joined : whole, record, one.end);
    seconds.get(cure)?.push(run.wall);
    if (rows.has(cure)) continue;
    const found = run.failure === null ? run.series(one.pressure) : null;
    rows.set(cure, {
      cure: cure.name,
      tabled: cure.tabled,
      joined: cure.joined,
      step: cure.lumped?.step ?? null,
      tolerance: cure.lumped?.relativeTolerance ?? null,
      pressureError: cure.lines?.pressureError ?? null,
      failure: run.failure,
      seconds: null,
      steps: run.steps,
      evaluations: run.evaluations,
      iterations: run.iterations,
      capped: run.capped,
      pressure: found && deviationsFrom(pressure, found),
      position:
        one.position && position && run.failure === null
          ? deviationsFrom(position, run.series(one.position.name)).rms / one.position.stroke
          : null,
      // Four digits are finer than any screen.
      running:
        found && isDrawnOverTime(one.name, cure) ? runningDeviations(pressure, found, 100).map((p) => Number(p.toPrecision(4))) : null,
    });
  }
  return {
    name: one.name,
    end: one.end,
    volume: one.volume,
    pressure: one.pressure,
    meanPressure: pressure.reduce((sum, p) => sum + Math.abs(p), 0) / pressure.length,
    training: learned?.training ?? null,
    rows: cures.map((cure) => {
      const row = rows.get(cure) as CureRow;
      return row.failure ? row : { ...row, seconds: spreadOf(seconds.get(cure) as number[]) };
    }),
  };
}

interface CureRun {
  readonly wall: number;
  readonly failure: string | null;
  readonly steps: number;
  readonly evaluations: number | null;
  readonly iterations: number | null;
  readonly capped: number;
  series(name: string): Float64Array;
}

/** Runs a cure; a run that fails says why. */
async function runCure({ lumped, lines }: Cure, circuit: Circuit, record: readonly string[], until: number): Promise<CureRun> {
  const common = { record, every, until };
  if (lines) {
    const run = await simulate(circuit, { ...lines, ...common, grid: 'exact' });
    const failure = run.ending?.message ?? null;
    return {
      ...{ wall: run.cost.wallSeconds, failure, steps: run.account.steps.accepted, evaluations: null, iterations: null, capped: 0 },
      series: (name) => run.series(name).y,
    };
  }
  const run = await simulateLumped(circuit, { ...lumped, ...common });
  const [treated] = run.account.treatments;
  return {
    wall: run.cost.wallSeconds,
    failure: run.ending?.message ?? null,
    steps: run.cost.counts.accepted,
    evaluations: run.cost.counts.rates,
    iterations: treated && !treated.asEquation ? treated.iterations / treated.asked : null,
    capped: treated?.capped ?? 0,
    series: (name) => run.series(name).y,
  };
}
