/** One of two threads that hand a word to and fro; the first times rounds of round trips and posts ns for each. */
import { parentPort, workerData } from 'node:worker_threads';

export interface RoundTripTask {
  readonly words: SharedArrayBuffer;
  /** 0 begins, 1 answers. */
  readonly player: 0 | 1;
  readonly trips: number;
  readonly rounds: number;
}

const { words, player, trips, rounds } = workerData as RoundTripTask;
const I = new Int32Array(words);
const samples: number[] = [];
for (let round = 0; round <= rounds; round++) {
  const began = performance.now();
  play();
  // The first round is V8's to compile in.
  if (round > 0) samples.push(((performance.now() - began) * 1e6) / trips);
}
parentPort?.postMessage(samples);

function play(): void {
  const answer = 1 - player;
  for (let trip = 0; trip < trips; trip++) {
    while (Atomics.load(I, 0) !== player) {}
    Atomics.store(I, 0, answer);
  }
}
