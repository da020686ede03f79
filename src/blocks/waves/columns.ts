/** Columns of wave lines with a history in time (histories.ts) and of their cavities (cavities.ts), and what the loops of histories are made for. */
import { type Block, namesOf, type Places } from '../column.js';
import type { LossFactor } from './lossFactor.js';

/** By end of an element; behind these stand the sums of the weighting function, a row a term. */
export const elementEnds = {
  name: 'elements of wave lines',
  row: 'end of an element',
  columns: {
    // Constants.
    impedance: { unit: 'Pa s/m3', writer: 'fill', use: 'constant', about: 'Z' },
    initial: { unit: 'Pa', writer: 'fill', use: 'constant', about: 'initial pressure, from which waves count' },
    drop: { unit: 'Pa', writer: 'fill', use: 'constant', about: 'pressure lost by the rise on the way to this port' },
    // Of friction along the line.
    passed: { unit: '1', writer: 'fill', use: 'constant', about: 'part of a wave that passes' },
    smeared: { unit: '1', writer: 'fill', use: 'constant', about: 'part that is smeared' },
    returned: { unit: '1', writer: 'fill', use: 'constant', about: 'part that comes back' },
    tilt: { unit: '1', writer: 'fill', use: 'constant', about: 'how smeared and returned parts lean' },
    half: { unit: '1', writer: 'fill', use: 'constant', about: 'R/2Z' },
    // Of friction at the end.
    series: { unit: 'Pa s/m3', writer: 'receive', use: 'saved', about: 'resistance at the end' },
    darcy: { unit: 'Pa s2/m6', writer: 'fill', use: 'constant', about: 'ρ L/(2 d A²) of half an element' },
    reynolds: { unit: 's/m3', writer: 'fill', use: 'constant', about: 'Re over |q|' },
    roughness: { unit: '1', writer: 'fill', use: 'constant', about: '(ε/3.7d)^1.11' },
    // State.
    openWave: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'newest cell of the wave that arrives at the other end' },
    openOwn: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'newest cell of the wave that left' },
    openMoment: { unit: 'Pa s2', writer: 'receive', use: 'saved', about: 'its moment about its end' },
    mean: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'mean M of the wave that left in two delays' },
    falling: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'falling mean F of it' },
    seen: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'flow that friction sees, times 2Z' },
    last: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'what left in the last accepted step' },
    change: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'how much more that was than in the one before' },
    // Of the last attempt: it is taken into the history when the next one begins.
    own: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'what left in the attempt' },
    wave: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'what of it arrives' },
    flow: { unit: 'm3/s', writer: 'attempt', use: 'saved', about: 'flow into the line' },
    error: { unit: 'Pa', writer: 'attempt', use: 'scratch', about: 'how far a straight line between steps is off' },
    // Of the next attempt.
    arriving: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'what arrives' },
    characteristic: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'C' },
    effective: { unit: 'Pa s/m3', writer: 'receive', use: 'scratch', about: 'Z without the friction at the end' },
    before: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'what left two delays ago' },
    moment: { unit: 'Pa s', writer: 'receive', use: 'scratch', about: 'its moment over the step' },
    known: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'known part of the mean' },
    // Where a component lends its volume V.
    portModulus: { unit: 'Pa', writer: 'fill', use: 'constant', about: 'B' },
    portVolume: { unit: 'm3', writer: 'receive', use: 'saved', about: 'V' },
    portVolumeLeast: { unit: 'm3', writer: 'fill', use: 'constant', about: "-½ of the line's own volume, above which V must be" },
    nodePressure: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'pressure of V' },
    nodeNext: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'that pressure after the attempt' },
    nodeStored: { unit: 'm3', writer: 'receive', use: 'saved', about: 'oil that V took' },
    lineCharacteristic: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'C of the line itself' },
    lineImpedance: { unit: 'Pa s/m3', writer: 'receive', use: 'scratch', about: 'Z of the line itself' },
    nodeCharacteristic: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'C that the component sees' },
    nodeImpedance: { unit: 'Pa s/m3', writer: 'receive', use: 'scratch', about: 'Z that the component sees' },
    nodeKept: { unit: '1', writer: 'receive', use: 'scratch', about: 'φ' },
    nodeGain: { unit: '1', writer: 'receive', use: 'scratch', about: '1 - e^(-Δ/τ)' },
  },
} as const satisfies Block;
export type EndRow = keyof (typeof elementEnds)['columns'];
export const endRows = namesOf(elementEnds.columns);

