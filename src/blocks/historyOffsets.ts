/** What the loops over wave lines with a history in time are made for: places in memory, choices. The tables are told in program/layout/delayTables.ts. */

/** Numbers of the words (I) that a table's head has. */
interface HeadWords {
  /** Rows of numbers, doubles from row to row, ends. */
  readonly rows: number;
  readonly stride: number;
  readonly count: number;
  /** Rings of cells, how many rows each, when each cell ends. */
  readonly waves: number;
  readonly owns: number;
  readonly slots: number;
  readonly times: number;
  /** Numbers of the table. */
  readonly scalars: number;
  /** What its ends remember. */
  readonly memory: number;
  /** Runs of ends, and what is received. */
  readonly runs: number;
  readonly runCount: number;
  readonly sources: number;
  readonly sourceCount: number;
  /** Lists of the lines and of the cells of port volumes; 0 where none is lent. */
  readonly lines: number;
  readonly lent: number;
  /** Number of the last whole cell. */
  readonly closed: number;
}

/** Numbers of a table (F), from its `scalars` on. */
interface TableNumbers {
  readonly delay: number;
  readonly spacing: number;
  /** Of the newest cell. */
  readonly length: number;
  readonly dissipation: number;
  readonly response: number;
  readonly stepLast: number;
  readonly stepBefore: number;
  /** Of all terms of the weighting function: e^(-nδ), m (1 - e^(-nδ))/(nδ), n and m. */
  readonly decays: number;
  readonly responses: number;
  readonly exponents: number;
  readonly weights: number;
}

/** Rows of a table, a double for each end. */
interface EndRows {
  readonly impedance: number;
  readonly initial: number;
  readonly drop: number;
  readonly passed: number;
  readonly smeared: number;
  readonly returned: number;
  readonly tilt: number;
  readonly half: number;
  readonly series: number;
  readonly darcy: number;
  readonly reynolds: number;
  readonly roughness: number;
  readonly openWave: number;
  readonly openOwn: number;
  readonly openMoment: number;
  readonly mean: number;
  readonly falling: number;
  readonly seen: number;
  readonly last: number;
  readonly change: number;
  readonly own: number;
  readonly wave: number;
  readonly flow: number;
  readonly error: number;
  readonly arriving: number;
  readonly characteristic: number;
  readonly effective: number;
  readonly before: number;
  readonly moment: number;
  readonly known: number;
  readonly portModulus: number;
  readonly portVolume: number;
  readonly portVolumeLeast: number;
  readonly nodePressure: number;
  readonly nodeNext: number;
  readonly nodeStored: number;
  readonly lineCharacteristic: number;
  readonly lineImpedance: number;
  readonly nodeCharacteristic: number;
  readonly nodeImpedance: number;
  readonly nodeKept: number;
  readonly nodeGain: number;
  /** The first of the sums of the weighting function, a row a term. */
  readonly sums: number;
}

export interface HistoryOffsets extends HeadWords, TableNumbers, EndRows {
  /** Columns of ends (F). */
  readonly c: number;
  readonly z: number;
  readonly w: number;
  /** Decision words, and the verdict on an accepted attempt. */
  readonly step: number;
  readonly lastStep: number;
  readonly acceptedTime: number;
  readonly time: number;
  readonly attempts: number;
  readonly verdict: number;
  readonly accept: number;
  /** Word that counts synchronisations of the partitions, by which pressures of the record alternate. */
  readonly turn: number;
  /** Where the partition tells its largest error, and the line that has it. */
  readonly worst: number;
  readonly worstLine: number;
  /** Heads of the tables (I), so many words each. */
  readonly heads: number;
  readonly tables: number;
  readonly headSize: number;
  /** Words of a source (I): ring, doubles from row to row, first run, runs, times, cell from which is read; and of a run: to, from, how many. */
  readonly sourceSize: number;
  readonly runSize: number;
  /** Pressures at ports for the record (I): end, cell; and means of lines: cells at from and to, cell of the mean. How many words there are. */
  readonly pressures: number;
  readonly pressureWords: number;
  readonly means: number;
  readonly meanWords: number;
  /** Terms of the weighting function. */
  readonly terms: number;
  /** Values of `memory`: from which friction depends on frequency, and of turbulent friction. */
  readonly frequencyMemory: number;
  readonly turbulentMemory: number;
  /** What there is in the partition: friction along lines, and such as depends on frequency; turbulent friction; port volumes to ends. */
  readonly remembers: boolean;
  readonly dependsOnFrequency: boolean;
  readonly turbulent: boolean;
  readonly lends: boolean;
  readonly fixedStep: boolean;
  /** Whether what left two delays ago is read from the own ring, or what left the other end one delay ago. */
  readonly twice: boolean;
  /** Elementary functions of all back ends. */
  readonly exp: (x: number) => number;
  readonly log10: (x: number) => number;
}
