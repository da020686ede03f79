/** One component, as its example has it, with something at every port that drives it to its limits. */
import type { Circuit, CircuitComponent, CircuitLine, SignalConnection } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { byLines, exampleOf } from './exampleRuns.js';

export const bar = 1e5;
export const litres = 1 / 6e4;

/** What stands at the other end of a port's line: a pressure [Pa], one that swings (mean, amplitude, Hz), or nothing. */
export type End = { readonly pressure: number } | { readonly swing: readonly [number, number, number] } | 'blocked';

export interface Limit {
  /** Port → its end; others are blocked. */
  readonly ends?: Readonly<Record<string, End>>;
  readonly inputs?: Readonly<Record<string, number | readonly [number, number, number]>>;
  /** In place of the example's. */
  readonly parameters?: Readonly<Record<string, number>>;
  /** Of all lines at t = 0 where their end tells none [Pa]. */
  readonly pressure?: number;
  readonly seconds?: number;
}

export interface Driven {
  /** Values of 'port.q', 'x' and so on, without those at t = 0. */
  of(name: string): Float64Array;
}

const kindOf = (name: string): KindDefinition => library.get(name) as KindDefinition;

/** Runs it by lines; throws where it ends early, loses oil, or gives what is not finite. */
export async function atLimit(kind: string, limit: Limit): Promise<Driven> {
  const results = await byLines(circuitAt(kind, limit));
  if (!(results.account.balance.mass < 1e-9)) throw new Error(`oil balance off by ${results.account.balance.mass}`);
  const of = (name: string): Float64Array => results.series(`it.${name}`).y.subarray(1);
  for (const { name } of results.columns) if (!results.series(name).y.every(Number.isFinite)) throw new Error(`${name} is not finite`);
  return { of };
}

function circuitAt(kind: string, { ends = {}, inputs = {}, parameters = {}, pressure = 50 * bar, seconds = 0.2 }: Limit): Circuit {
  const example = exampleOf(kind);
  const definition = kindOf(kind);
  const model = example.components.find((one) => one.kind?.kind === kind) as CircuitComponent;
  const components: CircuitComponent[] = [{ ...model, name: 'it', parameters: { ...model.parameters, ...parameters } }];
  const lines: CircuitLine[] = [];
  const signals: SignalConnection[] = [];
  const add = (name: string, of: string, values: CircuitComponent['parameters']): number =>
    components.push({ name, kind: kindOf(of), parameters: values }) - 1;
  const signal = (name: string, value: number | readonly [number, number, number], to: { component: number; input: string }): void => {
    const [offset, amplitude, frequency] = typeof value === 'number' ? [value, 0, 1] : value;
    signals.push({ from: { component: add(name, 'sine', { amplitude, frequency, phase: 0, offset }), signal: 'output' }, to });
  };
  for (const port of Object.keys(definition.ports)) {
    const end = ends[port] ?? 'blocked';
    const name = `end_${port}`;
    let [component, other, initial] = [0, 'out', pressure];
    if (end === 'blocked') [component, other] = [add(name, 'blockedEnd', {}), 'in'];
    else if ('pressure' in end) [component, initial] = [add(name, 'pressureSource', end), end.pressure];
    else {
      component = add(name, 'controlledPressureSource', { gain: 1 });
      signal(`swing_${port}`, end.swing, { component, input: 'demand' });
      [initial] = end.swing;
    }
    const from = { component: 0, port };
    const to = { component, port: other };
    const { bulkModulus } = example.fluid;
    lines.push({
      name: `L_${port}`,
      type: 'hydraulic',
      from,
      to,
      wave: null,
      volume: 2e-4,
      bulkModulus,
      law: null,
      filter: 0.2,
      initialPressure: initial,
    });
  }
  for (const [input, value] of Object.entries(inputs)) signal(`u_${input}`, value, { component: 0, input });
  return {
    ...example,
    components,
    lines,
    direct: [],
    signals,
    run: { ...example.run, end: seconds, step: null, pressureError: bar, maximumStep: 1e-3 },
    record: {
      ...example.record,
      every: seconds / 400,
      signals: [
        ...Object.keys(definition.ports).flatMap((port) => [`it.${port}.p`, `it.${port}.q`]),
        ...Object.keys(definition.states ?? {}).map((state) => `it.${state}`),
      ],
    },
  };
}
