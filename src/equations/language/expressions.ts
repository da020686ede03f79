/** Expressions of the language → graph nodes: resolves names, checks numbers against conditions, says what is known where. */

import { dependsOn, type Graph, isTable, type Node } from '../graph/graph.js';
import { type KindDefinition, type PortQuantity, type PortType, portQuantities } from './definition.js';
import { type OperationName, operations } from './functions.js';
import { fail, type Place, type Syntax } from './parse.js';

/** Properties of the fluid, and their units. */
export const fluidUnits: Readonly<Record<string, string>> = {
  density: 'kg/m3',
  viscosity: 'm2/s',
  bulkModulus: 'Pa',
  vapourPressure: 'Pa',
  atmosphericPressure: 'Pa',
  ambientPressure: 'Pa',
};
export const reserved = [
  'time',
  'step',
  'pi',
  'fluid',
  'der',
  'hold',
  'unknown',
  'reset',
  'pre',
  'if',
  'table',
  'nextPoint',
  'nextEvent',
  'oilAdded',
  'and',
  'or',
  'not',
];
export const functionArity: Readonly<Record<string, number>> = {
  abs: 1,
  sign: 1,
  sqrt: 1,
  ssqrt: 1,
  exp: 1,
  log: 1,
  sin: 1,
  cos: 1,
  tanh: 1,
  atan: 1,
  floor: 1,
  ceil: 1,
  min: 2,
  max: 2,
};
const binaryOperations: Readonly<Record<string, OperationName>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '^': 'pow' };

/** Symbols whose values are found by solving the step. */
export const isUnknown = (name: string): boolean => /^(p|q|state|der|unknown):/.test(name);

/** Whether an expression is true or false rather than a number. */
export function isCondition(node: Node): boolean {
  return !(node.op in operations) && !['number', 'symbol', 'select'].includes(node.op) && !isTable(node.op);
}

export class Expressions {
  private readonly states: Readonly<Record<string, unknown>>;

  constructor(
    private readonly definition: KindDefinition,
    private readonly graph: Graph,
    /** Values assigned so far: 'name:x', 'hold:h'. */
    private readonly values: ReadonlyMap<string, Node>,
    private readonly holdNames: ReadonlySet<string>,
    private readonly unknownNames: ReadonlySet<string>,
    /** Told of every local that is used. */
    private readonly use: (key: string) => void,
  ) {
    this.states = definition.states ?? {};
  }

  /** An expression that must be a number. */
  number(syntax: Syntax): Node {
    const node = this.expression(syntax);
    if (isCondition(node)) fail(syntax, 'a condition where a number is expected', 'use if(condition, a, b)');
    return node;
  }

  /** An expression that must be true or false. */
  boolean(syntax: Syntax): Node {
    const node = this.expression(syntax);
    if (!isCondition(node)) fail(syntax, 'a number where a condition is expected', 'compare it: x > 0');
    return node;
  }

  private expression(syntax: Syntax): Node {
    const g = this.graph;
    switch (syntax.type) {
      case 'number':
        return g.number(syntax.value);
      case 'name':
        return this.name(syntax.parts, syntax);
      case 'call':
        return this.call(syntax.name, syntax.args, syntax);
      case 'operator':
        return this.operator(syntax.operator, syntax.args);
    }
  }

  private operator(operator: string, args: readonly Syntax[]): Node {
    const g = this.graph;
    const [a, b] = args as [Syntax, Syntax];
    switch (operator) {
      case 'negate':
        return g.neg(this.number(a));
      case 'not':
        return g.condition('not', this.boolean(a));
      case 'and':
      case 'or':
        return g.condition(operator, this.boolean(a), this.boolean(b));
      case '<':
        return g.condition('lt', this.number(a), this.number(b));
      case '>':
        return g.condition('lt', this.number(b), this.number(a));
      case '<=':
        return g.condition('le', this.number(a), this.number(b));
      case '>=':
        return g.condition('le', this.number(b), this.number(a));
      case '==':
        return g.condition('eq', this.number(a), this.number(b));
      case '!=':
        return g.condition('ne', this.number(a), this.number(b));
      default:
        return g.apply(binaryOperations[operator] as OperationName, this.number(a), this.number(b));
    }
  }

