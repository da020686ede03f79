/** One kind's kernel on a bench: random inputs in, everything it writes out, and the residuals of the equations as they stand in the library. */

import { elementarySources } from '../../dist/code/elementarySources.js';
import { linearSolveSources } from '../../dist/code/linearSolveSources.js';
import { evaluate, evaluateColumn } from '../../dist/equations/graph/evaluate.js';
import { emitKernel } from '../../dist/equations/kernel/emit.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import { kernelConstants } from '../../dist/equations/kernel/kernel.js';
import type { KernelFunction, KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import type { KindDefinition, PortType } from '../../dist/equations/language/definition.js';
import { massesOf } from '../../dist/equations/solve/massless.js';
import { modelWithout } from '../../dist/equations/solve/omit.js';
import type { Solution } from '../../dist/equations/solve/solution.js';
import { solve } from '../../dist/equations/solve/solve.js';

export const fluid = {
  density: 870,
  viscosity: 46e-6,
  bulkModulus: 1.6e9,
  vapourPressure: -1e5,
  atmosphericPressure: 101325,
  // Not 0, as it is in gauge files: what is taken off with the wrong sign should show.
  ambientPressure: 2e5,
};

/** What kernels call. */
export const kernelHelpers: readonly KernelSource[] = [...elementarySources, ...linearSolveSources];

/** Small reproducible generator. */
export { seeded as random } from '../../dist/circuit/text/random.js';

/** Ordinary sizes of quantities of a machine, by unit. */
const sizes: Record<string, number> = {
  Pa: 1e7,
  'm3/s': 1e-3,
  'm3/s/Pa': 1e-9,
  'm3/s/Pa^0.5': 1e-7,
  m: 0.1,
  m2: 1e-5,
  m3: 1e-3,
  'm3/rad': 1e-5,
  kg: 100,
  'kg m2': 0.1,
  N: 1e4,
  Nm: 100,
  'N/m': 1e6,
  'Nm/rad': 1e4,
  's/m': 1,
  'N s/m': 1e3,
  'Nm s/rad': 0.5,
  'rad/s': 100,
  rad: 3,
  s: 0.1,
  Hz: 3,
  'm/s': 0.3,
  '1/s': 2,
  // Of the published compensators.
  'Pa^1.5 s/m3': 5e7,
  'Pa^0.5 s/m3': 2e4,
  'Pa^1.5 s^2/m3': 4e11,
  K: 300,
  J: 1e3,
  '1': 1,
};

/** By type of port: size of C, least Z of a short step in a yielding line. */
const ends: Record<PortType, readonly [c: number, z: number]> = { hydraulic: [1e7, 1e6], translational: [1e4, 10], rotational: [100, 0.1] };
/** Numbers of a table: x and y of four points. */
export const tableSize = 8;
/** Names of parameters, and of what each is smaller than. */
const within = [
  ['secondBore', 'bore'],
  ['smallBore', 'bore'],
  ['firstStroke', 'stroke'],
  ['throttleArea', 'portArea'],
  ['spearDiameter', 'bore'],
  ['sleeveDiameter', 'bore'],
] as const;

export interface Bench {
  readonly F: Float64Array;
  readonly kernel: (plane: number) => void;
  /** The slow form of the same step, for instance 0. */
  readonly slow: (plane: number) => void;
  readonly at: (key: string) => number;
  readonly ports: readonly string[];
  /** Draws everything anew. */
  draw(rng: () => number): void;
  /** Gives a parameter another value than the one drawn. */
  setParameter(name: string, value: number): void;
  /** The same of several. */
  setParameters(values: Readonly<Record<string, number>>): void;
  /** The step, s, and as long a one before it. */
  setStep(step: number): void;
  /** Largest residual of the step in F, each relative to the size of its terms, with the name of its equation. */
  residual(): { worst: number; where: string };
  readonly failed: () => boolean;
  /** Linear systems solved up to now: rounds of Newton's method of several unknowns. */
  readonly solves: () => number;
  /** Offsets and lengths of what the kernel may write. */
  readonly written: () => Float64Array;
}

/** Puts `made` on the bench and judges it by the equations of `asked` (the same, unless a test has mutated one); `alter` changes its solution. Optional parameters are 0 where they are `omitted`, and else above. */
export function bench(
  asked: KindDefinition,
  mutated: KindDefinition = asked,
  vapourPressure = Number.NEGATIVE_INFINITY,
  alter: (solution: Solution) => Solution = (solution) => solution,
  omitted: readonly string[] = [],
): Bench {
  // Ports do not cavitate unless that is asked for; a chamber inside a component does.
  const [definition, made] = [asked, mutated].map((one) =>
    one.equations.includes('fluid.vapourPressure')
      ? { ...one, equations: one.equations.replaceAll('fluid.vapourPressure', `(${fluid.vapourPressure})`) }
      : one,
  ) as [KindDefinition, KindDefinition];
  const model = modelWithout(definition, omitted);
  const kernel = emitKernel(alter(solve(modelWithout(made, omitted))), {
    fluid: { ...fluid, vapourPressure },
    exported: [],
    ends: new Set(Object.keys(definition.outputs ?? {})),
    countsOil: model.oilAdded !== null,
    storesFlow: true,
    // The increments, to all their digits.
    judged: new Map(model.states.map(({ name }) => [name, 1])),
  });
  let size = 8;
  const offsets: Record<string, number> = { rows: 1, batch: 1 };
  const take = (key: string, n = 1): void => {
    offsets[key] = size;
    size += n;
  };
  for (const word of ['step', 'half', 'time', 'event', 'lastStep']) take(word);
  take('eventBatch', 2);
  take('failed', 2);
  take('notFinite');
  take('failedBy');
  take('hasCavity');
  take('cavities', 2);
  take('scratch', kernel.scratch);
  for (const port of Object.keys(definition.ports)) for (const block of ['c', 'z', 'p', 'q', 'w']) take(`${block}_${port}`);
  for (const { key, planes } of kernel.columns) {
    if (planes === 1) take(key);
    else for (const plane of [0, 1]) take(`${key}_${plane}`);
    offsets['stride'] = 1;
  }
  const inputs = Object.keys(definition.inputs ?? {});
  // In the middle of the step, then at its end.
  const inputCells = size;
  size += 2 * inputs.length;
  const tables = size;
  size += 64;
  const F = new Float64Array(size);
  const at = (key: string): number => offsets[key] as number;
  const I = new Int32Array(F.buffer);
  let solves = 0;
  const compiled = (name: string): KernelFunction => {
    const unit: KernelSource = { text: kernel.body, constants: kernelConstants(offsets), name, as: name };
    return linkJavascript([...kernelHelpers, unit], F, I, (as, made) =>
      as.startsWith('linearSolve')
        ? (...where) => {
            solves++;
            return made(...where);
          }
        : made,
    ).get(name) as KernelFunction;
  };
  const run = compiled('kernel');
  const parameters: Record<string, number> = {};
  const points: Record<string, { x: number[]; y: number[] }> = {};

  function writeParameters(): void {
    for (const { key, role, of, node } of kernel.columns) {
      if (role === 'parameter') F[at(key)] = parameters[of] as number;
      if (role === 'derived' && node)
        F[at(key)] = evaluateColumn(node, 1, (s) => Float64Array.of(parameters[s.slice(10)] as number))[0] as number;
    }
  }

  const setParameter = (name: string, value: number): void => setParameters({ [name]: value });

  const setParameters = (values: Readonly<Record<string, number>>): void => {
    Object.assign(parameters, values);
    writeParameters();
  };

  function setStep(step: number): void {
    F[at('step')] = step;
    F[at('half')] = step / 2;
    F[at('lastStep')] = step;
  }

  function draw(rng: () => number): void {
    F.fill(0);
    for (const [name, p] of Object.entries(definition.parameters)) {
      if (p.table) {
        points[name] = { x: [0, 0.4, 0.4, 1], y: [rng(), rng(), rng(), rng()] };
        continue;
      }
      const scale = sizes[p.unit];
      if (scale === undefined) throw new Error(`no size for unit ${p.unit} of ${name}`);
      let value = scale * 10 ** (rng() * 2 - 1);
      // Slip and viscous coefficients are far from 1; zero is drawn wherever it is allowed.
      if (/slipCoefficient/.test(name)) value *= 1e-8;
      if (/drainCoefficient/.test(name)) value *= 1e-8;
      if (/viscousCoefficient/.test(name)) value *= 1e5;
      if (/turbulentCoefficient/.test(name)) value *= 1e-3;
      if (/transitionReynolds/.test(name)) value *= 1e3;
      if (name === 'clearance') value *= 1e-4;
      if (/^(in|out)Diameter$/.test(name)) value *= 0.05;
      if (/^(diameter|maximumLift|overlap)$/.test(name)) value *= 0.02;
      if (p.atLeast === 0 && !p.optional && rng() < 0.25) value = 0;
      if (omitted.includes(name)) value = 0;
      const low = p.above ?? p.atLeast ?? Number.NEGATIVE_INFINITY;
      const high = p.below ?? p.atMost ?? Number.POSITIVE_INFINITY;
      parameters[name] = Math.min(high === Number.POSITIVE_INFINITY ? value : high * 0.99, Math.max(value, low));
    }
    // Without its masses it is another kind.
    if (massesOf(definition, (name) => parameters[name] as number).zero.length > 0) {
      draw(rng);
      return;
    }
    if ('rodDiameter' in parameters) parameters['rodDiameter'] = (parameters['bore'] as number) * rng() * 0.9;
    // What lies within something else.
    for (const [smaller, larger] of within)
      if (smaller in parameters) parameters[smaller] = (parameters[larger] as number) * (0.1 + 0.8 * rng());
    if ('minimumPosition' in parameters) Object.assign(parameters, { minimumPosition: -0.1, maximumPosition: 0.25 });
    if ('minimumAngle' in parameters) Object.assign(parameters, { minimumAngle: -3, maximumAngle: 3 });
    if ('lowerLimit' in parameters) Object.assign(parameters, { lowerLimit: -1, upperLimit: 1 });
    writeParameters();
    for (const { key, role, of } of kernel.columns) {
      if (role === 'tableStart') F[at(key)] = tables + tableSize * Object.keys(points).indexOf(of);
      if (role === 'tableCount') F[at(key)] = 4;
      if (role === 'input') I[2 * at(key)] = inputCells + inputs.indexOf(of);
      if (role === 'endInput') I[2 * at(key)] = inputCells + inputs.length + inputs.indexOf(of);
    }
    Object.values(points).forEach(({ x, y }, k) => {
      F.set([...x, ...y], tables + tableSize * k);
    });
    inputs.forEach((name, k) => {
      const unit = definition.inputs?.[name]?.unit ?? '1';
      for (const cell of [inputCells + k, inputCells + inputs.length + k]) F[cell] = rng() < 0.2 ? 0 : (rng() * 2 - 1) * (sizes[unit] ?? 1);
    });
    const step = 10 ** (rng() * 3 - 6);
    setStep(step);
    F[at('time')] = rng();
    F[at('event')] = 1e300;
    // Equal pressures, ordinary ones and reversed ones; impedances of short steps in large volumes to long steps in small ones.
    const common = (rng() * 2 - 0.05) * 1e7;
    for (const [port, type] of Object.entries(definition.ports)) {
      const [size, lowest] = ends[type];
      const c = rng() < 0.3 ? common : (rng() * 2 - 0.05) * 1e7;
      // Forces and torques are of either sign.
      F[at(`c_${port}`)] = type === 'hydraulic' ? c : (c / 1e7 - 0.95) * size;
      F[at(`z_${port}`)] = lowest * 10 ** (rng() * 5);
    }
    for (const [name, { unit }] of Object.entries(definition.states ?? {})) {
      const scale = sizes[unit] ?? 1;
      const hold = model.holds.some((h) => h.name === name);
      const positive = /volume|^x$/.test(name);
      let value = rng() < 0.3 && !positive ? 0 : (positive ? rng() : rng() * 2 - 1) * scale;
      if (name === 'x') value = 'stroke' in parameters ? rng() * parameters['stroke'] : 3 * value;
      // Temperatures are absolute, what is clogged is not all.
      if (unit === 'K') value = scale * (0.5 + rng());
      // What is open is so between shut and fully.
      if (/^open(ed|ing)$/.test(name)) value = Math.abs(value);
      if (/^shut[12]$/.test(name)) value = value > 0 ? 1 : 0;
      if (name === 'demand') value *= 3; // beyond the limits of a controller: windup
      if (name === 'volume') value = (parameters['gasVolume'] as number) * (0.1 + 0.9 * rng());
      F[at(`${hold ? 'hold' : 'state'}_${name}_0`)] = value;
      if (!hold) F[at(`rate_${name}_0`)] = positive ? 0 : (rng() * 2 - 1) * scale;
    }
    for (const { key, role } of kernel.columns)
      if (role === 'guess' || role === 'guessBefore')
        F[at(`${key}_0`)] = definition.kind === 'accumulator' ? (F[at('state_volume_0')] as number) ** -1.4 : 0;
  }

  // A state that a reset holds keeps the rate of the step before.
  const isHeld = (name: string): boolean => F[at(`rate_${name}_1`)] === F[at(`rate_${name}_0`)];
  // x - pre(x) from the mean rate: the difference of the stored numbers has lost its digits in a short step.
  const increment = (name: string): number =>
    isHeld(name) ? value(`state:${name}`) - value(`pre:${name}`) : (F[at('step')] as number) * (F[at(`rate_${name}_1`)] as number);
  /** Of the middle of the step: rates, port quantities and outputs are of it. */
  const inTheMiddle = (symbol: string): number => {
    if (symbol === 'time') return (F[at('time')] as number) - (F[at('half')] as number);
    if (symbol.startsWith('input:')) return F[inputCells + inputs.indexOf(symbol.slice(6))] as number;
    return symbol.startsWith('state:') ? value(symbol.replace('state', 'pre')) + 0.5 * increment(symbol.slice(6)) : value(symbol);
  };
  const value = (symbol: string): number => {
    const [type, name = ''] = symbol.split(':') as [string, string];
    switch (type) {
      case 'parameter':
        return parameters[name] as number;
      case 'fluid':
        return fluid[name as keyof typeof fluid];
      case 'input':
        return F[inputCells + inputs.length + inputs.indexOf(name)] as number;
      case 'p':
      case 'q':
        return F[at(`${type}_${name}`)] as number;
      case 'state':
        return F[at(`state_${name}_1`)] as number;
      case 'pre':
        return F[at(`${model.holds.some((h) => h.name === name) ? 'hold' : 'state'}_${name}_0`)] as number;
      case 'unknown':
        return F[at(`output_${name}`)] as number;
      case 'der':
        return increment(name) / (F[at('step')] as number);
      default:
        return F[at(symbol)] as number;
    }
  };

  function residual(): { worst: number; where: string } {
    let worst = 0;
    let where = 'none';
    const judge = (error: number, scale: number, equation: string): void => {
      const relative = Math.abs(error) / scale;
      if (relative > worst || Number.isNaN(relative)) {
        worst = relative;
        where = `${equation}: error ${error}, scale ${scale}`;
      }
    };
    type Node = Parameters<typeof evaluate>[0];
    const table = (name: string) => points[name] as { x: number[]; y: number[] };
    const atEnd = (node: Node): number => evaluate(node, value, table);
    const of = (node: Node): number => evaluate(node, inTheMiddle, table);
    // A root of no pressure difference has no slope to speak of: a flow between those of pressures one rounding up and down is that of the pressures.
    const offFlow = (node: Node, q: number): number => {
      const off = of(node) - q;
      for (const port of Object.keys(definition.ports))
        for (const by of [1 - 4e-16, 1 + 4e-16]) {
          const exact = F[at(`p_${port}`)] as number;
          F[at(`p_${port}`)] = exact * by;
          const other = of(node) - q;
          F[at(`p_${port}`)] = exact;
          if (off * other < 0) return 0;
        }
      return off;
    };
    for (const { name, assigns, value: node } of model.ports) {
      const [c, z, p, q] = ['c', 'z', 'p', 'q'].map((b) => F[at(`${b}_${name}`)] as number) as [number, number, number, number];
      const scale = Math.max(Math.abs(c), Math.abs(z * q), 1);
      judge(p - (c + z * q), scale, `${name}: p = C + Zq`);
      judge(assigns === 'q' ? z * offFlow(node, q) : of(node) - p, scale, `${name}.${assigns}`);
      judge((F[at(`w_${name}`)] as number) - (p + z * q), scale, `${name}: w = p + Zq`);
    }
    for (const { name, rate, reset } of model.states) {
      // One that is held stands where its reset has put it.
      if (reset !== null && isHeld(name)) continue;
      const [x, pre, moved] = [value(`state:${name}`), value(`pre:${name}`), (F[at('step')] as number) * of(rate)];
      // Differences of ordinary sizes, rounded, are what is left of a state that stands still near zero.
      const ordinary = 1e-6 * (sizes[definition.states?.[name]?.unit ?? '1'] ?? 1);
      judge(x - (pre + moved), Math.max(Math.abs(x), Math.abs(pre), Math.abs(moved), ordinary), `state ${name}`);
    }
    for (const { name, volume } of model.ports)
      if (volume) judge((F[at(`volume_${name}`)] as number) - atEnd(volume), Math.max(1e-6, Math.abs(atEnd(volume))), `${name}.V`);
    for (const { name, value: node } of model.holds)
      judge((F[at(`hold_${name}_1`)] as number) - atEnd(node), Math.max(1, Math.abs(atEnd(node))), `hold ${name}`);
    for (const { name, value: node } of model.outputs) {
      judge((F[at(`output_${name}`)] as number) - of(node), Math.max(1, Math.abs(of(node))), `output ${name}`);
      judge((F[at(`endOutput_${name}`)] as number) - atEnd(node), Math.max(1, Math.abs(atEnd(node))), `output ${name} at the end`);
    }
    if (model.oilAdded) {
      const added = (F[at('step')] as number) * of(model.oilAdded);
      judge((F[at('oil_added_1')] as number) - (F[at('oil_added_0')] as number) - added, Math.max(1e-6, Math.abs(added)), 'oilAdded');
    }
    if (model.nextEvent)
      judge((F[at('event')] as number) - atEnd(model.nextEvent), Math.max(1, Math.abs(atEnd(model.nextEvent))), 'nextEvent');
    return { worst, where };
  }

  const written = (): Float64Array => {
    const keys = Object.keys(offsets).filter((k) => /^[pqw]_|_1$|^output_|^endOutput_|^volume_/.test(k));
    return Float64Array.from(keys, (k) => F[at(k)] as number);
  };
  let slowForm: ((...integers: number[]) => void) | undefined;
  const slow = (plane: number): void => {
    slowForm ??= compiled('slow');
    slowForm(plane, 0);
  };
  return {
    F,
    kernel: run,
    slow,
    at,
    ports: Object.keys(definition.ports),
    draw,
    setParameter,
    setParameters,
    setStep,
    residual,
    failed: () => F[at('failed')] !== 0,
    solves: () => solves,
    written,
  };
}
