/**
 * What an attempt of a ring costs by ranks: mpirun -np 2 node test/hosts/attempts.mjs 1000 1 wasm native (stations, threads of a rank, kernels in turn, three times each). Rank 0 prints times of slices of about
 * 10 ms, an attempt: the fastest, 10 % and the median; a slow one had to share its cores.
 */
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { joinRanks } from '../../dist/mpi/join.js';
import { simulateOnRanks } from '../../dist/run/ranks/simulateOnRanks.js';

const [stations = '1000', threads = '1', ...kernels] = process.argv.slice(2);
const rounds = 3;
/** s: of a run, of which the first slices warm up. */
const seconds = Number(process.env.RINGMAIN_SECONDS ?? 1.5);
const ranks = await joinRanks();
const text = generateRing({ stations: Number(stations) });
const times = new Map(kernels.map((one) => [one, []]));
for (let round = 0; round < rounds; round++)
  for (const one of kernels) {
    const stop = new AbortController();
    let began = null;
    let before = null;
    const onProgress = ({ accepted, rejected }) => {
      const now = performance.now();
      const made = accepted + rejected;
      began ??= now;
      if (before && now - began > 200 && made - before.made >= 4) times.get(one).push((1000 * (now - before.now)) / (made - before.made));
      before = { now, made };
      if (ranks.rank === 0 && now - began > 1000 * seconds) stop.abort();
    };
    const options = {
      until: 1e3,
      every: 10,
      record: ['run.step'],
      kernels: one,
      workers: Number(threads),
      signal: stop.signal,
      onProgress,
    };
    await simulateOnRanks(parseCircuit(text, 'ring').circuit, { build: 'one', ...options }, ranks);
  }
if (ranks.rank === 0)
  for (const [one, all] of times) {
    all.sort((a, b) => a - b);
    const at = (part) => all[Math.floor(part * (all.length - 1))]?.toFixed(2);
    console.log(
      `${stations} stations, ${ranks.count} ranks of ${threads} over ${ranks.carrier}, ${one}: ${at(0)} µs an attempt at best, ${at(0.1)} (10 %), ${at(0.5)} (50 %) of ${all.length} slices`,
    );
  }
ranks.end();
process.exit(0);
