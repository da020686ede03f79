/**
 * Pseudo-dynamic solvers: at the beginning of a step the pressure is led to rest by the rate equation of a volume that is far too large, in steps of RK4 that are far too long for
 * the true one; then it is held over the step.
 *
 * classical  the flow that leaves is that at the beginning, and one tolerance ends it. Where the two are not near, the pressure that is found answers to a flow that is not
 * advanced   all flows follow the pressure, and below a level of pressure, where roots are steep, another tolerance ends it
 */
import { treatmentForms } from '../../circuit/treatments/forms.js';
import { type SmallVolume, Tally, type Treated, type Treatment } from './treatment.js';

interface Loop {
  /** s */
  readonly innerStep: number;
  /** True volume over pseudo volume. */
  readonly share: number;
  readonly cap: number;
  /** Change of pressure that ends it, Pa, at a pressure. */
  tolerance(pressure: number): number;
  /** As printed: without the sign of the absolute value, so that a fall ends it, whatever its size. */
  readonly signed: boolean;
}

abstract class PseudoDynamic implements Treated {
  readonly counts = new Tally();
  /** Change of pressure in the last iteration, and that which would have ended it, Pa; 0 before the first. */
  private residual = 0;
  private tolerance = 0;
  readonly read = { residual: () => this.residual, tolerance: () => this.tolerance };

  constructor(
    protected readonly volume: SmallVolume,
    private readonly loop: Loop,
  ) {}

  /** Values that are held over the loop. */
  protected abstract begin(pressure: number): void;
  /** Σq as the loop sees it, m3/s. */
  protected abstract net(pressure: number): number;

  pressure(t: number, before: number): number {
    const { loop, counts, volume } = this;
    const h = loop.innerStep;
    const rate = volume.stiffness * loop.share;
    this.begin(before);
    let pressure = before;
    let iterations = 0;
    let isCapped = false;
    for (;;) {
      const k1 = rate * this.net(pressure);
      const k2 = rate * this.net(pressure + (h / 2) * k1);
      const k3 = rate * this.net(pressure + (h / 2) * k2);
      const k4 = rate * this.net(pressure + h * k3);
      const next = Math.max(volume.lowest, pressure + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4));
      const change = next - pressure;
      pressure = next;
      iterations++;
      this.residual = loop.signed ? change : Math.abs(change);
      this.tolerance = loop.tolerance(next);
      // Not a number ends it too: the step that comes fails.
      if (!(this.residual >= this.tolerance)) break;
      if (iterations === loop.cap) {
        isCapped = true;
        break;
      }
    }
    counts.add(t, iterations, isCapped);
    return pressure;
  }
}

class Classical extends PseudoDynamic {
  private readonly flows = new Float64Array(this.volume.throttles.length);
  private readonly fills = new Uint8Array(this.volume.throttles.length);
  private leaving = 0;

  protected begin(pressure: number): void {
    this.volume.flows(pressure, this.flows);
    this.leaving = 0;
    for (let k = 0; k < this.flows.length; k++) {
      const flow = this.flows[k];
      this.fills[k] = flow > 0 ? 1 : 0;
      if (flow < 0) this.leaving += flow;
    }
  }

  protected net(pressure: number): number {
    this.volume.flows(pressure, this.flows);
    let sum = this.leaving;
    for (let k = 0; k < this.flows.length; k++) if (this.fills[k] === 1) sum += this.flows[k];
    return sum;
  }
}

class Advanced extends PseudoDynamic {
  protected begin(): void {}

  protected net(pressure: number): number {
    return this.volume.net(pressure);
  }
}

export const pseudoDynamic: Treatment = {
  ...treatmentForms.pseudoDynamic,
  about: 'classical pseudo-dynamic solver: a loop with the leaving flow held leads the pressure to rest before each step',
  source:
    'Åman and Handroos, Pseudo-dynamic solver for the simulation of stiff hydraulic systems, 2008-2010; as in Ustinov, LUT 2023, §2.3.1',
  when: 'step',
  start: (volume, values) =>
    new Classical(
      volume,
      loopOf(volume, values, () => values['tolerance']),
    ),
};

export const advancedPseudoDynamic: Treatment = {
  ...treatmentForms.advancedPseudoDynamic,
  about:
    'advanced pseudo-dynamic solver: all flows of the volume follow its pressure in the loop, and a tighter tolerance ends it at low pressure',
  source: 'Ustinov and others, IEEE/ASME Trans. Mechatronics (2021), §IV; Ustinov, LUT 2023, algorithm 1',
  when: 'step',
  start: (volume, values) => {
    const { tolerance, lowTolerance, lowPressure } = values as Record<string, number>;
    return new Advanced(
      volume,
      loopOf(volume, values, (pressure) => (pressure < lowPressure ? lowTolerance : tolerance)),
    );
  },
};

function loopOf(volume: SmallVolume, values: Readonly<Record<string, number>>, tolerance: Loop['tolerance']): Loop {
  const { innerStep, pseudoVolume, iterations, signed } = values as Record<string, number>;
  return {
    innerStep,
    share: volume.oil / pseudoVolume,
    cap: iterations,
    tolerance,
    signed: signed === 1,
  };
}
