import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closest } from '../../dist/circuit/file/closest.js';
import { kindExample } from '../../dist/cli/bundled.js';
import { library } from '../../dist/components/library.js';
import { describeKind } from '../../dist/equations/language/describe.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { kindText } from '../../dist/report/kindText.js';
import { benchmarkNames } from '../support/benchmarkNames.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

const packageFile = resolve('package.json');
const constraintFile = resolve('test/errors/definition-constraint.yaml');
let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const commands = ['run', 'check', 'components', 'generate', 'partition', 'bench', 'compare', 'stability', 'validate', 'demo', 'schema'];

test('--version is that of package.json, --help names every command', async () => {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  expect(await place.run('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  const { code, out } = await place.run('--help');
  expect(code).toBe(0);
  for (const command of commands) expect(out).toContain(`ringmain ${command}`);
});

const solvers = ['tlm', 'auto', ...methods.keys()];

test.each([...commands, ...benchmarkNames.map((name) => `bench ${name}`)])(
  '%s --help has an example, by solvers that there are',
  async (command) => {
    const { code, out } = await place.run(...command.split(' '), '--help');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`Examples:\\s+ringmain ${command}`));
    for (const [, names] of out.matchAll(/^ +ringmain .* --solvers? ([\w,]+)/gm))
      expect(solvers).toEqual(expect.arrayContaining((names as string).split(',')));
  },
);

