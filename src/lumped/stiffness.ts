/** Why a circuit is stiff at a point: its fast eigenvalues, the volumes, states and components that they belong to, and the stiffness without them. */

import { tablesOf } from '../circuit/views.js';
import { hasPortVolume } from '../network/portVolumeEnds.js';
import { RunError } from '../results/runError.js';
import { volumeLeft } from './exhausted.js';
import type { Mode, Spectrum } from './stability/eigenvalues.js';
import { type ExplicitStep, explicitSteps } from './stability/explicitSteps.js';
import { type ModeVectors, modal } from './stability/participation.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { type Terms, termsOf } from './system/terms.js';
import { unknownNames } from './system/unknownNames.js';

/** Something with its part of an eigenvalue, 0 to 1; of components it may lie outside, where others work against it. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

export interface FastMode extends Mode {
  /** 1/|Re λ|, s; Infinity where nothing decays. */
  readonly timeConstant: number;
  /** Volumes ('L1+L3.p') and states ('act.v'), by participation: the largest first. */
  readonly unknowns: readonly Share[];
  /** Components by what they add to λ: throttles give a volume its rate, a mass and an area a cylinder's its frequency. */
  readonly components: readonly Share[];
}

/** The stiffness after taking one more volume for quasi-steady. */
export interface Treatment {
  /** As unknowns are called. */
  readonly volume: string;
  /** Its lines, and its port volumes, m3. */
  readonly size: number;
  /** How fast it follows its throttles, s. */
  readonly timeConstant: number;
  /** Whether it is of lines only, so that joining the ports at it takes it away; else a component's chamber is part of it. */
  readonly isJoinable: boolean;
  /** Of the circuit without it and those before it. */
  readonly fastest: number;
  readonly stiffness: number;
  readonly steps: readonly ExplicitStep[];
}

/** Why nothing more is advised: all that is left is slow; the fastest swings; it belongs to states of components; or a volume cannot be spared. */
export type Limit = 'slow' | 'swings' | 'states' | 'needed';

export interface Advice {
  readonly treatments: readonly Treatment[];
  readonly limit: Limit;
  /** Owners of the fastest eigenvalue that remains; empty where none does. */
  readonly left: readonly Share[];
}

export interface Stiffness extends Spectrum {
  /** s */
  readonly t: number;
  readonly fast: readonly FastMode[];
  readonly steps: readonly ExplicitStep[];
}

/** Modes that are listed one by one; parts of a mode that are listed; and of how many each. */
const [mostFast, leastShare, mostShares] = [6, 0.05, 4] as const;
/** Volumes that advice is given for. */
const mostTreated = 8;
/** A volume that settles within this part of what is recorded is quasi-steady for it. */
const quick = 0.1;
/** Unknowns of dense matrices: at 1000, some seconds a point. */
const mostUnknowns = 1000;

/** Analyses linearisations of one system. */
export class StiffnessAnalyser {
  private readonly names: readonly { readonly name: string }[];
  private readonly terms: Terms;
  private readonly values: Float64Array;

  /** RunError for circuits that are too large for dense matrices. */
  constructor(private readonly system: CircuitSystem) {
    if (system.size > mostUnknowns)
      throw new RunError(
        'LMP501',
        `eigenvalues of ${system.size} unknowns: dense matrices take at most ${mostUnknowns}`,
        'analyse a smaller part: fewer stations, or one branch alone',
      );
    this.names = unknownNames(system);
    this.terms = termsOf(system);
    this.values = new Float64Array(system.pattern.rows.length);
  }

  /** At (t, y), with switches in the state that the system has. */
  at(t: number, y: Float64Array): Stiffness {
    const { modes, stiffness, condition } = this.linearised(t, y);
    const fast = modes.slice(0, mostFast).filter(({ frequency }) => frequency > 0);
    const shares = this.componentShares(t, y, fast);
    return {
      t,
      modes: modes.map(plain),
      stiffness,
      condition,
      fast: fast.map((mode, k) => ({
        ...plain(mode),
        timeConstant: 1 / Math.abs(mode.real),
        unknowns: this.unknownShares(mode),
        components: largest(shares[k] as Float64Array, (owner) => this.terms.owners[owner] || "oil's modulus"),
      })),
      steps: explicitSteps(modes),
    };
  }

