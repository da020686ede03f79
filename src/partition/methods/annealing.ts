/**
 * Simulated annealing as Burton 1994 §6.6.1 sketches it: from an arbitrary division on, clusters are moved so that the root-mean-square difference
 * between the load of the parts and their ideal load becomes small; what a part exchanges counts as its load. Kirkpatrick, Gelatt, Vecchi, Science 220
 * (1983) 671: worse states are accepted with exp(-ΔE/T) while T falls. A move takes a cluster to the part of one of its neighbours.
 */

import { type Random, seeded } from '../../circuit/text/random.js';
import { totalWeight } from '../graph.js';
import { greedy } from './greedy.js';
import type { PartitionMethod, PartitionTask } from './method.js';

/** Temperatures, and how much lower each is. */
const temperatures = 100;
const cooling = 0.92;
/** Moves tried at each temperature. */
const movesOf = (count: number): number => Math.min(40_000, 40 * count);

export const annealing: PartitionMethod = {
  name: 'annealing',
  about: 'simulated annealing of the root-mean-square load error with exchange (Burton 1994 §6.6.1)',
  partition: (task) => new Annealer(task, seeded(task.seed)).run(),
};

class Annealer {
  private readonly part: Int32Array;
  /** By part: load and exchange, over the share. */
  private readonly time: Float64Array;
  private readonly members: Int32Array;
  private readonly ideal: number;

  constructor(
    private readonly task: PartitionTask,
    private readonly random: Random,
  ) {
    const { graph, shares } = task;
    this.part = greedy.partition(task);
    this.time = new Float64Array(shares.length);
    this.members = new Int32Array(shares.length);
    this.ideal = totalWeight(graph);
    for (let v = 0; v < graph.count; v++) {
      const own = this.part[v];
      this.members[own] = this.members[own] + 1;
      let cost = graph.weight[v];
      for (let e = graph.start[v]; e < graph.start[v + 1]; e++) if (this.part[graph.to[e]] !== own) cost += graph.cut[e];
      this.time[own] = this.time[own] + cost / shares[own];
    }
  }

  /** Σ (time - ideal)², over the share: the square of Burton's error times the parts. */
  private errorOf(k: number, time: number): number {
    const off = time - this.ideal;
    return this.task.shares[k] * off * off;
  }

  run(): Int32Array {
    const { graph } = this.task;
    const best = this.part.slice();
    let error = this.time.reduce((sum, time, k) => sum + this.errorOf(k, time), 0);
    let least = error;
    if (graph.to.length === 0 || this.time.length === 1) return best;
    let temperature = this.firstTemperature();
    for (let n = 0; n < temperatures; n++, temperature *= cooling) {
      for (let m = movesOf(graph.count); m > 0; m--) error += this.tryMove(temperature);
      if (error >= least) continue;
      least = error;
      best.set(this.part);
    }
    return best;
  }

  /** Mean of the changes for the worse: about a third of them are accepted at first. */
  private firstTemperature(): number {
    let [sum, count] = [0, 0];
    for (let n = 0; n < 200; n++) {
      const change = this.tryMove(0, true);
      if (change > 0) [sum, count] = [sum + change, count + 1];
    }
    return count > 0 ? sum / count : 1;
  }

  /** Draws a move and makes it if it is accepted (or only `look`s); the change of the error. */
  private tryMove(temperature: number, look = false): number {
    const { graph, shares } = this.task;
    const { part, time } = this;
    const v = Math.floor(this.random() * graph.count);
    const [first, last] = [graph.start[v], graph.start[v + 1]];
    if (last === first) return 0;
    const from = part[v];
    const to = part[graph.to[first + Math.floor(this.random() * (last - first))]];
    if (to === from || this.members[from] === 1) return 0;
    let [own, there, all] = [0, 0, 0];
    for (let e = first; e < last; e++) {
      const other = part[graph.to[e]];
      const cost = graph.cut[e];
      all += cost;
      if (other === from) own += cost;
      else if (other === to) there += cost;
    }
    const weight = graph.weight[v];
    const timeFrom = time[from] + (-weight - (all - own) + own) / shares[from];
    const timeTo = time[to] + (weight + (all - there) - there) / shares[to];
    const change = this.errorOf(from, timeFrom) - this.errorOf(from, time[from]) + this.errorOf(to, timeTo) - this.errorOf(to, time[to]);
    if (look) return change;
    if (change > 0 && this.random() >= Math.exp(-change / temperature)) return 0;
    time[from] = timeFrom;
    time[to] = timeTo;
    part[v] = to;
    this.members[from] = this.members[from] - 1;
    this.members[to] = this.members[to] + 1;
    return change;
  }
}
