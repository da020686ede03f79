/** Partitions of instances that follow each other, by what they cost: for ranks that lay out their part only. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instanceOf, rankOf, type Share, type Starts } from '../../dist/circuit/entries/share.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { parseShare } from '../../dist/circuit/file/parseShare.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { planAccount } from '../../dist/partition/account.js';
import { ownersOf, type PlanError } from '../../dist/partition/checkPlan.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { startsOf } from '../../dist/partition/instances.js';
import { planText, readPlan } from '../../dist/partition/planFile.js';
import { Workplace } from '../cli/support.js';
import { instancePlan } from '../support/instancePlans.js';

/** Two closed rings: of cylinders with relief valves, which cost more, and of restrictors. */
const text = (heavy: number, light: number): string => `
ringmain: 1
name: two-rings
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:
  heavy:
    components:
      node: { kind: junction }
      pump: { kind: flowSource, flow: 1 l/min }
      cylinder: { kind: actuator, bore: 40 mm, rodDiameter: 28 mm, stroke: 240 mm, initialPosition: 20 mm, mass: 50 kg, viscousFriction: 1500 N s/m, staticFriction: 150 N, coulombFriction: 100 N }
      relief: { kind: reliefValve, crackingPressure: 100 bar, gradient: 100 l/min/bar }
      tank: { kind: tank }
    lines: { onward: { from: node, to: next.node, volume: 1 l }, feed: { from: pump, to: node, volume: 1 l }, cap: { from: node, to: cylinder.cap, volume: 1 l }, rod: { from: cylinder.rod, to: node, volume: 1 l }, spill: { from: node, to: relief.in, volume: 1 l } }
    direct: [{ from: relief.out, to: tank }]
  light:
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: 1 l/min }, out: { kind: laminarRestrictor, conductance: 5 l/min/bar }, tank: { kind: tank } }
    lines: { onward: { from: node, to: next.node, volume: 1 l }, feed: { from: pump, to: node, volume: 1 l }, drain: { from: node, to: out.in, volume: 1 l } }
    direct: [{ from: out.out, to: tank }]
repeat:
  s: { subcircuit: light, count: ${light}, close: true }
  h: { subcircuit: heavy, count: ${heavy}, close: true }
run: { end: 1 ms }
`;
const [heavy, light, parts] = [12, 40, 8];
const { circuit } = parseCircuit(text(heavy, light), 'two.yaml');
const { groups } = parseShare(text(heavy, light), 'two.yaml', { rank: 0, ranks: parts }).share as Share;
const costs = countedCosts(circuit);

/** A partition can have a light instance more than its share, and no more. */
const lightest = circuit.components.reduce((sum, { name }, c) => sum + (name.startsWith('s1_') ? (costs.component[c] as number) : 0), 0);
const bound = 1 + (parts * lightest) / costs.component.reduce((a, b) => a + b, 0);

const imbalance = (owner: Int32Array, shares?: readonly number[]): number => planAccount(circuit, owner, parts, costs, shares).imbalance;

/** So many partitions have all instances of both groups, each one at least. */
function expectSomeForEach(starts: Starts, count: number): void {
  for (const [name, size] of [
    ['s', light],
    ['h', heavy],
  ] as const) {
    const own = starts[name] as readonly number[];
    expect([own[0], own.at(-1), own.length]).toEqual([0, size, count + 1]);
    expect(own.every((start, part) => part === 0 || start > (own[part - 1] as number))).toBe(true);
  }
}

