/**
 * How many files one touches to add something: a friction of wave lines, a model of capacitive lines, something that a run keeps of every step, an option of runs. Each is a patch in
 * `patches/`, put onto a copy of the tree, which is compiled; what was added then does what it says. Where an anchor of a patch has gone, write the patch anew.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type * as Api from '../../dist/index.js';
import { isFull } from '../support/circuits.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

interface Changes {
  readonly add: Readonly<Record<string, string>>;
  readonly insert: readonly ({ readonly file: string } & (
    | { readonly after: string; readonly lines: readonly string[] }
    | { readonly before: string; readonly lines: readonly string[] }
    | { readonly replace: string; readonly with: string }
  ))[];
}
const changesOf = (name: string): Changes => JSON.parse(readFileSync(join(here, 'patches', name, 'changes.json'), 'utf8')) as Changes;
const filesOf = ({ add, insert }: Changes): Set<string> => new Set([...Object.keys(add), ...insert.map(({ file }) => file)]);

const most = { friction: 2, lineModel: 2, histogram: 4, option: 2 };

test.each(Object.entries(most))('%s: at most %i files', (name, files) => {
  const changes = changesOf(name);
  expect(filesOf(changes).size).toBeLessThanOrEqual(files);
  for (const one of changes.insert) changed(readFileSync(join(root, one.file), 'utf8'), one);
});

/** A text with a change; throws where its anchor is not there once. */
function changed(text: string, one: Changes['insert'][number]): string {
  const anchor = 'after' in one ? one.after : 'before' in one ? one.before : one.replace;
  const parts = text.split(anchor);
  if (parts.length !== 2) throw new Error(`${one.file} has '${anchor}' ${parts.length - 1} times`);
  const [head, tail] = parts as [string, string];
  if ('replace' in one) return `${head}${one.with}${tail}`;
  const lines = one.lines.join('\n');
  return 'after' in one
    ? `${head}${anchor}\n${lines}${tail}`
    : `${head}${lines.trimStart()}\n${'before' in one ? indentOf(head) : ''}${anchor}${tail}`;
}

const indentOf = (head: string): string => /[ ]*$/.exec(head)?.[0] ?? '';

const copies: string[] = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** The API of a copy of the tree with all patches. */
async function patched(): Promise<typeof Api> {
  const copy = mkdtempSync(join(tmpdir(), 'ringmain-patched-'));
  copies.push(copy);
  for (const name of ['src', 'package.json', 'tsconfig.json']) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const name of Object.keys(most)) {
    const { add, insert } = changesOf(name);
    for (const [file, from] of Object.entries(add)) cpSync(join(here, 'patches', name, from), join(copy, file));
    for (const one of insert) {
      const file = join(copy, one.file);
      writeFileSync(file, changed(readFileSync(file, 'utf8'), one));
    }
  }
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'], {
    cwd: copy,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout.split('\n').slice(0, 12).join('\n'));
  execFileSync(process.execPath, [join('dist', 'build', 'generate.js')], { cwd: copy });
  return (await import(pathToFileURL(join(copy, 'dist', 'index.js')).href)) as typeof Api;
}

/** A source that drives a flow that swings through a line into a tank behind an orifice. */
const circuitOf = (line: string, run = 'end: 0.2 s'): string => `
ringmain: 1
name: pipe
fluid: { density: 870 kg/m3, viscosity: 30 cSt, bulkModulus: 16000 bar, vapourPressure: -1 bar }
components:
  s: { kind: flowSource, flow: 60 l/min }
  o: { kind: orifice, area: 20 mm2 }
  t: { kind: tank }
lines:
  L: { from: s, to: o.in, length: 10 m, diameter: 16 mm, ${line} }
direct:
  - { from: o.out, to: t }
run: { ${run} }
record: { every: 1 ms, signals: ['*.p', '*.q'] }
`;

describe.runIf(isFull)('patched', () => {
  test('each does what it says', { timeout: 300_000 }, async () => {
    const { parseCircuit, simulate, openRun } = await patched();
    type Asked = Api.LineOptions & { readonly histogram?: readonly string[]; readonly slack?: number };
    const parsed = (text: string): Api.Circuit => parseCircuit(text, 'pipe.yaml').circuit;
    const run = (text: string, options: Asked = {}) => simulate(parsed(text), { workers: 1, ...options });

    // Friction: λ ρ L v²/2d in steady flow, by lines and by an integrator; beside another law in one partition.
    const [area, flow] = [(Math.PI * 0.016 ** 2) / 4, 1e-3];
    const velocity = flow / area;
    const reynolds = (velocity * 0.016) / 30e-6;
    const loss = ((Math.max(64 / reynolds, 0.3164 / reynolds ** 0.25) * 870 * 10) / 0.016) * (velocity ** 2 / 2);
    const smooth = circuitOf('model: wave, friction: smooth', 'end: 3 s');
    for (const results of [await run(smooth), await simulate(parsed(smooth), { solver: 'rodas4' })]) {
      const last = (name: string): number => results.series(name).y.at(-1) as number;
      expect((last('s.out.p') - last('o.in.p')) / loss).toBeCloseTo(1, 3);
    }

    // A line model: the same as a hose of these moduli.
    const wall = 'wallThickness: 2 mm, wallModulus: 2000 bar';
    const hose = await run(circuitOf(`model: hose, ${wall}, creep: [{ modulus: 4000 bar, retardationTime: 10 ms }]`));
    const tube = await run(circuitOf(`model: tube, ${wall}, yielding: [{ compliance: 0.00025 1/bar, retardationTime: 10 ms }]`));
    expect(tube.series('L.p').y.at(-1)).toBeCloseTo(hose.series('L.p').y.at(-1) as number, 0);

    // A histogram: times of steps by values at their ends, saved and resumed.
    const pipe = circuitOf('model: wave');
    const asked = { histogram: ['o.in.p: 0 bar..40 bar: 8'], every: 1e-9 };
    const whole = (await run(pipe, asked)) as unknown as Awaited<ReturnType<typeof run>> & {
      readonly account: {
        readonly histograms: readonly { readonly below: number; readonly above: number; readonly seconds: readonly number[] }[];
      };
    };
    const seconds = new Array(10).fill(0) as number[];
    const [values, steps] = [whole.series('o.in.p').y, whole.t];
    for (let k = 1; k < steps.length; k++) {
      const bin = Math.min(8, Math.max(-1, Math.floor((values[k] as number) / 5e5)));
      seconds[bin + 1] = (seconds[bin + 1] as number) + ((steps[k] as number) - (steps[k - 1] as number));
    }
    const [{ below, above, seconds: found }] = whole.account.histograms as [(typeof whole.account.histograms)[number]];
    [below, ...found, above].forEach((time, k) => expect(time).toBeCloseTo(seconds[k] as number, 9));
    expect(found.filter((time) => time > 0).length).toBeGreaterThan(1);
    const half = await openRun(parsed(pipe), { workers: 1, ...asked });
    await half.advance({ steps: 20 });
    const again = await openRun(parsed(pipe), { workers: 1, resume: half.save() });
    await half.close();
    await again.advance();
    expect((await again.close()) as unknown as typeof whole).toMatchObject({
      account: { histograms: whole.account.histograms },
      digest: whole.digest,
    });

    // An option: ten times the pressure error.
    const [slack, loose] = [await run(pipe, { slack: 10 }), await run(pipe, { pressureError: 1e5 })];
    expect(slack.digest).toBe(loose.digest);
    expect(slack.account.steps.accepted).toBeLessThan((await run(pipe)).account.steps.accepted);
  });
});
