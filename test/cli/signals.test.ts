/** SIGINT at moments spread over every command: it ends at once, with nothing half written and no thread or child left. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';

const [program, circuits, partitions] = [resolve('dist/cli/main.js'), resolve('circuits'), resolve('partitions')] as const;
const circuit = (name: string): string => join(circuits, `${name}.yaml`);
const [ring, two] = [circuit('ring-main'), circuit('two-actuator')] as const;
const network = ['--target', 'Vv.p', '--inputs', 'compensator.coefficient,valve.spool,nA.p,nB.p', '--sort', 'nfir', '--delays', '0:0'];
const driven = [circuit('cylinder-drive-2023'), '--drive', 'voltage=-10..10:0.5 s'] as const;
const quickBench = ['--rounds', '1'] as const;

/** Each command of the program, as long as a typical one on a large circuit. What is needed is in the folder above. */
const commands: Readonly<Record<string, readonly string[]>> = {
  run: ['run', ring, '--end', '30s', '--every', '1ms', '--out', 'a.csv', '--plot', 'a.svg'],
  'run in threads': ['run', ring, '--workers', '2', '--end', '5s', '--out', 'a.parquet', '--checkpoint', 'a.checkpoint'],
  'run by an integrator': ['run', two, '--solver', 'rodas4', '--tolerance', '1e-7', '--out', 'a.h5'],
  'run of a large circuit': ['run', '../ring.yaml', '--end', '0.02s', '--out', 'a.csv'],
  recover: ['recover', '../rows', '--out', 'a.csv'],
  check: ['check', '../ring.yaml'],
  components: ['components', 'reliefValve'],
  generate: ['generate', 'ring', '--stations', '20000', '--expand', '--out', 'a.yaml'],
  partition: ['partition', '../ring.yaml', '--parts', '4', '--out', 'a.json', '--plot', 'a.svg'],
  draw: ['draw', ring, '--out', 'a.svg'],
  plot: ['plot', '../table.csv', '--out', 'a.html'],
  query: ['query', '../table.csv', '*.p > 10 bar'],
  report: ['report', ring, '--out', 'a.html'],
  view: ['view', ring],
  page: ['page', ring, '--out', 'page'],
  study: ['study', two, '--rounds', '1', '--seconds', '0.02', '--states', '2', '--plans', join(partitions, 'two-actuator.2.thesis.json')],
  sweep: ['sweep', two, '--vary', 'prv.crackingPressure=130 bar..160 bar:10', '--measure', 'max(nB.p)', '--out', 'a.csv'],
  memory: ['memory', '../ring.yaml'],
  compare: ['compare', two, '--end', '0.1s', '--rounds', '1', '--plot', 'a.svg'],
  stability: ['stability', '--plot', 'a.svg'],
  'stability of a circuit': ['stability', '--circuit', two, '--at', 'steady'],
  'surrogate train': ['surrogate', 'train', ...driven, ...network, '--end', '5s', '--hidden', '5', '--out', 'a.json'],
  'surrogate test': ['surrogate', 'test', ...driven, '--network', '../network.json', '--end', '1s'],
  validate: ['validate', 'water-hammer*', 'closed-*', 'default-*', '--plot', 'pictures'],
  demo: ['demo', two, '--end', '0.5s'],
  schema: ['schema'],
  'bench scaling': ['bench', 'scaling', '--quick', '--out', 'scaling'],
  'bench step': ['bench', 'step', two, ...quickBench],
  'bench partition': ['bench', 'partition'],
  'bench auto': ['bench', 'auto', ...quickBench],
  'bench sweep': ['bench', 'sweep', ...quickBench],
  'bench multirate': ['bench', 'multirate', ...quickBench],
  'bench precision': ['bench', 'precision', ...quickBench, '--out', 'precision'],
  'bench small-volumes': ['bench', 'small-volumes', ...quickBench],
  'bench small-volumes joins': ['bench', 'small-volumes', 'joins', ...quickBench],
  'bench small-volumes forms': ['bench', 'small-volumes', 'forms', ...quickBench, '--fixed-steps', '0.1ms'],
  'bench published': ['bench', 'published'],
};

const writing = `
  const { writeWhole } = await import(process.argv[1]);
  function* endless() {
    yield 'begun';
    console.error('begun');
    for (;;) yield 'on'.repeat(1e5);
  }
  await writeWhole({ file: 'a.txt', force: true, isOurs: () => true }, endless());
`;

/** In full mode all of them, at so many moments; else two at one. */
const moments = isFull ? 20 : 1;
const tried = isFull ? Object.keys(commands) : ['report'];
/** s: the commands that take longer are stopped within this. */
const longest = 8;

