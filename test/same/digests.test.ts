/**
 * Digests of results and of states as they are kept in digests.json: a change of structure changes none of them, whatever the number of workers, the plan and the back end.
 * `UPDATE_DIGESTS=1` writes them anew, which a change of results has to say and to give its reason for.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';
import { sameBitsRuns } from '../support/sameBits.js';

const file = 'test/same/digests.json';
type Digests = Readonly<Record<'digest' | 'stateDigest', string>>;
const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Digests>;
const updates = process.env['UPDATE_DIGESTS'] === '1';

test.each(sameBitsRuns().map((run) => [run.name, run] as const))('%s', async (name, { circuit, options, others }) => {
  const read = await circuit();
  const digests = async (more: object): Promise<Digests> => {
    const { digest, stateDigest } = await simulate(read, { workers: 1, ...options, ...more });
    return { digest, stateDigest };
  };
  const first = await digests({});
  if (updates) kept[name] = first;
  expect(first).toEqual(kept[name]);
  // Quick: one of the other ways, a different one from run to run of the list.
  const chosen = isFull ? others : others.slice(name.length % others.length).slice(0, 1);
  for (const more of chosen) expect(await digests(more), JSON.stringify(more)).toEqual(first);
});

afterAll(() => {
  if (updates) writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
});
