/**
 * Pages of one file that need no network: text, style, data and script in one document. Its policy lets nothing be loaded, and runs no script but the one that
 * the document was made with (by its hash), so that a name with markup in it, were it ever not escaped, could do nothing.
 */
import { escaped } from '../svg.js';

export interface Page {
  readonly title: string;
  /** A comment by which the file is known to be ours. */
  readonly mark: string;
  /** Style sheets, one after the other. */
  readonly style: string;
  /** Elements of the body; texts in it are escaped by who made them. */
  readonly body: string;
  /** Data for the script, by the id of its element. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Run when the document is there. */
  readonly script?: string;
}

/** The document's text. */
export async function htmlPage({ title, mark, style, body, data = {}, script }: Page): Promise<string> {
  const code = script && scriptText(script);
  const rules = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    ...(code ? [`script-src '${await hashOf(code)}'`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return [
    '<!doctype html>',
    mark,
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    ...Object.entries(data).map(([id, value]) => dataElement(id, value)),
    ...(code ? [`<script>${code}</script>`] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** JSON that a page's script finds by the id; no text in it can end the element. */
function dataElement(id: string, value: unknown): string {
  return `<script type="application/json" id="${escaped(id)}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

/** A script as it may stand in a document: text in it that would end or open a script element is written otherwise, which in strings is the same. */
function scriptText(script: string): string {
  return script.replace(/<(?=\/script|!--)/gi, '\\x3c');
}

async function hashOf(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}
