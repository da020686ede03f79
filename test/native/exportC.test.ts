/** `ringmain export c`: its folder builds without a warning, prints the rows of the run, and its instances are apart, saved by copying and set by handle. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { circuit as circuitOf } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { identifier } from '../../dist/native/export/exportedRun.js';
import { thisProcessor } from '../../dist/native/processor.js';
import { exportC } from '../../dist/run/exportC.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { said } from '../support/commandLine.js';
import { compilers, skipped, widths, withoutCompiler } from '../support/native.js';

const root = mkdtempSync(join(tmpdir(), 'ringmain-export-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
/** What the Makefile says, but for how fast the program is to be. */
const strict = ['-std=c11', '-O1', '-Wall', '-Wextra', '-Werror', '-pedantic', '-ffp-contract=off', '-fwrapv'];

async function written(circuit: Circuit, options: RunOptions & { settable?: readonly string[] }, folder: string): Promise<string> {
  const where = join(root, folder);
  mkdirSync(where, { recursive: true });
  for (const [name, text] of await exportC(circuit, { ...options, by: 'a test' })) writeFileSync(join(where, name), text);
  return where;
}

/** What a program finds wrong with itself as it runs. */
const sanitized = (of: string): string[] => [
  ...strict.filter((one) => one !== '-pedantic'),
  ...['-g', `-fsanitize=${of}`, '-fno-sanitize-recover=all', '-pthread', '-Wno-maybe-uninitialized'],
];
const isThere = (command: string, words: readonly string[]): boolean => spawnSync(command, words).status === 0;
/** Compilers that have a sanitizer: some systems have them without. */
const having = (sanitizer: string): string[] => {
  const [source, program] = ['probe.c', 'probe'].map((name) => join(root, name)) as [string, string];
  writeFileSync(source, 'int main(void) { return 0; }\n');
  return compilers.filter((one) => isThere(one, [`-fsanitize=${sanitizer}`, '-o', program, source]) && isThere(program, []));
};
const valgrind = isThere('valgrind', ['--version']);

/** Compiles files of a folder; what a compiler has to say of them is a mistake. */
function built(folder: string, compiler: string, sources: readonly string[], flags: readonly string[] = strict): string {
  const program = join(folder, 'program');
  const { status, stderr } = spawnSync(compiler, [...flags, '-o', program, ...sources, '-lm'], { cwd: folder, encoding: 'utf8' });
  expect(`${status} ${stderr}`).toBe('0 ');
  return program;
}

const ring = (preset: 'a' | 'b', stations: number) => async () => parseCircuit(generateRing({ preset, stations }), 'ring').circuit;
type Case = [name: string, circuit: () => Promise<Circuit>, options: RunOptions];
const cases: readonly Case[] = [
  ['lift', () => readCircuit('circuits/lift.yaml'), {}],
  ['ring a, fixed', ring('a', 9), { step: 1e-4, until: 0.02, record: ['*.p'], every: 1e-3 }],
  ['two-actuator', () => readCircuit('circuits/two-actuator.yaml'), { until: 0.1 }],
  ['w1-lines', () => readCircuit('circuits/w1-lines.yaml'), { until: 0.05 }],
  ['servo-valve-masses', () => readCircuit('circuits/servo-valve-masses.yaml'), { until: 0.001 }],
  ['ring b, variable, exact rows', ring('b', 9), { step: null, until: 0.01, grid: 'exact', every: 1e-3, record: ['*.p', '*.x'] }],
];

const reading = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;

/** Holds what a program printed against the rows of the run. */
async function rowsOf(circuit: Circuit, options: RunOptions): Promise<(printed: string, by: string) => void> {
  const results = await simulate(circuit, { ...options, workers: 1, kernels: 'wasm' });
  const columns = results.columns.map(({ name }) => results.series(name).y);
  const head = ['t [s]', ...results.columns.map(({ name, unit }) => `${name} [${unit}]`)].join(',');
  const expected = Array.from(results.t, (t, row) => [t, ...columns.map((values) => values[row])]);
  return (printed, by) => {
    const [first, ...lines] = printed.trim().split(/\r?\n/);
    expect(first, by).toBe(head);
    const numbers = lines.map((line) => line.split(',').map(Number));
    expect(numbers, by).toEqual(expected);
  };
}
const wideFlags = (width: number): string[] => ['-std=gnu11', '-O2', '-ffp-contract=off', '-fwrapv', '-Wno-psabi', `-DRM_WIDTH=${width}`];

