/** Seeded draws: the same seed gives the same circuit, and the same plan, on every machine. */

export type Random = () => number;

/** Uniform in [0, 1), 32 bits: mulberry32 by T. Ettinger. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** 0 to count - 1 in random order. */
export function shuffled(count: number, random: Random): Int32Array {
  const order = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const other = Math.floor(random() * (k + 1));
    order[k] = order[other];
    order[other] = k;
  }
  return order;
}
