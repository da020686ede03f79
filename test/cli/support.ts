/** Runs the built program as a user does: its command line in this process, or, where signals and pipes matter, the program itself. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import { runCommandLine } from '../../dist/cli/program.js';

const program = resolve('dist/cli/main.js');

export interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder of its own with a circuit in it, which becomes the working folder until it is removed. One at a time. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringmain-cli-'));
  readonly #before = process.cwd();

  constructor() {
    process.chdir(this.folder);
    this.write('relief.yaml', reliefCircuit);
  }

  write(name: string, text: string): void {
    writeFileSync(this.path(name), text);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** In this process: starting Node and loading the program takes longer than most of what is tested here. */
  run(...words: string[]): Promise<Answer> {
    return this.#heard({ out: '', err: '' }, words);
  }

  /** As `run`, with Ctrl-C once `when` is true of what it has said: the signal goes to those in this process who listen for it, as the program does. */
  async interrupted(when: (said: Readonly<Pick<Answer, 'out' | 'err'>>) => boolean, ...words: string[]): Promise<Answer> {
    const said = { out: '', err: '' };
    const watch = setInterval(() => {
      if (process.listenerCount('SIGINT') === 0 || !when(said)) return;
      clearInterval(watch);
      process.emit('SIGINT', 'SIGINT');
    }, 5);
    return this.#heard(said, words).finally(() => clearInterval(watch));
  }

  async #heard(said: { out: string; err: string }, words: readonly string[]): Promise<Answer> {
    const hear = (key: 'out' | 'err') => (text: string | Uint8Array) => {
      said[key] += String(text);
      return true;
    };
    const spies = [
      vi.spyOn(process.stdout, 'write').mockImplementation(hear('out')),
      vi.spyOn(process.stderr, 'write').mockImplementation(hear('err')),
    ];
    try {
      const code = await runCommandLine(words);
      return { code, ...said };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  /** A shell line in which `ringmain` is the program, in processes of their own. Its paths come by the environment: they may hold whatever a name of a folder may. */
  shell(line: string): Answer {
    const words = ['-c', `ringmain() { "$NODE" "$PROGRAM" "$@"; }\n${line}`];
    const env = { ...process.env, NODE: process.execPath, PROGRAM: program };
    const { status, stdout, stderr } = spawnSync('bash', words, { cwd: this.folder, env, encoding: 'utf8', timeout: 50_000 });
    return { code: status, out: stdout, err: stderr };
  }

  /** The program in a process of its own, to be sent signals. */
  start(...words: string[]): ChildProcess {
    return spawn(process.execPath, [program, ...words], { cwd: this.folder });
  }

  remove(): void {
    process.chdir(this.#before);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Words as a line of a shell has them: a path keeps its spaces. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** 60 l/min over a relief valve that opens at 100 bar and passes 600 l/min/bar: it settles at 100.1 bar. */
export const reliefCircuit = `
ringmain: 1
name: relief
title: A pump over a relief valve
source: test
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar, vapourPressure: -1 bar }
components:
  pump: { kind: flowSource, flow: 60 l/min }
  valve: { kind: reliefValve, crackingPressure: 100 bar, gradient: 600 l/min/bar }
  tank: { kind: tank }
lines:
  supply: { from: pump.out, to: valve.in, length: 2 m, diameter: 25 mm }
  back: { from: valve.out, to: tank.in, length: 1 m, diameter: 25 mm }
run: { end: 0.3 s, pressureError: 0.1 bar, minimumStep: 1 us, maximumStep: 1 ms }
record: { every: 5 ms, signals: [pump.out.p, valve.in.p, valve.in.q] }
`;

/** Text of a module for `--import`: at its end a program writes to `file` the most memory that it held, kB. Linux counts into maxRSS what the parent held when it made the child, here all tests before. */
export const writesPeak = (file: string): string => `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const status = '/proc/self/status';
const peak = () => existsSync(status) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS;
process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(peak())));`;