test.each([
  [[], /name a command/],
  [['rum'], /unknown command 'rum', did you mean 'run'\?/],
  [['run'], /write 'ringmain run <circuit>'/],
  [['components', 'reliefValv'], /no component kind 'reliefValv'; did you mean 'reliefValve'\?/],
  [['components', '--example'], /--example of which kind\? write 'ringmain components KIND --example'/],
  [['components', 'line', '--example'], /line is the engine's own and has no example/],
  [['components', '--page', 'kinds.txt'], /--page kinds\.txt: write a name that ends in \.html/],
  [['components', 'pump', '--page', 'kinds.html'], /--page takes all kinds: leave out the kind/],
  [['generate', 'star', '--stations', '3'], /generate star: must be one of ring, ladder, tree, planar/],
  [['generate', 'ring', '--stations', '0'], /--stations 0: must be a whole number of at least 1/],
  [['generate', 'ring'], /stations/],
  [['generate', 'ring', '--stations', '5', '--preset', 'c'], /--preset c: must be one of a, b/],
  [['bench'], /write 'ringmain bench <what>' \(see 'ringmain bench --help'\)/],
  [['bench', 'nothing'], /unknown benchmark 'nothing' \(there are scaling, /],
  [['bench', 'publshed', '--suites', 'rt-1'], /unknown benchmark 'publshed', did you mean 'published'\?/],
  // Options of other benchmarks, and of other parts.
  [['bench', 'scaling', 'rings', '--plot', 'step.svg'], /unknown option '--plot' \(see 'ringmain bench scaling rings --help'\)/],
  [['bench', 'step', 'barrier', '--plot', 'step.svg'], /unknown option '--plot'/],
  [['bench', 'partition', '--part', '3'], /'--part', did you mean '--parts'\? \(see 'ringmain bench partition --help'\)/],
  [['bench', 'scaling', 'relief.yaml'], /unknown argument 'relief\.yaml'/],
])('%j is answered with what to write, exit 1', async (words, message) => {
  const { code, out, err } = await place.run(...words);
  expect(err).toMatch(message);
  expect(err).not.toMatch(/^\s+at .*\.js/m);
  expect([code, out]).toEqual([1, '']);
});

test('components lists the library, and shows a kind with units, equations and derived form', async () => {
  const list = await place.run('components');
  expect(list.code).toBe(0);
  for (const kind of ['flowSource', 'reliefValve', 'tank', 'junction']) expect(list.out).toMatch(new RegExp(`^ +${kind} `, 'm'));
  const shown = await place.run('components', 'reliefValve');
  expect(shown.code).toBe(0);
  for (const part of ['crackingPressure', 'm3/s/Pa', 'equations\n', 'derived TLM form\n', 'example\n', 'Source:'])
    expect(shown.out).toContain(part);
  expect((await place.run('components', 'junction')).out).toContain('lines meet');
});

test('every kind of the library can be shown in full', async () => {
  expect(library.size).toBeGreaterThan(10);
  for (const [kind, definition] of library) {
    const derived = describeKind(definition);
    expect(derived, kind).not.toBe('');
    expect(kindText(definition, derived, kindExample(kind))).not.toMatch(/undefined|NaN|\[object/);
  }
});

test('an example goes into a file and runs from there', async () => {
  const { code, out } = await place.run('components', 'orifice', '--example');
  expect([code, out]).toEqual([0, kindExample('orifice')]);
  place.write('orifice.yaml', out);
  const ran = await place.run('run', 'orifice.yaml');
  expect([ran.code, ran.err]).toEqual([0, '']);
  expect(ran.out).toContain('2 quantities');
});

test('a page is never written over what is not one', async () => {
  place.write('mine.html', '<!doctype html>\n<p>mine</p>\n');
  const { code, err } = await place.run('components', '--page', 'mine.html');
  expect([code, err]).toEqual([1, expect.stringContaining('mine.html exists and is no result of ringmain')]);
  expect(readFileSync(place.path('mine.html'), 'utf8')).toContain('<p>mine</p>');
});

// All examples run: 5 s of a processor, and test/components/examples.test.ts runs them too.
test.runIf(isFull)('the page holds every kind with the picture of its example, and asks for nothing outside itself', async () => {
  const { code, out } = await place.run('components', '--page', 'kinds.html');
  expect([code, out]).toEqual([0, expect.stringContaining(`${library.size} kinds in kinds.html`)]);
  const page = readFileSync(place.path('kinds.html'), 'utf8');
  for (const kind of library.keys()) expect(page).toContain(`<article id="${kind}">`);
  expect(page.match(/<svg /g)).toHaveLength(library.size);
  expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|src=|@import|url\(/);
  expect((await place.run('components', '--page', 'kinds.html')).code).toBe(0);
});

test.runIf(isFull)('a reader that closes the pipe early is no error', async () => {
  const { out, err } = place.shell('set -o pipefail; ringmain components --json | head -c 10; echo " $?"');
  expect([out, err]).toEqual(['{"kinds":[ 0\n', '']);
});

test('check summarises a sound circuit, and lists mistakes for people and for programs', async () => {
  const sound = await place.run('check', 'relief.yaml');
  expect([sound.code, sound.err]).toEqual([0, '']);
  for (const part of ['relief: A pump over a relief valve', 'reliefValve', 'volumes 0.4909 l (back) to 0.9817 l (supply)'])
    expect(sound.out).toContain(part);
  expect(JSON.parse((await place.run('check', 'relief.yaml', '--json')).out)).toMatchObject({
    circuit: 'relief',
    components: 3,
    mistakes: [],
  });
  place.write('broken.yaml', readFileSync(place.path('relief.yaml'), 'utf8').replace('kind: tank', 'kind: tnak'));
  const broken = await place.run('check', 'broken.yaml', '--json');
  expect(broken.code).toBe(1);
  expect((JSON.parse(broken.out) as { mistakes: { code: string }[] }).mistakes.length).toBeGreaterThan(0);
});

test('--reduce takes conditions on states by their rates, in check and in run; without it they are refused', async () => {
  const circuit = constraintFile;
  expect(await place.run('check', circuit)).toMatchObject({ code: 1, err: expect.stringContaining('--reduce') });
  expect(await place.run('check', circuit, '--reduce')).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^[^\n]* CIR804 {2}warning: coupled 'pair' drives nothing\n[^\n]*\n$/),
  });
  const run = ['run', circuit, '--reduce', '--end', '10ms', '--json'];
  for (const words of [[], ['--solver', 'rodas4']]) {
    const { code, out } = await place.run(...run, ...words);
    expect([code, (JSON.parse(out) as { ending: unknown }).ending ?? null]).toEqual([0, null]);
  }
});

test('check tells what a named fluid and air come to', async () => {
  const set = (value: string): string[] => ['--set', value];
  const words = ['check', 'relief.yaml', ...set('fluid.name=ISO VG 46'), ...set('fluid.temperature=50 degC'), ...set('fluid.air=1 %')];
  const { code, out } = await place.run(...words);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^fluid +ISO VG 46 at 50 degC: .*bulk modulus .*, with 1 % of air \(n 1.4\) that does not dissolve; pressures gauge$/m,
  );
  expect(out).toMatch(/^bulk modulus +1[34]\d\.?\d* bar at 0 bar, \d+ bar at 10 bar, /m);
  const { fluid } = JSON.parse((await place.run(...words, '--json')).out) as { fluid: object };
  expect(fluid).toMatchObject({
    named: { name: 'ISO VG 46', temperature: 323.15 },
    air: { fraction: 0.01, exponent: 1.4, dissolvedAt: null },
  });
});

test('schema prints a JSON Schema', async () => {
  const { code, out } = await place.run('schema');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toHaveProperty('properties');
});

