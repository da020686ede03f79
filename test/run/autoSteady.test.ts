/** `workers: 'auto'` with a steady start: the operating point is searched for once, and its search is no part of what starting threads would take. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { steadyState } from '../../dist/lumped/steady.js';
import { availableCores } from '../../dist/run/choice.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

/** s that a search takes here by the clock, which is put forward: longer than any machine takes to start threads. */
const searching = 100;
const usual = performance.now;
let ahead = 0;
beforeAll(() => {
  performance.now = () => usual.call(performance) + ahead;
});
afterAll(() => {
  performance.now = usual;
});

vi.mock('../../dist/lumped/steady.js', async (original) => {
  const real = await original<typeof import('../../dist/lumped/steady.js')>();
  const slow: typeof real.steadyState = (...args) => {
    ahead += 1000 * searching;
    return real.steadyState(...args);
  };
  return { ...real, steadyState: vi.fn(slow) };
});
afterEach(() => vi.mocked(steadyState).mockClear());

const circuit = parseCircuit(generateRing({ stations: 200, expand: false, preset: 'a' }), 'ring').circuit;
/** Variable steps, of 0.25 ms once it has begun: such a run is tried by one worker first. */
const options = { steadyStart: true, step: null, record: [] } as const;
const several = availableCores() > 1;

// Full: times two workers; quickly test/run/chooseWorkers.
test.runIf(several && isFull)('the search is behind: no choice counts it as a part of starting two', async () => {
  const {
    notes,
    cost: { setupSeconds },
  } = await simulate(circuit, { ...options, workers: 'auto', until: 20 });
  expect(setupSeconds).toBeGreaterThan(searching);
  // Counted, it would forbid two workers, or end in the note as what starting them takes.
  const seconds = [...(notes[0] as string).matchAll(/([\d.]+) s\b/g)].map(([, value]) => Number(value));
  expect(notes[0]).not.toMatch(/ended within/);
  expect(Math.max(0, ...seconds)).toBeLessThan(searching);
  expect(steadyState).toHaveBeenCalledTimes(1);
});

test.runIf(several && isFull)(
  'a run that two workers may be worth goes on from the operating point that was found, with the same bits',
  async () => {
    const until = 30;
    const auto = await simulate(circuit, { ...options, workers: 'auto', until });
    // On a busy machine two are not worth starting.
    expect(auto.notes[0]).toMatch(/^\d+ workers?: /);
    expect(auto.cost.setupSeconds).toBeGreaterThan(searching);
    expect(steadyState).toHaveBeenCalledTimes(1);
    const serial = await simulate(circuit, { ...options, workers: 1, until });
    expect(auto.stateDigest).toBe(serial.stateDigest);
  },
);
