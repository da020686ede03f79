/** Circuits with a small volume, and the cures that are held against each other on them. */
import type { TreatmentChoice } from '#ringmain/lumped/treatments/treatment.js';
import type { LumpedOptions } from '#ringmain/lumped/types.js';
import type { RunOptions } from '#ringmain/run/types.js';

/** s between compared rows. */
export const every = 1e-3;

export interface SmallVolumeCase {
  /** Of circuits/. */
  readonly name: string;
  /** The small volume: a line between two components. */
  readonly volume: string;
  /** Its pressure at a port, which is there with and without the line. */
  readonly pressure: string;
  /** What moves, with the stroke that its error is referred to, m; null where nothing does. */
  readonly position: { readonly name: string; readonly stroke: number } | null;
  /** s */
  readonly end: number;
  /** s: of RK4 as published. */
  readonly referenceStep: number;
  /** s: of treatments as published, and of the loops within. */
  readonly step: number;
  readonly innerStep: number;
  /** Pa */
  readonly tolerance: number;
  readonly lowTolerance: number;
  /** How a network is trained in its place; null where nothing can be varied. */
  readonly network: {
    /** Inputs that are drawn at random in training. */
    readonly drives: readonly string[];
    /** What it is told: states and pressures around the volume, none of its own. */
    readonly inputs: readonly string[];
    /** s, between samples. */
    readonly every: number;
  } | null;
}

const cylinder = { volume: 'Vv', pressure: 'valve.P.p', position: { name: 'cylinder.x', stroke: 1 }, end: 4 };
const around = (spool: string): string[] => ['compensator.coefficient', spool, 'nA.p', 'nB.p'];
const tenVolts = { drives: ['voltage=-10..10:0.5 s'], inputs: around('valve.spool'), every: 1e-3 };

export const smallVolumeCases: readonly SmallVolumeCase[] = [
  {
    ...{ name: 'three-orifices', volume: 'V2', pressure: 'o3.in.p', position: null, end: 1 },
    ...{ referenceStep: 1e-4, step: 1e-3, innerStep: 1e-4, tolerance: 300, lowTolerance: 10 },
    // No signal drives it: in training its supply does, which is constant in all that is measured.
    network: { drives: ['supply=0..1.5e7:0.2 s'], inputs: ['V1.p'], every: 1e-3 },
  },
  {
    ...{ name: 'flow-control-valve', volume: 'V1', pressure: 'throttle.in.p', position: null, end: 2 },
    ...{ referenceStep: 1e-6, step: 1e-4, innerStep: 1e-5, tolerance: 300, lowTolerance: 10 },
    network: {
      drives: ['pressure=140..200:0.5 s', 'voltage=-10..10:0.48 s', 'onOff=-1e9..1e9:0.52 s'],
      inputs: ['compensator.in.p', 'compensator.coefficient', 'least.output', 'behind.p'],
      every: 1e-3,
    },
  },
  {
    name: 'cylinder-drive-2020',
    ...cylinder,
    referenceStep: 5e-5,
    step: 4e-4,
    innerStep: 1e-5,
    tolerance: 200,
    lowTolerance: 50,
    network: { drives: ['voltage=-1..1:0.5 s'], inputs: around('voltage.output'), every: 4e-4 },
  },
  {
    name: 'cylinder-drive-2021',
    ...cylinder,
    referenceStep: 1e-5,
    step: 1e-4,
    innerStep: 1e-4,
    tolerance: 300,
    lowTolerance: 20,
    network: tenVolts,
  },
  {
    name: 'cylinder-drive-2023',
    ...cylinder,
    referenceStep: 1e-5,
    step: 1e-4,
    innerStep: 1e-4,
    tolerance: 200,
    lowTolerance: 50,
    network: tenVolts,
  },
];

