/** What a stored measurement says of where it was made. */
import { availableParallelism, cpus } from 'node:os';

/** Version of Node, kind of processor, and the cores that threads of this process may use. */
export const thisMachine = (): { node: string; cpu: string; cores: number } => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
});
