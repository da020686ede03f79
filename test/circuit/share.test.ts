/** Why a circuit has no part for a rank: each reason by its name; the run of ranks notes it, and each then has the whole layout. */
import { expect, test } from 'vitest';
import { ownRanges, rankOf, type Share } from '../../dist/circuit/entries/share.js';
import { parseShare } from '../../dist/circuit/file/parse.js';

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

const beside =
  'components: { p: { kind: flowSource, flow: 1 l/min }, r: { kind: laminarRestrictor, conductance: 5 l/min/bar }, t: { kind: tank } }\n' +
  'lines: { l: { from: p, to: r.in, volume: 1 l } }\ndirect: [{ from: r.out, to: t }]';
const signals = `${station(', c: { kind: constant, value: 1 }, g: { kind: gain, factor: 1 }')}
    signals: [{ from: c, to: next.g }]`;

test.each<[string, string, number, string | null]>([
  ['one group', file(`s: ${group}`), 2, null],
  ['several groups', file(`s: ${group}, u: ${group}`), 2, null],
  [
    'a group with fewer instances than ranks',
    file(`s: ${group}, u: { subcircuit: station, count: 2 }`),
    3,
    "there are 3 ranks, and 'u' is repeated 2 times",
  ],
  ['groups whose names begin alike', file(`s: ${group}, st: ${group}`), 2, 'names of its groups begin alike'],
  ['fewer instances than ranks', file(`s: ${group}`), 5, "there are 5 ranks, and 's' is repeated 4 times"],
  ['others beside', file(`s: ${group}`, beside), 2, 'it has components and lines beside those that it repeats'],
  ['signals', file(`s: ${group}`, '', signals), 2, "signals of subcircuit 'station' lead to the next instance"],
])('%s', (_, text, ranks, why) => {
  const { share, circuit } = parseShare(text, 'shared.yaml', { rank: 0, ranks }, []);
  // Of four of each group its own two and one beyond each end; without parts all that there is.
  if (why !== null) {
    expect(share).toBe(why);
    expect(circuit.components.length).toBeGreaterThanOrEqual(16);
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
