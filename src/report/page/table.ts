/** Tables of pages. */
import { escaped } from '../svg.js';

export interface PageColumn {
  readonly heading: string;
  readonly isNumber?: boolean;
}

/** Columns with headings; cells are texts, not markup. */
export function table(columns: readonly PageColumn[], rows: readonly (readonly string[])[]): string {
  const mark = (k: number): string => (columns[k]?.isNumber ? ' class="number"' : '');
  const head = columns.map(({ heading }, k) => `<th scope="col"${mark(k)}>${escaped(heading)}</th>`).join('');
  const body = rows.map((cells) => `<tr>${cells.map((cell, k) => `<td${mark(k)}>${escaped(cell)}</td>`).join('')}</tr>`);
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

/** Labels and their values. */
export function facts(entries: readonly (readonly [label: string, value: string])[]): string {
  return `<div class="scroll" tabindex="0"><table><tbody>\n${entries.map(([label, value]) => `<tr><th scope="row">${escaped(label)}</th><td>${escaped(value)}</td></tr>`).join('\n')}\n</tbody></table></div>`;
}
