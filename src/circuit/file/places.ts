/** Line and column of the value at a path of keys, in the text of a circuit file. */
import { isMap, isScalar, isSeq, type LineCounter, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Diagnostic } from './diagnostic.js';
import type { InText } from './mistakes.js';
import { isMergeKey, keyText, type Nodes } from './nodes.js';
import type { Path } from './raw.js';

type Place = Diagnostic['place'];

/** Looks places up in one parsed file; made when there is something to report. */
export class Places {
  /** By map that a path has led through: its keys, with those that a merge brings in. */
  private readonly pairs = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  private lines: readonly string[] | undefined;

  constructor(
    private readonly contents: unknown,
    private readonly nodes: Nodes,
    private readonly counter: LineCounter,
    private readonly text: string,
  ) {}

  /**
   * The value at a path, its key where the value is a map or list, or the deepest key that is in the file. With `inText`: the place within the text
   * that stands there. What is behind an empty key leads nowhere: it tells two mistakes of one place apart. An option of the command line has no place.
   */
  of(path: Path, inText?: InText): Place {
    if (path[0] === '--set') return undefined;
    let node: unknown = this.contents;
    let deepest: Place = { line: 1, column: 1 };
    for (const [depth, key] of path.entries()) {
      if (key === '') return deepest;
      const whole = this.nodes.target(node);
      // A key that an entry shared by several lacks is missing where the entry stands, however many share it.
      if (whole !== node) deepest = this.at(whole as Node) ?? deepest;
      const pair = isMap(whole) ? this.pairsOf(whole).get(String(key)) : undefined;
      node = pair ? pair.value : isSeq(whole) ? whole.items[Number(key)] : undefined;
      if (node === undefined && !pair) return deepest;
      const last = depth === path.length - 1;
      const value = this.nodes.target(node);
      const shown = last && isScalar(value) && value.value !== null ? node : (pair?.key ?? node);
      deepest = this.at(shown as Node) ?? deepest;
      if (last && inText && isScalar(value)) return this.within(value, inText);
    }
    return deepest;
  }

  private pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    let pairs = this.pairs.get(map);
    if (!pairs) {
      pairs = this.indexed(map);
      this.pairs.set(map, pairs);
    }
    return pairs;
  }

  /** A map's own keys come before merged ones. */
  private indexed({ items }: YAMLMap): ReadonlyMap<string, Pair> {
    const pairs = new Map<string, Pair>();
    for (const pair of items) if (!isMergeKey(pair.key)) pairs.set(keyText(this.nodes.target(pair.key)), pair);
    for (const { key, value } of items) {
      if (!isMergeKey(key)) continue;
      for (const map of this.nodes.merged(value)) for (const [name, pair] of this.pairsOf(map)) if (!pairs.has(name)) pairs.set(name, pair);
    }
    return pairs;
  }

  private at(node: Node): Place {
    if (!node?.range) return undefined;
    const { line, col } = this.counter.linePos(node.range[0]);
    return { line, column: col };
  }

  /** A block (`equations: |`) begins on the line after its head, each line indented alike; a text of one line begins at its place or its quote. */
  private within(scalar: Scalar, { line, column }: InText): Place {
    const head = this.at(scalar);
    if (!head) return undefined;
    const value = String(scalar.value);
    if (scalar.type === 'BLOCK_LITERAL') {
      const lines = value.split('\n');
      const k = lines.findIndex((one) => one.trim() !== '');
      this.lines ??= this.text.split('\n');
      const written = this.lines[head.line + k] ?? '';
      return { line: head.line + line, column: Math.max(0, written.replace(/\r$/, '').length - (lines[k] ?? '').length) + column };
    }
    const [from = 0, to = 0] = scalar.range ?? [];
    if (line > 1 || scalar.type === 'BLOCK_FOLDED' || this.text.slice(from, to).includes('\n')) return head;
    return { line: head.line, column: head.column + column - (scalar.type === 'PLAIN' ? 1 : 0) };
  }
}
