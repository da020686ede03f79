/**
 * `ringmain bench scaling ranks`: memory, set-up and time of one rank's part of generated rings, each in a process by itself (`--dry-rank`), and of one rank that has a whole ring of as many
 * stations. Times are processor times of the process: from its start to its first attempt, and of an attempt behind the first slice.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asText } from '#ringmain/cli/optionTable.js';
import { spreadOf } from '#ringmain/results/statistics.js';
import { UserError } from '#ringmain/results/userError.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { mostRepeated, type PartRow, type RanksAccount, ranksText } from './ranksTable.js';

const commandOptions = {
  parts: {
    about: "stations of the whole ring and how many ranks share it, '1000000/8', separated by commas; '/1' is one rank that has all",
    fallback: '1000/1,10000/10,1000000/1000,10000000/10000,1250/1,10000/8,12500/1,100000/8,1000000/8,10000000/64,100000000/1000',
    read: (option: string, written: string): readonly (readonly [stations: number, ranks: number])[] =>
      written.split(',').map((one) => partOf(option, one)),
  },
  end: { about: 'simulated time of each run', fallback: '1ms', read: asText },
  rounds: roundsOption,
};

export const ranksPart = part({
  name: 'ranks',
  describe: "memory, set-up and time of one rank's part of rings of up to 1e8 stations",
  options: commandOptions,
  examples: [['--parts 100/1,1000/10 --rounds 1 --end 20us', 'two parts of a hundred stations, briefly']],
  measure,
});

function partOf(option: string, written: string): readonly [number, number] {
  const [, stations = 0, ranks = 0] = (/^(\d+)\/(\d+)$/.exec(written) ?? []).map(Number);
  if (stations < 3 || ranks < 1) throw new UserError(`${option}: ${written} is no part; write stations and ranks, such as 1000000/8`);
  return [stations, ranks];
}

const main = fileURLToPath(import.meta.resolve('#ringmain/cli/main.js'));

/** What a run prints. */
interface Printed {
  readonly steps: { readonly accepted: number; readonly rejected: number };
  readonly processor: { readonly setupSeconds: number; readonly attemptSeconds: number | null };
  readonly residentBytes: number;
  readonly ranks: readonly {
    readonly instances: number;
    readonly components: number;
    readonly memoryBytes: number;
    readonly wallSeconds: number;
  }[];
}

async function measure({ parts, end, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const place = mkdtempSync(join(tmpdir(), 'ringmain-ranks-'));
  try {
    const rows: PartRow[] = [];
    for (const [stations, ranks] of parts) {
      say(`${stations} stations over ${ranks}`);
      const file = join(place, `ring-${stations}.yaml`);
      writeFileSync(file, generateRing({ stations }));
      const count = stations / ranks > mostRepeated ? 1 : rounds;
      const runs = Array.from({ length: count }, () => printed([file, '--dry-rank', `${Math.floor(ranks / 2)}/${ranks}`, '--end', end]));
      const [first] = runs as [Printed];
      const own = first.ranks[0] as Printed['ranks'][number];
      const attempts = first.steps.accepted + first.steps.rejected;
      rows.push({
        ...{ stations, ranks, attempts, instances: own.instances, components: own.components, memoryBytes: own.memoryBytes },
        residentBytes: Math.max(...runs.map(({ residentBytes }) => residentBytes)),
        setupSeconds: spreadOf(runs.map(({ processor }) => processor.setupSeconds)),
        nsPerInstance: spreadOf(runs.map(({ processor }) => ((processor.attemptSeconds ?? Number.NaN) * 1e9) / own.instances)),
      });
    }
    const account: RanksAccount = { end, rounds, load: loadavg()[0] as number, rows };
    return { stored: account, text: () => ranksText(account) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function printed(words: readonly string[]): Printed {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'run', ...words, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, RINGMAIN_NO_CACHE: '1' },
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new RunFault(`run ${words.join(' ')}: ${stderr.trim()}`);
  return JSON.parse(stdout) as Printed;
}
