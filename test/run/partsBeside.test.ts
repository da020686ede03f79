/** Ranks that have their part of circuits whose repeated groups are joined by what stands beside them: digests and account of one process. */
import { describe, expect, test } from 'vitest';
import { instanceOf, isBeside, rankOf, type Share } from '../../dist/circuit/entries/share.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { parseShare } from '../../dist/circuit/file/parseShare.js';
import { dryRanks } from '../../dist/run/ranks/dryRanks.js';
import { factsOf, partOf } from '../../dist/run/ranks/part.js';
import { type PartsResults, simulateByParts } from '../../dist/run/ranks/simulateParts.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { instancePlan } from '../support/instancePlans.js';
import { accountOfResumed, answersOf, expectSame, folderOf, resumedByOne } from '../support/parts.js';

/**
 * A ring, a chain, and beside them: a pump that feeds both through a header, lines from one group to the other, one of them over a junction, a tank that all stations see, a signal of time that opens a valve in
 * each third station, and a pump with a relief valve at the far end of the chain, which only its line reaches.
 */
const joined = `
ringmain: 1
name: joined
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:
  station:
    parameters: { flow: 1 l/min }
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: $flow }, out: { kind: laminarRestrictor, conductance: 5 l/min/bar } }
    lines:
      onward: { from: node, to: next.node, volume: 1 l }
      feed: { from: pump, to: node, volume: 1 l }
      drain: { from: node, to: out.in, volume: 1 l }
    direct: [{ from: out.out, to: reservoir }]
  consumer:
    components: { valve: { kind: meteringValve, ratedFlow: 20 l/min, ratedPressureDrop: 10 bar }, sump: { kind: tank } }
    lines: { take: { from: node, to: valve.in, volume: 0.5 l } }
    direct: [{ from: valve.out, to: sump }]
    signals: [{ from: demand, to: valve.opening }]
  link:
    components: { knot: { kind: junction }, leak: { kind: laminarRestrictor, conductance: 3 l/min/bar }, sink: { kind: tank } }
    lines:
      onward: { from: knot, to: next.knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.2 ms }
      spill: { from: knot, to: leak.in, volume: 0.3 l }
    direct: [{ from: leak.out, to: sink }]
components:
  demand: { kind: cyclicDutyCycle, period: 2 ms, points: [[0 s, 0.2], [0.7 ms, 0.9], [1.2 ms, 0.2]] }
  reservoir: { kind: tank }
  main: { kind: flowSource, flow: 60 l/min }
  header: { kind: junction }
  middle: { kind: junction }
  far: { kind: flowSource, flow: 20 l/min }
  farNode: { kind: junction }
  relief: { kind: laminarRestrictor, conductance: 2 l/min/bar }
lines:
  cross: { from: ring2_node, to: chain4_knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.3 ms }
  supply: { from: main, to: header, volume: 0.2 l }
  toRing: { from: header, to: ring5_node, volume: 0.3 l }
  toChain: { from: chain1_knot, to: header, model: wave, impedance: 3e9 Pa s/m3, delay: 0.2 ms }
  half: { from: ring0_node, to: middle, volume: 0.4 l, segments: 2 }
  otherHalf: { from: middle, to: ring3_node, volume: 0.1 l }
  ofFar: { from: far, to: farNode, volume: 0.2 l }
  toRelief: { from: farNode, to: relief.in, volume: 0.2 l }
  toFar: { from: farNode, to: chain5_knot, volume: 0.5 l }
direct: [{ from: relief.out, to: reservoir }]
repeat:
  ring: { subcircuit: station, count: 7, close: true, every: { 3: consumer }, set: { flow: [2 l/min, 40 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min] } }
  chain: { subcircuit: link, count: 6 }
run: { end: 10 ms, step: 50 us }
record: { every: 1 ms, signals: [ring1_node.p, chain4_knot.p, header.p, cross.p, toChain.p, toRing.p, 'half*.p', relief.in.q, demand.output] }
`;
const texts = {
  fixed: joined,
  variable: joined
    .replaceAll(/model: wave, impedance: 3e9 Pa s\/m3, delay: 0\.[23] ms/g, 'volume: 1 l')
    .replace('step: 50 us', 'pressureError: 0.01 bar'),
};

