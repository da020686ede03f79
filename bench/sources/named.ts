/**
 * Reads what a text names of published work: tables, figures and systems of the papers of papers.ts, as circuit files, plans, validation cases and benchmarks
 * declare them: 'Burton 1994, Fig. 2.1 and table 5.1', 'Esqué 2008 §5, OFF-1 (Figs 5.11-5.13)'. An item belongs to the paper named last before it.
 */
import { papers } from './papers.js';

/** An item by its paper's name and its own: 'table 5.1', 'Fig. 5.4'. */
export interface Named {
  readonly paper: string;
  readonly item: string;
}

const number = String.raw`[A-Z]?\d+(?:\.\d+)?[a-f]?|[IVX]+\b`;
const listed = new RegExp(
  String.raw`\b([Tt]ables?|TABLES?|[Ff]igs?\.?|[Ff]igures?)\s+((?:${number})(?:(?:\s*,\s*|\s+and\s+|\s+to\s+|\s*-\s*|\s*–\s*)(?:${number}))*)`,
  'g',
);

/** Items that 'tables 5.2 to 5.5, 6.1 and 6.4' lists, as 'table 5.2', … */
export function itemsOf(text: string): string[] {
  return [...text.matchAll(listed)].flatMap(([, word = '', list = '']) =>
    numbersOf(list).map((one) => `${/^t/i.test(word) ? 'table' : 'Fig.'} ${one}`),
  );
}

function numbersOf(list: string): string[] {
  const parts = list.split(/\s*,\s*|\s+and\s+/);
  return parts.flatMap((part) => {
    const [from = '', to] = part.split(/\s+to\s+|\s*[-–]\s*/);
    if (to === undefined) return [from];
    const [, before = '', first = ''] = /^(.*?)(\d+)$/.exec(from) ?? [];
    const last = Number(/(\d+)$/.exec(to)?.[1]);
    return Array.from({ length: last - Number(first) + 1 }, (_, k) => `${before}${Number(first) + k}`);
  });
}

/** What a text names, in its order; items before any paper's name are of none, and left out. */
export function namedIn(text: string): Named[] {
  const places = papers.flatMap(({ name, written }) =>
    [...text.matchAll(new RegExp(written, 'g'))].map((match) => ({ name, at: match.index, end: match.index + match[0].length })),
  );
  // Of two that begin at one place the longer one is meant: 'Burton 1994, last appended paper'.
  places.sort((a, b) => a.at - b.at || a.end - b.end);
  return places.flatMap(({ name, at }, k) => {
    const next = places[k + 1]?.at ?? text.length;
    return next === at ? [] : itemsOf(text.slice(at, next)).map((item) => ({ paper: name, item }));
  });
}
