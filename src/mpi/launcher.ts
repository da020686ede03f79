/** What started this process, by the words that launchers leave in its surroundings. */

/** A launcher of several processes of one program. */
export interface Launcher {
  /** 'mpirun of Open MPI' */
  readonly name: string;
  /** MPI that it belongs to, where it tells. */
  readonly mpi: 'Open MPI' | 'MPICH' | null;
  readonly rank: number;
  readonly count: number;
  /** Among those of its host; 0 where the launcher does not tell. */
  readonly onHost: number;
  /** Command lines that it has started, mpirun A : B two; 1 where it does not tell. */
  readonly lines: number;
}

type Surroundings = Readonly<Record<string, string | undefined>>;

const wholeOf = (text: string | undefined): number => (text !== undefined && /^\d+$/.test(text) ? Number(text) : Number.NaN);

/** Null where this process was started alone. A batch script of Slurm's is one process, whatever it has asked for: only steps that srun starts have a number of tasks. */
export function launcherOf(words: Surroundings): Launcher | null {
  const known: readonly (readonly [string, Launcher['mpi'], string, string, string])[] = [
    ['mpirun of Open MPI', 'Open MPI', 'OMPI_COMM_WORLD_RANK', 'OMPI_COMM_WORLD_SIZE', 'OMPI_COMM_WORLD_LOCAL_RANK'],
    ['srun', null, 'SLURM_PROCID', 'SLURM_STEP_NUM_TASKS', 'SLURM_LOCALID'],
    ['mpirun of MPICH', 'MPICH', 'PMI_RANK', 'PMI_SIZE', 'MPI_LOCALRANKID'],
  ];
  for (const [name, mpi, rankWord, countWord, onHostWord] of known) {
    const [rank, count] = [wholeOf(words[rankWord]), wholeOf(words[countWord])];
    if (count >= 1 && rank >= 0)
      return { name, mpi, rank, count, onHost: wholeOf(words[onHostWord]) || 0, lines: wholeOf(words['OMPI_NUM_APP_CTX']) || 1 };
  }
  return null;
}

/** ms that the other ranks leave to rank 0 to say what all of them have met: when one process ends, mpirun ends the others. */
const precedence = 1000;

export const afterRankZero = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, precedence));
