import { describe, expect, it } from '@jest/globals';
import { ceilingOf, githubHostOf, readEnvironment } from '../../src/environment.js';
import { proxyAddress } from '../../src/environment-values.js';
import { DEFAULT_LIMITS } from '../../src/review/index.js';
import { secretsOf } from '../../src/secrets-of.js';

describe('readEnvironment', () => {
  it('takes an empty value as unset', () => {
    expect(readEnvironment({ PLUMBLINE_MODEL: ' ', PORT: '' })).toMatchObject({ PORT: 3_000 });
    expect(readEnvironment({ PLUMBLINE_MODEL: ' ' }).PLUMBLINE_MODEL).toBeUndefined();
  });

  it.each([
    ['PORT', '70000', 'use at most 65535'],
    ['PORT', '1.5', 'use a whole number'],
    ['PLUMBLINE_MAX_REQUESTS', '0', 'use at least 1'],
    ['PLUMBLINE_CALL_SECONDS', 'soon', 'use a whole number'],
    ['PLUMBLINE_CALL_SECONDS', '86401', 'use at most 86400'],
    ['PLUMBLINE_IDLE_SECONDS', '86401', 'use at most 86400'],
    ['LOG_LEVEL', 'loud', 'use one of trace, debug, info, warn, error, fatal, silent'],
    ['GHE_HOST', 'ghe.example/path', 'not a host name, such as ghe.example or ghe.example:8443'],
    ['HTTPS_PROXY', 'socks5://x', 'not the address of an HTTP proxy, such as http://proxy.example:8080'],
    ['HTTP_PROXY', 'http://', 'not the address of an HTTP proxy, such as http://proxy.example:8080'],
  ])('refuses %s=%s with its name, the value and what to do', (name, value, wish) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(`${name} is "${value}": ${wish}`);
  });

  it('reads the proxy variables in small letters too, the large ones first', () => {
    const small = { http_proxy: 'http://a', https_proxy: 'http://b', no_proxy: 'c' };
    expect(readEnvironment(small)).toMatchObject({ HTTP_PROXY: 'http://a', HTTPS_PROXY: 'http://b', NO_PROXY: 'c' });
    expect(readEnvironment({ ...small, HTTP_PROXY: 'http://d' })).toMatchObject({ HTTP_PROXY: 'http://d' });
  });

  it.each([
    ['ghe.example', 'ghe.example'],
    ['https://GHE.example/', 'ghe.example'],
    ['http://ghe.example:8443//', 'ghe.example:8443'],
  ])('reads the host out of GHE_HOST=%s', (value, host) => {
    expect(githubHostOf(readEnvironment({ GHE_HOST: value }))).toBe(host);
  });

  it('means github.com without GHE_HOST', () => {
    expect(githubHostOf(readEnvironment({}))).toBe('github.com');
  });

  it('gives the secrets that are set', () => {
    const environment = readEnvironment({ OPENAI_API_KEY: 'key', WEBHOOK_SECRET: 'secret', PLUMBLINE_MODEL: 'm' });
    expect(secretsOf(environment)).toEqual(['key', 'secret']);
  });

  it('turns seconds into the bounds of a run and leaves the others as they are', () => {
    const environment = readEnvironment({ PLUMBLINE_CALL_SECONDS: '1200', PLUMBLINE_MAX_REQUESTS: '3' });
    expect(ceilingOf(environment)).toEqual({ ...DEFAULT_LIMITS, callTimeoutMs: 1_200_000, maxRequests: 3 });
  });
});

describe('proxyAddress', () => {
  it.each([
    ['proxy.example:8080', 'http://proxy.example:8080'],
    ['https://proxy.example', 'https://proxy.example'],
    ['ada:word@proxy.example:1', 'http://ada:word@proxy.example:1'],
  ])('reads %s as %s', (value, address) => {
    expect(proxyAddress(value)).toBe(address);
  });
});
