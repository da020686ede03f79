/** Elements of the page: by their ids, and made. Text only ever gets in as text. */

/** The element with an id, which the page has. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** An element with properties and children. */
export function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const one = Object.assign(document.createElement(tag), properties);
  one.append(...children);
  return one;
}

/** A select's entries. */
export function options(select: HTMLSelectElement, entries: readonly (readonly [value: string, label: string])[], chosen: string): void {
  select.replaceChildren(...entries.map(([value, label]) => made('option', { value, textContent: label, selected: value === chosen })));
}

/** A table's rows. */
export function rows(table: HTMLElement, cells: readonly (readonly string[])[]): void {
  const body = table.querySelector('tbody') as HTMLElement;
  body.replaceChildren(...cells.map((row) => made('tr', {}, ...row.map((text) => made('td', { textContent: text })))));
}

/** Writes where it differs: an equal text costs nothing. */
export function write(one: HTMLElement, text: string): void {
  if (one.textContent !== text) one.textContent = text;
}
