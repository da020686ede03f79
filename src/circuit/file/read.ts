/** Circuit files. */
import { readFile } from 'node:fs/promises';
import type { Circuit } from '../circuit.js';
import { CircuitError, type Diagnostic } from './diagnostic.js';
import { type ParseOptions, parseCircuit } from './parse.js';

/** Reads and checks a circuit file. Throws CircuitError with every mistake, or with the one that it cannot be read. */
export async function readCircuit(
  file: string,
  options: ParseOptions & { readonly onWarning?: (warning: Diagnostic) => void } = {},
): Promise<Circuit> {
  const { circuit, warnings } = parseCircuit(await readCircuitText(file), file, options);
  for (const warning of warnings) options.onWarning?.(warning);
  return circuit;
}

/** The text of a circuit file. Throws CircuitError where it cannot be read. */
export async function readCircuitText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'there is no such file'
        : `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`;
    throw new CircuitError(file, [
      { code: 'CIR000', severity: 'error', message: why, remedy: 'give the path of a circuit file, such as circuits/two-actuator.yaml' },
    ]);
  }
}
