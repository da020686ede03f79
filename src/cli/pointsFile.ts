/** Runs of a search that are done, in a file that grows: whoever searches again with the same seed asks for the same points, and finds them here. */
import { appendFile, rm, stat } from 'node:fs/promises';
import { readText } from '../circuit/file/inputFile.js';
import { checkTarget, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { PointAnswer } from '../run/points/worker.js';

const mark = '{"ringmain":"points of a search, not all","identity":';
const wanted = { what: 'points of a search that was stopped', source: 'it left them under this name; --force begins anew', endings: [] };

export class PointsFile {
  /** Lines are written one after the other. */
  private written: Promise<void> = Promise.resolve();

  private constructor(
    readonly file: string,
    readonly known: ReadonlyMap<string, PointAnswer>,
  ) {}

  /** Opens FILE.partial; throws UserError where it has points of another search, or of one that is not to go on. */
  static async open(
    out: string,
    identity: string,
    { force, resume }: { readonly force: boolean; readonly resume: boolean },
  ): Promise<PointsFile> {
    const file = `${out}.partial`;
    await checkTarget({ file, force: true, isOurs: () => true });
    const isThere = (await stat(file).catch(() => null)) !== null;
    if (isThere && !resume && !force)
      throw new UserError(`${file} has points of a search that was stopped; go on with --resume, or begin anew with --force`);
    const head = `${mark}${JSON.stringify(identity)}}\n`;
    const known = isThere && resume ? answersOf(await readText(file, wanted), head, file) : new Map<string, PointAnswer>();
    await writeWhole({ file, force: true, isOurs: () => true }, [head, ...[...known].map(([key, answer]) => lineOf(key, answer))]);
    return new PointsFile(file, known);
  }

  add(key: string, answer: PointAnswer): void {
    this.written = this.written.then(() => appendFile(this.file, lineOf(key, answer)));
    // `close` reports it.
    this.written.catch(() => {});
  }

  /** Closes the file; where the search has ended and its result is written, removes it. */
  async close(isDone: boolean): Promise<void> {
    await this.written;
    if (isDone) await rm(this.file, { force: true });
  }
}

function lineOf(key: string, answer: PointAnswer): string {
  const traces = answer.traces.map((values) => Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'));
  // JSON has no NaN, which a measure without a number is.
  const measured = answer.measured.map((value) => (Number.isFinite(value) ? value : String(value)));
  return `${JSON.stringify({ key, answer: { ...answer, measured, traces } })}\n`;
}

/** Answers in the whole lines; a cut end of the file is left out. */
function answersOf(text: string, head: string, file: string): Map<string, PointAnswer> {
  if (!text.startsWith(head))
    throw new UserError(
      `${file} has points of another search (the circuit, the program, --set, --vary, an objective or another option has changed); begin anew with --force`,
    );
  const lines = text.slice(head.length, text.lastIndexOf('\n') + 1).split('\n');
  return new Map(
    lines.flatMap((line, k) => {
      if (line === '') return [];
      try {
        const { key, answer } = JSON.parse(line) as {
          key: string;
          answer: PointAnswer & { measured: (number | string)[]; traces: string[] };
        };
        return [[key, { ...answer, measured: answer.measured.map(Number), traces: answer.traces.map(doubles) }] as const];
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
        throw new UserError(`${file}: line ${k + 2} was changed; leave it out, or begin anew with --force`);
      }
    }),
  );
}

function doubles(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
