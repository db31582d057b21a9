// The world of one test file. It holds the switch of the mutants. While learning, it runs every green test again, in the
// world it has already loaded, once for each mutant the test reached: loading a file costs far more than its tests do.
const { createRequire } = require('node:module');
const { beat, state } = require('./state.cjs');

const { TestEnvironment } = createRequire(require.resolve('jest'))('jest-environment-node');
const MAX_TEST_MS = 10_000;

class MutantEnvironment extends TestEnvironment {
  #reached = new Set();

  async setup() {
    await super.setup();
    beat(state.activeMutant);
    Object.assign(state, {
      hasFailed: false,
      atLoad: new Set(),
      inTests: new Set(),
      once: new Set(),
      currentTest: null,
    });
    const isActive = (id) => id === state.activeMutant;
    this.global.__plumblineMutant = state.phase === 'try' ? isActive : (id) => this.#note(id) || isActive(id);
  }

  #note(id) {
    if (state.activeMutant === 0) (state.currentTest === null ? state.atLoad : this.#reached).add(id);
    return false;
  }

  async handleTestEvent({ name, test }) {
    if (name === 'test_start') this.#begin(test);
    if (name === 'test_done') await this.#end(test);
  }

  #begin(test) {
    beat(state.activeMutant);
    if (state.phase === 'try' && state.hasFailed) test.mode = 'skip';
    state.currentTest = titleOf(test);
    this.#reached = new Set();
  }

  async #end(test) {
    const title = state.currentTest;
    const reached = [...this.#reached];
    if (test.errors.length > 0) state.hasFailed = true;
    else if (state.phase === 'learn') await tryEach(test, title, reached);
    state.currentTest = null;
  }
}

async function tryEach(test, title, reached) {
  for (const id of reached) state.inTests.add(id);
  const left = reached.filter((id) => !state.found.has(id));
  if (left.length === 0) return;
  let isSteady = await passes(test, 0);
  for (const id of left) {
    if (!isSteady) state.once.add(id);
    else if (!(await passes(test, id))) {
      state.found.set(id, title);
      isSteady = await passes(test, 0);
    }
  }
}

/** Whether a test, with its hooks, passes once more. One with an inline snapshot may not run twice. */
async function passes(test, id) {
  if (test.fn === undefined || test.fn.length > 0 || String(test.fn).includes('InlineSnapshot')) return false;
  beat(id);
  state.activeMutant = id;
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), MAX_TEST_MS);
  });
  try {
    await Promise.race([runWithHooks(test), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    state.activeMutant = 0;
    beat(0);
  }
}

async function runWithHooks(test) {
  const blocks = [];
  for (let block = test.parent; block !== undefined; block = block.parent) blocks.unshift(block);
  const hooks = (type, of) => of.flatMap((block) => block.hooks.filter((hook) => hook.type === type));
  for (const hook of hooks('beforeEach', blocks)) await hook.fn.call({});
  await test.fn.call({});
  for (const hook of hooks('afterEach', blocks.toReversed())) await hook.fn.call({});
}

function titleOf(test) {
  return test.parent === undefined ? test.name : `${titleOf(test.parent)} › ${test.name}`;
}

module.exports = MutantEnvironment;