describe.skipIf(withoutCompiler)(`rows of the run${skipped}`, () => {
  test.each(isFull ? cases : cases.slice(1, 2))(
    '%s',
    async (name, read, options) => {
      const circuit = await read();
      const folder = await written(circuit, options, name.replace(/\W+/g, '-'));
      const expectRows = await rowsOf(circuit, options);
      const own = `${identifier(circuit.name)}.c`;
      const wide = widths.at(-1) as number;
      const ways = (isFull ? compilers : compilers.slice(0, 1)).flatMap((compiler) => [
        { compiler, flags: strict },
        { compiler, flags: [...wideFlags(wide), '-march=native'] },
      ]);
      for (const { compiler, flags } of ways) {
        const program = built(folder, compiler, ['main.c', own], flags);
        expectRows(execFileSync(program, reading), `${compiler} ${flags.join(' ')}`);
      }
      if (!isFull) return;
      for (const compiler of having('address,undefined')) {
        const { stdout, stderr } = spawnSync(built(folder, compiler, ['main.c', own], sanitized('address,undefined')), reading);
        expect(stderr).toBe('');
        expectRows(stdout, `${compiler} with sanitizers`);
      }
      for (const compiler of valgrind ? compilers : []) {
        const words = ['-q', '--error-exitcode=9', '--leak-check=full', built(folder, compiler, ['main.c', own])];
        const { stdout, stderr, status } = spawnSync('valgrind', words, reading);
        expect(`${status} ${stderr}`).toBe('0 ');
        expectRows(stdout, `${compiler} under valgrind`);
      }
    },
    1_200_000,
  );

  test.runIf(isFull)(`sanitizers and valgrind that there are: ${valgrind ? '' : 'no '}valgrind`, () => {
    expect(having('address,undefined').length + Number(valgrind), 'neither sanitizers nor valgrind: rows alone were tried').toBeGreaterThan(
      0,
    );
  });

  test.runIf(isFull).each(compilers)('its Makefile builds it by %s; with a number it prints how long steps take', async (compiler) => {
    const circuit = await readCircuit('circuits/lift.yaml');
    const folder = await written(circuit, {}, `lift-made-by-${compiler}`);
    const { status, stderr } = spawnSync('make', [`CC=${compiler}`], { cwd: folder, encoding: 'utf8' });
    expect(`${status} ${stderr}`).toBe('0 ');
    const lines = execFileSync(join(folder, 'lift'), ['1000'], { encoding: 'utf8' }).trim().split('\n');
    const form = /^.+: +mean (\d+) ns, 99\.9 % below (\d+) ns, longest (\d+) ns \(1000\)$/;
    const [step, empty] = lines.map((line) => form.exec(line)?.slice(1).map(Number)) as [number[], number[]];
    expect(lines).toHaveLength(2);
    for (const [mean, most, longest] of [step, empty] as [number, number, number][]) expect(mean <= longest && most <= longest).toBe(true);
    expect(step[0]).toBeGreaterThan(empty[0] as number);
  });
});

/** Compilers for other processors, with what runs their programs here. */
const others = [
  { processor: 'aarch64', compiler: 'aarch64-linux-gnu-gcc', emulators: ['qemu-aarch64-static', 'qemu-aarch64'] },
  { processor: 'riscv64', compiler: 'riscv64-linux-gnu-gcc', emulators: ['qemu-riscv64-static', 'qemu-riscv64'] },
].map(({ emulators, ...other }) => ({ ...other, emulator: emulators.find((one) => isThere(one, ['--version'])) ?? emulators[0] ?? '' }));
const joined = ['-std=gnu11', '-O2', '-fwrapv', '-w'];

/** A program whose compiler joined products and sums prints no rows. */
function expectRefusal({
  status,
  stdout,
  stderr,
}: {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}): void {
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/its rows would not be those of ringmain run; compile with -ffp-contract=off/);
}

