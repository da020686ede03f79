/** Why a circuit has no part for a rank: each reason by its name; the run of ranks notes it, and each then has the whole layout. */
import { expect, test } from 'vitest';
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
  ['several groups', file(`s: ${group}, u: ${group}`), 2, 'it repeats several groups'],
  ['fewer instances than ranks', file(`s: ${group}`), 5, "there are 5 ranks, and 's' is repeated 4 times"],
  ['others beside', file(`s: ${group}`, beside), 2, 'it has components and lines beside those that it repeats'],
  ['signals', file(`s: ${group}`, '', signals), 2, "signals of subcircuit 'station' lead to the next instance"],
])('%s', (_, text, ranks, why) => {
  const { share, circuit } = parseShare(text, 'shared.yaml', { rank: 0, ranks }, []);
  if (why === null) expect(share).toMatchObject({ group: 's', count: 4, from: 0, end: 2 });
  else expect(share).toBe(why);
  // Its own two and one beyond each end; without parts all that there is.
  if (why !== null) expect(circuit.components.length).toBeGreaterThanOrEqual(16);
});
