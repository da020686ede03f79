/** Greedy and default cut, plans against their circuits, plans described. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { tablesOf } from '../../dist/circuit/views.js';
import { planAccount } from '../../dist/partition/account.js';
import { ownersOf, PlanError } from '../../dist/partition/checkPlan.js';
import { clusters } from '../../dist/partition/clusters.js';
import { countedCosts, lineEnds } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { describePlan, makePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { countedParts, workOfPlan } from '../../dist/partition/planWork.js';
import { simulate } from '../../dist/run/simulate.js';
import { shapedCircuit } from '../support/partitionGraphs.js';
import { ringOf } from '../support/sharedRing.js';

/** Two restrictors in a row behind a source: a valve and the lag that drives it must stay together, what drives the lag and the tank may be anywhere. */
const small = circuit('small')
  .component('s', 'pressureSource', { pressure: '10 bar' })
  .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
  .component('v', 'meteringValve', { ratedFlow: '10 l/min', ratedPressureDrop: '5 bar' })
  .component('u', 'constant', { value: 0.5 })
  .component('lag', 'firstOrderLag', { timeConstant: '10 ms' })
  .component('t', 'tank')
  .signal('u', 'lag.input')
  .signal('lag.output', 'v.opening')
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
  test.each([1, 2, 3, 4, 7])('%i parts: every part owns something, signals but those of time are whole', (wanted) => {
    const { owner, parts } = cutCircuit(built, wanted, { method: 'greedy' });
    expect(parts).toBe(Math.min(wanted, clusters(built).count));
    expect(new Set(owner)).toEqual(new Set(Array.from({ length: parts }, (__, k) => k)));
    for (const { from, to } of built.signals) {
      const { kind } = built.components[from.component] as (typeof built.components)[number];
      if (kind && Object.keys(kind.inputs ?? {}).length > 0) expect(owner[from.component]).toBe(owner[to.component]);
    }
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
  expect(results.run.partitions).toBe(3);
  expect(results.notes).toContainEqual('3 partitions instead of 7: the circuit has no more parts that only lines join');
});

test('clusters are counted in circuit order; what is free belongs to its first user', () => {
  const { of, count, free } = clusters(small);
  expect([...of]).toEqual([0, 1, 2, 2, 2, 2]);
  expect(count).toBe(3);
  // A source that a line ends at is no different from other components.
  expect([...free]).toEqual([0, 0, 0, 1, 0, 1]);
});

describe('a plan against its circuit', () => {
  const plan = describePlan(small, Int32Array.of(0, 0, 1, 1, 1, 1), 2, { method: 'hand', source: 'a test' });
  const reasons = (changes: Partial<Plan>): readonly string[] => {
    try {
      ownersOf(small, { ...plan, ...changes });
      return [];
    } catch (error) {
      if (!(error instanceof PlanError)) throw error;
      return error.reasons;
    }
  };

  test('the plan of the circuit itself fits', () => expect([...ownersOf(small, plan)]).toEqual([0, 0, 1, 1, 1, 1]));

  test.each<[string, Partial<Plan>, RegExp[]]>([
    [
      'of another circuit',
      { hash: 'f'.repeat(64) },
      [/made for circuit 'small' with hash ffffffffffff…, this is 'small' with hash/, /make a new plan/],
    ],
    ['without a component', { owner: { s: 0, r: 0, v: 1, u: 1, lag: 1 } }, [/component 't' has no owner/]],
    ['with a component that is not there', { owner: { ...plan.owner, w: 0 } }, [/the plan owns 'w'/]],
    ['with a part that is not there', { owner: { ...plan.owner, r: 2 } }, [/component 'r' is owned by partition 2; there are 0 to 1/]],
    ['with a part that is no whole number', { owner: { ...plan.owner, r: 0.5 } }, [/component 'r' is owned by partition 0\.5/]],
    ['with a part that owns nothing', { parts: 3 }, [/partition 2 owns nothing/]],
    [
      'that cuts a signal',
      { owner: { ...plan.owner, lag: 0 } },
      [/'v' \(partition 1\) and 'lag' \(partition 0\) are joined by signals; only lines may be cut/],
    ],
    ['whose tank and constant are in other parts than their users', { owner: { ...plan.owner, t: 0, u: 0 } }, []],
    [
      'with several mistakes, all told',
      { owner: { s: 0, r: 5, v: 1, u: 1, lag: 1, w: 0 } },
      [/owns 'w'/, /'r' is owned by partition 5/, /'t' has no owner/],
    ],
  ])('%s', (_, changes, expected) => {
    const found = reasons(changes);
    expect(found).toHaveLength(expected.length);
    expected.forEach((pattern, k) => expect(found[k]).toMatch(pattern));
  });
});

