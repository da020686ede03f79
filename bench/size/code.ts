/**
 * `npm run size:code [revision …]`: how much code there is in src/, now and at revisions of its history: files, lines, circles of imports, casts to numbers, names of the main entry,
 * and the functions of most branches. With `--json` the same as a record.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { textTable } from '#ringmain/report/table.js';

/** A function with the branches in it, those of functions within it too. */
export interface FunctionSize {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
  /** if, ?:, &&, ||, ??, a case, a loop, catch. */
  readonly branches: number;
}

/** Figures of one state of src/. */
export interface CodeAccount {
  readonly revision: string;
  readonly files: number;
  readonly lines: number;
  /** Files that import each other in a circle, imports of types too: how many such groups, and files in them. */
  readonly circles: number;
  readonly inCircles: number;
  /** Lines with a cast to a number. */
  readonly casts: number;
  /** Names that src/index.ts exports. */
  readonly names: number;
  /** Those of most branches, ten at most. */
  readonly functions: readonly FunctionSize[];
}

/** A node of the syntax tree, as far as it is looked at. */
interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const mostFunctions = 10;
const branching = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'CatchClause',
]);
const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

const isNode = (value: unknown): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string';

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));
}

/** Figures of files of src, by path; only those in TypeScript count. */
export function codeAccount(revision: string, sources: ReadonlyMap<string, string>): CodeAccount {
  const imports = new Map<string, string[]>();
  const functions: FunctionSize[] = [];
  let [lines, casts, names] = [0, 0, 0];
  for (const [file, text] of sources) {
    const { body } = parseAst(text, { lang: 'ts' }) as unknown as { readonly body: readonly SyntaxNode[] };
    const found: string[] = [];
    for (const statement of body) {
      visitImports(statement, file, found);
      visitFunctions(statement, null, { file, text, into: functions });
    }
    imports.set(file, found);
    lines += text.split('\n').length - 1;
    casts += text.split('\n').filter((line) => /\bas number\b/.test(line)).length;
    if (file === 'src/index.ts') names = body.flatMap(({ specifiers }) => specifiers ?? []).length;
  }
  const groups = circlesOf(imports);
  return {
    ...{ revision, files: sources.size, lines, circles: groups.length, inCircles: groups.flat().length, casts, names },
    functions: functions.sort((a, b) => b.branches - a.branches || (a.name < b.name ? -1 : 1)).slice(0, mostFunctions),
  };
}

function visitImports(node: SyntaxNode, file: string, into: string[]): void {
  const source = /^(Import|Export|TSImport)/.test(node.type) ? (node['source'] ?? node['argument']) : null;
  const target = isNode(source) ? (source['value'] ?? (source['literal'] as SyntaxNode | undefined)?.['value']) : null;
  if (typeof target === 'string' && target.startsWith('.')) into.push(posix.join(posix.dirname(file), target).replace(/\.js$/, '.ts'));
  for (const child of childrenOf(node)) visitImports(child, file, into);
}

interface Functions {
  readonly file: string;
  readonly text: string;
  readonly into: FunctionSize[];
}

/** Finds outermost functions; `name`: what those found next are called. */
function visitFunctions(node: SyntaxNode, name: string | null, of: Functions): void {
  const own = nameOf(node);
  const called = own === null ? name : node.type === 'MethodDefinition' && name !== null ? `${name}.${own}` : own;
  if (!functionTypes.has(node.type)) {
    for (const child of childrenOf(node)) visitFunctions(child, called, of);
    return;
  }
  const lines = of.text.slice(node.start, node.end).split('\n').length;
  of.into.push({ file: of.file, name: called ?? 'a function without a name', lines, branches: branchesIn(node) });
}

function nameOf({ type, id, key }: SyntaxNode): string | null {
  const named = type === 'MethodDefinition' || type === 'PropertyDefinition' || type === 'Property' ? key : id;
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : null;
}

function branchesIn(node: SyntaxNode): number {
  const own = branching.has(node.type) || (node.type === 'SwitchCase' && node['test'] !== null) ? 1 : 0;
  return childrenOf(node).reduce((sum, child) => sum + branchesIn(child), own);
}

/** Groups of files of which each imports each other, by way of others or itself (Tarjan 1972). */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const places = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string): number => {
    const place = places.size;
    places.set(file, place);
    let low = place;
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const known = places.get(target);
      if (known === undefined) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, known);
    }
    if (low === place) {
      const group = stack.splice(stack.indexOf(file));
      if (group.length > 1) groups.push(group);
    }
    return low;
  };
  for (const file of imports.keys()) if (!places.has(file)) visit(file);
  return groups;
}

const isSource = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts');

/** Files of src in the working folder. */
export function sourcesNow(): Map<string, string> {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path.replaceAll('\\', '/')}`);
  return new Map(
    paths
      .filter(isSource)
      .sort()
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
}

/** Files of src at a revision of the history. */
function sourcesAt(revision: string): Map<string, string> {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  const paths = git('ls-tree', '-r', '--name-only', revision, 'src').split('\n').filter(isSource);
  return new Map(paths.map((path) => [path, git('show', `${revision}:${path}`)]));
}

function accountText(accounts: readonly CodeAccount[]): string {
  const right = (heading: string) => ({ heading, align: 'right' }) as const;
  const figures = ['files', 'lines', 'circles', 'in circles', 'casts', 'names'].map(right);
  const table = textTable(
    [{ heading: 'src at' }, ...figures],
    accounts.map((one) => [one.revision, ...[one.files, one.lines, one.circles, one.inCircles, one.casts, one.names].map(String)]),
  );
  const most = accounts.map(({ revision, functions }) => {
    const rows = functions.map(({ name, file, lines, branches }) => [name, file, String(lines), String(branches)]);
    return `${revision}\n${textTable([{ heading: 'function' }, { heading: 'file' }, right('lines'), right('branches')], rows)}`;
  });
  return [table, ...most].join('\n\n');
}

if (import.meta.filename === process.argv[1]) {
  const revisions = process.argv.slice(2).filter((word) => word !== '--json');
  const accounts = [...revisions.map((one) => codeAccount(one, sourcesAt(one))), codeAccount('now', sourcesNow())];
  process.stdout.write(`${process.argv.includes('--json') ? JSON.stringify(accounts) : accountText(accounts)}\n`);
}
