/** Text of kernels → trees (trees.ts): syntax by acorn, then types, names and places in memory. What is outside of the language throws. */
import type {
  BinaryExpression,
  BlockStatement,
  Function as FunctionSyntax,
  MemberExpression,
  Statement as StatementSyntax,
  Expression as Syntax,
  VariableDeclaration,
} from 'acorn';
import {
  arithmetic,
  atomics,
  comparisons,
  decided,
  folded,
  intrinsics,
  isInt,
  mathFunctions,
  mostElements,
  split,
  truth,
} from './constantValues.js';
import { outside, Scopes } from './scopes.js';
import { syntaxOf } from './syntax.js';
import {
  type AtomicOperation,
  type Expression,
  type FunctionTree,
  type Local,
  type Operation,
  returns,
  type Statement,
  type Type,
} from './trees.js';

/** Functions that a text may call, by name. */
export type Signatures = ReadonlyMap<string, Pick<FunctionTree, 'parameters' | 'result'>>;

/**
 * Functions of a text. `constants` are names with values, `known` the functions of other texts. `parameters` is the type of all parameters:
 * 'double' in texts of elementary functions. Statements of the functions `inlined` stand in place of their calls.
 */
export function lower(
  text: string,
  constants: Readonly<Record<string, number>>,
  known: Signatures,
  parameters: 'int' | 'double' = 'int',
  inlined: readonly string[] = [],
): FunctionTree[] {
  const functions = new Map(known);
  const standing = new Map<string, FunctionSyntax>();
  return syntaxOf(text).body.flatMap((node) => {
    if (node.type !== 'FunctionDeclaration' || !node.id) return outside(`${node.type} outside of a function`);
    if (inlined.includes(node.id.name)) {
      standing.set(node.id.name, node);
      return [];
    }
    const tree = new Lowering(constants, functions, parameters, standing).function(node.id.name, node);
    functions.set(tree.name, tree);
    return [tree];
  });
}

class Lowering {
  private readonly scopes = new Scopes();
  /** Undefined until something is returned. */
  private result: Type | null | undefined;

  constructor(
    private readonly constants: Readonly<Record<string, number>>,
    private readonly functions: Signatures,
    private readonly parameterType: 'int' | 'double',
    private readonly standing: ReadonlyMap<string, FunctionSyntax>,
  ) {}

  function(name: string, node: FunctionSyntax): FunctionTree {
    if (node.async || node.generator) return outside('a function that waits or yields');
    return this.scopes.within(() => {
      const parameters = node.params.map((p) =>
        p.type === 'Identifier' ? this.scopes.declare(p.name, this.parameterType) : outside(`the parameter ${p.type}`),
      );
      const body = this.block((node.body as BlockStatement).body);
      if (this.result && !returns(body)) return outside(`a way out of ${name} without a value`);
      return { name, parameters, result: this.result ?? null, body };
    });
  }

  private block(statements: readonly StatementSyntax[]): Statement[] {
    return this.scopes.within(() => statements.flatMap((s) => this.statement(s)));
  }

