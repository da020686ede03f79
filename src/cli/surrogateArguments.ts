/** Arguments of `ringmain surrogate` on the command line. */
import { type ArgumentsOf, flag, jsonFlag, quietFlag, text, texts } from './optionTable.js';

/** The words behind the command. */
export const surrogateWords = {
  action: { about: "'train' or 'test'", choices: ['train', 'test'] },
  circuit: { about: 'circuit file' },
} as const;

/** Its options. */
export const surrogateOptions = {
  target: text("train: the pressure that the network gives, a line's, such as Vv.p"),
  inputs: text("train: quantities that it sees, such as 'valve.P.q,compensator.coefficient'; of a line also Vv.bulkModulus and Vv.volume"),
  every: text('train: time from one sample to the next', '1ms'),
  end: text("simulated time; default: the circuit's own"),
  seed: text('of random levels, first weights and the random split', '1'),
  sort: text("train: 'narx' sees the target's own past beside the inputs, 'nfir' does not", 'narx'),
  delays: text('train: samples that it looks back on, from:to; from 0 sees the inputs of the same instant', '1:2'),
  hidden: text('train: neurons of each of the two hidden layers; several sizes are compared, 5,10,20', '10'),
  split: text("train: 70, 15 and 15 % of the samples by 'block' of time, or at 'random'", 'block'),
  epochs: text('train: passes at most', '200'),
  workers: text('train: threads; default: one for each core'),
  out: text('train: file to store the network in, FILE.json; of several sizes the one with the least validation'),
  network: text('test: file that was stored'),
  step: text('test: step of the runs with it; default: its interval between samples'),
  record: text('test: further quantities to compare, such as cylinder.x'),
  drive: texts(
    "random levels in place of a signal source, 'voltage=-10..10:0.5 s', or a source of constant pressure or flow (SI), 'supply=0..1e7:0.1 s', held so long; repeat for more",
  ),
  set: texts('override a value of the circuit'),
  force: flag('overwrite a file that is no result of ringmain'),
  json: jsonFlag,
  quiet: quietFlag,
};

export type SurrogateArguments = ArgumentsOf<typeof surrogateWords, typeof surrogateOptions>;
