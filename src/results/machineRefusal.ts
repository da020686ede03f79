/** Refusals of the machine: memory, threads, files. Neither circuit nor program can mend them. */
import { RunError } from './runError.js';

/** A run, or another command, that cannot begin or go on as the machine refuses its needs. */
export class MachineRefusal extends RunError {}

/** Fields that Node puts on its errors. */
interface NodeError extends Error {
  readonly code?: unknown;
  readonly permission?: unknown;
  readonly resource?: unknown;
}

/** Options of Node that allow what its permission model refuses. */
const allowedBy: Readonly<Record<string, readonly [what: string, option: string]>> = {
  WorkerThreads: ['to start a worker thread', '--allow-worker'],
  ChildProcess: ['to start another process', '--allow-child-process'],
  FileSystemRead: ['to read', '--allow-fs-read=FOLDER/*'],
  FileSystemWrite: ['to write', '--allow-fs-write=FOLDER/*'],
};

/** The refusal that an error stands for; null for any other error. `bytes`, `threads`: the amount asked for, where that is known. */
export function refusalOf(error: unknown, asked: { readonly bytes?: number; readonly threads?: number } = {}): MachineRefusal | null {
  if (error instanceof MachineRefusal) return error;
  if (!(error instanceof Error)) return null;
  const { code, permission, resource, message } = error as NodeError;
  if (error instanceof RangeError && /could not allocate memory|allocation failed/i.test(message))
    return memoryRefused(asked.bytes, message);
  if (code === 'ERR_ACCESS_DENIED') return permissionRefused(String(permission), resource, asked.threads);
  if (code === 'ERR_WORKER_INIT_FAILED' || code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new MachineRefusal(
      'RUN235',
      `the machine refused ${threadsText(asked.threads)}: ${message}`,
      `raise the limit on processes and threads (ulimit -u), or take ${asked.threads === undefined ? 'fewer --workers' : '--workers 1'}`,
    );
  return null;
}

function memoryRefused(bytes: number | undefined, message: string): MachineRefusal {
  const amount = bytes === undefined ? 'memory' : `${bytes} bytes of memory`;
  return new MachineRefusal(
    'RUN234',
    `the machine refused ${amount}: ${message}`,
    // Each memory of WebAssembly reserves 10 GiB of addresses, however small it is; without a handler of traps only what it holds.
    'free memory; where addresses are limited (ulimit -v), raise the limit by 10 GiB a memory, or start Node with --disable-wasm-trap-handler',
  );
}

/** Node's permission model refuses to write to a file, to start a thread, and the like. */
export function permissionRefused(permission: string, resource: unknown, threads?: number): MachineRefusal {
  const [what, option] = allowedBy[permission] ?? [`the permission ${permission}`, 'the option that allows it'];
  const subject = threads === undefined ? what : `to start ${threadsText(threads)}`;
  const object = typeof resource === 'string' && resource !== '' ? ` ${resource}` : '';
  const isThreads = threads !== undefined && permission === 'WorkerThreads';
  return new MachineRefusal(
    'RUN236',
    `Node's permission model refuses ${subject}${object}`,
    `start Node with ${option}${isThreads ? ', or take --workers 1' : ''}`,
  );
}

const threadsText = (threads: number | undefined): string =>
  threads === undefined ? 'a worker thread' : `${threads} worker thread${threads === 1 ? '' : 's'}`;
