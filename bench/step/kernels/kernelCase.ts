/**
 * One batch of a component kind on its own: its kernel as a run would have it, in a memory with steady, realistic inputs. Rows that would leave the
 * fast form (a stop, a cavity, a solve that fails) are drawn anew, so that what is timed is the ordinary step of every row.
 */
import { closest } from '#ringmain/circuit/file/closest.js';
import { seeded } from '#ringmain/circuit/text/random.js';
import { elementarySources } from '#ringmain/code/elementarySources.js';
import { linearSolveSources } from '#ringmain/code/linearSolveSources.js';
import { library } from '#ringmain/components/library.js';
import { evaluateColumn } from '#ringmain/equations/graph/evaluate.js';
import type { Node } from '#ringmain/equations/graph/graph.js';
import { emitKernel } from '#ringmain/equations/kernel/emit.js';
import { linkJavascript } from '#ringmain/equations/kernel/javascript.js';
import { type KernelColumn, kernelConstants } from '#ringmain/equations/kernel/kernel.js';
import type { KernelSource } from '#ringmain/equations/kernel/kernelSource.js';
import type { KindDefinition } from '#ringmain/equations/language/definition.js';
import { modelWithout, optionalParameters, replacingInputs } from '#ringmain/equations/solve/omit.js';
import { solve } from '#ringmain/equations/solve/solve.js';
import { junctionBody, junctionColumns, junctionPorts } from '#ringmain/network/junctionKernel.js';
import { addsOil } from '#ringmain/network/network.js';
import { UserError } from '#ringmain/results/userError.js';
import { drawEnd, drawInput, drawParameters, drawRate, drawState, fluid, step, tableTimes, time } from './realistic.js';

const junctionLines = 3;
/** All kinds that can be timed, in the order of the printed library. */
export const timedKinds: readonly string[] = [...library.keys(), 'junction'];

/** What kernels call. */
export const kernelHelpers: readonly KernelSource[] = [...elementarySources, ...linearSolveSources];

export interface KernelCase {
  readonly kind: string;
  readonly rows: number;
  /** The function `kernel` of the batch. */
  readonly unit: KernelSource;
  /** The memory before a call; everything that the kernel writes is zero. */
  readonly image: Float64Array;
  /** First double of a column by its key; those of `written` are written by the kernel. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly written: readonly string[];
  /** Values of parameters by name, one a row. */
  readonly parameters: ReadonlyMap<string, Float64Array>;
  /** Columns of the values that inputs read. */
  readonly inputs: Readonly<Record<string, number>>;
  /** Rows that had to be drawn again. */
  readonly drawnAgain: number;
}

interface Source {
  readonly definition: KindDefinition | null;
  readonly ports: readonly string[];
  readonly columns: readonly KernelColumn[];
  readonly body: string;
  readonly scratch: number;
}

/** Draws of all rows before a kind counts as one that always leaves its fast form. */
const mostDraws = 200;
/** Calls after which the guesses of Newton's method are solutions. */
const settlingCalls = 3;

/** The batch of a kind with `rows` instances, its optional parameters 0; throws UserError for a kind that is not there. */
export function kernelCase(kind: string, rows: number, seed = 1): KernelCase {
  return new CaseBuilder(kind, sourceOf(kind), rows, seeded(seed)).build();
}

function sourceOf(kind: string): Source {
  if (kind === 'junction') {
    const body = junctionBody(junctionLines, fluid.vapourPressure);
    return { definition: null, ports: junctionPorts(junctionLines), columns: junctionColumns, body, scratch: 0 };
  }
  const definition = library.get(kind);
  if (!definition) {
    const meant = closest(kind, timedKinds);
    throw new UserError(`--kinds ${kind}: no such kind${meant ? `; did you mean '${meant}'?` : ''} ('ringmain components' lists all)`);
  }
  const model = modelWithout(definition, [...optionalParameters(definition), ...replacingInputs(definition)]);
  const options = { fluid, exported: [], countsOil: addsOil(model), storesFlow: false };
  return { definition, ports: Object.keys(definition.ports), ...emitKernel(solve(model), options) };
}

class CaseBuilder {
  private size = 8;
  private readonly offsets: Record<string, number> = {};
  private readonly written: string[] = [];
  private readonly inputs: Record<string, number> = {};
  private readonly parameters = new Map<string, Float64Array>();
  private readonly tables: number;
  private readonly left: number;
  private readonly F: Float64Array;

  constructor(
    private readonly kind: string,
    private readonly source: Source,
    private readonly rows: number,
    private readonly random: () => number,
  ) {
    const { columns, ports, definition } = source;
    for (const word of ['step', 'half', 'time', 'event', 'lastStep']) this.take(word, 1);
    this.take('eventBatch', 2);
    this.take('batch', 0);
    this.take('failed', 2);
    this.take('notFinite', 1);
    this.take('failedBy', 1);
    this.take('hasCavity', 1);
    this.take('cavities', 2);
    this.take('scratch', source.scratch);
    // As the layout has them: one block after the other, ports in each.
    for (const block of ['c', 'z', 'p', 'q', 'w'] as const)
      for (const port of ports) this.take(`${block}_${port}`, rows, block !== 'c' && block !== 'z');
    for (const { key, planes, role } of columns) {
      if (planes === 1) this.take(key, rows, role === 'output' || role === 'volume');
      else {
        this.take(`${key}_0`, rows);
        this.take(`${key}_1`, rows, true);
      }
    }
    for (const input of Object.keys(definition?.inputs ?? {})) this.inputs[input] = this.place(rows);
    this.tables = this.place(2 * tableTimes.length * rows);
    this.left = this.place(rows);
    this.F = new Float64Array(this.size);
    for (const [name, { table }] of Object.entries(definition?.parameters ?? {}))
      if (!table) this.parameters.set(name, new Float64Array(rows));
  }

