/**
 * The definition of a component kind by an engineer, and the only input of the equations' compiler.
 *
 * The compiler knows no hydraulics: a port is a pair (p, q) that meets the relation p = C + Z q at a line end.
 *
 * ## Types of ports
 *
 * hydraulic        p = pressure [Pa], q = flow [m3/s]
 * translational    p = force [N], q = velocity [m/s]; written `port.force`, `port.velocity`
 * rotational       p = torque [Nm], q = speed [rad/s]; written `port.torque`, `port.speed`
 *
 * One sign for all: q is positive out of the component into the line, p where the line pushes back. So p q is the power that leaves the component; a force
 * is positive in compression, as a pressure is, and negative where the line is pulled. Through a rod that moves from `a` to `b`, a.velocity = -v and
 * b.velocity = v. Below the vapour pressure only a hydraulic port cavitates.
 *
 * ## The language of `equations`
 *
 * One statement a line; a statement goes on while a bracket is open or the line ends with an operator or a comma; `#` starts a comment.
 *
 *     name = e              a local quantity (made before it is used, made once)
 *     port.q = e            flow out of the component, into the line [m3/s]; or
 *     port.p = e            the component sets the pressure [Pa], the line answers with the flow.    Exactly one of the two per port.
 *                           So are port.velocity, port.force and port.speed, port.torque.
 *     port.V = e            port volume: counts with the line at that hydraulic port [m3]; with the line's own it must stay above 0
 *     output = e            a declared output signal
 *     unknown x             a declared output with a start value (`initial`) that no statement assigns: equations give it
 *     0 = e                 such an equation, of the middle of the step; as many of them as unknowns
 *     der(x) = e            rate of a declared state
 *     mass * der(x) = e     the same with a mass before it, of parameters and fluid properties, which may be 0: then x is an unknown, and 0 = e
 *     hold h = e            a discrete state: takes the value of e when a step is accepted; variable steps end where a condition in e changes it (crossings.ts)
 *     reset(x) = if(c, value, x)    judged on the trial state after the integration rule; held states are then fixed and the ports solved again
 *     nextEvent = e         a time (s, larger than `time`) that the step must land on; at most one
 *     oilAdded = e          oil that comes into the circuit here other than through ports and port volumes [m3/s]: a leak to the outside (below 0), a chamber of its own
 *
 * Values: numbers, `pi`, parameters, inputs, states, unknowns, locals, both quantities of a port,
 * `time`, `step` (length of the trial step, s), `fluid.density`, `fluid.viscosity` (kinematic), `fluid.bulkModulus` (that in the open air
 * where it rises with pressure), `fluid.vapourPressure`, `fluid.atmosphericPressure` (p + atmosphericPressure is absolute: for laws of gas),
 * `fluid.ambientPressure` (p - ambientPressure is that above the open air: for an area with air behind it, a spring's setting, a leak; 0 in gauge files),
 * `pre(x)`, `pre(h)` (last accepted value of a state or hold; a hold may be read before its statement only so), `der(x)` ((x - pre(x))/step in a TLM step).
 * Operators: + - * / ^ (the base of a power that is not whole must be above 0), < <= > >= == !=, and or not. Functions: abs sign sqrt ssqrt (signed root) exp log sin cos tanh atan min max floor ceil
 * if(c, a, b), table(name, x) (linear between points, held outside, at a vertical corner the value before it), nextPoint(name, x) (first point
 * of the table's x column beyond x, else 1e300).
 *
 * An expression has at most 400 values and 100 brackets within each other; of a whole kind at most 250 operations are within each other, and 5000 are there.
 *
 * In a TLM step rates, port quantities, outputs and added oil are of its middle: `time`, states and inputs there are those of half a step before its end. `hold`, `reset`,
 * `nextEvent` and `port.V` are of its end, with `time`, states and inputs of the end (port quantities of the middle).
 * Integrators take `pre(x)` where it is a value, not part of a condition, as x, and `pre(h)` as what h's equation gives, where that changes between its jumps (ode/accepted.ts).
 *
 * The oil balance of a run takes every kind at its word: of two ports and more, or with port volume, the flows out of it are -Σ dV/dt + oilAdded, 0 where it is
 * not assigned. A kind with one hydraulic port without volume is the edge of the circuit: there the flow itself is what is added.
 *
 * An unknown is found together with the flows and states of the step; every `0 = e` holds exactly then, whatever multiplies it. It has no history: where several
 * values fulfil the equations, the one is found that is near the last. As an ODE unknowns are solved for within the right-hand side: the equations
 * must tell them from pressures, states and inputs, without the flow of a port whose pressure the component sets.
 *
 * Whether a mass is 0 is seen component by component, before the run: one without mass has a state less (massless.ts), found within the step and the right-hand side as
 * every unknown is, near where its `initial` says. Such a state has no reset, no pre(x) and no der(x) that is read. An equation 0 = e of states alone, as
 * where columns of oil with mass meet without a volume, takes one of them away too: it follows from the others at all times, and its own equation tells the
 * unknown that holds them together (constraints.ts). Start values that do not fulfil it are those before a plastic impact, where all that take part have masses so written; else the others' count.
 *
 * A condition on port quantities, unknowns or states is judged on the solution; write pre(…) to judge it on the accepted state.
 * The equations of a kind with `sign(v)` or a comparison of unknowns may have no solution: prefer pre(…) there.
 */
