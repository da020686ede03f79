/** Collects the mistakes of one circuit; places are looked up only when there is something to report. */
import { Hints } from './closest.js';
import type { Diagnostic } from './diagnostic.js';
import type { Path } from './raw.js';

/** Pass a function where the text is expensive; merged diagnostics call it once. */
type Message = string | (() => string);

interface Found {
  readonly path: Path;
  readonly offset: InText | undefined;
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  readonly message: Message;
  readonly remedy: string;
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

/** A name begins with a letter and has letters, digits and _ only. */
export const isName = (text: string): boolean => /^[A-Za-z]\w*$/.test(text);

/** The remedy of a name that is none. */
export const nameRule = 'a name begins with a letter and has letters, digits and _ only';

/** The mistakes of one circuit, collected while it is read. */
export class Mistakes {
  private readonly found: Found[] = [];
  private readonly alike = new Map<string, Found>();
  private count = 0;
  /** By path: the value that `--set` put there in the place of the file's. */
  private readonly given = new Map<string, string>();
  readonly hints = new Hints();
  /** Whether parts of the circuit were left out for their mistakes: what misses them is no second mistake. */
  incomplete = false;

  /**
   * Adds a mistake at a path of the file; a path may go on behind an empty key, to tell two mistakes of one place apart. `inText` is the place
   * within the block of text that stands there.
   */
  add(path: Path, code: string, message: Message, remedy: string, inText?: InText): void {
    this.put('error', path, code, message, remedy, inText);
  }

  /** Adds the mistake of a name that is none; `what` it names, as 'component'. */
  notAName(path: Path, what: string, name: string): void {
    this.add(path, 'CIR106', `${what} '${name}': not a name`, nameRule);
  }

  /** A value at a path does not stand in the file, but was given as `--set` entry: mistakes of it name that, and no place of the file. */
  give(path: Path, setting: string): void {
    this.given.set(keyOf(path), setting);
  }

  /** Adds a warning: something that may be meant so, such as an entry without effect. */
  warn(path: Path, code: string, message: string, remedy: string, inText?: InText): void {
    this.put('warning', path, code, message, remedy, inText);
  }

  private put(
    severity: Diagnostic['severity'],
    path: Path,
    code: string,
    message: Message,
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
    const setting = this.settingOf(path);
    const one = {
      ...{ path: setting === undefined ? path : ['--set'], offset, code, severity, remedy, more: 0 },
      message: setting === undefined ? message : () => `--set ${setting}: ${typeof message === 'string' ? message : message()}`,
    };
    this.found.push(one);
    if (key !== '') this.alike.set(key, one);
  }

  private settingOf(path: Path): string | undefined {
    if (this.given.size === 0) return undefined;
    // 'fluid.air' and the like have parts below them.
    for (let k = 2; k <= path.length; k++) {
      const setting = this.given.get(keyOf(path.slice(0, k)));
      if (setting !== undefined) return setting;
    }
    return undefined;
  }

  /** How many errors so far, warnings not counted. */
  get errors(): number {
    return this.count;
  }

  /** All mistakes with their places, in the order of the file. */
  located(place: (path: Path, inText?: InText) => Diagnostic['place']): Diagnostic[] {
    const placed = new Map<string, { one: Found; at: Diagnostic['place']; more: number }>();
    this.found.forEach((one, k) => {
      const { path, offset, code } = one;
      const at = place(path, offset);
      // Names that share an entry by an alias of YAML share its mistakes: these have one place, and paths that differ in the name only.
      const key = at ? `${code} ${at.line} ${at.column} ${path.slice(2).join('.')} ${path.length > 2 ? path[0] : k}` : String(k);
      // Of several at one place in a text each says something else.
      const whole = offset ? `${key} ${messageOf(one).replaceAll(`'${path[1]}'`, '')}` : key;
      const before = placed.get(whole);
      if (before) before.more += 1 + one.more;
      else placed.set(whole, { one, at, more: path[0] === 'defaults' || path[0] === 'initial' ? 0 : one.more });
    });
    return [...placed.values()]
      .map(({ one, at, more }): Diagnostic => {
        const { code, severity, remedy } = one;
        const message = messageOf(one);
        return {
          code,
          severity,
          message: more > 0 ? `${message} (and ${more} more like it)` : message,
          remedy,
          ...(at ? { place: at } : {}),
        };
      })
      .sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0));
  }
}

const keyOf = (path: Path): string => path.join('\n');

const messageOf = ({ message }: Found): string => (typeof message === 'string' ? message : message());
