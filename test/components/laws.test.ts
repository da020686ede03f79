/** What holds for every valve, pump and motor of the library at any pressures: oil is conserved, valves only dissipate, and the same pressures drive nothing. */
import { describe, expect, test } from 'vitest';
import { drawParameters, drawState } from '../../dist/bench/step/kernels/realistic.js';
import { seeded } from '../../dist/circuit/text/random.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { Law, type Values } from '../support/laws.js';

const fluid = { density: 870, viscosity: 46e-6, bulkModulus: 1.6e9, vapourPressure: -1e5, atmosphericPressure: 101325 };
const kind = (name: string): KindDefinition => library.get(name) as KindDefinition;

/** Pressures of all sizes and signs, equal ones now and then; states between their stops, what is held as a step there would hold it; inputs of either sign. */
function drawn(definition: KindDefinition, random: () => number): { parameters: Record<string, number>; at: Record<string, number> } {
  const parameters = drawParameters(definition, random);
  const at: Record<string, number> = {};
  const common = 2e7 * random();
  for (const port of Object.keys(definition.ports)) at[`${port}.p`] = random() < 0.3 ? common : 3e7 * random() - 1e5;
  for (const [name, { unit }] of Object.entries(definition.states ?? {})) at[name] = drawState(name, unit, parameters, random);
  for (const name of Object.keys(definition.inputs ?? {})) at[name] = 3 * random() - 1.5;
  const law = new Law(definition.kind, parameters, fluid);
  for (const name of law.holds) at[name] = law.hold(name, at);
  return { parameters, at };
}

const flows = (law: Law, { ports }: KindDefinition, at: Values): number[] => Object.keys(ports).map((port) => law.flow(port, at));

const throttles = [
  'shuttleValve',
  'velocityFuse',
  'dynamicCheckValve',
  'chargingValve',
  'pressureReducingValve',
  'sequenceValve',
  'counterbalanceValve',
  'flowControlValve',
  'pressureCompensator',
  'semiEmpiricalCompensator',
  'shuttleCompensator',
  'priorityValve',
  'spoolFlowDivider',
  'onOffValve',
  'threeWayValve',
  'fourWayTwoPositionValve',
  'fourWayThreePositionValve',
  'servoValve',
  'proportionalDirectionalValve',
];
const machines = [
  'dynamicReliefValve',
  'pressureCompensatedPump',
  'loadSensingPump',
  'torqueLimitedPump',
  'pumpWithLosses',
  'electricMotorPump',
  'variableMotor',
  'pistonPump',
];

test.each([...throttles, ...machines])('%s: what enters leaves, to rounding', (name) => {
  const definition = kind(name);
  const random = seeded(1);
  for (let n = 0; n < 200; n++) {
    const { parameters, at } = drawn(definition, random);
    const all = flows(new Law(name, parameters, fluid), definition, at);
    expect(Math.abs(all.reduce((a, b) => a + b, 0))).toBeLessThanOrEqual(1e-15 * Math.max(...all.map(Math.abs)));
  }
});

describe.each(throttles)('%s', (name) => {
  const definition = kind(name);

  test('takes power from the oil, whatever the pressures and its state: no flow goes up a pressure difference', () => {
    const random = seeded(2);
    let open = 0;
    for (let n = 0; n < 1000; n++) {
      const { parameters, at } = drawn(definition, random);
      const all = flows(new Law(name, parameters, fluid), definition, at);
      const power = Object.keys(definition.ports).map((port, k) => (at[`${port}.p`] as number) * (all[k] as number));
      expect(power.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(1e-12 * Math.max(...power.map(Math.abs)));
      if (all.some((q) => q !== 0)) open++;
    }
    expect(open).toBeGreaterThan(50);
  });

  test('at the same pressure everywhere nothing flows', () => {
    const random = seeded(3);
    for (let n = 0; n < 100; n++) {
      const { parameters, at } = drawn(definition, random);
      for (const port of Object.keys(definition.ports)) at[`${port}.p`] = 8e6;
      const law = new Law(name, parameters, fluid);
      for (const held of law.holds) at[held] = law.hold(held, at);
      for (const q of flows(law, definition, at)) expect(Math.abs(q)).toBe(0);
    }
  });
});
