/** `ringmain worker`: runs variants of sweeps that others put into a queue, until it is stopped. */
import { hostname } from 'node:os';
import { formatPlural, formatSeconds } from '../report/units.js';
import { availableCores } from '../run/choice.js';
import { Connections, shownAddress } from '../run/sweep/queue/connect.js';
import { serveQueue } from '../run/sweep/queue/serve.js';
import { programIdentity } from './bundled.js';
import { catchInterrupts } from './interrupt.js';
import { wholeNumber } from './options.js';
import { type ArgumentsOf, command, quietFlag, text } from './optionTable.js';
import { print } from './print.js';

const words = { queue: { about: 'Redis or Valkey: redis://host, or rediss://name:password@host' } };
const options = { workers: text('how many variants run at once; default: one for each core'), quiet: quietFlag };

export const workerCommand = command('worker', {
  words,
  options,
  examples: [
    ['redis://host', "takes variants that 'ringmain sweep … --queue redis://host' puts there, until Ctrl-C"],
    ['rediss://name:password@host:6380 --workers 4', 'four at once, by TLS (NODE_EXTRA_CA_CERTS names a certificate of your own)'],
  ],
  epilogue: [
    'Needs the packages bullmq and ioredis: npm install bullmq ioredis. A worker runs the texts of circuits, never code, and only for submitters of the same',
    'build of ringmain. Whoever can write to the server can have it compute: give it a password, and TLS outside of a network of your own. The server should keep',
    'its data (appendonly yes, maxmemory-policy noeviction). Ctrl-C finishes the jobs that run, twice leaves at once; jobs of a killed worker go to another.',
  ].join('\n'),
  run: serve,
});

async function serve({ queue, workers, quiet }: ArgumentsOf<typeof words, typeof options>): Promise<void> {
  const threads = workers === undefined ? availableCores() : wholeNumber('--workers', workers, 1);
  const shown = shownAddress(queue);
  const note = (what: string): void => {
    if (!quiet) process.stderr.write(`note: ${what}\n`);
  };
  const { connections, redis } = await Connections.open(queue, (why) =>
    note(why === null ? `${shown} is back` : `${shown} is away (${why}); waiting`),
  );
  const interruption = catchInterrupts({ quiet });
  interruption.says = 'stopping, jobs that run are finished';
  interruption.keep();
  const name = `${hostname()}-${process.pid}`;
  const program = programIdentity();
  let done = 0;
  let jobs = 0;
  try {
    if (!quiet) print(`worker ${name} at ${shown}: ${program}, ${formatPlural(threads, 'thread')}`);
    await serveQueue(connections, redis, {
      ...{ name, program, threads, signal: interruption.signal, onNote: note },
      onJob: (circuit, variants, seconds) => {
        done += variants;
        jobs++;
        if (!quiet) print(`${circuit}: ${formatPlural(variants, 'variant')} in ${formatSeconds(seconds)}`);
      },
    });
    if (!quiet) print(`${formatPlural(done, 'variant')} in ${formatPlural(jobs, 'job')}`);
  } finally {
    interruption.release();
    connections.close();
  }
}