test('a plan described: cut lines by name, loads over their mean, the largest load', () => {
  const plan = describePlan(small, Int32Array.of(0, 0, 1, 1, 1, 1), 2, { method: 'hand', source: 'a test' });
  expect(plan).toMatchObject({
    ringmain: 1,
    circuit: 'small',
    hash: small.hash,
    parts: 2,
    method: 'hand',
    cut: ['B'],
    owner: { s: 0, r: 0, v: 1, u: 1, lag: 1, t: 1 },
  });
  const mean = ((plan.cost[0] as number) + (plan.cost[1] as number)) / 2;
  plan.load.forEach((load, k) => expect(load).toBeCloseTo((plan.cost[k] as number) / mean, 3));
  expect(plan.imbalance).toBe(Math.max(...plan.load));
});

describe('one tank and one duty cycle a type for the stations of a ring', () => {
  const cutOf = (shares: boolean) => {
    const built = ringOf(60, shares);
    const costs = countedCosts(built);
    const { owner, parts } = cutCircuit(built, 3, { costs });
    return { built, costs, owner, parts, account: planAccount(built, owner, parts, costs) };
  };
  const [shared, apart] = [cutOf(true), cutOf(false)];

  test('it is divided as well as the ring with a tank and a duty cycle each', () => {
    expect(shared.account.clusters).toBe(apart.account.clusters);
    expect(shared.account.cut).toEqual(apart.account.cut);
    expect(shared.account.largestBlock.names).toEqual(apart.account.largestBlock.names);
    // Copies of duty cycles, which search tables, are work beside that of the ring.
    const { copies, total, speedUp } = shared.account;
    expect(copies.cost).toBeLessThan(0.05 * total);
    expect(speedUp).toBeGreaterThan(0.98 * (1 - copies.cost / total) * apart.account.speedUp);
  });

  test('copies stand in the plan by name, and cost what they cost', () => {
    const { built, costs, owner, parts, account } = shared;
    const plan = describePlan(built, owner, parts, { method: 'hand', source: 'a test', costs });
    const names = built.components.map(({ name }) => name);
    const users = (name: string): Set<number> => {
      const signals = built.signals.filter(({ from }) => names[from.component] === name).map(({ to }) => to.component);
      const direct = built.direct.filter(({ reference }) => names[reference.component] === name).map(({ port }) => port.component);
      return new Set([...signals, ...direct].map((c) => owner[c] as number));
    };
    const isShared = names.filter((name) => /^(tank|cyclicDutyCycle)\d+$/.test(name));
    const expected = isShared.map((name) => [name, [0, 1, 2].filter((part) => users(name).has(part) && part !== plan.owner[name])]);
    // Stations of every type are in all three parts.
    expect(expected.map(([, held]) => held?.length)).toEqual([2, 2, 2]);
    expect(Object.entries(plan.copies ?? {})).toEqual(expected);
    const cost = new Array<number>(parts).fill(0);
    const copies = names.flatMap((name, c) => (name.startsWith('cyclic') ? (plan.copies?.[name] ?? []).map((part) => [part, c]) : []));
    for (const [part, c] of [...Array.from(owner, (part, c) => [part, c]), ...copies] as [number, number][])
      cost[part] = (cost[part] as number) + (costs.component[c] as number);
    plan.cost.forEach((own, part) => expect(own).toBeCloseTo(cost[part] as number, 2));
    account.parts.forEach((own, part) => expect(own.cost).toBeCloseTo(cost[part] as number, 6));
    expect(account.copies.count).toBe(4);
    expect(account.copies.cost).toBeGreaterThan(4);
    expect(account.parts.reduce((sum, own) => sum + own.cost, 0)).toBeCloseTo(account.total + account.copies.cost, 6);
  });

  test('the work of the plan has copies and their batches in it', () => {
    const { built, costs, owner, parts, account } = shared;
    const work = workOfPlan(built, owner, parts, costs, { serial: null, fixedStep: false, window: 1 });
    const ends = lineEnds(built);
    const batches = Array.from({ length: parts }, () => new Set(['cyclicDutyCycle']));
    built.components.forEach(({ kind }, c) => batches[owner[c] as number]?.add(kind?.kind ?? `junction of ${ends[c]}`));
    work.partitions.forEach((time, part) => {
      const { cost, exchange } = account.parts[part] as (typeof account.parts)[number];
      expect(time).toBeCloseTo(cost + exchange + countedParts.batch * (batches[part] as Set<string>).size, 6);
    });
  });

  test('who owns what is shared makes no difference to a plan', () => {
    const { built, costs, owner, parts, account } = shared;
    const names = built.components.map(({ name }) => name);
    const moved = owner.map((part, c) => (/^(tank|cyclicDutyCycle)\d+$/.test(names[c] as string) ? (part + 1) % parts : part));
    const other = planAccount(built, moved, parts, costs);
    expect(other.cut).toEqual(account.cut);
    // Every part has both before and after; a tank that rests counts 0.01 ns where it is owned.
    other.parts.forEach(({ cost }, part) => expect(cost).toBeCloseTo(account.parts[part]?.cost as number, 1));
  });
});

