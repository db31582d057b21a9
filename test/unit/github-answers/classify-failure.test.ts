import { describe, expect, it } from '@jest/globals';
import { classifyFailure } from '../../../src/github-answers/index.js';

const NOW_MS = Date.parse('2026-01-01T00:00:00Z');

function answered(status: number, headers: Record<string, string> = {}, message = '') {
  return Object.assign(new Error('HttpError'), { status, response: { status, headers, data: { message } } });
}

describe('classifying what GitHub refused', () => {
  it.each([
    [
      'a permission 403',
      answered(403, { 'x-ratelimit-remaining': '4999' }, 'Resource not accessible by integration'),
      'denied',
    ],
    ['a 403 with Retry-After', answered(403, { 'retry-after': '60' }, 'slow down'), 'secondary_limit'],
    ['a 429 with Retry-After', answered(429, { 'retry-after': '1' }), 'secondary_limit'],
    ['a 403 whose words say so', answered(403, {}, 'You have exceeded a secondary rate limit.'), 'secondary_limit'],
    [
      'a 403 with nothing left',
      answered(403, { 'x-ratelimit-remaining': '0' }, 'API rate limit exceeded'),
      'primary_limit',
    ],
    ['a 429 with nothing left', answered(429, { 'x-ratelimit-remaining': '0' }), 'primary_limit'],
    ['a bare 429', answered(429), 'secondary_limit'],
    ['R08: a young token', answered(401, {}, 'Bad credentials'), 'bad_credentials'],
    ['another 401', answered(401, {}, 'Requires authentication'), 'denied'],
    ['G06: a 406', answered(406), 'refused'],
    ['a 422', answered(422), 'refused'],
    ['a 404', answered(404), 'denied'],
    ['a 410', answered(410), 'denied'],
    ['a 502', answered(502), 'server'],
    ['a 408', answered(408), 'server'],
    ['an answer that could not be read', answered(200), 'unreadable_answer'],
    ['something that is no error', 'broken', 'no_answer'],
    ['a reset', Object.assign(new Error('socket hang up'), { status: 500 }), 'no_answer'],
  ])('tells %s', (_name, error, kind) => {
    expect(classifyFailure(error, 0).kind).toBe(kind);
  });

  it.each([
    ['Retry-After in seconds', answered(503, { 'retry-after': '7' }), 7_000],
    ['Retry-After as a date', answered(429, { 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }), 5_000],
    ['Retry-After that is over', answered(503, { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }), 0],
    ['Retry-After without a meaning', answered(503, { 'retry-after': 'soon' }), 0],
    [
      'a primary limit with its reset',
      answered(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_MS / 1_000 + 1_200) }),
      1_200_000,
    ],
    [
      'a primary limit whose reset has just passed',
      answered(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_MS / 1_000 - 1) }),
      1_000,
    ],
    ['a primary limit without a time', answered(403, { 'x-ratelimit-remaining': '0' }), 60_000],
    ['a secondary limit without a time', answered(403, {}, 'You have exceeded a secondary rate limit'), 60_000],
    ['a bare 429', answered(429), 60_000],
    ['R08: a young token', answered(401, {}, 'Bad credentials'), 2_000],
    ['a server error that asks for nothing', answered(502, { 'x-ratelimit-reset': '99' }), 0],
  ])('P16: knows how long to wait after %s', (_name, error, waitMs) => {
    expect(classifyFailure(error, NOW_MS).waitMs).toBe(waitMs);
  });
});