// Full: all numbers of ranks and threads, by messages and by words that are gathered. Quickly each of these once; of four ranks lines lead to those that are no neighbours.
const numbers = [
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 1],
  [5, 1],
  [2, 2],
] as const;
const quick = [
  ['fixed', 4, 1, 2],
  ['variable', 3, 1, 16],
] as const;
const all = (['fixed', 'variable'] as const).flatMap((way) =>
  numbers.flatMap(([count, workers]) => [16, 2].map((gathersFrom) => [way, count, workers, gathersFrom] as const)),
);
test.each(isFull ? all : quick)('%s steps, %i ranks of %i threads, which gather from %i on', async (way, count, workers, gathersFrom) => {
  const options: RunOptions = { ...(workers > 1 ? { workers, kernels: 'wasm' } : { kernels: 'js' }), ...(isFull ? {} : { until: 2e-3 }) };
  await expectSame(texts[way], count, options, { gathersFrom });
});

// Quickly where ranks decide together about lines beside the groups.
test.each(isFull ? (['fixed', 'variable'] as const) : (['variable'] as const))(
  '%s steps, instances in unequal numbers, as a plan says',
  async (way) => {
    const starts = { ring: [0, 3, 4, 7], chain: [0, 1, 4, 6] };
    const { circuit } = parseCircuit(texts[way], 'circuit');
    const { groups } = parseShare(texts[way], 'circuit', { rank: 0, ranks: 3, starts }).share as Share;
    const owners = circuit.components.flatMap(({ name }) => {
      const instance = instanceOf({ groups }, name);
      return isBeside({ groups }, instance) ? [[name, rankOf({ groups, ranks: 3 }, instance)] as const] : [];
    });
    expect(owners.length).toBeGreaterThan(3);
    const plan = instancePlan(circuit, starts, Object.fromEntries(owners));
    await expectSame(texts[way], 3, { kernels: 'js', plan, ...(isFull ? {} : { until: 1e-3 }) });
  },
);

/** Why a part of three cannot be laid out by itself. */
function whyOf(text: string): (string | null)[] {
  return [0, 1, 2].map((rank) => {
    const { circuit, share } = parseShare(text, 'circuit', { rank, ranks: 3 }, []);
    return factsOf(partOf(circuit, share as Share, 1), {}).why;
  });
}

test('what joins parts without a line, and sums over several, need the whole circuit', () => {
  expect(whyOf(joined)).toEqual([null, null, null]);
  // Two sensors of stations, the sum of which is of no station.
  const summed = (first: number, second: number): string =>
    joined
      .replace('pump: {', 'gauge: { kind: pressureSensor, scale: 1 bar }, pump: {')
      .replace('onward: { from: node', 'tap: { from: node, to: gauge.in, volume: 0.1 l }\n      onward: { from: node')
      .replace('\nlines:\n  cross', '\n  both: { kind: sum }\nlines:\n  cross')
      .replace(
        '\nrepeat:',
        `\nsignals: [{ from: ring${first}_gauge, to: both.input1 }, { from: ring${second}_gauge, to: both.input2 }]\nrepeat:`,
      );
  expect(whyOf(summed(2, 3))).toEqual([null, null, null]);
  const apart = "'both' and 'ring5_gauge' are in different parts, and joined by signals; put a line between them";
  expect(whyOf(summed(1, 5))).toEqual([apart, apart, apart]);
  // The tank that all stations see is run by one rank, which alone would record it.
  const ofTank = "'reservoir.in.q' is recorded, the sum of flows of several parts; record those";
  expect(whyOf(joined.replace('relief.in.q', 'reservoir.in.q')).filter((why) => why !== null)).toEqual([ofTank]);
});

test('what needs the whole circuit is told before the run, and what repeats nothing is not', async () => {
  const text = joined.replace('relief.in.q', 'reservoir.in.q');
  const options = { kernels: 'js' as const, until: 1e-4 };
  const [first, second] = await answersOf(2, { text, options, parts: { digest: true } });
  const why = "'reservoir.in.q' is recorded, the sum of flows of several parts; record those";
  expect([first?.whole, second?.whole]).toEqual([[why], []]);
  expect(first?.results?.notes.join('\n')).toContain(`each rank had the layout of the whole circuit: ${why}`);
  const alone =
    text.slice(0, text.indexOf('subcircuits:')) +
    `
components: { p: { kind: flowSource, flow: 1 l/min }, n: { kind: junction }, r: { kind: laminarRestrictor, conductance: 1 l/min/bar }, t: { kind: tank } }
lines: { a: { from: p, to: n, volume: 1 l }, b: { from: n, to: r.in, volume: 1 l } }
direct: [{ from: r.out, to: t }]
run: { end: 1 ms }
`;
  const [other] = await answersOf(2, { text: alone, options, parts: { digest: true } });
  expect(other?.whole).toEqual([]);
});

