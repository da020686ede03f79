/**
 * Work and precision: what each method takes for what error. From the built program's root:
 *
 *     npm run precision -- circuits [ring-main marine …]    errors and times of all methods → results/<circuit>.json
 *     npm run precision -- thesis                           tables 5.2 to 5.5, 6.1 and 6.4 of Burton 1994 → results/thesis.json
 *     npm run precision -- versions --against DIR [...]     lines of this version and of another built checkout → results/versions.json
 *     npm run precision -- page                             README.md and pictures from results/
 *
 * --rounds 7: how often all is timed in turn, at most; --seconds 2: what has taken so long is not timed again; --out FOLDER in place of bench/precision.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commitOf } from '#ringmain/cli/bench/scaling/commit.js';
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { compareVersions } from './against.js';
import { cases } from './cases.js';
import { countProcessorTime } from './clock.js';
import { measureCircuit, versionAt } from './measure.js';
import { page, pictures, versionsText } from './page.js';
import { readStored, type Stamp, store } from './stored.js';
import { measureThesis } from './thesis.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    against: { type: 'string' },
    out: { type: 'string', default: `${root}bench/precision` },
  },
});
const [what, ...names] = positionals;
const turns = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
const results = `${values.out}/results`;
const wanted = (circuit: string): boolean => names.length === 0 || names.includes(circuit);
const say = (text: string): void => {
  process.stderr.write(`${text} …\n`);
};
const stampOf = (): Stamp => ({ commit: commitOf(), date: new Date().toISOString().slice(0, 10), ...thisMachine(), ...turns });

const known = cases.map(({ circuit }) => circuit);
const unknown = names.find((name) => !known.includes(name));
if (unknown !== undefined) fail(`${unknown}: there are ${known.join(', ')}`);
if (!(turns.rounds >= 1 && turns.seconds >= 0)) fail('--rounds must be at least 1, --seconds no less than 0');
mkdirSync(results, { recursive: true });
const version = await versionAt(root);
countProcessorTime();

if (what === 'circuits') {
  for (const of of cases.filter(({ circuit }) => wanted(circuit)))
    store(results, of.circuit, { stamp: stampOf(), measured: await measureCircuit(version, of, turns, say) });
} else if (what === 'thesis') {
  store(results, 'thesis', { stamp: stampOf(), measured: await measureThesis(version, turns, say) });
} else if (what === 'versions') {
  if (values.against === undefined) fail('--against DIR: the other built checkout');
  const before = await versionAt(values.against);
  const compared = await compareVersions(before, version, turns, wanted, say);
  store(results, 'versions', { stamp: stampOf(), before: commitOf(before.root), after: commitOf(), circuits: compared });
  const { versions } = readStored(results, []);
  if (versions) process.stdout.write(`${versionsText(versions)}\n`);
} else if (what === 'page') {
  const stored = readStored(results, known);
  for (const { name, svg } of pictures(stored)) writeFileSync(`${results}/${name}.svg`, svg);
  writeFileSync(`${values.out}/README.md`, page(stored));
} else {
  fail('circuits, thesis, versions or page?');
}

function fail(message: string): never {
  process.stderr.write(`precision: ${message}\n`);
  process.exit(1);
}
