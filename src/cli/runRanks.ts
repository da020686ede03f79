/** `ringmain run --driver mpi`: joins the ranks, has each make its part of the run (runParts.ts), and ends them, whatever becomes of it. */
import { hostname } from 'node:os';
import { endOthers, joinRanks, type MpiRanks } from '../mpi/join.js';
import { afterRankZero, launcherOf } from '../mpi/launcher.js';
import { RunError } from '../results/runError.js';
import { UserError } from '../results/userError.js';
import { RankLost } from '../run/ranks/ranks.js';
import { agreed, type RankStage } from '../run/ranks/simulateOnRanks.js';
import { type ExitCode, exitCodes, reportError } from './exit.js';
import { dashed } from './optionTable.js';
import { runParts } from './runParts.js';
import type { Arguments } from './runTable.js';
import { checkSolverOptions } from './solverOptions.js';

/** Options of one memory for all threads, or that ranks do not have yet. */
const others = ['balance', 'againstStrict'] as const satisfies readonly (keyof Arguments)[];

/** Joins the ranks, makes this one's part, and ends them. */
export async function runOnRanks(args: Arguments): Promise<ExitCode> {
  checkSolverOptions(args);
  refuseOthers(args);
  let ranks: MpiRanks;
  try {
    ranks = await joinRanks({ cache: !args.noCache && !process.env.RINGMAIN_NO_CACHE });
  } catch (error) {
    const { rank, onHost, lines } = launcherOf(process.env) ?? { rank: 0, onHost: 0, lines: 1 };
    // It may be of this rank alone, or of this host. Who fails as rank 0 does, or as the first of its host, is ended with it meanwhile.
    const isOwn = lines > 1 || !(error instanceof RunError);
    // Nothing hurries: processes of a busy host start seconds apart.
    const turns = isOwn || rank === 0 ? 0 : onHost > 0 ? 5 : 1;
    for (let turn = 0; turn < turns; turn++) await afterRankZero();
    if (rank > 0) process.stderr.write(`ringmain: rank ${rank}, on host ${hostname()}:\n`);
    const code = reportError(error);
    await endOthers(process.env.PMI_FD, code);
    return code;
  }
  let stage: RankStage = 'alone';
  try {
    const code = await runParts(args, ranks, (next) => {
      stage = next;
    });
    ranks.end();
    return code;
  } catch (error) {
    return await endRanks(error, ranks, stage);
  }
}

function refuseOthers(args: Arguments): void {
  const given = others.filter((name) => args[name] !== undefined && args[name] !== false);
  if (given.length > 0)
    throw new UserError(
      `--driver mpi has partitions of their own for each rank, in a memory of its own; leave out ${given.map(dashed).join(', ')}`,
    );
}

/** Errors of one rank before they agree go to the others; errors of all, rank 0 reports; errors on the way end all ranks. */
async function endRanks(error: unknown, ranks: MpiRanks, stage: RankStage): Promise<ExitCode> {
  const first = ranks.rank === 0;
  const told =
    stage === 'alone' && !(error instanceof RankLost)
      ? await agreed(ranks, () => Promise.reject(error)).catch((same: unknown) => same)
      : error;
  if (told instanceof RankLost || stage === 'going') {
    if (!first && !(told instanceof RankLost && told.rank === 0 && ranks.rank === 1)) await afterRankZero();
    report(told, ranks);
    await ranks.abort(exitCodes.failed);
    return exitCodes.failed;
  }
  const code = first ? reportError(told) : exitCodes.userMistake;
  ranks.end();
  return code;
}

function report(error: unknown, { rank }: MpiRanks): void {
  process.stderr.write(`ringmain: rank ${rank}: the ranks are ended\n`);
  if (!(error instanceof RankLost)) reportError(error);
  else {
    const where =
      error.rank === null
        ? 'ranks share cores with others, or the network is slow'
        : `look after rank ${error.rank}, its process and its host`;
    process.stderr.write(`ringmain: RUN267  ${error.message}\n    ${where}; --deadline 120s waits longer\n`);
  }
}
