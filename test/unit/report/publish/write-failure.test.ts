import { describe, expect, it } from '@jest/globals';
import { toWriteFailure } from '../../../../src/report/publish/write-failure.js';

const NOW_MS = 1_700_000_000_000;

function failure(status: number, headers: Record<string, string> = {}, message = 'no') {
  return toWriteFailure(
    Object.assign(new Error('HttpError'), { response: { status, headers, data: { message } } }),
    NOW_MS,
  );
}

describe('what a failed request means for a write', () => {
  it.each([
    ['a permission 403', failure(403, {}, 'Resource not accessible by integration'), { kind: 'denied', status: 403 }],
    ['a repository that is gone', failure(404), { kind: 'denied', status: 404 }],
    ['an invalid body', failure(422), { kind: 'refused', status: 422 }],
    ['a server error', failure(502), { kind: 'doubtful', status: 502, retryAtMs: 0 }],
    [
      'a server error that names a wait',
      failure(503, { 'retry-after': '90' }),
      { kind: 'doubtful', status: 503, retryAtMs: NOW_MS + 90_000 },
    ],
    ['an answer that could not be read', failure(200), { kind: 'doubtful', status: 200, retryAtMs: 0 }],
    ['a young token', failure(401, {}, 'Bad credentials'), { kind: 'limited', waitMs: 2_000, isToken: true }],
    ['a secondary limit', failure(403, { 'retry-after': '60' }), { kind: 'limited', waitMs: 60_000, isToken: false }],
    [
      'a primary limit',
      failure(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_MS / 1_000 + 30) }),
      { kind: 'limited', waitMs: 30_000, isToken: false },
    ],
  ])('P16: is decided for %s', (_name, seen, expected) => {
    expect(seen).toEqual(expected);
  });

  it('is doubtful when no answer came', () => {
    expect(toWriteFailure(new Error('socket hang up'), NOW_MS)).toEqual({
      kind: 'doubtful',
      status: null,
      retryAtMs: 0,
    });
  });
});
