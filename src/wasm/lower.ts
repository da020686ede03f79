/** Text of kernels → trees (program.ts): syntax by acorn, then types, names and places in memory. What is outside of the language throws. */
import {
  type BinaryExpression,
  type Function as FunctionSyntax,
  type MemberExpression,
  type Program,
  parse,
  type Statement as StatementSyntax,
  type Expression as Syntax,
  type VariableDeclaration,
} from 'acorn';
import type { AtomicOperation, Expression, FunctionTree, Local, Operation, Statement, Type } from './program.js';

const mathFunctions: Readonly<Record<string, Operation>> = {
  abs: 'abs',
  sqrt: 'sqrt',
  min: 'min',
  max: 'max',
  floor: 'floor',
  ceil: 'ceil',
};
const intrinsics: ReadonlySet<string> = new Set(['exponentOf', 'powerOfTwo']);
const arithmetic: Readonly<Record<string, Operation>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem' };
const comparisons: Readonly<Record<string, Operation>> = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '===': 'eq', '!==': 'ne' };
const atomics: readonly AtomicOperation[] = ['load', 'store', 'add', 'sub', 'compareExchange', 'wait', 'notify'];

/** What functions of other texts give: type of their result by name. */
export type Signatures = ReadonlyMap<string, Type | null>;

const parsed = new Map<string, Program>();
const mostParsed = 400;

/** Syntax of a text; the same text is parsed once. */
function syntaxOf(text: string): Program {
  let program = parsed.get(text);
  if (!program) {
    program = parse(text, { ecmaVersion: 2020, allowReturnOutsideFunction: true });
    if (parsed.size >= mostParsed) parsed.clear();
    parsed.set(text, program);
  }
  return program;
}

/**
 * Functions of a text. `constants` are names with values, `known` the functions of other texts. `parameters` is the type of all parameters:
 * 'double' in texts of elementary functions.
 */
export function lower(
  text: string,
  constants: Readonly<Record<string, number>>,
  known: Signatures,
  parameters: 'int' | 'double' = 'int',
): FunctionTree[] {
  const results = new Map(known);
  return syntaxOf(text).body.map((node) => {
    if (node.type !== 'FunctionDeclaration' || !node.id) throw new SyntaxError(`kernel text: ${node.type} outside of a function`);
    const tree = new Lowering(constants, results, parameters).function(node.id.name, node);
    results.set(tree.name, tree.result);
    return tree;
  });
}

class Lowering {
  private readonly scopes: Map<string, Local>[] = [];
  private result: Type | null = null;

  constructor(
    private readonly constants: Readonly<Record<string, number>>,
    private readonly results: Signatures,
    private readonly parameterType: 'int' | 'double',
  ) {}

  function(name: string, node: FunctionSyntax): FunctionTree {
    this.scopes.push(new Map());
    const parameters = node.params.map((p) => {
      if (p.type !== 'Identifier') return this.outside(p.type);
      return this.declare(p.name, this.parameterType);
    });
    if (node.body.type !== 'BlockStatement') return this.outside(node.body.type);
    const body = this.block(node.body.body);
    return { name, parameters, result: this.result, body };
  }

  private outside(what: string): never {
    throw new SyntaxError(`kernel text: ${what} is not in the language of the kernels`);
  }

  private declare(name: string, type: Type): Local {
    const local = { name, type };
    (this.scopes.at(-1) as Map<string, Local>).set(name, local);
    return local;
  }

  private find(name: string): Local | undefined {
    for (let k = this.scopes.length - 1; k >= 0; k--) {
      const local = this.scopes[k]?.get(name);
      if (local) return local;
    }
    return undefined;
  }

