/**
 * `ringmain bench step`, part view: what it costs a run to be watched by a page of `ringmain view`. A plain run by itself before and after the same run in a live session, whose
 * frames are made into messages and taken at once, as the thread of the engine does for a page: what the server and the browser do with them is theirs. And in Chromium,
 * what a page shows of rings: when, and how often.
 */
import { availableParallelism } from 'node:os';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { alternate, expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount } from '#ringmain/cli/optionTable.js';
import type { Frame } from '#ringmain/page/live/liveRun.js';
import { LiveRunner } from '#ringmain/page/live/liveRunner.js';
import { encodeMessage } from '#ringmain/page/live/wire.js';
import { drawingLive } from '#ringmain/report/drawing/live.js';
import { textTable } from '#ringmain/report/table.js';
import { formatCount } from '#ringmain/report/units.js';
import { ratios, type Spread, spreadOf, spreadText } from '#ringmain/results/statistics.js';
import { openRun } from '#ringmain/run/openRun.js';
import { startViewServer } from '#ringmain/view/server.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { openBrowser } from './browser/chromium.js';

const commandOptions = {
  attempts: { about: 'components times attempts of a run, about', fallback: '400000000', read: asCount(1000) },
  rounds: roundsOption,
};

export const stepView = part({
  name: 'view',
  describe: 'what being watched by a page costs a run, and how often a page shows it',
  options: commandOptions,
  examples: [['--rounds 9', 'rings of 300 and 10 000 stations, by themselves and watched']],
  measure,
});

/** Stations of the rings that are watched, and of those that are looked at. */
const [watchedRings, shownRings] = [
  [300, 10_000],
  [300, 1000, 10_000],
] as const;

/** A ring by a number of threads. */
export interface ViewRow {
  readonly stations: number;
  readonly threads: number;
  /** s, of a run by itself. */
  readonly alone: Spread;
  /** Watched over by itself, pair by pair. */
  readonly ratio: Spread;
  /** By itself over by itself. */
  readonly noise: Spread;
  /** In a second of a watched run, and quantities of each. */
  readonly frames: Spread;
  readonly quantities: number;
}

/** What a page shows of a ring. */
export interface ShownRow {
  readonly stations: number;
  /** s from opening the address until the drawing is there. */
  readonly first: Spread;
  /** A second, while the run goes on as fast as it does. */
  readonly frames: Spread;
}

/** A ring of preset a that takes about so many attempts by its components. */
function ringOf(stations: number, attempts: number): string {
  // Its step, 0.1 ms, is fixed.
  const end = Math.max(0.1, Math.round((10 * 1e-4 * attempts) / (3 * stations)) / 10);
  return generateRing({ stations, preset: 'a' }).replace(/^run: \{ end: [^,}]+/m, `run: { end: ${end} s`);
}

