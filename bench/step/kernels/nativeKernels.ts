/** Kernels in C, by hand (bench/kernels.c), on the same inputs: compiled where there is a compiler, checked against ours, timed in a process of their own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thisProcessor } from '#ringmain/native/processor.js';
import type { KernelCase } from './kernelCase.js';
import { fluid, step } from './realistic.js';

/** Kinds that bench/kernels.c has. */
export const nativeKinds: ReadonlySet<string> = new Set(['orifice', 'junction', 'reliefValve', 'directionalValve', 'actuator']);

/** 'scalar': one instance at a time; 'vectors': as the compiler's vectoriser makes it, two at a time as WebAssembly has them; 'wide': for all that this processor has, as native kernels. */
export const nativeForms = ['scalar', 'vectors', 'wide'] as const;
export type NativeForm = (typeof nativeForms)[number];

// Neither flag about errno and traps changes a number; without them there would be no vectors.
const processor = thisProcessor();
const common = ['-fno-math-errno', '-ffp-contract=off'];
export const nativeFlags: Readonly<Record<NativeForm, readonly string[]>> = {
  scalar: ['-O2', '-fno-tree-vectorize', ...common],
  vectors: ['-O3', ...(process.arch === 'x64' ? ['-msse2'] : []), '-fno-trapping-math', ...common, '-DVECTORS'],
  wide: [
    '-O3',
    ...processor.flags,
    ...(processor.width === 8 ? ['-mprefer-vector-width=512'] : []),
    '-fno-trapping-math',
    ...common,
    '-DVECTORS',
  ],
};

/** What a run of the program says. */
export interface NativeSamples {
  /** ns per call. */
  readonly nanoseconds: readonly number[];
}

/** How far the results of the hand-written kernel are from ours. */
export interface Agreement {
  /** Largest difference, relative to the largest value of its column. */
  readonly difference: number;
  /** Fraction of numbers with the same bits. */
  readonly sameBits: number;
}

/** Largest difference that rounding explains. */
export const mostDifference = 1e-12;

const nameBytes = 48;
const millisecondsAllowed = 120_000;

export class NativeKernels {
  private constructor(
    /** First line of what the compiler says of itself. */
    readonly compiler: string,
    private readonly folder: string,
  ) {}

  /** Compiles both forms into a temporary folder; a sentence that says why not where that cannot be done. */
  static open(): NativeKernels | string {
    const candidates = [process.env['CC'], 'gcc', 'clang', 'cc'].filter((name) => name !== undefined && name !== '');
    for (const name of candidates as string[]) {
      const asked = spawnSync(name, ['--version'], { encoding: 'utf8' });
      if (asked.status !== 0) continue;
      const folder = mkdtempSync(join(tmpdir(), 'ringmain-kernels-'));
      const source = fileURLToPath(new URL('../../../../bench/kernels.c', import.meta.url));
      for (const form of nativeForms) {
        const made = spawnSync(name, [...nativeFlags[form], source, '-o', join(folder, form), '-lm'], { encoding: 'utf8' });
        if (made.status === 0) continue;
        rmSync(folder, { recursive: true, force: true });
        return `no C kernels: ${name} does not compile bench/kernels.c (${made.stderr.trim().split('\n')[0] ?? 'no message'})`;
      }
      return new NativeKernels(asked.stdout.split('\n')[0] ?? name, folder);
    }
    return `no C kernels: none of ${candidates.join(', ')} is there`;
  }

  /** Samples of a form of a kind's kernel; its results are in `resultsOf` afterwards. */
  time(of: KernelCase, form: NativeForm, rounds: number, seconds: number): NativeSamples {
    const [input, output] = [this.file(of, 'in'), this.file(of, form)];
    const words = [input, output, of.kind, String(rounds), String(seconds)];
    const { status, stdout, stderr } = spawnSync(join(this.folder, form), words, { encoding: 'utf8', timeout: millisecondsAllowed });
    if (status !== 0) throw new Error(`the C kernel of '${of.kind}' failed: ${stderr.trim() || `exit status ${status}`}`);
    const { nanoseconds, left } = JSON.parse(stdout) as { nanoseconds: number[]; left: number };
    if (left > 0) throw new Error(`the C kernel of '${of.kind}' leaves its ordinary step, ours does not`);
    return { nanoseconds };
  }

  /** Writes the inputs of a case where the program finds them. */
  give(of: KernelCase): void {
    const column = (at: number): Float64Array => of.image.subarray(at, at + of.rows);
    const constant = (value: number): Float64Array => new Float64Array(of.rows).fill(value);
    const columns: [string, Float64Array][] = [
      ['step', constant(step)],
      ['density', constant(fluid.density)],
      ['vapourPressure', constant(fluid.vapourPressure)],
      ...of.parameters,
      ...Object.entries(of.inputs).map(([name, at]): [string, Float64Array] => [name, column(at)]),
      ...Object.entries(of.offsets)
        .filter(([key]) => /^[cz]_|^(state|rate|hold)_\w+_0$/.test(key))
        .map(([key, at]): [string, Float64Array] => [key, column(at)]),
    ];
    const bytes = new Uint8Array(16 + columns.length * (nameBytes + 8 * of.rows));
    new BigInt64Array(bytes.buffer, 0, 2).set([BigInt(of.rows), BigInt(columns.length)]);
    columns.forEach(([name, values], k) => {
      const at = 16 + k * (nameBytes + 8 * of.rows);
      bytes.set(new TextEncoder().encode(name), at);
      bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at + nameBytes);
    });
    writeFileSync(this.file(of, 'in'), bytes);
  }

  /** Compares what the last run of a form has written with the memory after our kernel. */
  compare(of: KernelCase, form: NativeForm, ours: Float64Array): Agreement {
    const bytes = Uint8Array.from(readFileSync(this.file(of, form)));
    const count = Number(new BigInt64Array(bytes.buffer, 0, 2)[1]);
    let difference = 0;
    let same = 0;
    for (let k = 0; k < count; k++) {
      const at = 16 + k * (nameBytes + 8 * of.rows);
      const name = new TextDecoder().decode(bytes.subarray(at, at + nameBytes)).replace(/\0.*$/s, '');
      const theirs = new Float64Array(bytes.buffer, at + nameBytes, of.rows);
      const first = of.offsets[name];
      if (first === undefined) throw new Error(`the C kernel of '${of.kind}' writes ${name}, ours does not`);
      const own = ours.subarray(first, first + of.rows);
      const largest = own.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      theirs.forEach((value, row) => {
        const away = Math.abs(value - (own[row] as number)) / (largest || 1);
        if (!(away <= difference)) difference = away;
        if (Object.is(value, own[row])) same++;
      });
    }
    return { difference, sameBits: same / Math.max(1, count * of.rows) };
  }

  /** Removes the temporary folder. */
  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private file({ kind }: KernelCase, end: string): string {
    return join(this.folder, `${kind}.${end}`);
  }
}
