/** Part of the build: the live page's scripts for browsers, its page and style, in dist/page/site. Nobody needs a bundler to run them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = new URL('../../', import.meta.url);
const path = (file: string): string => fileURLToPath(new URL(file, root));
const site = path('dist/page/site');

const bundle = await rolldown({
  input: {
    app: path('src/page/ui/main.ts'),
    engine: path('dist/page/engineWorker.js'),
    drawing: path('dist/page/drawWorker.js'),
    thread: path('dist/page/thread.js'),
  },
  cwd: path('.'),
  platform: 'browser',
  resolve: {
    extensionAlias: { '.js': ['.ts', '.js'] },
    // The library's main file asks for a package that only Node may need.
    alias: { elkjs: path('node_modules/elkjs/lib/elk.bundled.js') },
  },
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
});
await bundle.write({ dir: site, format: 'esm', minify: true, entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' });
await bundle.close();

mkdirSync(site, { recursive: true });
writeFileSync(`${site}/index.html`, readFileSync(path('src/page/ui/index.html')));
writeFileSync(
  `${site}/app.css`,
  ['node_modules/uplot/dist/uPlot.min.css', 'src/page/ui/app.css'].map((file) => readFileSync(path(file), 'utf8')).join('\n'),
);