  build(): KernelCase {
    const { F, rows, offsets } = this;
    for (const [word, value] of Object.entries({ step, half: step / 2, time, event: 1e300, lastStep: step }))
      F[offsets[word] as number] = value;
    for (let row = 0; row < rows; row++) this.draw(row);
    this.derive();
    const unit = this.unit();
    // The same kernel, but that its slow form notes the row.
    const noted: KernelSource = {
      ...unit,
      text: unit.text.replace('function slow(plane, i) {', 'function slow(plane, i) {\nF[o_left + i] = 1;'),
      constants: { ...unit.constants, o_left: this.left },
    };
    const kernel = linkJavascript([...kernelHelpers, noted], F, new Int32Array(F.buffer)).get('kernel') as (plane: number) => number;
    let drawnAgain = 0;
    for (let draws = 0; ; draws++) {
      const leaving = this.leavingRows(kernel);
      if (leaving.length === 0) break;
      if (draws === mostDraws) throw new Error(`no inputs are known that keep '${this.kind}' in its fast form`);
      drawnAgain += leaving.length;
      for (const row of leaving) this.draw(row);
      this.derive();
    }
    for (const key of this.written) F.fill(0, offsets[key], (offsets[key] as number) + rows);
    F[offsets['event'] as number] = 1e300;
    const { kind, written, parameters, inputs } = this;
    return { kind, rows, unit, image: F, offsets, written, parameters, inputs, drawnAgain };
  }

  /** Rows that leave the fast form when the guesses have settled. */
  private leavingRows(kernel: (plane: number) => number): number[] {
    const { F, rows, left, offsets } = this;
    for (let call = 0; call < settlingCalls; call++) {
      F.fill(0, left, left + rows);
      F.fill(0, offsets['cavities'], (offsets['cavities'] as number) + 2);
      kernel(0);
      for (const { key, role } of this.source.columns) {
        if (role !== 'guess' && role !== 'guessBefore') continue;
        const from = offsets[`${key.replace('guessBefore', 'guess')}_1`] as number;
        F.copyWithin(offsets[`${key}_0`] as number, from, from + rows);
      }
    }
    return Array.from({ length: rows }, (_, row) => row).filter((row) => F[left + row] !== 0);
  }

  private unit(): KernelSource {
    const constants = kernelConstants({ ...this.offsets, rows: this.rows, stride: Math.ceil(this.rows / 8) * 8, batch: 1 });
    return { text: this.source.body, constants, name: 'kernel', as: 'kernel' };
  }

  private take(key: string, n: number, written = false): void {
    this.offsets[key] = this.place(n);
    if (written) this.written.push(key);
  }

  /** n doubles, aligned to 64 bytes. */
  private place(n: number): number {
    const at = this.size;
    this.size += Math.ceil(n / 8) * 8;
    return at;
  }

  private put(key: string, row: number, value: number): void {
    this.F[(this.offsets[key] as number) + row] = value;
  }

  /** Everything of one row but what is derived from parameters. */
  private draw(row: number): void {
    const { F, random } = this;
    const { definition, columns, ports } = this.source;
    for (const port of ports) {
      const [c, z] = drawEnd(random, definition?.ports[port]);
      this.put(`c_${port}`, row, c);
      this.put(`z_${port}`, row, z);
    }
    if (!definition) return;
    const parameters = drawParameters(definition, random);
    for (const [name, value] of Object.entries(parameters)) (this.parameters.get(name) as Float64Array)[row] = value;
    const points = this.tables + 2 * tableTimes.length * row;
    F.set([...tableTimes, ...tableTimes.map(random)], points);
    const inputs = Object.entries(definition.inputs ?? {});
    for (const [name, { unit }] of inputs) F[(this.inputs[name] as number) + row] = drawInput(unit, random);
    const integers = new Int32Array(F.buffer);
    for (const { key, role, of } of columns) {
      const unit = definition.states?.[of]?.unit ?? '1';
      if (role === 'parameter') this.put(key, row, parameters[of] as number);
      if (role === 'tableStart') this.put(key, row, points);
      if (role === 'tableCount') this.put(key, row, tableTimes.length);
      if (role === 'input' || role === 'endInput') integers[2 * (this.offsets[key] as number) + row] = (this.inputs[of] as number) + row;
      if (role === 'state' || role === 'hold') this.put(`${key}_0`, row, drawState(of, unit, parameters, random));
      if (role === 'rate') this.put(`${key}_0`, row, drawRate(unit, random));
      if (role === 'guess' || role === 'guessBefore') this.put(`${key}_0`, row, 0);
    }
  }

  /** Columns that follow from parameters. */
  private derive(): void {
    const parameter = (symbol: string): Float64Array => this.parameters.get(symbol.slice('parameter:'.length)) as Float64Array;
    for (const { key, role, node } of this.source.columns)
      if (role === 'derived') this.F.set(evaluateColumn(node as Node, this.rows, parameter), this.offsets[key]);
  }
}
