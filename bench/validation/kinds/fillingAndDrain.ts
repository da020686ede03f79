/** What pumps and motors share: how a pump fills, and what leaks through the case. Instances that a rig has beside its own, and their figures. */
import { type Figure, figure, through } from './kindCheck.js';
import { type Course, litrePerMinute, type Rig } from './rig.js';

/** A machine as it stands in the rig: one that sweeps 30 l/min at a rated speed of 1500 rev/min. */
export interface Machine {
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Beside in and out. */
  readonly ports?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, Course>>;
}

/** Net positive inlet pressure required of 0.8 bar, above the vapour pressure of -1 bar: reached at the first inlet, half of it at the second. */
const required = { requiredInletPressure: '0.8 bar' };
const [enough, short] = ['-0.2 bar', '-0.6 bar'];

/** Pumps with an inlet where oil gets scarce; `backward`: one that sweeps as much from out to in. */
export function fills(rig: Rig, forward: Machine, backward?: Machine): Rig {
  const put = (name: string, one: Machine, parameters: object, inlet: string, outlet: string): void => {
    rig.put(name, one.kind, { ...one.parameters, ...parameters }, { ...one.ports, in: inlet, out: outlet }, one.inputs);
  };
  put('scarce', forward, required, enough, '50 bar');
  put('scarcer', forward, required, short, '50 bar');
  put('always', forward, { requiredInletPressure: '0 bar' }, '-0.9 bar', '50 bar');
  if (backward) put('scarceBack', backward, required, '50 bar', short);
  return rig;
}

/** 5 % less flow at the NPIPR (Hydraulic Institute; API 676), half of that at half of it; `swept` is the flow of full chambers, m3/s. */
export const filling = (isBoth: boolean, swept = 30 * litrePerMinute): Figure[] => [
  ...through('flow at the required inlet pressure', 0.95 * 30 * litrePerMinute, 'scarce'),
  ...through('flow at half of it', (0.95 / 2) * 30 * litrePerMinute, 'scarcer'),
  ...through('flow of one that always fills', swept, 'always'),
  ...(isBoth ? through('flow of one that sweeps backward, at half of it', (-0.95 / 2) * 30 * litrePerMinute, 'scarceBack') : []),
];

/**
 * A machine that passes 30 l/min, or as told, and leaks into its case as much per 100 bar: give it that drainCoefficient. Its case has 21 bar, so that 40 bar drive
 * 12 l/min out of one port, and 90 bar 27 l/min out of the other.
 */
export const drains = (rig: Rig, { kind, parameters, ports, inputs }: Machine, drainCoefficient: number): Rig =>
  rig.put('drains', kind, { ...parameters, drainCoefficient, casePressure: '21 bar' }, { ...ports, in: '61 bar', out: '111 bar' }, inputs);

export const drain = (passed = 30 * litrePerMinute, leaks = 30 * litrePerMinute): Figure[] => [
  figure('flow in, with 40 bar over the case', 'm3/s', -passed - 0.4 * leaks, (run) => run.end('drains.in.q')),
  figure('flow out, with 90 bar over the case', 'm3/s', passed - 0.9 * leaks, (run) => run.end('drains.out.q'), leaks),
];
