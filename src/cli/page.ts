/** `ringmain page`: the live page as files for any web server, with the engine in the browser. */
import { formatBytes, formatPlural } from '../report/units.js';
import { siteFiles } from '../view/siteFiles.js';
import { packageVersion } from './bundled.js';
import { offeredBundled, offeredFiles } from './offered.js';
import { command, text } from './optionTable.js';
import { checkSiteFolder, writeSiteFolder } from './pageFolder.js';
import { print } from './print.js';

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

export const pageCommand = command('page', {
  words: {
    circuit: { about: 'circuit files to choose from; default: those that come with ringmain', many: true, optional: true },
  },
  options: { out: { ...text('folder to write: a new one, an empty one, or one that this command has written'), required: true } },
  examples: [
    ['--out out/page', 'a page with the circuits that come with ringmain'],
    ['circuits/press.yaml own.yaml --out out/page', 'a page with these two'],
  ],
  epilogue: [
    'The files need no network, no server of ours and no place of their own; each folder of a site will do. Where the server sends the two headers that stand in _headers, runs have threads; elsewhere they have one.',
    'A server to look at it, without these headers: python3 -m http.server --directory out/page',
  ].join('\n'),
  run: ({ circuit, out }) => writePage(circuit, out),
});

async function writePage(files: readonly string[], out: string): Promise<void> {
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
