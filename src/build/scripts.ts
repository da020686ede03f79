/**
 * Part of the build: scripts for browsers, so that nobody needs a bundler to run them.
 *
 * - `dist/pages/`: what src/report/page/client/ has in files whose names end in Page.ts, each with all that it imports as one text that a page carries in itself;
 * - `dist/page/site/`: the live page with its style, scripts, workers, and the licences of what is in them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type InputOptions, type OutputOptions, type RolldownOutput, rolldown } from 'rolldown';
import { licencesOf } from './licences.js';

const root = new URL('../../', import.meta.url);
const path = (file: string): string => fileURLToPath(new URL(file, root));

/** Bundles for browsers, minified; what is worth a warning ends the build. A style sheet that a script imports is a text. */
async function bundled(input: NonNullable<InputOptions['input']>, output: OutputOptions): Promise<RolldownOutput['output']> {
  const bundle = await rolldown({
    input,
    cwd: path('.'),
    platform: 'browser',
    resolve: {
      extensionAlias: { '.js': ['.ts', '.js'] },
      // The library's main file asks for a package that only Node may need.
      alias: { elkjs: path('node_modules/elkjs/lib/elk.bundled.js') },
    },
    plugins: [
      {
        name: 'style sheets as texts',
        load: (id) =>
          id.endsWith('.css') ? { code: `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`, moduleType: 'js' } : null,
      },
    ],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const made = await bundle.write({ minify: true, ...output });
  await bundle.close();
  return made.output;
}

/** Bundled into pages and not ours. */
const notice = '/*! with uPlot, copyright (c) Leon Sorokin, MIT licence: github.com/leeoniya/uPlot */';
const client = path('src/report/page/client/');
for (const name of readdirSync(client).filter((file) => file.endsWith('Page.ts')))
  await bundled(`${client}${name}`, { dir: path('dist/pages'), format: 'iife', codeSplitting: false, banner: notice });

const site = path('dist/page/site');
const scripts = await bundled(
  {
    app: path('src/page/ui/main.ts'),
    engine: path('dist/page/engineWorker.js'),
    drawing: path('dist/page/drawWorker.js'),
    thread: path('dist/page/thread.js'),
  },
  { dir: site, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'part-[hash].js' },
);
mkdirSync(site, { recursive: true });
writeFileSync(`${site}/index.html`, readFileSync(path('src/page/ui/index.html')));
const styles = ['node_modules/uplot/dist/uPlot.min.css', 'src/page/ui/app.css'].map((file) => readFileSync(path(file), 'utf8'));
writeFileSync(`${site}/app.css`, styles.join('\n'));
const modules = scripts.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
writeFileSync(`${site}/licences.txt`, licencesOf(path('.'), modules));
