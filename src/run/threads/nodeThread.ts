/**
 * A worker thread of Node. One that exits has the others leave at once: a rank's first thread, which waits for it asleep, learns of it no other way before its deadline. One that throws does so by
 * itself (worker.ts).
 */
import { leaveAtOnce } from './orders.js';
import work, { type WorkerResult, type WorkerTask } from './worker.js';

/** Carries out a thread's task. */
export default function workInNode(task: WorkerTask): WorkerResult {
  const leave = (): void => leaveAtOnce(new Int32Array(task.memory.buffer));
  process.once('exit', leave);
  try {
    return work(task);
  } finally {
    process.off('exit', leave);
  }
}
