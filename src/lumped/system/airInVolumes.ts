/**
 * What air that is released in a time of its own does to the volumes of a lumped system (releasedAir.ts): C = V ∂K/∂p by x, the part that is free, and what is
 * released counts as a flow into the volume,
 *
 *     p' = [Σq - V ∂K/∂x x'] / C                                                                       V with port volumes
 */
import type { ReleasedAir } from '../../circuit/fluid/releasedAir.js';
import type { System } from './build.js';

/** The air of all volumes of a system, at the point in its layout's cells. */
export class AirInVolumes {
  /** By volume: number in `system.air`, or -1. */
  private readonly place: Int32Array;
  /** By volume with air: entry of its air's rate by its pressure, or -1; V; rates as they were. */
  private readonly byPressure: Int32Array;
  private readonly oil: Float64Array;
  private readonly kept: Float64Array;

  constructor(
    private readonly law: ReleasedAir,
    private readonly system: System,
  ) {
    const { air, volumes, layout, assembly } = system;
    this.place = new Int32Array(volumes.count).fill(-1);
    for (const [k, { volume }] of air.entries()) this.place[volume] = k;
    const { starts, rows } = assembly.pattern;
    this.byPressure = Int32Array.from(air, ({ volume, unknown }) => {
      const column = layout.unknownOfVolume[volume];
      if (column < 0) return -1;
      const within = rows.subarray(starts[column], starts[column + 1]).indexOf(unknown);
      return within < 0 ? -1 : starts[column] + within;
    });
    this.oil = new Float64Array(air.length);
    this.kept = new Float64Array(air.length);
  }

  /** ∂K/∂p of a volume, 1/Pa; undefined of one without oil of the law. */
  compliance(volume: number): number | undefined {
    const k = this.place[volume];
    return k < 0 ? undefined : this.law.compliance(this.pressure(volume), this.free(k));
  }

  /** Released air counts as a flow, m3/s; `walls`: parts of walls in the capacitance. */
  addReleased(walls: Float64Array): void {
    const { F, lawCapacitance, sum, rate } = this.system.layout;
    for (const [k, { volume, unknown }] of this.system.air.entries()) {
      const [p, x] = [this.pressure(volume), this.free(k)];
      const oil = (F[lawCapacitance + volume] - walls[volume]) / this.law.compliance(p, x);
      this.oil[k] = oil;
      F[sum + volume] = F[sum + volume] + oil * this.law.relief(p, x) * F[rate + unknown];
    }
  }

  /**
   * Until `showReleased`, rates of pressures lack what is released into oil that components lend: in proportion to it as its compliance is, but for the
   * wall's part, it cancels what is lost of the rate.
   */
  hideReleased(): void {
    const { F, rate, unknownOfVolume } = this.system.layout;
    for (const [k, { volume, unknown }] of this.system.air.entries()) {
      const row = unknownOfVolume[volume];
      if (row < 0) continue;
      const [p, x] = [this.pressure(volume), this.free(k)];
      const own = F[rate + row];
      this.kept[k] = own;
      F[rate + row] = own - (this.law.relief(p, x) * F[rate + unknown]) / this.law.compliance(p, x);
    }
  }

  showReleased(): void {
    const { F, rate, unknownOfVolume } = this.system.layout;
    for (const [k, { volume }] of this.system.air.entries()) {
      const row = unknownOfVolume[volume];
      if (row >= 0) F[rate + row] = this.kept[k];
    }
  }

  /** Adds the slopes of that flow by pressure and air to rows of pressures, not yet over C. */
  addSlopes(cells: Float64Array): void {
    const { air, assembly, layout } = this.system;
    const { F, rate, unknownOfVolume } = layout;
    for (const [k, { volume, unknown }] of air.entries()) {
      const row = unknownOfVolume[volume];
      if (row < 0) continue;
      const [p, x, oil] = [this.pressure(volume), this.free(k), this.oil[k]];
      const [relief, moves] = [this.law.relief(p, x), F[rate + unknown]];
      const [own, beside, slope] = [assembly.diagonal[row], assembly.beside[k], this.byPressure[k]];
      const byPressure = slope < 0 ? 0 : cells[slope];
      const byFree = cells[assembly.diagonal[unknown]];
      cells[own] = cells[own] + oil * (relief * byPressure - this.law.complianceByFree(p, x) * moves);
      cells[beside] = cells[beside] + oil * (relief * byFree + this.law.reliefByFree(p, x) * moves);
    }
  }

  /** Slope and value of ∂K/∂p by pressure; takes what the slope by x does to the entry beside, of `lost`, the rate times the law's share of C. */
  slopes(volume: number, cells: Float64Array, lost: number): readonly [slope: number, compliance: number] | undefined {
    const k = this.place[volume];
    if (k < 0) return undefined;
    const [p, x] = [this.pressure(volume), this.free(k)];
    const compliance = this.law.compliance(p, x);
    const beside = this.system.assembly.beside[k];
    cells[beside] = cells[beside] - (lost * this.law.complianceByFree(p, x)) / compliance;
    return [this.law.complianceSlope(p, x), compliance];
  }

  private pressure(volume: number): number {
    return this.system.layout.F[this.system.layout.pressure + volume];
  }

  private free(k: number): number {
    const { F, y } = this.system.layout;
    return F[y + this.system.air[k]?.unknown];
  }
}
