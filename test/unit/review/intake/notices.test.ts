import { describe, expect, it } from '@jest/globals';
import { PlumblineError } from '../../../../src/review/errors.js';
import { notice, stoppedNotice, unreadNotice, waitingNotice } from '../../../../src/review/intake/notices.js';
import { DEFAULT_SETTINGS } from '../../../../src/review/settings.js';

const STRICT = { ...DEFAULT_SETTINGS, strict_coverage: true };
const failed = new PlumblineError('provider_failed', { status: 502, request: 'GET /x' });

describe('a check that ends without a review', () => {
  it.each([
    ['neutral', 'action_required'],
    ['skipped', 'action_required'],
    ['cancelled', 'cancelled'],
    ['failure', 'failure'],
  ] as const)('is %s, and %s where coverage is strict', (conclusion, strict) => {
    expect(notice(conclusion, 'title', [], DEFAULT_SETTINGS).conclusion).toBe(conclusion);
    expect(notice(conclusion, 'title', [], STRICT).conclusion).toBe(strict);
  });

  it('waits for a maintainer', () => {
    expect([waitingNotice(DEFAULT_SETTINGS).conclusion, waitingNotice(STRICT).conclusion]).toEqual([
      'neutral',
      'action_required',
    ]);
  });

  it('says what could not be read, and blocks while the settings are not known', () => {
    expect(unreadNotice('the change', failed, DEFAULT_SETTINGS)).toEqual({
      kind: 'notice',
      conclusion: 'neutral',
      title: 'Not reviewed: the change could not be read',
      lines: ['GitHub answered 502 to GET /x.', `${failed.help}.`],
    });
    const unknown = unreadNotice('the settings', failed, null);
    expect([unknown.conclusion, unknown.lines.at(-1)]).toEqual(['action_required', 'Comment `/review` to try again.']);
  });

  it('masks a credential in the words of an error', () => {
    const error = new PlumblineError('provider_failed', { status: 502, request: `x ghp_${'a'.repeat(36)}` });
    expect(unreadNotice('the change', error, null).lines[0]).not.toContain('ghp_');
  });

  it.each([
    [{ kind: 'superseded', headSha: 'abcdef0123' }, 'cancelled', 'Superseded by abcdef0'],
    [{ kind: 'superseded', headSha: null }, 'cancelled', 'Superseded by a newer request'],
    [{ kind: 'closed' }, 'cancelled', 'Cancelled: the pull request was closed'],
    [{ kind: 'drafted' }, 'skipped', 'Skipped: draft'],
    [{ kind: 'interrupted' }, 'cancelled', 'Cancelled: the service was stopped'],
    [{ kind: 'shutdown' }, 'cancelled', 'Cancelled: the service was stopped'],
  ] as const)('says why it was stopped: %j', (stop, conclusion, title) => {
    expect(stoppedNotice(stop, DEFAULT_SETTINGS)).toMatchObject({ conclusion, title });
    expect(stoppedNotice(stop, STRICT).conclusion).toBe(conclusion === 'skipped' ? 'action_required' : conclusion);
  });
});
