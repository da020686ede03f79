/** Why a circuit has no part for a rank: each reason by its name; the run of ranks notes it, and each then has the whole layout. */
import { expect, test } from 'vitest';
import { instanceOf, ownCount, ownRanges, rankOf, type Share } from '../../dist/circuit/entries/share.js';
import { parseShare } from '../../dist/circuit/file/parseShare.js';

const station = (more = ''): string => `
  station:
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: 1 l/min }, out: { kind: laminarRestrictor, conductance: 5 l/min/bar }, tank: { kind: tank }${more} }
    lines: { onward: { from: node, to: next.node, volume: 1 l }, feed: { from: pump, to: node, volume: 1 l }, drain: { from: node, to: out.in, volume: 1 l } }
    direct: [{ from: out.out, to: tank }]`;
const group = '{ subcircuit: station, count: 4, close: true }';
const file = (repeat: string, rest = '', own = station()): string => `
ringmain: 1
name: shared
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:${own}
repeat: { ${repeat} }
run: { end: 1 ms }
${rest}`;

const other = (lines: string): string => `
  other:
    components: { knot: { kind: junction }, leak: { kind: laminarRestrictor, conductance: 5 l/min/bar }, sump: { kind: tank } }
    lines: { spill: { from: knot, to: leak.in, volume: 1 l }, ${lines} }
    direct: [{ from: leak.out, to: sump }]`;
const beside =
  'components: { h: { kind: junction }, p: { kind: flowSource, flow: 1 l/min }, r: { kind: laminarRestrictor, conductance: 5 l/min/bar }, t: { kind: tank } }\n' +
  'lines: { a: { from: p, to: h, volume: 1 l }, l: { from: h, to: r.in, volume: 1 l } }\ndirect: [{ from: r.out, to: t }]';
const signals = `${station(', c: { kind: constant, value: 1 }, g: { kind: gain, factor: 1 }')}
    signals: [{ from: c, to: next.g }]`;

test.each<[string, string, number, string | null]>([
  ['one group', file(`s: ${group}`), 2, null],
  ['several groups', file(`s: ${group}, u: ${group}`), 2, null],
  [
    'a group with fewer instances than ranks',
    file(`s: ${group}, u: { subcircuit: station, count: 2 }`),
    3,
    "there are 3 ranks, and 'u' is repeated 2 times; start no more than that",
  ],
  ['groups whose names begin alike', file(`s: ${group}, st: ${group}`), 2, 'names of its groups begin alike; rename one'],
  ['fewer instances than ranks', file(`s: ${group}`), 5, "there are 5 ranks, and 's' is repeated 4 times; start no more than that"],
  [
    'signals',
    file(`s: ${group}`, '', signals),
    2,
    "direct connections or signals of subcircuit 'station' lead to the next instance; lead a line there",
  ],
  [
    'a line of each instance to what stands beside',
    file(`s: ${group}`, beside, station('').replace('onward:', 'more: { from: node, to: h, volume: 1 l }, onward:')),
    2,
    "lines of subcircuit 'station' lead to 'h', which is no part of the instance; end them within it, and join groups by lines beside them",
  ],
  [
    'a line of each instance to one of them',
    file(
      `u: ${group.replace('station', 'other')}, s: ${group}`,
      '',
      `${station()}${other('more: { from: knot, to: s1_node, volume: 1 l }')}`,
    ),
    2,
    "lines of subcircuit 'other' lead to 's1_node', which is no part of the instance; end them within it, and join groups by lines beside them",
  ],
  [
    'subcircuits in turn that call the next one by other names',
    file(
      `s: ${group.replace('station', '[station, other]')}`,
      '',
      `${station().replace('next.node', 'next.knot')}${other('on: { from: knot, to: next.node, volume: 1 l }')}`,
    ),
    2,
    "lines of subcircuit 'station' lead to 'knot', which some next instances have not; call it the same in all",
  ],
  [
    'signals from another instance',
    file(`s: ${group}`, '', signals.replace('next.g', 'g').replace('from: c', 'from: s2_c')),
    2,
    "subcircuit 'station' leads to 's2_c' of another instance; lead a line there, beside the groups",
  ],
  [
    'a component beside that is called like a part',
    file(`s: ${group}`, beside.replaceAll(/\bp\b/g, 's1_p')),
    2,
    "'s1_p' is called like a part of a repeated group; rename it",
  ],
])('%s', (_, text, ranks, why) => {
  const { share, circuit } = parseShare(text, 'shared.yaml', { rank: 0, ranks }, []);
  // Of four of each group its own two and one beyond each end; without parts all that there is.
  if (why !== null) {
    expect(share).toBe(why);
    expect(circuit.components.length).toBeGreaterThanOrEqual(14);
    return;
  }
  const { groups, instances } = share as Share;
  expect([...instances]).toEqual(groups.flatMap(({ first }) => [0, 1, 2, 3].map((k) => first + k)));
  expect(ownRanges(share as Share)).toEqual(groups.map((_, g) => [4 * g, 4 * g + 2]));
});

