/** What blocks may ask of a network that is laid out (blocks/site.ts). */
import type { Site } from '../../blocks/site.js';
import { lineValue } from '../../circuit/tables.js';
import type { Network } from '../../network/network.js';
import { keepsHistory } from './delayTables.js';
import type { Layout } from './layout.js';

/** What a site is made of; `stepOf`: fixed step of a partition, s, null for a variable one. */
export interface Laid {
  readonly network: Network;
  readonly parts: number;
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  readonly window: number;
  readonly stepOf: (partition: number) => number | null;
}

/** The site of a network whose ends have their places. */
export function siteOf({ network: { tables }, parts, endPartition, endIndex, window, stepOf }: Laid): Site {
  const { lines } = tables;
  const stepOfLine = (line: number): number | null => stepOf(endPartition[2 * line]);
  return {
    ...{ parts, endPartition, endIndex, window },
    lineCount: lines.count,
    line: (line, value) => lineValue(lines, line, value),
    historyOf(line) {
      if (Number.isNaN(lineValue(lines, line, 'delay'))) return 'none';
      return keepsHistory(tables, line, stepOfLine(line)) ? 'time' : 'steps';
    },
    stepOf: stepOfLine,
  };
}

/** A layout with other values of its network. */
export function withNetwork(layout: Layout, network: Network): Layout {
  const stepOf = (partition: number): number | null => layout.partitions[partition]?.step ?? null;
  return { ...layout, network, site: siteOf({ ...layout, network, window: layout.site.window, stepOf }) };
}
