/** circuits/README.md: its tables are those of the circuit files. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LineModel } from '../../dist/blocks/lines/models/model.js';
import { lineModels } from '../../dist/blocks/lines/models/registry.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { formatSeconds } from '../../dist/report/units.js';
import { expectInPage, pageTable, pageText } from '../support/page.js';

const page = 'circuits/README.md';
const names = readdirSync('circuits')
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace(/\.yaml$/, ''));

test('the table of circuits has every circuit', () => {
  const rows = [...pageText(page).matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = '']) => cell.match(/[a-z0-9*-]+/g) ?? []);
  const patterns = rows.map((name) => new RegExp(`^${name.replaceAll('*', '.*')}$`));
  expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('models of capacitive lines are those of the registry', () => {
  const rows = (lineModels as readonly LineModel[]).map(({ name, about, own, source }) => {
    const entries = Object.entries(own?.key.each ?? {}).map(([key, one]) => `\`${key}\`, ${one.about}`);
    const list = own ? `\`${own.key.name}\`: 1 to ${own.key.most} entries { ${entries.join('; ')} }` : '';
    return [
      `\`${name}\`${own ? '' : ', the default'}`,
      about,
      [...(own?.needs ?? []).map((key) => `\`${key}\``), list].filter(Boolean).join(', '),
      source,
    ];
  });
  expectInPage(page, 'line models', pageTable(['`model`', 'meaning', 'keys beside length and diameter, or volume', 'source'], rows));
});

test('what the files say of themselves', () => {
  const rows = names.map((name) => {
    const { circuit } = parseCircuit(readFileSync(`circuits/${name}.yaml`, 'utf8'), name);
    const { title, source, components, lines, run } = circuit;
    return [
      `[${name}](${name}.yaml)`,
      title ?? '',
      String(components.length),
      String(lines.length),
      formatSeconds(run.end),
      (source ?? '').trim(),
    ];
  });
  expectInPage(page, 'circuits', pageTable(['file', 'title', 'components', 'lines', 'runs to', 'source, as the file gives it'], rows));
});
