/**
 * A test rig in code: components of a kind, each port held as a test engineer would hold it. What a rig shows stands in figures of kindCheck.ts.
 *
 *   '100 bar' '5 kN' '30 Nm'          held at the port itself by a source without losses
 *   '10 l/min' '0.2 m/s' '5 rad/s'    forced into the component, through a short line: 0.1 l of oil, a rod of 1 MN/mm, a shaft of 1000 kNm/rad
 *   'shut'                            no flow, behind such a line
 *
 * A port that itself sets a force or a torque is held through a rod or shaft: give the line.
 */
import { type CircuitBuilder, circuit } from '#ringmain/circuit/builder.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';

/** Round numbers to reckon with: ρ = 850 kg/m³, ν = 40 mm²/s, so μ = 0.034 Pa s; B = 1.5 GPa. */
export const oil = { density: '850 kg/m3', viscosity: '40 cSt', bulkModulus: '15000 bar', vapourPressure: '-1 bar' };
export const bar = 1e5;
/** m3/s */
export const litrePerMinute = 1 / 6e4;
/** m3/rad of 1 cm3/rev */
export const ccPerRev = 1e-6 / (2 * Math.PI);
export const rpm = Math.PI / 30;

/** A constant, or rows of time in s and value, straight in between. */
export type Course = number | readonly (readonly [time: number, value: number])[];

/** Rows of a course or a table: '0: 0, 0.1: 2'. */
export const rows = (text: string): [number, number][] => text.split(', ').map((row) => row.split(': ').map(Number) as [number, number]);

interface Times {
  /** s */
  readonly end: number;
  /** s, fixed */
  readonly step: number;
}

const sources: readonly (readonly [unit: RegExp, kind: string, parameter: string, line: Readonly<Record<string, string>>])[] = [
  [/bar$/, 'pressureSource', 'pressure', { volume: '0.1 l' }],
  [/l\/min$/, 'flowSource', 'flow', { volume: '0.1 l' }],
  [/m\/s$/, 'velocitySource', 'velocity', { stiffness: '1 MN/mm' }],
  [/rad\/s$|rev\/min$/, 'speedSource', 'speed', { stiffness: '1000 kNm/rad' }],
  [/Nm$/, 'torqueSource', 'torque', { stiffness: '1000 kNm/rad' }],
  [/N$/, 'forceSource', 'force', { stiffness: '1 MN/mm' }],
];
const flows = new Set(['flowSource', 'velocitySource', 'speedSource']);

export class Rig {
  private readonly made: CircuitBuilder;

  constructor(times: Times, fluid: Readonly<Record<string, string>> = {}) {
    this.made = circuit('rig')
      .fluid({ ...oil, ...fluid })
      .run({ end: `${times.end} s`, step: `${times.step} s` })
      .record({ every: `${times.step} s`, signals: ['*'] });
  }

  /** A component, what holds its ports, and its inputs; ports that are not named are joined by `line`. */
  put(
    name: string,
    kind: string,
    parameters: Readonly<Record<string, unknown>> = {},
    ports: Readonly<Record<string, string>> = {},
    inputs: Readonly<Record<string, Course | string>> = {},
  ): this {
    this.made.component(name, kind, parameters);
    for (const [port, held] of Object.entries(ports)) this.hold(`${name}.${port}`, held);
    for (const [input, course] of Object.entries(inputs)) this.drive(`${name}.${input}`, course);
    return this;
  }

  /**
   * Holds a port at a pressure that changes, rows of s and bar. The line between has 10 l: to a source of no resistance that is no lag, and what flows in a step
   * makes no pressure of its own.
   */
  swing(port: string, course: readonly (readonly [time: number, bars: number])[]): this {
    const source = `at_${port.replaceAll('.', '_')}`;
    this.made.component(source, 'controlledPressureSource', { gain: '1 bar' });
    this.drive(`${source}.demand`, course);
    return this.line(`L_${source}`, source, port, { volume: '10 l', initialPressure: `${course[0]?.[1]} bar` });
  }

  /** As `swing`, of a port that nothing passes, behind a nozzle: it comes to a pressure with a time constant of V/(B G) = 5 ms, and never beyond it. */
  press(port: string, course: readonly (readonly [time: number, bars: number])[]): this {
    const nozzle = `before_${port.replaceAll('.', '_')}`;
    this.made.component(nozzle, 'laminarRestrictor', { conductance: '0.08 l/min/bar' });
    this.line(`L_${nozzle}`, `${nozzle}.out`, port, { volume: '0.1 l', filter: 0, initialPressure: `${course[0]?.[1]} bar` });
    return this.swing(`${nozzle}.in`, course);
  }

  /**
   * 0.6 l/min into 0.1 l of line before a port: its pressure tells how much oil is there, lent or its own. The junction is `feeds_NAME`; an end that nothing
   * passes gives the circuit a pressure.
   */
  feed(port: string, initialPressure: string): this {
    const [name] = port.split('.') as [string];
    const [at, end, pump] = [`feeds_${name}`, `end_${name}`, `pump_${name}`];
    this.made
      .component(at, 'junction')
      .component(pump, 'flowSource', { flow: '0.6 l/min' })
      .component(end, 'laminarRestrictor', { conductance: '1e-9 l/min/bar' });
    this.hold(`${end}.out`, initialPressure);
    for (const [other, volume] of Object.entries({ [port]: '0.05 l', [pump]: '0.04 l', [`${end}.in`]: '0.01 l' }))
      this.line(`${at}_${volume.slice(2, 4)}`, at, other, { volume, initialPressure });
    return this;
  }

  /** A line between two components; default volume: 0.1 l. */
  line(name: string, from: string, to: string, values: Readonly<Record<string, string | number>> = { volume: '0.1 l' }): this {
    this.made.line(name, from, to, values);
    return this;
  }

  /** A port at a source that is there already. */
  direct(port: string, source: string): this {
    this.made.direct(port, source);
    return this;
  }

  /** An input: a constant, a course in time, or the output of another component. */
  drive(input: string, course: Course | string): this {
    if (typeof course === 'string') {
      this.made.signal(course, input);
      return this;
    }
    const source = `to_${input.replaceAll('.', '_')}`;
    if (typeof course === 'number') this.made.component(source, 'constant', { value: course });
    else this.made.component(source, 'dutyCycle', { points: course.map(([time, value]) => [`${time} s`, value]) });
    this.made.signal(source, input);
    return this;
  }

  /** Pressure of every line at t = 0. */
  from(pressure: string): this {
    this.made.initialPressure(pressure);
    return this;
  }

  build(): Circuit {
    return this.made.build();
  }

  /** Holds a port; with values through a line that has them: `volume`, `initialPressure`, `stiffness`. */
  hold(port: string, held: string, values?: Readonly<Record<string, string | number>>): this {
    const source = `at_${port.replaceAll('.', '_')}`;
    if (held === 'shut') {
      this.made.component(source, 'blockedEnd').line(`L_${source}`, source, port, { volume: '0.1 l', ...values });
      return this;
    }
    const [, kind, parameter, line] = sources.find(([unit]) => unit.test(held)) ?? [];
    if (!kind || !parameter || !line) throw new Error(`'${held}' holds no port`);
    this.made.component(source, kind, { [parameter]: held });
    if (flows.has(kind) || values) this.made.line(`L_${source}`, source, port, { ...line, ...values });
    else this.made.direct(port, source);
    return this;
  }
}
