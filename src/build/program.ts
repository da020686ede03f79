/**
 * Part of the build: the command line with all that it imports, as few files, in `dist/main/`, and what worker threads run, in `dist/main/workers/`, with the licences of
 * what is in them. Node takes about half a millisecond for each module, a run imports 600, and each thread of a sweep 500. Modules find their own files from where they stood
 * before; `dist/main/` has no names of its own to import.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licencesOf } from './licences.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dist = fileURLToPath(new URL('../', import.meta.url));
const address = 'import.meta.url';

/** Bundles entries, by the names that their files get in a folder of dist/; gives the modules that are in them. */
async function bundled(folder: string, input: Readonly<Record<string, string>>): Promise<string[]> {
  const up = '../'.repeat(folder.split('/').length);
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, `${dist}${file}`])),
    cwd: root,
    platform: 'node',
    // These have files of their own beside them, or are large and rarely needed.
    external: /^(bullmq|elkjs|h5wasm|ioredis|mathjs|node-api-headers|piscina|ws)(\/|$)/,
    checks: { ineffectiveDynamicImport: false },
    plugins: [
      {
        name: 'where a module stood',
        transform: (code, id) => {
          if (!id.startsWith(dist) || !code.includes(address)) return null;
          const from = JSON.stringify(`${up}${id.slice(dist.length).replaceAll('\\', '/')}`);
          return { code: code.replaceAll(address, `new URL(${from}, ${address}).href`) };
        },
      },
    ],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: `${dist}${folder}`,
    // Names stay: kernels are known by theirs, and reports of errors are read.
    minify: { mangle: false, compress: false },
    comments: false,
    // What several commands have in common is one file for each set of them, but for the smallest: Node takes half a millisecond for a file.
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1000 }] },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
}

const modules = [
  ...(await bundled('main', { program: 'cli/program.js', exit: 'cli/exit.js' })),
  ...(await bundled('main/workers', {
    thread: 'run/threads/nodeThread.js',
    points: 'run/points/worker.js',
    sweep: 'run/sweep/worker.js',
    session: 'view/sessionWorker.js',
    draw: 'view/drawWorker.js',
  })),
];
writeFileSync(`${dist}main/licences.txt`, licencesOf(root, modules));
