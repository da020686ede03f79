/** Properties that every kind of the library must have, on random inputs. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { hydraulic, type KindDefinition } from '../../dist/equations/language/definition.js';
import { optionalParameters } from '../../dist/equations/solve/omit.js';
import { isFull } from '../support/circuits.js';
import { bench, random } from '../support/kernelBench.js';
import { ownValves } from '../support/ownValves.js';
import { spoolValves } from '../support/spoolValves.js';

/** Beside the library: what a user may write and no library kind has, roots that open one way and roots that depend on each other. */
const others: KindDefinition[] = [
  ['oneWayOrifice', 'Q = area * 0.03 * ssqrt(max(0, in.p - out.p))'],
  ['squareRootOrifice', 'Q = area * 0.03 * sqrt(max(in.p - out.p, 0))'],
  ['opposedRoots', 'Q = area * 0.03 * (sqrt(max(0, in.p - out.p)) - sqrt(max(0, out.p - in.p)))'],
  ['twoEdges', 'Q = area * 0.03 * (ssqrt(in.p - out.p) + ssqrt(max(0, in.p - out.p - 1e5)))'],
  ['tangentValve', 'Q = area * 10 * tanh((in.p - out.p) / 1e6)'],
].map(([kind = '', flow = '']) => ({
  kind,
  about: '',
  source: '',
  group: '',
  ports: { in: hydraulic, out: hydraulic },
  parameters: { area: { unit: 'm2', atLeast: 0, about: '' } },
  equations: `${flow}\nin.q = -Q\nout.q = Q`,
}));
const ours = [...library.values(), ...others, ...spoolValves];
const kinds = [...ours, ...ownValves];
const draws = isFull ? 400 : 60;

describe.each(kinds.map((k) => [k.kind, k] as const))('%s', (kind, definition) => {
  test('the derived step satisfies the equations and p = C + Zq to 1e-9, reversal, zero flow and K = 0 included', () => {
    const b = bench(definition);
    const rng = random(1);
    let failed = 0;
    for (let n = 0; n < draws; n++) {
      b.draw(rng);
      b.kernel(0);
      if (b.failed()) {
        failed++;
        continue;
      }
      const { worst, where } = b.residual();
      expect(worst, `${kind}, draw ${n}: ${where}`).toBeLessThan(1e-9);
    }
    // A failed solve is rejected and repeated with a shorter step; it must stay rare. Of sixty draws two are no more than chance where one in a hundred fails.
    expect(failed).toBeLessThanOrEqual(Math.max(2, draws * 0.02));
  });

  test('step, reject, step gives the bits of step; the accepted plane is not written', () => {
    const b = bench(definition);
    const rng = random(2);
    for (let n = 0; n < draws / 8; n++) {
      b.draw(rng);
      const start = b.F.slice();
      b.kernel(0);
      const first = b.written();
      // The rejected attempt: another step, other characteristics.
      b.F.set(start);
      b.F[b.at('step')] = (start[b.at('step')] as number) * 7;
      b.F[b.at('half')] = (start[b.at('half')] as number) * 7;
      for (const port of b.ports) b.F[b.at(`z_${port}`)] = (start[b.at(`z_${port}`)] as number) * 7;
      b.kernel(0);
      for (const key of ['step', 'half', ...b.ports.map((p) => `z_${p}`)]) b.F[b.at(key)] = start[b.at(key)] as number;
      b.kernel(0);
      expect([...b.written()].map(bits)).toEqual([...first].map(bits));
    }
  });
});

const withParts = kinds.filter((definition) => optionalParameters(definition).length > 0);

test.each(withParts.map((k) => [k.kind, k] as const))('%s satisfies its equations where its optional parameters are 0', (_, definition) => {
  const b = bench(definition, definition, undefined, undefined, optionalParameters(definition));
  const rng = random(4);
  let failed = 0;
  for (let n = 0; n < draws; n++) {
    b.draw(rng);
    b.kernel(0);
    if (b.failed()) failed++;
    else expect(b.residual().worst).toBeLessThan(1e-9);
  }
  expect(failed).toBeLessThanOrEqual(draws * 0.02);
});