  private name(parts: readonly string[], place: Place): Node {
    const g = this.graph;
    const { definition } = this;
    const [name = ''] = parts;
    if (parts.length > 1) return this.quantity(parts, place);
    if (name === 'time' || name === 'step') return g.symbol(name);
    if (name === 'pi') return g.number(Math.PI);
    const parameter = definition.parameters[name];
    if (parameter) {
      if (parameter.table) fail(place, `'${name}' is a table`, `write table(${name}, x)`);
      return g.symbol(`parameter:${name}`);
    }
    if (name in (definition.inputs ?? {})) return g.symbol(`input:${name}`);
    if (this.holdNames.has(name)) {
      const held = this.values.get(`hold:${name}`);
      return (
        held ??
        fail(place, `hold '${name}' is read before its statement`, `write pre(${name}) for its accepted value, or move the statement up`)
      );
    }
    if (name in this.states) return g.symbol(`state:${name}`);
    if (this.unknownNames.has(name)) return g.symbol(`unknown:${name}`);
    const local = this.values.get(`name:${name}`);
    if (local) {
      this.use(`name:${name}`);
      return local;
    }
    if (this.portType(name)) fail(place, `'${name}' is a port`, `write ${this.portNames(name).join(' or ')}`);
    return fail(
      place,
      `'${name}' is not declared, or used before it is assigned`,
      'declare a parameter, input or state, or assign it above',
    );
  }

  /** 'fluid.density', 'in.p'. */
  private quantity(parts: readonly string[], place: Place): Node {
    const [name = '', field = ''] = parts;
    if (parts.length === 2 && name === 'fluid') {
      if (!Object.hasOwn(fluidUnits, field)) {
        const known = Object.keys(fluidUnits).map((n) => `fluid.${n}`);
        fail(place, `no fluid property '${field}'`, `the properties are ${known.join(', ')}`);
      }
      return this.graph.symbol(`fluid:${field}`);
    }
    const type = this.portType(name);
    const quantities: Readonly<Record<string, PortQuantity>> = type ? portQuantities[type] : {};
    const found = Object.keys(quantities).find((key) => quantities[key]?.name === field);
    if (parts.length === 2 && found !== undefined) return this.graph.symbol(`${found}:${name}`);
    return fail(
      place,
      `'${parts.join('.')}' is not known`,
      type
        ? `a ${type === 'hydraulic' ? '' : `${type} `}port has ${this.portNames(name).join(' and ')}`
        : `ports are ${Object.keys(this.definition.ports).join(', ') || 'not declared'}`,
    );
  }

  private portType(name: string): PortType | undefined {
    const { ports } = this.definition;
    return Object.hasOwn(ports, name) ? ports[name] : undefined;
  }

  /** Names of both quantities of a port. */
  private portNames(name: string): string[] {
    const type = this.portType(name);
    return type ? Object.values(portQuantities[type]).map((one) => `${name}.${one.name}`) : [];
  }

  private call(name: string, args: readonly Syntax[], place: Place): Node {
    const g = this.graph;
    const count = (n: number): void => {
      if (args.length !== n)
        fail(place, `${name}() takes ${n} value${n === 1 ? '' : 's'}, not ${args.length}`, `see the grammar of equations`);
    };
    const [a, b, c] = args as [Syntax, Syntax, Syntax];
    switch (name) {
      case 'if':
        count(3);
        return g.select(this.boolean(a), this.number(b), this.number(c));
      case 'pre':
      case 'der': {
        count(1);
        const state = a.type === 'name' && a.parts.length === 1 ? (a.parts[0] as string) : '';
        if (!(state in this.states)) fail(a, `${name}() of something that is not a state`, 'its argument is a declared state or hold');
        if (name === 'der' && this.holdNames.has(state)) fail(a, `der(${state}) of a hold`, 'a hold has no rate');
        return g.symbol(`${name}:${state}`);
      }
      case 'table':
      case 'nextPoint': {
        count(2);
        const table = a.type === 'name' && a.parts.length === 1 ? (a.parts[0] as string) : '';
        if (!this.definition.parameters[table]?.table)
          fail(a, `${name}() of something that is not a table`, 'its first argument is a parameter declared with table');
        const x = this.number(b);
        if (dependsOn(x, isUnknown)) fail(b, `${name}() of a quantity of the step's solution`, 'use pre(…), an input or time');
        return g.table(name, table, x);
      }
      case 'min':
      case 'max':
        if (args.length < 2) count(2);
        return args.map((s) => this.number(s)).reduce((x, y) => g.apply(name, x, y));
      default: {
        const arity = Object.hasOwn(functionArity, name) ? functionArity[name] : undefined;
        if (arity === undefined)
          return fail(
            place,
            `no function '${name}'`,
            `the functions are ${Object.keys(functionArity).join(', ')}, if, pre, der, table, nextPoint`,
          );
        count(arity);
        return g.apply(name as OperationName, ...args.map((s) => this.number(s)));
      }
    }
  }
}
