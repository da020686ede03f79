/** What cannot be printed, for every command: it is reported once, and the command ends as failed. */
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commands } from '../../dist/cli/commands.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const full = '/dev/full';
const driveFile = resolve('circuits/cylinder-drive-2023.yaml');
const driven = `drive.yaml --drive 'voltage=-10..10:0.5 s'`;

/** By command: lines of it, each short, in a folder with relief.yaml and with what `beforeAll` makes. */
const lines: Readonly<Record<string, readonly string[]>> = {
  components: ['components', 'components orifice --json'],
  check: ['check relief.yaml'],
  view: ['view relief.yaml'],
  run: ['run relief.yaml --end 1ms', 'run relief.yaml --out rows.csv --force', 'run relief.yaml --json'],
  recover: ['recover rows --out recovered.csv'],
  generate: ['generate ring --stations 3'],
  partition: ['partition relief.yaml --parts 2 --out p.json'],
  draw: ['draw relief.yaml', 'draw relief.yaml --out relief.svg'],
  plot: ['plot table.csv'],
  query: ["query table.csv 'pump.out.p > 1 bar'"],
  report: ['report relief.yaml'],
  page: ['page relief.yaml --out page'],
  study: ['study relief.yaml --rounds 1 --seconds 0.01 --states 1'],
  sweep: ["sweep relief.yaml --vary 'pump.flow=50 l/min,60 l/min' --measure 'final(pump.out.p)'"],
  // Without a queue a worker has only its help.
  worker: ['worker --help'],
  optimise: ["optimise relief.yaml --vary 'pump.flow=50 l/min..60 l/min' --minimise 'final(pump.out.p)' --end 5ms --runs 6"],
  fit: ["fit relief.yaml --data table.csv --vary 'pump.flow=50 l/min..70 l/min' --match 'pump.out.p=pump.out.p' --starts 1"],
  sensitivity: ["sensitivity relief.yaml --vary 'pump.flow=50 l/min..60 l/min' --measure 'final(pump.out.p)' --end 5ms --rows 8"],
  memory: ['memory relief.yaml'],
  export: ['export c relief.yaml --out exported'],
  bench: [
    'bench partition --components 1000 --parts 2',
    'bench small-volumes joins --circuits three-orifices --stations 10 --rounds 1 --seconds 0.01',
  ],
  compare: ['compare relief.yaml --solvers tlm,rodas4'],
  stability: ['stability rodas4'],
  surrogate: [
    `surrogate train ${driven} --target Vv.p --inputs nA.p --end 1s --hidden 1 --epochs 1 --out network.json`,
    `surrogate test ${driven} --network network.json --end 1s`,
  ],
  validate: ['validate water-hammer-frictionless'],
  demo: ['demo relief.yaml --end 10ms'],
  schema: ['schema'],
};
const quick = ['components', 'view relief.yaml', 'run relief.yaml --end 1ms'];
const tried = isFull ? [...Object.values(lines).flat(), '--help', '--version', 'surrogate train --help'] : quick;

let place: Workplace;
beforeAll(async () => {
  place = new Workplace();
  if (!isFull || !existsSync(full)) return;
  place.write('drive.yaml', readFileSync(driveFile, 'utf8'));
  await place.run('run', 'relief.yaml', '--out', 'table.csv');
  // What a run leaves that is killed within its steps.
  const killed = place.start('run', 'relief.yaml', '--end', '10000s', '--every', '1ms', '--quiet', '--out', 'killed.csv');
  const left = (): string | undefined => readdirSync(place.folder).find((name) => name.endsWith('.rows'));
  await vi.waitUntil(left, { timeout: 20_000 });
  await new Promise((later) => setTimeout(later, 1500));
  killed.kill('SIGKILL');
  renameSync(place.path(left() as string), place.path('rows'));
}, 60_000);
afterAll(() => place.remove());

test('every command has a line', () => {
  expect(Object.keys(lines).sort()).toEqual(commands.map(({ command }) => command.split(' ')[0]).sort());
});

test.for(tried)('%s', { timeout: 120_000 }, (line, { skip }) => {
  skip(!existsSync(full), `there is no ${full}, a disk that is always full: only Linux has one`);
  const { code, out, err } = place.shell(`ringmain ${line} > ${full}`);
  expect([code, out, err.split('standard output cannot be written: ENOSPC').length - 1], err).toEqual([2, '', 1]);
  // Beside it no more than a few notes; a line for each part of a benchmark tells what goes on.
  expect(err.replace(/^.* …\n/gm, '').length, err).toBeLessThan(300);
  expect(err).not.toMatch(/internal error|\n {4}at /);
  // A message, too, cannot be printed.
  if (isFull) expect(place.shell(`ringmain ${line} > ${full} 2> ${full}`).code).toBe(2);
});

test('a mistake is reported on standard error, and stays one', ({ skip }) => {
  skip(!existsSync(full), `there is no ${full}: only Linux has one`);
  const { code, out, err } = place.shell(`ringmain no-such-command > ${full}`);
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^ringmain: unknown command 'no-such-command'[^\n]*\n$/)]);
});
