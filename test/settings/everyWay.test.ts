/**
 * Every setting goes every way that its declaration gives it, and a run takes one value from all of them: the circuit file, --set, the option of the command line, the option
 * of programs; the checkpoint holds a run to it, and the JSON Schema has it. Ways that a setting lacks are named here, so that one that is forgotten is seen.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import yargs from 'yargs';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { mistakesOfOptions, settingRules } from '../../dist/circuit/entries/options.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { circuitSchema, jsonSchema } from '../../dist/circuit/file/schema.js';
import { formatQuantity } from '../../dist/circuit/text/units.js';
import { addOptions, valuesOf } from '../../dist/cli/optionTable.js';
import { readRunOptions } from '../../dist/cli/runOptions.js';
import { runOptions } from '../../dist/cli/runTable.js';
import { readSettings } from '../../dist/cli/settingOptions.js';
import { lumpedOptions } from '../../dist/cli/solverOptions.js';
import { resultOptions, valuesHash } from '../../dist/run/held/checkpoint.js';
import { savedOptions } from '../../dist/run/held/heldRun.js';
import { openRun } from '../../dist/session/openRun.js';
import { type Engine, keyInFile, type Setting, sectionOf } from '../../dist/settings/setting.js';
import { type SettingName, settingEntries } from '../../dist/settings/settings.js';
import { settled } from '../../dist/settings/settled.js';

const text = `ringmain: 1
name: small
components:
  pump: { kind: flowSource, flow: 20 l/min }
  valve: { kind: orifice, area: 20 mm2 }
  throttle: { kind: orifice, area: 30 mm2 }
  tank: { kind: tank }
lines:
  L1: { from: pump, to: valve.in, length: 1 m, diameter: 20 mm }
direct:
  - { from: valve.out, to: throttle.in }
  - { from: throttle.out, to: tank }
`;
const read = (set: readonly string[], more = ''): Circuit => parseCircuit(text + more, 'small.yaml', { set }).circuit;
const plain = read([]);

/** Settings of one run, which no circuit has. */
const ofOneRun = [
  ...['workers', 'method', 'driver', 'kernels', 'lookAhead', 'exchangeEvery', 'steps', 'ownSteps', 'balance', 'oversubscribe', 'spin'],
  ...['timeline', 'deadline', 'events', 'jacobian', 'timeDerivative', 'algebra', 'transitionPressure', 'trace', 'realTime', 'intervals'],
];
/** How circuits are, which --set changes: no options of a run. */
const ofCircuits = [
  ...['overfullCavity', 'pressureLimit', 'forceError', 'torqueError', 'treat', 'reduce', 'jointVolume', 'smallMass', 'initialPressure'],
  // --initial-step and so on, and options of these names, are those of whichever engine runs.
  ...['integratorInitialStep', 'integratorMinimumStep', 'integratorMaximumStep'],
];
/** Of programs and benchmarks; those with a word of their own at the command line: --timeline FILE, --every step, --published-form. */
const ofPrograms = ['spin', 'timeline', 'everyStep', 'timeDerivative', 'algebra', 'trace', 'intervals'];
/** Has a rule of its own for programs, a function of the unit too. */
const ownRule = ['absoluteTolerance'];

/** Texts by name, which have a text of their own at the command line: --treat. */
const notBySet = ['treat'];

test('ways that a setting lacks are known', () => {
  const lacking = (lacks: (setting: Setting) => boolean): string[] => settingEntries.filter(([, one]) => lacks(one)).map(([name]) => name);
  expect(lacking(({ file }) => file === undefined).sort()).toEqual([...ofOneRun].sort());
  expect(lacking(({ option }) => option === undefined).sort()).toEqual([...ofCircuits, ...ofPrograms].sort());
  expect(lacking(({ program }) => program === false).sort()).toEqual([...ofCircuits, ...ownRule].sort());
  expect(lacking(({ file, form }) => file !== undefined && form === 'map')).toEqual(notBySet);
});

