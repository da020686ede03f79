/**
 * Lines → volumes. Capacitive lines and junctions joined to each other are one volume: its pressure is the same everywhere, p' = Σq / Σ(V/B).
 * A wave line has oil at its ends, half of it or what its modes leave, and what is between them is a component of its own (waveLines.ts).
 */

import type { Circuit } from '../../circuit/circuit.js';
import { Sets } from '../../circuit/sets.js';
import { type ComponentTable, lineType, lineValue } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import { modelOf } from '../../equations/language/build.js';
import type { PortType } from '../../equations/language/definition.js';
import { portVolumeEnds } from '../../network/portVolumeEnds.js';
import { endShare } from './lineModes.js';

export interface Volumes {
  readonly count: number;
  /** Volume of line end 2·line (from) and 2·line + 1 (to). */
  readonly ofEnd: Int32Array;
  /** Σ V/B of lines of constant bulk modulus, and of the walls of the others, m3/Pa. */
  readonly capacitance: Float64Array;
  /** Σ V of lines whose bulk modulus follows the fluid's law, m3. */
  readonly oil: Float64Array;
  /** Where mass is conserved: κ of the density e^κp of what flows in, that of a line to which components lend, else the mean of its lines, of which wave lines, that are linear, have 0; 1/Pa. */
  readonly density: Float64Array;
  /** Pressure at t = 0: that of the lines, weighted by their volume, Pa. */
  readonly initial: Float64Array;
  /** By volume: type of the ports at it. The volume of mechanical ports is a node between springs; its pressure is the force. */
  readonly type: readonly PortType[];
  /** By volume: its lines, for a name. */
  readonly lines: readonly (readonly number[])[];
  /** Wave lines, and the modes of each. */
  readonly sections: readonly number[];
  readonly modes: number;
}

/** By kind and port: where lines meet in a joint, the port of the first of them; else null. */
export function jointPorts({ kinds }: ComponentTable): readonly (readonly (string | null)[])[] {
  return kinds.map((kind) => {
    const ports = kind ? modelOf(kind).ports : [];
    const first = new Set(ports.map(({ meets }) => meets));
    return ports.map(({ name, meets }) => meets ?? (first.has(name) ? name : null));
  });
}

/** Finds the volumes of a circuit, numbered in the order of their first line. */
export function volumesOf(circuit: Circuit, modes: number): Volumes {
  const { components, lines } = tablesOf(circuit);
  const sets = new Sets(2 * lines.count + components.count);
  const isJunction = (c: number): boolean => components.kinds[components.kind[c]] === null;
  const meeting = jointPorts(components);
  const firstAt = new Map<string, number>();
  const sections: number[] = [];
  for (let l = 0; l < lines.count; l++) {
    const ends = [
      [lines.from[l], lines.fromPort[l]],
      [lines.to[l], lines.toPort[l]],
    ] as [number, number][];
    ends.forEach(([c, port], side) => {
      const end = 2 * l + side;
      const joint = meeting[components.kind[c]]?.[port];
      if (isJunction(c)) sets.join(end, 2 * lines.count + c);
      else if (joint) {
        const place = `${c} ${joint}`;
        sets.join(end, firstAt.get(place) ?? end);
        firstAt.set(place, firstAt.get(place) ?? end);
      }
    });
    if (Number.isNaN(lineValue(lines, l, 'delay'))) sets.join(2 * l, 2 * l + 1);
    else sections.push(l);
  }
  const number = new Map<number, number>();
  const ofEnd = Int32Array.from({ length: 2 * lines.count }, (_, end) => {
    const root = sets.find(end);
    const known = number.get(root) ?? number.size;
    number.set(root, known);
    return known;
  });
  const count = number.size;
  const [capacitance, oil, weight, initial] = [0, 0, 0, 0].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const own: number[][] = Array.from({ length: count }, () => []);
  for (let end = 0; end < 2 * lines.count; end++) {
    const l = end >> 1;
    const v = ofEnd[end];
    const half = lineValue(lines, l, 'volume') / 2;
    const kept = modes === 0 || Number.isNaN(lineValue(lines, l, 'delay')) ? half : endShare(modes) * lineValue(lines, l, 'volume');
    const wall = lineValue(lines, l, 'law');
    const isLaw = !Number.isNaN(wall);
    if (isLaw) oil[v] = oil[v] + half;
    capacitance[v] = capacitance[v] + (isLaw ? half * wall : kept / lineValue(lines, l, 'bulkModulus'));
    weight[v] = weight[v] + half;
    initial[v] = initial[v] + half * lineValue(lines, l, 'initialPressure');
    if (!own[v]?.includes(l)) own[v]?.push(l);
  }
  for (let v = 0; v < count; v++) initial[v] = initial[v] / weight[v];
  const type = own.map(([line]) => lineType(lines, line));
  return { count, ofEnd, capacitance, oil, density: densitiesOf(circuit, ofEnd, weight), initial, type, lines: own, sections, modes };
}

function densitiesOf(circuit: Circuit, ofEnd: Int32Array, size: Float64Array): Float64Array {
  const tables = tablesOf(circuit);
  const { lines } = tables;
  const [density, lending] = [new Float64Array(size.length), portVolumeEnds(tables)];
  if (circuit.fluid.conserve !== 'mass') return density;
  const compliance = (end: number): number => 1 / lineValue(lines, end >> 1, 'bulkModulus');
  ofEnd.forEach((v, end) => {
    if (!Number.isNaN(lineValue(lines, end >> 1, 'delay')) || lineType(lines, end >> 1) !== 'hydraulic') return;
    density[v] = density[v] + (compliance(end) * lineValue(lines, end >> 1, 'volume')) / 2 / size[v];
  });
  ofEnd.forEach((v, end) => {
    if (lending?.[end] === 1) density[v] = compliance(end);
  });
  return density;
}
