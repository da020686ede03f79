/** Which optional parameters of a component are 0, so that its equations are those of a kind without them (equations/solve/omit.ts). */
import type { ComponentTable, ParameterRows } from '../circuit/tables.js';
import { optionalParameters } from '../equations/solve/omit.js';

/** Answers by component. */
export class Omitted {
  /** By kind of the circuit: columns of its optional parameters. */
  private readonly columns: readonly (readonly number[])[];

  constructor(private readonly components: Pick<ComponentTable, 'kinds' | 'parameters' | 'kind' | 'row'>) {
    const { kinds, parameters } = components;
    this.columns = kinds.map((kind, number) =>
      kind ? optionalParameters(kind).map((name) => (parameters[number] as ParameterRows).names.indexOf(name)) : [],
    );
  }

  /** A bit for each optional parameter of the component's kind, 1 where it is 0; 0 for a kind without any. */
  of(component: number): number {
    const { kind, row, parameters } = this.components;
    const number = kind[component] as number;
    const columns = this.columns[number] as readonly number[];
    let bits = 0;
    for (let k = 0; k < columns.length; k++)
      if ((parameters[number] as ParameterRows).rows.get(row[component] as number, columns[k] as number) === 0) bits |= 1 << k;
    return bits;
  }

  /** Names of these parameters. */
  namesOf(component: number): string[] {
    const number = this.components.kind[component] as number;
    const bits = this.of(component);
    return (this.columns[number] as readonly number[]).flatMap((column, k) =>
      bits & (1 << k) ? ((this.components.parameters[number] as ParameterRows).names[column] as string) : [],
    );
  }
}
