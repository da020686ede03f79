/**
 * One rank of many by itself: what its neighbours would send is its own, shifted, so that what one rank of a run costs is measured where there are no others (Arbor's dry run). The run is
 * that of a ring of equal parts; what is in no proportion to it is the waiting for others.
 */
import type { Gathered, Peer, Ranks } from './ranks.js';

/** Rank `rank` of `count`, without the others. */
export function dryRanks(rank: number, count: number): Ranks {
  const ranks: Ranks = {
    rank,
    count,
    beside: 1,
    carrier: 'nothing: a dry run',
    isDry: true,
    open(area, peers, gathered) {
      const of = new Map(peers.map((peer) => [peer.rank, peer]));
      // What comes from one side is what goes to the other.
      const from = peers.map((peer) => of.get((2 * rank - peer.rank + 2 * count) % count) as Peer);
      const exchange = (): void => {
        for (let k = 0; k < peers.length; k++) {
          const { sendAt } = from[k] as Peer;
          const { receiveAt, receiveCount } = peers[k] as Peer;
          area.copyWithin(receiveAt, sendAt, sendAt + receiveCount);
        }
      };
      const gather = ({ sendAt, receiveAt, count: doubles }: Gathered): void => {
        area.copyWithin(receiveAt, sendAt, sendAt + doubles);
        for (let have = 1; have < count; have *= 2)
          area.copyWithin(receiveAt + have * doubles, receiveAt, receiveAt + Math.min(have, count - have) * doubles);
      };
      let call = 0;
      return () => {
        // Messages are posted, have come, words of all are gathered.
        call = (call + 1) % 3;
        if (gathered && call === 0) gather(gathered);
        else if (!gathered || call === 1) exchange();
        return 0;
      };
    },
    allGather: (own) => new Array<Uint8Array>(count).fill(own),
    send: alone,
    receive: alone,
    within: () => ranks,
  };
  return ranks;
}

function alone(): never {
  throw new Error('a dry run has no other ranks');
}
