/** Circuits built in code: the same plain object that a file gives, through the same checks. */
import type { Circuit } from './circuit.js';
import { CircuitError } from './file/diagnostic.js';
import { Mistakes } from './file/mistakes.js';
import type { RawCircuit, RawDefinition, RawFluid, RawLine, RawQuantity } from './file/raw.js';
import { resolve } from './resolve.js';

/** Begins a circuit: `circuit('x').component('p1', 'flowSource', { flow: '121 l/min' }).line('L1', 'p1', 'nA', { … }).build()`. */
export function circuit(name: string): CircuitBuilder {
  return new CircuitBuilder(name);
}

/** A circuit in the making; `build()` checks it. */
export class CircuitBuilder {
  private readonly mistakes = new Mistakes();

  private readonly raw: Record<string, unknown> & {
    components: Record<string, unknown>;
    lines: Record<string, unknown>;
    direct: unknown[];
    signals: unknown[];
    definitions: Record<string, unknown>;
  };

  constructor(name: string) {
    this.raw = { ringmain: 1, name, components: {}, lines: {}, direct: [], signals: [], definitions: {} };
  }

  /** A component; quantities as in files, with units: { flow: '121 l/min' }. */
  component(name: string, kind: string, parameters: Readonly<Record<string, unknown>> = {}): this {
    this.put(this.raw.components, name, 'component', { kind, ...parameters });
    return this;
  }

  /** A line between two components or ports: { length: '1.5 m', diameter: '25 mm' } or { volume: '1 l' }. */
  line(name: string, from: string, to: string, data: Omit<RawLine, 'from' | 'to'> = {}): this {
    this.put(this.raw.lines, name, 'line', { from, to, ...data });
    return this;
  }

  /** Lets a port see the pressure of a tank or pressure source itself. */
  direct(from: string, to: string): this {
    this.raw.direct.push({ from, to });
    return this;
  }

  /** Joins an output or state to an input: 'u.output', or 'u' where there is one only. */
  signal(from: string, to: string): this {
    this.raw.signals.push({ from, to });
    return this;
  }

  /** A component kind of one's own. */
  definition(kind: string, definition: RawDefinition): this {
    this.put(this.raw.definitions, kind, 'definition', definition);
    return this;
  }

  /** A name with a temperature, or density, viscosity and bulk modulus (or its Tait law); air; vapour and atmospheric pressure. */
  fluid(values: RawFluid): this {
    this.raw['fluid'] = values;
    return this;
  }

  /** Values for all lines that do not give their own: { diameter: '25 mm' }. */
  lineDefaults(values: Partial<RawLine>): this {
    this.raw['defaults'] = { line: values };
    return this;
  }

  /** Pressure of every line at t = 0. */
  initialPressure(pressure: RawQuantity): this {
    this.raw['initial'] = { ...(this.raw['initial'] as object | undefined), pressure };
    return this;
  }

  /** Starts at the operating point; the initial pressure is where its search begins. */
  steadyStart(): this {
    this.raw['initial'] = { ...(this.raw['initial'] as object | undefined), steady: true };
    return this;
  }

  /** Title, source, and whether pressures are absolute. */
  about(values: Pick<RawCircuit, 'title' | 'source' | 'reference'>): this {
    Object.assign(this.raw, values);
    return this;
  }

  /** How long and with which steps to run. */
  run(values: NonNullable<RawCircuit['run']>): this {
    this.raw['run'] = values;
    return this;
  }

  /** Quantities to record, and how often. */
  record(values: NonNullable<RawCircuit['record']>): this {
    this.raw['record'] = values;
    return this;
  }

  /** The circuit. Throws CircuitError with every mistake, without places. */
  build(): Circuit {
    const { mistakes } = this;
    const built = resolve(this.raw, [], mistakes);
    if (!built || mistakes.errors > 0)
      throw new CircuitError(
        typeof this.raw['name'] === 'string' ? this.raw['name'] : 'circuit',
        mistakes.located(() => undefined),
      );
    return built;
  }

  private put(section: Record<string, unknown>, name: string, what: string, entry: unknown): void {
    if (Object.hasOwn(section, name)) this.mistakes.add([], 'CIR107', `${what} '${name}' stands twice`, 'give one of the two another name');
    // The one key that an object does not take as a name.
    if (name === '__proto__') this.mistakes.notAName([], what, name);
    else section[name] = entry;
  }
}