// Full: an emulator, and eight programs for each processor; quickly nothing: bits of another processor are seen on it alone.
describe.runIf(isFull)('on another processor', () => {
  describe.each(others)('$processor', ({ compiler, emulator }) => {
    const isHere = isThere(compiler, ['--version']) && isThere(emulator, ['--version']);
    const why = isHere ? '' : ` (skipped: no ${compiler} with ${emulator} here)`;
    const chosen = cases.filter(([name]) => /lift|ring a|ring b/.test(name));

    test.skipIf(!isHere).each(chosen)(`%s has the rows of the run${why}`, async (name, read, options) => {
      const circuit = await read();
      const folder = await written(circuit, options, `${compiler}-${name.replace(/\W+/g, '-')}`);
      const expectRows = await rowsOf(circuit, options);
      const sources = ['main.c', `${identifier(circuit.name)}.c`];
      for (const flags of [strict, ...([2, 4, 8] as const).map(wideFlags)]) {
        const program = built(folder, compiler, sources, ['-static', ...flags]);
        expectRows(execFileSync(emulator, [program], reading), `${compiler} ${flags.join(' ')}`);
      }
      expectRefusal(spawnSync(emulator, [built(folder, compiler, sources, ['-static', ...joined])], reading));
    });
  });

  const windows = 'x86_64-w64-mingw32-gcc';
  const isWindows = isThere(windows, ['--version']);
  test.skipIf(!isWindows)(`Windows: it builds without a warning${isWindows ? '' : ` (skipped: no ${windows} here)`}`, async () => {
    const folder = await written(await readCircuit('circuits/lift.yaml'), {}, 'windows');
    expect(built(folder, windows, ['main.c', 'lift.c'])).toContain('program');
  });
});

describe.skipIf(withoutCompiler)(`products and sums that a compiler joins${skipped}`, () => {
  // Full: compiles; quickly rows of the run, which the Makefile's flags keep.
  test.runIf(isFull && thisProcessor().width >= 4).each(compilers)(
    '%s without -ffp-contract=off: rows of the run, or none',
    async (compiler) => {
      const circuit = await readCircuit('circuits/lift.yaml');
      const folder = await written(circuit, {}, `lift-joined-${compiler}`);
      const printed = spawnSync(built(folder, compiler, ['main.c', 'lift.c'], [...joined, '-march=native']), reading);
      if (compiler.startsWith('clang')) (await rowsOf(circuit, {}))(printed.stdout, compiler);
      else expectRefusal(printed);
    },
  );
});

/** Two instances in two threads; one that is saved on its way and goes on twice; one that is set. */
const driver = `
#define _POSIX_C_SOURCE 200809L
#include "lift.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static lift_instance one, two, saved;
static void *whole(void *given) {
  lift_init(given);
  lift_run(given, 100.0);
  return 0;
}
static int same(const lift_instance *a, const lift_instance *b) { return memcmp(a, b, sizeof *a) == 0; }
int main(void) {
  pthread_t threads[2];
  int handle = lift_find("cylinder.x"), flow = lift_find_setting("pump.flow"), outcome;
  pthread_create(&threads[0], 0, whole, &one);
  pthread_create(&threads[1], 0, whole, &two);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  printf("%d %d\\n", same(&one, &two), lift_rows(&one));
  lift_init(&two);
  lift_run(&two, 1.0);
  saved = two;
  lift_run(&two, 100.0);
  printf("%d\\n", same(&one, &two));
  two = saved;
  printf("%d\\n", same(&one, &two));
  lift_run(&two, 100.0);
  printf("%d\\n", same(&one, &two));
  lift_init(&two);
  outcome = lift_run(&two, 1.0);
  printf("%d %.17g\\n", outcome, lift_read(&two, handle));
  printf("%d %d %d\\n", lift_set(&two, flow, 1e-4), lift_set(&two, flow, 0.0 / 0.0), lift_set(&two, 99, 1.0));
  outcome = lift_run(&two, 1.5);
  printf("%d %.17g\\n", outcome, lift_read(&two, handle));
  printf("%d %d %d\\n", lift_find("nothing"), lift_read(&two, 99) != lift_read(&two, 99), lift_step(&one));
  return 0;
}
`;

describe.skipIf(withoutCompiler)(`instances${skipped}`, () => {
  test.runIf(isFull).each(['address,undefined', 'thread'])('under -fsanitize=%s', async (sanitizer) => {
    const circuit = await readCircuit('circuits/lift.yaml');
    const folder = await written(circuit, { settable: ['pump.flow'] }, `lift-${sanitizer}`);
    writeFileSync(join(folder, 'driver.c'), driver);
    const printed = having(sanitizer).map((compiler) => {
      const program = built(folder, compiler, ['driver.c', 'lift.c'], sanitized(sanitizer));
      const { stdout, stderr, status } = spawnSync(program, { encoding: 'utf8' });
      expect(`${status} ${stderr}`).toBe('0 ');
      return stdout
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number));
    });
    const held = await openRun(circuit, { tunable: ['pump.flow'], workers: 1 });
    await held.advance({ until: 1 });
    const before = held.read('cylinder.x');
    held.set('pump.flow', 1e-4);
    await held.advance({ until: 1.5 });
    const after = held.read('cylinder.x');
    await held.close();
    const { rows } = await simulate(circuit, { workers: 1 });
    for (const numbers of printed) expect(numbers).toEqual([[1, rows], [1], [0], [1], [0, before], [0, -1, -1], [0, after], [-1, 1, 1]]);
  });
});

