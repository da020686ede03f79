/**
 * `reference`: a file of gauge pressures and the same file with the atmosphere added to every pressure of a place move in the same way, by lines and by an
 * integrator. Each kind's example, everything of it recorded.
 */
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { parseQuantity } from '../../dist/circuit/text/units.js';
import { kindExample } from '../../dist/cli/bundled.js';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { usualSize } from '../../dist/lumped/scales.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const atmosphere = 101325;

/** What a file may say of pressures. */
interface File {
  reference?: string;
  fluid?: Record<string, unknown>;
  components: Record<string, Record<string, unknown> & { kind: string }>;
  lines?: Record<string, Record<string, unknown>>;
  initial?: Record<string, unknown>;
  record: Record<string, unknown>;
}

/** Adds the atmosphere to the pressures of places that an entry gives; what it leaves out is left out. */
function raise(entry: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) if (entry[name] !== undefined) entry[name] = `${parseQuantity(entry[name] as string, 'Pa') + atmosphere} Pa`;
}

const levelsOf = (kind: string): string[] =>
  Object.entries(library.get(kind)?.parameters ?? {}).flatMap(([name, { level }]) => (level ? [name] : []));

/** The text with every pressure of a place counted from vacuum. */
function inAbsolute(file: File): File {
  const copy = structuredClone(file);
  copy.reference = 'absolute';
  // The default is -1 bar in gauge files, 0 bar in absolute ones.
  copy.fluid = { vapourPressure: '-1 bar', ...copy.fluid };
  raise(copy.fluid, ['vapourPressure']);
  if (copy.initial) raise(copy.initial, ['pressure']);
  for (const line of Object.values(copy.lines ?? {})) raise(line, ['initialPressure']);
  for (const component of Object.values(copy.components)) raise(component, levelsOf(component.kind));
  return copy;
}

/** What a step's error may be, whatever the pressures are counted from: so the steps of both files are the same. */
const tolerance = { relativeTolerance: 1e-13, absoluteTolerance: (unit: string): number => 1e-6 * usualSize(unit) };

const circuitOf = (file: File): Circuit => parseCircuit(stringify(file), 'example.yaml').circuit;

/** An example with all of its kind's components recorded, in both counts. */
function both(kind: string): [gauge: Circuit, absolute: Circuit] {
  const file = parse(kindExample(kind)) as File;
  const own = Object.entries(file.components).filter(([, one]) => one.kind === kind);
  file.record = {
    ...file.record,
    signals: [...new Set([...own.map(([name]) => `${name}.*`), ...((file.record['signals'] ?? []) as string[])])],
  };
  return [circuitOf(file), circuitOf(inAbsolute(file))];
}

/** States that are pressures of places. */
const places = new Set(['handPump.chamberPressure', 'twoStageReliefValve.chamberPressure', 'twoStageReliefValve.chamberOil']);

/** How much larger a quantity is in an absolute file. */
function riseOf(circuit: Circuit, name: string): number {
  const [owner = '', ...rest] = name.split('.');
  const kind = circuit.components.find((one) => one.name === owner)?.kind;
  const type = circuit.lines.find((line) => line.name === owner)?.type ?? kind?.ports[rest[0] as string] ?? 'hydraulic';
  if (name.endsWith('.p') && type === 'hydraulic') return atmosphere;
  return kind && places.has(`${kind.kind}.${rest.join('.')}`) ? atmosphere : 0;
}

/** Net forces that friction is judged by: small differences of large ones, held from the last step on. */
function isHeld(circuit: Circuit, name: string): boolean {
  const [owner = '', own = ''] = name.split('.');
  const kind = circuit.components.find((one) => one.name === owner)?.kind;
  return kind ? modelOf(kind).holds.some((hold) => hold.name === own) : false;
}

