/**
 * Air that is released in a time of its own (circuit/fluid/releasedAir.ts), in the lumped system: a state x for each volume, the part that is free, whose rate is that of a
 * component at the volume's pressure. What the rest of the system does not see of it: airInVolumes.ts.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { fluidLawOf } from '../../circuit/fluid/fluidLaw.js';
import { dissolvedFraction, type ReleaseValues, releaseRate } from '../../circuit/fluid/releasedAir.js';
import { tablesOf } from '../../circuit/views.js';
import { component } from '../../equations/language/definition.js';
import type { Instances } from './batch.js';
import type { SystemLayout } from './layout.js';
import type { Volumes } from './volumes.js';

const definition = component({
  kind: 'air in oil',
  about: 'Air that is released and dissolved in times of its own.',
  source: 'circuit/fluid/releasedAir.ts',
  group: '',
  ports: { oil: 'hydraulic' },
  parameters: {
    release: { unit: 's', about: 'time of release' },
    dissolution: { unit: 's', about: 'time of dissolution' },
    zero: { unit: 'Pa', about: 'absolute pressure where the file counts 0' },
    released: { unit: 'Pa', about: 'P_v, absolute' },
    dissolved: { unit: 'Pa', about: 'P_d, absolute' },
  },
  states: { free: { unit: '1', initial: `1 - ${dissolvedFraction('(oil.p + zero)')}`, about: 'part of the air that is free' } },
  equations: `${releaseRate('(oil.p + zero)')}
    oil.q = 0
  `,
});

/** s: times on the way to rest, where nothing asks when the air is there. */
const soon = 1e-3;

/** One for each volume with oil of such a fluid; `damped`: on the way to rest. */
export function airInstances(circuit: Circuit, { oil, initial, lines }: Volumes, damped: boolean): Instances[] {
  const own = fluidLawOf(circuit)?.released?.values;
  if (!own) return [];
  const values = damped ? { ...own, release: soon, dissolution: soon } : own;
  const volumes = Int32Array.from([...oil.keys()].filter((v) => oil[v] > 0));
  const first = volumes.map((v) => lines[v]?.[0]);
  const { lines: table } = tablesOf(circuit);
  return [
    {
      definition,
      stands: 'air',
      omitted: [],
      shared: {},
      count: volumes.length,
      nameOf: (i) => table.nameOf(first[i]),
      componentOf: () => -1,
      nodes: [volumes],
      lines: [first],
      parameter: (name) => new Float64Array(volumes.length).fill(values[name as keyof ReleaseValues]),
      startPressure: () => Float64Array.from(volumes, (v) => initial[v]),
      table: () => ({ x: [], y: [] }),
    },
  ];
}

/** A volume whose oil has such air: the unknown of the part that is free. */
export interface VolumeAir {
  readonly volume: number;
  readonly unknown: number;
}

/** The entry of each volume's pressure by its air, and of the air by itself, for the pattern; none where something sets the pressure. */
export function airEntries(
  air: readonly VolumeAir[],
  { unknownOfVolume }: SystemLayout,
): { readonly row: number; readonly column: number }[] {
  return air.map(({ volume, unknown }) => {
    const row = unknownOfVolume[volume];
    return { row: row < 0 ? unknown : row, column: unknown };
  });
}

/** Ends of the conditions of `definition`, by how they are printed, in words. */
const told: readonly (readonly [end: string, words: string])[] = [
  ['free < 0', 'air goes back into solution'],
  ['free >= 0', 'air comes out of solution'],
  ['< 1', 'oil that cannot hold all air'],
  ['>= 1', 'oil that can hold all air'],
  ['> 0', 'pressure above that of vapour'],
  ['<= 0', 'vapour pressure'],
];

/** A condition of the air in a line's volume, by its text. */
export function airSwitchName(line: string, condition: string): string {
  return `${line}: ${told.find(([end]) => condition.endsWith(end))?.[1] ?? condition}`;
}