/** All choices among names. */
const choicesOf = (names: readonly string[]): string[][] =>
  Array.from({ length: 2 ** names.length }, (_, bits) => names.filter((_name, k) => (bits >> k) % 2 === 1));

/** Signs that random inputs cannot tell: tolerances against rounding at an instant, and thresholds of sticking, tested in test/run/motion.test.ts. */
const untold = [
  'motor: R0 = R »+ max(0, staticTorque - coulombTorque) / n',
  'motor: R0 = R + max(0, staticTorque »- coulombTorque) / n',
  'shaftMotor: R0 = R »+ max(0, staticTorque - coulombTorque)',
  'shaftMotor: R0 = R + max(0, staticTorque »- coulombTorque)',
  'cyclicDutyCycle: started = floor((time »+ tiny) / period)',
  'cyclicDutyCycle: begun = max(0, ceil((time »- tiny) / period) - 1)',
  'cyclicDutyCycle: ahead = nextPoint(points, time - started * period »+ tiny)',
  'sampleAndHold: hold count = floor(time / period »+ 1e-9)',
  'pulseTrain: since = time - startTime »- tiny',
  'pulseTrain: rise = startTime + period * max(0, floor((time - startTime »+ tiny) / period))',
  'pulseTrain: nextEvent = if(time »+ tiny < rise, rise, if(time + tiny < rise + width, rise + width, rise + period))',
  'pulseTrain: nextEvent = if(time + tiny < rise, rise, if(time »+ tiny < rise + width, rise + width, rise + period))',
  'randomSteps: begun = max(0, ceil((time »- tiny) / period) - 1)',
  'randomSteps: nextEvent = (floor((time »+ tiny) / period) + 1) * period',
];
/** The half that keeps a quotient off the next whole number, and a multiple of the prime on the wrong side: the remainders are the same. */
const untoldByRemainders = /^randomSteps: \w+ = \w+Whole »?- 16777199 \* floor\(\(\w+Whole »?\+ 0\.5\) \/ 16777199\)$/;
/** Filling of pumps: nothing is near vapour pressure here; its signs are tested in test/components/filling.test.ts. */
const untoldOfFilling = /^\w*[pP]ump\w*: (towards|admitted|missing|drawn) = /;

/** Quickly one sign in so many: a sign of every kind's is broken in test/validation/kinds.test.ts too, and flows in test/network/wrongSigns.test.ts. */
const oneIn = isFull ? 1 : 10;

test('every sign of every kind, mutated alone, is caught', () => {
  const missed: string[] = [];
  let count = 0;
  for (const definition of ours) {
    for (const { index } of definition.equations.matchAll(/[-+](?= *[\w(])(?<![eE][-+])/g)) {
      if (count++ % oneIn > 0) continue;
      const before = definition.equations.slice(0, index);
      const equations = `${before}${definition.equations[index] === '-' ? '+' : '-'}${definition.equations.slice(index + 1)}`;
      const isCaught = (omitted: readonly string[]): boolean => {
        const b = bench(definition, { ...definition, equations }, undefined, undefined, omitted);
        const rng = random(3);
        let worst = 0;
        let failed = 0;
        for (let n = 0; n < draws && worst < 1e-9; n++) {
          b.draw(rng);
          b.kernel(0);
          if (b.failed()) failed++;
          else worst = Math.max(worst, b.residual().worst);
        }
        // A law that fails more often than is allowed above is caught too.
        return failed > draws * 0.02 || !(worst < 1e-9);
      };
      if (!choicesOf(optionalParameters(definition)).some(isCaught))
        missed.push(`${definition.kind}: ${before.split('\n').at(-1)?.trim()} »${definition.equations.slice(index).split('\n')[0]}`);
    }
  }
  const unknown = missed.filter((one) => !untoldByRemainders.test(one) && !untoldOfFilling.test(one));
  if (isFull) expect(unknown).toEqual(untold);
  else expect(untold).toEqual(expect.arrayContaining(unknown));
});

const view = new DataView(new ArrayBuffer(8));
function bits(x: number): string {
  view.setFloat64(0, x);
  return view.getBigUint64(0).toString(16);
}
