/** Optional parameters: the stop of relief and check valves, leakage of switching valves, case drain of pumps and motors, and what is left where they are 0. */
import { describe, expect, test } from 'vitest';
import { drawParameters } from '../../dist/bench/step/kernels/realistic.js';
import { circuit } from '../../dist/circuit/builder.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { describeKind } from '../../dist/equations/language/describe.js';
import { modelWithout, optionalParameters } from '../../dist/equations/solve/omit.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { bar, between, byTlm, litres, oil, solvers } from '../support/between.js';
import { Law } from '../support/laws.js';

const fluid = { density: 870, viscosity: 46e-6, bulkModulus: 1.6e9, vapourPressure: -1e5, atmosphericPressure: 101325 };
const mu = 870 * 46e-6;
const kind = (name: string): KindDefinition => library.get(name) as KindDefinition;

describe('where they are 0', () => {
  const solved = (name: string, names = optionalParameters(kind(name))): string => solve(modelWithout(kind(name), names)).class;

  test('a kind is solved as if it had no such part', () => {
    expect(solved('reliefValve')).toBe('piecewise affine');
    expect(solved('reliefValve', [])).toBe('Newton');
    expect(solved('checkValve')).toBe('piecewise affine');
    // Its filling chooses between two laws.
    expect(solved('pump')).toBe('piecewise affine');
    expect(solved('onOffValve')).toBe('signed root');
    expect(describeKind(kind('reliefValve'))).toMatch(
      /^where fullyOpenFlow is 0:\nclass: piecewise affine[\s\S]*where fullyOpenFlow is above 0:\nclass: Newton/,
    );
    // No parameter of it is left in the equations.
    for (const definition of library.values()) {
      const names = optionalParameters(definition);
      if (names.length > 0)
        expect(names.filter((name) => describeKind(definition).split('\n\nwhere')[0]?.split(':\n').slice(1).join().includes(name))).toEqual(
          [],
        );
    }
  });

  test('every optional parameter is 0 where it is not given, and may not be below', () => {
    for (const { kind: name, parameters } of library.values())
      for (const [key, one] of Object.entries(parameters))
        if (one.optional) expect([name, key, one.default, one.atLeast]).toEqual([name, key, 0, 0]);
  });

  test('a valve without a stop has the same bits beside one that has a stop', async () => {
    const run = async (fullyOpenFlow: string) => {
      const made = circuit('two').fluid(oil);
      for (const k of [1, 2]) {
        made
          .component(`s${k}`, 'flowSource', { flow: '20 l/min' })
          .component(`v${k}`, 'reliefValve', { crackingPressure: '50 bar', gradient: '2 l/min/bar', ...(k === 2 ? { fullyOpenFlow } : {}) })
          .component(`t${k}`, 'tank', {})
          .line(`L${k}`, `s${k}`, `v${k}.in`, { volume: '0.5 l' })
          .direct(`v${k}.out`, `t${k}`);
      }
      const results = await simulate(
        made
          .run({ end: '50 ms', step: '50 us' })
          .record({ every: '1 ms', signals: ['v1.in.p', 'v2.in.p'] })
          .build(),
      );
      return ['v1.in.p', 'v2.in.p'].map((name) => Array.from(results.series(name).y));
    };
    const [none, some] = [await run('0 l/min'), await run('5 l/min')];
    expect(some[0]).toEqual(none[0]);
    expect(none[1]).toEqual(none[0]);
    expect((some[1] as number[]).at(-1)).toBeGreaterThan(1.5 * ((none[1] as number[]).at(-1) as number));
  });
});

describe.each(['reliefValve', 'checkValve', 'pilotOperatedCheckValve'])('%s with a stop', (name) => {
  // Fully open at 40 l/min, 20 bar above its cracking pressure: a K of 40 l/min/√(70 bar).
  const parameters = { crackingPressure: '50 bar', gradient: '2 l/min/bar', fullyOpenFlow: '40 l/min' };
  const pilot = name === 'pilotOperatedCheckValve' ? { pilot: '0 bar' } : {};

  test.each(solvers)('by %s rises in a line up to it and with the root of the pressure beyond', async (_, run) => {
    for (const [flow, pressure] of [
      [20, 60],
      [39, 69.5],
      [80, 70 * 4],
    ] as const) {
      const end = await run(
        between(name, {
          parameters,
          ports: { in: `${flow} l/min`, out: '0 bar', ...pilot },
          initialPressure: `${pressure - 5} bar`,
          end: '0.5 s',
        }),
      );
      expect(end.last('in.p') / (pressure * bar)).toBeCloseTo(1, 6);
    }
  });

  test('passes nothing backwards', async () => {
    const end = await byTlm(between(name, { parameters, ports: { in: '0 bar', out: '400 bar', ...pilot }, end: '10 ms' }));
    expect(Math.abs(end.last('out.q'))).toBe(0);
  });
});

test.each(solvers)('by %s a pilotOperatedCheckValve held open is the same orifice both ways', async (_, run) => {
  const parameters = { crackingPressure: '5 bar', gradient: '20 l/min/bar', fullyOpenFlow: '40 l/min', pilotRatio: 3 };
  const K = (40 * litres) / Math.sqrt(7 * bar);
  for (const [from, to] of [
    [0, 100],
    [100, 0],
  ] as const) {
    const end = await run(
      between('pilotOperatedCheckValve', { parameters, ports: { in: `${from} bar`, out: `${to} bar`, pilot: '300 bar' }, end: '20 ms' }),
    );
    expect(end.last('out.q') / (Math.sign(from - to) * K * Math.sqrt(100 * bar))).toBeCloseTo(1, 9);
  }
  // Up to K²/G² = 4/7 bar it is a line.
  const small = await run(
    between('pilotOperatedCheckValve', { parameters, ports: { in: '0 bar', out: '0.4 bar', pilot: '300 bar' }, end: '20 ms' }),
  );
  expect(small.last('out.q') / (-20 * 0.4 * litres)).toBeCloseTo(1, 9);
});