test('every instance has one owner, and each rank reads those beside its own', () => {
  const text = file(`ring: ${group.replace('4', '11')}, chain: { subcircuit: station, count: 7 }`);
  for (const ranks of [1, 2, 3, 7]) {
    const owned: number[] = [];
    for (let rank = 0; rank < ranks; rank++) {
      const share = parseShare(text, 'shared.yaml', { rank, ranks }, []).share as Share;
      for (const [from, end] of ownRanges(share)) {
        const own = Array.from({ length: end - from }, (_, k) => from + k);
        owned.push(...own);
        for (const instance of own) expect(rankOf(share, instance)).toBe(rank);
        const isChain = from >= 11;
        const beside = isChain ? [from - 1, end].filter((i) => i >= 11 && i < 18) : [(from + 10) % 11, end % 11];
        for (const instance of [...own, ...beside]) expect([...share.instances]).toContain(instance);
      }
    }
    expect(owned.sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, k) => k));
  }
});

test('what stands beside the groups is read by all, and is run where it leads to', () => {
  const more = beside
    .replace(
      'lines: {',
      'lines: { on: { from: k, to: h, volume: 1 l }, far: { from: h, to: s9_node, volume: 1 l }, near: { from: p2, to: s2_node, volume: 1 l },',
    )
    .replace(
      'components: {',
      'components: { k: { kind: junction }, p2: { kind: flowSource, flow: 1 l/min }, alone: { kind: constant, value: 1 },',
    )
    .replace('lines: {', 'lines: { of: { from: p3, to: k, volume: 1 l },')
    .replace('components: {', 'components: { p3: { kind: flowSource, flow: 1 l/min },');
  const text = file(`s: ${group.replace('4', '11')}`, more);
  const names = ['k', 'p', 'p2', 'p3', 'h', 'r', 't', 'alone', 'on', 'far', 'near', 'a', 'l', 'of'];
  for (const ranks of [1, 2, 3, 7]) {
    const shares = Array.from({ length: ranks }, (_, rank) => parseShare(text, 'shared.yaml', { rank, ranks }, []));
    for (const { share, circuit } of shares) {
      const own = share as Share;
      const instances = names.map((name) => instanceOf(own, `${name}.p`));
      expect(instances.toSorted((x, y) => x - y)).toEqual(names.map((_, k) => k));
      // Of the pump that leads to the third station, and of what leads to none, that one's owner, and the first's.
      const hostOf = (name: string): number => Number(name === 'p2' || name === 'near' ? 2 : name === 'alone' ? 0 : 9);
      for (const [k, name] of names.entries())
        expect(rankOf(own, instances[k] as number), name).toBe(rankOf(own, instanceOf(own, `s${hostOf(name)}_node`)));
      const read = circuit.components.map(({ name }) => name);
      expect(read).toEqual(expect.arrayContaining(['k', 'p', 'alone', 's2_node', 's9_node']));
      expect(circuit.lines.filter(({ name }) => names.includes(name))).toHaveLength(6);
    }
    const counts = shares.map(({ share }) => ownCount(share as Share, 's'));
    expect(counts.reduce((x, y) => x + y, 0)).toBe(11);
    const owned = shares.flatMap(({ share }) =>
      ownRanges(share as Share).flatMap(([from, end]) => Array.from({ length: end - from }, (_, k) => from + k)),
    );
    expect(owned.sort((x, y) => x - y)).toEqual(Array.from({ length: names.length + 11 }, (_, k) => k));
  }
});

test('values of what stands beside are set in every share; those of single instances need the whole', () => {
  const text = file(`s: ${group}`, beside);
  const shareOf = (...set: string[]) => parseShare(text, 'shared.yaml', { rank: 1, ranks: 2 }, set);
  const { share, circuit } = shareOf('p.flow=7 l/min', 'a.volume=2 l');
  expect(share).toHaveProperty('instances');
  expect(circuit.components.find(({ name }) => name === 'p')?.parameters['flow']).toBeCloseTo(7e-3 / 60, 12);
  expect(shareOf('s1_pump.flow=7 l/min').share).toBe('--set gives values of single instances; write them under set: of their group');
});

test('a whole that is too large for a rank says why it is asked for', () => {
  const text = file(`s: ${group.replace('count: 4', 'count: 4000000')}, st: ${group}`);
  expect(() => parseShare(text, 'shared.yaml', { rank: 0, ranks: 2 }, [])).toThrow(
    /each needs all of this: names of its groups begin alike; rename one; or give a count of at most \d+/,
  );
});
