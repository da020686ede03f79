/** Oil of components: volumes that they give to lines, what sources, tanks and kinds bring, cavities at ports. */
import type { AddedOil, Cells, GivenVolume, Moment } from '../../blocks/family.js';
import { acceptedPlane } from '../../blocks/step/decision.js';
import { portTypeAt } from '../../circuit/tables.js';
import { noEnd } from '../../network/network.js';
import type { Batch, Layout } from '../layout/layout.js';

/** Volumes that components give to the lines at their ports. */
export function* givenVolumes({ F }: Cells, { network, partitions }: Layout): Generator<GivenVolume> {
  const { ends, firstEnd, directPressures } = network;
  for (const { batches } of partitions)
    for (const { kind, offsets, components } of batches)
      for (const { key, role, of } of kind.kernel.columns) {
        if (role !== 'volume') continue;
        const port = kind.ports.indexOf(of);
        for (let row = 0; row < components.length; row++) {
          const end = ends[firstEnd[components[row]] + port];
          const held = end < 0 && end !== noEnd ? directPressures[-1 - end] : null;
          yield { volume: F[offsets[key] + row], held };
        }
      }
}

/** By a source, a tank or what a kind declares (`oilAdded`). */
export function* addedOil({ F }: Cells, { network, partitions }: Layout, { accepted }: Moment): Generator<AddedOil> {
  const { directPressures, tables } = network;
  for (const { index, batches, direct } of partitions) {
    for (const batch of batches) {
      const at = batch.offsets[`oil_added_${acceptedPlane(accepted[index])}`];
      if (at === undefined) continue;
      const set = pressureSet(batch);
      for (let row = 0; row < batch.components.length; row++) yield { volume: F[at + row], pressure: set === null ? null : F[set + row] };
    }
    for (const { net, connection } of direct) {
      const { component, port } = tables.direct;
      if (portTypeAt(tables.components, component[connection], port[connection]) !== 'hydraulic') continue;
      yield { volume: F[net], pressure: directPressures[connection] };
    }
  }
}

/** Where the pressure stands that a source or tank sets; null for other kinds. */
function pressureSet({ kind, offsets }: Batch): number | null {
  const port = kind.source?.model.ports.find(({ type, assigns, meets }) => type === 'hydraulic' && assigns === 'p' && meets === null);
  return port ? offsets[`p_${port.name}`] : null;
}

/** Cavities at ports, m3. */
export function* cavityVolumes({ F }: Cells, { partitions }: Layout, { accepted }: Moment): Generator<number> {
  for (const { index, batches } of partitions) {
    const plane = acceptedPlane(accepted[index]);
    for (const { kind, offsets, components } of batches) {
      if (offsets['cavities'] === undefined || F[offsets['cavities'] + plane] === 0) continue;
      for (const { key, role } of kind.kernel.columns) {
        if (role !== 'cavity') continue;
        const at = offsets[`${key}_${plane}`];
        for (let row = 0; row < components.length; row++) yield F[at + row];
      }
    }
  }
}
