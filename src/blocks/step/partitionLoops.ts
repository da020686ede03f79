/** Step programs of one partition: its phases (phases.step.ts) and its run by itself (freeRunning.step.ts), where their lists stand, and what they call. */
import type { List, PhaseLoops } from '../family.js';
import { stepsApart } from '../kept/extremes.js';
import type { ObserverLoops } from '../kept/observer.js';
import { type ObserverName, observerOf } from '../kept/registry.js';
import { rowCalls } from '../kept/rows.js';
import { type Loop, loop, type Made, type StepCall, stepCall } from '../loop.js';
import type { ControllerSettings } from './controller.js';
import { type DecisionWord, publishedPlaces, publishedStride, startPlane } from './decision.js';
import { runSteps, runToSynchronisation } from './freeRunning.step.js';
import { outcomes, verdicts } from './outcomes.js';
import {
  accept,
  attempt,
  components,
  inner,
  keep,
  outer,
  type PartitionOffsets,
  receiveAndRecord,
  reject,
  runKernel,
} from './phases.step.js';
import type { PartitionWord } from './words.js';

type Words = Readonly<Record<PartitionWord, number>>;
type Decision = Readonly<Record<DecisionWord, number>>;

/** Loops and kernels that the phases of a partition call. */
export interface PhaseCalls {
  readonly loops: (phase: keyof PhaseLoops) => readonly Loop[];
  /** Kernels in their order, with the number that goes to the phase word. */
  readonly kernels: readonly { readonly kernel: string; readonly batch: number; readonly idle: boolean; readonly outer: boolean }[];
  /** Whether rows, and observers, need mean pressures of wave lines. */
  readonly recordsMeans: boolean;
  readonly observesMeans: boolean;
  /** Whether messages are posted when components at lines to other partitions are computed. */
  readonly posts: boolean;
}

/** Lists of a partition. */
export interface PhaseLists {
  readonly record: List;
  readonly judged: List;
  readonly observed: readonly (readonly [observer: ObserverName, list: List])[];
}

/** A partition, and where it publishes. */
interface Published {
  readonly index: number;
  readonly published: number;
}

export interface PhaseSettings {
  readonly words: Words;
  readonly decision: Decision;
  readonly settings: Pick<ControllerSettings, 'fixedStep' | 'law' | 'grid'> & {
    readonly overfullCavity: string;
    readonly pressureLimit: number;
  };
  /** Offset of the times of rows. */
  readonly times: number;
}

/** Of rows, and of what is kept of every accepted step. */
function keptCalls({ words, decision, settings, times }: PhaseSettings, { record, judged, observed }: PhaseLists) {
  const isExact = settings.grid === 'exact';
  const { lastStep, acceptedTime, rowFrom } = decision;
  const observing = observed.flatMap(([name, list]) =>
    list.count > 0 ? [observerOf(name).loops(list, { acceptedTime, lastStep, rows: decision.rows, rowFrom, isExact })] : [],
  );
  const at = (point: keyof ObserverLoops): StepCall[] =>
    observing.flatMap(({ [point]: loop }) => (loop ? [stepCall(loop.step, loop.offsets)] : []));
  return {
    ...rowCalls(record, judged, { times, broken: words.broken, decision, isExact }),
    observes: at('receive').length > 0,
    observeLook: at('look'),
    observeAccept: at('accept'),
    observeReceive: at('receive'),
    observeRow: at('row'),
  };
}