async function measure({ attempts, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const rows: ViewRow[] = [];
  for (const stations of watchedRings)
    for (const threads of availableParallelism() > 1 ? [1, 2] : [1]) {
      say(`ring of ${stations} stations by ${threads === 1 ? 'one thread' : `${threads} threads`}`);
      rows.push(await watchedRow(stations, ringOf(stations, attempts), threads, rounds));
    }
  const { browser, shown } = await shownRows(attempts, Math.min(rounds, 5));
  const account = { rounds, browser, rows, shown };
  return {
    stored: account,
    text: () =>
      [
        textTable(
          viewHeadings.map((heading) => ({ heading })),
          viewCells(rows),
        ),
        textTable(
          shownHeadings.map((heading) => ({ heading })),
          shownCells(shown),
        ),
        viewRemark(account),
      ].join('\n\n'),
  };
}

async function watchedRow(stations: number, text: string, threads: number, rounds: number): Promise<ViewRow> {
  const { circuit } = parseCircuit(text, 'ring');
  const digests: string[] = [];
  const alone = async (): Promise<number> => {
    const run = await openRun(circuit, { workers: threads });
    const began = performance.now();
    await run.advance();
    // The frame that tells the end has the digest, too.
    const { digest } = await run.close();
    digests.push(digest);
    return (performance.now() - began) / 1000;
  };
  const drawing = await drawingLive(circuit, '');
  const names = [...new Set(drawing.edges.flatMap(({ p, q }) => [...p, ...q]).filter((name) => name !== ''))];
  const session = new LiveRunner({ cores: availableParallelism(), draw: async () => drawing });
  const opened = await session.open('ring.yaml', text);
  if ('mistakes' in opened) throw new Error('the circuit has mistakes');
  await session.change({ ...opened.settings, workers: threads });
  await session.pace(0);
  let take: (frame: Frame) => void = () => undefined;
  await session.listen(async (frame) => {
    encodeMessage({ frame, number: 1 });
    take(frame);
  });
  const frames: number[] = [];
  let quantities = 0;
  const watched = async (): Promise<number> => {
    await session.restart();
    quantities = (await session.show(names)).length;
    await session.plot(opened.plotted);
    let count = 0;
    const last = new Promise<Frame>((resolve, reject) => {
      take = (frame) => {
        count++;
        if (frame.mistake) reject(new Error(frame.mistake));
        if (frame.ended) resolve(frame);
      };
    });
    const began = performance.now();
    await session.go();
    const { ended } = await last;
    const took = (performance.now() - began) / 1000;
    digests.push(ended?.digest ?? '');
    frames.push(count / took);
    return took;
  };
  try {
    // The first run of each is at the speed of code that has just been compiled.
    for (const run of [alone, watched]) await run();
    frames.length = 0;
    const { ones, pairs, again } = await alternate(rounds, alone, watched);
    expectSame(`ring of ${stations} stations by itself and watched`, digests);
    const ratio = ratios(pairs.map(([one, other]) => [other, one] as const));
    return { stations, threads, alone: spreadOf(ones), ratio, noise: ratios(again), frames: spreadOf(frames), quantities };
  } finally {
    await session.close();
  }
}

/** Frames are counted for so long, ms. */
const countedMs = 5000;

async function shownRows(attempts: number, rounds: number): Promise<{ readonly browser: string; readonly shown: ShownRow[] }> {
  const chromium = await openBrowser();
  const shown: ShownRow[] = [];
  try {
    for (const stations of shownRings) {
      say(`ring of ${stations} stations in a page`);
      const [first, frames]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const server = await startViewServer([{ name: 'ring.yaml', text: ringOf(stations, 50 * attempts) }], 1000);
        const page = await chromium.newPage();
        const began = performance.now();
        await page.goto(server.address);
        await page.locator('#sheet svg').waitFor();
        first.push((performance.now() - began) / 1000);
        await page.selectOption('#pace', '0');
        // What a frame changes whatever the run does.
        await page.evaluate(
          `new MutationObserver(() => { globalThis.shownFrames++; }).observe(document.getElementById('accepted'), { childList: true, characterData: true, subtree: true })`,
        );
        await page.locator('#run').click();
        await page.waitForTimeout(1000);
        frames.push(
          await page.evaluate<number>(`(async () => {
          globalThis.shownFrames = 0;
          const began = performance.now();
          await new Promise((resolve) => setTimeout(resolve, ${countedMs}));
          return (1000 * globalThis.shownFrames) / (performance.now() - began);
        })()`),
        );
        await page.close();
        await server.close();
      }
      shown.push({ stations, first: spreadOf(first), frames: spreadOf(frames) });
    }
    return { browser: `Chromium ${chromium.version()}`, shown };
  } finally {
    await chromium.close();
  }
}

/** Columns of the tables, and their cells, for a terminal and a page. */
export const viewHeadings = [
  'stations',
  'threads',
  'by itself, s',
  'watched over by itself',
  'by itself again',
  'frames a second',
  'quantities',
] as const;
export const viewCells = (rows: readonly ViewRow[]): string[][] =>
  rows.map(({ stations, threads, alone, ratio, noise, frames, quantities }) => [
    formatCount(stations),
    String(threads),
    spreadText(alone),
    spreadText(ratio),
    spreadText(noise),
    spreadText(frames, 3),
    formatCount(quantities),
  ]);
export const shownHeadings = ['stations', 'first picture, s', 'frames a second'] as const;
export const shownCells = (rows: readonly ShownRow[]): string[][] =>
  rows.map(({ stations, first, frames }) => [formatCount(stations), spreadText(first), spreadText(frames, 3)]);

/** What belongs to them. */
export const viewRemark = ({ rounds, browser }: { readonly rounds: number; readonly browser: string }): string =>
  `rings of preset a, ${rounds} rounds; frames of a watched run are made into messages and taken at once; ${browser}, whose work is on the same cores as the run; the same digest by itself and watched`;
