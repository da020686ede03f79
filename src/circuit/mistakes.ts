/** Collects the mistakes of one circuit; places are looked up only when there is something to report. */
import type { Diagnostic } from './diagnostic.js';
import type { Path } from './raw.js';

export class Mistakes {
  private readonly found: { path: Path; offset?: { line: number; column: number }; diagnostic: Diagnostic }[] = [];

  /** Adds a mistake at a path of the file; `inText` is a 1-based place within the block of text that stands there. */
  add(path: Path, code: string, message: string, remedy: string, inText?: { line: number; column: number }): void {
    this.put('error', path, code, message, remedy, inText);
  }

  warn(path: Path, code: string, message: string, remedy: string): void {
    this.put('warning', path, code, message, remedy);
  }

  private put(severity: Diagnostic['severity'], path: Path, code: string, message: string, remedy: string, inText?: { line: number; column: number }): void {
    const diagnostic: Diagnostic = { code, severity, message, remedy };
    this.found.push(inText ? { path, offset: inText, diagnostic } : { path, diagnostic });
  }

  get errors(): number {
    return this.found.filter(({ diagnostic }) => diagnostic.severity === 'error').length;
  }

  /** All mistakes with their places, in the order of the file. */
  located(place: (path: Path, inText?: { line: number; column: number }) => Diagnostic['place']): Diagnostic[] {
    const all = this.found.map(({ path, offset, diagnostic }): Diagnostic => {
      const at = place(path, offset);
      return at ? { ...diagnostic, place: at } : diagnostic;
    });
    return all.sort((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0));
  }
}