test('a generated ring depends on its seed only, passes the check and is not overwritten', async () => {
  const words = ['generate', 'ring', '--stations', '4', '--seed', '7'];
  const first = await place.run(...words);
  expect([first.code, first.err]).toEqual([0, '']);
  expect((await place.run(...words)).out).toBe(first.out);
  expect((await place.run(...words, '--out', 'ring.yaml')).code).toBe(0);
  expect(readFileSync(place.path('ring.yaml'), 'utf8')).toBe(first.out);
  const again = await place.run(...words, '--out', 'ring.yaml');
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('--force')]);
  expect(await place.run('check', 'ring.yaml')).toMatchObject({ code: 0, err: '' });
});

test('a preset ring, and what check says of its wave lines', async () => {
  expect((await place.run('generate', 'ring', '--preset', 'b', '--stations', '4', '--out', 'ring-b.yaml')).code).toBe(0);
  const { code, out, err } = await place.run('check', 'ring-b.yaml');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^wave lines +4, delay 1 ms$/m);
  const json = JSON.parse((await place.run('check', 'ring-b.yaml', '--json')).out) as { network: object };
  expect(json.network).toMatchObject({ waveLines: 4, shortestDelay: 1e-3, longestDelay: 1e-3 });
  expect(await place.run('run', 'ring-b.yaml', '--step', '2 ms')).toMatchObject({ code: 1, err: expect.stringContaining('RUN211') });
});

