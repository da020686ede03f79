/** A circuit by transmission lines and by a stiff integrator: what a kind must do whoever solves it. */
import type { CircuitBuilder } from '../../dist/circuit/builder.js';
import { circuit } from '../../dist/circuit/builder.js';
import { library } from '../../dist/components/library.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

export const solvers = ['tlm', 'lumped'] as const;
export type Solver = (typeof solvers)[number];

export interface Solved {
  /** Values of a recorded quantity. */
  of(name: string): Float64Array;
  /** The last of them. */
  last(name: string): number;
  readonly t: Float64Array;
}

/** Runs to the circuit's end and records what it asks for. */
export async function solved(built: CircuitBuilder, solver: Solver, relativeTolerance = 1e-8): Promise<Solved> {
  const done = built.build();
  const results =
    solver === 'tlm'
      ? await simulate(done, { workers: 1 })
      : await simulateLumped(done, { relativeTolerance, maximumStep: done.run.end / 50 });
  if (results.ending) throw new Error(`${solver}: ${JSON.stringify(results.ending)}`);
  const of = (name: string): Float64Array => results.series(name).y;
  return { of, last: (name) => of(name).at(-1) as number, t: results.t };
}

export interface Source {
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}
export const constant = (value: number): Source => ({ kind: 'constant', parameters: { value } });
/** Through rows of [s, value]. */
export const through = (...rows: readonly (readonly [number, number])[]): Source => ({
  kind: 'dutyCycle',
  parameters: { points: rows.map(([t, y]) => [`${t} s`, y]) },
});
export const sine = (amplitude: number, hertz: number, offset = 0): Source => ({
  kind: 'sine',
  parameters: { amplitude, frequency: `${hertz} Hz`, offset },
});

/** A block of signals with a source 'u_INPUT' at inputs; the block is 'it'. */
export function block(
  kind: string,
  parameters: Readonly<Record<string, unknown>>,
  inputs: Readonly<Record<string, Source>>,
  run: { readonly end: number; readonly step?: number },
): CircuitBuilder {
  const { end, step = end / 1000 } = run;
  const definition = library.get(kind);
  const b = circuit(kind).component('it', kind, parameters);
  for (const [input, source] of Object.entries(inputs))
    b.component(`u_${input}`, source.kind, source.parameters).signal(`u_${input}`, `it.${input}`);
  // Something that an integrator has to do.
  b.component('one', 'constant', { value: 1 })
    .component('lag', 'firstOrderLag', { timeConstant: `${end} s` })
    .signal('one', 'lag.input');
  const outputs = Object.keys(definition?.outputs ?? {}).map((name) => `it.${name}`);
  return b
    .run({ end: `${end} s`, step: `${step} s` })
    .record({ every: `${step} s`, signals: [...outputs, ...Object.keys(inputs).map((input) => `u_${input}.output`)] });
}

/** A port of 'it' on a line of 0.1 l that a flow of rows [s, l/min] feeds; its other ports are on tanks. */
export function pumped(
  kind: string,
  parameters: Readonly<Record<string, unknown>>,
  port: string,
  flow: readonly (readonly [number, number])[],
  {
    pressure = 0,
    step,
    signals,
    filter = 0.2,
  }: {
    readonly pressure?: number;
    readonly step: number;
    readonly signals: readonly string[];
    /** Of the three lines. */
    readonly filter?: number;
  },
): CircuitBuilder {
  const b = circuit(kind)
    .fluid({ bulkModulus: '1.6 GPa', density: '870 kg/m3', viscosity: '46 cSt' })
    .initialPressure(`${pressure} Pa`)
    .component('it', kind, parameters)
    .component('s', 'controlledFlowSource', { gain: '1 l/min' })
    .component('u', 'dutyCycle', { points: flow.map(([t, q]) => [`${t} s`, q]) })
    .signal('u', 's.demand')
    .component('n', 'junction')
    .component('shut', 'laminarRestrictor', { conductance: '0 l/min/bar' })
    .component('t', 'tank')
    .direct('shut.out', 't')
    .line('S', 's', 'n', { volume: '0.03 l', filter })
    .line('E', 'n', 'shut.in', { volume: '0.03 l', filter })
    .line('L', 'n', `it.${port}`, { volume: '0.04 l', filter });
  for (const other of Object.keys(library.get(kind)?.ports ?? {}).filter((name) => name !== port)) {
    b.component(`t_${other}`, 'tank').direct(`it.${other}`, `t_${other}`);
  }
  return b.run({ end: `${flow.at(-1)?.[0]} s`, step: `${step} s` }).record({ every: `${step} s`, signals: [...signals] });
}
