const { openSync, writeSync } = require('node:fs');

const heartbeat = openSync(process.env.PLUMBLINE_MUTATION_HEARTBEAT, 'w');
let beats = 0;

/** What runner and environment share in one jest process. */
const state = {
  /** `learn`: run the tests, and each again with every mutant it reached. `try`: run them with the one mutant that is active. */
  phase: 'learn',
  activeMutant: 0,
  currentTest: null,
  hasFailed: false,
  /** Found so far: id to the test that found it. */
  found: new Map(),
  /** Of the file that runs: mutants reached while it was loaded, by a test, and by a test that cannot be run twice. */
  atLoad: new Set(),
  inTests: new Set(),
  once: new Set(),
};

/** Leave a sign of life where the parent sees it even when this process is caught in an endless loop. */
function beat(id) {
  beats += 1;
  writeSync(heartbeat, `${id} ${beats}`.padEnd(40), 0);
}

module.exports = { state, beat };
