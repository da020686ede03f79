/** Circuit files. */
import type { Circuit } from '../circuit.js';
import { CircuitError, type Diagnostic } from './diagnostic.js';
import { FileError, readText, type WantedFile } from './inputFile.js';
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

const circuitFile: WantedFile = {
  what: 'a circuit file',
  source: 'circuits/two-actuator.yaml is one',
  endings: ['.yaml', '.yml', '.json'],
};

/** The text of a circuit file, or of a pipe. Throws CircuitError where it cannot be read. */
export async function readCircuitText(file: string): Promise<string> {
  try {
    return await readText(file, circuitFile);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CircuitError(file, [{ code: 'CIR000', severity: 'error', message: error.reason, remedy: error.remedy }]);
  }
}
