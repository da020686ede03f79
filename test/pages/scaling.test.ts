/** bench/scaling.md: tables and picture are those of the stored samples. */
import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ScalingFile } from '../../dist/bench/scaling/scalingFile.js';
import { readmeMarks, scalingMarkdown, scalingPicture } from '../../dist/bench/scaling/scalingReport.js';
import { expectFile, expectInPage, pageText, stored } from '../support/page.js';

test.each([2, 16])('the tables of %i cores are those of the stored file, which is small', (cores) => {
  const [begins] = readmeMarks(cores);
  const [, path = ''] = new RegExp(`${begins}\`(bench/results/[^\`]+)\``).exec(pageText('bench/scaling.md')) ?? [];
  expect(statSync(path).size).toBeLessThan(300_000);
  const file = stored<ScalingFile>(path);
  expect(file.cores).toBe(cores);
  const picture = path.replace('.json', '.svg');
  expectInPage('bench/scaling.md', `scaling on ${cores} cores`, scalingMarkdown(file, path, picture.replace('bench/', '')).trimEnd());
  expectFile(picture, scalingPicture(file));
});
