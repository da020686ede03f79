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

/** Compiled files whose functions keep their texts, from dist/blocks on. */
const kept = readdirSync(new URL('blocks/', dist), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.js') && name !== 'stepTexts.js');
for (const name of [...kept, '../equations/kernel/elementary.js']) {
  const file = new URL(name, new URL('blocks/', dist));
  const up = '../'.repeat(name.split('/').length - 1);
  const from = name.startsWith('../') ? '../../blocks/stepTexts.js' : `${up || './'}stepTexts.js`;
  writeFileSync(file, withTexts(readFileSync(file, 'utf8'), from));
}
