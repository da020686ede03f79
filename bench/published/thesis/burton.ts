/**
 * Published speed-ups of partitioned simulations on transputers: Burton 1994 (PhD thesis, University of Bath), tables 6.2, 6.3, 6.5 and 6.6, and two of the
 * papers appended to it. Numbers of the first duty cycle, on T800 processors. Our controlled-two-actuator.yaml retracts after 2 s, which is the other duty cycle, in
 * brackets: 41.8 s, of which components take 22.3 s, in place of 38 and 20.2 s. Speed-ups differ by 0.04 at most, and the bracketed loads of 3(ii) are printed as those of
 * 3(i) once more, so that only the first set can be taken apart.
 */

export interface PublishedPlan {
  /** As the thesis names it. */
  readonly name: string;
  /** Ours, in partitions/: '<circuit>.<file>.json'. */
  readonly file: string;
  readonly parts: number;
  /** s; null where only a ratio was published. */
  readonly run: number | null;
  /** As printed. */
  readonly speedUp: number;
  readonly efficiency: number;
  /** Component time by partition, the master first: s, or parts of the whole where the circuit's `components` are null; null where none were published. */
  readonly loads: readonly number[] | null;
}

export interface PublishedCircuit {
  readonly circuit: string;
  readonly source: string;
  /** Fixed step, s; null for the circuit's own control of steps. */
  readonly step: number | null;
  /** s on one processor, and what its component models take of that. */
  readonly one: number | null;
  readonly components: number | null;
  readonly models: number;
  readonly plans: readonly PublishedPlan[];
  /** Parts of the plan of most partitions that are told apart, with their number of models in our circuit and the partitions that are such a part. */
  readonly groups: readonly PublishedGroup[];
}

export interface PublishedGroup {
  readonly name: string;
  /** Partitions of the last plan of `plans`. */
  readonly partitions: readonly number[];
}

const plan = (
  name: string,
  file: string,
  run: number | null,
  speedUp: number,
  efficiency: number,
  loads: readonly number[] | null = null,
): PublishedPlan => ({ name, file, parts: Number.parseInt(name, 10), run, speedUp, efficiency, loads });

export const burton: readonly PublishedCircuit[] = [
  {
    circuit: 'controlled-two-actuator',
    source: 'tables 6.2 and 6.3',
    step: null,
    one: 38,
    components: 20.2,
    models: 23,
    plans: [
      plan('2(i)', '2.thesis-i', 35.8, 1.06, 0.53, [7.4, 16.5]),
      plan('2(ii)', '2.thesis-ii', 30.5, 1.25, 0.62, [10.6, 12.5]),
      plan('3(i)', '3.thesis-i', 23.2, 1.64, 0.55, [5.7, 9.4, 9.3]),
      plan('3(ii)', '3.thesis-ii', 23.3, 1.63, 0.54, [6.6, 8.7, 8.7]),
      plan('4', '4.thesis', 23.6, 1.61, 0.4, [4.0, 8.3, 8.2, 2.4]),
    ],
    groups: [
      { name: 'supply', partitions: [0] },
      { name: 'control loops', partitions: [1, 2] },
      { name: 'returns', partitions: [3] },
    ],
  },
  {
    circuit: 'ring-main',
    source: 'tables 6.5 and 6.6',
    step: null,
    one: 583.4,
    components: 323.6,
    models: 85,
    plans: [
      plan('2', '2.thesis', 363.7, 1.6, 0.8, [185.0, 173.4]),
      // 364.0 is what the table has; no partition's components can take longer than the run.
      plan('3', '3.thesis', 290.5, 2.0, 0.66, [121.2, 137.9, 364.0]),
      plan('4', '4.thesis', 229.4, 2.5, 0.64, [89.6, 97.8, 97.4, 97.4]),
      plan('7', '7.thesis', 217.4, 2.7, 0.38, [92.8, 54.3, 54.3, 54.3, 43.2, 43.2, 43.2]),
    ],
    groups: [
      { name: 'supply and valves', partitions: [0] },
      { name: 'winches', partitions: [1, 2, 3] },
      { name: 'actuator circuits', partitions: [4, 5, 6] },
    ],
  },
  {
    circuit: 'marine',
    source: 'last appended paper, figures 14 to 16 as its text gives them',
    step: null,
    one: null,
    components: null,
    models: 47,
    plans: [
      plan('2', '2.thesis', null, 1.44, 0.72, [0.6, 0.4]),
      plan('3', '3.thesis', null, 2.2, 0.73),
      plan('4', '4.thesis', null, 2.2, 0.55),
    ],
    groups: [],
  },
  {
    circuit: 'two-actuator',
    source: 'appended paper on fixed steps',
    step: 1e-5,
    one: null,
    components: null,
    models: 27,
    plans: [plan('2', '2.thesis', null, 1.4, 0.7), plan('4', '4.thesis', null, 2, 0.5)],
    groups: [],
  },
];
