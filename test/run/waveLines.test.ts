/** The loops over wave lines, attempt by attempt: what every end receives against a plain history kept beside, and how the lists are made. */

import { describe, expect, test } from 'vitest';
import { decisionOffsets } from '../../dist/blocks/step/decision.js';
import { wordOffsets } from '../../dist/blocks/step/words.js';
import {
  delayInSteps,
  type PartitionRings,
  ringMean,
  ringOffsets,
  runWords,
  sourceHead,
  tableHead,
  wavesUnderWay,
} from '../../dist/blocks/waves/rings.js';
import { means, publish, receive } from '../../dist/blocks/waves/rings.step.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { network } from '../../dist/network/network.js';
import type { Layout } from '../../dist/program/layout/layout.js';
import { layOut } from '../../dist/program/layout/layoutBuilder.js';
import { ByHand } from '../support/byHand.js';
import { random } from '../support/kernelBench.js';
import { threeWaysOf } from '../support/threeWays.js';

const step = 1e-4;

/** Orifices in a ring with wave lines of several delays, some a fraction of steps, and a few capacitive ones between. */
function mixedRing(stations: number): Circuit {
  const delays = ['0.1 ms', '0.3 ms', '0.25 ms', '1 ms', '0.777 ms'];
  const ring = circuit('mixed')
    .component('t', 'tank')
    .run({ end: '1 s', step: `${step} s` })
    .initialPressure('20 bar');
  for (let i = 0; i < stations; i++) {
    ring.component(`n${i}`, 'junction').component(`o${i}`, 'orifice', { area: `${i + 1} mm2` });
    ring.line(`f${i}`, `n${i}`, `o${i}.in`, { volume: '1 l' }).direct(`o${i}.out`, 't');
  }
  for (let i = 0; i < stations; i++) {
    const data = { model: 'wave', impedance: `${1 + i / 7}e9 Pa s/m3`, delay: delays[i % delays.length] as string };
    ring.line(`m${i}`, `n${i}`, `n${(i + 1) % stations}`, { ...data, initialPressure: `${10 + i} bar` });
  }
  return ring.build();
}

test.each([
  [1e-3, 1e-4, 10, 0],
  [1e-4, 1e-4, 1, 0],
  [2.5e-4, 1e-4, 3, 0.5],
  [1.01e-4, 1e-4, 2, 0.99],
  [3e-4 * (1 + 1e-11), 1e-4, 3, 0],
  [3e-4 * (1 - 1e-11), 1e-4, 3, 0],
])('a delay of %d s in steps of %d s: D = %d, f = %d', (delay, length, steps, fraction) => {
  const found = delayInSteps(delay, length);
  expect(found.delay).toBe(steps);
  if (fraction === 0) expect(found.fraction).toBe(0);
  else expect(found.fraction).toBeCloseTo(fraction, 12);
});

/** C at an end. */
const characteristicAt = ({ partitions, site: { endPartition, endIndex } }: Layout, F: Float64Array, end: number): number =>
  F[(partitions[endPartition[end] as number] as Layout['partitions'][number]).c + (endIndex[end] as number)] as number;

