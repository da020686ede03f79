/**
 * When native kernels are worth making. While a compiler is at work beside a run, the run loses a share of its time; behind it, the rest of the run takes so much less. So it pays where
 *
 *     left > m (1 + l/s)        m s of making, l lost of each of them, s saved of what comes after
 *
 * `ringmain bench step native` has m and s, `ringmain bench auto kernels` all three and what the rule asks for (bench/native.md).
 */

/** s that a compiler takes to begin and end, and for each kB of the texts of a step: gcc 12 took 1.1 s for the 67 kB of ring a, 2.5 s for the 144 kB of a drawn ring, clang 14 less. */
const begin = 0.2;
const perKilobyte = 0.016;
/** Share that native kernels save of the time of WebAssembly: about the least of the circuits that were measured. */
export const saved = 0.3;
/**
 * Share that a run loses while the compiler works on a core of its own, and where all cores have threads already: those at a barrier wait for the one that has to share. About twice what ring a of 1000 loses
 * on two quiet cores by two threads, 0.07 and 0.22, at most; by one thread it loses nothing (`ringmain bench auto kernels`).
 */
const lost = { beside: 0.1, amid: 0.5 } as const;

/** s of a run before it is asked how long it will take: compiled code is slow at first, steps are short. */
export const firstLook = 0.2;
/** s that are left at least for one that is kept: to look for it and load it takes some 30 ms, a third of the run is then saved. */
export const leastForKept = 0.3;

/** s that a compiler is expected to take for texts of so many kB. */
const makingSeconds = (kilobytes: number): number => begin + perKilobyte * kilobytes;

/** s that a run must have before it for a compiler to be set to work. `free`: whether there is a core without a thread. */
export function leastForCompiler(kilobytes: number, free: boolean): number {
  return makingSeconds(kilobytes) * (1 + (free ? lost.beside : lost.amid) / saved);
}
