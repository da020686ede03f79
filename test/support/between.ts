/** One component between pressure sources, flow sources and blocked ends, run to the end by TLM and as an ODE. */

import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

export const oil = { density: '870 kg/m3', viscosity: '46 cSt', bulkModulus: '16000 bar', vapourPressure: '-1 bar' };
export const bar = 1e5;
export const litres = 1 / 6e4;

export interface Around {
  /** Port → '100 bar' (a source, direct), '10 l/min' into the line at the port, or 'blocked' (a line too). */
  readonly ports: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Input → its value, or [before, after] a jump at 0.1 s. */
  readonly inputs?: Readonly<Record<string, number | readonly [number, number]>>;
  readonly end?: string;
  readonly step?: string;
  readonly volume?: string;
  readonly initialPressure?: string;
}

/** The circuit; the component is called 'it', the line at a port L and the port's name. */
export function between(
  kind: string,
  { ports, parameters, inputs = {}, end = '1 s', step, volume = '0.5 l', initialPressure }: Around,
): Circuit {
  const made = circuit(`around-${kind}`).fluid(oil).component('it', kind, parameters);
  for (const [port, value] of Object.entries(ports)) {
    const [name, at] = [`s${port}`, `it.${port}`];
    if (value.endsWith('bar')) made.component(name, 'pressureSource', { pressure: value }).direct(at, `${name}.out`);
    else {
      if (value === 'blocked') made.component(name, 'blockedEnd');
      else made.component(name, 'flowSource', { flow: value });
      made.line(`L${port}`, name, at, { volume, ...(initialPressure ? { initialPressure } : {}) });
    }
  }
  for (const [input, value] of Object.entries(inputs)) {
    const [before, after] = typeof value === 'number' ? [value, value] : value;
    made.component(`u${input}`, 'step', { startTime: '0.1 s', initialValue: before, finalValue: after }).signal(`u${input}`, `it.${input}`);
  }
  return made
    .run({ end, ...(step ? { step } : {}) })
    .record({ every: '1 ms', signals: ['it.*'] })
    .build();
}

export interface Ran {
  /** Last value of a recorded quantity of the component. */
  last(name: string): number;
  series(name: string): { readonly t: Float64Array; readonly y: Float64Array };
}

const reader = (results: { ending: unknown; series(name: string): { t: Float64Array; y: Float64Array } }): Ran => {
  if (results.ending) throw new Error(`ended early: ${JSON.stringify(results.ending)}`);
  return {
    last: (name) => results.series(`it.${name}`).y.at(-1) as number,
    series: (name) => results.series(`it.${name}`),
  };
};

/** By TLM. */
export const byTlm = async (made: Circuit): Promise<Ran> => reader(await simulate(made, { workers: 1 }));

/** As lumped volumes. */
export const byOde = async (made: Circuit): Promise<Ran> => reader(await simulateLumped(made, { relativeTolerance: 1e-7 }));

export const solvers = [
  ['TLM', byTlm],
  ['the ODE', byOde],
] as const;
