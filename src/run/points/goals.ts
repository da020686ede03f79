/** The aim of a search: measures to be small or large, and limits. From the answers of runs to numbers that an optimiser compares. */
import type { Circuit } from '../../circuit/circuit.js';
import { parseQuantity, UnitError } from '../../circuit/text/units.js';
import { RunError } from '../../results/runError.js';
import { measureUnit, readMeasure } from '../sweep/measures.js';
import { quantityUnit } from '../sweep/plan.js';
import type { PointAnswer } from './worker.js';

/** A measure to be small (sign 1) or large (-1), in parts of `scale`, SI. */
export interface Goal {
  readonly text: string;
  readonly measure: string;
  readonly unit: string;
  readonly sign: 1 | -1;
  readonly scale: number;
  /** Whether a quantity to divide by is given. */
  readonly isScaled: boolean;
}

/** A measure that must not be beyond a limit. */
export interface Bound {
  readonly text: string;
  readonly measure: string;
  readonly relation: '<' | '>';
  readonly limit: number;
}

export interface Goals {
  readonly goals: readonly Goal[];
  readonly bounds: readonly Bound[];
  /** Measures of both, each once, in the order of the answers. */
  readonly measures: readonly string[];
  /** Conditions on quantities that must hold at no step. */
  readonly watch: readonly string[];
}

export interface AskedGoals {
  /** 'max(cyl.v)', or in parts of a quantity 'max(n.p) / 100 bar'. */
  readonly minimise: readonly string[];
  readonly maximise: readonly string[];
  /** 'nB.p > 250 bar' as a watch, or of a measure: 'settling(cyl.x, 2 %) > 0.5 s'. */
  readonly never: readonly string[];
}

function refuse(text: string, why: string, remedy: string): never {
  throw new RunError('RUN246', `${text}: ${why}`, remedy);
}

/** Reads goals and limits. Throws RunError with the first mistake. `isFront`: objectives are not added. */
export function readGoals(circuit: Circuit, { minimise, maximise, never }: AskedGoals, isFront: boolean): Goals {
  const goals = [...minimise.map((text) => readGoal(circuit, text, 1)), ...maximise.map((text) => readGoal(circuit, text, -1))];
  if (goals.length === 0)
    refuse('nothing is to be small or large', 'a search needs an objective', "write --minimise 'max(component.quantity)' or --maximise");
  if (isFront && goals.length < 2)
    refuse('a front has two objectives or more', `and there is ${goals.length}`, 'write --minimise or --maximise once more');
  const loose = goals.find(({ isScaled }) => !isScaled);
  if (!isFront && goals.length > 1 && loose)
    refuse(
      loose.text,
      'several objectives are added, in parts of the value that counts as 1 of each',
      `write '${loose.measure} / ${loose.unit === '1' ? '0.5' : `100 ${loose.unit}`}', or ask for a front with --front`,
    );
  const bounds = never.filter((text) => text.includes('(')).map((text) => readBound(circuit, text));
  return {
    ...{ goals, bounds },
    measures: [...new Set([...goals, ...bounds].map(({ measure }) => measure))],
    watch: never.filter((text) => !text.includes('(')),
  };
}

function readGoal(circuit: Circuit, text: string, sign: 1 | -1): Goal {
  const [, measure = text, over] = /^(.*\))\s*\/\s*([^()]+)$/.exec(text) ?? [];
  const read = readMeasure(measure);
  const unit = measureUnit(read, quantityUnit(circuit, read));
  const scale = over === undefined ? 1 : quantityOf(text, over, unit);
  if (!(scale > 0)) refuse(text, `${over} is not above 0`, 'write what counts as 1');
  return { text: text.trim(), measure: read.text, unit, sign, scale, isScaled: over !== undefined };
}

function readBound(circuit: Circuit, text: string): Bound {
  const [, measure = '', relation = '', limit = ''] = /^(.*\))\s*([<>])\s*([^<>=]+)$/.exec(text) ?? [];
  if (measure === '') refuse(text, 'no condition', "write 'max(n.p) > 250 bar', or 'n.p > 250 bar' of every step");
  const read = readMeasure(measure);
  const unit = measureUnit(read, quantityUnit(circuit, read));
  return { text: text.trim(), measure: read.text, relation: relation as '<' | '>', limit: quantityOf(text, limit, unit) };
}

function quantityOf(text: string, written: string, unit: string): number {
  try {
    return parseQuantity(written, unit);
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    refuse(text, error.message, error.remedy);
  }
}

/** The outcome of an answer: objectives to be minimised, and how far limits are broken, each in parts of the limit; null where there is no such number. */
export function judged(
  { goals, bounds, measures }: Goals,
  { measured, watched, error }: Pick<PointAnswer, 'measured' | 'watched' | 'error'>,
  isFront: boolean,
): { readonly objectives: readonly number[]; readonly violation: number } | null {
  if (error !== null) return null;
  const value = (measure: string): number => measured[measures.indexOf(measure)];
  const parts = goals.map(({ measure, sign, scale }) => (sign * value(measure)) / scale);
  const objectives = isFront ? parts : [parts.reduce((sum, part) => sum + part, 0)];
  // A measure without a number, such as a settling time of a signal that never settles, is beyond every limit.
  if (objectives.some((one) => !Number.isFinite(one)) || bounds.some(({ measure }) => Number.isNaN(value(measure)))) return null;
  const beyond = (excess: number, limit: number): number => Math.max(0, excess) / (Math.abs(limit) || 1);
  const ofBounds = bounds.map(({ measure, relation, limit }) =>
    beyond(relation === '>' ? value(measure) - limit : limit - value(measure), limit),
  );
  return {
    objectives,
    violation: [...ofBounds, ...watched.map((one) => beyond(one.beyond, one.limit))].reduce((sum, part) => sum + part, 0),
  };
}

/** Limits that a result breaks, as they were written. */
export function brokenLimits({ bounds, measures }: Goals, { measured, watched }: Pick<PointAnswer, 'measured' | 'watched'>): string[] {
  const broken = bounds.filter(({ measure, relation, limit }) => {
    const value = measured[measures.indexOf(measure)];
    return relation === '>' ? value > limit : value < limit;
  });
  return [...broken.map(({ text }) => text), ...watched.filter(({ beyond }) => beyond > 0).map(({ condition }) => condition)];
}