/** Largest deviation of any quantity, in parts of its largest value; pressures in parts of 1 bar and that. */
function apart(
  circuit: Circuit,
  gauge: Pick<LineResults, 'series' | 'columns'>,
  absolute: Pick<LineResults, 'series'>,
  held = true,
): [number, string] {
  let worst: [number, string] = [0, ''];
  for (const { name, unit } of gauge.columns) {
    if (!held && isHeld(circuit, name)) continue;
    const [{ y }, rise] = [gauge.series(name), riseOf(circuit, name)];
    const other = absolute.series(name).y;
    const size = y.reduce((most, value) => Math.max(most, Math.abs(value)), unit === 'Pa' ? 1e5 : 1e-9);
    y.forEach((value, k) => {
      const deviation = Math.abs((other[k] as number) - value - rise) / size;
      if (!(deviation <= worst[0])) worst = [deviation, name];
    });
  }
  return worst;
}

const hydraulicKinds = [...library].filter(([, { ports }]) => Object.values(ports).includes('hydraulic')).map(([kind]) => kind);

/** Quickly those that have pressures of places, and every fourth of the others. */
describe.each(hydraulicKinds.filter((kind, k) => isFull || k % 4 === 0 || levelsOf(kind).length > 0))('%s', (kind) => {
  const circuits = both(kind);

  test('by lines', async () => {
    // Fixed steps: a step that is controlled may be rejected in one file and not in the other, for the last digit of its error.
    const [gauge, absolute] = (await Promise.all(
      circuits.map((circuit) =>
        simulate({ ...circuit, run: { ...circuit.run, step: circuit.run.end / 500 } }, { workers: 1, kernels: 'js' }),
      ),
    )) as [LineResults, LineResults];
    expect([gauge.ending, absolute.ending]).toEqual([null, null]);
    const [worst, name] = apart(circuits[0], gauge, absolute);
    // Rounding of pressures that are 1 bar larger, some 1e-14, as friction and switches enlarge it.
    expect(worst, name).toBeLessThan(1e-6);
  });

  test('by an integrator', async () => {
    const [gauge, absolute] = await Promise.all(circuits.map((circuit) => simulateLumped(circuit, { solver: 'rodas4', ...tolerance })));
    expect([gauge?.ending, absolute?.ending]).toEqual([null, null]);
    const [worst, name] = apart(
      circuits[0],
      gauge as Pick<LineResults, 'series' | 'columns'>,
      absolute as Pick<LineResults, 'series'>,
      false,
    );
    // Its tolerance; the atmosphere is a hundredth of these pressures.
    expect(worst, name).toBeLessThan(1e-5);
  });
});

describe('an absolute file that leaves pressures out', () => {
  test('has the pressure of the open air in its tanks and lines: a cylinder joined to it does not move', async () => {
    const { circuit } = parseCircuit(
      `
ringmain: 1
name: open
reference: absolute
components:
  cylinder: { kind: singleActingCylinder, bore: 40 mm, stroke: 100 mm, mass: 20 kg }
  restrictor: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  air: { kind: tank }
lines: { a: { from: cylinder, to: restrictor.in, volume: 0.1 l } }
direct: [{ from: restrictor.out, to: air }]
run: { end: 0.1 s }
record: { signals: [cylinder.x, a.p] }`,
      'open.yaml',
    );
    const run = await simulate(circuit, { workers: 1 });
    expect(run.series('a.p').y.every((p) => p === atmosphere)).toBe(true);
    expect(run.series('cylinder.x').y.every((x) => x === 0)).toBe(true);
  });

  test('bounds of a pressure of a place move with it', () => {
    const charged = (pressure: string) => () =>
      parseCircuit(
        `
ringmain: 1
name: charged
reference: absolute
components:
  gas: { kind: thermalAccumulator, gasVolume: 1 l, prechargePressure: ${pressure}, initialPressure: 2 bar, timeConstant: 1 s }
  supply: { kind: pressureSource, pressure: 2 bar }
lines: { a: { from: supply, to: gas, volume: 0.1 l } }`,
        'charged.yaml',
      );
    expect(charged('1 bar')).toThrow('must be above 1.01325 bar');
    expect(charged('1.1 bar')).not.toThrow();
  });
});
