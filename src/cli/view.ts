/** `ringmain view`: circuits in the browser, where they can be run, held and changed. */
import { catchInterrupts } from './interrupt.js';
import { offeredFiles } from './offered.js';
import { command } from './optionTable.js';
import { print } from './print.js';

/** ms that an engine waits for a page that is loaded again. */
const graceMs = 5000;

export const viewCommand = command('view', {
  words: { circuit: { about: 'circuit files', many: true } },
  options: {},
  examples: [
    ['circuits/two-actuator.yaml', 'prints an address; the program ends when its last page is closed, or with Ctrl-C'],
    ['circuits/press.yaml circuits/hoist.yaml', 'two circuits to choose from; each page has a run of its own'],
  ],
  epilogue: 'The server listens on 127.0.0.1 only, and answers nobody who does not know the address with its token.',
  run: ({ circuit }) => view(circuit),
});

async function view(files: readonly string[]): Promise<void> {
  const circuits = await offeredFiles(files);
  const { startViewServer } = await import('../view/server.js');
  const server = await startViewServer(circuits, graceMs);
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
