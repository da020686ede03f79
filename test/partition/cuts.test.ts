/** Greedy and default cut, plans against their circuits, plans described. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { parseCircuit } from '../../dist/circuit/parse.js';
import { readCircuit } from '../../dist/circuit/read.js';
import { ownersOf, PlanError } from '../../dist/partition/checkPlan.js';
import { clusters } from '../../dist/partition/clusters.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { describePlan, makePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { simulate } from '../../dist/run/simulate.js';

/** Three restrictors in a row: two ends joined directly to tanks, a valve and its signal that must stay together. */
const small = circuit('small')
  .component('s', 'pressureSource', { pressure: '10 bar' })
  .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
  .component('v', 'meteringValve', { ratedFlow: '10 l/min', ratedPressureDrop: '5 bar' })
  .component('u', 'constant', { value: 0.5 })
  .component('t', 'tank')
  .signal('u', 'v.opening')
  .line('A', 's', 'r.in', { volume: '1 l' })
  .line('B', 'r.out', 'v.in', { volume: '1 l' })
  .direct('v.out', 't')
  .run({ end: '10 ms' })
  .build();

const ring = parseCircuit(generateRing({ stations: 50, seed: 1, expand: false }), 'ring').circuit;
const circuits: [string, Circuit][] = [
  ...(await Promise.all(
    ['two-actuator', 'controlled-two-actuator', 'ring-main'].map(
      async (name): Promise<[string, Circuit]> => [name, await readCircuit(`circuits/${name}.yaml`)],
    ),
  )),
  ['ring', ring],
];

describe.each(circuits)('greedy cut of %s', (_, built) => {
  test.each([1, 2, 3, 4, 7])('%i parts: every part owns something, signals and direct connections are whole', (wanted) => {
    const { owner, parts } = cutCircuit(built, wanted, { method: 'greedy' });
    expect(parts).toBe(Math.min(wanted, clusters(built).count));
    expect(new Set(owner)).toEqual(new Set(Array.from({ length: parts }, (__, k) => k)));
    for (const { from, to } of built.signals) expect(owner[from.component]).toBe(owner[to.component]);
    for (const { port, reference } of built.direct) expect(owner[port.component]).toBe(owner[reference.component]);
  });

  test.each([2, 3, 4])('%i parts: no part is further from the mean than its heaviest cluster', (wanted) => {
    const { owner, parts } = cutCircuit(built, wanted, { method: 'greedy' });
    const { of, count } = clusters(built);
    const costs = [...countedCosts(built).component];
    const sum = (keys: ArrayLike<number>, n: number): number[] =>
      costs.reduce<number[]>(
        (all, cost, c) => all.with(keys[c] as number, (all[keys[c] as number] as number) + cost),
        new Array<number>(n).fill(0),
      );
    const load = sum(owner, parts);
    const mean = costs.reduce((a, b) => a + b) / parts;
    // A piece ends at the cluster whose middle passes the mark: half a cluster at either side.
    for (const part of load) expect(Math.abs(part - mean)).toBeLessThanOrEqual(Math.max(...sum(of, count)));
  });
});

test('a ring is cut in few places', () => {
  // Breadth-first pieces of a closed ring of stations: two fronts, each through a station's few lines.
  expect(makePlan(ring, 2).cut.length).toBeLessThanOrEqual(6);
});

test('fewer parts than asked for are made, and said', async () => {
  expect(cutCircuit(small, 7).parts).toBe(3);
  const results = await simulate(small, { workers: 7, driver: 'serial' });
  expect(results.partitions).toBe(3);
  expect(results.notes).toContainEqual('3 partitions instead of 7: the circuit has no more parts that only lines join');
});

test('clusters are counted in circuit order', () => {
  expect([...clusters(small).of]).toEqual([0, 1, 2, 2, 2]);
});

describe('a plan against its circuit', () => {
  const plan = describePlan(small, Int32Array.of(0, 0, 1, 1, 1), 2, { method: 'hand', source: 'a test' });
  const reasons = (changes: Partial<Plan>): readonly string[] => {
    try {
      ownersOf(small, { ...plan, ...changes });
      return [];
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      return error.reasons;
    }
  };

  test('the plan of the circuit itself fits', () => expect([...ownersOf(small, plan)]).toEqual([0, 0, 1, 1, 1]));

  test.each<[string, Partial<Plan>, RegExp[]]>([
    [
      'of another circuit',
      { hash: 'f'.repeat(64) },
      [/made for circuit 'small' with hash ffffffffffff…, this is 'small' with hash/, /make a new plan/],
    ],
    ['without a component', { owner: { s: 0, r: 0, v: 1, u: 1 } }, [/component 't' has no owner/]],
    ['with a component that is not there', { owner: { ...plan.owner, w: 0 } }, [/the plan owns 'w'/]],
    ['with a part that is not there', { owner: { ...plan.owner, r: 2 } }, [/component 'r' is owned by partition 2; there are 0 to 1/]],
    ['with a part that is no whole number', { owner: { ...plan.owner, r: 0.5 } }, [/component 'r' is owned by partition 0\.5/]],
    ['with a part that owns nothing', { parts: 3 }, [/partition 2 owns nothing/]],
    [
      'that cuts a signal',
      { owner: { ...plan.owner, u: 0 } },
      [/'v' \(partition 1\) and 'u' \(partition 0\) are joined by signals or directly/],
    ],
    ['that cuts a direct connection', { owner: { ...plan.owner, t: 0 } }, [/'v' \(partition 1\) and 't' \(partition 0\)/]],
    [
      'with several mistakes, all told',
      { owner: { s: 0, r: 5, v: 1, u: 1, w: 0 } },
      [/owns 'w'/, /'r' is owned by partition 5/, /'t' has no owner/],
    ],
  ])('%s', (_, changes, expected) => {
    const found = reasons(changes);
    expect(found).toHaveLength(expected.length);
    expected.forEach((pattern, k) => expect(found[k]).toMatch(pattern));
  });
});

test('a plan described: cut lines by name, loads over their mean, the largest load', () => {
  const plan = describePlan(small, Int32Array.of(0, 0, 1, 1, 1), 2, { method: 'hand', source: 'a test' });
  expect(plan).toMatchObject({
    ringmain: 1,
    circuit: 'small',
    hash: small.hash,
    parts: 2,
    method: 'hand',
    cut: ['B'],
    owner: { s: 0, r: 0, v: 1, u: 1, t: 1 },
  });
  const mean = ((plan.cost[0] as number) + (plan.cost[1] as number)) / 2;
  plan.load.forEach((load, k) => expect(load).toBeCloseTo((plan.cost[k] as number) / mean, 3));
  expect(plan.imbalance).toBe(Math.max(...plan.load));
});

test('the same plan comes out every time', () => {
  expect(makePlan(ring, 4)).toEqual(makePlan(ring, 4));
});
