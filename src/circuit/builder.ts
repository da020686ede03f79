/** Circuits built in code (design §8): the same plain object that a file gives, through the same checks. */
import type { Circuit } from './circuit.js';
import { CircuitError } from './diagnostic.js';
import { Mistakes } from './mistakes.js';
import type { RawCircuit, RawDefinition, RawLine, RawQuantity } from './raw.js';
import { resolve } from './resolve.js';

/** Begins a circuit: `circuit('x').component('p1', 'flowSource', { flow: '121 l/min' }).line('L1', 'p1', 'nA', { … }).build()`. */
export function circuit(name: string): CircuitBuilder {
  return new CircuitBuilder(name);
}

export class CircuitBuilder {
  private readonly raw: Record<string, unknown> & { components: Record<string, unknown>; lines: Record<string, unknown>; direct: unknown[]; signals: unknown[]; definitions: Record<string, unknown> };

  constructor(name: string) {
    this.raw = { ringmain: 1, name, components: {}, lines: {}, direct: [], signals: [], definitions: {} };
  }

  /** A component; quantities as in files, with units: { flow: '121 l/min' }. */
  component(name: string, kind: string, parameters: Readonly<Record<string, unknown>> = {}): this {
    this.raw.components[name] = { kind, ...parameters };
    return this;
  }

  /** A line between two components or ports: { length: '1.5 m', diameter: '25 mm' } or { volume: '1 l' }. */
  line(name: string, from: string, to: string, data: Omit<RawLine, 'from' | 'to'> = {}): this {
    this.raw.lines[name] = { from, to, ...data };
    return this;
  }

  /** Lets a port see the pressure of a tank or pressure source itself. */
  direct(from: string, to: string): this {
    this.raw.direct.push({ from, to });
    return this;
  }

  signal(from: string, to: string): this {
    this.raw.signals.push({ from, to });
    return this;
  }

  /** A component kind of one's own. */
  definition(kind: string, definition: RawDefinition): this {
    this.raw.definitions[kind] = definition;
    return this;
  }

  fluid(values: Readonly<Record<string, RawQuantity>>): this {
    this.raw['fluid'] = values;
    return this;
  }

  run(values: Readonly<Record<string, RawQuantity>>): this {
    this.raw['run'] = values;
    return this;
  }

  record(values: NonNullable<RawCircuit['record']>): this {
    this.raw['record'] = values;
    return this;
  }

  /** The circuit. Throws CircuitError with every mistake, without places. */
  build(): Circuit {
    const mistakes = new Mistakes();
    const built = resolve(this.raw, [], mistakes);
    if (!built) throw new CircuitError(String(this.raw['name']), mistakes.located(() => undefined));
    return built;
  }
}
