/** Models of lines as text for engineers: when to take which, and the keys of each with what the schema of files says of them. */
import { lineKeyTexts } from '../circuit/file/schema.js';
import { ownModels } from '../circuit/lines/lineModels.js';
import { labelledLines, textTable } from '../report/table.js';

interface DescribedModel {
  /** As `model:` has it; of mechanical lines none. */
  readonly model: string;
  readonly about: string;
  /** When it is the one to take. */
  readonly take: string;
  /** Keys beside those of any line of oil. */
  readonly keys: readonly string[];
  /** One line of a circuit file. */
  readonly example: string;
}

/** Keys that every line of oil may have. */
const common = ['from', 'to', 'model', 'length', 'diameter', 'volume', 'bulkModulus', 'wallThickness', 'wallModulus', 'initialPressure'];

/** Of which `hose` and the like come from their own files. */
export const describedModels: readonly DescribedModel[] = [
  {
    model: 'capacitive (default)',
    about: "A volume of oil between two ports: p' = B Σq/V; no waves, no inertia, no friction.",
    take: 'short lines, manifolds, volumes: where a wave needs less time along it than the shortest motion that matters',
    keys: ['filter', 'segments'],
    example: 'L1: { from: pump, to: valve.in, length: 2 m, diameter: 25 mm }',
  },
  {
    model: 'wave',
    about: 'A line that carries waves with its true delay, and with friction along it or at its ends.',
    take: "water hammer, ripple, long lines; steps are at most a quarter of its delay. 'ringmain check' names lines whose delay is long against the steps",
    keys: [
      'impedance',
      'delay',
      'friction',
      'elements',
      'frictionTolerance',
      'roughness',
      'velocity',
      'elevation',
      'cavitation',
      'gasFraction',
    ],
    example: 'L2: { from: pump, to: valve.in, length: 40 m, diameter: 25 mm, model: wave, friction: laminar }',
  },
  {
    model: 'rigid',
    about: 'A column of oil that moves as one mass, ρAL: no compliance, no waves; joined directly at both ends.',
    take: 'inertia of oil where its compliance does not matter, or stands in other volumes; suction lines, drops of pressure with a mass',
    keys: ['friction', 'mass', 'lossCoefficient', 'initialVelocity', 'elevation'],
    example: 'L3: { from: node, to: valve.in, length: 1 m, diameter: 25 mm, model: rigid }',
  },
  ...ownModels.map(({ name, about, source, own }) => ({
    model: name,
    about: `${about} ${source}.`,
    take: `${own.many} whose wall gives way and follows slowly; needs ${[...own.needs, own.key.name].join(', ')}`,
    keys: [own.key.name],
    example: '',
  })),
  {
    model: 'between mechanical ports',
    about: 'A spring between rods or shafts, or with impedance and delay a bar that carries waves.',
    take: 'shafts, rods, couplings, ropes; one far stiffer than the masses at its ends stands for a rigid one',
    keys: ['stiffness', 'initialForce', 'initialTorque', 'impedance', 'delay'],
    example: 'S1: { from: motor.shaft, to: drum.a, stiffness: 2 kNm/rad }',
  },
];

/** Keys of a model as they stand in files, with their defaults. */
const keysTable = (keys: readonly string[]): string => {
  const texts = lineKeyTexts();
  return textTable(
    [{ heading: 'key' }, { heading: 'meaning' }],
    keys.map((key) => [key, texts.get(key) ?? 'the other end']),
  );
};

/** All of lines: models, when to take which, keys, defaults. */
export function linesText(): string {
  return [
    "A line joins two ports and decouples them: written under 'lines:', recorded as NAME.p and NAME.q (into it at its first end).",
    `when to take which\n${labelledLines(describedModels.map(({ model, take }) => [`  ${model}`, take] as const))}`,
    `any line of oil\n${keysTable(common)}`,
    ...describedModels.map(({ model, about, keys, example }) =>
      [model, about, ...(example ? [`  ${example}`] : []), keysTable(keys)].join('\n'),
    ),
    "'ringmain validate' holds their results against others; circuits/README.md has more about them.",
  ].join('\n\n');
}
