/**
 * Circuits on a given graph: a junction and a consumer at every node, a pipe (its friction a laminar restrictor between two lines) along every edge, a
 * supply every 50 nodes. Consumers by i mod 3: orifice to tank, accumulator behind an orifice, check valve and orifice to tank. The seed draws
 * lengths and conductances; connections are the graph's.
 */

import type { RawCircuit, RawComponent, RawConnection, RawLine } from '../file/raw.js';
import { numberAt } from '../text/known.js';
import { type Random, seeded } from '../text/random.js';

export interface NetworkGraph {
  readonly nodes: number;
  /** By edge: its two nodes. */
  readonly edges: readonly (readonly [number, number])[];
}

const nodesPerSupply = 50;
/** l/min that a consumer takes from a main at 150 bar, by type. */
const consumption = [4.1, 0, 4.1] as const;

interface Heading {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly seed: number;
}

/** The plain object of a circuit file. */
export function networkCircuit({ nodes, edges }: NetworkGraph, { name, title, source, seed }: Heading): RawCircuit {
  const parts = new NetworkParts(seed);
  const supplies = Math.ceil(nodes / nodesPerSupply);
  let flow = 0;
  for (let i = 0; i < nodes; i++) flow += numberAt(consumption, i % consumption.length) / supplies;
  for (let i = 0; i < nodes; i++) {
    parts.addConsumer(i);
    if (i % nodesPerSupply === 0) parts.addSupply(i, flow);
  }
  edges.forEach((edge, k) => {
    parts.addEdge(k, edge);
  });
  const { components, lines, direct } = parts;
  return {
    ringmain: 1,
    name,
    title,
    source,
    fluid: { density: '890 kg/m3', viscosity: '60 cSt', bulkModulus: '8900 bar', vapourPressure: '-1 bar' },
    components,
    lines,
    direct,
    defaults: { line: { diameter: '16 mm' } },
    initial: { pressure: '150 bar' },
    run: { end: '1 s', pressureError: '0.1 bar', minimumStep: '1 us', maximumStep: '1 ms' },
    record: { every: '10 ms', signals: ['n0.p', `n${Math.floor(nodes / 2)}.p`, 'n1_accumulator.volume'] },
  };
}

/** Entries of the file, drawn in the order in which they are added. */
class NetworkParts {
  readonly components: Record<string, RawComponent> = {};
  readonly lines: Record<string, RawLine> = {};
  readonly direct: RawConnection[] = [];
  private readonly random: Random;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  /** A node with its consumer. */
  addConsumer(i: number): void {
    const { components, lines } = this;
    components[`n${i}`] = { kind: 'junction' };
    const type = i % consumption.length;
    if (type === 0) {
      components[`n${i}_orifice`] = this.orifice(1, 2, '20 bar');
      lines[`n${i}_feed`] = this.branch(`n${i}`, `n${i}_orifice.in`);
      this.toTank(i, 'orifice.out');
    } else if (type === 1) {
      components[`n${i}_orifice`] = this.orifice(5, 15, '5 bar');
      components[`n${i}_accumulator`] = {
        kind: 'accumulator',
        gasVolume: this.between(0.5, 2, 'l'),
        prechargePressure: '80 bar',
        initialPressure: '150 bar',
      };
      lines[`n${i}_feed`] = this.branch(`n${i}`, `n${i}_orifice.in`);
      lines[`n${i}_fill`] = this.branch(`n${i}_orifice.out`, `n${i}_accumulator`);
    } else {
      components[`n${i}_check`] = { kind: 'checkValve', crackingPressure: this.between(0.5, 5, 'bar'), gradient: '20 l/min/bar' };
      components[`n${i}_orifice`] = this.orifice(1, 2, '20 bar');
      lines[`n${i}_feed`] = this.branch(`n${i}`, `n${i}_check.in`);
      lines[`n${i}_link`] = this.branch(`n${i}_check.out`, `n${i}_orifice.in`);
      this.toTank(i, 'orifice.out');
    }
  }

  /** Pump and relief valve of a node. */
  addSupply(i: number, flow: number): void {
    const { components, lines, direct } = this;
    components[`n${i}_pump`] = { kind: 'flowSource', flow: `${flow.toPrecision(6)} l/min` };
    components[`n${i}_relief`] = { kind: 'reliefValve', crackingPressure: '210 bar', gradient: '100 l/min/bar' };
    components[`n${i}_sump`] = { kind: 'tank' };
    lines[`n${i}_supply`] = { from: `n${i}_pump`, to: `n${i}`, length: '2 m', diameter: '40 mm' };
    lines[`n${i}_spill`] = { from: `n${i}`, to: `n${i}_relief.in`, length: '2 m', diameter: '40 mm' };
    direct.push({ from: `n${i}_relief.out`, to: `n${i}_sump` });
  }

  addEdge(k: number, [a, b]: readonly [number, number]): void {
    this.components[`e${k}`] = { kind: 'laminarRestrictor', conductance: this.between(1000, 3000, 'l/min/bar') };
    this.lines[`e${k}_a`] = this.main(`n${a}`, `e${k}.in`);
    this.lines[`e${k}_b`] = this.main(`e${k}.out`, `n${b}`);
  }

  private between(low: number, high: number, unit: string): string {
    return `${(low + (high - low) * this.random()).toPrecision(6)} ${unit}`;
  }

  private main(from: string, to: string): RawLine {
    return { from, to, length: this.between(2, 6, 'm'), diameter: '40 mm' };
  }

  private branch(from: string, to: string): RawLine {
    return { from, to, length: this.between(1, 3, 'm') };
  }

  private toTank(i: number, port: string): void {
    this.components[`n${i}_tank`] = { kind: 'tank' };
    this.direct.push({ from: `n${i}_${port}`, to: `n${i}_tank` });
  }

  private orifice(low: number, high: number, drop: string): RawComponent {
    return { kind: 'ratedOrifice', ratedFlow: this.between(low, high, 'l/min'), ratedPressureDrop: drop };
  }
}
