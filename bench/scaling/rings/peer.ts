/** Times of other programs on the preset rings, stored in bench/peer.json with where they come from. */
import { readFileSync } from 'node:fs';
import type { Preset } from '#ringmain/circuit/generate/presets.js';

export interface PeerRing {
  readonly stations: number;
  /** ns per station and step. */
  readonly oneThread: number;
  readonly twoThreads: number;
  readonly script: number;
}

export interface PeerSetUp {
  readonly preset: Preset;
  readonly stations: number;
  readonly loadSeconds: number;
  readonly scheduleSeconds: number;
  readonly memoryMiB: number;
}

export interface Peers {
  readonly provenance: string;
  readonly peer: string;
  readonly rings: Readonly<Record<Preset, readonly PeerRing[]>>;
  readonly setUp: readonly PeerSetUp[];
}

/** Reads the stored times. */
export function readPeers(): Peers {
  return JSON.parse(readFileSync(new URL('../../../../bench/peer.json', import.meta.url), 'utf8')) as Peers;
}
