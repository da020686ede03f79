/**
 * The oil balance of a run: the circuit's content, from volumes and pressures, against the flow across its edges.
 *
 * A line has V dp/B = Σq over both its ends, and of a component that lends it volume q is -dV/dt + W, W what it brings otherwise. So of every line
 *
 *     dV + V dp/B = W dt,     and of the circuit     Σ ΔV + Σ ∫V dp/B - cavities = ∫ oil added dt                                [1]
 *
 * as what one component takes from a line in a step another, or the same, gives to a line: volume is what components and lines keep. What stands on the
 * left comes from volumes and pressures alone: V (p - p₀)/B of a line of fixed volume, else the ledger of the line (blocks/lines/capacitiveLines.step.ts), and what waves under way
 * hold; on the right stand sources, tanks and what kinds declare (`oilAdded`). No flow of any other component is in it: one that gives what it does not take,
 * or moves without lending what it moves, is seen.
 *
 * Mass is another thing. From [1], d(ρV) = ρ W dt: each line counts what comes with its own density. A closed chamber keeps its mass; a flow q from p₁ to p₂ takes
 * ρ₁ q and gives ρ₂ q, which loses q (p₁ - p₂)/B. This is what mass is off by, at most (highest less lowest pressure)/B of what passes. It is no rounding, and
 * always a loss where oil passes a resistance; the equations of components, of one flow Q for two ports, are made so. No function of volumes and pressures is kept with port volumes: [1] has
 * no integral, as V dp/B + dV of two lines with a flow between them may come back to another height of a cylinder.
 *
 * Where the circuit conserves mass (`fluid: { conserve: mass }`, blocks/lines/massLines.step.ts) all is counted in mass, in m3 of oil of the open air: a line holds M = σV,
 * σ = ρ/ρ₀, with port volumes, a source or tank adds ρ₀ a volume, and to a chamber that it fills itself σ dV in place of dV,
 *
 *     Σ ΔM - cavities = ∫ oil added dt                                                                                            [2]
 */

import type { Cells, GivenVolume, Moment, Stored } from '../../blocks/family.js';
import type { Site } from '../../blocks/site.js';
import type { FluidLaw } from '../../circuit/fluid/fluidLaw.js';
import { ambientPressureOf } from '../../circuit/fluid/fluidValues.js';
import { lineType, lineValue } from '../../circuit/tables.js';
import { familiesOf, type Placed } from '../../program/families.js';
import type { OilContent, OpenedSession, Session } from '../session.js';
import type { LineResults } from '../types.js';
import { momentOf } from './account.js';
import { extremesOf } from './extremes.js';

/** Of the oil in the lines: what a pressure of about 1 Pa moves in them. Where no more flowed, rounding in 100 bar is not small beside it. */
const restingShare = 1e-9;

/** The circuit's content after the last accepted step, or at t = 0. */
export function oilContent({ circuit, layout, F, I }: OpenedSession): OilContent {
  const { lines } = layout.network.tables;
  const { density } = circuit.fluid;
  const ambient = ambientPressureOf(circuit);
  const volumes = Float64Array.from(givenVolumes({ layout, F, I }), ({ volume: size }) => size);
  const ofLines = new Float64Array(lines.count);
  const moment = momentOf(layout, F);
  let [volume, mass] = [0, 0];
  const add = (more: number, strain: number): void => {
    volume += more;
    mass += density * more * Math.exp(strain);
  };
  for (const [family, placed] of familiesOf(layout))
    family.oil?.({ F, I }, placed, layout.site, (line, size, strain, held) => {
      add(size, strain);
      ofLines[line] = held;
    });
  const storing = familiesOf(layout).filter(([family]) => family.stored);
  for (let line = 0; line < lines.count; line++) {
    if (lineType(lines, line) !== 'hydraulic' || layout.site.historyOf(line) === 'none') continue;
    const stored = storedIn(storing, layout.site, { F, I }, line, moment);
    if (!stored) continue;
    const { inLine, inPortVolumes } = stored;
    ofLines[line] = inLine + inPortVolumes;
    const size = lineValue(lines, line, 'volume');
    const strain = (lineValue(lines, line, 'initialPressure') - ambient) / lineValue(lines, line, 'bulkModulus');
    // A wave line is linear: what comes in is oil of the open air where mass is conserved.
    add(size, circuit.fluid.conserve === 'mass' ? Math.log1p(strain + inLine / size) : strain + inLine / size);
  }
  for (const [family, placed] of familiesOf(layout))
    for (const { end, volume: size, pressure } of family.portVolumes?.(F, placed, layout.site) ?? [])
      add(Math.max(0, size), (pressure - ambient) / lineValue(lines, end >> 1, 'bulkModulus'));
  const strain = strainOf({ circuit, layout });
  for (const { volume: size, held } of givenVolumes({ layout, F, I })) if (held !== null) add(size, strain(held));
  return { portVolumes: volumes, lines: ofLines, volume, mass };
}

