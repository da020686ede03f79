/**
 * Last part of the build: texts of the functions of dist/blocks and of the elementary functions, kept at the end of each compiled file (blocks/stepTexts.ts). They are
 * made of the compiled files and written nowhere else, so that they cannot be out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'acorn';

const dist = new URL('../', import.meta.url);

/** Top-level functions of a module: name and text. */
export function functionsOf(code: string): { readonly name: string; readonly text: string }[] {
  const { body } = parse(code, { ecmaVersion: 2022, sourceType: 'module' });
  return body.flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declared?.type !== 'FunctionDeclaration') return [];
    return [{ name: declared.id?.name as string, text: code.slice(declared.start, declared.end) }];
  });
}

/** A module's code with its texts kept; `from`: where keepText is. The place of its source map stays last. */
export function withTexts(code: string, from: string): string {
  const kept = functionsOf(code).map(({ name, text }) => `keepText(${name}, ${JSON.stringify(text)});`);
  if (kept.length === 0) return code;
  const [, body, map] = /^(.*?)(\n\/\/# sourceMappingURL=.*)?$/s.exec(code) as unknown as [string, string, string | undefined];
  return `${body}\nimport { keepText } from '${from}';\n${kept.join('\n')}${map ?? ''}`;
}

function keepTexts(file: URL, from: string): void {
  writeFileSync(file, withTexts(readFileSync(file, 'utf8'), from));
}

const blocks = new URL('blocks/', dist);
for (const name of readdirSync(blocks))
  if (name.endsWith('.js') && name !== 'stepTexts.js') keepTexts(new URL(name, blocks), './stepTexts.js');
keepTexts(new URL('equations/elementary.js', dist), '../blocks/stepTexts.js');
