import { describe, expect, it } from '@jest/globals';
import { openSiblings } from '../../../../src/provider/github/open-siblings.js';
import { createReader } from '../../../../src/provider/github/read-from-github.js';
import { aSignal, instantClock, scriptedClient, sha, silentLog } from '../../../support/builders/scripted-github.js';

const APP_ID = 7;

type Run = { readonly status: string; readonly conclusion: string | null; readonly title?: string };

/** What pull request #1 reads of #2, whose checks on the shared head are these, oldest first. */
async function siblingWith(runs: readonly Run[]) {
  const check_runs = runs.map(({ title, ...run }, index) => ({
    ...run,
    id: index + 1,
    name: 'Review',
    external_id: 'pr2-delivery',
    app: { id: APP_ID },
    output: { title: title ?? null },
  }));
  const pulls = [1, 2].map((number) => ({
    number,
    state: 'open',
    head: { sha: sha('a') },
    base: { repo: { id: 5 } },
  }));
  const { client } = scriptedClient(({ route }) => ({ data: route.endsWith('check-runs') ? { check_runs } : pulls }));
  const readFromGithub = createReader({
    client,
    repository: { owner: 'acme', name: 'widgets' },
    clock: instantClock(),
    log: silentLog,
  });
  const asked = { headSha: sha('a'), name: 'Review', pullRequest: 1 };
  return openSiblings({ readFromGithub, repositoryId: 5, appId: APP_ID }, asked, aSignal());
}

const failed = { status: 'completed', conclusion: 'failure' };
const cancelled = { status: 'completed', conclusion: 'cancelled', title: 'Superseded by 1a2b3c4' };
const passed = { status: 'completed', conclusion: 'success' };

describe('a check of another open pull request with the same head', () => {
  it.each(['queued', 'in_progress'])('that is %s leaves no room for success', async (status) => {
    const unfinished = { pullRequest: 2, conclusion: 'neutral', title: 'not finished yet' };
    expect(await siblingWith([{ status, conclusion: null }])).toEqual([unfinished]);
    expect(await siblingWith([passed, { status, conclusion: null }])).toEqual([unfinished]);
  });

  it('that was cancelled has concluded nothing, so it leaves no room for success and claims nothing worse', async () => {
    const unfinished = { pullRequest: 2, conclusion: 'neutral', title: 'not finished yet' };
    expect(await siblingWith([cancelled])).toEqual([unfinished]);
    expect(await siblingWith([passed, cancelled])).toEqual([unfinished]);
  });

  it.each([
    ['while it runs again', { status: 'in_progress', conclusion: null }],
    ['when the run after it was cancelled', { status: 'completed', conclusion: 'cancelled' }],
    ['when it was skipped afterwards', { status: 'completed', conclusion: 'skipped', title: 'Skipped: draft' }],
    ['when it waits for somebody', { status: 'completed', conclusion: 'neutral', title: 'Waiting: for somebody' }],
  ])('keeps its failure %s', async (_name, next) => {
    expect(await siblingWith([failed, next])).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('that was held down only by the one that asks counts as what it was', async () => {
    const run = { status: 'completed', conclusion: 'neutral' };
    expect(await siblingWith([{ ...run, title: 'No findings · #1: not finished yet' }])).toEqual([
      { pullRequest: 2, conclusion: 'success', title: 'No findings' },
    ]);
    expect(await siblingWith([{ ...run, title: 'Skipped: draft · #1: not finished yet' }])).toMatchObject([
      { conclusion: 'skipped', title: 'Skipped: draft' },
    ]);
    expect(await siblingWith([{ ...run, title: 'No findings · #3: not finished yet' }])).toMatchObject([
      { conclusion: 'neutral' },
    ]);
  });
});
