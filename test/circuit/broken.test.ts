/** Input that once ended in an internal error, or took minutes: places are looked up once each, names mean nothing but themselves, sizes have bounds. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { globMatcher } from '../../dist/circuit/text/globs.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

function mistakesOf(read: () => unknown): CircuitError {
  try {
    read();
  } catch (error) {
    if (error instanceof CircuitError) return error;
    throw error;
  }
  throw new Error('no mistake was found');
}

const head = 'ringmain: 1\nname: shared\ncomponents:\n';
const others = (count: number, entry: (k: number) => string): string =>
  Array.from({ length: count - 1 }, (_, k) => `  ${entry(k + 1)}`).join('\n');

/** By what is wrong: a file of `count` entries that share it, and what is told of it once. */
const shared: Record<string, (count: number) => { text: string; told: string }> = {
  'a parameter': (count) => ({
    text: `${head}  t0: &t { kind: tank, presure: 1 bar }\n${others(count, (k) => `t${k}: *t`)}\n`,
    told: `tank 't0' has no parameter 'presure', did you mean 'pressure'? (and ${count - 1} more like it)`,
  }),
  'a kind that is missing': (count) => ({
    text: `${head}  t0: &t { knid: tank }\n${others(count, (k) => `t${k}: *t`)}\n`,
    told: `'components.t1.kind' is missing (and ${count - 2} more like it)`,
  }),
  'a parameter that is merged': (count) => ({
    text: `${head}  t0: &t { kind: tank, presure: 1 bar }\n${others(count, (k) => `t${k}: { <<: *t, pressure: 2 bar }`)}\n`,
    told: `tank 't0' has no parameter 'presure', did you mean 'pressure'? (and ${count - 1} more like it)`,
  }),
  'an end': (count) => ({
    text: `${head}${others(count, (k) => `n_${k}: { kind: junction }`)}\nlines:\n  l0: &l { from: m_1, to: n_2, volume: 1 l }\n${others(count, (k) => `l${k}: *l`)}\n`,
    told: `line 'l0': no component 'm_1', did you mean 'n_1'? (and ${count - 1} more like it)`,
  }),
  'a key of a line': (count) => ({
    text: `${head}  t: { kind: tank }\nlines:\n  l0: &l { from: t, to: t, vlume: 1 l }\n${others(count, (k) => `l${k}: *l`)}\n`,
    told: `unknown key 'vlume' in 'lines.l0', did you mean 'volume'? (and ${count - 1} more like it)`,
  }),
  // 320 000 mistakes, of which an error for each would take 7 s.
  'a table of 40 points': (count) => ({
    text: `${head}  d0: { kind: dutyCycle, points: &p [${Array.from({ length: 40 }, (_, k) => `[${k} s, x${k}]`).join(', ')}] }\n${others(count, (k) => `d${k}: { kind: dutyCycle, points: *p }`)}\n`,
    told: `dutyCycle 'd0': points, point 40: 'x39' is not a quantity (and ${count - 1} more like it)`,
  }),
  'a definition': (count) => ({
    text: `${head}  t: { kind: tank }\ndefinitions:\n  D0: &d { ports: { in: hydraulic }, equations: in.q = x }\n${others(count, (k) => `D${k}: *d`)}\n`,
    told: `definition 'D0': 'x' is not declared, or used before it is assigned (and ${count - 1} more like it)`,
  }),
};

/** The table takes as long as all the others. */
const quick = Object.keys(shared).filter((what) => isFull || !what.startsWith('a table'));
const many = isFull ? 8000 : 2000;

test.each(quick)(`%s that ${many} entries share by an alias is told once, in seconds`, (what) => {
  const { text, told } = (shared[what] as (typeof shared)[string])(many);
  // One or two seconds; minutes, beyond the time that a test has, where each place was looked for in the whole document.
  const { diagnostics } = mistakesOf(() => parseCircuit(text, 'shared.yaml'));
  expect(diagnostics.filter(({ message }) => message === told)).toHaveLength(1);
  const { code } = diagnostics.find(({ message }) => message === told) ?? {};
  expect(new Set(diagnostics.filter((one) => one.code === code).map(({ place }) => place?.line)).size).toBeLessThan(3);
});

test('thousands of misspelt names: the first are told with what was meant, in seconds', () => {
  const count = isFull ? 4000 : 500;
  const text = `${head}${others(count, (k) => `node_${k}: { kind: junction }`)}\nlines:\n${others(count, (k) => `l${k}: { from: nods_${k}, to: nods_${k}, volume: 1 l }`)}\n`;
  const { diagnostics } = mistakesOf(() => parseCircuit(text, 'names.yaml'));
  expect(diagnostics[0]?.message).toBe("line 'l1': no component 'nods_1', did you mean 'node_1'?");
  expect(diagnostics.at(-1)?.message).toBe(`line 'l${count - 1}': no component 'nods_${count - 1}'`);
});

test('a glob of many stars, a name of many letters and a setting of many spaces take no time', () => {
  // Where each star or space was tried anew, this would not end.
  expect(globMatcher(`${'*a'.repeat(40)}*b`)('a'.repeat(20_000))).toBe(false);
  const long = 'x'.repeat(50_000);
  mistakesOf(() => parseCircuit(`${head}  ${long}: { kind: ${long}y }\nlines: { l: { from: ${long}z, to: ${long} } }\n`, 'long.yaml'));
  mistakesOf(() => parseCircuit(`${head}  t: { kind: tank }\n`, 'set.yaml', { set: [`t.pressure=${' '.repeat(200_000)}x`] }));
});

