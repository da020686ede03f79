/** Which optional parameters of a component are 0 and which inputs of it stand back for parameters: its equations are without them (equations/solve/omit.ts). */
import type { CircuitTables, ParameterRows } from '../circuit/tables.js';
import { optionalParameters, replacingInputs } from '../equations/solve/omit.js';

/** Gives by component, as bits, which of these its equations are without. */
export class Omitted {
  /** By kind of the circuit: columns of its optional parameters. */
  private readonly columns: readonly (readonly number[])[];
  /** By kind of the circuit: its inputs that take the place of parameters. */
  private readonly inputs: readonly (readonly string[])[];
  /** Those that are connected, by component. */
  private readonly connected = new Map<number, Set<string>>();
  private readonly components: CircuitTables['components'];

  constructor({ components, signals }: Pick<CircuitTables, 'components' | 'signals'>) {
    const { kinds, parameters } = components;
    this.components = components;
    this.inputs = kinds.map((kind) => (kind ? replacingInputs(kind) : []));
    for (const { to } of signals) {
      if (!this.inputs[components.kind[to.component]]?.includes(to.input)) continue;
      const own = this.connected.get(to.component);
      if (own) own.add(to.input);
      else this.connected.set(to.component, new Set([to.input]));
    }
    this.columns = kinds.map((kind, number) =>
      kind ? optionalParameters(kind).map((name) => (parameters[number] as ParameterRows).names.indexOf(name)) : [],
    );
  }

  /** A bit for each optional parameter of the component's kind, 1 where it is 0, and for each such input, 1 where nothing is connected; 0 for a kind without any. */
  of(component: number): number {
    const { kind, row, parameters } = this.components;
    const number = kind[component];
    const columns = this.columns[number] as readonly number[];
    let bits = 0;
    for (let k = 0; k < columns.length; k++)
      if ((parameters[number] as ParameterRows).rows.get(row[component], columns[k]) === 0) bits |= 1 << k;
    const inputs = this.inputs[number] as readonly string[];
    const connected = this.connected.get(component);
    for (let k = 0; k < inputs.length; k++) if (!connected?.has(inputs[k] as string)) bits |= 1 << (columns.length + k);
    return bits;
  }

  /** Names of these parameters and inputs. */
  namesOf(component: number): string[] {
    const number = this.components.kind[component];
    const bits = this.of(component);
    const { names } = (this.components.parameters[number] ?? { names: [] }) as ParameterRows;
    const all = [...(this.columns[number] as readonly number[]).map((column) => names[column] as string), ...(this.inputs[number] ?? [])];
    return all.filter((_, k) => bits & (1 << k));
  }
}
