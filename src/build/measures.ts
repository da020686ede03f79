/**
 * Part of the build: what mathjs makes of the units of kinds and of those usual in circuits, at the end of dist/circuit/text/measures.js. Loading mathjs and making its
 * units takes longer than all else that happens before a small run.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { measureOfText, measures } from '../circuit/text/measures.js';
import { commonUnits, quantityNames } from '../circuit/text/units.js';

/** Met in circuits and kinds beside those that are offered to writers; test/circuit/measures.test.ts says which are missing. */
const others =
  'mbar GPa bar/s um ns fs mm3/s cm3/s kN/mm m/s2 rad/s2 kW 1/s 1/deg 1/deg/s 1/bar 1/Pa cc/rad kNm/rad m3/s/Pa^0.5 Pa^0.5|s/m3 Pa^1.5|s/m3 Pa^1.5|s^2/m3 kg|m N|s/m kN|s/m';

for (const unit of [...Object.keys(quantityNames), ...commonUnits, ...others.split(' ').map((text) => text.replaceAll('|', ' '))])
  if (unit !== '1') measureOfText(unit);
const file = new URL('../circuit/text/measures.js', import.meta.url);
const [, body, map] = /^(.*?)(\n\/\/# sourceMappingURL=.*)?$/s.exec(readFileSync(file, 'utf8')) as unknown as [
  string,
  string,
  string | undefined,
];
const known = [...measures].flatMap(([text, measure]) =>
  measure === null ? [] : `measures.set(${JSON.stringify(text)}, ${JSON.stringify(measure)});`,
);
writeFileSync(file, `${body}\n${known.join('\n')}${map ?? ''}`);