test.runIf(isFull)(
  'demo shows a ring main of thousands of components beside a small one, in one sentence where threads pay, and writes a report',
  async () => {
    const { code, out, err } = await place.run('demo', '--end', '10ms');
    expect(code, err).toBe(0);
    expect(out).toMatch(/^ringmain simulates hydraulic circuits/);
    expect(out).toMatch(/^ring-1000 +5060 +serial +1 /m);
    expect(out).toMatch(/^ring-1000 +5060 +parallel .* yes$/m);
    expect(out).toMatch(/^ring-main +85 +parallel .* yes$/m);
    expect(out).toMatch(
      /^(Threads pay|Threads do not pay|There is one core)[^\n]*ring-1000 \(5060 components, [^\n]*ring-main \(85 components, /m,
    );
    expect(out).toMatch(/in out\/ring-1000\.html: open it in a browser\n$/);
    const report = readFileSync(place.path('out/ring-1000.html'), 'utf8');
    expect(report.length).toBeLessThan(3e6);
    expect(report.includes((/^ring-1000: same bits by both engines\n {2}[0-9a-f]{64}$/m.exec(out) as RegExpExecArray)[0])).toBe(true);
    // A second one writes over its own files.
    expect((await place.run('demo', 'relief.yaml', '--workers', '2')).code).toBe(0);
    expect((await place.run('demo', 'relief.yaml', '--workers', '2')).code).toBe(0);
  },
);

// Full: runs by all engines in turn, as test/cli/scaling has them.
test.runIf(isFull)('demo compares the engines, says whether the digests are equal, and writes table and plot', async () => {
  const { code, out, err } = await place.run('demo', 'relief.yaml', '--workers', '2');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^relief +3 +serial +1 /m);
  expect(out).toMatch(/^relief +3 +parallel +2 .* yes$/m);
  expect(out).toMatch(/same bits by both engines\n {2}[0-9a-f]{64}$/m);
  expect(readFileSync(place.path('out/relief.csv'), 'utf8')).toMatch(/^t \[s\],pump\.out\.p \[Pa\],/);
  expect(readFileSync(place.path('out/relief.svg'), 'utf8')).toContain('</svg>');
  expect(out).toContain('out/relief.html: open it in a browser');
  expect(readFileSync(place.path('out/relief.html'), 'utf8').includes('same bits by both engines')).toBe(true);
});

test('did you mean: near words are found, far ones are not', async () => {
  expect(closest('reliefvalv', ['checkValve', 'reliefValve'])).toBe('reliefValve');
  expect(closest('zzz', ['checkValve', 'reliefValve'])).toBeUndefined();
});

test('check tells of each wave candidate: delay, damping, the friction that is enough, and what a capacitive line lacks', async () => {
  place.write(
    'long.yaml',
    `ringmain: 1
name: long
components: { p: { kind: flowSource, flow: 10 l/min }, n: { kind: junction }, t: { kind: tank }, t2: { kind: tank } }
lines:
  L3: { from: n, to: t2, length: 1 m, diameter: 12 mm }
  L1: { from: p, to: n, model: wave, length: 400 m, diameter: 25 mm, friction: unsteady }
  L2: { from: n, to: t, length: 30 m, diameter: 12 mm }
run: { end: 1 s }
`,
  );
  const { out } = await place.run('check', 'long.yaml');
  expect(out).toMatch(/^L1 +wave, unsteady in \d+ +295 ms +59 +0.695 +0.0868 +unsteady/m);
  expect(out).toMatch(/^L2 +capacitive +22.1 ms +4.42 +0.226 +0.0283 +unsteady .* 7.98 %$/m);
  const { waveCandidates } = JSON.parse((await place.run('check', 'long.yaml', '--json')).out) as { waveCandidates: object[] };
  expect(waveCandidates).toHaveLength(2);
  expect(waveCandidates[1]).toMatchObject({ line: 'L2', model: 'capacitive', enough: 'unsteady' });
  // A line shorter than a step: (Δ/0.8T)² of L3, T = L √(ρ/B).
  const json = JSON.parse((await place.run('check', 'long.yaml', '--json')).out) as { shorterLines: { inertance: number; step: number } };
  expect(json.shorterLines).toMatchObject({ count: 1, line: 'L3' });
  expect(json.shorterLines.inertance / (json.shorterLines.step / (0.8 * Math.sqrt(870 / 16e8))) ** 2).toBeCloseTo(1, 9);
});

test('check and run tell what springs weigh: k Δ²/(1-α)² at the longest step, and at the longest that was taken', async () => {
  const springs = (run: string): string => `ringmain: 1
name: springs
components:
  push: { kind: forceSource, force: 100 N }
  m: { kind: mass, mass: 50 kg }
  wall: { kind: velocitySource }
  drive: { kind: speedSource, speed: 10 rad/s }
  held: { kind: speedSource, speed: 10 rad/s }
lines:
  A: { from: push, to: m.a, stiffness: 1 kN/mm }
  B: { from: m.b, to: wall, stiffness: 1.1 kN/mm, filter: 0 }
  W: { from: drive, to: held, model: wave, impedance: 1 Nm s/rad, delay: 1 s }
run: { end: 0.1 s, ${run} }
`;
  place.write('springs.yaml', springs('forceError: 5 N'));
  const { out } = await place.run('check', 'springs.yaml');
  // 1e6 (5 ms/0.8)²; B weighs 1.1e6 (5 ms)² = 27.5 kg. A shaft that carries waves has none.
  expect(out).toMatch(/^at a step of 5 ms a spring adds up to 39\.1 kg \(A\) of artificial mass/m);
  expect(out).toMatch(/take a smaller run\.maximumStep or forceError, or softer springs$/m);
  expect(out).not.toMatch(/kg m2|torqueError/);
  // No oil, so no fluid and no balance of mass; the errors are those of its lines.
  expect(out).toMatch(/^run .* force error 5 N, torque error 0\.1 Nm \(/m);
  expect(out).not.toMatch(/^fluid|pressure error/m);
  expect((await place.run('run', 'springs.yaml')).out).not.toMatch(/oil balance|oil mass|pressures/);
  const { springMasses } = JSON.parse((await place.run('check', 'springs.yaml', '--json')).out) as { springMasses: { mass: number }[] };
  expect(springMasses).toMatchObject([{ type: 'translational', line: 'A', step: 5e-3, unit: 'kg' }]);
  expect(springMasses[0]?.mass).toBeCloseTo(1e6 * (5e-3 / 0.8) ** 2, 9);
  const ran = JSON.parse((await place.run('run', 'springs.yaml', '--json')).out) as { steps: { largest: number }; notes: string[] };
  expect(ran.steps.largest).toBeLessThan(5e-3);
  const mass = Number((1e6 * (ran.steps.largest / 0.8) ** 2).toPrecision(3));
  expect(ran.notes.filter((note) => note.includes(`adds up to ${mass} kg ('A') of artificial mass`))).toHaveLength(1);
  place.write(
    'springs.yaml',
    springs('step: 1 ms')
      .replace(/A: .*\n {2}B: .*/, (text) => `${text}\n  S: { from: d2, to: h2, stiffness: 4 kNm/rad }`)
      .replace('lines:', '  d2: { kind: speedSource }\n  h2: { kind: speedSource }\nlines:'),
  );
  expect((await place.run('check', 'springs.yaml')).out).toMatch(
    /^at a step of 1 ms a spring adds up to 1\.56 kg \(A\) and 0\.00625 kg m2 \(S\) of artificial mass and inertia;\n.* take a shorter run\.step, or softer springs$/m,
  );
});
