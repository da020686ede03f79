/** Scripts of pages: what src/report/page/client/ has in files whose names end in Page.ts, each bundled with all that it imports into one file of dist/pages/. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = new URL('../../', import.meta.url);
const client = new URL('src/report/page/client/', root);
const target = new URL('dist/pages/', root);

/** Of what is bundled and not ours. */
const notice = '/*! with uPlot, copyright (c) Leon Sorokin, MIT licence: github.com/leeoniya/uPlot */';

/** One script, minified. A style sheet that it imports is a text. */
async function bundled(entry: string): Promise<string> {
  const warnings: string[] = [];
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [
      {
        name: 'style sheets as texts',
        load: (id) =>
          id.endsWith('.css') ? { code: `export default ${JSON.stringify(readFileSync(id, 'utf8'))}`, moduleType: 'js' } : null,
      },
    ],
    onLog: (_, log) => warnings.push(log.message),
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, codeSplitting: false, banner: notice });
  await bundle.close();
  if (warnings.length > 0) throw new Error(`${entry}\n${warnings.join('\n')}`);
  return output[0].code;
}

mkdirSync(target, { recursive: true });
for (const name of readdirSync(client).filter((file) => file.endsWith('Page.ts')))
  writeFileSync(new URL(name.replace(/\.ts$/, '.js'), target), await bundled(fileURLToPath(new URL(name, client))));