/** One way to solve it: by lines or by an integrator, with the small volume or with its neighbours joined. */
export interface Cure {
  readonly name: string;
  /** Whether it stands in the table; the others are its points in the picture. */
  readonly tabled: boolean;
  readonly joined: boolean;
  readonly lumped: LumpedOptions | null;
  readonly lines: RunOptions | null;
}

/** Steps beside the published one, as parts of it. */
const stepParts = [2, 0.5, 0.2];
const tolerances = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
/** Pa */
const pressureErrors = [1e5, 1e4, 1e3, 1e2];

/** A cure by steps of a length, with the volume treated or not. */
export function fixedCure(
  { volume }: SmallVolumeCase,
  name: string,
  step: number,
  treat: Partial<TreatmentChoice> = {},
  tabled = true,
): Cure {
  const { treatment } = treat;
  const lumped: LumpedOptions = { solver: name === euler ? 'forwardEuler' : 'rk4', step, events: 'step over' };
  return { name, tabled, joined: false, lines: null, lumped: treatment ? { ...lumped, treat: [{ ...treat, treatment, volume }] } : lumped };
}

const euler = 'forward Euler';

/** The same with the steps of the picture. */
export function fixedCures(one: SmallVolumeCase, name: string, treat: Partial<TreatmentChoice> = {}): Cure[] {
  return [fixedCure(one, name, one.step, treat), ...stepParts.map((part) => fixedCure(one, name, part * one.step, treat, false))];
}

/** The cures of a circuit, in the order of the table, with those of a network. The first is RK4 at the published step. */
export function curesOf(one: SmallVolumeCase, learned: readonly Cure[] = []): readonly Cure[] {
  const { volume, referenceStep, innerStep, tolerance, lowTolerance } = one;
  const loop = { innerStep, pseudoVolume: 1e-3, tolerance };
  const variable = (name: string, solver: string, tabled: readonly number[], more: LumpedOptions = {}, joined = false): Cure[] =>
    tolerances.map((relativeTolerance) => ({
      ...{ name, joined, lines: null, tabled: tabled.includes(relativeTolerance) },
      lumped: { solver, relativeTolerance, ...more },
    }));
  const byLines = (name: string, joined: boolean): Cure[] =>
    pressureErrors.map((pressureError) => ({
      ...{ name, joined, lumped: null, tabled: pressureError === 1e4 || pressureError === 1e3 },
      lines: { workers: 1, pressureError },
    }));
  return [
    fixedCure(one, 'RK4', referenceStep),
    ...fixedCures(one, 'RK4'),
    ...fixedCures(one, euler),
    ...fixedCures(one, 'quasi-steady, RK4', { treatment: 'quasi-steady' }),
    // At the published step alone: they are the quasi-steady pressure, and a loop that ends at its cap takes seconds.
    fixedCure(one, 'multiple scales as printed, RK4', one.step, { treatment: 'multiple-scales' }),
    fixedCure(one, 'multiple scales, transient, RK4', one.step, { treatment: 'multiple-scales', settings: { form: 2 } }),
    fixedCure(one, 'pseudo-dynamic, RK4', one.step, { treatment: 'pseudo-dynamic', settings: loop }),
    ...fixedCures(one, 'advanced pseudo-dynamic, RK4', { treatment: 'advanced-pseudo-dynamic', settings: { ...loop, lowTolerance } }),
    ...learned,
    ...variable('dopri5', 'dopri5', [1e-5]),
    ...variable('rodas4', 'rodas4', [1e-3, 1e-5]),
    ...variable('radau5', 'radau5', [1e-5]),
    ...variable('bdf', 'bdf', [1e-5]),
    ...variable('quasi-steady as an equation, rodas4', 'rodas4', [1e-3], { treat: [{ volume, treatment: 'quasi-steady' }] }),
    ...variable('joined, rodas4', 'rodas4', [1e-3], {}, true),
    ...byLines('TLM', false),
    ...byLines('TLM, joined', true),
  ];
}
