/**
 * CMA-ES (μ/μ_w, λ) with rank-one and rank-μ update and cumulative step length, equations and default parameters of Hansen, "The CMA Evolution Strategy: A Tutorial",
 * arXiv:1604.00772, in the unit cube: points beyond a bound are reflected into it. Only the order of outcomes counts.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { normalDraws, type Optimiser, type Point, reflected } from './optimiser.js';
import { compareOutcomes, type Outcome } from './outcome.js';

export interface CmaEsOptions {
  readonly start: Point;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** First deviation, in parts of the range of each parameter. */
  readonly sigma?: number;
  /** λ; default 4 + 3 ln n. */
  readonly population?: number;
  /** Largest deviation along an axis, in parts of the ranges, at which it has come to rest. */
  readonly tolerance?: number;
}

/** Axes of the distribution beyond this ratio of variances: rounding takes over. */
const worstCondition = 1e14;

export class CmaEs implements Optimiser {
  stopped: string | null = null;
  private readonly n: number;
  private readonly lambda: number;
  private readonly tolerance: number;
  private readonly draw: () => number;
  private readonly weights: readonly number[];
  private readonly rates: { mu: number; sigma: number; c: number; one: number; rankMu: number; damping: number; length: number };
  private mean: number[];
  private sigma: number;
  private readonly pathOfSigma: number[];
  private readonly pathOfC: number[];
  private covariance: Matrix;
  private axes: Matrix;
  private deviations: number[];
  private generation = 0;
  /** Steps y of the points that were asked for, x = m + σ y. */
  private steps: number[][] = [];

  constructor({ start, random, sigma = 0.3, population, tolerance = 1e-5 }: CmaEsOptions) {
    const n = start.length;
    this.n = n;
    this.lambda = Math.max(4, population ?? 4 + Math.floor(3 * Math.log(n)));
    this.tolerance = tolerance;
    this.draw = normalDraws(random);
    const half = Math.floor(this.lambda / 2);
    const raw = Array.from({ length: half }, (_, i) => Math.log((this.lambda + 1) / 2) - Math.log(i + 1));
    const sum = raw.reduce((a, b) => a + b, 0);
    this.weights = raw.map((weight) => weight / sum);
    const mu = 1 / this.weights.reduce((a, weight) => a + weight * weight, 0);
    const one = 2 / ((n + 1.3) ** 2 + mu);
    const rankMu = Math.min(1 - one, (2 * (0.25 + mu + 1 / mu - 2)) / ((n + 2) ** 2 + mu));
    const cSigma = (mu + 2) / (n + mu + 5);
    this.rates = {
      ...{ mu, one, rankMu, sigma: cSigma },
      c: (4 + mu / n) / (n + 4 + (2 * mu) / n),
      damping: 1 + 2 * Math.max(0, Math.sqrt((mu - 1) / (n + 1)) - 1) + cSigma,
      length: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
    };
    this.mean = [...start];
    this.sigma = sigma;
    this.pathOfSigma = new Array<number>(n).fill(0);
    this.pathOfC = new Array<number>(n).fill(0);
    this.covariance = Matrix.eye(n, n);
    this.axes = Matrix.eye(n, n);
    this.deviations = new Array<number>(n).fill(1);
  }

  ask(): readonly Point[] {
    if (this.stopped !== null) return [];
    if (this.steps.length === 0)
      this.steps = Array.from({ length: this.lambda }, () => {
        const z = this.deviations.map((deviation) => deviation * this.draw());
        return this.along(z);
      });
    return this.steps.map((y) => Float64Array.from(y, (own, d) => reflected(this.mean[d] + this.sigma * own)));
  }

  /** B·z: from axes of the distribution to parameters. */
  private along(z: readonly number[]): number[] {
    return Array.from({ length: this.n }, (_, i) => z.reduce((sum, own, j) => sum + this.axes.get(i, j) * own, 0));
  }

  tell(outcomes: readonly Outcome[]): void {
    const { n, rates, weights } = this;
    const order = [...outcomes.keys()].sort((a, b) => compareOutcomes(outcomes[a] as Outcome, outcomes[b] as Outcome) || a - b);
    const best = weights.map((_, i) => this.steps[order[i]]);
    const mean = Array.from({ length: n }, (_, d) => best.reduce((sum, y, i) => sum + weights[i] * y[d], 0));
    this.mean = this.mean.map((own, d) => own + this.sigma * mean[d]);
    this.generation++;
    this.paths(mean);
    const { c, one, rankMu } = rates;
    const isShort = this.pathIsShort();
    const kept = 1 - one - rankMu + (isShort ? 0 : one * c * (2 - c));
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        const spread = best.reduce((sum, y, k) => sum + weights[k] * y[i] * y[j], 0);
        const path = this.pathOfC[i] * this.pathOfC[j];
        const value = kept * this.covariance.get(i, j) + one * path + rankMu * spread;
        this.covariance.set(i, j, value);
        this.covariance.set(j, i, value);
      }
    const length = Math.hypot(...this.pathOfSigma);
    this.sigma *= Math.exp(Math.min(1, (rates.sigma / rates.damping) * (length / rates.length - 1)));
    this.decompose();
    this.steps = [];
    this.end(outcomes);
  }

  /** Evolution paths of the step length, in the axes of the distribution made round, and of the covariance. */
  private paths(mean: readonly number[]): void {
    const { rates, n } = this;
    // C^(-1/2)·y = B·D⁻¹·Bᵀ·y
    const inAxes = Array.from({ length: n }, (_, j) => mean.reduce((sum, own, i) => sum + this.axes.get(i, j) * own, 0));
    const round = this.along(inAxes.map((own, j) => own / this.deviations[j]));
    const gain = Math.sqrt(rates.sigma * (2 - rates.sigma) * rates.mu);
    for (let d = 0; d < n; d++) this.pathOfSigma[d] = (1 - rates.sigma) * this.pathOfSigma[d] + gain * round[d];
    const ofC = this.pathIsShort() ? Math.sqrt(rates.c * (2 - rates.c) * rates.mu) : 0;
    for (let d = 0; d < n; d++) this.pathOfC[d] = (1 - rates.c) * this.pathOfC[d] + ofC * mean[d];
  }

  /** h_σ: whether the path of the step length is short enough for the covariance to follow. */
  private pathIsShort(): boolean {
    const { rates, n } = this;
    const length = Math.hypot(...this.pathOfSigma) / Math.sqrt(1 - (1 - rates.sigma) ** (2 * this.generation));
    return length < (1.4 + 2 / (n + 1)) * rates.length;
  }

  private decompose(): void {
    const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(this.covariance, { assumeSymmetric: true });
    const largest = Math.max(...realEigenvalues);
    this.axes = eigenvectorMatrix;
    this.deviations = realEigenvalues.map((value) => Math.sqrt(Math.max(value, largest / worstCondition)));
  }

  private end(outcomes: readonly Outcome[]): void {
    const largest = this.sigma * Math.max(...this.deviations);
    const [first] = outcomes as [Outcome];
    if (largest < this.tolerance) this.stopped = 'converged';
    else if (outcomes.every((one) => compareOutcomes(one, first) === 0 && Number.isFinite(one.violation)) && largest < 1e-2)
      this.stopped = 'flat: all points about the best are equal';
  }
}