  private block(statements: readonly StatementSyntax[]): Statement[] {
    this.scopes.push(new Map());
    const list = statements.flatMap((s) => this.statement(s));
    this.scopes.pop();
    return list;
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
        return [this.effect(node.expression)];
      case 'IfStatement':
        return [
          {
            kind: 'if',
            condition: this.truth(node.test),
            whenTrue: this.block([node.consequent]),
            whenFalse: node.alternate ? this.block([node.alternate]) : [],
          },
        ];
      case 'LabeledStatement':
        if (node.label.name !== 'lanes' || node.body.type !== 'ForStatement') return this.outside(`the label ${node.label.name}`);
        return this.loop(node.body, true);
      case 'ForStatement':
        return this.loop(node, false);
      case 'WhileStatement':
        return [{ kind: 'loop', init: [], condition: this.truth(node.test), update: [], body: this.block([node.body]), lanes: null }];
      case 'BreakStatement':
        return [{ kind: 'break' }];
      case 'ContinueStatement':
        return [{ kind: 'continue' }];
      case 'ReturnStatement': {
        const value = node.argument ? this.expression(node.argument) : null;
        if (value) this.result = value.type;
        return [{ kind: 'return', value }];
      }
      default:
        return this.outside(node.type);
    }
  }

  private loop(node: Extract<StatementSyntax, { type: 'ForStatement' }>, lanes: boolean): Statement[] {
    this.scopes.push(new Map());
    let init: Statement[] = [];
    if (node.init?.type === 'VariableDeclaration') init = this.declaration(node.init, true);
    else if (node.init) return this.outside('a for loop that declares no counter');
    const condition = node.test ? this.truth(node.test) : null;
    const update = node.update ? [this.effect(node.update)] : [];
    const body = this.block([node.body]);
    this.scopes.pop();
    const [first] = init;
    const isCount =
      condition?.kind === 'operation' &&
      condition.operation === 'lt' &&
      condition.args[0]?.kind === 'local' &&
      first?.kind === 'set' &&
      condition.args[0].local === first.local;
    if (lanes && !(isCount && node.update?.type === 'UpdateExpression'))
      return this.outside("a loop over lanes that does not count by '<' and '++'");
    const head = lanes && isCount ? { counter: first.local, end: condition.args[1] as Expression } : null;
    return [{ kind: 'loop', init, condition, update, body, lanes: head }];
  }

  private declaration(node: VariableDeclaration, counter: boolean): Statement[] {
    return node.declarations.map((d): Statement => {
      if (d.id.type !== 'Identifier' || !d.init) return this.outside('a declaration without a value');
      let value = this.expression(d.init);
      if (counter) value = this.int(value);
      const local = this.declare(d.id.name, value.type);
      return { kind: 'set', local, value, declares: true };
    });
  }

  /** An expression for what it does. */
  private effect(node: Syntax): Statement {
    if (node.type === 'AssignmentExpression') {
      if (node.operator !== '=') return this.outside(node.operator);
      if (node.left.type === 'MemberExpression') {
        const { type, index, offset } = this.place(node.left);
        const value = this.expression(node.right);
        return { kind: 'store', type, index, offset, value: type === 'int' ? this.int(value) : this.double(value) };
      }
      if (node.left.type !== 'Identifier') return this.outside(node.left.type);
      const local = this.find(node.left.name) ?? this.outside(`${node.left.name}, which is not declared,`);
      return { kind: 'set', local, value: this.as(local.type, this.expression(node.right)), declares: false };
    }
    if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier') {
      const local = this.find(node.argument.name) ?? this.outside(`${node.argument.name}, which is not declared,`);
      const one: Expression = { kind: 'number', type: 'int', value: 1 };
      const args = [{ kind: 'local', type: 'int', local } as const, one];
      return {
        kind: 'set',
        local,
        declares: false,
        value: { kind: 'operation', type: 'int', operation: node.operator === '++' ? 'add' : 'sub', args },
      };
    }
    if (node.type === 'CallExpression') return { kind: 'evaluate', value: this.expression(node) };
    return this.outside(`the statement ${node.type}`);
  }

  private expression(node: Syntax): Expression {
    switch (node.type) {
      case 'Literal':
        if (typeof node.value !== 'number') return this.outside(String(node.value));
        return { kind: 'number', type: 'double', value: node.value, open: true };
      case 'Identifier':
        return this.name(node.name);
      case 'UnaryExpression':
        return this.unary(node.operator, node.argument);
      case 'BinaryExpression':
        return this.binary(node);
      case 'LogicalExpression': {
        if (node.operator === '??') return this.outside('??');
        const args = [this.truth(node.left), this.truth(node.right)];
        return { kind: 'operation', type: 'truth', operation: node.operator === '&&' ? 'and' : 'or', args };
      }
      case 'ConditionalExpression':
        return this.conditional(this.truth(node.test), this.expression(node.consequent), this.expression(node.alternate));
      case 'MemberExpression': {
        if (node.object.type === 'Identifier' && node.object.name === 'Math') return this.outside('Math as a value');
        return { kind: 'load', ...this.place(node) };
      }
      case 'CallExpression':
        return this.callExpression(node);
      default:
        return this.outside(node.type);
    }
  }

  private callExpression({ callee, arguments: given }: Extract<Syntax, { type: 'CallExpression' }>): Expression {
    const value = (a: (typeof given)[number]): Expression => (a.type === 'SpreadElement' ? this.outside('...') : this.expression(a));
    if (callee.type === 'Identifier') return this.call(callee.name, given.map(value));
    if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.property.type !== 'Identifier')
      return this.outside('this call');
    const { name } = callee.property;
    if (callee.object.name !== 'Atomics') return this.math(callee.object.name, name, given.map(value));
    const [array, ...rest] = given;
    if (array?.type !== 'Identifier' || array.name !== 'I') return this.outside('Atomics on anything but I');
    return this.atomic(name, rest.map(value));
  }

  private name(name: string): Expression {
    const local = this.find(name);
    if (local) return { kind: 'local', type: local.type, local };
    const value = name === 'Infinity' ? Number.POSITIVE_INFINITY : name === 'NaN' ? Number.NaN : this.constants[name];
    if (value === undefined) return this.outside(`${name}, which is not declared,`);
    return { kind: 'number', type: 'double', value, open: true };
  }

  private unary(operator: string, argument: Syntax): Expression {
    if (operator === '!') return { kind: 'operation', type: 'truth', operation: 'not', args: [this.truth(argument)] };
    const value = this.expression(argument);
    if (operator !== '-') return this.outside(operator);
    if (value.kind === 'number') return { ...value, value: -value.value };
    if (value.type === 'int')
      return { kind: 'operation', type: 'int', operation: 'sub', args: [{ kind: 'number', type: 'int', value: 0 }, value] };
    return { kind: 'operation', type: 'double', operation: 'neg', args: [this.double(value)] };
  }

  private binary(node: BinaryExpression): Expression {
    if (node.left.type === 'PrivateIdentifier') return this.outside('#');
    const [a, b] = [this.expression(node.left), this.expression(node.right)];
    if (node.operator === '|') {
      if (b.kind !== 'number' || b.value !== 0) return this.outside('| other than | 0');
      return this.int(a, true);
    }
    const isOpen = (e: Expression): boolean => e.kind === 'number' && e.open === true;
    const whole = (e: Expression): boolean => e.type === 'int' || (e.kind === 'number' && e.open === true && Number.isInteger(e.value));
    const ints = whole(a) && whole(b) && !(isOpen(a) && isOpen(b));
    const comparison = comparisons[node.operator];
    if (comparison) {
      const args = ints ? [this.int(a), this.int(b)] : [this.double(a), this.double(b)];
      return { kind: 'operation', type: 'truth', operation: comparison, args };
    }
    const operation = arithmetic[node.operator];
    if (!operation) return this.outside(node.operator);
    if (a.kind === 'number' && b.kind === 'number' && isOpen(a) && isOpen(b)) return { ...a, value: folded(operation, a.value, b.value) };
    if (ints && operation !== 'div') return { kind: 'operation', type: 'int', operation, args: [this.int(a), this.int(b)] };
    if (operation === 'rem') return this.outside('% of doubles');
    return { kind: 'operation', type: 'double', operation, args: [this.double(a), this.double(b)] };
  }

  private conditional(condition: Expression, a: Expression, b: Expression): Expression {
    const type: Type = a.type === 'int' || b.type === 'int' ? 'int' : a.type;
    const mixed =
      type === 'int' && [a, b].some((e) => e.type === 'double' && !(e.kind === 'number' && e.open && Number.isInteger(e.value)));
    const common = mixed ? 'double' : type;
    return { kind: 'select', type: common, args: [condition, this.as(common, a), this.as(common, b)] };
  }

  private place(node: MemberExpression): { type: 'int' | 'double'; index: Expression | null; offset: number } {
    if (node.object.type !== 'Identifier' || !node.computed || node.property.type === 'PrivateIdentifier') return this.outside('a member');
    const type = node.object.name === 'F' ? 'double' : node.object.name === 'I' ? 'int' : this.outside(`${node.object.name}[…]`);
    return { type, ...this.split(this.int(this.expression(node.property))) };
  }

  /** An index as something that varies and a constant, which goes into the instruction. */
  private split(e: Expression): { index: Expression | null; offset: number } {
    if (e.kind === 'number') return { index: null, offset: e.value };
    if (e.kind === 'operation' && (e.operation === 'add' || e.operation === 'sub')) {
      const [a, b] = (e.args as [Expression, Expression]).map((x) => this.split(x)) as [
        ReturnType<Lowering['split']>,
        ReturnType<Lowering['split']>,
      ];
      const offset = e.operation === 'add' ? a.offset + b.offset : a.offset - b.offset;
      if (!b.index) return { index: a.index, offset };
      if (!a.index && e.operation === 'add') return { index: b.index, offset };
      if (a.index) return { index: { ...e, args: [a.index, b.index] }, offset };
      // A constant less something: the difference must not be negative before the offset is added.
      return { index: { ...e, args: [{ kind: 'number', type: 'int', value: offset }, b.index] }, offset: 0 };
    }
    return { index: e, offset: 0 };
  }

  private call(name: string, args: readonly Expression[]): Expression {
    if (intrinsics.has(name))
      return { kind: 'operation', type: 'double', operation: name as Operation, args: args.map((a) => this.double(a)) };
    if (!this.results.has(name)) return this.outside(`the function ${name}`);
    const result = this.results.get(name) ?? null;
    const type = result === 'double' ? 'double' : 'int';
    return { kind: 'call', type, gives: result !== null, name, args: args.map((a) => (type === 'double' ? this.double(a) : this.int(a))) };
  }

  private math(object: string, name: string, args: readonly Expression[]): Expression {
    const operation = object === 'Math' ? mathFunctions[name] : undefined;
    if (!operation) return this.outside(`${object}.${name}`);
    const doubles = args.map((a) => this.double(a));
    if (operation !== 'min' && operation !== 'max') return { kind: 'operation', type: 'double', operation, args: doubles };
    return doubles.reduce((a, b): Expression => ({ kind: 'operation', type: 'double', operation, args: [a, b] }));
  }

  private atomic(name: string, args: readonly Expression[]): Expression {
    const operation = atomics.find((known) => known === name);
    const [index, ...rest] = args;
    if (!operation || !index) return this.outside(`Atomics.${name}`);
    return { kind: 'atomic', type: 'int', operation, ...this.split(this.int(index)), args: rest.map((a) => this.int(a)) };
  }

  private truth(node: Syntax): Expression {
    const e = this.expression(node);
    return e.type === 'truth' ? e : this.outside('a number as a condition');
  }

  private as(type: Type, e: Expression): Expression {
    if (type === 'truth') return e.type === 'truth' ? e : this.outside('a number as a condition');
    return type === 'int' ? this.int(e) : this.double(e);
  }

  private double(e: Expression): Expression {
    if (e.type === 'truth') return this.outside('a condition as a number');
    if (e.kind === 'number') return { kind: 'number', type: 'double', value: e.value };
    return e.type === 'double' ? e : { kind: 'operation', type: 'double', operation: 'convert', args: [e] };
  }

  private int(e: Expression, truncates = false): Expression {
    if (e.type === 'int') return e;
    if (e.kind === 'number' && Number.isInteger(e.value)) return { kind: 'number', type: 'int', value: e.value };
    if (e.type !== 'double' || !truncates) return this.outside('a double as an integer (write e | 0)');
    return { kind: 'operation', type: 'int', operation: 'truncate', args: [e] };
  }
}

function folded(operation: Operation, a: number, b: number): number {
  switch (operation) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    default:
      return a % b;
  }
}
