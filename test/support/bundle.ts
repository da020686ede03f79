/** Parts of the program as a page gets them: bundled for browsers, minified, and run where there is no Node. */
import { resolve } from 'node:path';
import { createContext, Script } from 'node:vm';
import { rolldown } from 'rolldown';
import type { WebAssembly } from '../../dist/wasm/webAssembly.js';

/** Text of one script: a built file, or what one takes of it, with all that it imports; what it exports is the global `bundled`. */
export async function bundled(file: string, only = '*'): Promise<string> {
  const warnings: string[] = [];
  const entry = `export ${only} from '${resolve(file)}'; import '${resolve(file)}';`;
  const bundle = await rolldown({
    input: 'entry',
    plugins: [{ name: 'entry', resolveId: (id) => (id === 'entry' ? id : null), load: (id) => (id === 'entry' ? entry : null) }],
    platform: 'browser',
    onLog: (_, log) => warnings.push(log.message),
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'bundled', minify: true, codeSplitting: false });
  await bundle.close();
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return output[0].code;
}

/** What a page has beside the language, as far as the engine uses it. */
export const pageGlobals = {
  document: {},
  performance,
  setTimeout,
  clearTimeout,
  MessageChannel,
  TextEncoder,
  TextDecoder,
  AbortController,
};

/** A script's exports, run with the globals of a page, where no text may become code. */
export function inPage<T>(script: string): T & { readonly webAssembly: typeof WebAssembly } {
  const context = createContext({ ...pageGlobals }, { codeGeneration: { strings: false, wasm: true } });
  new Script(`${script}\nglobalThis.bundled = bundled;`).runInContext(context);
  const webAssembly = new Script('WebAssembly').runInContext(context);
  return { ...(context['bundled'] as T), webAssembly };
}
