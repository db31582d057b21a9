import { writeFileSync } from 'node:fs';

/** Loaded before a measured program (`--import`): leaves behind what its process used, children not counted. */
const file = process.env.BENCH_PROBE_FILE;
process.on('exit', () => {
  if (file === undefined) return;
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage();
  writeFileSync(
    file,
    JSON.stringify({ peakMb: maxRSS / 1024, userMs: userCPUTime / 1_000, systemMs: systemCPUTime / 1_000 }),
  );
});