describe('starts', () => {
  const starts = startsOf(circuit, groups, parts, costs);

  test('each partition has some of each group, and all together have all', () => {
    expect(Object.keys(starts)).toEqual(['s', 'h']);
    expectSomeForEach(starts, parts);
  });

  test('groups that do not divide evenly make up for each other', () => {
    const even = Int32Array.from(circuit.components, ({ name }) => rankOf({ groups, ranks: parts }, instanceOf({ groups }, name)));
    const divided = imbalance(ownersOf(circuit, instancePlan(circuit, starts)));
    expect(divided).toBeLessThan(bound);
    // Two of the heavy ones in place of one and a half.
    expect(imbalance(even)).toBeGreaterThan(bound);
  });

  test('a core of twice the speed has twice the work', () => {
    const shares = [2, 1, 1, 1, 1, 1, 1, 1];
    const owner = ownersOf(circuit, instancePlan(circuit, startsOf(circuit, groups, parts, costs, shares)));
    // A light instance is more of a smaller share.
    expect(imbalance(owner, shares)).toBeLessThan(1 + ((bound - 1) * 9) / 8);
    expect(imbalance(owner)).toBeGreaterThan(1.5);
  });

  test('of one group the largest load is the least that there is', () => {
    const random = seeded(5);
    const count = 9;
    const small = parseCircuit(text(3, count), 'small.yaml').circuit;
    const own = (parseShare(text(3, count), 'small.yaml', { rank: 0, ranks: 3 }).share as Share).groups;
    for (let turn = 0; turn < 20; turn++) {
      const cost = Array.from({ length: count }, () => Math.ceil(10 * random()));
      const component = Float64Array.from(small.components, ({ name }) =>
        name.endsWith('_node') && name.startsWith('s') ? (cost[Number(/\d+/.exec(name)?.[0])] as number) : 0,
      );
      const made = startsOf(small, own, 3, { component }).s as number[];
      const load = (from: number, end: number): number => cost.slice(from, end).reduce((a, b) => a + b, 0);
      let best = Number.POSITIVE_INFINITY;
      for (let a = 1; a < count - 1; a++)
        for (let b = a + 1; b < count; b++) best = Math.min(best, Math.max(load(0, a), load(a, b), load(b, count)));
      expect(Math.max(...[0, 1, 2].map((part) => load(made[part] as number, made[part + 1] as number))), cost.join()).toBe(best);
    }
  });

  // Sums of costs that no double has exactly are rounded by the order in which they are added.
  test.each([1, 2, 3, 4, 5, 6, 7])('%i parts of two groups, whatever instances cost', (count) => {
    const random = seeded(count);
    for (let turn = 0; turn < 200; turn++) {
      const component = Float64Array.from(circuit.components, () => 1e-6 * random());
      expectSomeForEach(startsOf(circuit, groups, count, { component }), count);
    }
  });
});