  private statement(node: StatementSyntax): Statement[] {
    switch (node.type) {
      case 'BlockStatement':
        return this.block(node.body);
      case 'EmptyStatement':
        return [];
      case 'VariableDeclaration':
        return this.declaration(node, false);
      case 'ExpressionStatement':
        return this.inPlace(node.expression)?.statements ?? [this.effect(node.expression)];
      case 'IfStatement':
        return this.choice(node);
      case 'LabeledStatement':
        if (node.label.name !== 'lanes' || node.body.type !== 'ForStatement') return outside(`the label ${node.label.name}`);
        return this.loop(node.body, true);
      case 'ForStatement':
        return this.loop(node, false);
      case 'WhileStatement':
        return [{ kind: 'loop', init: [], condition: this.truth(node.test), update: [], body: this.block([node.body]), lanes: null }];
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) return outside(`a way out to the label ${node.label.name}`);
        return [{ kind: node.type === 'BreakStatement' ? 'break' : 'continue' }];
      case 'ReturnStatement': {
        const value = node.argument ? this.expression(node.argument) : null;
        const type = value?.type ?? null;
        if (this.result !== undefined && this.result !== type) return outside('returning values of different types');
        this.result = type;
        return [{ kind: 'return', value }];
      }
      default:
        return outside(node.type);
    }
  }

  /** Of a test that is decided by its text only the branch that is taken. */
  private choice({ test, consequent, alternate }: Extract<StatementSyntax, { readonly type: 'IfStatement' }>): Statement[] {
    const otherwise = (): Statement[] => (alternate ? this.block([alternate]) : []);
    const known = decided(test);
    if (known !== null) return known ? this.block([consequent]) : otherwise();
    return [{ kind: 'if', condition: this.truth(test), whenTrue: this.block([consequent]), whenFalse: otherwise() }];
  }

  /** The effect and result of a function that stands in place of its calls, with integers as they are given; null of any other expression. */
  private inPlace(node: Syntax): { statements: Statement[]; value: Expression | null } | null {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return null;
    const made = this.standing.get(node.callee.name);
    if (!made) return null;
    const given = node.arguments.map((a) => (a.type === 'SpreadElement' ? outside('...') : this.expression(a)));
    if (given.length !== made.params.length) return outside(`${node.callee.name} with ${given.length} values`);
    const result = this.result;
    this.result = undefined;
    const statements = this.scopes.apart(() => {
      const values = made.params.flatMap((p, k): Statement[] => {
        const value = given[k] as Expression;
        if (p.type !== 'Identifier') return outside(`the parameter ${p.type}`);
        if (value.type === 'int' || value.kind === 'number' || (value.kind === 'local' && this.scopes.isFixed(value.local))) {
          this.scopes.stand(p.name, value);
          return [];
        }
        return [{ kind: 'set', local: this.scopes.declare(p.name, value.type, true), value, declares: true }];
      });
      return [...values, ...this.block((made.body as BlockStatement).body)];
    });
    this.result = result;
    const end = statements.findIndex((s) => s.kind === 'return');
    if (end < 0) return { statements, value: null };
    return { statements: statements.slice(0, end), value: (statements[end] as Extract<Statement, { kind: 'return' }>).value };
  }

  private loop(node: Extract<StatementSyntax, { type: 'ForStatement' }>, lanes: boolean): Statement[] {
    return this.scopes.within(() => {
      let init: Statement[] = [];
      if (node.init?.type === 'VariableDeclaration') init = this.declaration(node.init, true);
      else if (node.init) return outside('a for loop that declares no counter');
      const condition = node.test ? this.truth(node.test) : null;
      const update = node.update ? [this.effect(node.update)] : [];
      const body = this.block([node.body]);
      const [first] = init;
      const isCount =
        condition?.kind === 'operation' &&
        condition.operation === 'lt' &&
        condition.args[0]?.kind === 'local' &&
        first?.kind === 'set' &&
        condition.args[0].local === first.local &&
        node.update?.type === 'UpdateExpression' &&
        node.update.operator === '++' &&
        update[0]?.kind === 'set' &&
        update[0].local === first.local;
      if (lanes && !isCount) return outside("a loop over lanes that does not count by '<' and '++'");
      const head = lanes && isCount ? { counter: first.local, end: condition.args[1] as Expression } : null;
      return [{ kind: 'loop', init, condition, update, body, lanes: head }];
    });
  }

  private declaration(node: VariableDeclaration, counter: boolean): Statement[] {
    if (node.kind === 'var') return outside('var');
    return node.declarations.flatMap((d): Statement[] => {
      if (d.id.type !== 'Identifier' || !d.init) return outside('a declaration without a name or a value');
      const standing = this.inPlace(d.init);
      let value = standing ? (standing.value ?? outside('the value of a call that gives none')) : this.expression(d.init);
      if (counter) value = this.int(value);
      const local = this.scopes.declare(d.id.name, value.type, node.kind === 'const');
      return [...(standing?.statements ?? []), { kind: 'set', local, value, declares: true }];
    });
  }

  /** An expression for its effect. */
  private effect(node: Syntax): Statement {
    if (node.type === 'AssignmentExpression') {
      if (node.operator !== '=') return outside(node.operator);
      if (node.left.type === 'MemberExpression') {
        const { type, index, offset } = this.place(node.left);
        const value = this.expression(node.right);
        return { kind: 'store', type, index, offset, value: type === 'int' ? this.int(value) : this.double(value) };
      }
      if (node.left.type !== 'Identifier') return outside(node.left.type);
      const local = this.scopes.settable(node.left.name);
      return { kind: 'set', local, value: this.as(local.type, this.expression(node.right)), declares: false };
    }
    if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier') {
      const local = this.scopes.settable(node.argument.name);
      if (local.type !== 'int') return outside(`${node.operator} of anything but an integer`);
      const one: Expression = { kind: 'number', type: 'int', value: 1 };
      const args = [{ kind: 'local', type: 'int', local } as const, one];
      return {
        kind: 'set',
        local,
        declares: false,
        value: { kind: 'operation', type: 'int', operation: node.operator === '++' ? 'add' : 'sub', args },
      };
    }
    if (node.type === 'CallExpression') return { kind: 'evaluate', value: this.callExpression(node) };
    return outside(`the statement ${node.type}`);
  }

  private expression(node: Syntax): Expression {
    const known = decided(node);
    if (known !== null) return truth(known);
    switch (node.type) {
      case 'Literal':
        if (typeof node.value !== 'number') return outside(String(node.value));
        return { kind: 'number', type: 'double', value: node.value, open: true };
      case 'Identifier':
        return this.name(node.name);
      case 'UnaryExpression':
        return this.unary(node.operator, node.argument);
      case 'BinaryExpression':
        return this.binary(node);
      case 'LogicalExpression': {
        if (node.operator === '??') return outside('??');
        // One side that is known and does not decide leaves the other.
        if (decided(node.left) !== null) return this.truth(node.right);
        if (decided(node.right) !== null) return this.truth(node.left);
        const args = [this.truth(node.left), this.truth(node.right)];
        return { kind: 'operation', type: 'truth', operation: node.operator === '&&' ? 'and' : 'or', args };
      }
      case 'ConditionalExpression': {
        const known = decided(node.test);
        if (known !== null) return this.expression(known ? node.consequent : node.alternate);
        return this.conditional(this.truth(node.test), this.expression(node.consequent), this.expression(node.alternate));
      }
      case 'MemberExpression': {
        if (node.object.type === 'Identifier' && node.object.name === 'Math') return outside('Math as a value');
        return { kind: 'load', ...this.place(node) };
      }
      case 'CallExpression': {
        const call = this.callExpression(node);
        const gives = call.kind === 'call' ? call.gives : call.kind !== 'atomic' || !['store', 'wait', 'notify'].includes(call.operation);
        return gives ? call : outside('the value of a call that gives none');
      }
      default:
        return outside(node.type);
    }
  }

  private callExpression({ callee, arguments: given }: Extract<Syntax, { type: 'CallExpression' }>): Expression {
    const value = (a: (typeof given)[number]): Expression => (a.type === 'SpreadElement' ? outside('...') : this.expression(a));
    if (callee.type === 'Identifier') return this.call(callee.name, given.map(value));
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.property.type !== 'Identifier')
      return outside('this call');
    const { name } = callee.property;
    if (callee.object.name !== 'Atomics') return this.math(callee.object.name, name, given.map(value));
    const [array, ...rest] = given;
    if (array?.type !== 'Identifier' || array.name !== 'I') return outside('Atomics on anything but I');
    return this.atomic(name, rest.map(value));
  }

  private name(name: string): Expression {
    const local = this.scopes.find(name);
    if (local) return 'kind' in local ? local : { kind: 'local', type: local.type, local };
    const value = name === 'Infinity' ? Number.POSITIVE_INFINITY : name === 'NaN' ? Number.NaN : this.constants[name];
    if (value === undefined) return outside(`${name}, which is not declared,`);
    return { kind: 'number', type: 'double', value, open: true };
  }

  private unary(operator: string, argument: Syntax): Expression {
    if (operator === '!') return { kind: 'operation', type: 'truth', operation: 'not', args: [this.truth(argument)] };
    const value = this.expression(argument);
    if (operator !== '-') return outside(operator);
    if (value.kind === 'number') return { ...value, value: -value.value };
    if (value.type === 'int')
      return { kind: 'operation', type: 'int', operation: 'sub', args: [{ kind: 'number', type: 'int', value: 0 }, value] };
    return { kind: 'operation', type: 'double', operation: 'neg', args: [this.double(value)] };
  }

  private binary(node: BinaryExpression): Expression {
    if (node.left.type === 'PrivateIdentifier') return outside('#');
    const [a, b] = [this.expression(node.left), this.expression(node.right)];
    if (node.operator === '|') {
      if (b.kind !== 'number' || b.value !== 0) return outside('| other than | 0');
      return this.int(a, true);
    }
    const isOpen = (e: Expression): boolean => e.kind === 'number' && e.open === true;
    const whole = (e: Expression): boolean => e.type === 'int' || (e.kind === 'number' && e.open === true && isInt(e.value));
    const ints = whole(a) && whole(b) && !(isOpen(a) && isOpen(b));
    const comparison = comparisons[node.operator];
    if (comparison) {
      const args = ints ? [this.int(a), this.int(b)] : [this.double(a), this.double(b)];
      return { kind: 'operation', type: 'truth', operation: comparison, args };
    }
    const operation = arithmetic[node.operator];
    if (!operation) return outside(node.operator);
    if (a.kind === 'number' && b.kind === 'number' && isOpen(a) && isOpen(b)) return { ...a, value: folded(operation, a.value, b.value) };
    if (ints && operation !== 'div') return { kind: 'operation', type: 'int', operation, args: [this.int(a), this.int(b)] };
    if (operation === 'rem') return outside('% of doubles');
    return { kind: 'operation', type: 'double', operation, args: [this.double(a), this.double(b)] };
  }

  private conditional(condition: Expression, a: Expression, b: Expression): Expression {
    const type: Type = a.type === 'int' || b.type === 'int' ? 'int' : a.type;
    const mixed = type === 'int' && [a, b].some((e) => e.type === 'double' && !(e.kind === 'number' && e.open && isInt(e.value)));
    const common = mixed ? 'double' : type;
    return { kind: 'select', type: common, args: [condition, this.as(common, a), this.as(common, b)] };
  }

  private place(node: MemberExpression): { type: 'int' | 'double'; index: Expression | null; offset: number } {
    if (node.object.type !== 'Identifier' || !node.computed || node.property.type === 'PrivateIdentifier') return outside('a member');
    const type = node.object.name === 'F' ? 'double' : node.object.name === 'I' ? 'int' : outside(`${node.object.name}[…]`);
    return { type, ...this.splitPlace(type, this.expression(node.property)) };
  }

  private splitPlace(type: 'int' | 'double', place: Expression): { index: Expression | null; offset: number } {
    const { index, offset } = split(this.int(place));
    if ((!index && offset < 0) || Math.abs(offset) >= mostElements[type]) return outside(`element ${offset}`);
    return { index, offset };
  }

  private call(name: string, args: readonly Expression[]): Expression {
    if (intrinsics.has(name)) return this.onDoubles(name as Operation, name, args);
    const signature = this.functions.get(name) ?? outside(`the function ${name}`);
    const { parameters, result } = signature;
    if (args.length !== parameters.length) return outside(`${name} with ${args.length} values in place of ${parameters.length}`);
    const given = args.map((a, k) => this.as((parameters[k] as Local).type, a));
    return { kind: 'call', type: result ?? 'int', gives: result !== null, name, args: given };
  }

  private math(object: string, name: string, args: readonly Expression[]): Expression {
    const operation = object === 'Math' ? mathFunctions[name] : undefined;
    if (!operation) return outside(`${object}.${name}`);
    if ((operation !== 'min' && operation !== 'max') || args.length === 0) return this.onDoubles(operation, `Math.${name}`, args);
    return args.map((a) => this.double(a)).reduce((a, b): Expression => ({ kind: 'operation', type: 'double', operation, args: [a, b] }));
  }

  private onDoubles(operation: Operation, name: string, args: readonly Expression[]): Expression {
    if (args.length !== 1) return outside(`${name} with ${args.length} values`);
    return { kind: 'operation', type: 'double', operation, args: args.map((a) => this.double(a)) };
  }

  private atomic(name: string, args: readonly Expression[]): Expression {
    const [place, ...rest] = args;
    if (!(name in atomics) || !place) return outside(`Atomics.${name}`);
    const operation = name as AtomicOperation;
    if (rest.length !== atomics[operation]) return outside(`Atomics.${name} with ${rest.length} values`);
    return { kind: 'atomic', type: 'int', operation, ...this.splitPlace('int', place), args: rest.map((a) => this.int(a)) };
  }

  private truth(node: Syntax): Expression {
    const e = this.expression(node);
    return e.type === 'truth' ? e : outside('a number as a condition');
  }

  private as(type: Type, e: Expression): Expression {
    if (type === 'truth') return e.type === 'truth' ? e : outside('a number as a condition');
    return type === 'int' ? this.int(e) : this.double(e);
  }

  private double(e: Expression): Expression {
    if (e.type === 'truth') return outside('a condition as a number');
    if (e.kind === 'number') return { kind: 'number', type: 'double', value: e.value };
    return e.type === 'double' ? e : { kind: 'operation', type: 'double', operation: 'convert', args: [e] };
  }

  private int(e: Expression, truncates = false): Expression {
    if (e.type === 'int') return e;
    if (e.kind === 'number' && isInt(e.value)) return { kind: 'number', type: 'int', value: e.value };
    if (e.type !== 'double' || !truncates) return outside('a double as an integer (write e | 0)');
    return { kind: 'operation', type: 'int', operation: 'truncate', args: [e] };
  }
}
