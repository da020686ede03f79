/**
 * `ringmain bench precision`: work and precision, what each method takes for what error. Parts measure circuits, the tables of Burton 1994 and two versions
 * of the program, each into files of results/; the last makes README.md and the pictures from these.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { asCount, asNames, asText } from '#ringmain/cli/optionTable.js';
import { UserError } from '#ringmain/results/userError.js';
import { asSeconds, type Measured, part, say } from '../protocol/benchmark.js';
import { countProcessorTime } from '../protocol/clock.js';
import { commitOf } from '../protocol/commit.js';
import { stampOf } from '../protocol/stamp.js';
import { compareVersions } from './against.js';
import { cases } from './cases.js';
import { measureCircuit, type Version, versionAt } from './measure.js';
import { page, pictures, versionsText } from './page.js';
import { readStored, type Stored, type StoredStamp, store } from './stored.js';
import { measureThesis } from './thesis.js';
import type { Turns } from './turns.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const known = cases.map(({ circuit }) => circuit);

const out = { about: 'folder of results/, in place of bench/precision', fallback: `${root}bench/precision`, read: asText };
const timing = {
  rounds: { about: 'how often all is timed in turn, at most', fallback: '7', read: asCount(1) },
  seconds: { about: 'a run that has taken so long, s, is not timed again', fallback: '2', read: asSeconds },
  out,
};
const circuits = { about: `circuits, separated by commas, of ${known.join(', ')}; default: all`, read: asNames };

const stampWith = ({ rounds, seconds }: Turns): StoredStamp => ({ ...stampOf(), rounds, seconds });

/** Cases of these names. Throws UserError. */
function wanted(names: readonly string[] = known): typeof cases {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UserError(`--circuits ${unknown}: there are ${known.join(', ')}`);
  return cases.filter(({ circuit }) => names.includes(circuit));
}

/** This program, from now on timed by the processor; the folder of results is made. */
async function begin(folder: string): Promise<{ results: string; version: Version }> {
  const results = `${folder}/results`;
  mkdirSync(results, { recursive: true });
  const version = await versionAt(root);
  countProcessorTime();
  return { results, version };
}

export const precisionCircuits = part({
  name: 'circuits',
  describe: 'what TLM and integrators take for the same error, circuit by circuit',
  options: { circuits, ...timing },
  examples: [['--circuits ring-main,marine --out out', 'errors and times of all methods on two circuits']],
  measure: async ({ circuits: names, out: folder, ...turns }): Promise<Measured> => {
    const chosen = wanted(names);
    const { results, version } = await begin(folder);
    const stored: Stored['circuits'][number][] = [];
    for (const of of chosen) {
      const one = { stamp: stampWith(turns), measured: await measureCircuit(version, of, turns, say) };
      store(results, of.circuit, one);
      stored.push(one);
    }
    return { stored: { circuits: stored }, text: () => stored.map(({ measured }) => `${results}/${measured.circuit}.json`).join('\n') };
  },
});

export const precisionThesis = part({
  name: 'thesis',
  describe: 'run times that Burton 1994 published, tables 5.2 to 5.5, 6.1 and 6.4, beside ours',
  source: 'Burton 1994, tables 5.2 to 5.5, 6.1 and 6.4',
  options: timing,
  examples: [['--rounds 3 --out out', 'run time against pressure error and fixed step, and LSODA']],
  measure: async ({ out: folder, ...turns }): Promise<Measured> => {
    const { results, version } = await begin(folder);
    const stored = { stamp: stampWith(turns), measured: await measureThesis(version, turns, say) };
    store(results, 'thesis', stored);
    return { stored, text: () => `${results}/thesis.json` };
  },
});

export const precisionVersions = part({
  name: 'versions',
  describe: 'lines of this version and of another built checkout',
  options: { against: { about: 'folder of the other checkout, built', read: asText }, circuits, ...timing },
  examples: [['--against ../before --circuits ring-main', 'the effect of a change of the program on error and time']],
  measure: async ({ against, circuits: names, out: folder, ...turns }): Promise<Measured> => {
    const chosen = wanted(names);
    if (against === undefined) throw new UserError('--against FOLDER: name the other checkout, built');
    const before = await versionAt(against);
    const { results, version } = await begin(folder);
    const compared = await compareVersions(before, version, turns, (circuit) => chosen.some((one) => one.circuit === circuit), say);
    const stored = { stamp: stampWith(turns), before: commitOf(before.root), after: commitOf(), circuits: compared };
    store(results, 'versions', stored);
    return { stored, text: () => versionsText(stored) };
  },
});

export const precisionPage = part({
  name: 'page',
  describe: 'README.md and pictures from stored results',
  options: { out },
  examples: [['', 'bench/precision/README.md anew']],
  measure: ({ out: folder }): Measured => {
    const stored = readStored(`${folder}/results`, known);
    for (const { name, svg } of pictures(stored)) writeFileSync(`${folder}/results/${name}.svg`, svg);
    writeFileSync(`${folder}/README.md`, page(stored));
    return { stored, text: () => `${folder}/README.md` };
  },
});
