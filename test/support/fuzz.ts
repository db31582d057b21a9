const FACTOR = readFactor(process.env.PLUMBLINE_FUZZ_RUNS);

/** How often a property is tried: `count` times, or as many times that as `PLUMBLINE_FUZZ_RUNS` says. */
export function fuzzRuns(count: number): { readonly numRuns: number } {
  return { numRuns: count * FACTOR };
}

function readFactor(text: string | undefined): number {
  const factor = Number(text ?? '1');
  if (!Number.isInteger(factor) || factor < 1)
    throw new Error(`PLUMBLINE_FUZZ_RUNS is ${text}; give a whole number from 1`);
  return factor;
}
