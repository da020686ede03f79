/**
 * Digests of results and of states as they are kept in digests.json: a change of structure changes none of them, whatever the number of workers, the plan and the back end.
 * `UPDATE_DIGESTS=1` writes them anew, which a change of results has to say and to give its reason for.
 *
 * The quick round runs those whose circuit, options or programs (programs.json) are no longer those of the kept digest, and every eighth: programs.test.ts holds each circuit's module,
 * memory and list; how long a run goes on and what it records stand in neither.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { type SameBitsRun, sameBitsRuns } from '../support/sameBits.js';

const file = 'test/same/digests.json';
type Digests = Readonly<Record<'digest' | 'stateDigest', string>>;
const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Digests>;
const updates = process.env['UPDATE_DIGESTS'] === '1';

const digestedFile = 'test/same/digestedPrograms.json';
/** By run, a hash of what its digest was kept of. */
const digested = JSON.parse(readFileSync(digestedFile, 'utf8')) as Record<string, string>;
const programs = JSON.parse(readFileSync('test/same/programs.json', 'utf8')) as Record<string, unknown>;
const hashOf = ({ name, text, options }: SameBitsRun): string =>
  createHash('sha256')
    .update(JSON.stringify([text().replaceAll('\r\n', '\n'), options, programs[name.replace(/,.*/, '')]]))
    .digest('hex')
    .slice(0, 12);
const runs = sameBitsRuns()
  .map((run, k) => [run.name, run, k] as const)
  .filter(([name, run, k]) => isFull || updates || k % 8 === 0 || digested[name] !== hashOf(run));

test.each(runs)('%s', async (name, run, k) => {
  const { circuit, part, options, others } = run;
  const whole = await circuit();
  const digests = async (read: Circuit, more: object): Promise<Digests> => {
    const { digest, stateDigest } = await simulate(read, { workers: 1, ...options, ...more });
    return { digest, stateDigest };
  };
  const serial = await digests(whole, {});
  if (updates) {
    kept[name] = serial;
    digested[name] = hashOf(run);
  }
  expect(serial).toEqual(kept[name]);
  // Quick: of each of these one of the other ways, a different one from run to run of the list, over a part of the time, as threads that share cores wait at every step.
  const chosen = isFull ? others : k % 8 > 0 ? [] : others.slice(name.length % others.length).slice(0, 1);
  const isShort = chosen.length > 0 && !isFull && part < 1;
  const read = isShort ? { ...whole, run: { ...whole.run, end: whole.run.end * part } } : whole;
  const first = isShort ? await digests(read, {}) : serial;
  for (const more of chosen) expect(await digests(read, more), JSON.stringify(more)).toEqual(first);
});

afterAll(() => {
  if (!updates) return;
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
  writeFileSync(digestedFile, `${JSON.stringify(digested, null, 2)}\n`);
});