/** Oil that a line whose waves are under way has taken since t = 0; null for others. */
function storedIn(families: readonly Placed[], site: Site, cells: Cells, line: number, moment: Moment): Stored | null {
  for (const [family, placed] of families) {
    const stored = family.stored?.(cells, placed, site, line, moment);
    if (stored) return stored;
  }
  return null;
}

/** ∫dp/B of the fluid itself from the pressure of the open air to p. */
function strainOf({ circuit, layout }: Pick<OpenedSession, 'circuit' | 'layout'>): (p: number) => number {
  const law: FluidLaw | null = layout.network.fluidLaw;
  const ambient = ambientPressureOf(circuit);
  return law ? law.content : (p) => (p - ambient) / circuit.fluid.bulkModulus;
}

/** Volumes that components of all families give to lines. */
function* givenVolumes({ layout, F, I }: Pick<OpenedSession, 'layout' | 'F' | 'I'>): Generator<GivenVolume> {
  for (const [family, placed] of familiesOf(layout)) yield* family.givenVolumes?.({ F, I }, placed) ?? [];
}

/** What the circuit's content has changed by since t = 0, against what has crossed its edges: the sums at the head of this file. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a sum over everything that holds oil
export function oilBalance(session: Session): LineResults['account']['balance'] {
  const { circuit, layout, F, I, start, oilAtStart } = session;
  const [families, moment] = [familiesOf(layout), momentOf(layout, F)];
  const { lines } = layout.network.tables;
  const { density } = circuit.fluid;
  const [now, strain, keepsMass] = [oilContent(session), strainOf(session), circuit.fluid.conserve === 'mass'];
  let [net, scale, crossed, empty] = [0, 0, 0, 0];
  const count = (volume: number): void => {
    net += volume;
    scale += Math.abs(volume);
  };
  for (const [family, placed] of families)
    for (const { volume, pressure } of family.added?.({ F, I }, placed, moment) ?? []) {
      count(volume);
      crossed += density * volume * (pressure === null || keepsMass ? 1 : Math.exp(strain(pressure)));
    }
  if (keepsMass) {
    let k = 0;
    for (const { held } of givenVolumes(session)) {
      const grown = now.portVolumes[k] - oilAtStart.portVolumes[k++];
      if (held === null) continue;
      crossed += density * Math.expm1(strain(held)) * grown;
      count(-grown);
    }
  } else now.portVolumes.forEach((volume, k) => count(oilAtStart.portVolumes[k] - volume));
  for (const [family, placed] of families) for (const volume of family.cavityVolumes?.({ F, I }, placed, moment) ?? []) empty += volume;
  for (const [family, placed] of keepsMass ? [] : families)
    family.taken?.({ F, I }, placed, layout.site, start, (volume) => count(-volume));
  now.lines.forEach((held, line) => {
    if (lineType(lines, line) !== 'hydraulic') return;
    count(oilAtStart.lines[line] - held);
    if (layout.site.historyOf(line) === 'none') return;
    for (const [family, placed] of families) empty += family.emptied?.(F, placed, layout.site, line) ?? 0;
  });
  const off = Math.abs(net + empty);
  const pressures = extremesOf(session);
  const { highest, lowest } = pressures ?? { highest: { pressure: 0 }, lowest: { pressure: 0 } };
  return {
    conserves: keepsMass ? 'mass' : 'volume',
    mass: scale === 0 ? 0 : off / scale,
    off,
    offMass: density * off,
    through: scale,
    atRest: scale <= restingShare * now.volume,
    content: now.volume - empty,
    contentMass: now.mass - density * empty,
    drift: now.mass - density * empty - oilAtStart.mass - crossed,
    perPassage: keepsMass ? 0 : -Math.expm1(strain(lowest.pressure) - strain(highest.pressure)),
  };
}