describe.each([1, 2, 5])('%i partitions drawn at random', (parts) => {
  const built = mixedRing(13);
  const rng = random(parts);
  // Orifices and the tank that they see stay together.
  const owner = Int32Array.from(built.components, ({ kind }, c) =>
    kind ? 0 : c < 2 * parts ? (c >> 1) % parts : Math.floor(rng() * parts),
  );
  const waveEnds = built.lines.flatMap(({ wave }, line) => (wave ? [2 * line, 2 * line + 1] : []));

  test('every end receives w[n-D] + f (w[n-D+1] - w[n-D]) of the other: the same bits', () => {
    const run = new ByHand(built, owner, parts);
    const { layout } = run.session;
    const leaving = (end: number): number =>
      run.F[(layout.partitions[layout.site.endPartition[end] as number]?.w as number) + (layout.site.endIndex[end] as number)] as number;
    const history = new Map<number, number[]>(waveEnds.map((end) => [end, []]));
    for (let n = 0; n < 45; n++) {
      run.attempt();
      for (const end of waveEnds) history.get(end)?.push(leaving(end));
      run.accept(step);
      for (const end of waveEnds) {
        const line = built.lines[end >> 1] as Circuit['lines'][number];
        const waves = history.get(end ^ 1) as number[];
        const { delay, fraction } = delayInSteps(line.wave?.delay as number, step);
        const w = (k: number): number => (k < 0 ? line.initialPressure : (waves[k] as number));
        const early = w(n + 1 - delay);
        const expected = fraction === 0 ? early : early + fraction * (w(n + 2 - delay) - early);
        expect(characteristicAt(layout, run.F, end), `end ${end}, attempt ${n}`).toBe(expected);
        const underWay = Array.from({ length: delay }, (_, k) => {
          const at = n + 1 - delay + k;
          return at < 0 ? line.initialPressure : (history.get(end)?.[at] as number);
        });
        expect([...wavesUnderWay(run.F, layout.families.rings, layout.site, end, n + 1)]).toEqual(underWay);
      }
    }
  });

  test('the mean of a line is ½(C_a + C_b) at both its ends, whoever owns them: the same bits', () => {
    const run = new ByHand(built, owner, parts);
    const { layout, functions } = run.session;
    for (let n = 0; n < 30; n++) {
      run.advance(step);
      layout.partitions.forEach((_, p) => functions.get(`means_${p}`)?.(1));
      for (const end of waveEnds) {
        const mean = run.F[ringMean(layout.families.rings, layout.site, end) as number];
        const [a, b] = [end & ~1, end | 1].map((e) => characteristicAt(layout, run.F, e)) as [number, number];
        expect(mean, `end ${end}, attempt ${n}`).toBe(0.5 * (a + b));
      }
    }
  });

  test('the functions as they stand, as JavaScript and as WebAssembly leave the same bits', () => {
    const run = new ByHand(built, owner, parts);
    for (let n = 0; n < 14; n++) run.advance(step);
    for (const partition of run.session.layout.partitions) {
      for (const column of [partition.c, partition.w])
        for (let end = 0; end < (run.session.layout.site.ownEnds[partition.index] as number); end++) run.F[column + end] = rng();
      const o = ringOffsets(
        run.session.layout.families.rings.partitions[partition.index] as PartitionRings,
        partition,
        decisionOffsets(partition).accepted,
      );
      for (const [name, made] of Object.entries({ publish, receive, means })) {
        const ways = threeWaysOf(run.session, `${name}_${partition.index}`, (F, I, share = 0) => made(F, I, o, share), 1);
        expect(ways).toMatchObject({ javascript: 0, wasm: 0 });
        expect(ways.changed).toBeGreaterThan(0);
      }
    }
  });

  test('impedances never change, and a tried attempt leaves nothing behind', () => {
    const [plain, tried] = [new ByHand(built, owner, parts), new ByHand(built, owner, parts)];
    const characteristics = (run: ByHand): number[] => waveEnds.map((end) => characteristicAt(run.session.layout, run.F, end));
    for (let n = 0; n < 12; n++) {
      tried.attempt();
      tried.retune(step * 3);
      tried.attempt();
      tried.retune(step);
      tried.advance(step);
      plain.advance(step);
    }
    expect(characteristics(tried).map((c, k) => c / (characteristics(plain)[k] as number))).toEqual(
      waveEnds.map(() => expect.closeTo(1, 12)),
    );
    for (const end of waveEnds) {
      const partition = plain.session.layout.partitions[plain.session.layout.site.endPartition[end] as number];
      const z = plain.F[(partition?.z as number) + (plain.session.layout.site.endIndex[end] as number)];
      expect(z).toBe(built.lines[end >> 1]?.wave?.impedance);
    }
  });

  test('every own end is published once and receives once', () => {
    const layout = layOut(network(built), { owner, parts, step });
    expect(layout.families.lines.cut.every(({ line }) => !built.lines[line]?.wave)).toBe(true);
    for (const [index, waves] of layout.families.rings.partitions.entries()) {
      const list = (k: number): number => waves.lists.values[k] as number;
      const ends = (head: number): number[] =>
        Array.from({ length: list(head + 1) }, (_, r) => list(head) - waves.lists.at + runWords * r).flatMap((run) =>
          Array.from({ length: list(run + 2) }, (__, j) => list(run) + j),
        );
      const published = waves.tables.flatMap((_, t) => ends(tableHead * t + 5));
      const received = Array.from({ length: waves.sources }, (_, s) => ends(tableHead * waves.tables.length + sourceHead * s + 4)).flat();
      const own = waveEnds.filter((end) => layout.site.endPartition[end] === index).map((end) => layout.site.endIndex[end] as number);
      const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);
      expect(sorted(published)).toEqual(sorted(own));
      expect(sorted(received)).toEqual(sorted(own));
    }
  });
});

test('a wave that is not a number is told by the component that it meets; an infinite one has become one a step later', () => {
  for (const [value, attempts] of [
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 2],
  ] as const) {
    const run = new ByHand(mixedRing(4));
    const { layout } = run.session;
    const { notFinite } = wordOffsets(layout.partitions[0] as (typeof layout.partitions)[number]);
    // An end of a junction of wave lines, whose error no capacitive line sees before the wave is on its way.
    const end = 2 * run.circuit.lines.findIndex(({ wave }) => wave !== null);
    run.attempt();
    expect(run.F[notFinite]).toBe(-1);
    run.F[(layout.partitions[0]?.c as number) + (layout.site.endIndex[end] as number)] = value;
    for (let n = 1; n <= attempts; n++) {
      run.attempt();
      if (n < attempts) run.accept(run.step);
    }
    expect(run.F[notFinite], `${value}`).toBeGreaterThanOrEqual(0);
  }
});

test.each([50, 2000])('a generated ring of %i stations has a handful of runs, whatever its size, also cut in two', (stations) => {
  const ring = parseCircuit(generateRing({ stations, preset: 'a' }), 'ring').circuit;
  const halves = Int32Array.from(ring.components, (_, c) => (c < ring.components.length / 2 ? 0 : 1));
  for (const [owner, parts] of [
    [new Int32Array(ring.components.length), 1],
    [halves, 2],
  ] as const) {
    for (const waves of layOut(network(ring), { owner, parts, step }).families.rings.partitions)
      expect(waves.lists.values.length).toBeLessThan(60);
  }
});
