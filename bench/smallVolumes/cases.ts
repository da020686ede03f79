/** Circuits with a small volume, and the cures that are held against each other on them. */
import type { LumpedOptions } from '#ringmain/lumped/types.js';
import type { RunOptions } from '#ringmain/run/types.js';

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
}

const cylinder = { volume: 'Vv', pressure: 'valve.P.p', position: { name: 'cylinder.x', stroke: 1 }, end: 4 };

export const smallVolumeCases: readonly SmallVolumeCase[] = [
  {
    ...{ name: 'three-orifices', volume: 'V2', pressure: 'o3.in.p', position: null, end: 1 },
    ...{ referenceStep: 1e-4, step: 1e-3, innerStep: 1e-4, tolerance: 300, lowTolerance: 10 },
  },
  {
    ...{ name: 'flow-control-valve', volume: 'V1', pressure: 'throttle.in.p', position: null, end: 2 },
    ...{ referenceStep: 1e-6, step: 1e-4, innerStep: 1e-5, tolerance: 300, lowTolerance: 10 },
  },
  { name: 'cylinder-drive-2020', ...cylinder, referenceStep: 5e-5, step: 4e-4, innerStep: 1e-5, tolerance: 200, lowTolerance: 50 },
  { name: 'cylinder-drive-2021', ...cylinder, referenceStep: 1e-5, step: 1e-4, innerStep: 1e-4, tolerance: 300, lowTolerance: 20 },
  { name: 'cylinder-drive-2023', ...cylinder, referenceStep: 1e-5, step: 1e-4, innerStep: 1e-4, tolerance: 200, lowTolerance: 50 },
];

/** One way to solve it: by lines or by an integrator, with the small volume or with its neighbours joined. */
export interface Cure {
  readonly name: string;
  readonly joined: boolean;
  readonly lumped: LumpedOptions | null;
  readonly lines: RunOptions | null;
}

/** The cures of a circuit, in the order of the table. The first is RK4 at the published step. */
export function curesOf({ volume, referenceStep, step, innerStep, tolerance, lowTolerance }: SmallVolumeCase): readonly Cure[] {
  const fixed = (name: string, solver: string, length: number, treatment?: string, settings: Record<string, number> = {}): Cure => ({
    name,
    joined: false,
    lines: null,
    lumped: { solver, step: length, events: 'step over', ...(treatment ? { treat: [{ volume, treatment, settings }] } : {}) },
  });
  const loop = { innerStep, pseudoVolume: 1e-3, tolerance };
  const variable = (name: string, solver: string, relativeTolerance: number, more: LumpedOptions = {}, joined = false): Cure => ({
    name,
    joined,
    lines: null,
    lumped: { solver, relativeTolerance, ...more },
  });
  const byLines = (name: string, pressureError: number, joined: boolean): Cure => ({
    name,
    joined,
    lumped: null,
    lines: { workers: 1, pressureError },
  });
  return [
    fixed('RK4', 'rk4', referenceStep),
    fixed('RK4', 'rk4', step),
    fixed('forward Euler', 'forwardEuler', step),
    fixed('quasi-steady, RK4', 'rk4', step, 'quasi-steady'),
    fixed('multiple scales as printed, RK4', 'rk4', step, 'multiple-scales'),
    fixed('multiple scales, transient, RK4', 'rk4', step, 'multiple-scales', { form: 2 }),
    fixed('pseudo-dynamic, RK4', 'rk4', step, 'pseudo-dynamic', loop),
    fixed('advanced pseudo-dynamic, RK4', 'rk4', step, 'advanced-pseudo-dynamic', { ...loop, lowTolerance }),
    variable('dopri5', 'dopri5', 1e-5),
    variable('rodas4', 'rodas4', 1e-3),
    variable('rodas4', 'rodas4', 1e-5),
    variable('radau5', 'radau5', 1e-5),
    variable('bdf', 'bdf', 1e-5),
    variable('quasi-steady as an equation, rodas4', 'rodas4', 1e-3, { treat: [{ volume, treatment: 'quasi-steady' }] }),
    variable('joined, rodas4', 'rodas4', 1e-3, {}, true),
    byLines('TLM', 1e4, false),
    byLines('TLM', 1e3, false),
    byLines('TLM, joined', 1e4, true),
    byLines('TLM, joined', 1e3, true),
  ];
}
