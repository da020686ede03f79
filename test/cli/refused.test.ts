/** What the machine refuses a command ends it with exit code 2, what was wanted and the way out; no stack. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

/** As Node 20 and later call its permission model. */
const guarded = `permission=--permission; "$NODE" $permission --allow-fs-read=* -e 0 2>/dev/null || permission=--experimental-permission
ringmain() { "$NODE" $permission --no-warnings --allow-fs-read=* "$PROGRAM" "$@"; }`;
const isWindows = process.platform === 'win32';

/** Each a process of its own: in quick mode the first. */
const refused = [
  [
    'run relief.yaml --workers 2',
    /^ringmain: RUN236 .* refuses to start \d worker threads?\n +start Node with --allow-worker, or take --workers 1\n$/,
  ],
  ['run relief.yaml --out a.csv', /^ringmain: RUN236 .* refuses to write a\.csv\n +start Node with --allow-fs-write=FOLDER\/\*\n$/],
  [
    "sweep relief.yaml --vary 'pump.flow=50 l/min,60 l/min' --measure 'final(pump.out.p)'",
    /^[^\n]*\nringmain: RUN236 .* refuses to start a worker thread\n +start Node with --allow-worker\n$/,
  ],
] as const;

test.skipIf(isWindows).each(isFull ? refused : refused.slice(0, 1))("Node's permission model: %s", (line, message) => {
  const { code, out, err } = place.shell(`${guarded}\nringmain ${line}`);
  expect(err).toMatch(message);
  expect([code, out]).toEqual([2, '']);
});

test.skipIf(isWindows)("a run of one worker asks for nothing that Node's permission model refuses", () => {
  const { code, out, err } = place.shell(`${guarded}\nringmain run relief.yaml`);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^engine +1 worker/m);
});

/** Node from 24 on asks for no more addresses than there are. */
const takesLess = Number(process.versions.node.split('.')[0]) >= 24;

// Only Linux limits addresses so.
test.runIf(process.platform === 'linux')('a limit on addresses: the bytes that were refused, for TLM and for an integrator', () => {
  for (const solver of isFull ? ['tlm', 'bdf'] : ['tlm']) {
    const { code, out, err } = place.shell(`ulimit -v 3000000; ringmain run relief.yaml --solver ${solver}`);
    if (takesLess) {
      expect([code, err]).toEqual([0, '']);
      continue;
    }
    expect(err).toMatch(/^ringmain: RUN234 {2}the machine refused \d+ bytes of memory: [^\n]*\n {4}free memory; [^\n]*ulimit -v[^\n]*\n$/);
    expect([code, out]).toEqual([2, '']);
  }
});
