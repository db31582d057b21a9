import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readShop } from '../../demo/read-shop.js';
import { submitsReview } from '../support/model-stand-in/index.js';
import { openScene, type Scene } from '../support/scene.js';

const SHOP = join(process.cwd(), 'demo', 'shop');
const HEAD = readShop(SHOP, 'head');
const TOKEN = /'(ghp_\w+)'/.exec(HEAD['src/settings.ts'] ?? '')?.[1] ?? 'no token in the example';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ PLUMBLINE_ANALYZERS: 'oxlint,ruff,secretlint,structure,lockfile', LOG_LEVEL: 'trace' });
});
afterAll(() => scene.close());

describe('static checks of a pull request', () => {
  it('R07: stand on their lines beside what the model says, and the secret they found stands nowhere', async () => {
    scene.model.script([
      submitsReview({ findings: [{ path: 'src/archive.ts', evidence: 'export function archive' }] }),
    ]);
    const { comments, completedCheck } = await scene.openPullRequest({ base: readShop(SHOP, 'base'), head: HEAD });
    await comments('/review');
    const check = await completedCheck();
    const lines = check.annotations.map(({ path, start_line: line }) => `${path}:${line}`);
    expect(lines).toEqual(
      expect.arrayContaining(['src/settings.ts:3', 'src/charge.ts:12', 'src/archive.ts:5', 'scripts/export.py:15']),
    );
    expect(check.summary).toContain('oxlint/no-debugger');
    const asked = JSON.stringify(scene.model.requests.map(({ body }) => body));
    expect(asked).toContain('# Static checks');
    for (const text of [JSON.stringify(check), asked, scene.app.logs()]) expect(text).not.toContain(TOKEN);
  });

  it('cost two reads at most: 20 files are read with 12 requests', async () => {
    const names = Array.from({ length: 20 }, (_none, index) => `src/file-${index}.ts`);
    const head = Object.fromEntries(names.map((name) => [name, `export const name = '${name}';\ndebugger;\n`]));
    const { comments, completedCheck } = await scene.openPullRequest({ head, settings: 'fail_on: medium\n' });
    scene.world.clearRequests();
    await comments('/review');
    expect(await completedCheck()).toMatchObject({ conclusion: 'failure' });
    expect(scene.world.countReads()).toBeLessThanOrEqual(12);
  });

  it('are switched off by the settings of the base', async () => {
    const settings = 'analyzers:\n  oxlint: false\n  structure: false\n';
    const { comments, completedCheck } = await scene.openPullRequest({ head: { 'a.js': 'debugger;\n' }, settings });
    await comments('/review');
    expect(await completedCheck()).toMatchObject({ conclusion: 'success', annotations: [] });
  });
});
