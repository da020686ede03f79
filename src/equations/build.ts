/** Statements → Model: resolves every name, checks every rule of the language, reports all mistakes of a kind at once. */
import type { KindDefinition } from './definition.js';
import { operations, type OperationName } from './functions.js';
import { dependsOn, Graph, type Node } from './graph.js';
import { EquationError, type EquationMistake, type Model, type ModelPort, type ModelState } from './model.js';
import { fail, guarded, parseEquations, parseExpression, type Place, type Statement, type Syntax } from './parse.js';

const fluidNames = ['density', 'viscosity', 'bulkModulus', 'vapourPressure', 'atmosphericPressure'];
const reserved = ['time', 'step', 'pi', 'fluid', 'der', 'hold', 'reset', 'pre', 'if', 'table', 'nextPoint', 'nextEvent', 'and', 'or', 'not'];
/** 'step' stays out of the graph of the ODE; it is for discrete formulations. */
const functionArity: Readonly<Record<string, number>> = {
  abs: 1,
  sign: 1,
  sqrt: 1,
  ssqrt: 1,
  exp: 1,
  log: 1,
  sin: 1,
  cos: 1,
  tanh: 1,
  floor: 1,
  ceil: 1,
  min: 2,
  max: 2,
};
const binaryOperations: Readonly<Record<string, OperationName>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '^': 'pow' };

const models = new WeakMap<KindDefinition, Model>();

/** The model of a kind, made once. Throws EquationError with every mistake. */
export function modelOf(definition: KindDefinition): Model {
  let model = models.get(definition);
  if (!model) {
    model = new Builder(definition).build();
    models.set(definition, model);
  }
  return model;
}

export const isUnknown = (name: string): boolean =>
  name.startsWith('p:') || name.startsWith('q:') || name.startsWith('state:') || name.startsWith('der:');

class Builder {
  private readonly graph = new Graph();
  private readonly mistakes: EquationMistake[] = [];
  private readonly values = new Map<string, Node>();
  private readonly used = new Set<string>();
  private readonly places = new Map<string, Place>();
  private readonly states: Readonly<Record<string, { readonly initial: number | string }>>;
  /** Declared states that `hold` assigns: known before the statements are read, as pre(h) may stand above them. */
  private holdNames = new Set<string>();

  constructor(private readonly definition: KindDefinition) {
    this.states = definition.states ?? {};
  }

  build(): Model {
    const { definition, graph, mistakes } = this;
    this.checkNames();
    const statements = parseEquations(definition.equations, mistakes);
    this.holdNames = new Set(statements.filter((s) => s.target === 'hold').map((s) => s.parts[0] ?? ''));
    for (const statement of statements) guarded(mistakes, () => this.assign(statement));
    const end: Place = statements.at(-1) ?? { line: 1, column: 1 };
    if (mistakes.length === 0) this.checkComplete(end);
    if (mistakes.length > 0) throw new EquationError(definition.kind, mistakes);

    const ports = Object.keys(definition.ports).map((name): ModelPort => {
      const assigns = this.values.has(`port:${name}.q`) ? 'q' : 'p';
      return { name, assigns, value: this.value(`port:${name}.${assigns}`), volume: this.values.get(`port:${name}.V`) ?? null };
    });
    const states: ModelState[] = [];
    const holds: { name: string; value: Node; initial: Node }[] = [];
    for (const [name, { initial }] of Object.entries(this.states)) {
      const start = this.initialValue(name, initial);
      const rate = this.values.get(`rate:${name}`);
      if (rate) states.push({ name, rate, reset: this.values.get(`reset:${name}`) ?? null, initial: start });
      else holds.push({ name, value: this.value(`hold:${name}`), initial: start });
    }
    const outputs = Object.keys(definition.outputs ?? {}).map((name) => ({ name, value: this.value(`name:${name}`) }));
    if (mistakes.length > 0) throw new EquationError(definition.kind, mistakes);
    return { definition, graph, ports, states, holds, outputs, nextEvent: this.values.get('name:nextEvent') ?? null };
  }

  private value(key: string): Node {
    return this.values.get(key) ?? this.graph.zero;
  }

  private initialValue(name: string, initial: number | string): Node {
    if (typeof initial === 'number') return this.graph.number(initial);
    const found: EquationMistake[] = [];
    const syntax = parseExpression(initial, found);
    let node = this.graph.zero;
    if (syntax) guarded(found, () => (node = this.number(syntax)));
    if (dependsOn(node, (n) => !n.startsWith('parameter:') && !n.startsWith('fluid:')))
      found.push({ line: 1, column: 1, message: `initial value '${initial}' uses more than parameters and fluid properties`, remedy: 'use parameters only' });
    for (const m of found) this.mistakes.push({ ...m, message: `initial value of '${name}': ${m.message}` });
    return node;
  }

