/** The circuit that a page without a server had open: its engine ends with it, and loaded again it opens the same one. `ringmain view` keeps the run itself. */
import type { Opened } from '../live/liveRun.js';
import type { Place } from './connect.js';

const key = 'circuit';

/** Keeps it in the browser, for this tab. */
export function keepOpened({ engine }: Place, { name, text }: Opened): void {
  if (engine === 'server') return;
  try {
    sessionStorage.setItem(key, JSON.stringify({ name, text }));
  } catch {
    // Browsers keep some megabytes, or nothing at all where people have asked for that: then the page begins with its first circuit.
    sessionStorage.removeItem(key);
  }
}

/** The text that it had open; null: none. */
export function lastOpened({ engine }: Place): { readonly name: string; readonly text: string } | null {
  return engine === 'server' ? null : JSON.parse(sessionStorage.getItem(key) ?? 'null');
}