/** A value that is not the default: as text, and as a circuit or an option has it. */
function other(setting: Setting): readonly [written: string, value: unknown] {
  switch (setting.form) {
    case 'quantity': {
      // Bounds of steps keep their order.
      const value = setting.file === 'run.minimumStep' ? 1e-7 : 0.0625;
      return [formatQuantity(value, setting.unit), value];
    }
    case 'quantities':
      return [[0.0625, 0.125].map((value) => formatQuantity(value, setting.unit)).join(','), [0.0625, 0.125]];
    case 'count':
      return [String(setting.least + 2), setting.least + 2];
    case 'choice':
      return [setting.choices.at(-1) as string, setting.choices.at(-1)];
    case 'flag':
      return [String(setting.usual !== true), setting.usual !== true];
    case 'list':
      if (setting.file === 'run.absoluteTolerance') return ['0.01 bar', ['0.01 bar']];
      return setting.file === 'record.watch' ? ['L1.p > 1 bar', ['L1.p > 1 bar']] : ['L1.p', ['L1.p']];
    case 'name': {
      const name = setting.known?.at(-1) ?? 'spectral';
      return [name, name];
    }
    case 'map':
      return ['{ L1: quasi-steady }', { L1: 'quasi-steady' }];
  }
}

const enginesOf = ({ engine }: Setting): readonly Engine[] => (engine === 'both' ? ['lines', 'integrators'] : [engine]);

/** What a run takes. */
const taken = (of: Engine, circuit: Circuit, options: object, name: SettingName): unknown =>
  (settled(of, circuit, options) as Readonly<Record<string, unknown>>)[name];

/** Of each setting once. */
function remembered<Value>(make: (setting: Setting) => Value): (setting: Setting) => Value {
  const made = new Map<Setting, Value>();
  return (setting) => {
    const value = made.get(setting) ?? make(setting);
    made.set(setting, value);
    return value;
  };
}

/** A file with a section more. */
const written = remembered((setting) => {
  const [given, value] = other(setting);
  const inFile = setting.form === 'flag' || setting.form === 'list' || setting.form === 'map' ? value : given;
  return read([], `${sectionOf(setting)}: { ${keyInFile(setting)}: ${JSON.stringify(inFile)} }\n`);
});

const bySet = remembered((setting) => read([`${setting.file}=${other(setting)[0]}`]));

/** What else an option needs. */
const beside: Readonly<Record<string, readonly string[]>> = { realTime: ['--step=1ms'] };

/** Options of a command line as `ringmain run` reads them. */
async function optionsOf(of: Engine, name: string, setting: Setting): Promise<object> {
  const option = setting.form === 'flag' ? `--${setting.option}` : `--${setting.option}=${other(setting)[0]}`;
  const line = yargs([option, ...(beside[name] ?? [])])
    .help(false)
    .version(false)
    .exitProcess(false);
  addOptions(line, runOptions);
  const args = valuesOf(runOptions, line.parseSync());
  return of === 'choice' ? readSettings('choice', args) : of === 'lines' ? readRunOptions(args) : lumpedOptions(args);
}

const cases = settingEntries.flatMap(([name, setting]) => enginesOf(setting).map((of) => [name, of, setting] as const));
const [inFiles, atCommandLine, inPrograms] = [
  cases.filter(([, , { file }]) => file !== undefined),
  cases.filter(([, , { option }]) => option !== undefined),
  cases.filter(([, , { program }]) => program !== false),
];
const like = (setting: Setting): unknown =>
  setting.form === 'quantity' ? expect.closeTo(other(setting)[1] as number, 12) : other(setting)[1];

