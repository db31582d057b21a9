import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/** Each file breaks exactly the rule it is named for. */
const PLANTED: readonly (readonly [rule: string, path: string, text: string])[] = [
  [
    'core-is-alone',
    'src/review/reads-disk.ts',
    "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n",
  ],
  ['core-is-alone', 'src/review/asks-git.ts', "import { y } from '../provider/git/inner.js';\nexport const x = y;\n"],
  [
    'adapters-see-the-face-only',
    'src/handlers/looks-inside.ts',
    "import { z } from '../review/inner.js';\nexport const x = z;\n",
  ],
  [
    'adapters-never-meet',
    'src/report/asks-git.ts',
    "import { y } from '../provider/git/inner.js';\nexport const x = y;\n",
  ],
  [
    'adapters-never-meet',
    'src/provider/github/asks-git.ts',
    "import { y } from '../git/inner.js';\nexport const x = y;\n",
  ],
  [
    'github-answers-are-pure',
    'src/github-answers/asks-core.ts',
    "import { z } from '../review/index.js';\nexport const x = z;\n",
  ],
  [
    'github-answers-for-askers',
    'src/durable/reads-answers.ts',
    "import { a } from '../github-answers/index.js';\nexport const x = a;\n",
  ],
  [
    'github-answers-have-a-face',
    'src/report/publish/looks-inside.ts',
    "import { a } from '../../github-answers/inner.js';\nexport const x = a;\n",
  ],
  ['roots-are-the-top', 'src/durable/needs-root.ts', "import { r } from '../cli.js';\nexport const x = r;\n"],
  ['roots-are-the-top', 'src/report/asks-doctor.ts', "import { d } from '../doctor/inner.js';\nexport const x = d;\n"],
  [
    'roots-use-faces',
    'src/doctor/looks-inside.ts',
    "import { y } from '../provider/git/inner.js';\nexport const x = y;\n",
  ],
  ['roots-use-faces', 'src/server.ts', "import { y } from './provider/git/inner.js';\nexport const x = y;\n"],
  [
    'render-is-pure',
    'src/report/render/opens-file.ts',
    "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n",
  ],
  [
    'octokit-stays-at-the-edge',
    'src/durable/calls-github.ts',
    "import { Octokit } from '@octokit/rest';\nexport const x = Octokit;\n",
  ],
  [
    'openai-stays-in-its-room',
    'src/handlers/calls-model.ts',
    "import OpenAI from 'openai';\nexport const x = OpenAI;\n",
  ],
  ['no-circles', 'src/review/chicken.ts', "import { egg } from './egg.js';\nexport const chicken = () => egg;\n"],
  ['no-dead-ends', 'src/review/nowhere.ts', "import { n } from './not-there.js';\nexport const x = n;\n"],
];

const SOUND: Readonly<Record<string, string>> = {
  'src/cli.ts': 'export const r = 1;\n',
  'src/doctor/inner.ts': "import { r } from '../cli.js';\nexport const d = r;\n",
  'src/doctor/index.ts': "export { d } from './inner.js';\n",
  'src/review/index.ts': "export { z } from './inner.js';\n",
  'src/review/inner.ts': "import { createHash } from 'node:crypto';\nexport const z = createHash;\n",
  'src/review/egg.ts': "import { chicken } from './chicken.js';\nexport const egg = () => chicken;\n",
  'src/github-answers/index.ts': "export { a } from './inner.js';\n",
  'src/github-answers/inner.ts': 'export const a = 1;\n',
  'src/provider/github/reads-answers.ts': "import { a } from '../../github-answers/index.js';\nexport const x = a;\n",
  'src/provider/git/inner.ts': "import { z } from '../../review/index.js';\nexport const y = z;\n",
};

describe('the import rules', () => {
  let violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] = [];
  const house = mkdtempSync(join(tmpdir(), 'plumbline-house-'));

  beforeAll(() => {
    const files = [...Object.entries(SOUND), ...PLANTED.map(([, path, text]) => [path, text] as const)];
    for (const [path, text] of files) {
      mkdirSync(dirname(join(house, path)), { recursive: true });
      writeFileSync(join(house, path), text);
    }
    for (const shared of ['node_modules', 'tsconfig.json', 'package.json', '.dependency-cruiser.cjs'])
      symlinkSync(resolve(shared), join(house, shared));
    const output = execFileSync(
      process.execPath,
      [
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'json',
        'src',
      ],
      { cwd: house, maxBuffer: 64e6, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    violations = JSON.parse(output.toString()).summary.violations;
  }, 60_000);

  afterAll(() => rmSync(house, { recursive: true, force: true }));

  it.each(PLANTED)('%s catches %s', (rule, path) => {
    expect(violations).toContainEqual(
      expect.objectContaining({ from: path, rule: expect.objectContaining({ name: rule }) }),
    );
  });

  it('leaves sound files alone', () => {
    const sound = Object.keys(SOUND).filter((path) => path !== 'src/review/egg.ts');
    expect(violations.filter(({ from }) => sound.includes(from))).toEqual([]);
  });
});
