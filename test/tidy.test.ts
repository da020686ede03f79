/** Invariants of the tree that no compiler checks: who may import whom, where Node may be used, what may not be written at all. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pages, pageText } from './support/page.js';

/** Folder of src → folders that it may import, each because it does. Absent folders may not exist: who adds one says here where it stands. */
const mayImport: Record<string, readonly string[]> = {
  settings: [],
  blocks: [],
  build: ['circuit'],
  equations: [],
  components: ['equations'],
  circuit: ['settings', 'blocks', 'components', 'equations', 'wasm'],
  code: ['blocks', 'equations'],
  network: ['blocks', 'circuit', 'equations'],
  partition: ['network', 'circuit', 'equations'],
  program: ['settings', 'blocks', 'circuit', 'code', 'equations', 'network', 'partition', 'results', 'wasm'],
  results: ['blocks', 'circuit'],
  cache: ['results'],
  surrogate: ['equations', 'circuit', 'results'],
  wasm: ['code', 'equations'],
  native: ['cache', 'code', 'equations', 'results', 'wasm'],
  mpi: ['cache', 'native', 'results', 'run'],
  fit: ['settings', 'circuit', 'results', 'run', 'surrogate'],
  run: ['native', 'settings', 'blocks', 'lumped', 'network', 'partition', 'program', 'equations', 'wasm', 'circuit', 'results'],
  lumped: ['native', 'settings', 'blocks', 'network', 'code', 'wasm', 'equations', 'circuit', 'results', 'surrogate'],
  session: ['run', 'program', 'lumped', 'partition', 'network', 'settings', 'results', 'circuit'],
  report: ['network', 'session', 'blocks', 'fit', 'run', 'partition', 'lumped', 'results', 'circuit', 'equations', 'surrogate'],
  page: ['session', 'settings', 'blocks', 'report', 'run', 'program', 'results', 'partition', 'circuit', 'equations'],
  view: ['page'],
  cli: [
    'settings',
    'cache',
    'blocks',
    'equations',
    'components',
    'circuit',
    'network',
    'partition',
    'program',
    'results',
    'run',
    'lumped',
    'session',
    'report',
    'code',
    'native',
    'wasm',
    'surrogate',
    'fit',
    'mpi',
    'view',
  ],
};

/** Node's own modules and globals: the command line, the cache, the file stores, the thread host, the server of live pages. All else must run in a browser. */
const mayUseNode: readonly RegExp[] = [
  /^build\//,
  /^cache\//,
  /^cli\//,
  /^view\//,
  /^results\/stores\/\w+\.ts$/,
  /^results\/fileStore\.ts$/,
  /^results\/unfinished\.ts$/,
  /^results\/rowFile\w*\.ts$/,
  /^circuit\/file\/inputFile\.ts$/,
  /^circuit\/text\/nodeMathjs\.ts$/,
  /^circuit\/text\/nodeSha256\.ts$/,
  /^run\/threads\/nodeThreads?\.ts$/,
  /^run\/threads\/faults\.ts$/,
  /^native\/library\.ts$/,
  /^native\/compileLibrary\.ts$/,
  /^native\/compiler\.ts$/,
  /^native\/processor\.ts$/,
  /^mpi\/compile\.ts$/,
  /^mpi\/join\.ts$/,
];
const mayUseAtomics: readonly RegExp[] = [
  /^blocks\/step\/barrier\.step\.ts$/,
  /^blocks\/step\/loop\.step\.ts$/,
  /^run\/ranks\/rankThreads\.ts$/,
  /^run\/threads\/barrierSetUp\.ts$/,
  /^run\/threads\/worker\.ts$/,
  /^run\/threads\/host\.ts$/,
  /^run\/threads\/orders\.ts$/,
  // Calls of them, as the back ends know them.
  /^code\/lower\.ts$/,
  /^native\/nodeNative\.ts$/,
];

