/** `ringmain surrogate`: a network in the place of a small volume: trained on a run, tested in others. */

import type { Argv } from 'yargs';
import type { Command } from './command.js';
import { addTextOptions, type TextOptions } from './options.js';
import type { SurrogateArguments } from './surrogateArguments.js';
import { testSurrogate } from './surrogateTest.js';
import { trainSurrogates } from './surrogateTrain.js';

const textOptions: TextOptions = {
  target: ["train: the pressure that the network gives, a line's, such as Vv.p"],
  inputs: ["train: what it sees, such as 'valve.P.q,compensator.coefficient'; of a line also Vv.bulkModulus and Vv.volume"],
  every: ['train: time from one sample to the next', '1ms'],
  end: ["simulated time; default: the circuit's own"],
  seed: ['of random levels, first weights and the random split', '1'],
  sort: ["train: 'narx' sees the target's own past beside the inputs, 'nfir' does not", 'narx'],
  delays: ['train: samples that it looks back on, from:to; from 0 sees the inputs of the same instant', '1:2'],
  hidden: ['train: neurons of each of the two hidden layers; several sizes are compared, 5,10,20', '10'],
  split: ["train: 70, 15 and 15 % of the samples by 'block' of time, or at 'random'", 'block'],
  epochs: ['train: passes at most', '200'],
  workers: ['train: threads; default: one for each core'],
  out: ['train: file to store the network in, FILE.json; of several sizes the one with the least validation'],
  network: ['test: file that was stored'],
  step: ['test: step of the runs with it; default: its interval between samples'],
  record: ['test: further quantities to compare, such as cylinder.x'],
};

const several = (describe: string) => ({ type: 'string', array: true, nargs: 1, default: [], describe }) as const;

export const surrogateCommand: Command<SurrogateArguments> = {
  builder: (yargs: Argv): Argv<SurrogateArguments> => {
    yargs
      .positional('action', { type: 'string', choices: ['train', 'test'], demandOption: true, describe: "'train' or 'test'" })
      .positional('circuit', { type: 'string', demandOption: true, describe: 'circuit file' });
    addTextOptions(yargs, textOptions);
    return yargs
      .option(
        'drive',
        several(
          "random levels in place of a signal source, 'voltage=-10..10:0.5 s', or a source of constant pressure or flow (SI), 'supply=0..1e7:0.1 s', held so long; repeat for more",
        ),
      )
      .option('set', several('override a value of the circuit'))
      .option('force', { type: 'boolean', default: false, describe: 'overwrite a file that is no result of ringmain' })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of text' })
      .option('quiet', { type: 'boolean', default: false, describe: 'print errors only' })
      .example(
        "$0 surrogate train circuits/cylinder-drive-2023.yaml --target Vv.p --inputs 'compensator.coefficient,valve.spool,nA.p,nB.p' --sort nfir --delays 0:0 --drive 'voltage=-10..10:0.5 s' --end 60s --hidden 5,10 --out out/Vv.json",
        'two sizes of a network that gives the pressure of the small volume from states of the run',
      )
      .example(
        "$0 surrogate test circuits/cylinder-drive-2023.yaml --network out/Vv.json --drive 'voltage=-10..10:0.5 s' --seed 7 --end 20s --record cylinder.x",
        'how far runs with it are from one without, beside persistence and RK4 at the same step',
      )
      .epilogue(
        [
          'Training: Levenberg and Marquardt, stopped early by the validation part; the same bits for any number of threads. The table shows for each input how much',
          'of the target it explains alone: an input that is a function of the target (its bulk modulus, say) gives the answer away, and the network becomes a delay.',
        ].join('\n'),
      ) as unknown as Argv<SurrogateArguments>;
  },
  handler: async (args) => {
    process.exitCode = args.action === 'train' ? await trainSurrogates(args) : await testSurrogate(args);
  },
};
