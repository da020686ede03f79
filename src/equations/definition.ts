/**
 * What an engineer writes to define a component kind, and the only input of the equations' compiler.
 *
 * The compiler knows no hydraulics: a port is a pair (p, q) that meets the relation p = C + Z q at a line end.
 *
 * ## The language of `equations`
 *
 * One statement a line; a statement goes on while a bracket is open or the line ends with an operator or a comma; `#` starts a comment.
 *
 *     name = e              a local quantity (made before it is used, made once)
 *     port.q = e            flow out of the component, into the line [m3/s]; or
 *     port.p = e            the component sets the pressure [Pa], the line answers with the flow.    Exactly one of the two per port.
 *     port.V = e            volume lent to the line at that port [m3]
 *     output = e            a declared output signal
 *     der(x) = e            rate of a declared state
 *     hold h = e            a discrete state: takes the value of e when a step is accepted
 *     reset(x) = if(c, value, x)    judged on the trial state after the integration rule; held states are then fixed and the ports solved again
 *     nextEvent = e         a time (s, larger than `time`) that the step must land on; at most one
 *
 * Values: numbers, `pi`, parameters, inputs, states, locals, `port.p`, `port.q` (out of the component),
 * `time` (end of the step), `step` (length of the trial step, s), `fluid.density`, `fluid.viscosity` (kinematic), `fluid.bulkModulus` (that at p = 0 where
 * it rises with pressure), `fluid.vapourPressure`, `fluid.atmosphericPressure`,
 * `pre(x)`, `pre(h)` (last accepted value of a state or hold; a hold may be read before its statement only so), `der(x)` ((x - pre(x))/step in a TLM step).
 * Operators: + - * / ^ (the base of a power that is not whole must be above 0), < <= > >= == !=, and or not. Functions: abs sign sqrt ssqrt (signed root) exp log sin cos tanh min max floor ceil
 * if(c, a, b), table(name, x) (linear between points, held outside, at a vertical corner the value before it), nextPoint(name, x) (first point
 * of the table's x column beyond x, else 1e300).
 *
 * A condition on port quantities or states is judged on the solution; write pre(…) to judge it on the accepted state.
 * The equations of a kind with `sign(v)` or a comparison of unknowns may have no solution: prefer pre(…) there.
 */
export interface KindDefinition {
  /** Name used as `kind:` in circuit files, camelCase. */
  readonly kind: string;
  /** One or two sentences: what it is, what it leaves out, which conditions are judged on the accepted state. */
  readonly about: string;
  /** Where the equations come from. */
  readonly source: string;
  /** Heading in the list of components. */
  readonly group: string;
  readonly ports: Readonly<Record<string, PortType>>;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  readonly inputs?: Readonly<Record<string, SignalDeclaration>>;
  readonly outputs?: Readonly<Record<string, QuantityDeclaration>>;
  /** Continuous (`der`) and discrete (`hold`) states with their initial values. */
  readonly states?: Readonly<Record<string, StateDeclaration>>;
  readonly equations: string;
}

/** The only port type yet; mechanical ports come with the physics library. */
export type PortType = 'hydraulic';
export const hydraulic: PortType = 'hydraulic';

export interface QuantityDeclaration {
  /** SI unit: 'Pa', 'm3/s', 'm', 'rad/s' (rotation speed), 'Hz' (frequency), '1' (dimensionless). */
  readonly unit: string;
  readonly about: string;
}

export interface SignalDeclaration extends QuantityDeclaration {
  /** Value used when nothing is connected, SI; without it an unconnected input is an error. */
  readonly default?: number;
}

export interface ParameterDeclaration extends QuantityDeclaration {
  /** Used when the circuit file gives none: text with unit ('0.1 bar') or an SI number; without it the parameter must be given. */
  readonly default?: string | number;
  /** Bounds of physical sense, SI. */
  readonly above?: number;
  readonly atLeast?: number;
  readonly below?: number;
  readonly atMost?: number;
  /** Present for a table: a list of [x, y] rows, x never falling; `unit` is y's. */
  readonly table?: { readonly xUnit: string };
}

export interface StateDeclaration extends QuantityDeclaration {
  /** Initial value: a number (SI) or an expression of parameters and fluid properties. */
  readonly initial: number | string;
}

/** Identity with a type: gives editors completion and checks the shape of a library file. */
export function component(definition: KindDefinition): KindDefinition {
  return definition;
}
