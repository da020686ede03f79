/** Connections to Redis or Valkey, and BullMQ: packages that are there only where somebody installed them. */
import type { Redis } from 'ioredis';
import { MachineRefusal } from '../../../results/machineRefusal.js';
import { RunError } from '../../../results/runError.js';

/** Checks the form of an address. Throws RunError. */
function checkAddress(address: string): void {
  if (!/^rediss?:\/\/[^/]/.test(address) || !URL.canParse(address))
    throw new RunError(
      'RUN250',
      `'${shownAddress(address)}' is no address of a queue`,
      'write redis://host, or rediss://name:password@host:6380 for TLS',
    );
}

/** Without name and password. */
export const shownAddress = (address: string): string => address.replace(/^(\w+:\/\/)[^/]*@/, '$1');

/** BullMQ. Throws RunError where it is not installed. */
export async function loadBullmq(): Promise<typeof import('bullmq')> {
  return import('bullmq').catch(notInstalled);
}

function notInstalled(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new RunError(
    'RUN250',
    'queues need the packages bullmq and ioredis, which are not installed',
    "'npm install bullmq ioredis', or run shards (--shard)",
  );
}

/** Makes connections that outlive the server: commands wait until it is there again. */
export class Connections {
  private readonly all: Redis[] = [];
  private isAway = false;

  private constructor(
    private readonly address: string,
    private readonly Client: typeof Redis,
    private readonly onAway: (why: string | null) => void,
  ) {}

  /** Throws RunError for an address of another form, MachineRefusal where nothing answers or it refuses. `onAway`: why the server cannot be reached; null when it is back. */
  static async open(address: string, onAway: (why: string | null) => void): Promise<{ connections: Connections; redis: Redis }> {
    checkAddress(address);
    const { Redis: Client } = await import('ioredis').catch(notInstalled);
    const connections = new Connections(address, Client, onAway);
    const first = new Client(address, { maxRetriesPerRequest: 0, retryStrategy: () => null, lazyConnect: true, connectTimeout: 10_000 });
    let reason: Error | null = null;
    first.on('error', (error: Error) => {
      reason = error;
    });
    try {
      await first.connect();
      await first.ping();
    } catch (error) {
      const { message } = reason ?? (error as Error);
      throw new MachineRefusal(
        'RUN250',
        `${shownAddress(address)} does not answer, or refuses: ${message}`,
        'check the address, its name and password, and that Redis or Valkey runs there',
      );
    } finally {
      first.disconnect();
    }
    return { connections, redis: connections.make() };
  }

  /** One more: commands that block need one of their own. */
  make(): Redis {
    const redis = new this.Client(this.address, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(100 * times, 1000) });
    redis.on('error', (error: Error) => {
      if (!this.isAway) this.onAway(error.message || (error as NodeJS.ErrnoException).code || 'no connection');
      this.isAway = true;
    });
    redis.on('ready', () => {
      if (this.isAway) this.onAway(null);
      this.isAway = false;
    });
    this.all.push(redis);
    return redis;
  }

  close(): void {
    for (const redis of this.all) redis.disconnect();
  }
}
