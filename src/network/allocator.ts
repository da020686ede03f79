/** Places in the one memory, from the words that threads synchronise on upwards. */
import { controlWords } from './layout.js';

export class Allocator {
  size = controlWords / 2;
  /** n doubles, aligned to 64 bytes. */
  take(n: number): number {
    const at = this.size;
    this.size += Math.ceil(n / 8) * 8;
    return at;
  }
  /** n Int32 words; gives the offset in Int32 words. */
  integers(n: number): number {
    return 2 * this.take(Math.ceil(n / 2));
  }
}
