/** The order in which ways are measured that are compared. */

/** All, round after round, forwards and backwards in turn: a slow spell of the machine meets neighbours alike. */
export function* inTurn<Way>(ways: readonly Way[], rounds: number): Generator<Way> {
  for (let round = 0; round < rounds; round++) yield* round % 2 === 0 ? ways : [...ways].reverse();
}
