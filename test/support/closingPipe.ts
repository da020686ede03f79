/** The circuit of characteristics.ts for the engine: one pipe without friction between a reservoir and a valve that shuts at t = 0. */
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import type { RawLine } from '../../dist/circuit/file/raw.js';

/** Z [Pa·s/m³], T [s], q₀ [m³/s], p_v [Pa], volume [m³]. */
export const pipe = { impedance: 2e9, delay: 0.025, flow: 1e-3, vapour: -1e5, volume: 0.01 };
export const rise = pipe.impedance * pipe.flow;

export interface Closing {
  /** J/H: Joukowsky rise over the reservoir's height above p_v. */
  readonly ratio: number;
  /** Steps to a delay; null: variable. */
  readonly steps: number | null;
  /** End, in delays. */
  readonly delays: number;
  readonly line?: Partial<RawLine>;
  /** Flow that stops, over q₀; default 1. */
  readonly part?: number;
}

/**
 * Without friction a constant flow may be added everywhere: so the line starts at rest, and from t = 0 on the valve gives q₀ in place of stopping it.
 * Pressures and cavities are the same, flows are less by q₀.
 */
export function closingPipe({ ratio, steps, delays, line, part = 1 }: Closing): Circuit {
  const { impedance, delay, flow, vapour, volume } = pipe;
  const head = vapour + rise / ratio;
  const data = { model: 'wave', impedance: `${impedance} Pa s/m3`, delay: `${delay} s`, bulkModulus: `${(volume * impedance) / delay} Pa` };
  return circuit('closing')
    .component('reservoir', 'pressureSource', { pressure: `${head} Pa` })
    .component('valve', 'flowSource', { flow: `${part * flow} m3/s` })
    .line('pipe', 'reservoir', 'valve', { ...data, ...line })
    .fluid({ density: '1000 kg/m3', vapourPressure: `${vapour} Pa` })
    .initialPressure(`${head} Pa`)
    .run({ end: `${delays * delay} s`, maximumStep: '1 s', ...(steps === null ? {} : { step: `${delay / steps} s` }) })
    .record({ every: `${delay / (steps ?? 80)} s`, signals: ['valve.out.p', 'reservoir.out.q'] })
    .build();
}
