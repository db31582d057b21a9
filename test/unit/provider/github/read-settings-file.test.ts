import { describe, expect, it } from '@jest/globals';
import { readPullRequestSettings } from '../../../../src/provider/github/index.js';
import { aSignal, instantClock, scriptedClient, silentLog } from '../../../support/builders/scripted-github.js';

/** A repository whose every branch holds its own name as settings. */
function settingsOf(baseRef: string, isProtected: boolean, size?: number) {
  const { client } = scriptedClient(({ route, parameters }) => {
    if (route === 'GET /repos/{owner}/{repo}')
      return { data: { id: 42, full_name: 'acme/widgets', default_branch: 'main' } };
    if (route.endsWith('/branches/{branch}')) return { data: { protected: isProtected } };
    const content = Buffer.from(`${parameters.ref}`).toString('base64');
    return { data: { type: 'file', encoding: 'base64', size: size ?? 4, content } };
  });
  const repository = { owner: 'acme', name: 'widgets' };
  return readPullRequestSettings({ client, repository, clock: instantClock(), log: silentLog }, baseRef, aSignal());
}

describe('readPullRequestSettings', () => {
  it.each([
    ['main', false, 'main'],
    ['release', true, 'release'],
    ['anyones', false, 'main'],
  ])('for the base %s (protected: %s) obeys the settings of %s', async (baseRef, isProtected, obeyed) => {
    expect(await settingsOf(baseRef, isProtected)).toBe(obeyed);
  });

  it('refuses a settings file that is too large', async () => {
    await expect(settingsOf('main', false, 65_537)).rejects.toMatchObject({ code: 'configuration_invalid' });
  });
});