test('the command writes its folder, and nothing over files of others', async () => {
  const folder = join(root, 'by command');
  const { code, out } = await said(['export', 'c', 'circuits/lift.yaml', '--out', folder]);
  expect(out).toMatch(/lift\.h, lift\.c, main\.c, Makefile, README\.md/);
  expect(code).toBe(0);
  const again = await said(['export', 'c', 'circuits/lift.yaml', '--out', folder]);
  expect(again.code).toBe(0);
  writeFileSync(join(folder, 'main.c'), '/* mine */\n');
  const refused = await said(['export', 'c', 'circuits/lift.yaml', '--out', folder]);
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/main\.c exists and is no result of ringmain/);
  expect(readFileSync(join(folder, 'main.c'), 'utf8')).toBe('/* mine */\n');
  // None of the others has been written over either.
  rmSync(join(folder, 'lift.h'));
  expect((await said(['export', 'c', 'circuits/lift.yaml', '--out', folder])).code).toBe(1);
  expect(existsSync(join(folder, 'lift.h'))).toBe(false);
  expect(existsSync(join(folder, 'lift.c'))).toBe(true);
});

// Full: compiles; quickly the command's test above writes the same page.
test.runIf(isFull && !withoutCompiler)('the program on the page of a folder compiles', async () => {
  const folder = await written(await readCircuit('circuits/lift.yaml'), { settable: ['pump.flow'] }, 'page');
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  const [include, ...lines] = (/```c\n(.*?)```/s.exec(page)?.[1] ?? '').split('\n');
  expect(lines.join('\n')).toMatch(/lift_set\(&a, LIFT_SET_PUMP_FLOW, 1\.0\)/);
  writeFileSync(
    join(folder, 'page.c'),
    `${include}\nint main(void) {\n${lines.join('\n')}\nreturn outcome + status + saved.outcome + (x != x);\n}\n`,
  );
  const { status } = spawnSync(built(folder, compilers[0] as string, ['page.c', 'lift.c']));
  expect(status).toBe(0);
});

/** A circuit of this name and title, as C that a compiler reads with every warning a mistake. */
async function expectReadable(name: string, title: string): Promise<void> {
  const folder = await written(
    circuitOf(name)
      .about({ title })
      .component('pump', 'flowSource', { flow: '20 l/min' })
      .component('tank', 'tank')
      .line('line', 'pump', 'tank', { length: '1 m', diameter: '20 mm' })
      .run({ end: '1 ms' })
      .record({ every: '1 ms', signals: ['line.p'] })
      .build(),
    {},
    `named-${name}`,
  );
  const own = `${identifier(name)}.c`;
  const files = readdirSync(folder);
  // On a disk that knows no case, too, and beside the program that make builds.
  expect(new Set([...files, identifier(name)].map((file) => file.toLowerCase())).size).toBe(6);
  const sources = files.filter((file) => file.endsWith('.c'));
  expect(sources.sort()).toEqual([own, 'main.c'].sort());
  // GNU's names, too, which the folder's page asks for where components are taken several at a time.
  for (const standard of ['c11', 'gnu11']) {
    const words = [...strict, `-std=${standard}`, '-fsyntax-only', ...sources];
    const { status, stderr } = spawnSync(compilers[0] as string, words, { cwd: folder, encoding: 'utf8' });
    expect(`${status} ${stderr}`).toBe('0 ');
  }
  if (!isFull) return;
  const { status, stderr } = spawnSync('make', ['-n', 'clean', identifier(name)], { cwd: folder, encoding: 'utf8' });
  expect(`${status} ${stderr}`).toBe('0 ');
}

// Full: all of them; quickly the name of a file of the folder, with a title that would be code.
const names = 'main Main clean Makefile double clock gamma linux F instance run rm rm_plane int32_t'.split(' ');
test.skipIf(withoutCompiler).each(isFull ? names : ['main'])(`a circuit may be called %s, and have any title${skipped}`, (name) =>
  expectReadable(name, 'ends */ int here; /* and begins\n#error "a line", /*/ *//* */'),
);

test('what cannot be set is named', async () => {
  const circuit = await readCircuit('circuits/lift.yaml');
  await expect(exportC(circuit, { settable: ['throttle.area'], by: 'a test' })).rejects.toMatchObject({ code: 'RUN415' });
  await expect(exportC(circuit, { settable: ['pump.flwo'], by: 'a test' })).rejects.toMatchObject({ code: 'RUN415' });
});
