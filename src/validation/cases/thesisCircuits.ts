/**
 * The circuits after Burton 1994, by TLM with the settings of their files and as ODEs, against another program that has the same equations written out once
 * more: bench/reference/thesis.py, SciPy's Radau IIA at 1e-8, with jumps located. Its results are stored beside it.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { interpolatedAt } from '../../results/deviation.js';
import type { Results } from '../../run/types.js';
import type { Curve, ValidationCase, Workbench } from '../case.js';
import { largestDeviation, largestOf, rangeOf } from '../measures.js';
import { storedTable } from '../oracles/storedTable.js';
import { byLines, byOde, type Recorded } from '../runs.js';

const scipy = 'independent: SciPy Radau IIA, bench/reference/thesis.py';

interface Stretch {
  readonly name: string;
  /** s */
  readonly until: number;
  readonly aside?: Curve['aside'];
}

/** Where the unloading valve and its check valve switch at the frequency of a few oscillating lines: where one of two solutions is at an instant is chance. */
const twoActuator: Stretch = {
  name: 'two-actuator',
  until: 2.5,
  aside: [
    [0.04, 0.1],
    [1.3, 1.75],
  ],
};
const controlled: Stretch = { name: 'controlled-two-actuator', until: 4 };
const ringMain: Stretch = { name: 'ring-main', until: 4 };

/** Every recorded quantity at the times of the stored table. */
async function compared(bench: Workbench, { name, until, aside }: Stretch, results: Recorded): Promise<Curve[]> {
  const table = storedTable(await bench.table(name));
  const rows = [...table.t.keys()].filter((k) => (table.t[k] as number) > 0 && (table.t[k] as number) <= until);
  const x = rows.map((k) => table.t[k] as number);
  return table.names.map((quantity): Curve => {
    const own = results.series(quantity) as ReturnType<Results['series']>;
    const stored = table.of(quantity);
    return {
      name: quantity,
      unit: own.unit,
      x,
      ours: x.map((t) => interpolatedAt(own, Math.min(t, own.t.at(-1) as number)) ?? Number.NaN),
      reference: rows.map((k) => stored[k] as number),
      ...(aside ? { aside } : {}),
    };
  });
}

/** The verdict of all curves, and of the pictures the four that are farthest off. */
function worst(curves: readonly Curve[]): { readonly error: number; readonly curves: Curve[]; readonly notes: string[] } {
  const rated = curves
    .map((curve) => ({ curve, error: largestDeviation(curve, rangeOf(curve.reference)) }))
    .sort((one, other) => (one.error >= other.error || Number.isNaN(one.error) ? -1 : 1));
  const [first] = rated;
  return {
    error: largestOf(rated.map(({ error }) => error)),
    curves: rated.slice(0, 4).map(({ curve }) => curve),
    notes: [
      `largest in ${first?.curve.name}, of ${rated.length} quantities; the median of their largest is ${(rated[rated.length >> 1]?.error ?? Number.NaN).toPrecision(2)}`,
    ],
  };
}

function lines(stretch: Stretch, title: string, tolerance: number, reason: string, measure: string): ValidationCase {
  return {
    name: `${stretch.name}-lines`,
    group: 'Circuits',
    title,
    against: scipy,
    measure,
    tolerance,
    reason,
    run: async (bench) => worst(await compared(bench, stretch, await tlm(await bench.circuit(stretch.name), stretch.until))),
  };
}

const tlm = (circuit: Circuit, until: number): Promise<Results> => byLines(circuit, { until, every: 1e-3 });

function ode(stretch: Stretch, title: string, tolerance: number, reason: string, measure: string): ValidationCase {
  return {
    name: `${stretch.name}-ode`,
    group: 'Circuits',
    title,
    against: scipy,
    measure,
    tolerance,
    reason,
    run: async (bench) => {
      const circuit = await bench.circuit(stretch.name);
      const results = await byOde(circuit, { relativeTolerance: 1e-6, until: stretch.until, every: 5e-3 });
      return worst(await compared(bench, stretch, results));
    },
  };
}

const ranges = 'largest deviation of any quantity, of its range';

