/** Pumps at constant speed whose speed a signal takes the place of: a pump that trips. Where nothing is joined they are the kind that they were. */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import { symbolsOf } from '../../dist/equations/graph/graph.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { expressionsOf } from '../../dist/equations/solve/mapModel.js';
import { modelWithout, optionalParameters, replacingInputs } from '../../dist/equations/solve/omit.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const turning = 150;
/** m³/rad */
const displacement = 250e-6 / (2 * Math.PI);
const own: Readonly<Record<string, object>> = {
  pump: {},
  variablePump: { timeConstant: '50 ms', initialSwash: 1 },
  pressureCompensatedPump: { settingPressure: '210 bar', range: '10 bar' },
  loadSensingPump: { settingPressure: '210 bar', range: '10 bar', margin: '20 bar' },
  torqueLimitedPump: { settingPressure: '210 bar', range: '10 bar', torque: '1000 Nm' },
  pistonPump: {},
};
const kinds = Object.keys(own);

/** The pump on a line that an orifice empties, at some 90 bar at full flow; `joined`: without a line, behind a check valve. */
function rig(kind: string, speed: (built: CircuitBuilder) => CircuitBuilder, joined = false): Circuit {
  const built = circuit('trip')
    .component('p', kind, { displacement: '250 cm3/rev', speed: `${turning} rad/s`, slipCoefficient: 1e-9, ...own[kind] })
    .component('tank', 'tank')
    .component('o', 'orifice', { area: '65 mm2' })
    .direct('p.in', 'tank')
    .direct('o.out', 'tank');
  if (joined)
    built
      .component('cv', 'checkValve', { crackingPressure: '0.5 bar', gradient: '300 l/min/bar' })
      .direct('p.out', 'cv.in')
      .line('L', 'cv.out', 'o.in', { volume: '1 l' });
  else built.line('L', 'p.out', 'o.in', { volume: '1 l' });
  if (kind === 'variablePump') built.component('full', 'constant', { value: 1 }).signal('full', 'p.demand');
  if (kind === 'loadSensingPump')
    built
      .component('ls', 'pressureSource', { pressure: '150 bar' })
      .component('lo', 'orifice', { area: '1 mm2' })
      .line('M', 'p.load', 'lo.in', { volume: '10 cm3' })
      .direct('lo.out', 'ls');
  return speed(built)
    .run({ end: '0.2 s', maximumStep: '0.5 ms' })
    .record({ every: '10 ms', signals: ['p.out.q', 'L.p'] })
    .build();
}

test('every pump of the library with a shaft speed for a parameter has it', () => {
  const found = [...library.values()].filter(({ parameters, ports }) => parameters['speed']?.unit === 'rad/s' && 'out' in ports);
  expect(found.map(({ kind }) => kind).sort()).toEqual([...kinds].sort());
  for (const kind of found) expect(replacingInputs(kind)).toEqual(['shaftSpeed']);
});

describe.each(kinds)('%s', (kind) => {
  test('is told by its parameter alone where nothing is joined', () => {
    const definition = library.get(kind) as KindDefinition;
    const without = modelWithout(definition, [...optionalParameters(definition), 'shaftSpeed']);
    const symbols = (model: typeof without): Set<string> => new Set(expressionsOf(model).flatMap((node) => [...symbolsOf(node)]));
    expect(symbols(modelOf(definition)).has('input:shaftSpeed')).toBe(true);
    expect(symbols(without).has('input:shaftSpeed')).toBe(false);
    expect(symbols(without).has('parameter:speed')).toBe(true);
  });

  test('at the speed of its parameter, joined or not, does the same; at half of it what the formula says', async () => {
    const at = (value: number) => rig(kind, (built) => built.component('speed', 'constant', { value }).signal('speed', 'p.shaftSpeed'));
    const run = (of: Circuit) => simulate(of, { workers: 1, step: 1e-4 });
    const [none, whole, half] = [await run(rig(kind, (built) => built)), await run(at(turning)), await run(at(turning / 2))];
    // The constant is folded into other products: rounding.
    for (const [k, q] of none.series('p.out.q').y.entries())
      expect(Math.abs((whole.series('p.out.q').y[k] as number) - q)).toBeLessThan(1e-13);
    if (kind !== 'pump') return;
    // Q = D ω - cs (D/μ) Δp at rest.
    const mu = at(turning).fluid.density * at(turning).fluid.viscosity;
    for (const [results, speed] of [[none, turning] as const, [half, turning / 2] as const]) {
      const [q, p] = ['p.out.q', 'L.p'].map((name) => results.series(name).y.at(-1) as number) as [number, number];
      expect(q / (displacement * speed - ((1e-9 * displacement) / mu) * p)).toBeCloseTo(1, 6);
    }
  });

  test.each(isFull || kind === 'pressureCompensatedPump' ? [false, true] : [false])(
    'coasts down as its speed does, in joins too (%s), by lines and by an integrator',
    async (joined) => {
      const built = rig(
        kind,
        (one) =>
          one
            .component('speed', 'dutyCycle', {
              points: [
                ['0 s', turning],
                ['0.1 s', turning],
                ['0.14 s', 0],
              ],
            })
            .signal('speed', 'p.shaftSpeed'),
        joined,
      );
      const [byLines, byOde] = [await simulate(built, { workers: 1 }), await simulateLumped(built, { solver: 'bdf' })];
      for (const results of [byLines, byOde]) {
        const { t, y } = results.series('p.out.q');
        const at = (time: number): number => y[t.findIndex((one) => one >= time)] as number;
        expect(at(0.09)).toBeGreaterThan(0.8 * displacement * turning);
        // In a row of lines flows are of the middle of a step, of 0.5 ms at most, in which the speed falls by 1.3 %; ripple is 1.5 %.
        expect(at(0.12) / at(0.09)).toBeGreaterThan(0.45);
        expect(at(0.12) / at(0.09)).toBeLessThan(0.55);
        expect(Math.abs(at(0.15))).toBeLessThan(1e-3 * displacement * turning);
      }
    },
  );
});
