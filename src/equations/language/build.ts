/** Statements → Model: resolves every name, checks every rule of the language, reports all mistakes of a kind at once. */

import { dependsOn, ExpressionLimit, Graph, type Node, symbolsOf } from '../graph/graph.js';
import { augmented } from '../solve/augmented.js';
import { withoutConstraints } from '../solve/constraints.js';
import { implicitMistakes } from '../solve/implicitMistakes.js';
import { tooLargeRemedy } from '../solve/solveMistakes.js';
import { type KindDefinition, type PortType, portQuantities } from './definition.js';
import { Expressions, functionArity, reserved } from './expressions.js';
import { EquationError, type EquationMistake, type Model, type ModelPort, type ModelState } from './model.js';
import { type EquationStatement, fail, guarded, type Place, parseEquations, parseExpression, type Syntax } from './parse.js';

/** Words of the language that a statement may assign. */
const assigned = new Set(['name:nextEvent', 'name:oilAdded']);

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

/** From now on a kind that is made of others has this model. */
export function registerModel(definition: KindDefinition, model: Model): void {
  models.set(definition, model);
}

class Builder {
  private readonly graph = new Graph();
  private readonly mistakes: EquationMistake[] = [];
  private readonly values = new Map<string, Node>();
  private readonly used = new Set<string>();
  private readonly places = new Map<string, Place>();
  private readonly states: NonNullable<KindDefinition['states']>;
  /** Declared states that `hold` assigns: known before the statements are read, as pre(h) may stand above them. */
  private readonly holdNames = new Set<string>();
  /** Declared outputs that are `unknown`. */
  private readonly unknownNames = new Set<string>();
  /** Keys of the equations 0 = e. */
  private readonly zeros: string[] = [];
  private readonly expressions: Expressions;

  constructor(private readonly definition: KindDefinition) {
    this.states = definition.states ?? {};
    const { graph, values, holdNames, unknownNames } = this;
    this.expressions = new Expressions(definition, graph, values, holdNames, unknownNames, (key) => this.used.add(key));
  }

  build(): Model {
    const { definition, graph, mistakes } = this;
    this.checkNames();
    const statements = parseEquations(definition.equations, mistakes);
    for (const { target, parts } of statements) {
      if (target === 'hold') this.holdNames.add(parts[0] ?? '');
      if (target === 'unknown') this.unknownNames.add(parts[0] ?? '');
    }
    graph.limited(() => this.assignAll(statements));
    const end: Place = statements.at(-1) ?? { line: 1, column: 1 };
    if (mistakes.length === 0) this.checkComplete(end);
    if (mistakes.length === 0) this.checkCircles();
    if (mistakes.length > 0) throw new EquationError(definition.kind, mistakes);

    const ports = Object.entries(definition.ports).map(([name, type]) => this.port(name, type));
    const { states, holds } = this.statesAndHolds();
    const requires = (definition.requires ?? []).map((text) => ({ text, condition: this.requirement(text) }));
    const outputs = Object.keys(definition.outputs ?? {}).map((name) => ({ name, value: this.outputValue(name) }));
    const unknowns = Object.entries(definition.outputs ?? {})
      .filter(([name]) => this.unknownNames.has(name))
      .map(([name, { unit, initial = 0 }]) => ({ name, unit, initial: this.ofParameters(`initial value of '${name}'`, initial, true) }));
    const idealSwitch = definition.switch === undefined ? null : this.ofParameters('switch', `if(${definition.switch}, 1, 0)`);
    if (mistakes.length > 0) throw new EquationError(definition.kind, mistakes);
    const nextEvent = this.values.get('name:nextEvent') ?? null;
    const oilAdded = this.values.get('name:oilAdded') ?? null;
    const model = { definition, graph, ports, states, holds, outputs, unknowns, nextEvent, oilAdded, idealSwitch, requires };
    const whole: Model = { ...model, zeros: this.zeros.map((key) => this.value(key)), places: this.places };
    // Masses and their constraints are sorted out for each component (massless.ts): here it must be possible.
    const isMassed = states.some(({ massed }) => massed);
    const told = isMassed ? withoutConstraints(whole).model : definition.augmented ? augmented(whole) : whole;
    mistakes.push(...implicitMistakes(told));
    if (mistakes.length > 0) throw new EquationError(definition.kind, mistakes);
    return isMassed ? whole : told;
  }

