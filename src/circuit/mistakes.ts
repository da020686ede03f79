/** Collects the mistakes of one circuit; places are looked up only when there is something to report. */
import type { Diagnostic } from './diagnostic.js';
import type { Path } from './raw.js';

interface Found {
  readonly path: Path;
  readonly offset: InText | undefined;
  readonly diagnostic: Diagnostic;
  /** How many more components have the same mistake. */
  more: number;
}

/** 1-based place within a block of text. */
export interface InText {
  readonly line: number;
  readonly column: number;
}

/** Sections of the file that many components share: a mistake there is one mistake, however many have it. */
const shared = new Set<string | number | undefined>(['subcircuits', 'repeat', 'defaults', 'initial']);

/** The mistakes of one circuit, collected while it is read. */
export class Mistakes {
  private readonly found: Found[] = [];
  private readonly alike = new Map<string, Found>();
  private count = 0;
  /** Whether parts of the circuit were left out for their mistakes: what misses them is no second mistake. */
  incomplete = false;

  /**
   * Adds a mistake at a path of the file; a path may go on beyond what is written, to tell two mistakes of one place apart. `inText` is the place
   * within the block of text that stands there. A message that is dear to make comes as a function: in a repeated subcircuit it is made once.
   */
  add(path: Path, code: string, message: string | (() => string), remedy: string, inText?: InText): void {
    this.put('error', path, code, message, remedy, inText);
  }

  /** Adds a warning: something without effect that may be meant. */
  warn(path: Path, code: string, message: string, remedy: string): void {
    this.put('warning', path, code, message, remedy, undefined);
  }

  private put(
    severity: Diagnostic['severity'],
    path: Path,
    code: string,
    message: string | (() => string),
    remedy: string,
    offset: InText | undefined,
  ): void {
    if (severity === 'error') this.count++;
    const key = shared.has(path[0]) ? `${code} ${path.join('.')}` : '';
    const before = key === '' ? undefined : this.alike.get(key);
    if (before) {
      before.more++;
      return;
    }
    const one = {
      path,
      offset,
      diagnostic: { code, severity, message: typeof message === 'string' ? message : message(), remedy },
      more: 0,
    };
    this.found.push(one);
    if (key !== '') this.alike.set(key, one);
  }

  /** How many errors so far, warnings not counted. */
  get errors(): number {
    return this.count;
  }

  /** All mistakes with their places, in the order of the file. */
  located(place: (path: Path, inText?: InText) => Diagnostic['place']): Diagnostic[] {
    const placed = new Map<string, { diagnostic: Diagnostic; more: number }>();
    this.found.forEach(({ path, offset, diagnostic, more }, k) => {
      const at = place(path, offset);
      // Names that share an entry by an alias of YAML share its mistakes: these have one place, and paths that differ in the name only.
      const key = at ? `${diagnostic.code} ${at.line} ${at.column} ${path.slice(2).join('.')} ${path.length > 2 ? path[0] : k}` : String(k);
      const before = placed.get(key);
      if (before && !offset) before.more += 1 + more;
      else
        placed.set(offset ? String(k) : key, {
          diagnostic: at ? { ...diagnostic, place: at } : diagnostic,
          more: path[0] === 'defaults' || path[0] === 'initial' ? 0 : more,
        });
    });
    return [...placed.values()]
      .map(({ diagnostic, more }) =>
        more > 0 ? { ...diagnostic, message: `${diagnostic.message} (and ${more} more like it)` } : diagnostic,
      )
      .sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0));
  }
}
