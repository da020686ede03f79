/** From what was timed in one thread to a plan's work on several cores. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { cutFacts, measuredWork } from '../../dist/cli/measure/stepShares.js';
import { countedParts, waveTransfers } from '../../dist/partition/planWork.js';
import { spreadOverStates } from '../../dist/results/statistics.js';

const spread = (median: number) => ({ lowest: median, median, highest: median });

/** A partition whose attempt takes so long alone: components and errors are in its attempt, the exchange in its acceptance. */
const partition = (attempt: number, accept: number, receiveAndRecord: number) => ({
  components: 1,
  kinds: [],
  phases: {
    components: spread(attempt - 20),
    errors: spread(20),
    exchange: spread(accept / 2),
    attempt: spread(attempt),
    accept: spread(accept),
    receiveAndRecord: spread(receiveAndRecord),
  },
});

const times = (loop: number, decision: number, partitions: ReturnType<typeof partition>[]) => ({
  attempts: 100,
  time: 0,
  sampled: { accepted: 1, rejected: 0 },
  loop: spread(loop),
  decision: spread(decision),
  partitions,
});

test('partitions take as much longer in the loop as the serial attempt does; the loop over both in one thread does not matter', () => {
  // Alone 700 + 80 + 20 = 800 ns; in the loop 1000, the decision apart: 1.25 times.
  const serial = times(1050, 50, [partition(700, 80, 20)]);
  const [a, b] = [partition(360, 30, 10), partition(280, 30, 10)];
  for (const inOneThread of [1200, 5000]) {
    const work = measuredWork(serial, times(inOneThread, 55, [a, b]), { window: 10, transfers: null, largestBlock: 0.3 });
    expect(work).toEqual({ serial: 1050, decision: 55, partitions: [500, 400], largestBlock: 300, window: 10, bytes: 0 });
  }
});

test('what waves take on their way from another core is no work that was timed: it comes on top', () => {
  const serial = times(1050, 50, [partition(700, 80, 20)]);
  const cut = times(1200, 55, [partition(360, 30, 10), partition(280, 30, 10)]);
  const { partitions } = measuredWork(serial, cut, { window: 1, transfers: Float64Array.of(50, 25) });
  expect(partitions).toEqual([550, 425]);
});

test('each side of a cut wave line has its way; lines of other models, and those inside a partition, have none', () => {
  const built = circuit('three-partitions')
    .component('s', 'pressureSource', { pressure: '10 bar' })
    .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('n', 'junction')
    .component('r2', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .component('t', 'tank')
    .line('A', 's', 'r.in', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '1 ms' })
    .line('B', 'r.out', 'n', { volume: '1 l' })
    .line('C', 'n', 'r2.in', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '1 ms' })
    .direct('r2.out', 't')
    .run({ end: '10 ms' })
    .build();
  // A is inside the first, B cut, C cut.
  const owner = Int32Array.of(0, 0, 1, 2, 2);
  const { cutWave, cutHistory } = countedParts;
  expect([...waveTransfers(built, owner, 3, true)]).toEqual([0, cutWave, cutWave]);
  expect([...waveTransfers(built, owner, 3, false)]).toEqual([0, cutHistory, cutHistory]);
  // At variable steps what waves take is in the timed partitions.
  expect(cutFacts(built, owner, 3, null).transfers).toBeNull();
  expect([...(cutFacts(built, owner, 3, 1e-4).transfers ?? [])]).toEqual([0, cutWave, cutWave]);
});

test('the lowest time over states takes each state from its fastest round', () => {
  // Means 4 and 3; of the first state round 2, of the second round 1 was left alone.
  const rounds = [
    [6, 2],
    [1, 5],
  ];
  expect(spreadOverStates(rounds)).toEqual({ lowest: 1.5, median: 3.5, highest: 4 });
});
