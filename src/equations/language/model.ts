/** The result of the front end of the equations' compiler: the equations of a kind as expression graphs. */

import type { Graph, Node } from '../graph/graph.js';
import type { KindDefinition, PortType } from './definition.js';

/** A mistake in the text of the equations; line and column are 1-based within `equations`. */
export interface EquationMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy: string;
}

/** Every mistake in the equations of one kind. */
export class EquationError extends Error {
  constructor(
    readonly kind: string,
    readonly mistakes: readonly EquationMistake[],
  ) {
    super(mistakes.map((m) => `${kind} ${m.line}:${m.column} ${m.message}`).join('\n'));
    this.name = 'EquationError';
  }
}

/**
 * The equations of a kind. Symbols in the graph: 'parameter:NAME', 'fluid:NAME', 'input:NAME', 'state:NAME' (trial value),
 * 'pre:NAME' (accepted value of a state or hold), 'der:NAME', 'unknown:NAME', 'p:PORT', 'q:PORT', 'time', 'step'.
 */
export interface Model {
  readonly definition: KindDefinition;
  readonly graph: Graph;
  readonly ports: readonly ModelPort[];
  readonly states: readonly ModelState[];
  readonly holds: readonly { readonly name: string; readonly value: Node; readonly initial: Node }[];
  readonly outputs: readonly { readonly name: string; readonly value: Node }[];
  /** Quantities that `zeros` tell, as many as there are of these; each is an output too. */
  readonly unknowns: readonly ModelUnknown[];
  /** Expressions that are zero. */
  readonly zeros: readonly Node[];
  readonly nextEvent: Node | null;
  /** Oil that comes into the circuit other than through ports and port volumes, m3/s; null where the equations say nothing of it. */
  readonly oilAdded: Node | null;
  /** 1 where parameters make it an ideal switch, else 0; null for a kind that never is one. */
  readonly idealSwitch: Node | null;
  /** Where statements stand, by 'port:in.q', 'rate:x', 'hold:h', 'name:o'. */
  readonly places: ReadonlyMap<string, { readonly line: number; readonly column: number }>;
  /** Rules between parameters, as they are written and as conditions on them. */
  readonly requires: readonly { readonly text: string; readonly condition: Node }[];
}

export interface ModelPort {
  readonly name: string;
  readonly type: PortType;
  /** Which of the two the component assigns; the line answers with the other. */
  readonly assigns: 'p' | 'q';
  readonly value: Node;
  /** Port volume, m3. */
  readonly volume: Node | null;
  /** Of a line end in a joint where it is not the first (compose.ts): the port that is, whose pressure it has; else null. */
  readonly meets: string | null;
}

export interface ModelState {
  readonly name: string;
  /** Right-hand side of der(x). */
  readonly rate: Node;
  /** Of `mass * der(x) = e`: the mass, of parameters and fluid, and e; where the mass is 0, x is an unknown and 0 = e (massless.ts). */
  readonly massed?: { readonly mass: Node; readonly value: Node };
  /** In terms of 'state:' symbols as the integration rule left them. */
  readonly reset: Node | null;
  /** Of parameters, fluid and pressures of ports at t = 0 only. */
  readonly initial: Node;
}

export interface ModelUnknown {
  readonly name: string;
  /** Where the search for it begins: of parameters, fluid and pressures of ports at t = 0 only. */
  readonly initial: Node;
  /** SI unit. */
  readonly unit: string;
}

/** Facts about a kind that follow from its equations. */
export interface KindFacts {
  readonly definition: KindDefinition;
  /** Ports whose pressure the component sets (tanks, pressure sources): a pressure reference for what hangs on them. */
  readonly pressurePorts: readonly string[];
  /** Ports whose pressure depends on parameters only: may end a `direct` connection. */
  readonly fixedPressurePorts: readonly string[];
  /** Ports whose pressure depends on parameters, inputs and time only: it is held, whatever flows. */
  readonly heldPressurePorts: readonly string[];
  /** Whether it is nothing but signals of parameters and time: two of them with the same parameters give the same, wherever they run. */
  readonly isSignalOfTime: boolean;
  /** For each output and each state: the inputs that it depends on within a step. */
  readonly feedthrough: Readonly<Record<string, readonly string[]>>;
}