/** Offsets of the phases. */
export function phaseOffsets(
  { index, published }: Published,
  settings: PhaseSettings,
  lists: PhaseLists,
  { loops, recordsMeans, observesMeans }: Omit<PhaseCalls, 'kernels' | 'posts'>,
): Made<PartitionOffsets> {
  const { event, failed, notFinite, error, errorLine, broken, overfull, highest } = settings.words;
  const { accepted, recordRow, verdict } = settings.decision;
  const rows = keptCalls(settings, lists);
  const called = (...phases: readonly (keyof PhaseLoops)[]): string[] => phases.flatMap((phase) => loops(phase).map(({ name }) => name));
  const inPlace = (phase: keyof PhaseLoops): readonly StepCall[] => loops(phase);
  return {
    ...{ event, failed, notFinite, error, errorLine, broken, overfull, highest, accepted, recordRow, verdict, publishedStride },
    acceptVerdict: verdicts.accept,
    toError: published + publishedPlaces.errorAt,
    toErrorLine: published + publishedPlaces.errorLineAt,
    toBad: published + publishedPlaces.badAt,
    toEvent: published + publishedPlaces.eventAt,
    pressureLimit: settings.settings.pressureLimit,
    endsOverfull: settings.settings.overfullCavity === 'end',
    looks: loops('extremes').length + rows.observeLook.length > 0,
    lookEvery: stepsApart,
    components: `components_${index}`,
    ...rows,
    ...{ send: inPlace('send'), fetch: inPlace('fetch'), integrate: inPlace('integrate'), reportCavities: inPlace('reportCavities') },
    ...{ errors: called('errors'), stateErrors: called('stateErrors'), crossings: called('crossings'), extremes: called('extremes') },
    ...{ acceptLines: called('accept'), rejectLines: called('reject'), publish: called('publish'), receive: called('receive', 'soften') },
    means: recordsMeans ? called('means') : [],
    observedMeans: observesMeans ? called('means') : [],
  };
}

/** `components_P`, `attempt_P`, `accept_P`, `receiveAndRecord_P` and `reject_P`; at fixed steps `keep_P`; where messages are posted before `attempt_P`, `outer_P` and `inner_P`. */
export function phaseLoops(partition: Published, settings: PhaseSettings, lists: PhaseLists, calls: PhaseCalls): Loop[] {
  const { index } = partition;
  const o = phaseOffsets(partition, settings, lists, calls);
  const { event, failed, notFinite, hasCavity, phase } = settings.words;
  const called = (kernels: PhaseCalls['kernels']): readonly StepCall[] =>
    kernels.map(({ kernel, batch, idle }) => stepCall(runKernel, { phase, kernel, batch, idle }));
  const words = { event, failed, notFinite, hasCavity };
  const [first, rest] = [true, false].map((outer) => called(calls.kernels.filter((one) => one.outer === outer)));
  return [
    loop(`components_${index}`, components, { ...words, kernels: called(calls.kernels) }),
    ...(calls.posts
      ? [
          loop(`outer_${index}`, outer, {
            ...words,
            kernels: first,
            send: o.send,
            publish: calls.loops('publishOuter').map(({ name }) => name),
          }),
          loop(`inner_${index}`, inner, { kernels: rest }),
          loop(`attempt_${index}`, attempt, { ...o, components: `inner_${index}`, send: [] }),
        ]
      : [loop(`attempt_${index}`, attempt, o)]),
    loop(`accept_${index}`, accept, o),
    loop(`receiveAndRecord_${index}`, receiveAndRecord, o),
    loop(`reject_${index}`, reject, o),
    ...(settings.settings.fixedStep === null
      ? []
      : [loop(`keep_${index}`, keep, { keepLines: calls.loops('keep').map(({ name }) => name) })]),
  ];
}

/** `freeRunning_P`. `steps`: to the synchronisation, null where they are the partition's own; `holds`: whether lines to others hold what came across meanwhile. */
export function freeRunningLoop(
  index: number,
  { accepted, synchronisations, verdict }: Decision,
  steps: number | null,
  holds: boolean,
): Loop {
  const { goOn, failed } = outcomes;
  const phases = Object.fromEntries(
    (['receiveAndRecord', 'attempt', 'decide', 'accept', 'reject', 'keep', 'hold', 'sendMeans'] as const).map((phase) => [
      phase,
      `${phase}_${index}`,
    ]),
  ) as Record<'receiveAndRecord' | 'attempt' | 'decide' | 'accept' | 'reject' | 'keep' | 'hold' | 'sendMeans', string>;
  const o = {
    startPlane,
    steps: steps ?? 0,
    holds,
    accepted,
    synchronisations,
    verdict,
    acceptVerdict: verdicts.accept,
    goOn,
    failed,
    ...phases,
  };
  return loop(`freeRunning_${index}`, steps === null ? runToSynchronisation : runSteps, o);
}
