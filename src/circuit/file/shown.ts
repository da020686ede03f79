/** A value that somebody gave, of whatever type, in a message. */

/** As its user recognises it, cut short. Never fails. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a map of keys';
  if (typeof value === 'function') return 'a function';
  const text = typeof value === 'string' ? `'${value}'` : typeof value === 'bigint' ? `${value}n` : String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