  private port(name: string, type: PortType): ModelPort {
    const assigns = this.values.has(`port:${name}.q`) ? 'q' : 'p';
    const volume = this.values.get(`port:${name}.V`) ?? null;
    return { name, type, assigns, value: this.value(`port:${name}.${assigns}`), volume, meets: null };
  }

  private statesAndHolds(): Pick<Model, 'states' | 'holds'> {
    const states: ModelState[] = [];
    const holds: { name: string; value: Node; initial: Node }[] = [];
    for (const [name, { initial }] of Object.entries(this.states)) {
      const start = this.ofParameters(`initial value of '${name}'`, initial, true);
      const rate = this.values.get(`rate:${name}`);
      const [mass, value] = [this.values.get(`mass:${name}`), this.values.get(`force:${name}`)];
      const massed = mass && value ? { massed: { mass, value } } : {};
      if (rate) states.push({ name, rate, ...massed, reset: this.values.get(`reset:${name}`) ?? null, initial: start });
      else holds.push({ name, value: this.value(`hold:${name}`), initial: start });
    }
    return { states, holds };
  }

  private outputValue(name: string): Node {
    return this.unknownNames.has(name) ? this.graph.symbol(`unknown:${name}`) : this.value(`name:${name}`);
  }

  private value(key: string): Node {
    return this.values.get(key) ?? this.graph.zero;
  }

  /** A number, or an expression of parameters and fluid properties, and of `pressures` of ports at t = 0; `what` is named in mistakes. */
  private ofParameters(what: string, given: number | string, pressures = false): Node {
    if (typeof given === 'number') return this.graph.number(given);
    const found: EquationMistake[] = [];
    const syntax = parseExpression(given, found);
    let node = this.graph.zero;
    if (syntax) guarded(found, () => (node = this.expressions.number(syntax)));
    const known = pressures ? /^(parameter|fluid|p):/ : /^(parameter|fluid):/;
    if (dependsOn(node, (n) => !known.test(n)))
      found.push({
        line: 1,
        column: 1,
        message: `'${given}' uses more than parameters${pressures ? ', fluid properties and pressures of ports' : ' and fluid properties'}`,
        remedy: pressures ? 'use parameters and port.p only' : 'use parameters only',
      });
    for (const m of found) this.mistakes.push({ ...m, message: `${what}: ${m.message}` });
    return node;
  }

  private requirement(text: string): Node {
    const { definition, graph: g } = this;
    const found: EquationMistake[] = [];
    const syntax = parseExpression(text, found);
    // Locals stand beneath the parameters in the language, not beneath a rule.
    const expressions = new Expressions(definition, g, new Map(), new Set(), new Set(), () => undefined);
    let condition = g.condition('eq', g.zero, g.zero);
    if (syntax) guarded(found, () => (condition = expressions.boolean(syntax)));
    if (found.length === 0 && (symbolsOf(condition).size === 0 || dependsOn(condition, (n) => !n.startsWith('parameter:'))))
      found.push({ line: 1, column: 1, message: 'it is not about parameters, or not about them alone', remedy: '' });
    const remedy = "a rule is a condition on parameters: 'initialPosition <= stroke'";
    for (const m of found) this.mistakes.push({ ...m, message: `rule '${text}': ${m.message}`, remedy });
    return condition;
  }

