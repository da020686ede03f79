/** Network + owners → Layout: places words, components and families, in this order. */

import { placeFamilies } from '../../blocks/registry.js';
import { decisions, counters as limits } from '../../blocks/step/decision.js';
import { engineWords, runWords, wordOffsets } from '../../blocks/step/words.js';
import type { Network } from '../../network/network.js';
import { tableSize } from '../kinds/fill.js';
import { KindPlaces } from '../kinds/place.js';
import { Allocator, shared } from './allocator.js';
import type { Layout, LayoutOptions, PartitionLayout } from './layout.js';
import { ownStep } from './rates.js';
import { siteOf } from './site.js';

/** Lays the network out for a run. */
export function layOut(
  network: Network,
  { owner, parts, step, window = 1, shortest = step ?? 1e-6, flow = null, rates = null, ahead = 0, outerFirst = false }: LayoutOptions,
): Layout {
  const memory = new Allocator();
  const kinds = new KindPlaces(network, { owner, parts, step }, memory);
  const { endPartition, endIndex, volumeCell, firstState, place, copies } = kinds;
  const { components } = network.tables;
  const decisionOf = (partition: number): number => memory.rows(decisions, partition, 1);
  const countersOf = (partition: number): number => memory.column(limits, 'limited', partition, firstState[components.count], 2);
  const stepOf = (partition: number): number | null => (rates ? ownStep(rates, partition) : step);
  const decision = decisionOf(0);
  const counters = countersOf(ahead > 0 ? 0 : shared);
  const synchronisations = memory.column(engineWords, 'synchronisations', shared, 1);
  const interval = memory.column(engineWords, 'interval', shared, 1);
  const placed = kinds.groups(outerFirst).map((batches, index) => ({
    ...kinds.placeComponents(index, batches, index > 0 ? decisionOf(index) : decision),
    counters: ahead > 0 && index > 0 ? countersOf(index) : counters,
    step: stepOf(index),
  }));
  const site = siteOf(network, {
    ...{ parts, endPartition, endIndex, volumeCell, interval, window, ahead, stepOf },
    columns: placed,
    ownEnds: placed.map(({ ends }) => ends),
    firstInner: placed.map(({ firstInner }) => firstInner),
    zero: placed.map(({ zero }) => zero),
    words: placed.map((own) => wordOffsets(own)),
    holds: rates !== null,
    shortestStep: shortest,
    startFlow: flow,
  });
  const families = placeFamilies(site, memory);
  const inputs = network.kinds.flatMap(({ source }) => Object.values(source?.model.definition.inputs ?? {}));
  const values = [...new Set(inputs.map((input) => input.default ?? 0))].filter((value) => value !== 0);
  const defaults = { at: memory.column(engineWords, 'defaults', shared, values.length), values };
  const tables = memory.column(runWords, 'tables', shared, tableSize(network));
  const partitions: readonly PartitionLayout[] = placed;
  return {
    ...{
      site,
      network,
      owner,
      partitions,
      defaults,
      firstState,
      place,
      copies,
      families,
      decision,
      counters,
      synchronisations,
      rates,
      tables,
    },
    ...{ placed: memory.placed, size: memory.size },
  };
}