describe('a run takes it', () => {
  test.each(inFiles.filter(([, , { builds }]) => !builds))('%s from the file and from --set, by %s', (name, of, setting) => {
    expect(taken(of, plain, {}, name)).not.toEqual(other(setting)[1]);
    // What is about steps of lines integrators leave alone; what --set gives to whatever runs they take.
    const isLeft = of === 'integrators' && setting.fileOfLines === true;
    expect(taken(of, written(setting), {}, name)).toEqual(isLeft ? taken(of, plain, {}, name) : like(setting));
    if (notBySet.includes(name)) return;
    expect(taken(of, bySet(setting), {}, name)).toEqual(isLeft && setting.setToo === undefined ? null : like(setting));
  });

  test.each(inFiles.filter(([, , { builds }]) => builds))('%s from the file and from --set alike, by %s', (_, __, setting) => {
    expect(valuesHash(written(setting))).toBe(valuesHash(bySet(setting)));
    // Here no mass is 0 (test/bench/forms/leftOut.test.ts).
    expect(valuesHash(bySet(setting)) !== valuesHash(plain)).toBe(keyInFile(setting) !== 'smallMass');
  });

  test.each(atCommandLine)('%s from the command line, by %s', async (name, of, setting) => {
    expect(taken(of, plain, await optionsOf(of, name, setting), name)).toEqual(like(setting));
  });

  test.each(inPrograms)('%s from a program, by %s', (name, of, setting) => {
    const options = { [name]: other(setting)[1] };
    if (of !== 'choice') expect(mistakesOfOptions(settingRules(of as 'lines'), options)).toEqual([]);
    expect(taken(of, plain, options, name)).toEqual(other(setting)[1]);
  });
});

describe('a checkpoint holds a run to it', () => {
  const saved = new Map<Engine, Uint8Array>();
  const open = (of: Engine, circuit: Circuit, options: object) =>
    openRun(circuit, { ...options, solver: of === 'lines' ? 'tlm' : 'rodas4' } as { readonly solver: 'tlm' });
  beforeAll(async () => {
    for (const of of ['lines', 'integrators'] as const) {
      const run = await open(of, plain, {});
      saved.set(of, run.save());
      await run.release();
    }
  });
  const resumed = (of: Engine, circuit: Circuit, options: object): Promise<unknown> =>
    open(of, circuit, { ...options, resume: saved.get(of) });
  const ofRuns = cases.filter(([name, of]) => of !== 'choice' && name !== 'solver');
  const isKept = ([, , { changes }]: (typeof cases)[number]): boolean => changes === 'results';

  test.each(inPrograms.filter((one) => ofRuns.includes(one) && isKept(one)))('%s as an option, by %s', async (name, of, setting) => {
    const options = { [name]: other(setting)[1] };
    await expect(resumed(of, plain, options)).rejects.toThrow(`${name} is ${JSON.stringify(other(setting)[1])}, and was `);
    if (of === 'lines') expect(savedOptions(options)).toEqual(options);
  });

  test.each(inFiles.filter((one) => ofRuns.includes(one) && isKept(one)))(
    '%s as a value of the circuit, by %s',
    async (name, of, setting) => {
      if (keyInFile(setting) === 'smallMass') return;
      await expect(resumed(of, written(setting), {}), name).rejects.toThrow(
        /have changed since|when the run was saved|is of another circuit/,
      );
    },
  );

  test.each(ofRuns.filter((one) => !isKept(one)))('not to %s, by %s: results do not follow from it', (name) => {
    expect(resultOptions).not.toContain(name);
  });
});

test.each(inFiles)('the JSON Schema has %s (%s)', (_, __, setting) => {
  const section = sectionOf(setting) as 'run';
  const { properties } = jsonSchema() as { readonly properties: Readonly<Record<string, { readonly properties?: object }>> };
  expect(properties[section]).toBeDefined();
  expect(JSON.stringify(properties[section])).toContain(`"${keyInFile(setting)}":`);
  const [given, value] = other(setting);
  const inFile = setting.form === 'flag' || setting.form === 'list' || setting.form === 'map' ? value : given;
  const shape = circuitSchema.shape[section];
  expect(shape.safeParse({ [keyInFile(setting)]: inFile }).success).toBe(true);
  expect(shape.safeParse({ [keyInFile(setting)]: [[1]] }).success).toBe(false);
});
