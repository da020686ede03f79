/** A mistake in a circuit file: code, place, message (with both numbers and units), the rule and the way out. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** One line: the mistake and its place, naming the component. */
  readonly message: string;
  /** The rule, and what to write instead. */
  readonly remedy: string;
  /** 1-based place in the file; absent for circuits built in code. */
  readonly place?: { readonly line: number; readonly column: number };
}

/** Mistakes that are shown at once: more are not read, and mostly have one reason. */
export const mostShown = 100;

/** All mistakes of one circuit. `message` is the text for the user, one block a mistake, up to `mostShown` of them; a program has all in `diagnostics`. */
export class CircuitError extends Error {
  constructor(
    readonly file: string,
    readonly diagnostics: readonly Diagnostic[],
  ) {
    const more = diagnostics.length - mostShown;
    const shown = diagnostics.slice(0, mostShown).map((d) => formatDiagnostic(file, d));
    super([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
    this.name = 'CircuitError';
  }
}

/** In one line, for accounts: the place and the mistake. */
export function shortDiagnostic(file: string, { message, place }: Diagnostic): string {
  return `${placeText(file, place)}: ${message}`;
}

const placeText = (file: string, place: Diagnostic['place']): string => (place ? `${file}:${place.line}:${place.column}` : file);

/** `file:line:column  CODE  message` and the remedy, indented, on the next line. */
export function formatDiagnostic(file: string, { code, severity, message, remedy, place }: Diagnostic): string {
  return `${placeText(file, place)}  ${code}  ${severity === 'warning' ? 'warning: ' : ''}${message}\n    ${remedy}`;
}
