/** Hard cases that are circuits: bundled ones, and two that slide along a switch. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';

export interface HardCircuit {
  readonly name: string;
  readonly of: string;
  /** Simulated time, s. */
  readonly until: number;
  readonly circuit: () => Promise<Circuit>;
}

/** dv/dt = -3 above x + v = 0 and 3 below: from x + v = 0 on the solution slides, x' = -x. */
export const textbookSlide = `ringmain: 1
name: textbook-slide
components: { it: { kind: slide } }
run: { end: 3 s }
record: { every: 10 ms, signals: [it.x, it.v] }
definitions:
  slide:
    ports: {}
    states: { x: { unit: '1', initial: '1' }, v: { unit: '1', initial: '0' } }
    equations: |
      der(x) = v
      der(v) = if(x + v > 0, -3, 3)
`;

/** A pump of 20 l/min into a litre with a leak; an ideal valve that opens above 100 bar would let it fall at once. */
export const pressureSwitch = `ringmain: 1
name: pressure-switch
fluid: { density: 870 kg/m3, viscosity: 30 cSt, bulkModulus: 14000 bar, vapourPressure: -1 bar }
components:
  pump:  { kind: flowSource, flow: 20 l/min }
  node:  { kind: junction }
  valve: { kind: unloadingValve, crackingPressure: 100 bar, gradient: 0.5 l/min/bar }
  leak:  { kind: laminarRestrictor, conductance: 0.05 l/min/bar }
  tank:  { kind: tank }
lines:
  L1: { from: pump, to: node, volume: 0.5 l }
  L2: { from: node, to: valve.in, volume: 0.2 l }
  L3: { from: node, to: valve.pilot, volume: 0.1 l }
  L4: { from: node, to: leak.in, volume: 0.2 l }
direct:
  - { from: valve.out, to: tank }
  - { from: leak.out, to: tank }
run: { end: 1 s }
record: { every: 1 ms, signals: [node.p] }
`;

const bundled =
  (name: string, set: readonly string[] = []) =>
  (): Promise<Circuit> =>
    readCircuit(bundledCircuit(name), { set });
const written = (text: string, name: string) => async (): Promise<Circuit> => parseCircuit(text, name).circuit;

const orifices = (volume: string): HardCircuit => ({
  name: `orifices, ${volume}`,
  of: `three orifices in series, ${volume} between the last two`,
  until: 1,
  circuit: bundled('three-orifices', [`V2.volume=${volume}`]),
});

export const hardCircuits: readonly HardCircuit[] = [
  { name: 'servo cylinder', of: '13 states, a mass of 1000 kg on oil, jumps of the valve', until: 2, circuit: bundled('servo-cylinder') },
  { name: 'two-actuator', of: 'valves and stops that switch, to 1.25 s', until: 1.25, circuit: bundled('two-actuator') },
  ...['1e-3 m3', '1e-5 m3', '1e-7 m3'].map(orifices),
  { name: 'pressure switch', of: 'slides on the edge of an ideal valve', until: 1, circuit: written(pressureSwitch, 'pressure-switch') },
  { name: 'textbook slide', of: 'slides on x + v = 0', until: 3, circuit: written(textbookSlide, 'textbook-slide') },
];
