/**
 * What is being written and has not its name yet: taken away where a signal or an exit ends the program meanwhile, so that nothing half written is left. A handler stands only
 * so long; otherwise signals do what the system has them do.
 */
import { rmSync } from 'node:fs';

const signals = ['SIGINT', 'SIGTERM'] as const;
const paths = new Set<string>();

function removeAll(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Does what the signal would have done. Where a command listens too, it is for the command to end. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Has a file or folder written and put in its place by `work`; until then it goes where the program ends. */
export async function whileUnfinished<Made>(path: string, work: () => Promise<Made>): Promise<Made> {
  if (paths.size === 0) {
    for (const signal of signals) process.on(signal, onSignal);
    process.on('exit', removeAll);
  }
  paths.add(path);
  try {
    return await work();
  } finally {
    paths.delete(path);
    if (paths.size === 0) {
      for (const signal of signals) process.off(signal, onSignal);
      process.off('exit', removeAll);
    }
  }
}
