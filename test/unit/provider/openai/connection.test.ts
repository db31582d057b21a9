import { afterEach, describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../../src/review/index.js';
import { aModelRequest, anySignal, aReviewModel } from '../../../support/builders/model-request.js';
import {
  httpError,
  type ModelStandIn,
  type ModelStandInOptions,
  says,
  startModelStandIn,
} from '../../../support/model-stand-in/index.js';

let endpoint: ModelStandIn | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

async function start(options: ModelStandInOptions = {}): Promise<ModelStandIn> {
  endpoint = await startModelStandIn(options);
  return endpoint;
}

describe('the connection to an endpoint', () => {
  it('sends the key as bearer and nothing about the machine', async () => {
    const { baseUrl, requests } = await start({ apiKey: 'key-for-tests-0001' });
    await aReviewModel({ baseUrl, headers: { 'x-team': 'blue' } }).respond(aModelRequest(), anySignal());
    const headers = requests[0]?.headers ?? {};
    expect(headers).toMatchObject({
      authorization: 'Bearer key-for-tests-0001',
      'user-agent': 'plumbline',
      'x-team': 'blue',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it('sends no authorization without a key', async () => {
    const { baseUrl, requests } = await start({ style: 'ollama' });
    await aReviewModel({ baseUrl, apiKey: null }).respond(aModelRequest(), anySignal());
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    ['', '2024-06-01', '/openai/deployments/stand-in/chat/completions?api-version=2024-06-01'],
    ['/openai/deployments/own/', '2024-06-01', '/openai/deployments/own/chat/completions?api-version=2024-06-01'],
    [
      '/openai/deployments/own/chat/completions?api-version=2024-06-01',
      null,
      '/openai/deployments/own/chat/completions?api-version=2024-06-01',
    ],
  ])('D01: reaches an Azure deployment from %p', async (path, apiVersion, expected) => {
    const { origin, requests } = await start({ style: 'azure', apiKey: 'key-for-tests-0001' });
    await aReviewModel({ baseUrl: origin + path, apiVersion }).respond(aModelRequest(), anySignal());
    expect(requests[0]?.path).toBe(expected);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('H05: tells a wrong key from a missing model', async () => {
    const { baseUrl } = await start({ apiKey: 'the-right-key', models: ['other'] });
    const ask = (apiKey: string) => aReviewModel({ baseUrl, apiKey }).respond(aModelRequest(), anySignal());
    await expect(ask('a-wrong-key')).rejects.toMatchObject({ kind: 'authentication' });
    await expect(ask('the-right-key')).rejects.toMatchObject({ kind: 'unknown_model' });
  });

  it('does not follow a redirect with the change in its hands', async () => {
    const { baseUrl, requests, script } = await start();
    script([httpError(307, {}, { location: '/v1/chat/completions' })]);
    await expect(aReviewModel({ baseUrl }).respond(aModelRequest(), anySignal())).rejects.toMatchObject({
      kind: 'invalid_request',
      message: expect.stringContaining('redirects elsewhere'),
    });
    expect(requests).toHaveLength(1);
  });

  it('logs neither prompt, key nor answer', async () => {
    const lines: string[] = [];
    const write = (facts: object, message: string) => lines.push(JSON.stringify({ facts, message }));
    const { baseUrl, script } = await start({ refuses: ['temperature'] });
    script([says('the answer')]);
    await aReviewModel({ baseUrl, log: { info: write, warn: write, error: write } }).respond(
      aModelRequest(),
      anySignal(),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('no_temperature');
    expect(lines.join()).not.toMatch(/the answer|key-for-tests|Review the change/);
  });

  it.each(['two words', 'line\nend', 'schlüssel'])('refuses the key %p before anything is sent', (apiKey) => {
    expect(() => aReviewModel({ baseUrl: null, apiKey })).toThrow(PlumblineError);
  });
});
