/**
 * Last part of the build: texts of the step programs of dist/blocks and of the elementary functions, kept at the end of each compiled file (blocks/stepTexts.ts). They
 * are made of the compiled files and written nowhere else, so that they cannot be out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'acorn';

const dist = new URL('../', import.meta.url);

interface Written {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly text: string;
}

/** Top-level functions of a module. */
function functionsOf(code: string): Written[] {
  const { body } = parse(code, { ecmaVersion: 2022, sourceType: 'module' });
  return body.flatMap((node): Written[] => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    if (declared?.type !== 'FunctionDeclaration') return [];
    const parameters = declared.params.map(({ start, end }) => code.slice(start, end));
    return [{ name: declared.id?.name as string, parameters, text: code.slice(declared.start, declared.end) }];
  });
}

/** Whether a function is a step program or a piece of one, by its form: (F, I, o, …). Those that only lay out or fill memory are not: a page loads no texts of them. */
const isStep = ({ parameters: [, , offsets = ''] }: Written): boolean => /^_?o$/.test(offsets);

/** A bundler shortens nothing in a string: without indentation it is a fifth less. No step program has a text or a comment over several lines. */
const withoutIndentation = (text: string): string => text.replaceAll(/\n +/g, '\n');

/** A module's code with the texts of some of its functions kept; `from`: where keepText is. The place of its source map stays last. */
function withTexts(code: string, from: string, isKept: (of: Written) => boolean): string {
  const kept = functionsOf(code)
    .filter(isKept)
    .map(({ name, text }) => `keepText(${name}, ${JSON.stringify(withoutIndentation(text))});`);
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
  const isElementary = name.startsWith('../');
  const up = '../'.repeat(name.split('/').length - 1);
  const from = isElementary ? '../../blocks/stepTexts.js' : `${up || './'}stepTexts.js`;
  writeFileSync(file, withTexts(readFileSync(file, 'utf8'), from, isElementary ? () => true : isStep));
}
