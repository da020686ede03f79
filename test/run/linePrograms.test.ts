/**
 * Step programs of wave lines with histories, of their cavities, of port volumes to them, and of the look at pressures: as they stand, as JavaScript and as WebAssembly they
 * leave the same bits. All kinds of friction, gas, elements and port volume are there, and rejected steps before.
 */
import { describe, expect, test } from 'vitest';
import { type ExtremeOffsets, extremePieces, extremes } from '../../dist/blocks/kept/extremes.step.js';
import { decisionOffsets } from '../../dist/blocks/step/decision.js';
import { verdicts } from '../../dist/blocks/step/outcomes.js';
import { wordOffsets } from '../../dist/blocks/step/words.js';
import { cavityOffsets } from '../../dist/blocks/waves/cavities.js';
import { joints, keepCavities, portCavities, softenPorts } from '../../dist/blocks/waves/cavities.step.js';
import { historyOffsets } from '../../dist/blocks/waves/histories.js';
import { arrive, delayMeans, present, publish, recall, takeFlows } from '../../dist/blocks/waves/histories.step.js';
import { commit, solve } from '../../dist/blocks/waves/historyStates.step.js';
import type { PartitionHistories } from '../../dist/blocks/waves/historyTables.js';
import { joinPortVolumes, keepPortVolumes, shareFlows } from '../../dist/blocks/waves/portVolumes.step.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { stepSource } from '../../dist/code/stepSource.js';
import type { PartitionLayout } from '../../dist/program/layout/layout.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';
import { ByHand } from '../support/byHand.js';
import { random } from '../support/kernelBench.js';
import { type ThreeWays, threeWays, threeWaysOf } from '../support/threeWays.js';

/** A chain of wave lines of all kinds between a source and a cylinder; valves shut, so that there are cavities. */
function chain(step: number | null): Circuit {
  const kinds = [
    { friction: 'unsteady' },
    { friction: 'turbulent', velocity: '3 m/s', roughness: '0.1 mm' },
    { friction: 'laminar', elements: '2', cavitation: 'gas', gasFraction: '1e-4' },
    { friction: 'lumped', elevation: '2 m' },
    { friction: 'none', elements: '3' },
  ];
  const built = circuit('chain')
    .fluid({ vapourPressure: '-1 bar', viscosity: '46 cSt' })
    .initialPressure('4 bar')
    .component('u', 'dutyCycle', {
      points: [
        ['0 ms', -40],
        ['3 ms', -40],
        ['3 ms', 40],
        ['6 ms', 40],
        ['6 ms', -40],
        ['20 ms', -40],
      ],
    })
    .component('s', 'controlledFlowSource', { gain: '1 l/min' })
    .signal('u', 's.demand')
    .definition('chamber', {
      ports: { in: 'hydraulic', out: 'hydraulic' },
      equations: 'in.q = 0\nout.q = 0\nin.V = 2e-5 * (1 + 0.5*sin(500*time))',
    })
    .component('t', 'tank');
  let from = 's';
  kinds.forEach((kind, k) => {
    const wave = { model: 'wave', length: `${3 + k / 3} m`, diameter: `${12 + k} mm` };
    const to = k === kinds.length - 1 ? 'v.in' : `n${k}`;
    if (k === kinds.length - 1) built.component('v', 'chamber').direct('v.out', 't');
    else {
      built
        .component(to, 'junction')
        .component(`o${k}`, 'orifice', { area: `${1 + k} mm2` })
        .component(`t${k}`, 'tank');
      built.line(`b${k}`, to, `o${k}.in`, { ...wave, cavitation: 'gas', gasFraction: '1e-3' }).direct(`o${k}.out`, `t${k}`);
    }
    built.line(`L${k}`, from, to, { ...wave, ...kind });
    from = to;
  });
  return built
    .run({ end: '20 ms', ...(step === null ? { pressureError: '0.5 bar', minimumStep: '10 us' } : { step: `${step} s` }) })
    .record({ every: '0.1 ms', signals: ['*.p'] })
    .build();
}

const expectSame = (ways: ThreeWays, name: string): void => {
  expect(ways, name).toMatchObject({ javascript: 0, wasm: 0 });
  expect(ways.changed, name).toBeGreaterThan(0);
};

type Program = [made: (F: Float64Array, I: Int32Array, o: object, share: number) => void, o: object];

