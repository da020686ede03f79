/**
 * `ringmain generate ring --preset a|b`: rings whose stations are joined by lossless wave lines of ten steps' delay. Nothing is drawn: every
 * station of a kind has the same values, absolute pressures, all at rest at 1 bar at t = 0.
 *
 * Ring a: station i is a junction with a wave line to station i+1 (so also one from i-1) and a capacitive line to one orifice: where i mod 10 = 0
 * of 100 mm2 from a source of 200 bar, elsewhere of 10 mm2 to a tank.
 *
 * Ring b: where i mod 10 is not 0 a 4/3 valve and a cylinder with a mass take the place of the orifice. All four edges of the valve are square-law
 * orifices with one common pressure P, A, B or T at each end: four equations that are solved together. Its spool follows a sine of
 * 1 + 0.001 (i mod 100) Hz, which is taken at the start of each step. The spool is a component of its own, joined by a signal: so the openings are
 * known when the four roots are solved.
 *
 * The cylinders have end stops, as those of the peer that this ring is timed beside (Hopsan, HydraulicCylinderC.hpp, limitStroke): nothing closes a
 * loop of position, and against its constant load a piston moves in farther than out in every cycle, until without stops the dead
 * volume of its chamber is exhausted (test/run/exhausted.test.ts). At t = 0 the load rests on the stop.
 */
import type { RawCircuit, RawDefinition, RawSections, RawSubcircuit } from '../file/raw.js';

export const presets = ['a', 'b'] as const;
export type Preset = (typeof presets)[number];

const stationsPerSupply = 10;
/** Different frequencies of ring b. */
const frequencies = 100;

const title: Readonly<Record<Preset, (count: number) => string>> = {
  a: (count) => `Ring of ${count} orifices, wave lines between`,
  b: (count) => `Ring of ${count} stations with 4/3 valves and cylinders, wave lines between`,
};

/** Comment at the head of the file. */
export function presetHeading(preset: Preset, count: number): string[] {
  const consumer = preset === 'a' ? 'an orifice to tank' : 'a 4/3 valve with a cylinder';
  return [
    `${count} stations on a closed main of wave lines, written by 'ringmain generate ring --preset ${preset}'. Stations 0, 10, 20, … have an orifice from a`,
    `source of 200 bar, all others ${consumer}.`,
  ];
}

function station({ components, lines, direct, signals }: RawSections): RawSubcircuit {
  return {
    components: { node: { kind: 'junction' }, ...components },
    lines: {
      main: { from: 'node', to: 'next.node', model: 'wave', impedance: '2.97e9 Pa s/m3', delay: '1 ms' },
      ...lines,
    },
    ...(direct ? { direct } : {}),
    ...(signals ? { signals } : {}),
  };
}

const orifice = (area: string) => ({ kind: 'orifice', area, dischargeCoefficient: 0.67 });

const supplyStation = station({
  components: { orifice: orifice('1e-4 m2'), source: { kind: 'pressureSource', pressure: '2e7 Pa' } },
  lines: { feed: { from: 'node', to: 'orifice.in', volume: '1e-3 m3' } },
  direct: [{ from: 'orifice.out', to: 'source' }],
});

const orificeStation = station({
  components: { orifice: orifice('1e-5 m2'), tank: { kind: 'tank', pressure: '1e5 Pa' } },
  lines: { feed: { from: 'node', to: 'orifice.in', volume: '1e-3 m3' } },
  direct: [{ from: 'orifice.out', to: 'tank' }],
});

const valveStation: RawSubcircuit = {
  parameters: { frequency: '1 Hz' },
  ...station({
    components: {
      spool: { kind: 'sineSpool', frequency: '$frequency' },
      valve: { kind: 'fourEdgeValve' },
      cylinder: { kind: 'loadedCylinder' },
      tank: { kind: 'tank', pressure: '1e5 Pa' },
    },
    lines: {
      feed: { from: 'node', to: 'valve.P', volume: '1e-3 m3' },
      capLine: { from: 'valve.A', to: 'cylinder.cap', volume: '3e-4 m3' },
      rodLine: { from: 'valve.B', to: 'cylinder.rod', volume: '3e-4 m3' },
    },
    direct: [{ from: 'valve.T', to: 'tank' }],
    signals: [{ from: 'spool.x', to: 'valve.position' }],
  }),
};

const sineSpool: RawDefinition = {
  about: 'Spool of second order that follows a sine, taken at the start of each step',
  parameters: {
    limit: { unit: 'm', default: '0.01 m', about: 'largest |x|' },
    naturalFrequency: { unit: 'rad/s', default: '100 rad/s' },
    damping: { unit: '1', default: 1 },
    amplitude: { unit: 'm', default: '1e-3 m' },
    frequency: { unit: 'Hz' },
  },
  states: { x: { unit: 'm', initial: 0, about: 'position' }, v: { unit: 'm/s', initial: 0 } },
  equations: `
    wanted = amplitude * sin(2 * pi * frequency * max(0, time - step))
    der(x) = v
    der(v) = naturalFrequency^2 * (wanted - x) - 2 * damping * naturalFrequency * v
    reset(x) = if(x < -limit or x > limit, max(-limit, min(limit, x)), x)
    reset(v) = if(x < -limit or x > limit, 0, v)`,
};

