/** Vector width of this processor, and the compiler flags for it. */
import { readFileSync } from 'node:fs';

/** A level of a family of processors. Code of one level runs on all that have it. */
export interface Processor {
  /** 'x86-64-v3'; the cache's key has it. */
  readonly level: string;
  /** Doubles in its widest vectors. */
  readonly width: 2 | 4 | 8;
  readonly flags: readonly string[];
}

/** Flags of /proc/cpuinfo that a level needs (x86-64 psABI, table 3.1), and what there is beyond the level below. */
const levels = [
  { level: 'x86-64-v4', width: 8, needs: ['avx512f', 'avx512bw', 'avx512cd', 'avx512dq', 'avx512vl'] },
  { level: 'x86-64-v3', width: 4, needs: ['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'abm', 'movbe'] },
] as const;

/** Level of a processor by the flags that Linux lists; a level needs those of the levels below it. */
export function levelOf(flags: ReadonlySet<string>): Processor {
  const has = (needs: readonly string[]): boolean => needs.every((flag) => flags.has(flag));
  const [fourth, third] = levels;
  if (has(third.needs) && has(fourth.needs)) return { level: fourth.level, width: fourth.width, flags: [`-march=${fourth.level}`] };
  if (has(third.needs)) return { level: third.level, width: third.width, flags: [`-march=${third.level}`] };
  return { level: 'x86-64', width: 2, flags: [] };
}

/** Level of this machine; where Linux does not list its flags, two doubles, which every processor of the family has. */
export function thisProcessor(): Processor {
  if (process.arch !== 'x64') return { level: process.arch, width: 2, flags: [] };
  try {
    const line = /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
    return levelOf(new Set(line.trim().split(/\s+/)));
  } catch {
    return { level: 'x86-64', width: 2, flags: [] };
  }
}