// Full: variable steps, and resumed by all numbers of ranks.
test.each(isFull ? (['fixed', 'variable'] as const) : (['fixed'] as const))(
  'saved by three, %s steps: resumed by others, and by one process',
  async (way) => {
    const text = texts[way];
    const options = { kernels: 'js' as const, until: 3e-3 };
    const saved = await answersOf(3, { text, options, parts: { digest: true }, checkpoints: { at: 1.3e-3 } });
    const from = folderOf(saved);
    const { circuit } = parseCircuit(text, 'circuit');
    const whole = await simulate(circuit, { ...options, workers: 1 });
    expect(accountOfResumed(saved[0]?.results as LineResults)).toEqual(accountOfResumed(whole));
    for (const count of isFull ? [3, 2, 5, 1] : [2]) {
      const [first] = await answersOf(count, { text, options: { kernels: 'js' }, parts: { digest: true }, checkpoints: { from } });
      expect(first?.begun).toBeGreaterThan(1.2e-3);
      expect(accountOfResumed(first?.results as LineResults), `${count} ranks`).toEqual(accountOfResumed(whole));
      expect(first?.results?.notes.join('\n')).toMatch(/each had the layout of its part/);
    }
    expect(accountOfResumed(await resumedByOne(text, from))).toEqual(accountOfResumed(whole));
  },
);

test('without a digest each has its own rows, and all the same causes of steps', async () => {
  const options = { kernels: 'js' as const, until: isFull ? 3e-3 : 1e-3 };
  const answers = await answersOf(3, { text: texts.variable, options, parts: { digest: false } });
  const one = await simulate(parseCircuit(texts.variable, 'circuit').circuit, { ...options, workers: 1 });
  const series = answers.flatMap((answer) => Object.entries(answer.series ?? {}));
  expect(series.map(([name]) => name).sort()).toEqual(one.columns.map(({ name }) => name).sort());
  for (const [name, values] of series) expect(values, name).toEqual(one.series(name).y);
  for (const { results } of answers) {
    const { limitedBy, ranks } = results as unknown as PartsResults;
    expect(limitedBy).toEqual(one.account.limitedBy);
    expect(ranks.reduce((sum, { instances }) => sum + instances, 0)).toBe(13);
    expect(ranks.reduce((sum, { components }) => sum + components, 0)).toBe(one.run.components);
  }
  expect(one.account.limitedBy.some(({ what }) => ['supply', 'toRing', 'cross', 'half_1', 'half_2', 'toChain'].includes(what))).toBe(true);
});

/** What a rank of three by itself makes of a circuit. */
async function dryRun(text: string, rank: number, options: RunOptions): Promise<PartsResults> {
  const source = {
    text,
    share: () => ({ ...parseShare(text, 'circuit', { rank, ranks: 3 }, []), readSeconds: 0 }),
    whole: () => parseCircuit(text, 'circuit').circuit,
  };
  return (await simulateByParts(source, { build: 'one', kernels: 'js', ...options, digest: false }, dryRanks(rank, 3))) as PartsResults;
}

describe('one rank by itself: the other ends of lines beside the groups get what its own send', () => {
  // A rank by itself has others on both sides.
  const closed = (text: string): string => text.replace('link, count: 6', 'link, count: 6, close: true');

  test('capacitive lines: no more steps than the whole makes', async () => {
    const text = closed(texts.variable);
    const { account } = await simulate(parseCircuit(text, 'circuit').circuit, { kernels: 'js', until: 2e-3, workers: 1 });
    const most = 1.2 * (account.steps.accepted + account.steps.rejected);
    for (const rank of [0, 1, 2]) {
      const { accepted, rejected } = (await dryRun(text, rank, { until: 2e-3 })).steps;
      expect(accepted + rejected, `rank ${rank}`).toBeLessThan(most);
    }
  });

  test('waves: the line is as one that is shut halfway', async () => {
    const { rows, columns } = await dryRun(closed(texts.fixed), 1, { until: 4e-3, record: ['ring2_node.p', 'cross.q'] });
    expect(columns.map(({ name }) => name)).toEqual(['ring2_node.p', 'cross.q']);
    const [pressure, flow] = [0, 1].map((k) => rows.array(k).at(-1)) as [number, number];
    expect(pressure).toBeGreaterThan(1e3);
    // Of a line that nothing comes back from it is p / Z.
    expect(Math.abs(flow)).toBeLessThan((0.2 * pressure) / 3e9);
  });
});

