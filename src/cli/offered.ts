/** Circuits that a live page offers: their names and texts. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { UserError } from '../results/userError.js';
import type { Offered } from '../view/server.js';
import { bundledCircuit, bundledCircuits } from './bundled.js';
import { warnUser } from './print.js';
import { withPhases } from './progress.js';
import { readWithText } from './runFiles.js';

/** Reads circuit files; mistakes are reported here, before a page is opened. A page tells them apart by the names of their files. */
export async function offeredFiles(files: readonly string[]): Promise<Offered[]> {
  const circuits = new Map<string, Offered>();
  await withPhases(false, async (phase) => {
    for (const file of files) {
      const name = basename(file);
      if (circuits.has(name))
        throw new UserError(`${file}: a page has one circuit by the name of ${name}; give one of the two another name`);
      phase.show(`reading ${file}`);
      const { text } = await readWithText(file, [], warnUser(file, phase));
      circuits.set(name, { name, text });
    }
  });
  return [...circuits.values()];
}

/** The circuit that is opened where nobody has chosen one. */
const first = 'two-actuator';

/** All that come with ringmain. */
export function offeredBundled(): Promise<Offered[]> {
  const names = [first, ...bundledCircuits().filter((name) => name !== first)];
  return Promise.all(names.map(async (name) => ({ name: `${name}.yaml`, text: await readFile(bundledCircuit(name), 'utf8') })));
}
