/**
 * Pressures that a network gives, or that were computed before: a small volume whose equation is left out.
 *
 * surrogate  a stored network (surrogate/stored.ts) in closed loop: at each of its samples it reads quantities of the run itself. Until it can look back far enough the
 *            pressure stays as it was at the start
 * series     the published way: a table of an earlier run has the pressure of each sample, whoever made it
 */

import { treatmentForms } from '../../circuit/treatments/forms.js';
import { CsvReader } from '../../results/readCsv.js';
import { RunError } from '../../results/runError.js';
import { Predictor } from '../../surrogate/predictor.js';
import { readSurrogate } from '../../surrogate/stored.js';
import { ofPressure } from '../surrogates/quantities.js';
import { type SmallVolume, Tally, type Treated, type Treatment } from './treatment.js';

/** A sample is due when its time has come to within this part of the interval: steps add up with rounding. */
const near = 1e-6;

class Network implements Treated {
  readonly counts = new Tally();
  readonly interval: number;
  private readonly predictor: Predictor;
  private readonly inputs: readonly (() => number)[];
  /** Whether inputs of the same instant are seen: those before the pressure jumps. */
  private readonly seesNow: boolean;
  private samples = 0;

  constructor(
    private readonly volume: SmallVolume,
    text: string,
    named: string,
  ) {
    const surrogate = readSurrogate(text, named);
    const { target, inputs, every, delays } = surrogate;
    if (!volume.lines.some((line) => `${line}.p` === target))
      throw new RunError(
        'SUR102',
        `the network gives ${target}, and '${volume.name}' is another volume`,
        `treat ${target.replace(/\.p$/, '')} by it`,
      );
    this.predictor = new Predictor(surrogate);
    this.interval = every;
    this.seesNow = delays.from === 0;
    this.inputs = inputs.map((name) => {
      const follows = ofPressure(volume.circuit, name);
      const read = quantityOf(volume, follows?.pressure ?? name);
      return follows ? () => follows.of(read()) : read;
    });
  }

  pressure(t: number, before: number): number {
    if (t < (this.samples - near) * this.interval) return before;
    const { predictor, counts } = this;
    const isWarm = this.samples >= predictor.reach;
    this.samples++;
    if (this.seesNow) this.tell();
    const found = isWarm ? predictor.predict() : before;
    if (!this.seesNow) {
      // What is seen later belongs to the pressure of its instant.
      this.volume.net(found);
      this.tell();
    }
    predictor.tellTarget(found);
    counts.add(t, 1);
    return found;
  }

  private tell(): void {
    for (let k = 0; k < this.inputs.length; k++) this.predictor.tellInput(k, (this.inputs[k] as () => number)());
  }
}

/** RunError SUR104 where the circuit has no such quantity. */
function quantityOf(volume: SmallVolume, name: string): () => number {
  try {
    return volume.quantity(name);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    const why = error.message.replace(/^record: /, '');
    throw new RunError(
      'SUR104',
      `${volume.name}=surrogate: the network sees ${name}, and ${why}`,
      'take the circuit that it was trained on',
    );
  }
}

export const surrogate: Treatment = {
  ...treatmentForms.surrogate,
  about: 'a network that ringmain surrogate has trained, on quantities of the run itself',
  source: 'Ustinov, LUT 2023, §4.3; IEEE Access 10 (2022), III–IV; in closed loop: ours',
  when: 'step',
  start: (volume, _values, text, named) => new Network(volume, text ?? '', named),
};

class Table implements Treated {
  readonly counts = new Tally();
  private readonly t: Float64Array;
  private readonly values: Float64Array;
  private row = 0;

  constructor(volume: SmallVolume, text: string, named: string) {
    const names = new Set(volume.lines.map((line) => `${line}.p`));
    const reader = new CsvReader((name) => names.has(name));
    const rows = reader.add(text) ? reader.end() : null;
    const values = rows?.values[0];
    if (!rows || !values || rows.t.length === 0)
      throw new RunError(
        'SUR103',
        `${named}: ${rows ? `the table has no ${values ? 'rows' : `column ${[...names].join(' or ')}`}` : reader.why}`,
        'give a table that ringmain run --out FILE.csv has written, with that pressure recorded',
      );
    [this.t, this.values] = [rows.t, values];
  }

  pressure(t: number): number {
    const { t: times } = this;
    const next = (): number => times[this.row + 1];
    while (this.row + 1 < times.length && t >= next() - near * (next() - times[this.row])) this.row++;
    this.counts.add(t, 1);
    return this.values[this.row];
  }
}

export const series: Treatment = {
  ...treatmentForms.series,
  about: 'the pressure of an earlier run, from its table, held from row to row',
  source: 'IEEE Access 10 (2022), IV; Ustinov, LUT 2023, §4.3',
  when: 'step',
  start: (volume, _values, text, named) => new Table(volume, text ?? '', named),
};
