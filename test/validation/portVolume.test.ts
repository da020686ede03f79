/**
 * Components that lend volume at the end of a wave line: the oil there is a capacity between component and line (blocks/waves/portVolumes.step.ts). A step wave against
 * a capacity has an exact solution, p = 2Zq (1 - e^(-t/τ)), τ = ZV/B; a cylinder at a hose is held against the same with the volume in a short line.
 */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { steadyState } from '../../dist/lumped/steady.js';
import { simulate } from '../../dist/run/simulate.js';
import { ByHand } from '../support/byHand.js';
import { isFull } from '../support/circuits.js';

const impedance = 2.5e9;
const delay = 1e-3;
const flow = 1e-3;
const modulus = 16e8;
const jump = impedance * flow;
const wave = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s`, bulkModulus: `${modulus} Pa` };

/** A line into a closed volume with τ/T = ratio; the source's equations. */
const intoVolume = (ratio: number, source: string): CircuitBuilder =>
  circuit('volume')
    .definition('closed', {
      ports: { in: 'hydraulic', out: 'hydraulic' },
      equations: `in.q = 0\nout.q = 0\nin.V = ${(ratio * delay * modulus) / impedance}`,
    })
    .definition('given', { ports: { out: 'hydraulic' }, equations: source })
    .component('given', 'given')
    .component('v', 'closed')
    .component('t', 'tank')
    .line('pipe', 'given', 'v.in', wave)
    .direct('v.out', 't');

describe.each([1e-9, 0.01, 0.3, 3, 1e3])('a step into a volume of τ/T = %d', (ratio) => {
  test.each([4, 28, 400])('T/Δ = %i: the mean of every step to rounding', async (steps) => {
    const step = delay / steps;
    const built = intoVolume(ratio, `out.q = ${flow}`)
      .run({ end: `${3 * delay} s`, step: `${step} s` })
      .record({ every: `${step} s`, signals: ['v.in.p'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    const tau = ratio * delay;
    const { t, y } = results.series('v.in.p');
    /** ∫ (1 - e^(-s/τ)) ds from the front to s. */
    const risen = (s: number): number => (s <= 0 ? 0 : s + tau * Math.expm1(-s / tau));
    t.forEach((time, k) => {
      if (k === 0) return;
      const exact = (2 * jump * (risen(time - delay) - risen(time - step - delay))) / step;
      // risen loses digits where τ is long: 1e-16 T/Δ of τ/T.
      expect(Math.abs((y[k] as number) - exact) / (2 * jump), `${time}`).toBeLessThan(3e-13 * (1 + ratio));
    });
    expect(results.account.balance.mass).toBeLessThan(1e-13);
  });
});

test('order 2 in the step while the volume stands still', () => {
  const tau = 0.3 * delay;
  const omega = Math.PI / (4 * delay);
  const source = `out.q = ${flow} * (0.5 - 0.5*cos(${omega} * time))`;
  const exact = (s: number): number => {
    if (s <= 0) return 0;
    const k = 1 / (1 + (omega * tau) ** 2);
    return 0.5 * (1 - k * (Math.cos(omega * s) + omega * tau * Math.sin(omega * s))) - 0.5 * (1 - k) * Math.exp(-s / tau);
  };
  const counts = [16, 32, 64, 128].map((count) => count + 0.37);
  const errors = counts.map((count) => {
    const run = new ByHand(intoVolume(0.3, source).run({ end: '1 s', minimumStep: '0.1 us' }).build());
    const step = delay / count;
    run.retune(step);
    run.receiveAndRecord();
    let worst = 0;
    while (run.time < 2.7 * delay) {
      run.advance(step);
      worst = Math.max(worst, Math.abs(run.value('v.in.p') / (2 * jump) - exact(run.time - 0.5 * step - delay)));
    }
    return worst;
  });
  const order = Math.log2((errors[0] as number) / (errors[3] as number)) / Math.log2((counts[3] as number) / (counts[0] as number));
  expect(order, `${errors}`).toBeGreaterThan(1.8);
});

/** A cylinder between two hoses of 8 m; `own`: its chambers lend to the hoses themselves, else to short lines at their ends. */
function press(friction: string, own: boolean, step: number | null): CircuitBuilder {
  const hose = { model: 'wave', length: '8 m', diameter: '16 mm', bulkModulus: '8000 bar', friction };
  const short = { volume: '1e-8 m3', bulkModulus: '8000 bar' };
  const built = circuit('press')
    .component('p', 'flowSource', { flow: '40 l/min' })
    .component('rv', 'reliefValve', { crackingPressure: '250 bar', gradient: '60 l/min/bar' })
    .component('n', 'junction')
    .component('t', 'tank')
    .component('t2', 'tank', { pressure: '100 bar' })
    .component('act', 'actuator', {
      bore: '50 mm',
      rodDiameter: '30 mm',
      stroke: '400 mm',
      mass: '200 kg',
      initialPosition: '50 mm',
      viscousFriction: '500 N s/m',
    })
    .line('a', 'p', 'n', { volume: '0.5 l' })
    .line('r', 'n', 'rv.in', { volume: '0.1 l' })
    .direct('rv.out', 't')
    .initialPressure('100 bar')
    .run({ end: '0.2 s', minimumStep: '0.1 us', ...(step === null ? {} : { step: `${step} s` }) })
    .record({ every: '1 ms', signals: ['act.x', 'act.v', 'act.cap.p', 'act.rod.p'] });
  if (own) return built.line('hose', 'n', 'act.cap', hose).line('back', 'act.rod', 't2', hose);
  return built
    .component('e', 'junction')
    .component('f', 'junction')
    .line('hose', 'n', 'e', hose)
    .line('ce', 'e', 'act.cap', short)
    .line('back', 'f', 't2', hose)
    .line('cf', 'act.rod', 'f', short);
}

/** At times that all steps here meet. */
async function positions(builder: CircuitBuilder): Promise<number[]> {
  const results = await simulate(builder.build(), { workers: 1 });
  expect(results.ending).toBeNull();
  const { t, y } = results.series('act.x');
  return [0.05, 0.1, 0.15, 0.2].map((time) => y[t.findIndex((one) => one >= time - 1e-9)] as number);
}

const apart = (x: readonly number[], y: readonly number[]): number => Math.max(...x.map((one, k) => Math.abs(one - (y[k] as number))));

// Full: also without friction; quickly with it, whose elements are more.
describe.each(isFull ? ['none', 'laminar'] : ['laminar'])('a cylinder at the end of a hose, friction %s', (friction) => {
  test.each(isFull ? [null, 1e-4] : [null])('step %s: oil is kept, and the bits are those of 2 workers and of JavaScript', async (step) => {
    const built = press(friction, true, step).build();
    const [one, ...others] = await Promise.all([
      simulate(built, { workers: 1 }),
      simulate(built, { workers: 2 }),
      simulate(built, { workers: 1, kernels: 'js' }),
    ]);
    expect(one.account.balance.mass).toBeLessThan(1e-9);
    for (const other of others) expect(other.digest).toBe(one.digest);
  });

  test('as with the chambers lent to short lines, and of order 1 at least', async () => {
    const [coarse, middle, fine] = [
      await positions(press(friction, true, 1e-4)),
      await positions(press(friction, true, 5e-5)),
      await positions(press(friction, true, 2.5e-5)),
    ];
    expect(Math.log2(apart(coarse, middle) / apart(middle, fine))).toBeGreaterThan(0.8);
    const travelled = (fine[3] as number) - 0.05;
    // What the lines of 1e-8 m3 and steps of 10 us leave: both are of first order.
    expect(apart(fine, await positions(press(friction, false, 1e-5))) / travelled).toBeLessThan(2e-3);
  });
});

test('steady start: an accumulator at the end of a wave line holds the pressure of its line, and nothing moves', async () => {
  const built = circuit('held')
    .component('g', 'flowSource', { flow: '20 l/min' })
    .component('n', 'junction')
    .component('o', 'orifice', { area: '5 mm2' })
    .component('t', 'tank')
    .component('acc', 'accumulator', { gasVolume: '1 l', prechargePressure: '20 bar', initialPressure: '20 bar' })
    .line('a', 'g', 'n', { model: 'wave', length: '5 m', diameter: '12 mm', friction: 'laminar' })
    .line('b', 'n', 'acc.in', { model: 'wave', length: '2 m', diameter: '12 mm' })
    .line('c', 'n', 'o.in', { volume: '0.1 l' })
    .direct('o.out', 't')
    .run({ end: '1 s', minimumStep: '1 us' })
    .record({ every: '10 ms', signals: ['*'] })
    .build();
  expect((await steadyState(built)).residual).toBeLessThan(1e-9);
  const results = await simulate(built, { workers: 1, steadyStart: true });
  const { y } = results.series('acc.in.p');
  // The gas still takes what the residual leaves over.
  expect(Math.max(...y.map((p) => Math.abs(p / (y[1] as number) - 1)))).toBeLessThan(1e-9);
  expect(y[1] as number).toBeGreaterThan(20e5);
  expect(results.account.balance.mass).toBeLessThan(1e-9);
});