test.each(solvers)('by %s a dampedReliefValve opens no further than its stop', async (_, run) => {
  const points = { setting1: '50 bar', rise1: '10 bar', flow1: '20 l/min', setting2: '150 bar', rise2: '20 bar', flow2: '40 l/min' };
  const parameters = { settingPressure: '100 bar', ...points, fullyOpenFlow: '60 l/min' };
  const end = await run(between('dampedReliefValve', { parameters, ports: { in: '250 bar', out: '0 bar' }, end: '0.1 s' }));
  // K_o = 60 l/min/√(170 bar); without a stop it is past that.
  expect(end.last('out.q') / (60 * litres * Math.sqrt(250 / 170))).toBeCloseTo(1, 6);
  const free = await run(
    between('dampedReliefValve', {
      parameters: { ...parameters, fullyOpenFlow: '0 l/min' },
      ports: { in: '250 bar', out: '0 bar' },
      end: '0.1 s',
    }),
  );
  expect(free.last('out.q')).toBeGreaterThan(1.5 * end.last('out.q'));
});

describe('leakage of switching valves', () => {
  const rated = { ratedFlow: '60 l/min', ratedPressureDrop: '10 bar', leakage: 0.001 };
  const leak = 0.001 * 60 * litres * Math.sqrt(100 / 10);

  test.each(solvers)(
    'by %s a shut onOffValve leaks its fraction with the root of the pressure, an open one passes its rated flow',
    async (_, run) => {
      const at = async (command: number, pressure: string) =>
        (
          await run(between('onOffValve', { parameters: rated, ports: { in: pressure, out: '0 bar' }, inputs: { command }, end: '0.2 s' }))
        ).last('out.q');
      expect((await at(0, '100 bar')) / leak).toBeCloseTo(1, 9);
      expect((await at(1, '10 bar')) / (60 * litres)).toBeCloseTo(1, 9);
    },
  );

  test.each([
    ['threeWayValve', 0, { P: '100 bar', A: '0 bar', T: '0 bar' }],
    ['fourWayTwoPositionValve', 0, { P: '100 bar', A: '0 bar', B: '100 bar', T: '0 bar' }],
    ['fourWayThreePositionValve', -1, { P: '100 bar', A: '0 bar', B: '100 bar', T: '0 bar' }],
  ] as const)('%s: a shut P to A leaks the same', async (name, command, ports) => {
    const end = await byTlm(between(name, { parameters: rated, ports, inputs: { command }, end: '0.2 s' }));
    expect(end.last('A.q') / leak).toBeCloseTo(1, 9);
  });
});

describe('case drain', () => {
  const machines = [...library.values()].filter(({ parameters }) => 'drainCoefficient' in parameters);

  test('every pump and motor with a displacement has one', () => {
    const without = [...library.values()].filter(
      ({ group, parameters }) =>
        group === 'Pumps and motors' && 'displacement' in parameters && !machines.some((one) => one.parameters === parameters),
    );
    expect(without.map((one) => one.kind)).toEqual([]);
    expect(machines.length).toBe(12);
  });

  test.each(machines.map((definition) => [definition.kind, definition] as const))(
    '%s: cd D/μ of both pressures above the case leaves the circuit',
    (name, definition) => {
      const random = seeded(7);
      const [drainCoefficient, casePressure] = [3e-9, 2e5];
      const parameters = { ...drawParameters(definition, random), drainCoefficient, casePressure };
      const at: Record<string, number> = { step: 0, time: 0 };
      for (const port of Object.keys(definition.ports)) at[`${port}.p`] = 1e6 + 2e7 * random();
      for (const group of [definition.states, definition.inputs]) for (const quantity of Object.keys(group ?? {})) at[quantity] = random();
      for (const { name: state } of modelOf(definition).states) at[`der:${state}`] = at[state] as number;
      const law = new Law(name, parameters, fluid);
      const conductance = (drainCoefficient * (parameters as unknown as { displacement: number }).displacement) / mu;
      const lost = conductance * ((at['in.p'] as number) + (at['out.p'] as number) - 2 * casePressure);
      expect(-(law.flow('in', at) + law.flow('out', at)) / lost).toBeCloseTo(1, 6);
      // Half of the law at one port: the derivative by its own pressure has it, beside the internal leakage of both.
      const own = (drain: number) => new Law(name, { ...parameters, drainCoefficient: drain }, fluid).slope('out.q', 'out.p', at);
      expect((own(0) - own(drainCoefficient)) / conductance).toBeCloseTo(1, 6);
    },
  );

  test.each(solvers)('by %s a shut outlet falls to the case by e^(-k_c B t/V), and the oil balance knows it', async (_, run) => {
    const D = 100e-6 / (2 * Math.PI);
    const parameters = { displacement: '100 cc/rev', speed: '0 rev/min', drainCoefficient: 1e-8, casePressure: '2 bar' };
    const made = between('pump', {
      parameters,
      ports: { in: '2 bar', out: 'blocked' },
      initialPressure: '100 bar',
      end: '0.2 s',
      step: '50 us',
    });
    const rate = ((1e-8 * D) / mu) * (1.6e9 / 0.5e-3);
    const end = await run(made);
    expect((end.last('out.p') / bar - 2) / (98 * Math.exp(-rate * 0.2))).toBeCloseTo(1, 3);
    expect(rate * 0.2).toBeGreaterThan(1);
    expect((await simulate(made, { workers: 1 })).account.balance.mass).toBeLessThan(1e-12);
  });
});
