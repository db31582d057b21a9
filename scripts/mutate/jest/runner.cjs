// A runner for jest that runs one set of test files twice. First all of them, each test again with every mutant it reached
// (see environment.cjs). Then, for each mutant nothing found that is part of what a file does while it is loaded, the nearest
// files that load it. It speaks to its parent by messages; jest itself is told nothing.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { beat, state } = require('./state.cjs');

const JestRunner = createRequire(require.resolve('jest'))('jest-runner').default;
const MAX_MEMORY_BYTES = 2_500_000_000;
const MAX_FILES_OF_A_MUTANT = 10;

class MutantRunner extends JestRunner {
  #inner;
  #failures = 0;

  constructor(globalConfig, context) {
    super(globalConfig, context);
    this.#inner = new JestRunner(globalConfig, context);
    this.#inner.on('test-file-success', ([_test, result]) => {
      // While learning, a test that was run again (an inline snapshot may not be) says nothing by its own result.
      if (state.hasFailed || result.testExecError) this.#failures += 1;
    });
    this.#inner.on('test-file-failure', () => {
      this.#failures += 1;
    });
    for (const event of ['unhandledRejection', 'uncaughtException']) process.on(event, () => {});
  }

  async runTests(tests, watcher) {
    const job = JSON.parse(readFileSync(process.env.PLUMBLINE_MUTATION_JOB, 'utf8'));
    for (const id of job.ended) state.found.set(id, '');
    const known = [...job.learned];
    const paths = new Set(known.map(({ path }) => path));
    // Jest puts the slowest first; here the quick ones shall leave little to the slow ones.
    for (const test of tests.toReversed().filter(({ path }) => !paths.has(path))) {
      known.push(await this.#learn(test, watcher));
      if (isLarge()) return;
    }
    state.phase = 'try';
    const byPath = new Map(tests.map((test) => [test.path, test]));
    for (const { id, name } of job.mutants.filter((mutant) => !state.found.has(mutant.id))) {
      await tell({ kind: 'ended', id, ...(await this.#try({ id, name, known, byPath, watcher })) });
      if (isLarge()) return;
    }
  }

  async #learn(test, watcher) {
    const before = new Set(state.found.keys());
    const startedAt = performance.now();
    const isGreen = await this.#isGreen(test, watcher);
    const ms = Math.round(performance.now() - startedAt);
    for (const [id, title] of state.found) {
      if (!before.has(id)) await tell({ kind: 'ended', id, status: 'killed', killer: `${test.path} › ${title}` });
    }
    const { atLoad, inTests, once } = state;
    const file = { path: test.path, ms, isGreen, reached: [...inTests], again: [...atLoad, ...once] };
    await tell({ kind: 'learned', file });
    return file;
  }

  async #try({ id, name, known, byPath, watcher }) {
    const again = known
      .filter((file) => file.isGreen && file.again.includes(id))
      .sort((a, b) => nearness(b.path, name) - nearness(a.path, name) || breadth(a) - breadth(b));
    for (const { path } of again.slice(0, MAX_FILES_OF_A_MUTANT)) {
      state.activeMutant = id;
      if (!(await this.#isGreen(byPath.get(path), watcher))) return { status: 'killed', killer: path };
    }
    const isReached = again.length > 0 || known.some(({ reached }) => reached.includes(id));
    return { status: isReached ? 'survived' : 'not reached' };
  }

  async #isGreen(test, watcher) {
    this.#failures = 0;
    beat(state.activeMutant);
    await this.#inner.runTests([test], watcher, { serial: true });
    return this.#failures === 0;
  }
}

/** Tests named like the mutated file come first, then those of its folder and the folders above. */
function nearness(path, name) {
  if (path.includes(`/test/unit/${name}`)) return 100;
  const parts = name.split('/');
  return parts.findLastIndex((_part, at) => path.includes(`/test/unit/${parts.slice(0, at).join('/')}/`));
}

/** A file that reaches few mutants is about few things. */
function breadth({ reached, again }) {
  return reached.length + again.length;
}

function isLarge() {
  return process.memoryUsage().rss > MAX_MEMORY_BYTES;
}

function tell(message) {
  return new Promise((resolve) => process.send(message, resolve));
}

module.exports = MutantRunner;
