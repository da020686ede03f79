/** The options of `ringmain run`, and those of them that other commands have too. */
import { treatments } from '../lumped/treatments/registry.js';
import { reduceFlag } from './options.js';
import { type ArgumentsOf, type circuitWord, flag, jsonFlag, quietFlag, text, texts } from './optionTable.js';
import { settingOptions, someSettings } from './settingOptions.js';

/** Settings of a run by lines. */
export const lineOptions = settingOptions('lines');

/** `--plan`. */
export const planOption = text(
  'partition file to run; it fixes the number of workers, with --driver mpi that of ranks, or of their threads together',
);

/** All options of `ringmain run`. */
export const runOptions = {
  ...lineOptions,
  plan: planOption,
  ...settingOptions('integrators'),
  ...someSettings('accuracy'),
  publishedForm: flag('Rosenbrock methods without the term of the time derivative, as some programs have them'),
  treat: texts(
    `of an integrator: treatment that gives the pressure of a small volume in place of its rate equation, 'V1=quasi-steady' or ${[...treatments.keys()].slice(1).join(', ')}, with settings behind; repeat for more`,
  ),
  set: texts(
    'override a value of the circuit, prv.crackingPressure="160 bar", run.maximumStep="1 ms", u.points="[[0 s, 0], [1 s, 1]]"; repeat for more',
  ),
  reduce: reduceFlag,
  out: text('results to write: FILE.csv, .parquet or .h5'),
  plot: text('picture of the results to write, FILE.svg'),
  timeline: text('times the whole run: picture of what each thread or rank does when, FILE.svg, or every time as a table, FILE.csv'),
  checkpoint: text('file to save the run to now and then, and at Ctrl-C; whole or not at all, the last good one stays'),
  checkpointEvery: text('wall time from one checkpoint to the next, such as 30s; default: 10s'),
  checkpointAt: text('simulated time to save the run at, such as 1.5s'),
  resume: text(
    'file that --checkpoint wrote: goes on from there by the solver that saved it, with any number of workers, plan and kernels; the results are the same',
  ),
  againstStrict: flag(
    'with --exchange-every, --steps or --own-steps: make the strict run too, and report how far every recorded quantity lies from it',
  ),
  noDigest: flag(
    'with --driver mpi and a circuit that repeats instances: rank 0 does not lay out the whole circuit at the end, so there is no digest, and each rank keeps its rows (FILE.0.csv, FILE.1.csv, …)',
  ),
  dryRank: text(
    "one rank's part of a run of many, by itself: '31/64'; its own waves, shifted, stand for those of its neighbours. Reports memory, set-up and time of a rank",
  ),
  noCache: flag("compile the steps anew and keep nothing in the user's folder of caches; RINGMAIN_CACHE_DIR names another folder"),
  force: flag('overwrite files that are no results of ringmain'),
  json: jsonFlag,
  quiet: quietFlag,
};

export type Arguments = ArgumentsOf<typeof circuitWord, typeof runOptions>;
