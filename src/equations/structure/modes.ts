/**
 * The structure of a kind's equations 0 = e in each of its modes: on each side of every condition that changes what depends on what (a valve open or shut, a spool lapped,
 * a state held by its reset), with the values that a component has. Told before any number is computed.
 */
import { dependsOn, type Node } from '../graph/graph.js';
import type { Model } from '../language/model.js';
import type { OwnValues } from './ranges.js';
import { type Condition, ModeSlopes, type Side, structureKey, type Untold } from './slopes.js';
import { indexOf, type Slopes, type Verdict, verdictOf } from './verdict.js';

/** A mode that cannot be solved for its unknowns. */
export interface ModeFault {
  /** Null: above 5, or without a solution. */
  readonly index: number | null;
  /** Conditions without which it would be none; none where every mode is such. */
  readonly sides: readonly Side[];
  /** Equations that leave a condition on states, by number; the symbols of these states and given pressures; unknowns that nothing tells. */
  readonly equations: readonly number[];
  readonly states: readonly string[];
  readonly unknowns: readonly string[];
}

export interface Structure {
  readonly unknowns: number;
  /** How many modes were looked at. */
  readonly modes: number;
  /** Whether these are all; else those of the least structure and its neighbours. */
  readonly isComplete: boolean;
  /** Modes in which some unknowns are open, and stay where they were. */
  readonly open: number;
  /** The first mode whose index is 2 or above. */
  readonly fault: ModeFault | null;
}

/** Modes beyond which only the worst is looked at. */
export const mostModes = 4096;

const known = new WeakMap<Model, Map<string, Structure>>();

/** The structure of a model with a component's values; found once for values that decide the same. Null for a model without unknowns. */
export function structureOf(model: Model, values: OwnValues): Structure | null {
  if (model.unknowns.length === 0) return null;
  const system = systemOf(model);
  if (!system) return null;
  const own = known.get(model) ?? new Map<string, Structure>();
  known.set(model, own);
  const key = structureKey(system.zeros, values);
  let structure = own.get(key);
  if (!structure) {
    structure = new Modes(system, values).structure();
    own.set(key, structure);
  }
  return structure;
}

/** Expressions of pressures, states, inputs and unknowns only. */
interface System {
  /** Rates of states, then flows at given pressures. */
  readonly rates: readonly Node[];
  /** Residuals. */
  readonly zeros: readonly Node[];
  /** Symbols of states and given pressures. */
  readonly states: readonly string[];
  readonly unknowns: readonly string[];
}

/** A model's equations as an integrator has them; null where flows or rates go round in a circle. */
function systemOf({ graph: g, ports, states, unknowns, zeros }: Model): System | null {
  const told = new Map<string, Node>([['step', g.zero]]);
  for (const { name, assigns, value } of ports) told.set(`${assigns}:${name}`, value);
  for (const { name, rate, reset } of states) {
    const isHeld = g.condition('ne', g.symbol(`held:${name}`), g.zero);
    told.set(`der:${name}`, reset ? g.select(isHeld, g.zero, rate) : rate);
  }
  const given = ports.filter(({ assigns }) => assigns === 'q');
  const rates = [...states.map(({ name }) => g.symbol(`der:${name}`)), ...given.map(({ name }) => g.symbol(`q:${name}`))];
  let roots = [...rates, ...zeros];
  const isTold = (symbol: string): boolean => told.has(symbol);
  for (let round = 0; roots.some((root) => dependsOn(root, isTold)); round++) {
    if (round > told.size) return null;
    roots = roots.map((root) => g.substitute(root, told));
  }
  return {
    rates: roots.slice(0, rates.length),
    zeros: roots.slice(rates.length),
    states: [...states.map(({ name }) => `state:${name}`), ...given.map(({ name }) => `p:${name}`)],
    unknowns: unknowns.map(({ name }) => `unknown:${name}`),
  };
}

type Sides = ReadonlyMap<string, Side>;

