/** Line and column of what a path of keys leads to, in the text of a circuit file. */
import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, type Pair, type Scalar } from 'yaml';
import type { Diagnostic } from './diagnostic.js';
import type { InText } from './mistakes.js';
import type { Path } from './raw.js';

type Place = Diagnostic['place'];

/** Looks places up in one parsed file; made when there is something to report. */
export class Places {
  constructor(
    private readonly document: Document,
    private readonly counter: LineCounter,
    private readonly text: string,
  ) {}

  /**
   * The value at a path, its key where the value is a map or list, or the deepest key that is in the file. With `inText`: the place within the text
   * that stands there. An option of the command line has no place.
   */
  of(path: Path, inText?: InText): Place {
    if (path[0] === '--set') return undefined;
    let node: unknown = this.document.contents;
    let deepest: Place = { line: 1, column: 1 };
    for (const [depth, key] of path.entries()) {
      const whole = this.plain(node);
      const pair = isMap(whole) ? this.pairOf(whole.items as Pair[], String(key)) : undefined;
      node = pair ? pair.value : isSeq(whole) ? whole.items[Number(key)] : undefined;
      if (node === undefined && !pair) return deepest;
      const last = depth === path.length - 1;
      const value = this.plain(node);
      if (last && inText && isScalar(value)) return this.within(value, inText);
      const shown = last && isScalar(value) && value.value !== null ? node : (pair?.key ?? node);
      deepest = this.at(shown as Node) ?? deepest;
    }
    return deepest;
  }

  /** What an alias stands for. */
  private plain(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.document) : node;
  }

  /** The pair of a key, or the one that a merge (`<<: *name`) brings in. */
  private pairOf(items: readonly Pair[], key: string): Pair | undefined {
    const own = items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (own) return own;
    for (const { key: merge, value } of items) {
      if (!isScalar(merge) || String(merge.value) !== '<<') continue;
      const source = this.plain(value);
      for (const map of isSeq(source) ? source.items.map((item) => this.plain(item)) : [source]) {
        const pair = isMap(map) ? this.pairOf(map.items as Pair[], key) : undefined;
        if (pair) return pair;
      }
    }
    return undefined;
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
      const written = this.text.split('\n')[head.line + k] ?? '';
      return { line: head.line + line, column: Math.max(0, written.replace(/\r$/, '').length - (lines[k] ?? '').length) + column };
    }
    if (line > 1 || scalar.type === 'BLOCK_FOLDED') return head;
    return { line: head.line, column: head.column + column - (scalar.type === 'PLAIN' ? 1 : 0) };
  }
}
