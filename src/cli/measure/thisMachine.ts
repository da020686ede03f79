/** The machine and the program that made a stored measurement. */
import { availableParallelism, cpus } from 'node:os';

/** Version of Node, kind of processor, and the cores that threads of this process may use. */
export const thisMachine = (): { node: string; cpu: string; cores: number } => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
});