describe('a plan file', () => {
  let place: Workplace;
  beforeAll(() => {
    place = new Workplace();
  });
  afterAll(() => place.remove());
  const own = { s: [0, 10, 40], h: [0, 6, 12] };

  test('has instances, no components; it is read as it was written, and fits its circuit', async () => {
    const owner = ownersOf(circuit, instancePlan(circuit, own));
    const about = { method: 'instances', source: 'ringmain partition, a test' };
    const written = planText({ ...describePlan(circuit, owner, 2, about), owner: {}, starts: own });
    expect(written.length).toBeLessThan(1000);
    writeFileSync(place.path('plan.json'), written);
    const plan = await readPlan(place.path('plan.json'));
    expect(plan).toMatchObject({ starts: own, owner: {}, parts: 2 });
    expect(ownersOf(circuit, plan)).toEqual(owner);
    for (const [name, part] of [
      ['s9_node', 0],
      ['s10_node', 1],
      ['h5_tank', 0],
      ['h6_node', 1],
    ] as const)
      expect(owner[circuit.components.findIndex((one) => one.name === name)], name).toBe(part);
  });

  test.each<[string, Starts]>([
    ['does not rise', { s: [0, 10, 10], h: [0, 6, 12] }],
    ['begins elsewhere', { s: [1, 10, 40], h: [0, 6, 12] }],
    ['has fewer partitions', { s: [0, 40], h: [0, 6, 12] }],
    ['has parts of instances', { s: [0, 1.5, 40], h: [0, 6, 12] }],
    ['has no groups', {}],
  ])('that %s is refused', async (_, starts) => {
    writeFileSync(place.path('wrong.json'), JSON.stringify({ ...instancePlan(circuit, own), starts }));
    await expect(readPlan(place.path('wrong.json'))).rejects.toThrow(/wrong\.json: "starts" must give each repeated group the instances/);
  });

  test('that has owners of nothing beside them is refused', async () => {
    writeFileSync(place.path('owners.json'), JSON.stringify({ ...instancePlan(circuit, own), owner: null }));
    await expect(readPlan(place.path('owners.json'))).rejects.toThrow('owners.json: "owner" must give every component its partition');
  });

  test('of groups that the circuit has not is refused, by one process and, with why, as a share', () => {
    const other = { s: own.s };
    const reasonsOf = (starts: Starts): readonly string[] => {
      try {
        ownersOf(circuit, instancePlan(circuit, starts));
        return [];
      } catch (error) {
        return (error as PlanError).reasons;
      }
    };
    const wayOut =
      "    the plan was made for circuit 'two-rings'; make one for 'two-rings': ringmain partition FILE --parts 2 --method instances --out PLAN";
    // Once for each group, however many components it has.
    expect(reasonsOf(other)).toEqual(["the plan has no group 'h', of which the circuit has instances", wayOut]);
    expect(reasonsOf({ ...own, u: own.s })).toEqual(["the plan has a group 'u', which the circuit has not", wayOut]);
    expect(reasonsOf({ ...own, s: [0, 10, 41] })).toEqual(["the plan has 41 instances of 's', and the circuit 40", wayOut]);
    expect(reasonsOf({ ...own, s: [0, 10, 39] })).toEqual(["the plan has 39 instances of 's', and the circuit has more", wayOut]);
    // A circuit that has the same groups takes it, as ranks do, which know no hash.
    expect(ownersOf(circuit, { ...instancePlan(circuit, own), hash: '0' })).toEqual(ownersOf(circuit, instancePlan(circuit, own)));
    for (const starts of [other, { ...own, u: own.s }, { ...own, s: [0, 10, 41] }, { s: [0, 5, 10, 40], h: [0, 2, 6, 12] }])
      expect(parseShare(text(heavy, light), 'two.yaml', { rank: 0, ranks: 2, starts }).share).toBe(
        'the plan is of other groups, or of another number of ranks; make one for this circuit',
      );
  });

  test('the command writes one, smaller than the circuit, that one process and threads run to the same digest', async () => {
    writeFileSync(place.path('two.yaml'), text(heavy, light));
    const { code, out, err } = await place.run('partition', 'two.yaml', '--parts', '8', '--method', 'instances', '--out', 'eight.json');
    expect(code, err).toBe(0);
    expect(out).toMatch(/imbalance +1\.0/);
    expect((await readPlan(place.path('eight.json'))).starts).toEqual(startsOf(circuit, groups, parts, costs));
    const digests: unknown[] = [];
    for (const words of [
      ['--plan', 'eight.json', '--driver', 'serial'],
      ['--workers', '1'],
    ]) {
      const run = await place.run('run', 'two.yaml', '--json', '--end', '0.5ms', ...words);
      expect(run.code, run.err).toBe(0);
      digests.push((JSON.parse(run.out) as { digest: string }).digest);
    }
    expect(digests[0]).toBe(digests[1]);
    const more = await place.run('partition', 'two.yaml', '--method', 'instances', '--aim', 'cut', '--imbalance', '1.1', '--seed', '3');
    expect([more.code, more.err]).toEqual([
      1,
      expect.stringContaining('as even as can be; leave out --aim, --imbalance, --seed') as string,
    ]);
    const wrong = await place.run('partition', 'relief.yaml', '--method', 'instances', '--out', 'none.json');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/--method instances: it repeats nothing/) as string]);
  });
});
