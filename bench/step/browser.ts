/**
 * `ringmain bench step`, part browser: the engine in a page beside the same engine in Node. One ring, by one thread and by two; live sessions with the same orders on both sides
 * (browser/sessionRuns.ts), Node before and after each run of the browser; all must end with the same digest.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { alternate, expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asTime } from '#ringmain/cli/optionTable.js';
import { LiveRunner } from '#ringmain/page/live/liveRunner.js';
import { textTable } from '#ringmain/report/table.js';
import { formatCount } from '#ringmain/report/units.js';
import { fastestText, ratios, type Spread, spreadOf, spreadText } from '#ringmain/results/statistics.js';
import { siteFiles, typeOf } from '#ringmain/view/siteFiles.js';
import { type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { type OpenPage, openPage } from './browser/chromium.js';
import { type Asked, openRuns, type SessionRun } from './browser/sessionRuns.js';

const commandOptions = {
  stations: { about: 'of the ring, preset a', fallback: '1000', read: asCount(10) },
  end: { about: 'simulated time of a run', fallback: '5 s', read: asTime },
  rounds: roundsOption,
};

export const stepBrowser = part({
  name: 'browser',
  describe: 'the engine in a browser beside Node, by one thread and by two',
  options: commandOptions,
  examples: [['--rounds 9', 'ring a of 1000 stations in Chromium and in Node']],
  measure,
});

/** By a number of threads. */
export interface BrowserRow {
  readonly threads: number;
  /** ns per component and attempt. */
  readonly node: Spread;
  readonly browser: Spread;
  /** Time in the browser over that in Node, pair by pair. */
  readonly ratio: Spread;
  /** Node over Node. */
  readonly noise: Spread;
}

async function measure({ stations, end, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const text = generateRing({ stations, preset: 'a' }).replace(/^run: \{ end: [^,}]+/m, `run: { end: ${end} s`);
  const { circuit } = parseCircuit(text, 'ring');
  const components = circuit.components.length;
  const files = new Map(await siteFiles());
  const comlink = createRequire(import.meta.url).resolve('comlink/dist/esm/comlink.min.mjs');
  files.set('comlink.js', { type: typeOf('comlink.js'), bytes: await readFile(comlink) });
  const open = await openPage(files);
  const rows: BrowserRow[] = [];
  let attempts = 0;
  try {
    for (const threads of availableParallelism() > 1 ? [1, 2] : [1]) {
      say(`${threads === 1 ? 'one thread' : `${threads} threads`}`);
      const asked: Asked = { text, workers: threads };
      const session = new LiveRunner({ cores: availableParallelism(), draw: () => Promise.reject(new Error('nothing is drawn')) });
      const inNode = await openRuns(session, asked, (show) => show);
      const inPage = await runsInPage(open, asked);
      const digests: string[] = [];
      const nanoseconds = async (run: () => Promise<SessionRun>): Promise<number> => {
        const { digest, seconds, attempts: made } = await run();
        digests.push(digest);
        attempts = made;
        return (1e9 * seconds) / (components * made);
      };
      // The first run of each is at the speed of code that has just been compiled.
      for (const run of [inNode, inPage]) await nanoseconds(run);
      const { ones, others, pairs, again } = await alternate(
        rounds,
        () => nanoseconds(inNode),
        () => nanoseconds(inPage),
      );
      expectSame(`ring of ${stations} stations in Node and in a page`, digests);
      await session.close();
      const ratio = ratios(pairs.map(([node, browser]) => [browser, node] as const));
      rows.push({ threads, node: spreadOf(ones), browser: spreadOf(others), ratio, noise: ratios(again) });
    }
  } finally {
    await open.close();
  }
  const account = { browser: open.browser, stations, components, end, attempts, rounds, rows };
  return {
    stored: account,
    text: () =>
      `${textTable(
        browserHeadings.map((heading) => ({ heading })),
        browserCells(rows),
      )}\n\n${browserRemark(account)}`,
  };
}

/** Opens a session in a worker of the page; its runs, one after the other. */
async function runsInPage({ page }: OpenPage, asked: Asked): Promise<() => Promise<SessionRun>> {
  const name = JSON.stringify(`runs${asked.workers}`);
  await page.evaluate(`(async () => {
    const { wrap, proxy } = await import('./comlink.js');
    const session = wrap(new Worker('engine.js', { type: 'module' }));
    globalThis[${name}] = await (${openRuns.toString()})(session, ${JSON.stringify(asked)}, proxy);
  })()`);
  return () => page.evaluate<SessionRun>(`globalThis[${name}]()`);
}

/** Columns of the table. */
export const browserHeadings = ['threads', 'Node, ns (fastest)', 'browser, ns (fastest)', 'browser over Node', 'Node over Node'] as const;

/** Its cells, for a terminal and a page. */
export const browserCells = (rows: readonly BrowserRow[]): string[][] =>
  rows.map(({ threads, node, browser, ratio, noise }) => [
    String(threads),
    fastestText(node),
    fastestText(browser),
    spreadText(ratio),
    spreadText(noise),
  ]);

/** What belongs to the table. */
export const browserRemark = (account: {
  readonly browser: string;
  readonly stations: number;
  readonly components: number;
  readonly attempts: number;
  readonly rounds: number;
}): string =>
  `ring a of ${account.stations} stations, ${formatCount(account.components)} components, ${formatCount(account.attempts)} attempts a run, ${account.rounds} rounds; ns per component and attempt; ${account.browser}; the same digest everywhere`;
