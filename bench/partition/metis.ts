/** METIS' gpmetis as a yardstick: Karypis, Kumar, SIAM J. Sci. Comput. 20 (1998) 359; Debian's package metis. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartitionGraph } from '#ringmain/partition/graph.js';

/** METIS takes whole numbers: costs in tenths of a ns. */
const scale = 10;

export interface MetisRun {
  readonly part: Int32Array;
  /** What it says that partitioning took, s; reading and writing apart. */
  readonly seconds: number;
}

/** Whether gpmetis is to be had. */
export function metisIsThere(): boolean {
  return spawnSync('gpmetis', ['-help'], { stdio: 'ignore' }).error === undefined;
}

/** Text of a graph file: a line a vertex, its weight, then neighbours (from 1 on) with the costs of their edges. */
export function metisText({ count, weight, start, to, cut }: PartitionGraph): string {
  const whole = (value: number): number => Math.max(1, Math.round(scale * value));
  const lines = [`${count} ${to.length / 2} 011`];
  for (let v = 0; v < count; v++) {
    const numbers = [whole(weight[v] as number)];
    for (let e = start[v] as number; e < (start[v + 1] as number); e++) numbers.push((to[e] as number) + 1, whole(cut[e] as number));
    lines.push(numbers.join(' '));
  }
  return `${lines.join('\n')}\n`;
}

/** Divides a graph by gpmetis; `imbalance` as 1.03. */
export function runMetis(graph: PartitionGraph, parts: number, type: 'kway' | 'rb', imbalance: number): MetisRun {
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-metis-'));
  try {
    const file = join(folder, 'graph');
    writeFileSync(file, metisText(graph));
    const said = execFileSync('gpmetis', [`-ptype=${type}`, `-ufactor=${Math.round(1000 * (imbalance - 1))}`, file, String(parts)], {
      encoding: 'utf8',
    });
    const part = Int32Array.from(readFileSync(`${file}.part.${parts}`, 'utf8').trim().split('\n'), Number);
    return { part, seconds: Number(/Partitioning:\s+([\d.]+) sec/.exec(said)?.[1] ?? Number.NaN) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
