/**
 * Messages of submitters and workers of a queue by Redis, and their keys there. Everything that arrives is held against its form first. A worker takes the text
 * of a circuit, settings and numbers of variants, and no code; its program has to have the identity that the job names.
 *
 *   ringmain:sweeps           hash: identity of a sweep → its `SweepRequest`, until its table is written
 *   ringmain:rows:<hash>      stream of a sweep: who ran which job, and its rows; each is written before its job is done, so that none is lost
 *   ringmain:workers          sorted set: workers with their program, by when they were last there (s, the clock of Redis)
 *   ringmain:sweep-<hash>:*   BullMQ's queue of the jobs of one program: workers of another never see them
 */
import { z } from 'zod';
import { RunError } from '../../../results/runError.js';
import { hashOf, identityText, type SweepIdentity } from '../identity.js';
import type { SweepSettings } from '../plan.js';
import type { SweepRow } from '../runner.js';
import { type Vary, variantValues } from '../vary.js';

export const prefix = 'ringmain';
export const keys = {
  sweeps: `${prefix}:sweeps`,
  workers: `${prefix}:workers`,
  rows: (identity: SweepIdentity): string => `${prefix}:rows:${hashOf(identityText(identity))}`,
};

/** Name of BullMQ's queue. */
export const queueOf = (program: string): string => `sweep-${hashOf(program)}`;

/** Jobs of a sweep begin with it. */
export const jobPrefix = (identity: SweepIdentity): string => `${hashOf(identityText(identity))}-`;

/** A sweep, as it is asked for. */
export interface SweepRequest {
  readonly text: string;
  readonly file: string;
  readonly settings: SweepSettings;
  /** Variants of a job: who submits the same sweep once more has the same jobs. */
  readonly batch: number;
}

/** As JSON has it. */
const settings = z.strictObject({
  set: z.array(z.string()).optional(),
  vary: z.array(z.string()),
  measures: z.array(z.string()),
  // The rules of these are checked where the sweep is read.
  ...Object.fromEntries(
    ['until', 'step', 'law', 'line', 'pressureError', 'every', 'grid', 'kernels', 'steadyStart'].map((name) => [
      name,
      z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    ]),
  ),
});
const request = z.strictObject({ text: z.string().max(256e6), file: z.string(), settings, batch: z.int().min(1) });

const job = z.strictObject({
  sweep: z.string(),
  program: z.int().min(0),
  tunable: z.array(z.string()),
  variants: z.array(z.int().min(0)).min(1).max(1e6),
});
/** Variants, from 0 on, that one program runs. */
export type SweepJob = z.infer<typeof job>;

const row = z.strictObject({
  variant: z.int().min(1),
  measured: z.array(z.string()),
  steps: z.number(),
  digest: z.string(),
  wallSeconds: z.number(),
  error: z.string().nullable(),
});
const answer = z.strictObject({ worker: z.string(), compiled: z.int().min(0), rows: z.array(row) });

/** A worker's answer to a job. */
export interface SweepAnswer {
  readonly worker: string;
  /** Programs that it compiled for it. */
  readonly compiled: number;
  readonly rows: readonly SweepRow[];
}

function checked<Form extends z.ZodType>(form: Form, value: unknown, what: string): z.infer<Form> {
  const { success, data, error } = form.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new RunError(
    'RUN251',
    `${what} in the queue has another form: ${issue?.path.join('.')}: ${issue?.message}`,
    'something else writes there',
  );
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RunError('RUN251', `${what} in the queue is no JSON`, 'something else writes there');
  }
}

/** Throws RunError for another form. */
export function readRequest(text: string): SweepRequest {
  const value = parsed(text, 'a sweep');
  checked(request, value, 'a sweep');
  // As it came: the identity depends on the order of its settings.
  return value as SweepRequest;
}

/** Throws RunError for another form. */
export const readJob = (value: unknown): SweepJob => checked(job, value, 'a job');

/** Numbers as texts: JSON has no NaN. */
export function answerText({ worker, compiled, rows }: SweepAnswer): string {
  const plain = rows.map(({ values: _, measured, ...rest }) => ({ ...rest, measured: measured.map(String) }));
  return JSON.stringify({ worker, compiled, rows: plain });
}

/** Throws RunError for another form. */
export function readAnswer(text: string, varies: readonly Vary[]): SweepAnswer {
  const { rows, ...rest } = checked(answer, parsed(text, 'an answer'), 'an answer');
  return {
    ...rest,
    rows: rows.map(({ measured, ...own }) => ({
      ...own,
      values: variantValues(varies, own.variant - 1),
      measured: measured.map(Number),
    })),
  };
}
