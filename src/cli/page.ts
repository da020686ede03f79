/** `ringmain page`: the live page as files for any web server, with the engine in the browser. */
import type { Argv } from 'yargs';
import { formatBytes, formatPlural } from '../report/units.js';
import { siteFiles } from '../view/siteFiles.js';
import { packageVersion } from './bundled.js';
import type { Command } from './command.js';
import { offeredBundled, offeredFiles } from './offered.js';
import { addTextOptions } from './options.js';
import { checkSiteFolder, writeSiteFolder } from './pageFolder.js';
import { print } from './print.js';

interface Arguments {
  readonly circuit: string[];
  readonly out: string;
}

/**
 * What a host is to send with every file, in the form that Netlify, Cloudflare Pages and others read. A page with these headers is cross-origin isolated: only
 * such a page may share memory with its workers (HTML Standard, "cross-origin isolated capability").
 */
const hostHeaders = `# Read by Netlify, Cloudflare Pages and others in the topmost folder of a site. Any other server may send the same two headers with all of these files:
# runs then have threads. Without them the page works too, and its runs have one thread.
/*
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Embedder-Policy: require-corp
`;

export const pageCommand: Command<Arguments> = {
  builder: (yargs: Argv): Argv<Arguments> => {
    yargs.positional('circuit', {
      type: 'string',
      array: true,
      default: [],
      describe: 'circuit files to choose from; default: those that come with ringmain',
    });
    addTextOptions(yargs, { out: ['folder to write: a new one, an empty one, or one that this command has written'] });
    return yargs
      .demandOption('out')
      .example('$0 page --out out/page', 'a page with the circuits that come with ringmain')
      .example('$0 page circuits/press.yaml own.yaml --out out/page', 'a page with these two')
      .example('python3 -m http.server --directory out/page', 'a server to look at it; without the headers of _headers, so by one thread')
      .epilogue(
        'The files need no network, no server of ours and no place of their own; each folder of a site will do. Where the server sends the two headers that stand in _headers, runs have threads; elsewhere they have one.',
      ) as unknown as Argv<Arguments>;
  },
  handler: writePage,
};

async function writePage({ circuit: files, out }: Arguments): Promise<void> {
  await checkSiteFolder(out);
  const circuits = files.length > 0 ? await offeredFiles(files) : await offeredBundled();
  const place = JSON.stringify({ engine: 'worker', writtenBy: `ringmain ${packageVersion()}`, circuits });
  // By this first file the folder is known as ours.
  const pieces = new Map<string, Uint8Array | string>([['place.json', place]]);
  for (const [name, { bytes }] of await siteFiles()) pieces.set(name, bytes);
  pieces.set('_headers', hostHeaders);
  const bytes = await writeSiteFolder(out, pieces);
  print(`a page with ${formatPlural(circuits.length, 'circuit')} in ${out}: ${formatPlural(pieces.size, 'file')}, ${formatBytes(bytes)}`);
  print(`to look at it:  python3 -m http.server --directory ${out}`);
  print(`runs have threads where the server sends the headers that stand in ${out}/_headers, elsewhere one`);
}