  private checkNames(): void {
    const { ports, parameters, inputs = {}, outputs = {} } = this.definition;
    const seen = new Map<string, string>();
    const groups = { port: ports, parameter: parameters, input: inputs, output: outputs, state: this.states };
    for (const [group, names] of Object.entries(groups)) {
      for (const name of Object.keys(names)) {
        const problem = reserved.includes(name)
          ? `'${name}' is a word of the language`
          : name in functionArity
            ? `'${name}' is a function`
            : seen.has(name)
              ? `'${name}' is declared as ${seen.get(name)} and as ${group}`
              : !/^[A-Za-z]\w*$/.test(name)
                ? `'${name}' is not a name`
                : null;
        if (problem) this.mistakes.push({ line: 1, column: 1, message: problem, remedy: `choose another name for the ${group}` });
        seen.set(name, group);
      }
    }
  }

  private assign(statement: Statement): void {
    const { definition } = this;
    const key = this.keyOf(statement);
    const shown = describeTarget(statement);
    const before = this.places.get(key);
    if (before) fail(statement, `${shown} is assigned twice, first in line ${before.line}`, 'assign once; use if(condition, a, b)');
    const value = this.number(statement.value);
    this.places.set(key, statement);
    if (statement.target === 'port') {
      const [port = ''] = statement.parts;
      const other = key.endsWith('.p') ? `port:${port}.q` : key.endsWith('.q') ? `port:${port}.p` : '';
      if (this.places.has(other)) fail(statement, `${port}.p and ${port}.q are both assigned`, 'a component sets one of the two, the line answers with the other');
    }
    if (statement.target === 'reset') {
      const [name = ''] = statement.parts;
      if (statement.value.type !== 'call' || statement.value.name !== 'if')
        fail(statement, `reset(${name}) is not an if(…)`, `write reset(${name}) = if(condition, value, ${name})`);
      if (!contains(value, this.graph.symbol(`state:${name}`)))
        fail(statement, `reset(${name}) never leaves ${name} as it is`, `write reset(${name}) = if(condition, value, ${name})`);
    }
    this.values.set(key, value);
    if (statement.target === 'name' && !(definition.outputs ?? {})[statement.parts[0] ?? ''] && key !== 'name:nextEvent') return;
    this.used.add(key);
  }

  private keyOf({ target, parts, line, column }: Statement): string {
    const place = { line, column };
    const { definition } = this;
    const [name = '', field] = parts;
    switch (target) {
      case 'der':
      case 'reset':
        if (parts.length > 1 || !(name in this.states)) fail(place, `${target}(${parts.join('.')}): no such state${this.hint(name, Object.keys(this.states))}`, 'declare it under states');
        if (this.holdNames.has(name)) fail(place, `'${name}' is a hold and cannot have ${target}()`, 'use one of hold and der for a state');
        return target === 'der' ? `rate:${name}` : `reset:${name}`;
      case 'hold':
        if (parts.length > 1 || !(name in this.states)) fail(place, `hold ${parts.join('.')}: no such state${this.hint(name, Object.keys(this.states))}`, 'declare it under states with its initial value');
        return `hold:${name}`;
      case 'port':
        if (!(name in definition.ports)) fail(place, `'${parts.join('.')}': no port '${name}'${this.hint(name, Object.keys(definition.ports))}`, 'declare it under ports');
        if (parts.length > 2 || (field !== 'p' && field !== 'q' && field !== 'V')) fail(place, `'${parts.join('.')}' cannot be assigned`, `a port has ${name}.p, ${name}.q and ${name}.V`);
        return `port:${name}.${field}`;
      default: {
        if (name === 'nextEvent') return 'name:nextEvent';
        const declared =
          name in definition.parameters ? 'a parameter' : name in (definition.inputs ?? {}) ? 'an input' : name in this.states ? 'a state' : name in definition.ports ? 'a port' : reserved.includes(name) || name in functionArity ? 'a word of the language' : null;
        if (declared) fail(place, `'${name}' is ${declared} and cannot be assigned`, name in this.states ? `write der(${name}) = … or hold ${name} = …` : 'choose another name');
        return `name:${name}`;
      }
    }
  }

