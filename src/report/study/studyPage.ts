/** A study as one HTML file: its question, its results, its pictures and tables. */
import { htmlPage } from '../page/html.js';
import { facts, type PageColumn, table } from '../page/table.js';
import { themeStyle } from '../page/theme.js';
import { escaped, reportMark } from '../svg.js';

export interface StudyPage {
  readonly title: string;
  /** The results of the study, as the terminal shows them. */
  readonly summary: string;
  /** SVG files' texts, with headings. */
  readonly pictures: readonly { readonly heading: string; readonly svg: string }[];
  readonly tables: readonly {
    readonly heading: string;
    readonly columns: readonly PageColumn[];
    readonly rows: readonly (readonly string[])[];
  }[];
  readonly provenance: readonly (readonly [label: string, value: string])[];
}

const style = `${themeStyle}
figure { margin: 0; overflow-x: auto } figure svg { max-width: 100%; height: auto }
`;

/** The file's text. Pictures show the values of a mark under the pointer, without a script. */
export function studyPage({ title, summary, pictures, tables, provenance }: StudyPage): Promise<string> {
  const section = (heading: string, body: string): string =>
    `<section aria-label="${escaped(heading)}">\n<h2>${escaped(heading)}</h2>\n${body}\n</section>`;
  return htmlPage({
    ...{ title, mark: reportMark, style },
    body: [
      '<main>',
      `<h1>${escaped(title)}</h1>`,
      `<pre>${escaped(summary)}</pre>`,
      ...pictures.map(({ heading, svg }) => section(heading, `<figure>${svg}</figure>`)),
      ...tables.map(({ heading, columns, rows }) => section(heading, table(columns, rows))),
      section('Provenance', facts(provenance)),
      '</main>',
    ].join('\n'),
  });
}
