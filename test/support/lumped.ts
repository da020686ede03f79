/** Lumped solutions of small circuits built in code. */
import { expect } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import type { RawDefinition } from '../../dist/circuit/file/raw.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';

/** Pa: of all circuits here. */
export const bulkModulus = 1.6e9;
export const litre = { volume: '1 l' };
/** m3/Pa of a line of 1 l. */
export const capacitance = 1e-3 / bulkModulus;

/** A circuit with round numbers: bulk modulus 1.6e9 Pa, everything recorded every 10 ms. */
export function lumped(name: string, end: number, every = 0.01): CircuitBuilder {
  return circuit(name)
    .fluid({ density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: `${bulkModulus} Pa`, vapourPressure: '-1 bar' })
    .run({ end: `${end} s` })
    .record({ every: `${every} s`, signals: ['*'] });
}

/** 1 l that 1 l/min fills and a leak of G = 0.1 l/min/bar empties: p = Q/G (1 - exp(-t/τ)), τ = V/(B G). Rows every `every`. */
export const fedVolume = (every: string): Circuit =>
  circuit('fed-volume')
    .component('source', 'flowSource', { flow: '1 l/min' })
    .component('leak', 'laminarRestrictor', { conductance: '0.1 l/min/bar' })
    .component('tank', 'tank')
    .line('feed', 'source', 'leak.in', { volume: '1 l' })
    .direct('leak.out', 'tank')
    .run({ end: '1 s' })
    .record({ every: every, signals: ['leak.in.p'] })
    .build();

/** A kind of one's own with the given ports and equations. */
export const kind = (ports: string, equations: string, more: Partial<RawDefinition> = {}): RawDefinition =>
  ({
    about: 'for a test',
    source: 'test',
    ports: Object.fromEntries(ports.split(' ').flatMap((port) => (port ? [[port, 'hydraulic']] : []))),
    equations,
    ...more,
  }) as RawDefinition;

/** A declaration of a dimensionless state. */
export const state = (initial: number | string = 0): { unit: string; initial: number | string; about: string } => ({
  unit: '1',
  initial,
  about: 'for a test',
});

/** Solves to the end; an ending is an error. */
export async function solved(builder: CircuitBuilder, options: LumpedOptions = {}): Promise<IntegratorResults> {
  const results = await simulateLumped(builder.build(), options);
  expect(results.ending, results.ending?.message).toBeNull();
  return results;
}

export const last = (results: IntegratorResults, name: string): number => results.series(name).y.at(-1) as number;

/** Largest difference of a recorded quantity from a function of time. */
export function worstOf(results: IntegratorResults, name: string, exact: (t: number) => number): number {
  const { t, y } = results.series(name);
  return t.reduce((worst, time, k) => Math.max(worst, Math.abs((y[k] as number) - exact(time))), 0);
}

/** Methods for fixed steps: they have no estimate of their error. */
const blind = ['ros2p', 'ros3p', 'rk4', 'forwardEuler'];
/** Names of the methods that estimate their error. */
export const estimatingMethods = [...methods.keys()].filter((name) => !blind.includes(name));
/** Those among them that solve algebraic equations. */
export const algebraicSharp = estimatingMethods.filter((name) => methods.get(name)?.algebraic);