/** Histories of a class of elements, and the words behind their rows. */
export const historyCells = {
  name: 'histories of wave lines',
  row: 'end of an element, or cell',
  columns: {
    sums: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'sums of the weighting function, a row a term' },
    waves: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'cells of the wave that left, as it arrives at the other end' },
    owns: { unit: 'Pa', writer: 'receive', use: 'saved', about: 'cells of the wave that left, as it left' },
    times: { unit: 's', writer: 'receive', use: 'saved', about: 'when each cell ends' },
    pressures: { unit: 'Pa', writer: 'attempt', use: 'saved', about: 'pressures at ports for the record, by turns' },
    means: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'mean pressures of lines, where a row is due' },
    lists: {
      type: 'i32',
      unit: '',
      writer: 'receive',
      use: 'constant',
      about: 'heads, sources and runs; in them the last whole cells and where reading begins',
    },
    pressureList: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'ends whose pressures are kept, and where' },
    meanList: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'lines whose means are kept, and where' },
  },
} as const satisfies Block;

/** By class of elements of equal delay; behind these stand decays and responses of the weighting function over the last step, its rates and coefficients. */
export const elementClasses = {
  name: 'classes of elements',
  row: 'class',
  columns: {
    delay: { unit: 's', writer: 'fill', use: 'constant', about: 'T' },
    spacing: { unit: 's', writer: 'fill', use: 'constant', about: 'length from which on a cell is whole' },
    length: { unit: 's', writer: 'receive', use: 'saved', about: 'length of the newest cell' },
    dissipation: { unit: '1/s', writer: 'fill', use: 'constant', about: 'ν/r²' },
    response: { unit: '1', writer: 'receive', use: 'scratch', about: '½ Σ of the responses' },
    stepLast: { unit: 's', writer: 'receive', use: 'saved', about: 'the last accepted step' },
    stepBefore: { unit: 's', writer: 'receive', use: 'saved', about: 'the one before' },
  },
} as const satisfies Block;
export const scalarWords = namesOf(elementClasses.columns);

/** Of a class's weighting function, a double a term. */
export const weightings = {
  name: 'weighting functions',
  row: 'term of a class',
  columns: {
    decays: { unit: '1', writer: 'receive', use: 'saved', about: 'e^(-nδ) over the last step' },
    responses: { unit: '1', writer: 'receive', use: 'saved', about: 'm (1 - e^(-nδ))/(nδ)' },
    rates: { unit: '1', writer: 'fill', use: 'constant', about: 'n' },
    coefficients: { unit: '1', writer: 'fill', use: 'constant', about: 'm' },
  },
} as const satisfies Block;

/** By cavity of a wave line; those from `drawn` on only at the ends of lines. */
export const cavities = {
  name: 'cavities of wave lines',
  row: 'cavity',
  columns: {
    // Constants.
    gas: { unit: 'J', writer: 'fill', use: 'constant', about: 'M = p₀ times the volume of its gas at p₀; saved where air is released' },
    vapour: { unit: 'Pa', writer: 'fill', use: 'constant', about: 'vapour pressure, as pressures count there' },
    open: { unit: 'm3', writer: 'fill', use: 'constant', about: 'volume from which it is reported' },
    room: { unit: 'm3', writer: 'fill', use: 'constant', about: 'volume of its line' },
    initial: { unit: 'm3', writer: 'fill', use: 'constant', about: 'volume at t = 0' },
    volume: { unit: 'm3', writer: 'receive', use: 'saved', about: 'accepted volume' },
    trial: { unit: 'm3', writer: 'attempt', use: 'saved', about: 'volume of the attempt' },
    // For the report.
    largest: { unit: 'm3', writer: 'receive', use: 'saved', about: 'largest volume' },
    first: { unit: 's', writer: 'receive', use: 'saved', about: 'when there was one first' },
    last: { unit: 's', writer: 'receive', use: 'saved', about: 'when there was one last' },
    // Flow of the component.
    drawn: { unit: 'm3/s', writer: 'receive', use: 'saved', about: 'accepted flow of the component' },
    drawing: { unit: 'm3/s', writer: 'attempt', use: 'saved', about: 'its flow in the attempt' },
    characteristic: { unit: 'Pa', writer: 'receive', use: 'scratch', about: 'C of the line itself' },
    impedance: { unit: 'Pa s/m3', writer: 'receive', use: 'scratch', about: 'Z of the line itself' },
  },
} as const satisfies Block;
export type CavityRow = keyof (typeof cavities)['columns'];
export const cavityRows = namesOf(cavities.columns);

