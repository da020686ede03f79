/** Ports of fixed pressure that lines and direct connections share. */
import type { Layout } from '../../program/layout/layout.js';

/** Whether the tank or source of a direct connection has a line at the same port. */
export function endsLine({ network }: Layout, connection: number): boolean {
  const { direct } = network.tables;
  const first = network.firstEnd[direct.reference[connection] as number] as number;
  return (network.ends[first + (direct.referencePort[connection] as number)] as number) >= 0;
}
