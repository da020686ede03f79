/**
 * JavaScript of a step program with the statements of its pieces in place of their calls: a call that V8 does not take in boxes every double that it is given or gives, and the
 * step loop allocates nothing. What lower.ts does on trees, done on the text.
 */
import type { CallExpression, Function as FunctionSyntax, Node, Statement } from 'acorn';
import { decided } from './constantValues.js';
import { syntaxOf } from './syntax.js';

/** A choice that is known, which is made in the text. */
const hasToDo = /\b(?:true|false)\b/;

/** The text of the functions `kept` among those of `text`, without calls of the others. */
export function inPlace(text: string, kept: readonly string[]): string {
  if (text.indexOf('function ') === text.lastIndexOf('function ') && !hasToDo.test(text)) return text;
  const functions = new Map<string, FunctionSyntax>();
  for (const node of syntaxOf(text).body) if (node.type === 'FunctionDeclaration' && node.id) functions.set(node.id.name, node);
  const pieces = new Map([...functions].filter(([name]) => !kept.includes(name)));
  const expanded = (name: string): string => {
    const made = functions.get(name) as FunctionSyntax;
    const { statements } = new Expansion(text, pieces).list((made.body as { body: Statement[] }).body, null);
    return `function ${name}(${made.params.map((p) => text.slice(p.start, p.end)).join(', ')}) {\n${statements}\n}`;
  };
  return kept.map(expanded).join('\n');
}

class Expansion {
  private count = 0;

  constructor(
    private readonly text: string,
    private readonly pieces: ReadonlyMap<string, FunctionSyntax>,
  ) {}

  /** Statements, up to the first that surely returns; within a piece, `result` takes its value. */
  list(nodes: readonly Statement[], result: string | null): { statements: string; returns: boolean } {
    const lines: string[] = [];
    for (const node of nodes) {
      const { statements, returns } = this.statement(node, result);
      lines.push(statements);
      if (returns) return { statements: lines.join('\n'), returns };
    }
    return { statements: lines.join('\n'), returns: false };
  }

  private source(node: Node): string {
    return this.text.slice(node.start, node.end);
  }

  private statement(node: Statement, result: string | null): { statements: string; returns: boolean } {
    const plain = (statements: string): { statements: string; returns: boolean } => ({ statements, returns: false });
    const within = (inner: Statement): string => `{\n${this.list([inner], result).statements}\n}`;
    switch (node.type) {
      case 'BlockStatement': {
        const { statements, returns } = this.list(node.body, result);
        return { statements: `{\n${statements}\n}`, returns };
      }
      case 'IfStatement': {
        const known = decided(node.test);
        if (known !== null) {
          const taken = known ? node.consequent : node.alternate;
          return taken ? this.statement(taken, result) : plain('');
        }
        const otherwise = node.alternate ? ` else ${within(node.alternate)}` : '';
        return plain(`if (${this.source(node.test)}) ${within(node.consequent)}${otherwise}`);
      }
      case 'LabeledStatement':
        return plain(`${node.label.name}: ${this.statement(node.body, result).statements}`);
      case 'ForStatement':
        return plain(`${this.text.slice(node.start, node.body.start)}${within(node.body)}`);
      case 'WhileStatement':
        return plain(`while (${this.source(node.test)}) ${within(node.body)}`);
      case 'ReturnStatement': {
        const value = node.argument ? this.source(node.argument) : '';
        return { statements: result === null ? `return ${value};` : `${result} = ${value};`, returns: true };
      }
      case 'ExpressionStatement': {
        const call = this.pieceOf(node.expression);
        return plain(call ? this.expanded(call, null) : this.source(node));
      }
      case 'VariableDeclaration': {
        const [only] = node.declarations;
        const call = only?.init && this.pieceOf(only.init);
        if (!call || !only) return plain(this.source(node));
        const taken = this.fresh();
        return plain(`let ${taken} = 0;\n${this.expanded(call, taken)}\nconst ${this.source(only.id)} = ${taken};`);
      }
      default:
        return plain(this.source(node));
    }
  }

  private pieceOf(node: Node): CallExpression | null {
    const { callee } = node as CallExpression;
    return node.type === 'CallExpression' && callee.type === 'Identifier' && this.pieces.has(callee.name) ? (node as CallExpression) : null;
  }

  /** A call as a block. Arguments are read before the piece's own names are known. */
  private expanded(call: CallExpression, result: string | null): string {
    const piece = this.pieces.get((call.callee as { name: string }).name) as FunctionSyntax;
    const given = call.arguments.map((a) => ({ name: this.fresh(), text: this.source(a) }));
    const { statements } = this.list((piece.body as { body: Statement[] }).body, result ?? this.fresh());
    if (given.length === 0) return `{\n${statements}\n}`;
    const outer = given.map(({ name, text }) => `${name} = ${text}`).join(', ');
    const inner = piece.params.map((p, k) => `${this.source(p)} = ${given[k]?.name}`).join(', ');
    return `{\nconst ${outer};\n{\nconst ${inner};\n${statements}\n}\n}`;
  }

  private fresh(): string {
    return `$${this.count++}`;
  }
}
