/**
 * Solution of a kind's step → text of a JavaScript kernel over structure-of-arrays columns.
 *
 * A kernel reads C, Z, parameters, inputs and the accepted plane; it writes p, q, the leaving wave w = p + Z q, outputs, port volumes and the
 * trial plane, and nothing else. It does not allocate, throw or read a clock; rejecting a step costs nothing but not swapping the planes.
 * A pressure that is not a number is reported to the decision by the word `notFinite`, a cavity by the word `hasCavity`.
 * Cavitation (Burton 1994 (3.24)): C' = C - Z·void/Δ is what the port sees; where p < p_v the equations are solved again with C = p_v, Z = 0 and the
 * difference of line flow (p_v - C)/Z and component flow goes into the cavity. Resets: the equations are solved again with β = value - pre(x), γ = 0.
 */

import type { Node } from '../graph/graph.js';
import { mapNodes } from '../graph/mapNodes.js';
import { followedNames, withSides } from '../solve/crossings.js';
import { rankedRoom } from '../solve/implicit.js';
import { byReciprocals } from '../solve/reciprocals.js';
import type { Solution, TearBlock } from '../solve/solution.js';
import { stepModes } from '../solve/stepModes.js';
import { InstanceText } from './instance.js';
import type { JudgedState, Kernel, KernelColumn, KernelOptions } from './kernel.js';

/** By solution, the kernels emitted last: the same circuit prepared again, for other plans or workers, has the same ones. */
const emitted = new WeakMap<Solution, Map<string, Kernel>>();
const mostEmitted = 16;

/** The kernel of a kind: as it was emitted before for the same options, or emitted now. */
export function emitKernel(solution: Solution, options: KernelOptions): Kernel {
  const own = emitted.get(solution) ?? new Map<string, Kernel>();
  emitted.set(solution, own);
  const key = keyOf(options);
  const kernel = own.get(key) ?? emittedNow(solution, options);
  own.delete(key);
  own.set(key, kernel);
  if (own.size > mostEmitted) own.delete(own.keys().next().value as string);
  return kernel;
}

/** JSON of options that tells all numbers apart, -0 from 0 too. */
const keyOf = (options: KernelOptions): string =>
  JSON.stringify(options, (_, value: unknown) => {
    if (value instanceof Set || value instanceof Map) return [...value];
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return [Object.is(value, -0) ? '-0' : String(value)];
    return value;
  });

function emittedNow(solution: Solution, options: KernelOptions): Kernel {
  const known = withConstants(solution, options);
  const { model } = known;
  const columns: KernelColumn[] = [];
  const followed = options.locates && !options.outputsOnly ? followedNames(solution.model) : new Set<string>();
  const modes = options.modes && !options.outputsOnly ? stepModes(model) : [];
  const sided = { ...known, model: withSides(model, followed) };
  const fast = new InstanceText(sided, options, 'fast', columns, followed, modes);
  const straight = fast.write();
  const needsSlow = straight.instance.some((line) => line.includes('slow(plane, i)'));
  const slow = new InstanceText(sided, options, 'slow', columns, followed, modes);
  const settled = needsSlow ? slow.write() : null;
  const cavities = fast.cavitating.length > 0 && !options.outputsOnly;
  const prologue = (form: InstanceText): string[] => [
    'const step = F[o_step], perStep = 1 / step, whole = 2 * F[o_half], time = F[o_time], middle = time - F[o_half];',
    ...(form.iterates ? ['const growth = step / F[o_lastStep];'] : []),
    ...(form.crossings.length > 0 ? ['const behind = F[o_lastStep] / step;'] : []),
  ];
  const planes = columns.some((c) => c.planes === 2) ? ['const now = i + plane * o_stride, next = i + (1 - plane) * o_stride;'] : [];
  const loop = (leave: readonly string[]): string[] => [
    'lanes: for (let i = 0; i < o_rows; i++) {',
    ...planes,
    ...leave,
    ...straight.instance,
    '}',
  ];
  const judged = options.outputsOnly ? [] : judgedStates(options);
  const body = [
    ...(settled ? ['function slow(plane, i) {', ...prologue(slow), ...settled.uniform, ...planes, ...settled.instance, '}'] : []),
    'function kernel(plane) {',
    ...(cavities ? ['F[o_cavities + 1 - plane] = 0;'] : []),
    ...prologue(fast),
    ...straight.uniform,
    // Where the batch has cavities, rows that have one go to the slow form before anything else.
    ...(cavities ? ['if (F[o_cavities + plane] !== 0) {', ...loop(fast.cavities()), 'return;', '}'] : []),
    ...loop([]),
    '}',
  ].join('\n');
  return {
    model,
    columns,
    cavitating: fast.cavitating.map((p) => p.name),
    judged,
    crossings: fast.crossings.map(({ of, late }) => ({ crossing: `crossing_${of}`, late })),
    hasNextEvent: model.nextEvent !== null && !options.outputsOnly,
    modes,
    scratch: Math.max(0, ...known.blocks.map(roomOf)),
    body,
  };
}

/** Doubles that the solution of a block works in. */
function roomOf(block: TearBlock): number {
  if (block.type === 'closed') return 0;
  const { length } = block.tears;
  if (block.implicit.length > 0) return rankedRoom(length);
  return length > 1 ? length * (length + 1) : 0;
}

/** States that are judged. */
const judgedStates = ({ judged = new Map() }: KernelOptions): JudgedState[] =>
  [...judged.keys()].map((state) => ({ state, change: `change_${state}` }));

/** Fluid properties and shared parameters become numbers, so that what depends on them only is computed once. */
function withConstants(solution: Solution, { fluid, shared = {}, direct = [], inertances = {} }: KernelOptions): Solution {
  const { model } = solution;
  const g = model.graph;
  const constants = (type: string, values: Readonly<Record<string, number>>): [string, Node][] =>
    Object.entries(values).map(([name, value]) => [`${type}:${name}`, g.number(value)]);
  const impedances = Object.fromEntries(direct.map((port) => [port, 0]));
  const parts = Object.fromEntries(model.ports.map(({ name }) => [name, inertances[name] ?? 0]));
  const values = new Map([
    ...[...constants('fluid', fluid), ...constants('parameter', shared)],
    ...[...constants('z', impedances), ...constants('inertance', parts)],
  ]);
  const f = (n: Node): Node => g.substitute(n, values);
  const reciprocals = byReciprocals(g);
  const step = (n: Node): Node => f(reciprocals(n));
  return mapNodes(solution, f, step);
}
