/**
 * Wave lines at steps that vary (Burton 1994 §3): order of what is read of the histories, oil, fronts, and how long a history may get.
 * A step is a mean over its time, so that p of a step belongs to its middle.
 */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { simulate } from '../../dist/run/simulate.js';
import { ByHand } from '../support/byHand.js';
import { random } from '../support/kernelBench.js';

const impedance = 2.5e9;
const delay = 1e-3;
const flow = 1e-3;
const jump = impedance * flow;
const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s` };

/** A flow that rises smoothly, given for the middle of each step, into a line with a closed end. */
const risen = (t: number): number => (t <= 0 ? 0 : t >= 4 * delay ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * t) / (4 * delay)));
const rising = circuit('rising')
  .definition('rise', {
    ports: { out: 'hydraulic' },
    equations: `out.q = ${flow} * if(time > ${4 * delay}, 1, 0.5 - 0.5*cos(pi * time / ${4 * delay}))`,
  })
  .component('given', 'rise')
  .component('end', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
  .component('tank', 'tank')
  .line('pipe', 'given', 'end.in', wave)
  .direct('end.out', 'tank')
  .run({ end: '1 s', minimumStep: '0.1 us' })
  .build();

/** Largest error until the first echo, in units of the height, with the steps that are given. */
function worst(steps: (n: number) => number): number {
  const run = new ByHand(rising);
  run.retune(steps(0));
  run.receiveAndRecord();
  let error = 0;
  for (let n = 0; run.time < 2.7 * delay; n++) {
    const length = steps(n);
    run.advance(steps(n + 1));
    error = Math.max(error, Math.abs(run.value('end.in.p') / (2 * jump) - risen(run.time - 0.5 * length - delay)));
  }
  return error;
}

describe('order of what is read between the steps of a history', () => {
  const counts = [16, 32, 64, 128] as const;
  test.each([
    ['every step the same, T/Δ = n + 0.37', (count: number) => () => delay / (count + 0.37)],
    ['steps that grow threefold in a delay', (count: number) => (n: number) => (delay / count) * 0.5 * 3 ** Math.min(n / count / 2, 1)],
    ['steps that swing by half', (count: number) => (n: number) => (delay / count) * (1 + 0.5 * Math.sin(n))],
    [
      'steps drawn at random, up to 3 times as long as others',
      (count: number) =>
        (
          (drawn) => (n: number) =>
            (delay / count) * (0.5 + (drawn[n] as number))
        )(Array.from({ length: 2000 }, random(7))),
    ],
  ])('%s: 2', (_, stepsOf) => {
    const errors = counts.map((count) => worst(stepsOf(count)));
    // Where steps differ the error depends on how they happen to fall; its bound is of order 2.
    errors.forEach((error, k) => expect(error * (counts[k] as number) ** 2, `${errors}`).toBeLessThan(0.06));
    expect(Math.log2((errors[0] as number) / (errors[3] as number)) / 3).toBeGreaterThan(1.75);
  });
});

test('a front stays between its two sides, and arrives on time', async () => {
  const pipe = circuit('pipe')
    .component('source', 'pressureSource', { pressure: '200 bar' })
    .component('taken', 'flowSource', { flow: `-${flow} m3/s` })
    .line('pipe', 'source', 'taken', wave)
    .initialPressure('200 bar')
    .fluid({ vapourPressure: '-1000 bar' })
    .run({ end: `${20.9 * delay} s` })
    .record({ every: '1 us', signals: ['taken.out.p'] })
    .build();
  const results = await simulate(pipe, { workers: 1 });
  expect(results.ending).toBeNull();
  const { t, y } = results.series('taken.out.p');
  y.forEach((p, k) => {
    if (k === 0) return;
    expect(Math.abs(p - 200e5)).toBeLessThanOrEqual(jump * (1 + 1e-12));
    const phase = ((t[k] as number) / delay) % 2;
    const sign = Math.floor((t[k] as number) / (2 * delay)) % 2 === 0 ? -1 : 1;
    if (phase > 0.05 && phase < 1.95) expect(Math.abs(p - 200e5 - sign * jump), `${t[k]}`).toBeLessThan(0.02 * jump);
  });
  expect(results.account.balance.mass).toBeLessThan(1e-12);
  // The step is shortened at fronts, and is longer between them.
  expect(results.account.steps.rejected).toBeGreaterThan(20);
  expect(results.account.steps.accepted).toBeLessThan(10_000);
});

test.each([1, 2])(
  'mass balance closes to rounding with junctions, an orifice and a capacitive line, with %i partitions',
  async (workers) => {
    const net = circuit('net')
      .component('given', 'flowSource', { flow: '10 l/min' })
      .component('n', 'junction')
      .component('o', 'orifice', { area: '20 mm2' })
      .component('t', 'tank', { pressure: '3 bar' })
      .component('end', 'accumulator', { gasVolume: '1 l', prechargePressure: '10 bar', initialPressure: '10 bar' })
      .line('a', 'given', 'n', wave)
      .line('b', 'n', 'o.in', { ...wave, impedance: '1e9 Pa s/m3', delay: '1.7 ms', initialPressure: '17 bar' })
      .line('c', 'n', 'end.in', { volume: '1 l' })
      .direct('o.out', 't')
      .initialPressure('20 bar')
      .run({ end: '50 ms' })
      .build();
    for (const until of [3e-5, 1.1e-3, 2.9e-3, 0.05]) {
      const results = await simulate(net, { workers, until });
      expect(results.ending).toBeNull();
      expect(results.account.balance.mass, `${until}`).toBeLessThan(1e-12);
    }
  },
);

test('at rest nothing moves: no bit changes', async () => {
  const rest = circuit('rest')
    .component('s', 'pressureSource', { pressure: '77 bar' })
    .component('n', 'junction')
    .component('t', 'tank', { pressure: '77 bar' })
    .component('r', 'laminarRestrictor', { conductance: '0 m3/s/Pa' })
    .line('a', 's', 'n', wave)
    .line('b', 'n', 'r.in', { ...wave, delay: '1.23 ms' })
    .direct('r.out', 't')
    .initialPressure('77 bar')
    .run({ end: '0.1 s' })
    .record({ every: '1 ms', signals: ['a.p', 'b.p', 'n.p', 'r.in.p'] })
    .build();
  const results = await simulate(rest, { workers: 1 });
  for (const { name } of results.columns) for (const p of results.series(name).y) expect(p).toBe(77e5);
});

test('a history is no longer than some 1024 cells a delay, however short the steps and long the delay', async () => {
  const memory = async (own: number, minimumStep: string): Promise<number> => {
    const pipe = circuit('pipe')
      .component('given', 'flowSource', { flow: '1 l/min' })
      .component('tank', 'tank')
      .line('pipe', 'given', 'tank', { ...wave, delay: `${own} s` })
      .run({ end: '1 ms', minimumStep, initialStep: minimumStep, maximumStep: minimumStep })
      .build();
    return (await simulate(pipe, { workers: 1, record: ['tank.in.q'] })).cost.memoryBytes;
  };
  expect(await memory(10, '1 us')).toBe(await memory(0.1, '1 us'));
  expect(await memory(0.1, '1 us')).toBeLessThan(3 * 65536);
});

test('cells of several steps: with steps of T/4096 the error is that of T/1024', () => {
  const bound = 0.1 / 1024 ** 2;
  expect(worst(() => delay / 4096.3)).toBeLessThan(bound);
});

describe.each([2, 3, 4, 5])('a junction of %i lines, the steps varying', (lines) => {
  // Y_1 = 1/Z of the line that brings the wave, the others by their areas.
  const impedances = [1, 0.4, 3, 1.7, 0.9].slice(0, lines).map((ratio) => ratio * impedance);
  const admittance = impedances.reduce((sum, z) => sum + 1 / z, 0);
  const passed = (jump * 2) / (impedance * admittance);

  test('p = Δp · 2Y_1/ΣY passes on, p - Δp comes back', async () => {
    const tree = circuit('tree')
      .component('given', 'flowSource', { flow: `${flow} m3/s` })
      .component('n', 'junction');
    impedances.forEach((z, k) => {
      const [from, to] = k === 0 ? ['given', 'n'] : ['n', `t${k}`];
      if (k > 0) tree.component(`t${k}`, 'tank');
      // Others are longer, so that their echoes come later.
      tree.line(`l${k}`, from, to, { model: 'wave', impedance: `${z} Pa s/m3`, delay: `${k === 0 ? delay : 3 * delay} s` });
    });
    const built = tree
      .fluid({ vapourPressure: '-1000 bar' })
      .run({ end: `${4 * delay} s` })
      .record({ every: '10 us', signals: ['n.p', 'given.out.p'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    const { t, y } = results.series('n.p');
    const source = results.series('given.out.p').y;
    t.forEach((time, k) => {
      if (k === 0) return;
      const phase = time / delay;
      const at = (from: number, to: number): boolean => phase > from + 0.05 && phase < to - 0.05;
      if (at(0, 1)) expect(y[k]).toBe(0);
      if (at(1, 3)) expect(Math.abs((y[k] as number) - passed)).toBeLessThan(0.01 * jump);
      if (at(0, 2)) expect((source[k] as number) / jump).toBeCloseTo(1, 10);
      if (at(2, 4)) expect(Math.abs((source[k] as number) - (2 * passed - jump))).toBeLessThan(0.01 * jump);
    });
    expect(results.account.balance.mass).toBeLessThan(1e-12);
  });
});

test('at an orifice, the steps varying: p of the closed form of 2Δp against Z', async () => {
  const area = 2e-5;
  const built = circuit('orifice')
    .component('given', 'flowSource', { flow: `${flow} m3/s` })
    .component('o', 'orifice', { area: `${area} m2` })
    .component('t', 'tank')
    .line('l', 'given', 'o.in', wave)
    .direct('o.out', 't')
    .run({ end: `${2.9 * delay} s` })
    .record({ every: '50 us', signals: ['o.in.p'] })
    .build();
  const { t, y } = (await simulate(built, { workers: 1 })).series('o.in.p');
  const k = 0.62 * area * Math.sqrt(2 / 870);
  const root = -(impedance * k) / 2 + Math.sqrt(((impedance * k) / 2) ** 2 + 2 * jump);
  t.forEach((time, row) => {
    if (time > 1.05 * delay) expect((y[row] as number) / root ** 2).toBeCloseTo(1, 3);
  });
});
