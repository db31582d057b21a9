/**
 * Milliseconds of this process's own computing that `work` took. What others do on the machine, and waiting, does not count: so a
 * bound on it tells a text that explodes from a busy day.
 */
export function computingMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}
