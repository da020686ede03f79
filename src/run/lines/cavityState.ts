/** What the cavities of wave lines hold: at an operating point, and after the last accepted step. */

import type { CavityRow } from '../../blocks/waveColumns.js';
import { lineValue } from '../../circuit/tables.js';
import { formatQuantity } from '../../circuit/text/units.js';
import type { StartState } from '../../network/startState.js';
import { cavitiesOf, cavityCell, freePart, reportedVolumes } from '../../program/layout/cavityTables.js';
import type { CavityBlock } from '../../program/layout/delayTables.js';
import type { Layout, PartitionLayout } from '../../program/layout/layout.js';
import { RunError } from '../../results/runError.js';

const blockOf = ({ partitions }: Layout, partition: number, block: 'joints' | 'ends'): CavityBlock =>
  (partitions[partition] as PartitionLayout).delays.cavities[block];

/** Gas at the pressures, and flows of components at the ends, of an operating point. Throws RunError where gas is at the vapour pressure. */
export function startCavities(layout: Layout, F: Float64Array, { pressure, flow }: StartState): void {
  const { lines } = layout.network.tables;
  const { atmosphericPressure } = layout.network.circuit.fluid;
  for (let line = 0; line < lines.count; line++) {
    const elements = lineValue(lines, line, 'elements');
    const drop = lineValue(lines, line, 'drop');
    const [from, to] = [pressure[2 * line], pressure[2 * line + 1] + drop];
    for (const { partition, block, column, element } of cavitiesOf(lines, layout.delayPlaces, line)) {
      const cavities = blockOf(layout, partition, block);
      const cell = (row: CavityRow): number => cavityCell(cavities, column, row);
      const all = F[cell('gas')];
      if (block === 'ends') F[cell('drawn')] = (element === 0 ? 1 : -1) * flow[line];
      if (all === 0) continue;
      const rise = block === 'ends' ? drop * (element / elements) : 0;
      const above = from + (to - from) * (element / elements) - rise - F[cell('vapour')];
      if (!(above > 0))
        throw new RunError(
          'RUN214',
          `initial: steady: gas in line '${lines.nameOf(line)}' would be ${formatQuantity(-above, 'Pa')} below the vapour pressure`,
          'write cavitation: vapour for this line, or omit steady',
        );
      const { fluidLaw } = layout.network;
      const gas = fluidLaw?.released ? (F[cell('open')] / reportedVolumes) * atmosphericPressure * freePart(fluidLaw, above) : all;
      F[cell('gas')] = gas;
      for (const row of ['initial', 'volume', 'trial'] as const) F[cell(row)] = gas / above;
    }
  }
}

/** Volumes of the cavities of one line less those at t = 0, m3. */
export function cavityVolumes(layout: Layout, F: Float64Array, line: number): number {
  let sum = 0;
  for (const { partition, block, column } of cavitiesOf(layout.network.tables.lines, layout.delayPlaces, line)) {
    const cavities = blockOf(layout, partition, block);
    sum += F[cavityCell(cavities, column, 'volume')] - F[cavityCell(cavities, column, 'initial')];
  }
  return sum;
}

/** Numbers that the next steps depend on, line by line: volumes, and flows of components at gas cavities at the ends; where air is released, how much gas there is. */
export function* cavityState(layout: Layout, F: Float64Array): Generator<Float64Array> {
  const { lines } = layout.network.tables;
  for (let line = 0; line < lines.count; line++) {
    const values = [...cavitiesOf(lines, layout.delayPlaces, line)].flatMap(({ partition, block, column }) => {
      const rows: CavityRow[] = block === 'ends' ? ['volume', 'drawn'] : ['volume'];
      if (layout.network.fluidLaw?.released) rows.push('gas');
      return rows.map((row) => F[cavityCell(blockOf(layout, partition, block), column, row)]);
    });
    if (values.length > 0) yield Float64Array.from(values);
  }
}
