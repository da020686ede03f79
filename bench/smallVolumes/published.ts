/** `ringmain bench small-volumes`, part published: rows of the published tables run again, on the same circuits with sequences of our own. */
import { readFile } from 'node:fs/promises';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { asTime } from '#ringmain/cli/optionTable.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { LumpedOptions } from '#ringmain/lumped/types.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { countProcessorTime } from '../protocol/clock.js';
import { withComponent } from '../protocol/edited.js';
import { every, type SmallVolumeCase, smallVolumeCases } from './cases.js';
import { deviationsFrom, referenceRun, runningDeviations } from './errors.js';
import { type PublishedScales, pseudoVolumes, publishedCylinders, publishedScales } from './publishedRows.js';
import {
  type CylinderAccount,
  type Figures,
  type LoopAccount,
  type PublishedAccount,
  publishedText,
  type ScalesAccount,
} from './publishedTable.js';

const commandOptions = { end: { about: 'simulated time to stop at; default: as published', read: asTime } };

export const publishedPart = part({
  name: 'published',
  describe: 'rows of the published tables of cures beside ours',
  source:
    'Ustinov, LUT 2023, Fig. 1.2, tables 4.1 to 4.3; IEEE/ASME Trans. Mechatronics (2021), Fig. 8, tables III and IV; IEEE Access 8 (2020), table 3',
  options: commandOptions,
  examples: [['--end 1s', 'all of them, briefly']],
  measure: async ({ end: until }: Values<typeof commandOptions>): Promise<Measured> => {
    countProcessorTime();
    const within = (end: number): number => Math.min(end, until ?? end);
    const account: PublishedAccount = {
      valve: await measureValve(within(100.5), within(10)),
      cylinders: [],
      scales: [],
      loops: [],
    };
    for (const one of publishedCylinders) account.cylinders.push(await measureCylinder({ ...one, end: within(one.end) }));
    for (const one of publishedScales) account.scales.push(await measureScales(one, within(200)));
    for (const one of smallVolumeCases) account.loops.push(await measureLoop(one, within(one.end)));
    return { stored: account, text: () => publishedText(account) };
  },
});

/** Ways on a circuit beside a tight run of it. */
class Beside {
  private constructor(
    private readonly circuit: Circuit,
    private readonly common: LumpedOptions,
    private readonly exact: ReadonlyMap<string, Float64Array>,
  ) {}

  static async of(circuit: Circuit, common: LumpedOptions & { readonly record: readonly string[] }): Promise<Beside> {
    // Steps of its own: at those of the cures it may end before its time.
    const run = await referenceRun(circuit, { ...common, step: null });
    return new Beside(circuit, common, new Map(common.record.map((name) => [name, run.series(name).y])));
  }

  async figures(options: LumpedOptions): Promise<Figures> {
    const run = await simulateLumped(this.circuit, { solver: 'rk4', events: 'step over', ...this.common, ...options });
    if (run.ending) return { seconds: run.cost.wallSeconds, iterations: null, failure: run.ending.message, errors: [], halfway: [] };
    const [treated] = run.account.treatments;
    const pairs = [...this.exact].map(([name, exact]) => [exact, run.series(name).y] as const);
    return {
      seconds: run.cost.wallSeconds,
      iterations: treated ? treated.iterations / treated.asked : null,
      failure: null,
      errors: pairs.map(([exact, own]) => deviationsFrom(exact, own)),
      halfway: pairs.map(([exact, own]) => runningDeviations(exact, own, 2)[0] as number),
    };
  }
}

async function fileOf(name: string): Promise<{ readonly text: string; readonly file: string }> {
  const file = bundledCircuit(name);
  return { text: await readFile(file, 'utf8'), file };
}

const advanced = (volume: string, settings: Record<string, number>): LumpedOptions => ({
  treat: [{ volume, treatment: 'advanced-pseudo-dynamic', settings }],
});

/** The flow control valve over the published time; pseudo volumes, and RK4 with steps of 1 µs, over shorter ones. */
async function measureValve(end: number, briefly: number): Promise<PublishedAccount['valve']> {
  say('flow-control-valve');
  const { text, file } = await fileOf('flow-control-valve');
  const { circuit } = parseCircuit(text, file);
  const common = { record: ['V1.p'], every: 1e-3, step: 1e-4 };
  const [whole, brief] = [await Beside.of(circuit, { ...common, until: end }), await Beside.of(circuit, { ...common, until: briefly })];
  const loop = { innerStep: 1e-5, pseudoVolume: 1e-3, tolerance: 300, lowTolerance: 10 };
  const fine = Math.min(1, briefly);
  const volumes = [];
  for (const pseudoVolume of pseudoVolumes)
    volumes.push({ pseudoVolume, figures: await brief.figures(advanced('V1', { ...loop, pseudoVolume })) });
  return {
    end,
    briefly,
    advanced: await whole.figures(advanced('V1', loop)),
    signed: await whole.figures(advanced('V1', { ...loop, signed: 1 })),
    rk4Seconds:
      (end / fine) *
      (await simulateLumped(circuit, { ...common, solver: 'rk4', events: 'step over', step: 1e-6, until: fine })).cost.wallSeconds,
    volumes,
  };
}

async function measureCylinder(published: (typeof publishedCylinders)[number]): Promise<CylinderAccount> {
  const { name, end, tolerances, sweep } = published;
  say(name);
  const { text, file } = await fileOf(name);
  const beside = await Beside.of(parseCircuit(text, file).circuit, { record: ['Vv.p', 'cylinder.x'], every: 1e-3, step: 1e-4, until: end });
  const at = (tolerance: number, lowTolerance: number): Promise<Figures> =>
    beside.figures(advanced('Vv', { innerStep: 1e-4, pseudoVolume: 1e-3, tolerance, lowTolerance }));
  const [fine, same] = [await beside.figures({ step: 1e-5 }), await beside.figures({})];
  const swept = [];
  for (const [tolerance] of sweep) swept.push(await at(tolerance, tolerance));
  return { name, end, fine, same, advanced: await at(...tolerances), sweep: swept };
}

/** The advanced loop by the settings that the tables have, and by its defaults. */
export async function measureLoop({ name, volume, end, step, ...one }: SmallVolumeCase, until = end): Promise<LoopAccount> {
  say(`${name}, settings`);
  const { text, file } = await fileOf(name);
  const beside = await Beside.of(parseCircuit(text, file).circuit, { record: [`${volume}.p`], every, step, until });
  const settings = { innerStep: one.innerStep, pseudoVolume: 1e-3, tolerance: one.tolerance, lowTolerance: one.lowTolerance };
  return {
    name,
    step,
    settings,
    own: await beside.figures(advanced(volume, settings)),
    defaults: await beside.figures(advanced(volume, {})),
  };
}

async function measureScales({ input, voltage, quasiSteady, multipleScales }: PublishedScales, end: number): Promise<ScalesAccount> {
  say(`cylinder-drive-2020, ${input}`);
  const { text, file } = await fileOf('cylinder-drive-2020');
  const circuit = withComponent(text, 'voltage', voltage, file);
  const beside = await Beside.of(circuit, { record: ['cylinder.x'], every: 0.01, until: end });
  const by = (treatment: string, step: number): Promise<Figures> => beside.figures({ step, treat: [{ volume: 'Vv', treatment }] });
  const rows = [];
  for (const [step] of multipleScales) rows.push({ steady: await by('quasi-steady', step), scales: await by('multiple-scales', step) });
  return { input, end, quasiSteady: await by('quasi-steady', quasiSteady[0]), multipleScales: rows };
}
