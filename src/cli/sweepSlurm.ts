/** `ringmain sweep --slurm 20`: a script for Slurm that runs the same sweep in so many shards. */
import { basename } from 'node:path';
import { UserError } from '../results/userError.js';
import { optionsOf, quotedWord } from './about.js';
import { shardPath } from './sweepFile.js';

/** Options that are not those of a shard. */
const others = new Set(['slurm', 'shard', 'merge', 'resume', 'force', 'quiet', 'json', 'workers', 'queue']);

/** The script; its tasks run in the folder in which it is submitted. `options`: as they were given. */
export function slurmScript(options: { readonly circuit: string; readonly out?: string | undefined }, shards: number): string {
  const { circuit, out } = options;
  if (out === undefined) throw new UserError('--slurm needs --out FILE.csv, which the shards become when they are merged');
  const given = Object.fromEntries(Object.entries(options).filter(([name]) => !others.has(name)));
  const program = [process.execPath, process.argv[1] ?? 'ringmain'].map(quotedWord).join(' ');
  const command = [`${program} sweep`, quotedWord(circuit), ...optionsOf(given)].join(' ');
  // In names of logs % begins a number of the job's.
  const log = shardPath(out.replaceAll('%', '%%'), { index: 1, count: shards }).replace(
    /\.shard-1-of-\d+\.csv$/i,
    `.shard-%a-of-${shards}.log`,
  );
  return `#!/bin/bash
# Submit:      sbatch THIS_FILE
# Put together, or learn which shards are missing:
#   ${`${command} --merge`.replaceAll('\n', '\n#   ')}
# Submit those again: sbatch --array=3,7 THIS_FILE; a shard goes on from its rows, and one that is whole ends at once.
#SBATCH --job-name=${basename(out).replaceAll(/[^\w.-]/g, '_')}
#SBATCH --array=1-${shards}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=${/\s/.test(log) ? `"${log}"` : log}
exec ${command} --workers "\${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/${shards}" --resume`;
}
