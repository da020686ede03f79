/**
 * The nodes of a YAML document: what is wrong with them that the library lets pass or would throw at, and the plain value that they stand for. By our own
 * walk: the library looks through the whole document for each alias, and compares every key of a map with every other.
 */
import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Diagnostic } from './diagnostic.js';
import { nameRule } from './mistakes.js';

/** Maps and lists within each other; a circuit file needs eight. All that follows goes down them by calls. */
export const deepest = 50;

export const tooDeep = `more than ${deepest} maps and lists within each other`;
export const deepRemedy = `a circuit file needs no more than eight maps and lists within each other; ${deepest} are taken`;

/** How a node that is walked stands: the number of maps and lists within each other that it is, or that it is not whole yet. */
type Depth = number | 'open';

/** The nodes of one document, walked once. */
export class Nodes {
  readonly mistakes: Diagnostic[] = [];
  private readonly anchors = new Map<string, Node>();
  /** Of nodes with an anchor. */
  private readonly depths = new Map<Node, Depth>();
  private readonly targets = new Map<Alias, Node>();
  private readonly values = new Map<Node, unknown>();

  constructor(
    private readonly document: Document,
    private readonly counter: LineCounter,
  ) {
    this.walk(document.contents, 0);
  }

  /** The target of an alias; any other node itself. */
  target(node: unknown): unknown {
    return isAlias(node) ? this.targets.get(node) : node;
  }

  /** The maps that a merge (`<<:`) brings in. */
  merged(value: unknown): YAMLMap[] {
    const source = this.target(value);
    const maps = isSeq(source) ? source.items.map((item) => this.target(item)) : [source];
    return maps.filter((map) => isMap(map));
  }

  /** The plain value of the document, only where there are no mistakes. Values shared by aliases stay shared. */
  plain(): unknown {
    return this.valueOf(this.document.contents);
  }

  private add(code: string, node: unknown, message: string, remedy: string): void {
    const offset = (node as Node | null)?.range?.[0] ?? 0;
    const { line, col } = this.counter.linePos(offset);
    this.mistakes.push({ code, severity: 'error', message, remedy, place: { line, column: col } });
  }

  /** Depth of a node, with what its aliases stand for. `above`: how many maps and lists it stands in. */
  private walk(node: unknown, above: number): number {
    if (isAlias(node)) return this.walkAlias(node, above);
    if (!isMap(node) && !isSeq(node)) {
      this.enter(node, 0);
      return 0;
    }
    if (above >= deepest) {
      // Said once, of the outermost that is too deep.
      if (above === deepest) this.tooDeep(node);
      return 0;
    }
    this.enter(node, 'open');
    let depth = 0;
    if (isSeq(node)) for (const item of node.items) depth = Math.max(depth, this.walk(item, above + 1));
    else depth = this.walkMap(node, above + 1);
    this.enter(node, depth + 1);
    return depth + 1;
  }

  private enter(node: unknown, depth: Depth): void {
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor === undefined) return;
    this.anchors.set(anchor, node as Node);
    this.depths.set(node as Node, depth);
  }

  private walkAlias(alias: Alias, above: number): number {
    const { source } = alias;
    const target = this.anchors.get(source);
    const depth = target && this.depths.get(target);
    if (!target || depth === undefined) {
      this.add('CIR001', alias, `not YAML: '*${source}' stands for nothing`, `write &${source} before the value that it should repeat`);
      return 0;
    }
    if (depth === 'open') {
      this.add('CIR003', alias, `'*${source}' stands within its own target`, `move &${source} to the part that should be repeated`);
      return 0;
    }
    this.targets.set(alias, target);
    if (above + depth <= deepest) return depth;
    this.tooDeep(alias);
    return 0;
  }

  private tooDeep(node: unknown): void {
    this.add('CIR003', node, tooDeep, deepRemedy);
  }

  private walkMap({ items }: YAMLMap, above: number): number {
    let depth = 0;
    const seen = new Map<string, unknown>();
    for (const { key, value } of items) {
      this.walk(key, above);
      this.checkKey(key, seen);
      depth = Math.max(depth, this.walk(value, above));
      if (isMergeKey(key)) this.checkMerge(value);
    }
    return depth;
  }

  /** `seen`: the keys of the map so far. */
  private checkKey(key: unknown, seen: Map<string, unknown>): void {
    const scalar = this.target(key);
    if (isMap(scalar) || isSeq(scalar))
      this.add('CIR001', key, 'not YAML: a key is a text', 'put a text with braces or brackets in quotes');
    if (key !== null && !isScalar(scalar)) return;
    const isMerge = isMergeKey(key);
    const name = isMerge ? '<<' : keyText(scalar);
    if (name === '__proto__') this.add('CIR003', key, "no key can be '__proto__'", nameRule);
    // A quoted '<<' is a key like others.
    const own = isMerge ? '<< ' : name;
    if (seen.has(own)) {
      const { line } = this.counter.linePos((seen.get(own) as Node | null)?.range?.[0] ?? 0);
      const message = `'${name}' stands twice in one map, here and in line ${line}`;
      this.add('CIR002', key, message, isMerge ? 'write one <<: [*a, *b]' : 'give one of the two another name, or delete it');
    } else seen.set(own, key);
  }

  private checkMerge(value: unknown): void {
    const source = this.target(value);
    for (const one of isSeq(source) ? source.items : [value]) {
      const map = this.target(one);
      // The mistake of an alias without a target has been reported.
      if (isMap(map) || (isAlias(one) && !map)) continue;
      this.add('CIR003', one ?? value, "'<<' must bring in a map", 'write <<: *name, where &name stands at a map, or <<: [*a, *b]');
    }
  }

  private valueOf(node: unknown): unknown {
    if (isAlias(node)) return this.valueOf(this.targets.get(node));
    if (isScalar(node)) return typeof node.value === 'symbol' ? node.value.description : node.value;
    if (!isMap(node) && !isSeq(node)) return null;
    const known = this.values.get(node);
    if (known !== undefined) return known;
    const value = isSeq(node) ? node.items.map((item) => this.valueOf(item)) : this.mapOf(node);
    if (node.anchor !== undefined) this.values.set(node, value);
    return value;
  }

  /** A merge brings in keys that have not been given before it; later keys override it. */
  private mapOf({ items }: YAMLMap): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (const { key, value } of items as Pair[]) {
      if (!isMergeKey(key)) map[keyText(this.target(key))] = this.valueOf(value);
      else
        for (const source of this.merged(value))
          for (const [name, one] of Object.entries(this.valueOf(source) as object)) if (!Object.hasOwn(map, name)) map[name] = one;
    }
    return map;
  }
}

/** Whether a key is `<<`, without quotes. */
export const isMergeKey = (key: unknown): boolean => isScalar(key) && typeof key.value === 'symbol';

/** The name that a key is; a key without one is ''. */
export const keyText = (key: unknown): string => (isScalar(key) && key.value !== null ? String(key.value) : '');
