/**
 * A sample of the candidates, spread over the files in proportion to what each has room for, at least one of every file.
 * The same seed and the same text of a file give the same order of choice.
 */
export function chooseMutants(candidatesByFile, { sample, seed }) {
  const total = candidatesByFile.reduce((sum, { candidates }) => sum + candidates.length, 0);
  return candidatesByFile.flatMap(({ file, candidates }) => {
    const count = Math.max(1, Math.round((candidates.length / Math.max(total, 1)) * sample));
    return shuffled(candidates, `${seed} ${file}`)
      .slice(0, count)
      .map((candidate) => ({ file, ...candidate }));
  });
}

function shuffled(items, seedText) {
  const next = randomNumbers(seedText);
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(next() * (at + 1));
    [order[at], order[other]] = [order[other], order[at]];
  }
  return order;
}

/** Numbers from 0 up to 1 that follow from a text alone (mulberry32 over an FNV hash). */
function randomNumbers(seedText) {
  let state = 2_166_136_261;
  for (const letter of seedText) state = Math.imul(state ^ letter.codePointAt(0), 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