export interface KindDefinition {
  /** Name used as `kind:` in circuit files, camelCase. */
  readonly kind: string;
  /** One or two sentences: its purpose, what it leaves out, which conditions are judged on the accepted state. */
  readonly about: string;
  /** Where the equations come from. */
  readonly source: string;
  /** Heading in the list of components. */
  readonly group: string;
  readonly ports: Readonly<Record<string, PortType>>;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  /** Rules between parameters, conditions of the language: 'initialPosition <= stroke'. Bounds of a single parameter stand at its declaration. */
  readonly requires?: readonly string[];
  readonly inputs?: Readonly<Record<string, SignalDeclaration>>;
  readonly outputs?: Readonly<Record<string, OutputDeclaration>>;
  /** Continuous (`der`) and discrete (`hold`) states with their initial values. */
  readonly states?: Readonly<Record<string, StateDeclaration>>;
  /** Condition on parameters under which it jumps where a quantity that moves crosses a level, and may chatter: `ringmain check` tells what that costs. */
  readonly switch?: string;
  /** Library kind by whose symbol it is drawn; default: the symbol of its own name, else a box with its name. */
  readonly symbol?: string;
  readonly equations: string;
  /** Whether conditions on its states stand in augmented form (augmented.ts), where they would be too many equations. */
  readonly augmented?: boolean;
  /** Of a kind that is made of several, joined without a line (compose.ts): these, in order. Names of its own begin with 'mNUMBER_'. */
  readonly joined?: readonly JoinedMember[];
  /** Of such a kind: its joins. */
  readonly joints?: readonly Joint[];
  readonly links?: readonly Link[];
}

/** Ports that have one pressure; junctions, by number among the members; and line ends at these, ports of the group's: 'line', 'line1', … of each. */
export interface Joint {
  readonly type: PortType;
  readonly ends: readonly (readonly [member: number, port: string])[];
  readonly junctions: readonly number[];
  readonly lines: readonly (readonly [junction: number, port: string])[];
}

/** A signal from a member to another: output or state, and input. */
export interface Link {
  readonly from: readonly [member: number, signal: string];
  readonly to: readonly [member: number, input: string];
}

/** One of the components that are joined without a line. */
export interface JoinedMember {
  /** Null for a junction. */
  readonly kind: KindDefinition | null;
  /** Its ports that are joined: outputs 'mNUMBER_PORT_p' and 'mNUMBER_PORT_q'; of a junction without a line 'p', an output of that name. */
  readonly inner: readonly string[];
}

export type PortType = 'hydraulic' | 'translational' | 'rotational';
export const hydraulic: PortType = 'hydraulic';
export const translational: PortType = 'translational';
export const rotational: PortType = 'rotational';

export interface PortQuantity {
  /** Behind the dot, in equations and recorded names. */
  readonly name: string;
  readonly unit: string;
}

/** The meaning of p and q at ports of each type. */
export const portQuantities: Readonly<Record<PortType, { readonly p: PortQuantity; readonly q: PortQuantity }>> = {
  hydraulic: { p: { name: 'p', unit: 'Pa' }, q: { name: 'q', unit: 'm3/s' } },
  translational: { p: { name: 'force', unit: 'N' }, q: { name: 'velocity', unit: 'm/s' } },
  rotational: { p: { name: 'torque', unit: 'Nm' }, q: { name: 'speed', unit: 'rad/s' } },
};
export const portTypes = Object.keys(portQuantities) as readonly PortType[];

export interface QuantityDeclaration {
  /** SI unit: 'Pa', 'm3/s', 'm', 'rad/s' (rotation speed), 'Hz' (frequency), '1' (dimensionless). */
  readonly unit: string;
  readonly about: string;
  /**
   * Of unit '1': stands for a quantity of any unit, in SI. Such inputs, outputs and states are joined to anything; such parameters take values with a
   * unit, of one dimension in a component, which its signals then have (signalUnits.ts). Of unit '1/s', 'perSecond': the rate of such a quantity.
   */
  readonly anyUnit?: boolean | 'perSecond';
}

export interface OutputDeclaration extends QuantityDeclaration {
  /** Of one that is `unknown`: where the search for it begins, a number (SI) or an expression as that of a state. */
  readonly initial?: number | string;
}

export interface SignalDeclaration extends QuantityDeclaration {
  /** Value used when nothing is connected, SI; without it an unconnected input is an error. */
  readonly default?: number;
  /**
   * Of an input: the parameter whose value it takes the place of. Where nothing is connected the component is solved by the equations with the parameter
   * alone, at no cost (omit.ts).
   */
  readonly instead?: string;
}

export interface ParameterDeclaration extends QuantityDeclaration {
  /** Used when the circuit file gives none: text with unit ('0.1 bar') or an SI number; without it the parameter must be given. */
  readonly default?: string | number;
  /** Bounds of physical sense, SI. */
  readonly above?: number;
  readonly atLeast?: number;
  readonly below?: number;
  readonly atMost?: number;
  /** 0, its default, leaves its equations out: such a component is solved without them, at no cost (omit.ts). */
  readonly optional?: true;
  /**
   * A pressure at a place, which counts as the file's pressures do, not a difference of two: default and bounds are gauge, and in a file of absolute
   * pressures count from that of the open air.
   */
  readonly level?: boolean;
  /** Present for a table: a list of [x, y] rows, x never falling; `unit` is y's. */
  readonly table?: { readonly xUnit: string };
}

export interface StateDeclaration extends QuantityDeclaration {
  /** Initial value: a number (SI) or an expression of parameters, fluid properties and `port.p`, what the line at the port (or the tank that it sees) has at t = 0. */
  readonly initial: number | string;
  /** It sums up flow, over times far beyond those of a circuit, such as dirt in a filter: at an operating point it stays where it is. */
  readonly counts?: true;
}

/** Identity with a type: gives editors completion and checks the shape of a library file. */
export function component(definition: KindDefinition): KindDefinition {
  return definition;
}
