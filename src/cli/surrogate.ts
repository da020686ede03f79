/** `ringmain surrogate`: a network in the place of a small volume: trained on a run, tested in others. */
import { command } from './optionTable.js';
import { surrogateOptions, surrogateWords } from './surrogateArguments.js';
import { testSurrogate } from './surrogateTest.js';
import { trainSurrogates } from './surrogateTrain.js';

export const surrogateCommand = command('surrogate', {
  words: surrogateWords,
  options: surrogateOptions,
  examples: [
    [
      "train circuits/cylinder-drive-2023.yaml --target Vv.p --inputs 'compensator.coefficient,valve.spool,nA.p,nB.p' --sort nfir --delays 0:0 --drive 'voltage=-10..10:0.5 s' --end 60s --hidden 5,10 --out out/Vv.json",
      'two sizes of a network that gives the pressure of the small volume from states of the run',
    ],
    [
      "test circuits/cylinder-drive-2023.yaml --network out/Vv.json --drive 'voltage=-10..10:0.5 s' --seed 7 --end 20s --record cylinder.x",
      'how far runs with it are from one without, beside persistence and RK4 at the same step',
    ],
  ],
  epilogue: [
    'Training: Levenberg and Marquardt, stopped early by the validation part; the same bits for any number of threads. The table shows for each input how much',
    'of the target it explains alone: an input that is a function of the target (its bulk modulus, say) gives the answer away, and the network becomes a delay.',
  ].join('\n'),
  run: (args) => (args.action === 'train' ? trainSurrogates(args) : testSurrogate(args)),
});