/** What another lumped ODE solution of the circuit has, and the text and the axes of Burton's figures agree with: two to four digits. */
const figures: ValidationCase = {
  name: 'two-actuator-figures',
  group: 'Circuits',
  title: 'Speeds, pressures and times of the two-actuator circuit by TLM, one number for each',
  against: 'independent: an ODE of the circuit; Burton 1994 Fig. 5.3 agrees',
  measure: 'largest relative deviation',
  tolerance: 0.025,
  reason: 'Burton finds 1 to 2.5 % between TLM and the ODE; the numbers themselves have two to four digits',
  run: async (bench) => {
    const results = await tlm(await bench.circuit('two-actuator'), 2.5);
    const at = (quantity: string, time: number): number =>
      interpolatedAt(results.series(quantity), Math.min(time, 2.5 - 1e-6)) ?? Number.NaN;
    const contact = results.t[results.series('act2.x').y.findIndex((x) => x >= 1.7)] as number;
    const unloaded = results.t[results.series('prv.in.p').y.findLastIndex((p) => p >= 1e5)] as number;
    const numbers: readonly (readonly [ours: number, published: number])[] = [
      [at('act1.v', 0.6), 0.138],
      [at('act2.v', 0.6), 0.14],
      [(at('fd.speed', 0.6) * 30) / Math.PI, 985],
      [at('nB.p', 0.6) / 1e5, 61],
      [contact, 0.73],
      [at('act1.v', 1), 0.1],
      [at('act2.v', 1), 0.102],
      [unloaded, 1.7],
      [at('act1.v', 2.2), 0.041],
      [at('nB.p', 2.5) / 1e5, 198],
      [at('act1.x', 2.5), 1.819],
      [at('act2.x', 2.5), 1.822],
    ];
    const curve: Curve = {
      name: 'ours over the published number',
      unit: '1',
      x: numbers.map((_, k) => k + 1),
      ours: numbers.map(([ours, published]) => ours / published),
      reference: numbers.map(() => 1),
      abscissa: { name: 'number', unit: '1' },
    };
    return {
      error: largestDeviation(curve),
      curves: [curve],
      notes: [
        'speeds of both rods, divider and main pressure before the springs; contact; both rods at the springs; unloading; rod; main and both positions at the end',
        `ours: ${numbers.map(([ours]) => ours.toPrecision(4)).join(', ')}`,
      ],
    };
  },
};

/** Oil that a run loses, of what flows through. */
const balance: ValidationCase = {
  name: 'mass-balance',
  group: 'Circuits',
  title: 'Oil in lines, volumes and components against what has come in and gone out; four circuits by TLM at variable steps',
  against: 'analytic: conservation of mass',
  measure: 'largest imbalance, of the flow through the circuit',
  tolerance: 1e-11,
  reason: 'up to 8e4 steps with rounding of 1e-16 each, in sums of up to a hundred terms',
  run: async (bench) => {
    const found: { readonly name: string; readonly mass: number }[] = [];
    for (const name of ['two-actuator', 'controlled-two-actuator', 'ring-main', 'servo-cylinder']) {
      const { balance: off } = await byLines(await bench.circuit(name), { until: 2 });
      found.push({ name, mass: off.mass });
    }
    const curve: Curve = {
      name: `imbalance of ${found.map(({ name }) => name).join(', ')}`,
      unit: '1',
      x: found.map((_, k) => k + 1),
      ours: found.map(({ mass }) => mass),
      reference: found.map(() => 0),
      abscissa: { name: 'circuit', unit: '1' },
    };
    return { error: largestDeviation(curve), curves: [curve] };
  },
};

const twoReason =
  'at its smallest step of 1 µs TLM lets 12 cm³ too much through the unloading valve at 44 ms; a piston meets its spring 1 ms late, and is 4 % off there';

export const thesisCases: readonly ValidationCase[] = [
  figures,
  lines(twoActuator, 'The two-actuator circuit by TLM', 0.045, twoReason, `${ranges}, chatter aside`),
  ode(
    twoActuator,
    'The two-actuator circuit as an ODE, rodas4 at 1e-6',
    2e-3,
    'the reference opens its unloading valve over 0.1 bar, ours at once; in the chatter before, that decides on when it shuts',
    `${ranges}, chatter aside`,
  ),
  lines(
    controlled,
    'The electro-hydraulic two-actuator circuit by TLM',
    0.01,
    'pressure error of 0.1 bar of 60, by which friction at rest is a little early or late; TLM adds the delay of its lines',
    ranges,
  ),
  ode(
    controlled,
    'The same as an ODE, rodas4 at 1e-6',
    1e-4,
    'a hundred times the tolerance of a step, over 45 times of sticking and slipping',
    ranges,
  ),
  lines(
    ringMain,
    'The ring main of 85 components by TLM, 4 s',
    0.01,
    'pressure error of 0.1 bar of 40 and more; TLM adds the delay of its lines',
    ranges,
  ),
  ode(ringMain, 'The same as an ODE, rodas4 at 1e-6', 1e-4, 'a hundred times the tolerance of a step', ranges),
  balance,
];
