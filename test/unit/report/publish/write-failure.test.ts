import { describe, expect, it } from '@jest/globals';
import { classifyFailure } from '../../../../src/report/publish/write-failure.js';

const NOW_MS = 1_700_000_000_000;

function failure(status: number | undefined, headers: Record<string, string> = {}, message = 'no') {
  return classifyFailure(Object.assign(new Error(message), { status, response: { headers } }), NOW_MS);
}

describe('classifyFailure', () => {
  it.each([
    ['a permission 403', failure(403, {}, 'Resource not accessible by integration'), { kind: 'denied', status: 403 }],
    ['a repository that is gone', failure(404), { kind: 'denied', status: 404 }],
    ['an invalid body', failure(422), { kind: 'refused', status: 422 }],
    ['a server error', failure(502), { kind: 'doubtful', status: 502 }],
    ['no status at all', failure(undefined), { kind: 'doubtful', status: null }],
    ['an answer that could not be read', failure(200), { kind: 'doubtful', status: 200 }],
    ['a young token', failure(401), { kind: 'limited', waitMs: 2_000 }],
    ['Retry-After in seconds', failure(403, { 'retry-after': '60' }), { kind: 'limited', waitMs: 60_000 }],
    [
      'Retry-After as a date',
      failure(429, { 'retry-after': new Date(NOW_MS + 9_000).toUTCString() }),
      { kind: 'limited', waitMs: 9_000 },
    ],
    [
      'a primary limit',
      failure(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_MS / 1_000 + 30) }),
      { kind: 'limited', waitMs: 30_000 },
    ],
    [
      'a secondary limit without a time',
      failure(403, {}, 'You have exceeded a secondary rate limit'),
      { kind: 'limited', waitMs: 60_000 },
    ],
    ['429 without a word', failure(429), { kind: 'limited', waitMs: 60_000 }],
  ])('P16: understands %s', (_name, seen, expected) => {
    expect(seen).toEqual(expected);
  });

  it('calls anything that is no answer doubtful', () => {
    expect(classifyFailure('broken', NOW_MS)).toEqual({ kind: 'doubtful', status: null });
  });
});
