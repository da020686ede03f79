/** Joins the ranks that mpirun or srun has started. */
import { fstatSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import { RunError } from '../results/runError.js';
import { type Meeting, type Peer, RankLost, type Ranks } from '../run/ranks/ranks.js';
import { mpiLibrary } from './compile.js';
import { type Launcher, launcherOf } from './launcher.js';

/** What a library of library.ts gives. */
interface Library {
  readonly isOpen: boolean;
  begin(): { readonly rank: number; readonly count: number; readonly beside: number; readonly carrier: string };
  open(area: Float64Array, peers: Int32Array, gathered: Int32Array, deadline: number, spins: boolean): Meeting;
  allGather(own: Uint8Array, all: Uint8Array, deadline: number): number;
  send(bytes: Uint8Array, to: number, deadline: number): number;
  receive(bytes: Uint8Array, from: number, deadline: number): number;
  isTaken(most: number): boolean;
  end(): void;
  abort(code: number): void;
}

/** Ranks over MPI; to be ended by all. */
export interface MpiRanks extends Ranks {
  end(): void;
  /** Ends all ranks at once, those that hang too, once what this one has printed is taken. */
  abort(code: number): Promise<void>;
}

export interface JoinOptions {
  /** s that one waits for another outside of the step, such as while it reads the circuit; default: 120. */
  readonly deadline?: number;
  /** Whether the library may be kept in the user's cache; default: yes. */
  readonly cache?: boolean;
  /** See Ranks. */
  readonly gathersFrom?: number;
}

/**
 * Joins the ranks. Throws RunError: RUN260 and RUN261 where there is no library of MPI and none can be made, RUN262 where it does not go with what started the ranks.
 */
export async function joinRanks({ deadline = 120, cache = true, gathersFrom }: JoinOptions = {}): Promise<MpiRanks> {
  const launcher = launcherOf(process.env);
  leaveMemoryAlone();
  const library = load(await mpiLibrary(launcher, process.env.RINGMAIN_MPICC, cache));
  checkFamily(library.isOpen ? 'Open MPI' : 'MPICH', launcher);
  if (launcher && !library.isOpen) checkSocket(launcher, process.env.PMI_FD);
  const { rank, count, beside, carrier } = library.begin();
  if (launcher && launcher.count !== count) {
    library.end();
    throw strange(`${launcher.name} has started ${launcher.count} processes, and MPI sees ${count}`);
  }
  const ranksWithin = (seconds: number): Ranks => {
    const ms = 1000 * seconds;
    const come = (missing: number): void => {
      if (missing !== 0) throw new RankLost(missing - 1, seconds);
    };
    return {
      ...{ rank, count, beside, carrier: shortName(carrier), within: ranksWithin },
      ...(gathersFrom === undefined ? {} : { gathersFrom }),
      open(area, peers, gathered, longest, spins) {
        const ofAll = gathered ? [gathered.sendAt, gathered.receiveAt, gathered.count] : [];
        return library.open(area, Int32Array.from(peers.flatMap(numbersOf)), Int32Array.from(ofAll), 1000 * longest, spins);
      },
      allGather(own) {
        const all = new Uint8Array(count * own.length);
        come(library.allGather(own, all, ms));
        return Array.from({ length: count }, (_, k) => all.subarray(k * own.length, (k + 1) * own.length));
      },
      send: (bytes, to) => come(library.send(bytes, to, ms)),
      receive: (bytes, from) => come(library.receive(bytes, from, ms)),
    };
  };
  return { ...ranksWithin(deadline), end: () => library.end(), abort: (code) => abortWhenPrinted(library, code) };
}

/** ms that who has started a rank has to take what it has printed, and that it is left where nothing tells whether it has. */
const [mostTaking, untold] = [2000, 300];

/** An order to end all ranks overtakes what a rank has just printed, which then is lost: it stands in a pipe that nobody reads any more. */
async function abortWhenPrinted(library: Library, code: number): Promise<void> {
  // Who reads may have stopped.
  await Promise.race([new Promise((handed) => process.stderr.write('', handed)), new Promise((passed) => setTimeout(passed, mostTaking))]);
  if (!library.isTaken(mostTaking)) await new Promise((passed) => setTimeout(passed, untold));
  library.abort(code);
}

/** UCX, which carries MPICH's messages, puts hooks into malloc and brk unless asked not to. Node manages a heap of its own beside them, and messages as small as ours gain nothing by them. */
function leaveMemoryAlone(): void {
  process.env.UCX_MEM_EVENTS ??= 'n';
  process.env.UCX_MEM_MALLOC_HOOKS ??= 'n';
  process.env.UCX_MEM_MMAP_HOOK_MODE ??= 'none';
}

const numbersOf = ({ rank, sendAt, sendCount, receiveAt, receiveCount }: Peer): number[] => [
  rank,
  sendAt,
  sendCount,
  receiveAt,
  receiveCount,
];

function load(file: string): Library {
  const module = { exports: {} };
  try {
    // MPI loads parts of itself, which look for it among what all see.
    process.dlopen(module, file, constants.dlopen.RTLD_NOW | constants.dlopen.RTLD_GLOBAL);
  } catch (error) {
    throw new RunError(
      'RUN261',
      `MPI cannot be loaded: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`,
      'install the MPI that the compiler belongs to, or name another by RINGMAIN_MPICC',
    );
  }
  return module.exports as Library;
}

function checkFamily(own: NonNullable<Launcher['mpi']>, launcher: Launcher | null): void {
  if (launcher?.mpi && launcher.mpi !== own) throw strange(`the ranks were started by ${launcher.name}, and the compiler is of ${own}`);
}

/** Launchers of MPICH leave a socket to each process, which Node does not pass on to what it starts; without it MPI would end the process by itself. */
function checkSocket({ name }: Launcher, number: string | undefined): void {
  if (number === undefined || isSocket(number)) return;
  throw new RunError(
    'RUN262',
    `${name} has left file ${number} (PMI_FD) to its processes, and what it started has not passed it on to ringmain`,
    'have ringmain itself started, not npx or npm: mpirun -np 2 node_modules/.bin/ringmain run …',
  );
}

/** Whether a launcher of MPICH has left this file as a socket: Node does not pass it on to what it starts. */
function isSocket(file: string): boolean {
  try {
    return fstatSync(Number(file)).isSocket();
  } catch {
    return false;
  }
}

/**
 * Asks the launcher to end the other processes, which would wait for one that ends before it joins. That of Open MPI ends them at any code but 0; that of MPICH asks for an order by its socket (`file`: PMI_FD; PMI-1).
 * In two processes that fail alike the first so ends the other.
 */
export async function endOthers(file: string | undefined, code: number): Promise<void> {
  if (file === undefined || !isSocket(file)) return;
  await new Promise((passed) => setTimeout(passed, untold));
  try {
    writeSync(Number(file), `cmd=abort exitcode=${code}\n`);
  } catch {
    // The launcher has gone.
  }
}

const strange = (message: string): RunError =>
  new RunError(
    'RUN262',
    message,
    'take mpirun and mpicc of one MPI (mpirun.openmpi or mpirun.mpich beside it), or name the compiler by RINGMAIN_MPICC',
  );

/** 'Open MPI v4.1.4, package: …' → 'Open MPI 4.1.4'; 'MPICH Version:	4.0.2 …' → 'MPICH 4.0.2'. */
export function shortName(version: string): string {
  const [, name = 'MPI', number = ''] = /^(Open MPI|MPICH)[^\d]*([\d.]+)/.exec(version.trim()) ?? [];
  return `${name} ${number}`.trim();
}
