import { describe, expect, it } from '@jest/globals';
import { createReader } from '../../../../src/provider/github/read-from-github.js';
import { readPermission, toPermission } from '../../../../src/provider/github/read-permission.js';
import { aSignal, instantClock, silentLog } from '../../../support/builders/scripted-github.js';

describe('reading a permission level', () => {
  it.each([
    ['admin', 'admin', 'admin'],
    ['write', 'maintain', 'maintain'],
    ['write', 'write', 'write'],
    ['read', 'triage', 'triage'],
    ['read', 'read', 'read'],
    ['none', 'none', 'none'],
    ['write', 'our own role', 'write'],
    ['read', 'admin', 'read'],
    ['read', 'write', 'read'],
    ['none', 'maintain', 'none'],
    ['a word of tomorrow', 'admin', 'unknown'],
    [null, 'admin', 'unknown'],
    [null, null, 'unknown'],
  ])('takes %s with the role %s for %s', (permission, role, expected) => {
    expect(toPermission(permission, role)).toBe(expected);
  });

  it('T19: does not wait for a client that never answers and listens to nobody', async () => {
    const access = {
      client: { request: () => new Promise<never>(() => {}) },
      repository: { owner: 'acme', name: 'widgets' },
      clock: instantClock(),
      log: silentLog,
    };
    const asked = { login: 'ada', timeoutMs: 20 };
    expect(await readPermission(access, createReader(access), asked, aSignal())).toBe('unknown');
  });
});