  /** Which volumes to join or to treat at (t, y), one after the other, for results every `interval` (s). */
  advise(t: number, y: Float64Array, interval: number): Advice {
    const { system, values } = this;
    let { modes } = this.linearised(t, y);
    const mass = Float64Array.from(system.mass ?? new Float64Array(system.size).fill(1));
    const treatments: Treatment[] = [];
    for (;;) {
      const [mode] = modes.filter(({ real }) => real < 0);
      const left = mode ? this.unknownShares(mode) : [];
      if (!mode || treatments.length === mostTreated || !(1 / -mode.real < quick * interval)) return { treatments, limit: 'slow', left };
      if (mode.imaginary > 0) return { treatments, limit: 'swings', left };
      const volume = this.largestVolume(mode);
      if (volume < 0) return { treatments, limit: 'states', left };
      const unknown = system.system.layout.unknownOfVolume[volume];
      mass[unknown] = 0;
      const after = withoutAlgebraic(() => modal(system.pattern, values, mass));
      if (!after) return { treatments, limit: 'needed', left };
      modes = after.modes;
      treatments.push({ ...this.volumeAt(volume), timeConstant: 1 / -mode.real, ...measures(after) });
    }
  }

  private linearised(t: number, y: Float64Array): ReturnType<typeof modal> {
    const { system, values } = this;
    system.jacobian(t, y, values);
    if (!values.every(Number.isFinite))
      throw new RunError(
        'LMP502',
        `the linearised circuit has no finite slopes at ${t} s`,
        'take another time, or a transition pressure above zero',
      );
    return modal(system.pattern, values, system.mass);
  }

  private unknownShares({ participation }: ModeVectors): Share[] {
    return largest(participation, (k) => this.names[k]?.name ?? '');
  }

  /** The volume that takes part most, where volumes make up more than half of a mode; else -1. */
  private largestVolume({ participation }: ModeVectors): number {
    const { layout, volumes } = this.system.system;
    let [sum, most, found] = [0, 0, -1];
    layout.unknownOfVolume.forEach((unknown, v) => {
      if (unknown < 0 || volumes.type[v] !== 'hydraulic') return;
      const part = participation[unknown];
      sum += part;
      if (part > most) [most, found] = [part, v];
    });
    return sum > 0.5 ? found : -1;
  }

  private volumeAt(v: number): Pick<Treatment, 'volume' | 'size' | 'isJoinable'> {
    const { system, circuit } = this.system;
    const { left } = volumeLeft(this.system, v);
    const hasChamber = (system.volumes.lines[v] as readonly number[]).some((line) => hasPortVolume(tablesOf(circuit), line));
    return { volume: this.names[system.layout.unknownOfVolume[v]]?.name ?? '', size: left, isJoinable: !hasChamber };
  }

  /** By mode and owner: Re(lᵀ J_owner r / λ). */
  private componentShares(t: number, y: Float64Array, modes: readonly ModeVectors[]): Float64Array[] {
    const shares = modes.map(() => new Float64Array(this.terms.owners.length));
    this.terms.each(t, y, this.values, (row, column, value, owner) => {
      modes.forEach(({ left, right, real, imaginary }, k) => {
        const [a, b] = [left.re[row], left.im[row]];
        const [c, d] = [right.re[column], right.im[column]];
        const part = value * ((a * c - b * d) * real + (a * d + b * c) * imaginary);
        const own = shares[k] as Float64Array;
        own[owner] = own[owner] + part / (real * real + imaginary * imaginary);
      });
    });
    return shares;
  }
}

/** Null where the algebraic rows have no solution of their own: a closed volume whose pressure no throttle decides. */
function withoutAlgebraic<Made>(make: () => Made): Made | null {
  try {
    return make();
  } catch {
    return null;
  }
}

const plain = ({ real, imaginary, frequency, damping }: Mode): Mode => ({ real, imaginary, frequency, damping });

const measures = ({ modes, stiffness }: Spectrum): Pick<Treatment, 'fastest' | 'stiffness' | 'steps'> => ({
  fastest: 2 * Math.PI * (modes[0]?.frequency ?? 0),
  stiffness,
  steps: explicitSteps(modes),
});

function largest(shares: Float64Array, nameOf: (k: number) => string): Share[] {
  return [...shares.keys()]
    .filter((k) => shares[k] >= leastShare)
    .sort((a, b) => shares[b] - shares[a])
    .slice(0, mostShares)
    .map((k) => ({ name: nameOf(k), share: shares[k] }));
}
