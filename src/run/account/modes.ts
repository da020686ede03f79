/** Changes of modes that the steps of a run have met (blocks/modes.ts), by the names of the file. */
import { modeWordSize } from '../../blocks/modes.js';
import { conditionName, resetName } from '../../circuit/conditionText.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { modesOfWord } from '../../equations/solve/stepModes.js';
import type { KeptModes } from '../../program/keptModes.js';
import { batchAt } from '../../program/layout/layout.js';
import type { ModeChanges } from '../../results/modes.js';
import type { Session } from '../session.js';

/** Conditions that are told as the busiest; changes that are told with their times. */
const busiest = 5;
const most = 1000;

/** Null where nothing has modes that are looked at. */
export function modeChangesOf({ F, kept, layout }: Pick<Session, 'F' | 'kept' | 'layout'>): ModeChanges | null {
  if (kept.modes.length === 0) return null;
  const { components } = layout.network.tables;
  let word = 0;
  const words = kept.modes.map((one, k): Word => {
    word = kept.modes[k - 1]?.component === one.component ? word + 1 : 0;
    const definition = batchAt(layout, one.component).kind.source?.model.definition as KindDefinition;
    return new Word(F, one, components.nameOf(one.component), definition, word * modesOfWord);
  });
  const all = words.flatMap((one) => one.counts());
  const sum = (isReset: boolean): number => all.reduce((total, one) => total + (one.isReset === isReset ? one.count : 0), 0);
  const often = all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  // Sorting keeps the order of the circuit where times are the same.
  const changes = words.flatMap((one) => one.changes()).sort((a, b) => a.t - b.t);
  return {
    switches: sum(false),
    resets: sum(true),
    busiest: often.slice(0, busiest).map(({ what, count, first, last }) => ({ what: what(), count, first, last })),
    modes: changes.slice(0, most).map(({ t, what }) => ({ t, what: what() })),
  };
}

/** What is kept of a word of modes. */
class Word {
  constructor(
    private readonly F: Float64Array,
    private readonly of: KeptModes,
    private readonly name: string,
    private readonly definition: KindDefinition,
    /** Number of its first mode among those of the component. */
    private readonly from: number,
  ) {}

  /** Of every condition. */
  counts() {
    const { F, of } = this;
    const count = of.modes.length;
    return of.modes.map((mode, k) => {
      const at = of.at + modeWordSize + k;
      const [changes, first, last] = [0, 1, 2].map((column) => F[at + column * count]) as [number, number, number];
      return { what: (): string => this.nameOf(k), isReset: 'state' in mode, count: changes, first, last };
    });
  }

  /** Those that are kept with their times. */
  changes() {
    const { F, of } = this;
    const at = of.at + modeWordSize + 3 * of.modes.length;
    return Array.from({ length: F[of.at + 1] as number }, (_, k) => {
      const change = F[at + of.room + k] as number;
      return { t: F[at + k] as number, what: (): string => this.nameOf(Math.floor(change / 2), change % 2 === 1) };
    });
  }

  /** `holds` undefined: a condition as it reads where it holds, a state that is held or let go. */
  private nameOf(k: number, holds?: boolean): string {
    const mode = this.of.modes[k] as KeptModes['modes'][number];
    if ('state' in mode) return resetName(this.name, mode.state, holds);
    return conditionName(this.name, this.definition, mode, this.from + k, holds ?? true);
  }
}