test('the same plan comes out every time', () => {
  // Of a circuit that was divided before the cut is kept: one that is not known is divided anew.
  const first = makePlan(ring, 4);
  expect(makePlan({ ...ring }, 4)).toEqual(first);
  expect(makePlan(ring, 4)).toEqual(first);
});

test('a cut is that of its own number of parts and options, and nobody can change one that is kept', () => {
  const cut = cutCircuit(ring, 4);
  cut.owner.fill(0);
  expect(new Set(cutCircuit(ring, 4).owner).size).toBe(4);
  expect(new Set(cutCircuit(ring, 3).owner).size).toBe(3);
  expect(cutCircuit(ring, 4, { method: 'spectral' }).method).toBe('spectral');
});

test('hosts first, then the parts of each: a ring is cut in two places between hosts, whatever the number of parts', () => {
  const circuit = shapedCircuit('ring', 20, 1);
  const { lines } = tablesOf(circuit);
  for (const [hosts, each] of [
    [2, 2],
    [3, 2],
  ] as const) {
    const { owner, parts } = cutCircuit(circuit, hosts * each, { hosts });
    const host = owner.map((part) => Math.floor(part / each));
    const between = Array.from({ length: lines.count }, (_, l) => l).filter(
      (l) => host[lines.from[l] as number] !== host[lines.to[l] as number],
    );
    expect([parts, between.length]).toEqual([hosts * each, hosts]);
    expect(new Set(owner).size).toBe(hosts * each);
  }
  // A host of the two has one cluster then.
  const few = shapedCircuit('ring', 3, 1);
  const most = clusters(few).count;
  expect(new Set(cutCircuit(few, 2 * Math.floor(most / 2), { hosts: 2 }).owner).size).toBe(2 * Math.floor(most / 2));
  expect(() => cutCircuit(circuit, 5, { hosts: 2 })).toThrow('5 parts on 2 hosts; each host has as many');
});