interface SourceFile {
  /** Relative to its root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
}

const sources = filesUnder('src', '.ts');
const benches = filesUnder('bench', '.ts');
const written = pages.map((page) => ({ path: page, text: pageText(page) }));
const tests = filesUnder('test', '.ts');

describe('imports', () => {
  test.each(sources.map((file) => [file.path, file] as const))('src/%s imports only what its stage may', (path, { code }) => {
    const folder = path.split('/')[0] as string;
    if (!path.includes('/')) {
      expect(importsOf(code).filter((target) => target.startsWith('./cli/'))).toEqual([]);
      return;
    }
    expect(Object.keys(mayImport), `${folder}/ is new: say in test/tidy.test.ts what it may import`).toContain(folder);
    for (const target of importsOf(code).filter((one) => one.startsWith('.'))) {
      expect(target, 'relative imports end in .js').toMatch(/\.js$/);
      const resolved = new URL(target, `file:///${path}`).pathname.slice(1);
      const stage = resolved.split('/')[0] as string;
      if (stage !== folder) expect(mayImport[folder], `src/${path} imports ${resolved}`).toContain(stage);
    }
  });

  test('every stage imports what it may', () => {
    const taken = sources.flatMap(({ path, code }) => {
      const targets = importsOf(code).filter((target) => target.startsWith('.'));
      return targets.map((target) =>
        [path, new URL(target, `file:///${path}`).pathname.slice(1)].map((one) => one.split('/')[0]).join(' → '),
      );
    });
    const may = Object.entries(mayImport).flatMap(([folder, others]) => others.map((other) => `${folder} → ${other}`));
    expect(may.filter((one) => !taken.includes(one))).toEqual([]);
  });

  test('outside of blocks/ only these know a family by its name; all others go by its duties and the registries', () => {
    const contracts = [
      /^blocks\/[\w-]+\.js$/,
      /^blocks\/step\/[\w.-]+\.js$/,
      /^blocks\/kept\/observer\.js$/,
      /^blocks\/kept\/registry\.js$/,
      /^blocks\/lines\/models\/model\.js$/,
      /^blocks\/lines\/models\/registry\.js$/,
      /^blocks\/waves\/frictions\.js$/,
      /^blocks\/waves\/lossFactor\.js$/,
    ];
    /** Files of families, and who may import them: each pattern of either must have its use. */
    const known: readonly (readonly [of: readonly RegExp[], by: readonly RegExp[]])[] = [
      // Findings, where results hold them and are read by their names; forms of texts that commands read, too.
      [
        [/^blocks\/kept\/envelopes(\.step)?\.js$/, /^blocks\/kept\/watches\.js$/, /^blocks\/kept\/joints\.js$/],
        [/^results\//, /^cli\//, /^report\/plotChoice\.ts$/, /^run\/recording\.ts$/, /^run\/sweep\/everyStep\.ts$/],
      ],
      // Recorded rows: who places, fills and moves them.
      [
        [/^blocks\/kept\/rows\.js$/],
        [/^program\/program\.ts$/, /^program\/prepare\.ts$/, /^program\/recorder\.ts$/, /^run\/start\.ts$/, /^run\/account\/rows\.ts$/],
      ],
      // Linear systems within kernels.
      [[/^blocks\/kinds\/linearSolve\.step\.js$/], [/^code\/linearSolveSources\.ts$/]],
      // Components: a family beside the compiler.
      [[/^blocks\/kinds\/kindLoops\.js$/], [/^program\/kinds\//]],
      // Ends of cut lines of which a rank has none in its layout, and bytes that hosts exchange, before there is a layout.
      [
        [/^blocks\/exchange\/slots\.js$/],
        [/^program\/beyond\.ts$/, /^run\/ranks\/partMessages\.ts$/, /^run\/prediction\/hostExchange\.ts$/],
      ],
    ];
    const ofBlocks = sources
      .filter(({ path }) => !path.startsWith('blocks/'))
      .flatMap(({ path, code }) =>
        importsOf(code)
          .filter((target) => target.startsWith('.'))
          .map((target) => ({ path, target: new URL(target, `file:///${path}`).pathname.slice(1) })),
      )
      .filter(({ target }) => target.startsWith('blocks/'));
    const taken = ofBlocks.filter(({ target }) => !contracts.some((one) => one.test(target)));
    const allowed = ({ path, target }: (typeof taken)[number], of: readonly RegExp[], by: readonly RegExp[]): boolean =>
      of.some((one) => one.test(target)) && by.some((one) => one.test(path));
    expect(taken.filter((use) => !known.some(([of, by]) => allowed(use, of, by)))).toEqual([]);
    // An exception that nothing needs would let a later file in unseen.
    const unused = known.flatMap(([of, by]) => [
      ...of.filter((one) => !taken.some((use) => allowed(use, [one], by))),
      ...by.filter((one) => !taken.some((use) => allowed(use, of, [one]))),
    ]);
    expect(unused).toEqual([]);
    const targets = ofBlocks.map(({ target }) => target);
    expect(contracts.filter((one) => !targets.some((target) => one.test(target)))).toEqual([]);
    // Parts of ranks list their messages line by line, as the same places stand elsewhere in each memory.
    expectOnlyIn(
      [/^run\/ranks\/partMessages\.ts$/, /^run\/ranks\/simulateParts\.ts$/],
      /\bfamilies\.(extremes|rings|histories|lines)\b/g,
      ({ path }) => !path.startsWith('blocks/'),
    );
  });

  test('nothing of src imports from bench/: the program is built without it', () => {
    const taken = sources.flatMap(({ path, code }) => importsOf(code).map((target) => `${path}: ${target}`));
    expect(taken.filter((one) => /[/#]bench\//.test(one))).toEqual([]);
  });

  test('every dependency of the program is imported by it', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    const taken = new Set(sources.flatMap(({ code }) => importsOf(code)).map((target) => target.split('/')[0]));
    expect(Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !taken.has(name))).toEqual([]);
  });

  test('results/ takes from circuit/ only the units, what is nearest to a name, what texts ask for and the reader of files', () => {
    const taken = sources.filter(({ path }) => path.startsWith('results/')).flatMap(({ code }) => importsOf(code));
    const allowed = ['text/units', 'text/asked', 'file/closest', 'file/inputFile', 'file/userError'];
    const ofCircuit = taken.flatMap((target) => /\/circuit\/(.*)\.js$/.exec(target)?.[1] ?? []);
    expect([...new Set(ofCircuit)].sort()).toEqual(allowed.sort());
  });

  test("report/ takes only types from circuit/ and equations/: pictures and tables need none of the reader's and compiler's code", () => {
    const pattern = /^import (?!type\b)[^;]*'\.\.\/(?:circuit|equations)\/[^']*'/gm;
    expect(matching(({ path }) => path.startsWith('report/'), pattern)).toEqual([]);
  });
});

