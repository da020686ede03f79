/** `ringmain view`: circuits in the browser, where they can be run, held and changed. */
import { methodNamed } from '../lumped/methods/registry.js';
import { UserError } from '../results/userError.js';
import { lines } from '../session/engine.js';
import type { FirstSettings } from '../view/server.js';
import { catchInterrupts } from './interrupt.js';
import { offeredFiles } from './offered.js';
import { command } from './optionTable.js';
import { print } from './print.js';
import { readSettings, someSettings } from './settingOptions.js';

/** ms that an engine waits for a page that is loaded again. */
const graceMs = 5000;

export const viewCommand = command('view', {
  words: { circuit: { about: 'circuit files', many: true } },
  options: someSettings('solver', 'relativeTolerance'),
  examples: [
    ['circuits/two-actuator.yaml', 'prints an address; the program ends when its last page is closed, or with Ctrl-C'],
    ['circuits/press.yaml circuits/hoist.yaml', 'two circuits to choose from; each page has a run of its own'],
    ['circuits/two-actuator.yaml --solver rodas4 --tolerance 1e-4', 'by an integrator; the page can take another'],
  ],
  epilogue: 'The server listens on 127.0.0.1 only, and answers nobody who does not know the address with its token.',
  run: ({ circuit, ...args }) => view(circuit, firstOf(args)),
});

/** Settings that runs are opened with. Throws for a solver that a held run cannot have. */
function firstOf(args: { readonly solver?: string | undefined; readonly tolerance?: string | undefined }): FirstSettings {
  const { solver, relativeTolerance } = readSettings('integrators', args) as {
    readonly solver?: string;
    readonly relativeTolerance?: number;
  };
  if (solver === 'auto') throw new UserError('--solver auto tries several solvers, and a live page has one from its beginning; name one');
  if (solver !== undefined && solver !== lines) methodNamed(solver);
  if (relativeTolerance !== undefined && (solver === undefined || solver === lines))
    throw new UserError('--tolerance belongs to integrators; add --solver rodas4, or another of them');
  return { ...(solver === undefined ? {} : { solver }), ...(relativeTolerance === undefined ? {} : { tolerance: relativeTolerance }) };
}

async function view(files: readonly string[], first: FirstSettings): Promise<void> {
  const circuits = await offeredFiles(files);
  const { startViewServer } = await import('../view/server.js');
  const server = await startViewServer(circuits, graceMs, first);
  const interruption = catchInterrupts({ quiet: false });
  interruption.says = 'closing';
  interruption.keep();
  // Nobody can open an address that was not printed.
  const unprinted = new Promise<void>((resolve) => print(`open ${server.address}`, resolve));
  const stopped = new Promise<void>((resolve) => interruption.signal.addEventListener('abort', () => resolve()));
  try {
    await Promise.race([server.left, stopped, unprinted]);
  } finally {
    await server.close();
    interruption.release();
  }
}
