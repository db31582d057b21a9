import { describe, expect, it } from '@jest/globals';
import { createGithubClient, githubApiUrl } from '../../../../src/provider/github/index.js';

describe('the address of the API', () => {
  it.each([
    [{}, null],
    [{ GHE_HOST: '' }, null],
    [{ GHE_HOST: 'ghe.example' }, 'https://ghe.example/api/v3'],
    [{ GHE_HOST: 'ghe.example:8443', GHE_PROTOCOL: 'http' }, 'http://ghe.example:8443/api/v3'],
    [{ GHE_HOST: 'https://ghe.example/', GHE_PROTOCOL: 'https:' }, 'https://ghe.example/api/v3'],
  ])('of %j is %s', (environment, expected) => {
    expect(githubApiUrl(environment)).toBe(expected);
  });

  it.each([
    [{ GHE_HOST: 'ghe.example/path' }, 'GHE_HOST'],
    [{ GHE_HOST: 'ghe.example', GHE_PROTOCOL: 'ftp' }, 'GHE_PROTOCOL'],
  ])('refuses %j and names the variable', (environment, name) => {
    expect(() => githubApiUrl(environment)).toThrow(name);
  });
});

describe('a client with a token', () => {
  async function sent(options: { auth: string | null; apiUrl: string | null }) {
    const seen: { url: string; headers: Headers }[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      seen.push({ url: String(url), headers: new Headers(init?.headers) });
      return Response.json({});
    };
    const client = createGithubClient({ ...options, fetch });
    await client.request('GET /repos/{owner}/{repo}', { owner: 'acme', repo: 'widgets' });
    return seen[0];
  }

  it('asks github.com unless told otherwise', async () => {
    expect((await sent({ auth: null, apiUrl: null }))?.url).toBe('https://api.github.com/repos/acme/widgets');
  });

  it('asks an own server at its root', async () => {
    const asked = await sent({ auth: null, apiUrl: 'https://ghe.example/api/v3/' });
    expect(asked?.url).toBe('https://ghe.example/api/v3/repos/acme/widgets');
  });

  it('sends the token it was given, and none otherwise', async () => {
    expect((await sent({ auth: 'abc', apiUrl: null }))?.headers.get('authorization')).toBe('token abc');
    expect((await sent({ auth: null, apiUrl: null }))?.headers.get('authorization')).toBeNull();
  });
});