  private checkNames(): void {
    const { ports, parameters, inputs = {}, outputs = {} } = this.definition;
    const seen = new Map<string, string>();
    const groups = { port: ports, parameter: parameters, input: inputs, output: outputs, state: this.states };
    for (const [group, names] of Object.entries(groups)) {
      for (const name of Object.keys(names)) {
        const problem = reserved.includes(name)
          ? `'${name}' is a word of the language`
          : Object.hasOwn(functionArity, name)
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

  /** Beyond the limit all that follows would be beyond it. */
  private assignAll(statements: readonly EquationStatement[]): void {
    for (const statement of statements) {
      try {
        guarded(this.mistakes, () => this.assign(statement));
      } catch (error) {
        if (!(error instanceof ExpressionLimit)) throw error;
        this.mistakes.push({ ...at(statement), message: `${describeTarget(statement)} takes ${error.message}`, remedy: tooLargeRemedy });
        return;
      }
    }
  }

  private assign(statement: EquationStatement): void {
    const { definition } = this;
    const key = this.keyOf(statement);
    const shown = describeTarget(statement);
    const before = this.places.get(key);
    if (before) fail(statement, `${shown} is assigned twice, first in line ${before.line}`, 'assign once; use if(condition, a, b)');
    if (statement.target === 'unknown') {
      this.places.set(key, statement);
      return;
    }
    const value = this.expressions.number(statement.value as Syntax);
    this.places.set(key, statement);
    if (statement.target === 'zero') this.zeros.push(key);
    if (statement.target === 'port') {
      const [port = ''] = statement.parts;
      const other = key.endsWith('.p') ? `port:${port}.q` : key.endsWith('.q') ? `port:${port}.p` : '';
      if (this.places.has(other)) {
        const [p, q] = this.quantitiesOf(port);
        fail(statement, `${p} and ${q} are both assigned`, 'a component sets one of the two, the line answers with the other');
      }
    }
    if (statement.target === 'reset') {
      const [name = ''] = statement.parts;
      if (statement.value?.type !== 'call' || statement.value.name !== 'if')
        fail(statement, `reset(${name}) is not an if(…)`, `write reset(${name}) = if(condition, value, ${name})`);
      if (!keeps(value, this.graph.symbol(`state:${name}`)))
        fail(statement, `reset(${name}) never leaves ${name} as it is`, `write reset(${name}) = if(condition, value, ${name})`);
    }
    this.values.set(key, statement.mass ? this.byMass(statement, statement.mass, value) : value);
    if (statement.target === 'name' && !definition.outputs?.[statement.parts[0] ?? ''] && !assigned.has(key)) return;
    this.used.add(key);
  }

  /** Rate of a state whose equation has a mass before it. */
  private byMass({ parts: [name = ''] }: EquationStatement, syntax: Syntax, value: Node): Node {
    const { graph: g, values } = this;
    const mass = this.expressions.number(syntax);
    const shown = `the mass before der(${name})`;
    if (dependsOn(mass, (n) => !/^(parameter|fluid):/.test(n)))
      fail(syntax, `${shown} is of more than parameters and fluid properties`, 'a mass stays as it is while a run lasts');
    if (mass.op === 'number') {
      if (mass.value === 0) fail(syntax, `${shown} is 0`, `then ${name} is no state: write unknown ${name} and 0 = …`);
    } else {
      values.set(`mass:${name}`, mass);
      values.set(`force:${name}`, value);
    }
    return g.div(value, mass);
  }

  private keyOf({ target, parts, line, column }: EquationStatement): string {
    const place = { line, column };
    const { definition } = this;
    const [name = ''] = parts;
    switch (target) {
      case 'der':
      case 'reset':
        if (parts.length > 1 || !(name in this.states))
          fail(place, `${target}(${parts.join('.')}): no such state${this.hint(Object.keys(this.states))}`, 'declare it under states');
        if (this.holdNames.has(name)) fail(place, `'${name}' is a hold and cannot have ${target}()`, 'use one of hold and der for a state');
        return target === 'der' ? `rate:${name}` : `reset:${name}`;
      case 'hold':
        if (parts.length > 1 || !(name in this.states))
          fail(
            place,
            `hold ${parts.join('.')}: no such state${this.hint(Object.keys(this.states))}`,
            'declare it under states with its initial value',
          );
        return `hold:${name}`;
      case 'unknown':
        this.checkUnknown(name, parts, place);
        return `unknown:${name}`;
      case 'zero':
        return `zero:${this.zeros.length}`;
      case 'port':
        if (!(name in definition.ports))
          fail(place, `'${parts.join('.')}': no port '${name}'${this.hint(Object.keys(definition.ports))}`, 'declare it under ports');
        return this.portKey(name, parts, place);
      default:
        if (!assigned.has(`name:${name}`)) this.checkFree(name, place);
        return `name:${name}`;
    }
  }

  /** Whether an assignment may give a name its meaning. */
  private checkFree(name: string, place: Place): void {
    const declared = this.declaredAs(name);
    if (declared === null) return;
    const remedy = this.unknownNames.has(name)
      ? `an equation gives it: 0 = ${name} - …; or take 'unknown ${name}' away`
      : name in this.states
        ? `write der(${name}) = … or hold ${name} = …`
        : 'choose another name';
    fail(place, `'${name}' is ${declared} and cannot be assigned`, remedy);
  }

  private declaredAs(name: string): string | null {
    const { parameters, inputs = {}, ports } = this.definition;
    if (name in parameters) return 'a parameter';
    if (name in inputs) return 'an input';
    if (name in this.states) return 'a state';
    if (name in ports) return 'a port';
    if (this.unknownNames.has(name)) return 'unknown';
    return reserved.includes(name) || Object.hasOwn(functionArity, name) ? 'a word of the language' : null;
  }

  private checkUnknown(name: string, parts: readonly string[], place: Place): void {
    const { outputs = {} } = this.definition;
    if (parts.length > 1 || !Object.hasOwn(outputs, name))
      fail(
        place,
        `unknown ${parts.join('.')}: no such output${this.hint(Object.keys(outputs))}`,
        'declare it under outputs, with unit and initial',
      );
    if (outputs[name]?.initial === undefined)
      fail(place, `unknown ${name}: it has no start value`, 'declare it with initial: the search for it begins there');
  }

  private portKey(port: string, parts: readonly string[], place: Place): string {
    const type = this.definition.ports[port] as PortType;
    const whole = parts.join('.');
    const [p, q] = this.quantitiesOf(port);
    const key = { [p]: 'p', [q]: 'q', ...(type === 'hydraulic' ? { [`${port}.V`]: 'V' } : {}) }[whole];
    if (key !== undefined) return `port:${port}.${key}`;
    const known = type === 'hydraulic' ? `a port has ${p}, ${q} and ${port}.V` : `a ${type} port has ${p} and ${q}`;
    return fail(place, `'${whole}' cannot be assigned`, known);
  }

  /** How the equations write p and q of a port. */
  private quantitiesOf(port: string): [p: string, q: string] {
    const { p, q } = portQuantities[this.definition.ports[port] as PortType];
    return [`${port}.${p.name}`, `${port}.${q.name}`];
  }

  private checkComplete(end: Place): void {
    const { definition, mistakes } = this;
    const missing = (message: string, remedy: string) => mistakes.push({ line: end.line, column: end.column, message, remedy });
    for (const port of Object.keys(definition.ports)) {
      if (this.values.has(`port:${port}.p`) || this.values.has(`port:${port}.q`)) continue;
      const [p, q] = this.quantitiesOf(port);
      missing(`${q} is never assigned`, `add ${q} = … (0 for a blocked port) or ${p} = …`);
    }
    for (const name of Object.keys(definition.outputs ?? {}))
      if (!this.unknownNames.has(name) && !this.values.has(`name:${name}`))
        missing(`output '${name}' is never assigned`, `add ${name} = …, or unknown ${name} and an equation 0 = …`);
    for (const name of Object.keys(this.states))
      if (!this.values.has(`rate:${name}`) && !this.values.has(`hold:${name}`))
        missing(`state '${name}' has neither der(${name}) nor hold ${name}`, `add der(${name}) = … or hold ${name} = …`);
    for (const [key, place] of this.places) {
      mistakes.push(...massMistakes(key, at(place), this.values));
      if (key.startsWith('reset:') && !this.values.has(`rate:${key.slice(6)}`))
        mistakes.push({ ...at(place), message: `reset(${key.slice(6)}) of a state without der()`, remedy: `add der(${key.slice(6)}) = …` });
      if (key.startsWith('name:') && !this.used.has(key))
        mistakes.push({
          ...at(place),
          message: `'${key.slice(5)}' is assigned and never used`,
          remedy: 'remove the statement, or declare it as an output',
        });
    }
  }

  /** A pressure or rate that is assigned from itself, alone or by others, has no value. */
  private checkCircles(): void {
    const assigned = new Map<string, { readonly key: string; readonly shown: string }>();
    for (const name of Object.keys(this.definition.ports))
      if (this.values.has(`port:${name}.p`)) assigned.set(`p:${name}`, { key: `port:${name}.p`, shown: this.quantitiesOf(name)[0] });
    for (const name of Object.keys(this.states))
      if (this.values.has(`rate:${name}`)) assigned.set(`der:${name}`, { key: `rate:${name}`, shown: `der(${name})` });
    const reads = new Map(
      [...assigned].map(([symbol, { key }]) => [symbol, [...symbolsOf(this.value(key))].filter((s) => assigned.has(s))]),
    );
    for (const [symbol, { key, shown }] of assigned) {
      const reached = new Set<string>();
      const next = [...(reads.get(symbol) ?? [])];
      for (let read = next.pop(); read !== undefined; read = next.pop()) {
        if (reached.has(read)) continue;
        reached.add(read);
        next.push(...(reads.get(read) ?? []));
      }
      if (!reached.has(symbol)) continue;
      const message = `${shown} is assigned from itself`;
      const place = at(this.places.get(key) as Place);
      this.mistakes.push({ ...place, message, remedy: `its expression must do without ${shown}: solve the equation for it` });
    }
  }

  private hint(known: readonly string[]): string {
    return known.length > 0 ? ` (there is ${known.map((k) => `'${k}'`).join(', ')})` : '';
  }
}

const at = ({ line, column }: Place): Place => ({ line, column });

function describeTarget({ target, parts }: EquationStatement): string {
  const name = parts.join('.');
  if (target === 'zero') return '0 = …';
  if (target === 'unknown') return `unknown ${name}`;
  return target === 'der' || target === 'reset' ? `${target}(${name})` : `'${name}'`;
}

/** Whether a branch of the selects is the state itself. */
function keeps(value: Node, state: Node): boolean {
  return value === state || (value.op === 'select' && value.args.slice(1).some((branch) => keeps(branch, state)));
}

/** Mistakes of one statement, by its key; `values`: all that is assigned, 'mass:x' for a state x with a mass before its rate. */
function massMistakes(
  key: string,
  place: { readonly line: number; readonly column: number },
  values: ReadonlyMap<string, Node>,
): EquationMistake[] {
  const isMassed = (name: string): boolean => values.has(`mass:${name}`);
  const [target = '', own = ''] = key.split(':');
  if (target === 'reset' && isMassed(own))
    return [
      {
        ...place,
        message: `reset(${own}) of a state whose mass may be 0: then it has no value that stays`,
        remedy: `write der(${own}) = … with the mass, above 0, on the right-hand side`,
      },
    ];
  const value = values.get(key);
  if (!value) return [];
  return [...symbolsOf(value)].flatMap((symbol) => {
    const [type, name = ''] = symbol.split(':');
    if ((type !== 'pre' && type !== 'der') || !isMassed(name)) return [];
    const message = `${type}(${name}) of a state whose mass may be 0: then it has no history`;
    return [{ ...place, message, remedy: `use ${name} itself, or what its equation says` }];
  });
}