  private checkComplete(end: Place): void {
    const { definition, mistakes } = this;
    const missing = (message: string, remedy: string) => mistakes.push({ line: end.line, column: end.column, message, remedy });
    for (const port of Object.keys(definition.ports))
      if (!this.values.has(`port:${port}.p`) && !this.values.has(`port:${port}.q`)) missing(`${port}.q is never assigned`, `add ${port}.q = … (0 for a blocked port) or ${port}.p = …`);
    for (const name of Object.keys(definition.outputs ?? {})) if (!this.values.has(`name:${name}`)) missing(`output '${name}' is never assigned`, `add ${name} = …`);
    for (const name of Object.keys(this.states))
      if (!this.values.has(`rate:${name}`) && !this.values.has(`hold:${name}`)) missing(`state '${name}' has neither der(${name}) nor hold ${name}`, `add der(${name}) = … or hold ${name} = …`);
    for (const [key, place] of this.places) {
      if (key.startsWith('reset:') && !this.values.has(`rate:${key.slice(6)}`)) mistakes.push({ ...at(place), message: `reset(${key.slice(6)}) of a state without der()`, remedy: `add der(${key.slice(6)}) = …` });
      if (key.startsWith('name:') && !this.used.has(key)) mistakes.push({ ...at(place), message: `'${key.slice(5)}' is assigned and never used`, remedy: 'remove the statement, or declare it as an output' });
    }
  }

  private hint(name: string, known: readonly string[]): string {
    return known.length > 0 ? ` (there is ${known.map((k) => `'${k}'`).join(', ')})` : name ? '' : '';
  }

  /** An expression that must be a number. */
  private number(syntax: Syntax): Node {
    const node = this.expression(syntax);
    if (isCondition(node)) fail(syntax, 'a condition where a number is expected', 'use if(condition, a, b)');
    return node;
  }

  private boolean(syntax: Syntax): Node {
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
    const [name = '', field = ''] = parts;
    const whole = parts.join('.');
    if (parts.length === 2 && name === 'fluid') {
      if (!fluidNames.includes(field)) fail(place, `no fluid property '${field}'`, `there is ${fluidNames.map((n) => `fluid.${n}`).join(', ')}`);
      return g.symbol(`fluid:${field}`);
    }
    if (parts.length === 2 && name in definition.ports && (field === 'p' || field === 'q')) return g.symbol(`${field}:${name}`);
    if (parts.length > 1) return fail(place, `'${whole}' is not known`, name in definition.ports ? `a port has ${name}.p and ${name}.q` : `ports are ${Object.keys(definition.ports).join(', ') || 'not declared'}`);
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
      return held ?? fail(place, `hold '${name}' is read before its statement`, `write pre(${name}) for its accepted value, or move the statement up`);
    }
    if (name in this.states) return g.symbol(`state:${name}`);
    const local = this.values.get(`name:${name}`);
    if (local) {
      this.used.add(`name:${name}`);
      return local;
    }
    if (name in definition.ports) fail(place, `'${name}' is a port`, `write ${name}.p or ${name}.q`);
    return fail(place, `'${name}' is not declared, or used before it is assigned`, 'declare a parameter, input or state, or assign it above');
  }

  private call(name: string, args: readonly Syntax[], place: Place): Node {
    const g = this.graph;
    const count = (n: number): void => {
      if (args.length !== n) fail(place, `${name}() takes ${n} value${n === 1 ? '' : 's'}, not ${args.length}`, `see the grammar of equations`);
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
        if (!this.definition.parameters[table]?.table) fail(a, `${name}() of something that is not a table`, 'its first argument is a parameter declared with table');
        const x = this.number(b);
        if (dependsOn(x, isUnknown)) fail(b, `${name}() of a quantity of the step's solution`, 'use pre(…), an input or time');
        return g.table(name, table, x);
      }
      case 'min':
      case 'max':
        if (args.length < 2) count(2);
        return args.map((s) => this.number(s)).reduce((x, y) => g.apply(name, x, y));
      default: {
        const arity = functionArity[name];
        if (arity === undefined) return fail(place, `no function '${name}'`, `there is ${Object.keys(functionArity).join(', ')}, if, pre, der, table, nextPoint`);
        count(arity);
        return g.apply(name as OperationName, ...args.map((s) => this.number(s)));
      }
    }
  }
}

const at = ({ line, column }: Place): Place => ({ line, column });

function describeTarget({ target, parts }: Statement): string {
  const name = parts.join('.');
  return target === 'der' || target === 'reset' ? `${target}(${name})` : `'${name}'`;
}

/** Whether an expression is true or false rather than a number. */
export function isCondition(node: Node): boolean {
  return !(node.op in operations) && !['number', 'symbol', 'select', 'table', 'nextPoint'].includes(node.op);
}

function contains(root: Node, searched: Node): boolean {
  return root === searched || root.args.some((a) => contains(a, searched));
}
