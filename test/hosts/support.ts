/** Processes of tests over several hosts, which are one here: the built program, a server of Redis, all ended with their test. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const built = resolve('dist/cli/main.js');

/** Whether the tests are asked for and `program` is there; `npm test` leaves them out, and says so by the name of the test. */
export const isThere = (program: string): boolean =>
  process.env['RINGMAIN_HOSTS'] === '1' && spawnSync(program, ['--version']).error === undefined;

/** A process and what it has said. */
export interface Started {
  readonly process: ChildProcess;
  readonly said: { text: string };
  /** Its exit code; null after a signal. */
  readonly ended: Promise<number | null>;
}

/** A folder, and what runs in it. */
export class Hosts {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringmain-hosts-'));
  private readonly all: ChildProcess[] = [];

  start(command: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
    const child = spawn(command, words, { cwd: this.folder, env: { ...process.env, ...env } });
    this.all.push(child);
    const said = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said.text += String(text);
      });
    const ended = new Promise<number | null>((done) => {
      child.on('close', done);
    });
    return { process: child, said, ended };
  }

  ringmain(words: readonly string[], { program = built, ...env }: Readonly<Record<string, string>> & { program?: string } = {}): Started {
    return this.start(process.execPath, [program, ...words], env);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Ends all that still runs, and waits for it. */
  async remove(): Promise<void> {
    const running = this.all.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => new Promise((done) => child.on('exit', done)));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Waits until `when` is true. */
export async function until(when: () => boolean, what: string, seconds = 120): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!when()) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((later) => setTimeout(later, 20));
  }
}

/** A port that nobody has. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}