const fourEdgeValve: RawDefinition = {
  about: '4/3 valve with four square-law edges; position > 0 opens P to A and B to T',
  ports: { P: 'hydraulic', A: 'hydraulic', B: 'hydraulic', T: 'hydraulic' },
  parameters: {
    dischargeCoefficient: { unit: '1', default: 0.67 },
    spoolDiameter: { unit: 'm', default: '10 mm', about: 'area of an edge per opening is pi times this' },
    underlap: { unit: 'm', default: '1e-6 m', about: 'opening of all four edges at position 0' },
  },
  inputs: { position: { unit: 'm' } },
  equations: `
    gain = dischargeCoefficient * pi * spoolDiameter * sqrt(2 / fluid.density)
    K1 = gain * max(0, position + underlap)
    K2 = gain * max(0, underlap - position)
    PA = K1 * ssqrt(P.p - A.p)
    PB = K2 * ssqrt(P.p - B.p)
    AT = K2 * ssqrt(A.p - T.p)
    BT = K1 * ssqrt(B.p - T.p)
    P.q = -PA - PB
    A.q = PA - AT
    B.q = PB - BT
    T.q = AT + BT`,
};

const loadedCylinder: RawDefinition = {
  about: 'Cylinder with leakage between its chambers, a mass, a constant load and end stops without rebound',
  ports: { cap: 'hydraulic', rod: 'hydraulic' },
  parameters: {
    capArea: { unit: 'm2', default: '1e-3 m2' },
    rodArea: { unit: 'm2', default: '1e-3 m2' },
    stroke: { unit: 'm', default: '1 m' },
    leakage: { unit: 'm3/s/Pa', default: '1e-11 m3/s/Pa' },
    mass: { unit: 'kg', default: '100 kg' },
    pistonFriction: { unit: 'N s/m', default: '1000 N s/m' },
    loadFriction: { unit: 'N s/m', default: '10 N s/m' },
    load: { unit: 'N', default: '500 N', about: 'force against extension' },
  },
  states: { x: { unit: 'm', initial: 0, about: 'position' }, v: { unit: 'm/s', initial: 0 } },
  equations: `
    velocity = der(x) + step / 2 * der(v)
    leak = leakage * (cap.p - rod.p)
    cap.q = -capArea * velocity - leak
    rod.q = rodArea * velocity + leak
    cap.V = capArea * x
    rod.V = rodArea * (stroke - x)
    der(v) = (capArea * cap.p - rodArea * rod.p - load - (pistonFriction + loadFriction) * v) / mass
    der(x) = v
    reset(x) = if(x < 0 or x > stroke, max(0, min(stroke, x)), x)
    reset(v) = if(x < 0 or x > stroke, 0, v)`,
};

/** Frequencies of the stations in turn: 1, 1.001, … Hz. */
const frequencyList = Array.from({ length: frequencies }, (_, i) => `${(1000 + i) / 1000} Hz`);

/** A preset ring as the compact form's plain object. */
export function presetCircuit(preset: Preset, count: number): RawCircuit {
  const consumer = preset === 'a' ? 'orificeStation' : 'valveStation';
  const middle = Math.floor(count / 2);
  return {
    ringmain: 1,
    name: `ring-${preset}-${count}`,
    title: title[preset](count),
    source: `ringmain generate ring --preset ${preset} --stations ${count}`,
    reference: 'absolute',
    fluid: { density: '870 kg/m3', bulkModulus: '1e9 Pa' },
    ...(preset === 'b' ? { definitions: { sineSpool, fourEdgeValve, loadedCylinder } } : {}),
    subcircuits: { supplyStation, [consumer]: preset === 'a' ? orificeStation : valveStation },
    repeat: {
      s: {
        // Taken in turn; a subcircuit of `every` would be added to a consumer, not take its place.
        subcircuit: ['supplyStation', ...Array.from({ length: stationsPerSupply - 1 }, () => consumer)],
        count,
        close: true,
        ...(preset === 'b' ? { set: { frequency: frequencyList } } : {}),
      },
    },
    defaults: { line: { filter: 0.1 } },
    initial: { pressure: '1e5 Pa' },
    run: { end: '0.1 s', step: '0.1 ms' },
    record: {
      every: '0.1 ms',
      signals: [
        's0_node.p',
        's1_node.p',
        ...(middle > 1 ? [`s${middle}_node.p`] : []),
        ...(preset === 'b' ? ['s1_spool.x', 's1_cylinder.x', 's1_cylinder.v', 's1_cylinder.cap.p', 's1_cylinder.rod.p'] : []),
      ],
    },
  };
}