interface Mode {
  readonly sides: Sides;
  /** Null where slopes are not numbers. */
  readonly verdict: Verdict | null;
}

const withSide = (sides: Sides, condition: Condition, holds: boolean): Sides => new Map([...sides, [condition.key, { condition, holds }]]);

class Modes {
  private readonly columns: ReadonlyMap<string, number>;

  constructor(
    private readonly system: System,
    private readonly values: OwnValues,
  ) {
    this.columns = new Map([...system.states, ...system.unknowns].map((symbol, k) => [symbol, k]));
  }

  structure(): Structure {
    const found = this.enumerate();
    const isComplete = found !== null;
    const modes = found ?? this.worst();
    const faulty = modes.find(({ verdict }) => verdict?.fault);
    return {
      unknowns: this.system.unknowns.length,
      modes: modes.length,
      isComplete,
      open: modes.filter(({ verdict }) => verdict && !verdict.fault && verdict.open > 0).length,
      fault: faulty ? this.faultOf(faulty.sides, faulty.verdict as Verdict) : null,
    };
  }

  /** All modes; null where there are too many. */
  private enumerate(): Mode[] | null {
    const modes: Mode[] = [];
    const waiting: Sides[] = [new Map()];
    for (let told = waiting.pop(); told; told = waiting.pop()) {
      if (modes.length === mostModes) return null;
      const { verdict, asked } = this.judged(told, 'false');
      let sides = told;
      for (const { condition } of asked) {
        waiting.push(withSide(sides, condition, true));
        sides = withSide(sides, condition, false);
      }
      modes.push({ sides, verdict });
    }
    return modes;
  }

  /** The mode of the least structure, and those in which one condition is on a side of its own. */
  private worst(): Mode[] {
    const { asked } = this.judged(new Map(), 'less');
    const least: Sides = new Map(asked.map((side) => [side.condition.key, side]));
    const others = asked.map(({ condition, holds }) => withSide(least, condition, !holds));
    return [least, ...others].map((sides) => ({ sides, verdict: this.judged(sides, 'less').verdict }));
  }

  /** The verdict on a mode, and the open conditions; a fault is one with other numbers too, or it was chance. */
  private judged(sides: Sides, untold: Untold): { readonly verdict: Verdict | null; readonly asked: readonly Side[] } {
    let verdict: Verdict | null = null;
    let asked: readonly Side[] = [];
    for (let draw = 0; draw < 3; draw++) {
      const slopes = this.slopes(this.system.zeros, sides, untold, draw);
      asked = slopes.asked;
      const again = verdictOf(slopes);
      verdict = again ?? verdict;
      if (again && !again.fault) break;
    }
    return { verdict, asked };
  }

  private slopes(roots: readonly Node[], sides: Sides, untold: Untold, draw: number): Slopes & { readonly asked: readonly Side[] } {
    const told = new Map([...sides].map(([key, { holds }]) => [key, holds]));
    const mode = new ModeSlopes(this.columns, this.values, told, draw, untold);
    const { states, unknowns } = this.system;
    const rows = roots.map((root) => mode.slopes(root));
    return { rows, states: states.length, unknowns: unknowns.length, asked: mode.asked };
  }

  private faultOf(sides: Sides, { fault }: Verdict): ModeFault {
    // A condition has no part in it if all may be open that is behind it.
    let needed = sides;
    for (const key of sides.keys()) {
      const without = new Map([...needed].filter(([one]) => one !== key));
      if (this.judged(without, 'more').verdict?.fault) needed = without;
    }
    const { equations, states, unknowns } = fault as NonNullable<Verdict['fault']>;
    return {
      index: indexOf(this.slopes([...this.system.rates, ...this.system.zeros], sides, 'less', 0)),
      sides: [...needed.values()],
      equations,
      states: states.map((k) => this.system.states[k] as string),
      unknowns: unknowns.map((k) => this.system.unknowns[k] as string),
    };
  }
}
