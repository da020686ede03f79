/** The equations of a library kind as functions of pressures, inputs and states, and their exact slopes. */
import { library } from '../../dist/components/library.js';
import { differentiate } from '../../dist/equations/graph/differentiate.js';
import { evaluate } from '../../dist/equations/graph/evaluate.js';
import type { Node } from '../../dist/equations/graph/graph.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { Model } from '../../dist/equations/language/model.js';

export type Values = Readonly<Record<string, number>>;

/** Values by what an equation calls them: 'in.p', 'position', 'flow', 'step'; 'pre:x' and 'der:x' where these are not to be those of 'x'. */
export class Law {
  private readonly model: Model;

  constructor(
    kind: string,
    private readonly parameters: Values,
    private readonly fluid: Values,
  ) {
    const definition = library.get(kind);
    if (!definition) throw new Error(`no kind '${kind}'`);
    this.model = modelOf(definition);
  }

  /** Flow out of a port. */
  flow(port: string, at: Values): number {
    return this.value(this.nodeOf(`${port}.q`), at);
  }

  /** Rate of a state. */
  rate(state: string, at: Values): number {
    return this.value(this.nodeOf(state), at);
  }

  /** Value of a state at t = 0. */
  initial(state: string): number {
    const found = this.model.states.find(({ name }) => name === state);
    if (!found) throw new Error(`no state ${state}`);
    return this.value(found.initial, {});
  }

  /** Value that a hold takes. */
  hold(name: string, at: Values): number {
    const found = this.model.holds.find((one) => one.name === name);
    if (!found) throw new Error(`nothing is held as ${name}`);
    return this.value(found.value, at);
  }

  /** Names of what is held. */
  get holds(): readonly string[] {
    return this.model.holds.map(({ name }) => name);
  }

  /** ∂what/∂by; `what` is 'port.q' or a state, whose rate it is; `by` is 'port.p' or a state. */
  slope(what: string, by: string, at: Values): number {
    return this.value(differentiate(this.model.graph, this.nodeOf(what), symbolOf(by)), at);
  }

  /** port volume at a port. */
  volume(port: string, at: Values): number {
    const node = this.model.ports.find(({ name }) => name === port)?.volume;
    if (!node) throw new Error(`port ${port} lends no volume`);
    return this.value(node, at);
  }

  /** What is not given has its default where that is a number, as 0 of an optional part. */
  private unsaid(name: string): number | undefined {
    const value = this.model.definition.parameters[name]?.default;
    return typeof value === 'number' ? value : undefined;
  }

  private nodeOf(what: string): Node {
    const [owner, quantity] = what.split('.');
    const found = quantity
      ? this.model.ports.find(({ name }) => name === owner)?.value
      : this.model.states.find(({ name }) => name === what)?.rate;
    if (!found) throw new Error(`nothing is called ${what}`);
    return found;
  }

  private value(node: Node, at: Values): number {
    return evaluate(node, (symbol) => {
      const [type, name = ''] = symbol.split(':') as [string, string];
      const value =
        type === 'parameter'
          ? (this.parameters[name] ?? this.unsaid(name))
          : type === 'fluid'
            ? ({ ambientPressure: 0, ...this.fluid } as Values)[name]
            : (at[symbol] ?? at[type === 'p' ? `${name}.p` : name]);
      if (value === undefined) throw new Error(`no value for ${symbol}`);
      return value;
    });
  }
}

const symbolOf = (name: string): string => (name.endsWith('.p') ? `p:${name.slice(0, -2)}` : `state:${name}`);
