/** Sweeps in shards: their table has the bytes of a sweep on one machine, and what does not belong together is refused by name. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rangesText, readShard, shardVariants } from '../../dist/run/sweep/shards.js';
import { isFull } from '../support/circuits.js';
import { reliefCircuit, Workplace } from './support.js';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

/** Two programs, and of the last three variants each fails: a wave line whose delay is shorter than the step. */
const words = [
  ...['wave.yaml', '--end', '20 ms', '--workers', '1', '--measure', 'max(valve.in.p)', '--measure', 'firstAbove(valve.in.p, 200 bar)'],
  ...['--vary', 'run.step=0.1 ms,50 ms', '--vary', 'valve.crackingPressure=90 bar..110 bar:3'],
];
const sweepOf = (...more: string[]) => place.run('sweep', ...words, ...more);
const writeWave = () => place.write('wave.yaml', reliefCircuit.replace('supply: { from', 'supply: { model: wave, from'));
const text = (file: string): string => readFileSync(file, 'utf8');
const edit = (file: string, change: (before: string) => string): void => writeFileSync(file, change(text(file)));

// Full: 21 sweeps by shards; quickly a shard goes on from its rows and another division is refused, below.
test.runIf(isFull)('the table of merged shards has the bytes of one that was made at once, failed variants too', async () => {
  writeWave();
  expect((await sweepOf('--out', 'one.csv')).code).toBe(2);
  expect(text('one.csv').match(/RUN\d+/g)).toHaveLength(3);
  // 4 does not divide 6: two shards have one variant.
  for (const index of [2, 4, 1]) await sweepOf('--out', 'm.csv', '--shard', `${index}/4`);
  const without = await sweepOf('--out', 'm.csv', '--merge');
  expect(without.code).toBe(1);
  expect(without.err).toBe(
    'ringmain: m.csv cannot be put together:\n    of 4 shards 3 is missing; run them (--shard 3/4), or submit them again: sbatch --array=3\n',
  );
  expect(existsSync('m.csv')).toBe(false);
  const third = await sweepOf('--out', 'm.csv', '--shard', '3/4');
  expect(third.err).toMatch(/^relief: shard 3\/4, 1 of 6 variants \(2 × 3\) by 1 program\n/);
  expect(third.out).toContain('table in m.shard-3-of-4.csv');
  expect(existsSync('m.shard-3-of-4.csv.partial')).toBe(false);
  const { code, out, err } = await sweepOf('--out', 'm.csv', '--merge');
  expect([code, out.split('\n')[1]]).toEqual([2, 'table in m.csv; its shards may be removed']);
  expect(err.match(/^ringmain: variant \d \(run\.step=50 ms/gm)).toHaveLength(3);
  expect(text('m.csv')).toBe(text('one.csv'));
});

test('a shard that is whole is not run again; one that was stopped goes on from its rows', async () => {
  writeWave();
  await sweepOf('--out', 'm.csv', '--shard', '1/2');
  const whole = text('m.shard-1-of-2.csv');
  const again = await sweepOf('--out', 'm.csv', '--shard', '1/2');
  expect([again.code, again.out.split('\n')[0]]).toEqual([2, expect.stringMatching(/^3 variants in .* 0 programs compiled$/)]);
  expect(text('m.shard-1-of-2.csv')).toBe(whole);
  // As a kill in the middle of a row would have left it, with a number that no run gives.
  const [line, head, first, second] = whole.split('\n') as [string, string, string, string];
  const rows = `${first.replace(/,\d[^,]*,/, ',42,')}\n${second.slice(0, 9)}`;
  rmSync('m.shard-1-of-2.csv');
  writeFileSync('m.shard-1-of-2.csv.partial', `${line.replace(', shard', ', not all variants of shard')}\n${head}\n${rows}`);
  expect((await sweepOf('--out', 'm.csv', '--shard', '1/2')).err).toContain('go on with --resume');
  await sweepOf('--out', 'm.csv', '--shard', '1/2', '--resume');
  expect(text('m.shard-1-of-2.csv')).toBe(whole.replace(first, first.replace(/,\d[^,]*,/, ',42,')));
});

const otherProgram = (before: string): string => before.replace(/program ringmain \S+/, 'program ringmain 0.0.9');

describe('what does not belong together is refused by name, and nothing is written', () => {
  const made = new Map<string, string>();
  beforeEach(async () => {
    writeWave();
    for (const index of [1, 2]) {
      const file = `m.shard-${index}-of-2.csv`;
      if (!made.has(file)) await sweepOf('--out', 'm.csv', '--shard', `${index}/2`);
      place.write(file, made.get(file) ?? text(file));
      made.set(file, text(file));
    }
    // A sweep of the same identity that was stopped at once.
    const [line, head] = text('m.shard-1-of-2.csv').split('\n') as [string, string];
    writeFileSync('m.csv.partial', `${line.replace(', shard 1/2', ', not all variants')}\n${head}\n`);
  });

  const cases: readonly (readonly [string, RegExp, () => string[]])[] = [
    [
      'another program',
      /has rows of another program \(ringmain 0\.0\.9 \([0-9a-f]{32}\); this is ringmain \d+\.\d+\.\d+ \([0-9a-f]{32}\)\)/,
      () => {
        for (const file of ['m.shard-1-of-2.csv', 'm.csv.partial']) edit(file, otherProgram);
        return [];
      },
    ],
    [
      'another circuit',
      /has rows of another circuit \(the text of its file has changed\)/,
      () => {
        edit('wave.yaml', (before) => `${before}# a remark\n`);
        return [];
      },
    ],
    [
      'another sweep',
      /has rows of another sweep \(--set, --vary, --measure or an option has changed\)/,
      () => ['--set', 'back.length=2 m'],
    ],
    [
      'an older ringmain',
      /has rows of another version of ringmain, which did not name itself/,
      () => {
        for (const file of ['m.shard-1-of-2.csv', 'm.csv.partial'])
          edit(file, (before) => before.replace(/: program .*/, `: ${'0123abcd'.repeat(8)}`));
        return [];
      },
    ],
  ];
  test.each(cases)('%s', async (_name, message, change) => {
    const more = change();
    const before = text('m.csv.partial');
    for (const way of [['--merge'], ['--resume'], ['--shard', '1/2'], ['--shard', '1/2', '--resume']]) {
      const { code, err } = await sweepOf('--out', 'm.csv', ...way, ...more);
      expect([code, err], way.join(' ')).toEqual([1, expect.stringMatching(message)]);
    }
    expect(text('m.csv.partial')).toBe(before);
    expect(existsSync('m.csv')).toBe(false);
  });

  test.each([
    ['a row was taken away', (before: string) => before.replace(/^5,.*\n/m, ''), /has 2 of the 3 variants of its shard: it was changed/],
    ['a row is of another shard', (before: string) => before.replace(/^5,/m, '4,'), /has 2 of the 3 .* and 1 of other shards/],
    [
      'it is another shard by its name',
      (before: string) => before.replace('shard 1/2', 'shard 2/2'),
      /has rows of something else: its first/,
    ],
  ])('%s', async (_name, change, message) => {
    edit('m.shard-1-of-2.csv', change);
    const { code, err } = await sweepOf('--out', 'm.csv', '--merge');
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
    expect(existsSync('m.csv')).toBe(false);
  });

  // Full: a refusal by whole sweeps; quickly the refusals above.
  test.runIf(isFull)('shards of two divisions', async () => {
    await sweepOf('--out', 'm.csv', '--shard', '1/3');
    expect((await sweepOf('--out', 'm.csv', '--merge')).err).toMatch(/there are shards of m\.csv by 2 and by 3; remove/);
  });
});

test.each([
  [['--shard', '0/3', '--out', 'm.csv'], /--shard 0\/3: write the number of a shard and how many there are, such as 3\/20/],
  [['--shard', '4/3', '--out', 'm.csv'], /--shard 4\/3/],
  [['--shard', '1/3'], /--shard needs --out FILE\.csv/],
  [['--shard', '1/3', '--merge', '--out', 'm.csv'], /--shard and --merge are different things; give one of them/],
  [['--merge', '--resume', '--out', 'm.csv'], /--merge runs nothing that could be resumed/],
  [['--merge', '--out', 'm.csv'], /there is no shard of m\.csv, such as m\.shard-1-of-20\.csv; make them by --shard 1\/20 --out m\.csv/],
  [['--slurm', '0', '--out', 'm.csv'], /--slurm 0: must be a whole number of at least 1/],
  [['--merge', '--out', 'm.txt'], /--out m\.txt: write a name that ends in \.csv/],
])('refuses %j', async (more, message) => {
  writeWave();
  const { code, err } = await sweepOf(...more);
  expect([code, err]).toEqual([1, expect.stringMatching(message)]);
});

test('the script for Slurm has a task for each shard, which runs the same words and goes on from its rows', async () => {
  writeWave();
  const { code, out } = await sweepOf('--out', 'm.csv', '--slurm', '3');
  expect(code).toBe(0);
  expect(out).toContain('\n#SBATCH --array=1-3\n');
  const last = out.trimEnd().split('\n').at(-1);
  expect(last).toMatch(/^exec .* sweep wave\.yaml .*--out m\.csv --vary 'run\.step=0\.1 ms,50 ms' /);
  expect(last).toMatch(/ --workers "\$\{SLURM_CPUS_PER_TASK:-1\}" --shard "\$SLURM_ARRAY_TASK_ID\/3" --resume$/);
});

test.runIf(isFull)(
  'the script for Slurm runs as its tasks would: the same bytes, by another folder and names that a shell would divide',
  () => {
    writeWave();
    mkdirSync('a b');
    const quoted = [...words, '--out', "a b/m's.csv"].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const lines = [
      `ringmain sweep ${quoted.replace(/'a b.*/, 'one.csv')} --quiet`,
      `ringmain sweep ${quoted} --slurm 2 > array.sh || exit 9`,
      'bash -n array.sh || exit 8',
      'for SLURM_ARRAY_TASK_ID in 1 2; do export SLURM_ARRAY_TASK_ID SLURM_CPUS_PER_TASK=1; bash array.sh; done',
      `ringmain sweep ${quoted} --merge --quiet`,
      `cmp one.csv "a b/m's.csv" && echo the same`,
    ];
    const { out } = place.shell(lines.join('\n'));
    expect(out).toMatch(/the same\n$/);
    // The program as people start it, too, tells its build.
    expect(text("a b/m's.shard-1-of-2.csv")).toMatch(/^# ringmain sweep, shard 1\/2: program ringmain \d+\.\d+\.\d+ \([0-9a-f]{32}\), /);
    const script = text('array.sh');
    expect(script).toMatch(/^#!\/bin\/bash\n/);
    expect(script).toContain('\n#SBATCH --array=1-2\n');
    expect(script).toContain(`\n#SBATCH --output="a b/m's.shard-%a-of-2.log"\n`);
  },
);

test('shards have every variant once, and differ by at most one', () => {
  for (const [count, shards] of [
    [10, 3],
    [2, 5],
    [7, 7],
    [1, 1],
  ] as const) {
    const all = Array.from({ length: shards }, (_, k) => shardVariants({ index: k + 1, count: shards }, count));
    expect(all.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, k) => k));
    const sizes = all.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  }
  expect(readShard('3/20')).toEqual({ index: 3, count: 20 });
  expect([rangesText([1, 2, 3, 7, 9, 10]), rangesText([4, 5, 8], '-', ',')]).toEqual(['1–3, 7, 9–10', '4-5,8']);
});