/** Ends of lines at which cavities stand. */
export const cavityLists = {
  name: 'ends with cavities',
  row: 'cavity',
  columns: { list: { type: 'i32', unit: '', writer: 'fill', use: 'constant', about: 'local end of the cavity' } },
} as const satisfies Block;

/** Int32 words of a table, in this order. */
export const headWords = [
  // First of its rows, doubles from row to row, ends.
  'rows',
  'stride',
  'count',
  // Rings of cells, how many rows each, when each cell ends.
  'waves',
  'owns',
  'slots',
  'times',
  // Its numbers; what its ends remember.
  'scalars',
  'memory',
  // Runs of ends, and received cells.
  'runs',
  'runCount',
  'sources',
  'sourceCount',
  // Lists of the lines, and of the cells of port volumes: 0 for a table whose ends have none.
  'lines',
  'lent',
  // Changing: number of the last whole cell.
  'closed',
] as const;
export type HeadWord = (typeof headWords)[number];
export const headSize = headWords.length;
/** Int32 words of a source {ring, stride, first run, runs, times, cell from which is read (changing)} and of a run {to, from, how many}. */
export const sourceSize = 6;
export const runSize = 3;

/** Settings of the loops. Words of heads, numbers of a table and rows of its ends have their numbers among these. */
export interface HistoryOffsets
  extends Readonly<Record<HeadWord, number>>,
    Places<(typeof elementClasses)['columns']>,
    Places<(typeof elementEnds)['columns']> {
  /** Of all terms of the weighting function: e^(-nδ), m (1 - e^(-nδ))/(nδ), n and m. */
  readonly decays: number;
  readonly responses: number;
  readonly exponents: number;
  readonly weights: number;
  /** The first of the sums of the weighting function, a row a term. */
  readonly sums: number;
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
  /** Where the partition reports its largest error, and the line that has it. */
  readonly worst: number;
  readonly worstLine: number;
  /** Heads of the tables (I), so many words each. */
  readonly heads: number;
  readonly tables: number;
  readonly headSize: number;
  readonly sourceSize: number;
  readonly runSize: number;
  /** Pressures at ports for the record (I): end, cell; and means of lines: cells at from and to, cell of the mean. How many words there are. */
  readonly pressures: number;
  readonly pressureWords: number;
  readonly means: number;
  readonly meanWords: number;
  /** Terms of the weighting function. */
  readonly terms: number;
  /** Values of `memory`: from which friction depends on frequency, and of the loss by flow that `factor` gives. */
  readonly frequencyMemory: number;
  readonly lossMemory: number;
  /** Features in the partition: friction along lines, and such as depends on frequency; losses by flow; port volumes at ends. */
  readonly remembers: boolean;
  readonly dependsOnFrequency: boolean;
  readonly losesByFlow: boolean;
  readonly lends: boolean;
  readonly fixedStep: boolean;
  /** Whether what left two delays ago is read from the own ring, or what left the other end one delay ago. */
  readonly twice: boolean;
  /** Elementary functions of all back ends. */
  readonly exp: (x: number) => number;
  readonly log10: (x: number) => number;
  /** λ of the loss by flow, a step function that stands in place of its calls. */
  readonly factor: LossFactor['factor'];
}