describe('what may be used where', () => {
  test('what engine.ts loads, and the threads of pages, know neither Node nor packages that need it', () => {
    const entries = ['engine.ts', 'page/thread.ts', 'run/threads/noThreads.ts', 'circuit/text/bundledMathjs.ts', 'circuit/text/sha256.ts'];
    const loaded = new Set(entries.flatMap((entry) => [...loadedBy(entry)]));
    const packages = sources.filter(({ path }) => loaded.has(path)).flatMap((file) => packagesOf(file));
    expect(loaded).toContain('session/simulate.ts');
    expect([...new Set(packages)].sort()).toEqual([
      '#mathjs',
      '#native',
      '#sha256',
      '#threads',
      'acorn',
      'comlink',
      'mathjs',
      'ml-matrix',
      'yaml',
      'zod',
    ]);
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, unknown> };
    expect(imports['#threads']).toEqual({ node: './dist/run/threads/nodeThreads.js', default: './dist/run/threads/noThreads.js' });
    expect(imports['#native']).toEqual({ node: './dist/native/nodeNative.js', default: './dist/native/noNative.js' });
    expect(imports['#sha256']).toEqual({ node: './dist/circuit/text/nodeSha256.js', default: './dist/circuit/text/sha256.js' });
    expect(imports['#mathjs']).toEqual({ node: './dist/circuit/text/nodeMathjs.js', default: './dist/circuit/text/bundledMathjs.js' });
  });

  test("Node's modules and globals only in the command line, the file stores, the thread host and the server", () => {
    const pattern = /from '(?:node:[^']*|fs|path|os|worker_threads|child_process)'|import\('node:[^']*'\)|\bprocess\.\w+|\bBuffer\.\w+/g;
    expectOnlyIn(mayUseNode, pattern);
  });

  test('the program is ended by the command line only', () => {
    // Faults end a worker thread on purpose, so that tests can see a run that loses one.
    expectOnlyIn([/^cli\//, /^build\//, /^run\/threads\/faults\.ts$/], /\bprocess\.exit\b|\bprocess\.exitCode\b/g);
  });

  test('nothing is printed past the streams of the command line', () => {
    expect(matching(() => true, /\bconsole\.\w+/g)).toEqual([]);
  });

  test('Atomics only in the parallel driver: the serial one has none', () => {
    expectOnlyIn(mayUseAtomics, /\bAtomics\b/g);
  });
});

