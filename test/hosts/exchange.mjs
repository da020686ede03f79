/**
 * What a meeting of all ranks costs, from Node: mpirun -np 2 node test/hosts/exchange.mjs. Slices of 512; a slow one had to share its cores. mpirun of MPICH binds ranks to cores when asked
 * (-bind-to core): beside other programs two that it does not bind may stay on one core, and a meeting takes some hundred microseconds. So it ends with the clock, too.
 */
import { joinRanks } from '../../dist/mpi/join.js';

const [slices, meetings, doubles, seconds] = [400, 512, 24, 20];
const ranks = await joinRanks();
const { rank, count } = ranks;
const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== rank);
const peers = others.map((other, k) => ({
  ...{ rank: other, sendAt: 2 * doubles * k, sendCount: doubles, receiveAt: 2 * doubles * k + doubles, receiveCount: doubles },
}));
const area = new Float64Array(2 * doubles * others.length).fill(rank);
const meet = ranks.open(area, peers, null, 60, true);
const times = [];
const end = performance.now() + 1000 * seconds;
/** By the clock of rank 0. */
const isOver = () => ranks.allGather(Uint8Array.of(performance.now() > end ? 1 : 0))[0][0] === 1;
do {
  const began = performance.now();
  for (let k = 0; k < meetings; k++) if (meet() !== 0) throw new Error('a rank is missing');
  times.push((1000 * (performance.now() - began)) / meetings);
} while (times.length < slices && !isOver());
times.sort((a, b) => a - b);
for (const { rank: other, receiveAt } of peers)
  if (area.subarray(receiveAt, receiveAt + doubles).some((value) => value !== other)) throw new Error(`not what rank ${other} sent`);
const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(2);
if (rank === 0)
  console.log(
    `${ranks.carrier}, ${count} ranks, ${8 * doubles} bytes each: ${at(0)} µs a meeting at best, ${at(0.1)} µs (10 %), ${at(0.5)} µs (50 %), ${at(0.9)} µs (90 %) of ${times.length} slices`,
  );
ranks.end();
process.exit(0);
