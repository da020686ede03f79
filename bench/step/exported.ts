/**
 * `ringmain bench step exported`: engines in C as `ringmain export c` writes them, built by their Makefiles: what an instance and its code take, and how long a step takes, beside
 * a loop that does nothing but look at the clock.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asNames } from '#ringmain/cli/optionTable.js';
import { identifier } from '#ringmain/native/export/exportedRun.js';
import { textTable } from '#ringmain/report/table.js';
import { exportC } from '#ringmain/run/exportC.js';
import { type Measured, part, say, type Values } from '../protocol/benchmark.js';
import { type ExportedRow, exportedCells, exportedHeadings, exportedRemark, type StepTimes } from './native/exportedTable.js';

const commandOptions = {
  circuits: {
    about: 'circuits of the manual, separated by commas',
    fallback: 'lift,two-actuator,ring-main,w1-lines,servo-valve-masses',
    read: asNames,
  },
  compilers: { about: 'those of them that there are', fallback: 'gcc,clang', read: asNames },
  steps: { about: 'so many at most, to the end of the run', fallback: '100000', read: asCount(1) },
};

export const stepExported = part({
  name: 'exported',
  describe: 'engines in C that stand by themselves: their size, and the mean, 99.9 % and longest time of a step',
  options: commandOptions,
  examples: [['--circuits lift --steps 1000', 'one of them, a thousand steps']],
  measure,
});

async function measure({ circuits, compilers, steps }: Values<typeof commandOptions>): Promise<Measured> {
  const there = compilers.filter((one) => spawnSync(one, ['--version']).status === 0);
  if (there.length === 0) throw new RunFault(`no compiler of ${compilers.join(', ')} is here`);
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-exported-'));
  try {
    const rows: ExportedRow[] = [];
    for (const name of circuits) {
      const circuit = await readCircuit(bundledCircuit(name));
      const files = await exportC(circuit, { by: 'a benchmark' });
      for (const compiler of there) {
        say(`${name} by ${compiler}`);
        for (const [file, text] of files) writeFileSync(join(folder, file), text);
        rows.push({ name, compiler: versionOf(compiler), ...built(folder, identifier(circuit.name), compiler, steps) });
      }
    }
    return {
      stored: { steps, rows },
      text: () =>
        `${textTable(
          exportedHeadings.map((heading) => ({ heading })),
          exportedCells(rows),
        )}\n\n${exportedRemark}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 'gcc 12.2.0' */
function versionOf(compiler: string): string {
  const first = execFileSync(compiler, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
  return `${compiler} ${/\d+\.\d+(\.\d+)?/.exec(first.replace(/\([^)]*\)/g, ''))?.[0] ?? ''}`.trim();
}

/** Builds what stands in a folder, and has it take steps. Throws RunFault where a compiler has anything to say. */
function built(folder: string, name: string, compiler: string, steps: number): Omit<ExportedRow, 'name' | 'compiler'> {
  for (const words of [['clean'], [`CC=${compiler}`]]) {
    const { status, stderr } = spawnSync('make', words, { cwd: folder, encoding: 'utf8' });
    if (status !== 0 || stderr !== '') throw new RunFault(`${name} by ${compiler}: ${stderr.trim() || `make ended with ${status}`}`);
  }
  const printed = execFileSync(join(folder, name), [String(steps)], { encoding: 'utf8' });
  const [step, empty] = [...printed.matchAll(/mean (\d+) ns, 99\.9 % below (\d+) ns, longest (\d+) ns \((\d+)\)/g)].map(
    ([, mean, most, longest, count]): StepTimes => ({
      mean: Number(mean),
      most: Number(most),
      longest: Number(longest),
      count: Number(count),
    }),
  );
  const bytes = /An instance takes (\d+)\s+bytes/.exec(readFileSync(join(folder, 'README.md'), 'utf8'))?.[1];
  if (!step || !empty || bytes === undefined) throw new RunFault(`${name}: ${printed.trim()}`);
  return { bytes: Number(bytes), object: statSync(join(folder, `${name}.o`)).size, step, empty };
}