describe('the step', () => {
  test('a worker loads no parser, no circuit and no compiler: it is handed texts and offsets', () => {
    const loaded = [...loadedBy('run/threads/worker.ts')].filter((path) => !path.startsWith('run/'));
    const balances = ['rebalance', 'multilevel/evenOut', 'quality', 'graph'].map((name) => `partition/${name}.ts`);
    expect(loaded.sort()).toEqual(
      [
        'circuit/text/random.ts',
        'equations/kernel/intrinsics.ts',
        'equations/kernel/javascript.ts',
        ...['barrier', 'marks', 'outcomes', 'ownership'].map((name) => `blocks/step/${name}.ts`),
        'results/runError.ts',
        'wasm/webAssembly.ts',
        ...balances,
      ].sort(),
    );
  });

  test('no clock in kernels, step controller, recording and barrier: no result may depend on the time of day', () => {
    const inStep = /^(blocks\/|equations\/|program\/)/;
    expect(matching(({ path }) => inStep.test(path), /\bperformance\b|\bDate\b|\bhrtime\b/g)).toEqual([]);
  });
});

describe('what may not be written', () => {
  test('no any', () => {
    expect(matching(() => true, /(?::|\bas|<|,|\|)\s*any\b(?=[\s,;)>[\]|=])/g)).toEqual([]);
  });

  test('no compiler or linter is silenced without a reason', () => {
    const silenced = [...sources, ...benches, ...tests].filter(({ path }) => path !== 'tidy.test.ts');
    const pattern = /@ts-ignore|@ts-nocheck|biome-ignore [\w/]+:?\s*$/m;
    expect(silenced.filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('no notes of unfinished work', () => {
    const pattern = new RegExp(`\\b(${['TO', 'DO'].join('')}|${['FIX', 'ME'].join('')}|X{3})\\b`);
    expect([...sources, ...benches, ...tests].filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('no words that newcomers stumbled over: each has a plainer one', () => {
    const pattern =
      /unless\s+told|asks\s+for\s+care|hangs?\s+together|oil\s+evaporate|steps\s+end\s+at,\s+found|of\s+their\s+own,\s+beside/i;
    expect([...sources, ...benches, ...written].filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('no path of one machine', () => {
    const pattern = new RegExp(['work', 'home', 'root', 'Users'].map((folder) => `(?<![\\w.*)])/${folder}/`).join('|'));
    const others = ['circuits', 'partitions', 'bench'].flatMap((root) => filesUnder(root, ''));
    expect([...sources, ...tests, ...others, ...written].filter(({ text }) => pattern.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('every exported function has a docstring', () => {
    const bare = [...sources, ...benches].flatMap(({ path, text }) =>
      [...text.matchAll(/^(.*)\n(export (?:async )?function\*? \w+)/gm)]
        .filter(([, before = '']) => !before.trimEnd().endsWith('*/') && !/^(export (async )?function|\/\/ biome-ignore)/.test(before))
        .map(([, , head]) => `${path}: ${head}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('pages', () => {
  test('src/README.md names every folder of src', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(pageText('src/README.md')).toContain(`${name}/`);
  });

  test('its tree is the tree', () => {
    const paths = treePaths(pageText('src/README.md'));
    expect(paths).toContain('src/cli/');
    for (const path of paths) expect(existsSync(path), path).toBe(true);
  });

  test.each(pages)('every file and folder that %s names is there', (page) => {
    const named = [...pageText(page).matchAll(/(?<![\w/.-])((?:src|circuits|partitions|bench|test)\/[\w./-]*\w)/g)].map(([path]) => path);
    for (const path of new Set(named)) expect(existsSync(path), `${page}: ${path}`).toBe(true);
  });

  test.each(pages)('every npm script that %s names is there', (page) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    for (const [, run, plain] of pageText(page).matchAll(/npm (?:run ([\w:]+)|(start|test)\b)/g))
      expect(scripts).toHaveProperty([run ?? plain ?? '']);
  });
});

function filesUnder(root: string, suffix: string): SourceFile[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => {
      const whole = join(entry.parentPath, entry.name);
      const text = readFileSync(whole, 'utf8');
      return { path: whole.slice(root.length + 1).replaceAll('\\', '/'), text, code: withoutComments(text) };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Good enough for our own style: a line comment stands after a space or at the start of a line. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(([, target = '']) => target);
}

function matching(where: (file: SourceFile) => boolean, pattern: RegExp): string[] {
  return sources.filter(where).flatMap(({ path, code }) => [...code.matchAll(pattern)].map(([found]) => `${path}: ${found}`));
}

/** What may be written in these files only is in no other, and each of them has it: an exception that nothing needs would let a later file in unseen. */
function expectOnlyIn(exceptions: readonly RegExp[], pattern: RegExp, where: (file: SourceFile) => boolean = () => true): void {
  expect(matching((file) => where(file) && !exceptions.some((one) => one.test(file.path)), pattern)).toEqual([]);
  const users = sources.filter((file) => where(file) && new RegExp(pattern.source).test(file.code)).map(({ path }) => path);
  expect(exceptions.filter((one) => !users.some((path) => one.test(path)))).toEqual([]);
}

/** What a file loads; imports of types alone load nothing. */
const loads = (code: string): string[] =>
  importsOf(code.replace(/^(?:import|export) (?:type\b[^;]*|\{(?:\s*type \w+,?)+\s*\} from[^;]*);/gm, ''));

/** Those of our own files that a file names as it stands at `path`. */
const ownFiles = (path: string, targets: readonly string[]): string[] =>
  targets
    .filter((target) => target.startsWith('.'))
    .map((target) => new URL(target, `file:///${path}`).pathname.slice(1).replace(/\.js$/, '.ts'));

/** Files that a file of ours loads. */
const loadedFrom = ({ path, code }: SourceFile): string[] => ownFiles(path, loads(code));

/** Packages that it loads, and modules of Node. */
function packagesOf({ code }: SourceFile): string[] {
  return loads(code)
    .filter((target) => /^[@#\w][\w:/@.-]*$/.test(target))
    .map((target) => target.split('/')[0] as string);
}

/** All that is loaded with a file, itself included. */
function loadedBy(path: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(path)) return found;
  found.add(path);
  const file = sources.find((source) => source.path === path);
  for (const next of file ? loadedFrom(file) : []) loadedBy(next, found);
  return found;
}

/** Paths of an indented tree in a fenced block: `src/` and, deeper, `cli/   what it is`. */
function treePaths(readme: string): string[] {
  const paths: string[] = [];
  for (const [, block = ''] of readme.matchAll(/^```\w*\n([\s\S]*?)^```/gm)) {
    if (!/^src\/(\s|$)/m.test(block)) continue;
    const stack: { readonly indent: number; readonly path: string }[] = [];
    for (const line of block.split('\n')) {
      const entry = /^(\s*)([\w.-]+\/|[\w-]+\.[\w.]+)(?=\s|$)/.exec(line);
      if (!entry) continue;
      const indent = (entry[1] as string).length;
      while (stack.length > 0 && (stack.at(-1)?.indent ?? -1) >= indent) stack.pop();
      const path = `${stack.at(-1)?.path ?? ''}${entry[2]}`;
      stack.push({ indent, path });
      paths.push(path);
    }
  }
  return paths;
}
