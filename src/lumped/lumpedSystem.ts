/** Circuit + options → the system that integrators solve. */
import type { Circuit } from '../circuit/circuit.js';
import type { PortableKernels } from '../equations/kernel/kernelSource.js';
import { settled } from '../settings/settled.js';
import { checkLumpedOptions } from './checkOptions.js';
import { methodNamed } from './methods/registry.js';
import { type LinkedSystem, nativeSystem } from './nativeSystem.js';
import { buildSystem } from './system/build.js';
import { CircuitSystem } from './system/circuitSystem.js';
import type { Linker } from './system/link.js';
import { parseTreatment } from './treatments/registry.js';
import { TreatedSystem } from './treatments/treatedSystem.js';
import type { LumpedOptions } from './types.js';

/** How the functions of a system are linked, beside the options of a run. */
export interface LinkOptions {
  /** Its functions by another back end than the portable ones, which have the same bits. */
  readonly link?: Linker;
  /** By kind and name: parameters that are to change. */
  readonly tunable?: ReadonlySet<string>;
}

/** The system of a circuit with the defaults of the options, and its treated volumes. */
export function lumpedSystem(circuit: Circuit, options: LumpedOptions = {}, { link, tunable }: LinkOptions = {}): CircuitSystem {
  checkLumpedOptions(circuit, options);
  const { transitionPressure = 1000, events = 'locate', step = null, solver = 'rodas4' } = options;
  const treat = options.treat ?? Object.entries(circuit.run.treat).map(([volume, how]) => parseTreatment(`${volume}=${how}`));
  const system = buildSystem(circuit, {
    ...{ transitionPressure, modes: events === 'locate', kernels: link ?? kernelsOf(options) },
    ...(tunable ? { tunable } : {}),
    lineTolerance: settled('integrators', circuit, options).lineTolerance,
  });
  return treat.length === 0 ? new CircuitSystem(circuit, system) : new TreatedSystem(circuit, system, methodNamed(solver), step, treat);
}

/** The system, by native kernels where those are asked for. */
export async function linkedSystem(circuit: Circuit, options: LumpedOptions, tunable?: ReadonlySet<string>): Promise<LinkedSystem> {
  const parts = tunable ? { tunable } : {};
  if (options.kernels === 'native') return nativeSystem((link) => lumpedSystem(circuit, options, { link, ...parts }), options.native);
  return { system: lumpedSystem(circuit, options, parts), kernels: kernelsOf(options), notes: [] };
}

/** The back end of the equations of the components. */
const kernelsOf = ({ kernels = 'auto' }: LumpedOptions): PortableKernels => (kernels === 'js' ? 'js' : 'wasm');