test('steps between meetings are those that lines between ranks allow, not those of what each rank has read', () => {
  const link = (rest: string): string => `${joined.slice(0, joined.indexOf('subcircuits:'))}
subcircuits:
  link:
    components: { knot: { kind: junction }, leak: { kind: laminarRestrictor, conductance: 3 l/min/bar }, sink: { kind: tank }, pump: { kind: flowSource, flow: 1 l/min } }
    lines:
      feed: { from: pump, to: knot, volume: 0.3 l }
      spill: { from: knot, to: leak.in, volume: 0.3 l }
      onward: { from: knot, to: next.knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.2 ms }
    direct: [{ from: leak.out, to: sink }]
  short: { lines: { shortcut: { from: knot, to: next.knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.05 ms } } }
${rest}
run: { end: 10 ms, step: 50 us }
`;
  const windows = (text: string): (number | null)[] =>
    [0, 1, 2].map((rank) => {
      const { circuit, share } = parseShare(text, 'circuit', { rank, ranks: 3 }, []);
      return factsOf(partOf(circuit, share as Share, 1), {}).window;
    });
  // Instance 4 leads to 5 of the same rank; the rank before has read it, and behind it 10 of another.
  const chain = 'chain: { subcircuit: link, count: 12, close: true, every: { 4: short } }';
  expect(
    windows(
      link(
        `lines: { by: { from: chain4_knot, to: chain10_knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.3 ms } }\nrepeat: { ${chain} }`,
      ),
    ),
  ).toEqual([4, 4, 4]);
  // Only two of three islands have a line to another.
  const islands = link(
    'lines: { by: { from: one0_knot, to: one2_knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.15 ms } }\nrepeat: { one: { subcircuit: link, count: 3 } }',
  );
  expect(windows(islands.replace(/ {6}onward: .*\n/, ''))).toEqual([3, null, 3]);
});

describe('a circuit that the share of a rank alone would refuse', () => {
  const cell = (consumer: string, top: string): string => `
ringmain: 1
name: shares
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:
  station:
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: 2 l/min }, out: { kind: laminarRestrictor, conductance: 5 l/min/bar }, sump: { kind: tank } }
    lines: { onward: { from: node, to: next.node, volume: 1 l }, feed: { from: pump, to: node, volume: 1 l }, drain: { from: node, to: out.in, volume: 1 l } }
    direct: [{ from: out.out, to: sump }]
  consumer: ${consumer}
components: { ${top} }
repeat: { ring: { subcircuit: station, count: 12, close: true, every: { 12: consumer } } }
run: { end: 1 ms, step: 50 us }
record: { every: 0.5 ms, signals: [ring1_node.p] }
`;
  const valve = 'valve: { kind: laminarRestrictor, conductance: 5 l/min/bar }';
  const take = 'take: { from: node, to: valve.in, volume: 0.5 l }';
  /** What one instance of the group uses, which two of three ranks have not in their parts. */
  test.each([
    [
      'a tank beside the groups that one instance drains into (CIR309)',
      cell(`{ components: { ${valve} }, lines: { ${take} }, direct: [{ from: valve.out, to: return }] }`, 'return: { kind: tank }'),
    ],
    [
      'a gain beside the groups that a sensor of one instance drives (CIR403)',
      cell(
        '{ components: { gauge: { kind: pressureSensor, scale: 1 bar } }, lines: { tap: { from: node, to: gauge.in, volume: 0.1 l } }, signals: [{ from: gauge, to: shown }] }',
        'shown: { kind: gain, factor: 2 }',
      ),
    ],
  ])('%s', async (_, text) => {
    await expectSame(text, 3, { kernels: 'js' });
  });

  test('the only tank, in one instance: all ranks take the whole circuit', async () => {
    const text = cell(`{ components: { ${valve}, last: { kind: tank } }, lines: { ${take} }, direct: [{ from: valve.out, to: last }] }`, '')
      .replace(', sump: { kind: tank }', '')
      .replace('pump: { kind: flowSource, flow: 2 l/min }', 'more: { kind: junction }')
      .replace('{ from: pump, to: node', '{ from: out.out, to: more')
      .replace('onward: { from: node', 'onward: { from: more')
      .replace('    direct: [{ from: out.out, to: sump }]\n', '')
      .replace('components: {  }\n', '');
    const task = { text, options: { kernels: 'js' as const }, parts: { digest: true } };
    const [first] = await answersOf(3, task);
    const results = first?.results as LineResults;
    expect(results.notes.at(-1)).toMatch(
      /^each rank had the layout of the whole circuit: what rank 1 reads is no circuit by itself: circuit.* CIR320 [^\n]*$/,
    );
    const { digest } = await simulate(parseCircuit(text, 'circuit').circuit, { kernels: 'js' });
    expect(results.digest).toBe(digest);
    // One rank has all of it, and what that has saved goes on by three.
    const saved = await answersOf(1, { ...task, checkpoints: { at: 0.5e-3 } });
    expect(saved[0]?.results?.notes.join('\n')).not.toContain('whole circuit');
    const [resumed] = await answersOf(3, { ...task, checkpoints: { from: folderOf(saved) } });
    expect(resumed?.results?.digest).toBe(digest);
  });
});