const words = ['source', 'leak', 'tank', 'K', 'in', 'out', 'gain', 'x', 'o', 'u', 'feed', 'back'] as const;
const ofObjects = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString'];
const ofScripts = ['class', 'await', 'eval', 'arguments', 'NaN', 'Infinity', 'undefined', 'Math', 'F', 'I', 'let', 'return'];

/** A leak of an own kind whose names are `names`, by the places of `words`. */
function namedCircuit(names: readonly string[]): string {
  const name = (word: (typeof words)[number]): string => names[words.indexOf(word)] as string;
  return `ringmain: 1
name: named
components:
  ${name('source')}: { kind: flowSource, flow: 10 l/min }
  ${name('leak')}: { kind: ${name('K')}, ${name('gain')}: 1 l/min/bar }
  ${name('tank')}: { kind: tank }
lines:
  ${name('feed')}: { from: ${name('source')}, to: ${name('leak')}.${name('in')}, volume: 1 l }
  ${name('back')}: { from: ${name('leak')}.${name('out')}, to: ${name('tank')}, volume: 1 l }
run: { end: 20 ms }
record: { every: 1 ms, signals: ['${name('leak')}.*', '${name('feed')}.p'] }
definitions:
  ${name('K')}:
    ports: { ${name('in')}: hydraulic, ${name('out')}: hydraulic }
    parameters: { ${name('gain')}: { unit: m3/s/Pa, about: leakage } }
    inputs: { ${name('u')}: { unit: '1', default: 1 } }
    outputs: { ${name('o')}: { unit: m3/s } }
    states: { ${name('x')}: { unit: Pa, initial: 0 } }
    equations: |
      der(${name('x')}) = (${name('in')}.p - ${name('x')}) / 0.01
      flow = ${name('u')} * ${name('gain')} * (${name('x')} - ${name('out')}.p)
      ${name('in')}.q = -flow
      ${name('out')}.q = flow
      ${name('o')} = flow
`;
}

test('names that every object of the language has, and words of it, are names like others: same rows', async () => {
  const rows = async (names: readonly string[]): Promise<unknown> => {
    const read = parseCircuit(namedCircuit(names), 'named.yaml').circuit;
    const runs = [await simulate(read, { kernels: 'js' }), await simulate(read, { workers: 1 }), await simulateLumped(read)];
    for (const { ending } of runs) expect(ending).toBeNull();
    return runs.map((run) => run.columns.map(({ name }) => [...run.series(name).y]));
  };
  const usual = await rows(words);
  expect(await rows([...ofObjects, ...ofScripts].slice(0, words.length))).toEqual(usual);
  expect(await rows([...ofScripts])).toEqual(usual);
  // Each of the names of objects as each of the words once.
  for (let shift = 1; isFull && shift < ofObjects.length; shift++)
    expect(await rows(words.map((word, k) => (k % ofObjects.length === shift ? (ofObjects[shift] as string) : word)))).toEqual(usual);
});

test('a parameter called as what every object has is missing where it is not given', () => {
  const names = words.map((word) => (word === 'gain' ? 'constructor' : word));
  const text = namedCircuit(names).replace(', constructor: 1 l/min/bar', '');
  expect(mistakesOf(() => parseCircuit(text, 'named.yaml')).message).toContain("CIR304  K 'leak' needs constructor");
});

test('--set of a name that every object has', () => {
  const text = namedCircuit(words);
  const set = (setting: string) => mistakesOf(() => parseCircuit(text, 'named.yaml', { set: [setting] })).message;
  expect(set('constructor.gain=1')).toContain("no component or line 'constructor'");
  expect(set('toString.x=1')).toContain("no component or line 'toString'");
});

test('circuits built in code: values of any type are mistakes with their names', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  for (const value of [1n, Symbol('x'), () => 1, cyclic, new Date(0), Number.NaN, Object.create(null), new Map()]) {
    const built = (): unknown =>
      circuit('code')
        .component('source', 'flowSource', { flow: value })
        .component('tank', 'tank')
        .line('line', 'source', 'tank', { volume: '1 l' })
        .build();
    expect(mistakesOf(built).message).toMatch(/flowSource 'source': flow: .* is not a quantity|flow: NaN/);
    const asLine = (): unknown =>
      circuit('code')
        .component('t', 'tank')
        .line('line', value as string, 't')
        .build();
    expect(mistakesOf(asLine).message).toContain('from');
    const asName = (): unknown =>
      circuit(value as string)
        .component('t', 'tank')
        .build();
    expect(mistakesOf(asName).diagnostics.length).toBeGreaterThan(0);
  }
  const proto = (): unknown =>
    circuit('code').component('__proto__', 'tank').line('__proto__', 'a', 'b').definition('__proto__', { equations: '' }).build();
  const { message } = mistakesOf(proto);
  for (const what of ['component', 'line', 'definition']) expect(message).toContain(`${what} '__proto__': not a name`);
});

test('a subcircuit is repeated as often as there is room for', () => {
  const text = (count: string): string =>
    `${head}  t: { kind: tank }\nsubcircuits: { s: { components: { a: { kind: tank }, b: { kind: tank } } } }\nrepeat: { r: { subcircuit: s, count: ${count} } }\n`;
  for (const count of ['1e15', '2000000000', '6e6'])
    expect(mistakesOf(() => parseCircuit(text(count), 'many.yaml')).message).toContain('CIR606');
});
