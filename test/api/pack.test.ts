/** What `npm pack` makes, installed into an empty project: it runs, and its types hold, in Node and for a page. Asks the registry: with `npm run test:full`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCircuit, simulate } from '../../dist/index.js';
import { isFull } from '../support/circuits.js';

const inNode = `
import { type Circuit, type Results, readCircuit, simulate } from 'ringmain';
const circuit: Circuit = await readCircuit('node_modules/ringmain/circuits/two-actuator.yaml');
const results: Results = await simulate(circuit, { until: 0.01, workers: 2 });
console.log(results.digest);
`;
const inPage = `
import { connectEngine, parseCircuit, serveEngine, simulate, webThreads } from 'ringmain/engine';
import 'ringmain/engine/thread';
const started = (): Worker => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });
serveEngine({ threads: webThreads(started) });
const run = await connectEngine(started()).open('', { until: 1, onProgress: ({ time }) => console.log(time) });
const values: readonly Float64Array[] = (await run.close()).values;
const digest: string = (await simulate(parseCircuit('', 'a').circuit, { threads: webThreads(started) })).digest;
console.log(values.length, digest);
`;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const project = { name: 'empty', private: true, type: 'module' };

describe.skipIf(!isFull)('the package in an empty project', () => {
  let folder: string;
  const said = (command: string, ...words: string[]): string =>
    execFileSync(command, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const tsc = (...words: string[]): string =>
    said(process.execPath, resolve('node_modules/typescript/bin/tsc'), '--strict', '--target', 'es2022', ...words);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ringmain-'));
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' }),
    ) as {
      readonly filename: string;
    }[];
    writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
    writeFileSync(join(folder, 'node.ts'), inNode);
    writeFileSync(join(folder, 'page.ts'), inPage);
    said('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${packed?.filename}`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('in Node: types hold, it runs with two workers, and its program tells its version', async () => {
    tsc('--module', 'nodenext', '--types', 'node', '--typeRoots', resolve('node_modules/@types'), 'node.ts');
    const { digest } = await simulate(await readCircuit('circuits/two-actuator.yaml'), { until: 0.01, workers: 1 });
    expect(said(process.execPath, 'node.js')).toBe(digest);
    expect(said('npx', 'ringmain', '--version')).toBe(version);
  });

  test("for a page: types hold with a browser's, and without Node's", () => {
    expect(tsc('--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom', '--noEmit', 'page.ts')).toBe('');
  });
});
