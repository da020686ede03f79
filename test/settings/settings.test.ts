/** Settings are declared once: what follows from the declaration knows all of them, in files, by `--set`, for programs and in checkpoints. */
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { mistakesOfOptions, settingRules } from '../../dist/circuit/entries/options.js';
import type { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { circuitSchema, jsonSchema, schemaAt } from '../../dist/circuit/file/schema.js';
import { resultOptions } from '../../dist/run/held/checkpoint.js';
import { boundsText } from '../../dist/settings/setting.js';
import { isOf, settingEntries } from '../../dist/settings/settings.js';

const text = `ringmain: 1
name: small
components:
  pump: { kind: flowSource, flow: 20 l/min }
  valve: { kind: orifice, area: 20 mm2 }
  tank: { kind: tank }
lines:
  L1: { from: pump, to: valve.in, length: 1 m, diameter: 20 mm }
direct:
  - { from: valve.out, to: tank }
`;

const read = (set: readonly string[], written = text): Circuit => parseCircuit(written, 'small.yaml', { set }).circuit as Circuit;
function messages(set: readonly string[]): string[] {
  try {
    read(set);
    return [];
  } catch (error) {
    return (error as CircuitError).diagnostics.map(({ message }) => message);
  }
}

const inFiles = settingEntries.filter(([, { file }]) => file !== undefined);
const settable = inFiles.filter(([, { form }]) => form !== 'map');

// What absolute tolerances are of, the equations decide: a run refuses them (test/cli/lumped.test.ts).
test.each(settable.filter(([name]) => name !== 'absoluteTolerance'))(
  '--set refuses what %s cannot be, and names the entry',
  (_, setting) => {
    const wrong = setting.form === 'list' ? 'L9.p' : setting.form === 'quantity' ? '5 K' : 'foo';
    const found = messages([`${setting.file}=${wrong}`]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^--set ${setting.file}=${wrong}: `));
  },
);

test('a value of another form is one mistake', () => {
  expect(messages(['run.end=true'])).toEqual(["--set run.end=true: 'run.end' is true, not a quantity"]);
  expect(messages(['initial.steady=1'])).toHaveLength(1);
});

test('a name that is none is told with those that there are', () => {
  expect(messages(['run.pressureErr=1 bar'])).toEqual([
    "--set run.pressureErr=1 bar: run has no 'pressureErr', did you mean 'pressureError'?",
  ]);
  expect(messages(['run.treat=x'])).toEqual(["--set run.treat=x: run has no 'treat'"]);
  expect(messages(['run.until=1 s'])).toEqual(["--set run.until=1 s: run has no 'until'"]);
});

test('the schema for editors has every setting with its words', () => {
  for (const [, setting] of inFiles) {
    const path = (setting.file as string).split('.');
    expect(schemaAt(path), setting.file).toBeDefined();
    const { properties } = jsonSchema() as { properties: Record<string, Record<string, unknown>> };
    const section = properties[path[0] as string] as { properties?: object; anyOf?: { properties: object }[] };
    const own = (section.properties ?? section.anyOf?.[0]?.properties) as Record<string, { description: string }>;
    expect(own[path[1] as string]?.description).toContain(setting.about);
  }
  expect(Object.keys(circuitSchema.shape.run.unwrap().shape)).toContain('maximumStep');
});

test('programs give each engine its settings, checked by their bounds', () => {
  const wrong = (of: 'lines' | 'integrators', options: object): string[] =>
    mistakesOfOptions(settingRules(of), options).map(({ message }) => message);
  expect(wrong('lines', { pressureError: 0 })).toEqual(['pressureError is 0; it must be a positive number of Pa']);
  expect(wrong('integrators', { pressureError: 1 })).toEqual([
    "there is no option 'pressureError' of integrators: it belongs to the engine by lines",
  ]);
  expect(wrong('integrators', { relativeTolerance: 1 })).toEqual(['relativeTolerance is 1; it must be a number above 0 and below 1']);
  expect(wrong('lines', { step: null, lookAhead: false, workers: 'auto', steps: [1e-3], grid: 'exact' })).toEqual([]);
  expect(wrong('lines', { step: -1, workers: 0, steps: [0], overfullCavity: 'end' })).toHaveLength(4);
  for (const of of ['lines', 'integrators'] as const)
    expect(Object.keys(settingRules(of)).sort()).toEqual(
      settingEntries.flatMap(([name, setting]) => (isOf(setting, of) && setting.program !== false ? [name as string] : [])).sort(),
    );
});

test('a checkpoint keeps what results follow from, and nothing else', () => {
  expect([...resultOptions].sort()).toEqual(
    [
      ...[
        'envelope',
        'every',
        'exchangeEvery',
        'grid',
        'initialStep',
        'law',
        'line',
        'maximumStep',
        'minimumStep',
        'ownSteps',
        'pressureError',
      ],
      ...['record', 'step', 'steps', 'steadyStart', 'tunable', 'until', 'watch'],
    ].sort(),
  );
});

test('bounds in words', () => {
  expect([{ above: 0 }, { above: 0, below: 1 }, { atLeast: 0 }, { atLeast: 1, atMost: 2 }, { below: 3 }, {}].map(boundsText)).toEqual([
    'a positive number',
    'a number above 0 and below 1',
    'a number from 0',
    'a number from 1 to 2',
    'a number below 3',
    'a number',
  ]);
});