describe.each([null, 3.2e-5])('wave lines with histories, step %s', (fixed) => {
  const built = chain(fixed);
  const steps = [2e-5, 1.5e-5, 2.5e-5].map((step) => fixed ?? step);
  const advanced = (): ByHand => {
    const run = new ByHand(built);
    run.retune(steps[0] as number);
    run.receiveAndRecord();
    for (let n = 0; n < 400; n++) {
      run.attempt();
      if (n % 7 === 3) run.retune(steps[2] as number);
      if (n % 7 === 3) run.receiveAndRecord();
      if (n % 7 === 3) run.attempt();
      run.accept(steps[n % 3] as number);
    }
    return run;
  };

  test('every step program', () => {
    const run = advanced();
    const { session } = run;
    const [partition] = session.layout.partitions as [PartitionLayout];
    const decision = decisionOffsets(partition);
    const words = wordOffsets(partition);
    const { site, families } = session.layout;
    const [own] = families.histories.partitions as [PartitionHistories];
    const setting = { partition: 0, decision, words, accept: verdicts.accept, turn: decision.attempts, fixedStep: fixed !== null };
    const histories = historyOffsets(own, site, setting);
    expect(histories).toMatchObject({ remembers: true, dependsOnFrequency: true, losesByFlow: true, lends: true });
    const [within, atPorts] = [cavityOffsets(own, 'joints', site, setting), cavityOffsets(own, 'ends', site, setting)];
    const every = (programs: object): void => {
      for (const [name, [made, o]] of Object.entries(programs as Record<string, Program>)) {
        const ways = (share: number): ThreeWays => threeWaysOf(session, `${name}_0`, (F, I, given = 0) => made(F, I, o, given), share);
        expectSame(ways(1), name);
        expect(ways(0), `${name}, no share`).toEqual({ changed: 0, javascript: 0, wasm: 0 });
        session.functions.get(`${name}_0`)?.(1);
      }
    };
    const rng = random(4);
    // What components come to have: anything.
    for (const column of [partition.c, partition.w])
      for (let end = 0; end < (session.layout.site.ownEnds[0] as number); end++) run.F[column + end] = 1e5 * (rng() - 0.3);
    every({
      joints: [joints, within],
      portCavities: [portCavities, atPorts],
      takeFlows: [takeFlows, histories],
      shareFlows: [shareFlows, histories],
      publishDelays: [publish, histories],
    });
    const { step, lastStep, time, acceptedTime } = decision;
    run.F[lastStep] = run.F[step] as number;
    run.F[acceptedTime] = run.F[time] as number;
    run.F[time] = (run.F[time] as number) + (run.F[step] as number);
    every({
      keepJoints: [keepCavities, within],
      keepPortCavities: [keepCavities, atPorts],
      keepPortVolumes: [keepPortVolumes, histories],
      commitDelays: [commit, histories],
      arriveDelays: [arrive, histories],
      recallDelays: [recall, { ...histories, twice: true }],
      solveDelays: [solve, histories],
      presentDelays: [present, histories],
      joinPortVolumes: [joinPortVolumes, histories],
      softenPorts: [softenPorts, atPorts],
      delayMeans: [delayMeans, histories],
    });
  });
});

test('the look at pressures: blocks of lines and of ends, several that are equal, and the vapour pressure', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  const [F, I] = [new Float64Array(memory.buffer), new Int32Array(memory.buffer)];
  const rng = random(8);
  for (let k = 100; k < 600; k++) F[k] = Math.round(20 * rng()) - 10;
  // 70 lines, two blocks; 90 ends.
  const runs = [100, 100, 70, 4000, 2, 200, 300, 90, 4100, 1];
  I.set(runs, 3000);
  for (let k = 0; k < 70; k++) I[4000 + k] = 500 - 3 * k;
  for (let k = 0; k < 90; k++) I[4100 + k] = (37 * k) % 1000;
  const words = { highest: 1, highestTime: 2, highestEnd: 3, deepest: 4, deepestTime: 5, deepestEnd: 6, acceptedTime: 7 };
  F.set([1, 0, -1, 2, 0, -1, 0.25], 1);
  const o: ExtremeOffsets = { ...words, runs: 3000, runCount: 2, runWords: 5, block: 64, vapourPressure: -8 };
  const source = stepSource(extremes, o, 'extremes', extremePieces);
  expectSame(
    threeWays(memory, [source], 'extremes', (f, i) => extremes(f, i, o)),
    'extremes',
  );
  extremes(F, I, o);
  const all = [
    ...Array.from({ length: 70 }, (_, k) => ({ p: F[100 + k] as number, end: 2 * (I[4000 + k] as number) })),
    ...Array.from({ length: 90 }, (_, k) => ({ p: 0.5 * ((F[200 + k] as number) + (F[300 + k] as number)), end: I[4100 + k] as number })),
  ];
  const highest = Math.max(...all.map(({ p }) => p));
  const first = (found: readonly { end: number }[]): number => Math.min(...found.map(({ end }) => end));
  expect([...F.slice(1, 7)]).toEqual([
    highest,
    0.25,
    first(all.filter(({ p }) => p === highest)),
    8,
    0.25,
    first(all.filter(({ p }) => p <= -8)),
  ]);
});
