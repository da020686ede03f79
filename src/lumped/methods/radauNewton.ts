import { power } from '../../equations/language/functions.js';
import { complexLinearSystem, linearSystem } from '../algebra/chosenSystem.js';
import type { ComplexLinearSystem, LinearSystem } from '../algebra/linearSystem.js';
import type { Carried, Carrier } from '../carrier.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { allFinite, errorNorm } from './errorNorm.js';
import { alpha, beta, fromBlocks, gamma, nodes, toBlocks } from './radauCoefficients.js';

/** Iterations before the step is given up. */
export const mostIterations = 7;
/** Rate of convergence above which it is. */
const tooSlow = 0.99;

/** How an iteration ended: where it would not get there in time, `shorten` says by how much the step must be shorter. */
export interface RadauEnd {
  converged: boolean;
  /** Rate of convergence: the Jacobian is kept where it is small. */
  theta: number;
  iterations: number;
  shorten: number;
}

/**
 * Simplified Newton iteration for the stages of Radau IIA: (A⁻¹ ⊗ M) Z/h = F(Z), Z_i = Y_i − y, in W = T⁻¹ Z a real and a complex system,
 *   (γ/h M − J) ΔW_1 = (T⁻¹F)_1 − γ/h M W_1,   ((α + iβ)/h M − J) (ΔW_2 + iΔW_3) = (T⁻¹F)_2 + i(T⁻¹F)_3 − (α + iβ)/h M (W_2 + iW_3),
 * with the stopping rules of Hairer & Wanner, Solving Ordinary Differential Equations II, IV.8.
 */
export class RadauNewton implements Carried {
  readonly end: RadauEnd = { converged: false, theta: 0, iterations: 0, shorten: 1 };
  /** Z: in, where the iteration begins; out, the stages. */
  readonly z: readonly [Float64Array, Float64Array, Float64Array];
  readonly system: LinearSystem;
  private readonly complex: ComplexLinearSystem;
  private readonly w: readonly [Float64Array, Float64Array, Float64Array];
  private readonly f: readonly [Float64Array, Float64Array, Float64Array];
  private readonly argument: Float64Array;
  /** η of the step before: how much farther than the last change the solution is. */
  private farther = 1;

  constructor(
    private readonly problem: OdeProblem,
    options: MethodOptions,
    private readonly counts: Counts,
  ) {
    const { size, pattern, mass } = problem;
    const three = (): [Float64Array, Float64Array, Float64Array] => [
      new Float64Array(size),
      new Float64Array(size),
      new Float64Array(size),
    ];
    this.z = three();
    this.w = three();
    this.f = three();
    this.argument = new Float64Array(size);
    this.system = linearSystem(pattern, mass, options.algebra);
    this.complex = complexLinearSystem(pattern, mass, options.algebra);
  }

  carry(carrier: Carrier): void {
    const { end } = this;
    end.converged = carrier.flag(end.converged);
    end.theta = carrier.number(end.theta);
    end.iterations = carrier.number(end.iterations);
    end.shorten = carrier.number(end.shorten);
    this.farther = carrier.number(this.farther);
    this.system.carry(carrier);
    this.complex.carry(carrier);
  }

  /** Factors of both systems for steps of h; false where one is singular. */
  factor(h: number, jacobian: Float64Array): boolean {
    this.counts.factorizations += 2;
    return this.system.factor(gamma / h, jacobian) && this.complex.factor(alpha / h, beta / h, jacobian);
  }

  /** Iterates until the error of Z is below `enough` of the tolerance, `most` times; writes `end`. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one iteration with all ways out of it
  solve(t: number, y: Float64Array, h: number, absolute: Float64Array, relative: number, enough: number, most: number): void {
    const { end, w, z } = this;
    end.converged = false;
    end.shorten = 0.5;
    transform(toBlocks, z, w);
    this.farther = power(Math.max(this.farther, Number.EPSILON), 0.8);
    end.theta = 0;
    let before = 0;
    let rateBefore = 0;
    for (let m = 1; m <= most; m++) {
      end.iterations = m;
      if (!this.change(t, y, h)) return;
      const moved = this.normOf(y, absolute, relative);
      if (!Number.isFinite(moved)) return;
      if (m > 1) {
        const rate = moved / before;
        end.theta = m === 2 ? rate : Math.sqrt(rate * rateBefore);
        rateBefore = rate;
        if (!(end.theta < tooSlow)) return;
        this.farther = end.theta / (1 - end.theta);
        const left = most - 1 - m;
        const expected = (this.farther * moved * power(end.theta, left)) / enough;
        if (left >= 0 && expected >= 1) {
          end.shorten = 0.8 * power(Math.max(1e-4, Math.min(20, expected)), -1 / (4 + left));
          return;
        }
      }
      before = Math.max(moved, Number.EPSILON);
      for (let s = 0; s < 3; s++) {
        const sum = w[s] as Float64Array;
        const change = this.f[s] as Float64Array;
        for (let i = 0; i < sum.length; i++) sum[i] = sum[i] + change[i];
      }
      transform(fromBlocks, w, z);
      // A first change tells of no rate: that of the step before is trusted for one within the tolerance only.
      if (this.farther * moved <= enough && (m > 1 || moved <= 1)) {
        end.converged = true;
        return;
      }
    }
  }

  /** ΔW → f; false where a value is not finite. */
  private change(t: number, y: Float64Array, h: number): boolean {
    const { problem, counts, f, w, z, argument } = this;
    const { mass } = problem;
    for (let s = 0; s < 3; s++) {
      const stage = z[s] as Float64Array;
      for (let i = 0; i < y.length; i++) argument[i] = y[i] + stage[i];
      problem.rates(t + nodes[s] * h, argument, f[s] as Float64Array);
      counts.rates++;
      if (!allFinite(f[s] as Float64Array)) return false;
    }
    transform(toBlocks, f, f);
    const [f1, f2, f3] = f;
    const [w1, w2, w3] = w;
    const g = gamma / h;
    const a = alpha / h;
    const b = beta / h;
    for (let i = 0; i < y.length; i++) {
      if (mass !== null && mass[i] === 0) continue;
      const second = w2[i];
      const third = w3[i];
      f1[i] = f1[i] - g * w1[i];
      f2[i] = f2[i] - (a * second - b * third);
      f3[i] = f3[i] - (b * second + a * third);
    }
    this.system.solve(f1);
    this.complex.solve(f2, f3);
    counts.solves += 2;
    counts.iterations++;
    return true;
  }

  private normOf(y: Float64Array, absolute: Float64Array, relative: number): number {
    let sum = 0;
    for (let s = 0; s < 3; s++) {
      const norm = errorNorm(this.f[s] as Float64Array, y, absolute, relative);
      sum += norm * norm;
    }
    return Math.sqrt(sum / 3);
  }
}

type Three = readonly [Float64Array, Float64Array, Float64Array];

/** into ← matrix · from, stage by stage; both may be the same. */
function transform(matrix: readonly (readonly [number, number, number])[], [x, y, z]: Three, [a, b, c]: Three): void {
  const [[m11, m12, m13], [m21, m22, m23], [m31, m32, m33]] = matrix as readonly [Row, Row, Row];
  for (let i = 0; i < x.length; i++) {
    const first = x[i];
    const second = y[i];
    const third = z[i];
    a[i] = m11 * first + m12 * second + m13 * third;
    b[i] = m21 * first + m22 * second + m23 * third;
    c[i] = m31 * first + m32 * second + m33 * third;
  }
}

type Row = readonly [number, number, number];
