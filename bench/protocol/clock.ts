/**
 * From now on `performance.now` tells the processor time of this process, ms: what the program calls the seconds of a run is then not lengthened by other
 * programs that take the core, which on a shared machine they do in nearly every run. Work of the compiler's and collector's threads counts too; the fastest
 * of several runs has least of it. Any version of the program can be timed so, as it needs no change for it.
 */
export function countProcessorTime(): void {
  performance.now = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}
