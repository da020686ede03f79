/** A circuit and the measures of its runs at points of a search: read and checked before the first run. */

import { Sha256 } from '#sha256';
import type { Circuit } from '../../circuit/circuit.js';
import type { Diagnostic } from '../../circuit/file/diagnostic.js';
import { circuitReader } from '../../circuit/file/parse.js';
import { checkAsked } from '../../program/observed.js';
import { RunError } from '../../results/runError.js';
import { settled } from '../../settings/settled.js';
import { checkByLines } from '../byLines.js';
import { checkRunOptions } from '../checkOptions.js';
import type { ProgramSettings } from '../compile.js';
import { changedParameters } from '../programKey.js';
import { checkArgument, isOfRows, type Measure, measureUnit, readMeasure } from '../sweep/measures.js';
import { isSum, quantityUnit, tunableOf } from '../sweep/plan.js';
import { asVaried } from '../sweep/vary.js';
import type { RunOptions } from '../types.js';
import { readSearched, type Searched, settingsAt, writtenValue } from './searched.js';

export interface PointSettings extends Omit<ProgramSettings, 'record' | 'envelope'>, Pick<RunOptions, 'steadyStart'> {
  /** `--set` entries of all points. */
  readonly set?: readonly string[];
  /** 'throttle.area=2 mm2..12 mm2'; see searched.ts. */
  readonly vary: readonly string[];
  /** 'max(cyl.v)'; see sweep/measures.ts. */
  readonly measures?: readonly string[];
  /** Conditions that `watch` of a run knows: 'nB.p > 250 bar'. */
  readonly watch?: readonly string[];
  /** Quantities whose whole course is asked for. */
  readonly traces?: readonly string[];
}

/** Common to all points; can be sent to a thread. */
export interface PointTask {
  readonly text: string;
  readonly file: string;
  readonly set: readonly string[];
  readonly settings: ProgramSettings & Pick<RunOptions, 'watch'>;
  readonly steady: boolean;
  readonly measures: readonly (Measure & { readonly unit: string })[];
  readonly traces: readonly string[];
  /** Parameters that stand in memory. */
  readonly tunable: readonly string[];
}

export interface PointPlan extends PointTask {
  readonly circuit: Circuit;
  readonly warnings: readonly Diagnostic[];
  readonly searched: readonly Searched[];
  /** Unit of each trace. */
  readonly traceUnits: readonly string[];
  /** SHA-256 (hex) of all that results depend on but the program: those of another search are known by it. */
  readonly identity: string;
}

/** Throws CircuitError for names and values that do not suit the circuit, RunError for other mistakes. `file` is for messages. */
export function planPoints(text: string, file: string, options: PointSettings): PointPlan {
  const { set = [], vary, measures: texts = [], traces = [], watch = [], steadyStart, ...rest } = options;
  const read = circuitReader(text, file);
  const { circuit, warnings } = read(set);
  checkByLines(circuit, 'searches');
  const ofRuns = { ...rest, ...(steadyStart === undefined ? {} : { steadyStart }) };
  checkRunOptions(circuit, ofRuns);
  if (vary.length === 0) throw new RunError('RUN245', 'nothing is varied', "write --vary 'component.parameter=low..high'");
  const searched = readSearched(vary, set);
  checkAsked(circuit, { watch });
  const measures = texts.map(readMeasure).map((measure) => {
    const unit = quantityUnit(circuit, measure);
    checkArgument(measure, unit);
    return { ...measure, unit: measureUnit(measure, unit) };
  });
  const traceUnits = traces.map((signal) => quantityUnit(circuit, { text: signal, signal }));
  // Each end by itself: mistakes of a value are reported before anything runs.
  const ends = searched.flatMap((one) =>
    [0, 1].map((share) => asVaried('--vary', () => read([...set, `${one.name}=${writtenValue(one, share)}`]).circuit)),
  );
  const start = asVaried(
    '--vary',
    () =>
      read([
        ...set,
        ...settingsAt(
          searched,
          searched.map((one) => one.start),
        ),
      ]).circuit,
  );
  const tunable = tunableOf(
    circuit,
    [...ends, start].flatMap((other) => changedParameters(circuit, other)),
  );
  const steady = settled('lines', circuit, ofRuns).steadyStart;
  const record = [...new Set([...measures.map(({ signal }) => signal), ...traces])];
  const envelope = [
    ...new Set(measures.filter((measure) => !isOfRows(measure) && !isSum(circuit, measure.signal)).map(({ signal }) => signal)),
  ];
  const settings = {
    ...rest,
    ...{ record: record.length > 0 ? record : searchableRecord, envelope, watch },
  };
  const identity = new Sha256().update(new TextEncoder().encode(JSON.stringify([text, set, vary, texts, traces, settings, steady]))).hex();
  return { text, file, set, settings, steady, measures, traces, tunable, circuit, warnings, searched, traceUnits, identity };
}

/** Where only conditions count. */
const searchableRecord = ['run.step'];
