/**
 * The ceiling of a speed-up: as many serial engines as workers at once, each over a circuit of a worker's share, that share nothing but the machine. With
 * every round one alone, all at once, all at once with synchronisations, one alone.
 *
 * What synchronisations make of the cores' disturbances is measured, not worked out from times of slices of engines that never wait: a thread that sleeps for its
 * partner is not disturbed when and as often as one that runs on. Beside other programs the two were seen to differ by a factor of two.
 */

import { type EngineCopy, IndependentEngines } from '#ringmain/cli/measure/independentEngines.js';
import { expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import { type CeilingSamples, rounded } from './scalingFile.js';

/** The serial engine of which there are to be many. */
export interface CeilingBase {
  readonly copy: EngineCopy;
  /** Of its circuit. */
  readonly components: number;
  /** Of a sample. */
  readonly attempts: number;
  /** Fingerprint of the states in an engine's memory, and what it must be. */
  readonly digestOf: (memory: Float64Array) => string;
  readonly digest: string;
}

/** Engines are there until closed. */
export class CeilingRounds {
  private readonly engines: IndependentEngines;
  private calls = 0;
  private readonly alone: number[] = [];
  private readonly together: number[] = [];
  private readonly met: number[] = [];

  private constructor(
    private readonly base: CeilingBase,
    count: number,
  ) {
    this.engines = new IndependentEngines(base.copy, count);
  }

  /** Starts `count` engines, and sees that all end in the same states. Throws RunFault. */
  static async open(base: CeilingBase, count: number): Promise<CeilingRounds> {
    const opened = new CeilingRounds(base, count);
    try {
      await opened.begin(count);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /** One alone, all at once, all at once with synchronisations, one alone. */
  async round(): Promise<void> {
    this.alone.push(await this.oneAlone());
    this.together.push(await this.engines.together());
    this.met.push(await this.engines.synchronisation(this.base.attempts));
    this.alone.push(await this.oneAlone());
  }

  samples(): CeilingSamples {
    const { alone, together, met } = this;
    const { components, attempts } = this.base;
    return { components, attempts, alone: rounded(alone), together: rounded(together), met: rounded(met) };
  }

  async close(): Promise<void> {
    await this.engines.close();
  }

  private async begin(count: number): Promise<void> {
    const { attempts, digestOf, digest } = this.base;
    // Not counted: V8 has not optimised the code yet.
    await this.engines.together();
    await this.engines.synchronisation(attempts);
    for (let engine = 0; engine < count; engine++) {
      expectSame(`one serial engine, and ${count} at once`, [digest, digestOf(await this.engines.memory(engine))]);
    }
  }

  /** They take turns. */
  private oneAlone(): Promise<number> {
    return this.engines.alone(this.calls++);
  }
}