const above = mkdtempSync(join(tmpdir(), 'ringmain-signals-'));
/** s that the smallest command takes, when nothing else runs some 0.15: how busy the machine is. */
let lag = 0;

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** s, from the start and from the signal; the latter 0 where the command had ended. */
  readonly took: number;
  readonly late: number;
  readonly said: string;
  readonly files: readonly string[];
  readonly orphans: boolean;
}

/** Runs Node in a folder and a process group of its own, with SIGINT after so many seconds, or when it says a text. */
async function ended(words: readonly string[], after: number | string): Promise<Ended> {
  const folder = mkdtempSync(join(above, 'of-'));
  const child = spawn(process.execPath, words, { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const began = performance.now();
  let [sent, said] = [0, ''];
  const interrupt = (): void => {
    sent ||= performance.now();
    child.kill('SIGINT');
  };
  child.stderr.on('data', (text) => {
    said += String(text);
    if (typeof after === 'string' && said.includes(after)) interrupt();
  });
  const timer = typeof after === 'number' ? setTimeout(interrupt, 1000 * after) : undefined;
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((done) => child.once('exit', (...how) => done(how)));
  const now = performance.now();
  clearTimeout(timer);
  const orphans = isGroup(child.pid as number);
  if (orphans) process.kill(-(child.pid as number), 'SIGKILL');
  const files = readdirSync(folder, { recursive: true }).map(String);
  for (const file of files) if (file.endsWith('.csv')) expect(readFileSync(join(folder, file), 'utf8')).toMatch(/\n$/);
  rmSync(folder, { recursive: true });
  return { code, signal, took: (now - began) / 1000, late: sent === 0 ? 0 : (now - sent) / 1000, said, files, orphans };
}

function isGroup(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** What must not happen, whenever the signal comes. */
function expectEnded(at: string, { code, signal, late, said, files, orphans }: Ended): void {
  // 0 where it had finished; death by the signal where nothing was to be kept.
  expect([0, 130, 'SIGINT'], `${at}: ${said}`).toContain(signal ?? code);
  // Two seconds; what else runs on the machine makes everything as much longer as it makes the smallest command.
  expect(late, at).toBeLessThan(2 * Math.max(1, lag / 0.2));
  expect(said, at).not.toMatch(/internal error|\n {4}at /);
  expect([files.filter((file) => /\.part$|\.rows$/.test(file)), orphans], at).toEqual([[], false]);
}

describe.skipIf(process.platform === 'win32')('SIGINT', () => {
  beforeAll(async () => {
    mkdirSync(join(above, 'made'));
    const made = async (...words: string[]): Promise<Ended> => ended([program, ...words], 600);
    const there = (name: string): string => join(above, name);
    lag = (await made('--version')).took;
    if (!isFull) return;
    // What a run leaves that is killed within its steps.
    const killed = [program, 'run', ring, '--end', '1000s', '--every', '0.1ms', '--record', '*', '--out', there('killed.csv')];
    spawnSync(process.execPath, killed, { timeout: 10_000, killSignal: 'SIGKILL' });
    renameSync(there(readdirSync(above).find((name) => name.endsWith('.rows')) as string), there('rows'));
    await made('generate', 'ring', '--stations', '2000', '--out', there('ring.yaml'));
    await made('run', ring, '--record', '*', '--every', '0.1ms', '--out', there('table.csv'));
    await made(
      'surrogate',
      'train',
      ...driven,
      ...network,
      '--end',
      '2s',
      '--epochs',
      '5',
      '--hidden',
      '5',
      '--out',
      there('network.json'),
    );
  }, 300_000);
  afterAll(() => rmSync(above, { recursive: true, force: true }));

  test('a file that is being written is taken away, and the program dies by the signal', async () => {
    const words = ['--input-type=module', '-e', writing, pathToFileURL('dist/results/fileStore.js').href];
    const { signal, files } = await ended(words, 'begun');
    expect([signal, files]).toEqual(['SIGINT', []]);
  });

  test.each(tried)(
    '%s',
    async (name) => {
      const words = [program, ...(commands[name] as readonly string[])];
      // How long it takes, or is let take; a command that is refused would pass what follows by being fast.
      const whole = isFull ? await ended(words, longest) : null;
      if (whole) expectEnded(`${name}, whole`, whole);
      const took = whole?.took ?? 2;
      const at = async (k: number): Promise<void> => {
        const after = ((k + 0.5) * took) / moments;
        expectEnded(`${name} at ${after.toFixed(2)} of ${took.toFixed(2)} s`, await ended(words, after));
      };
      // Two at a time: most of the time is waiting for the moment to come.
      for (let k = 0; k < moments; k += 2) await Promise.all([at(k), ...(k + 1 < moments ? [at(k + 1)] : [])]);
    },
    isFull ? 600_000 : 30_000,
  );
});
