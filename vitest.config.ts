import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** `--shard i/n` takes the i-th of n parts of the test files that ask for full mode; the others are the same in the quick round. */
class FullTests extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    return files
      .filter(({ moduleId }) => /\bisFull\b/.test(readFileSync(moduleId, 'utf8')))
      .sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
      .filter((_, k) => k % count === index - 1);
  }
}

/** Its mocks of the program's modules take effect where vitest loads these; all other files have Node load them, which takes less time and runs faster. */
const mocking = 'test/run/autoSteady.test.ts';

/** `vitest run` is the quick round; `vitest run --mode full` also runs what asks for `import.meta.env.MODE === 'full'`. */
export default defineConfig(({ mode }) => ({
  // A folder whose name Vite cannot read is linked under another name (src/build/tests.ts), which must stay.
  resolve: { preserveSymlinks: true },
  test: {
    environment: 'node',
    // What a run tells does not depend on runs of another day; test/cli/cache.test.ts has a folder of its own.
    env: { RINGMAIN_NO_CACHE: '1' },
    // Processes, not threads: our own workers block in Atomics.wait and may be killed on purpose, which must not reach other test files.
    pool: 'forks',
    // Test files of a worker share its modules: importing them anew for each took a fifth of the time.
    isolate: false,
    execArgv: [
      // As the program does (src/cli/main.ts): V8 would optimise what is over before that pays.
      ...(Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=540000'] : []),
      // So are quick runs before WebAssembly is compiled a second time; from Node 22 on V8 waits as long by itself.
      ...(Number.parseInt(process.versions.node, 10) < 22 && mode !== 'full' ? ['--wasm-tiering-budget=13000000'] : []),
      // Most of what a test makes is over by the next collection, where it comes later: 6 % of the processor time.
      '--min-semi-space-size=32',
      '--max-semi-space-size=64',
    ],
    // All cores: left to itself it keeps one free, and of two cores that is half.
    maxWorkers: '100%',
    sequence: { sequencer: FullTests },
    // Runs on many workers share the machine with other test files.
    testTimeout: mode === 'full' ? 600_000 : 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        mode,
        test: { name: 'program', include: ['test/**/*.test.ts'], exclude: [mocking], server: { deps: { external: [/\/dist\//] } } },
      },
      { extends: true, mode, test: { name: 'mocked', include: [mocking] } },
    ],
  },
}));
