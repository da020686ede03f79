/**
 * What a job of the queue costs beside its variants: one worker with one thread, jobs of one variant each, from the first answer to the last. Prints the time
 * of a job less that of the work in it, for five rounds. Needs redis-server; built files.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programIdentity } from '../../dist/cli/bundled.js';
import { identityText } from '../../dist/run/sweep/identity.js';
import { planSweep } from '../../dist/run/sweep/plan.js';
import { Connections } from '../../dist/run/sweep/queue/connect.js';
import { keys } from '../../dist/run/sweep/queue/protocol.js';
import { serveQueue } from '../../dist/run/sweep/queue/serve.js';
import { submitSweep } from '../../dist/run/sweep/queue/submit.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-overhead-'));
const port = 6000 + (process.pid % 1000);
const server = spawn('redis-server', [
  '--port',
  String(port),
  '--appendonly',
  'yes',
  '--appendfsync',
  'always',
  '--save',
  '',
  '--dir',
  folder,
]);
const file = new URL('../../circuits/two-actuator.yaml', import.meta.url);
const text = readFileSync(file, 'utf8');
const settings = { vary: ['prv.crackingPressure=130 bar..160 bar:200'], measures: ['max(nB.p)'], until: 0.05 };
const plan = planSweep(text, 'two-actuator.yaml', settings);
const program = programIdentity();
const identity = { program, ...plan.identity };
const open = async () => {
  for (let tries = 0; ; tries++)
    try {
      return await Connections.open(`redis://127.0.0.1:${port}`, () => {});
    } catch (error) {
      if (tries > 50) throw error;
      await new Promise((later) => setTimeout(later, 100));
    }
};
const { connections, redis } = await open();
// Reading rows blocks a connection: the worker, elsewhere another process, has its own.
const own = await open();
const stop = new AbortController();
const works = [];
const serving = serveQueue(own.connections, own.redis, {
  ...{ name: 'one', program, threads: 1, signal: stop.signal },
  onJob: (_circuit, _variants, seconds) => works.push({ seconds, at: performance.now() }),
  onNote: console.log,
});
const costs = [];
for (let round = 0; round < 5; round++) {
  works.length = 0;
  await redis.hset(keys.sweeps, identityText(identity), JSON.stringify({ text, file: 'two-actuator.yaml', settings, batch: 1 }));
  const none = { done: [], anew: false, lineOf: JSON.stringify, onRow: () => {}, onNote: () => {}, signal: new AbortController().signal };
  // Rows have the time of their run, which is no part of what they are.
  const lineOf = ({ wallSeconds: _, ...row }) => JSON.stringify(row);
  const { finish } = await submitSweep(connections, redis, plan, { ...none, lineOf, identity, settings });
  const [first, ...rest] = works;
  const between = (rest.at(-1).at - first.at) / 1000;
  costs.push(((between - rest.reduce((sum, { seconds }) => sum + seconds, 0)) / rest.length) * 1000);
  await finish();
}
stop.abort();
await serving;
own.connections.close();
connections.close();
server.kill();
rmSync(folder, { recursive: true, force: true });
const sorted = costs.map((ms) => ms.toFixed(2)).sort((a, b) => a - b);
console.log(
  `a job of the queue costs ${sorted[2]} ms beside its variants (${sorted[0]} to ${sorted[4]}, five rounds of 200 jobs; appendfsync always)`,
);
