/**
 * A rank of a run whose ranks gather what they publish, however few they are: mpirun -np 5 node test/hosts/gathered.mjs CIRCUIT UNTIL KERNELS [STOPPED [LATE]]. Rank 0 prints digests; with a number of a rank that
 * stops on the way, or is LATE ms late again and again, all that wait print whom they miss.
 */
import { readFileSync } from 'node:fs';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { joinRanks } from '../../dist/mpi/join.js';
import { simulateOnRanks } from '../../dist/run/ranks/simulateOnRanks.js';

const [file, until, kernels, stopped, late] = process.argv.slice(2);
const ranks = await joinRanks({ gathersFrom: 2 });
const { circuit } = parseCircuit(readFileSync(file, 'utf8'), file);
// Short where a rank is to be missed; ranks that share a core with seven others come seconds apart.
const deadline = stopped === undefined ? 60 : late === undefined ? 3 : 1.5;
const asleep = new Int32Array(new SharedArrayBuffer(4));
const onProgress = ({ accepted }) => {
  if (accepted === 0 || Number(stopped) !== ranks.rank) return;
  if (late === undefined) process.kill(process.pid, 'SIGSTOP');
  else Atomics.wait(asleep, 0, 0, Number(late));
};
try {
  const results = await simulateOnRanks(circuit, { build: 'one', until: Number(until), kernels, step: null, deadline, onProgress }, ranks);
  if (results) console.log(JSON.stringify({ digest: results.digest, stateDigest: results.stateDigest, kernels: results.run.kernels }));
  ranks.end();
  process.exit(0);
} catch (error) {
  console.log(`rank ${ranks.rank}: ${error.name}: ${error.message}`);
  // The first that ends has mpirun end all.
  await new Promise((told) => setTimeout(told, 5000));
  await ranks.abort(1);
}
