/** Command lines as pages show them: their words, and what the program says to them. */
import { vi } from 'vitest';
import { runCommandLine } from '../../dist/cli/program.js';

/** Words of a shell line with simple quotes. */
export function words(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/['"]/g, ''));
}

let last: Promise<unknown> = Promise.resolve();

/** Exit code and both outputs of a command line, without 'ringmain'. One after the other: what is printed is that of the one that runs. */
export function said(command: readonly string[]): ReturnType<typeof saidAlone> {
  const next = last.then(() => saidAlone(command));
  last = next;
  return next;
}

async function saidAlone(command: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const written = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((name) =>
    vi.spyOn(process[`std${name}`], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  const code = await runCommandLine(command).finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { code, ...written };
}

const helps = new Map<string, string>();

/** What `ringmain COMMAND --help` prints. */
export async function helpOf(command: string): Promise<string> {
  const known = helps.get(command) ?? (await said([...words(command), '--help'])).out;
  helps.set(command, known);
  return known;
}

export interface Usage {
  /** 'ringmain run <circuit>'. */
  readonly usage: string;
  readonly about: string;
  /** All but --help and --version. */
  readonly options: readonly string[];
}

/** What the help of a command says; of 'bench' also what stands below it, by its own command. */
export async function usageOf(command: string): Promise<Usage> {
  const help = await helpOf(command);
  const [usage = '', about = ''] = help.split('\n\n');
  const options = [...help.matchAll(/^ {2}(?:-\w, | {4})(--[a-z-]+)/gm)].map(([, option = '']) => option);
  return {
    usage: usage.trim(),
    about: about.replace(/\s+/g, ' ').trim(),
    options: options.filter((option) => option !== '--help' && option !== '--version'),
  };
}

/** Commands below one, in the order of its help: of '' those of the program. */
export async function commandsBelow(command: string): Promise<string[]> {
  const pattern = new RegExp(`^ {2}ringmain (${command ? `${command} ` : ''}[a-z-]+)`, 'gm');
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(await helpOf(command)) ?? [];
  return [...`${list}\n`.matchAll(pattern)].map(([, name = '']) => name);
}
