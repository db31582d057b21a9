import { describe, expect, it } from '@jest/globals';
import { classifyFailure, toPlumblineError, waitBeforeRetry } from '../../../../src/provider/github/failure.js';

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';

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
    ['a 502', answered(502), 'server'],
    ['a reset', Object.assign(new Error('socket hang up'), { status: 500 }), 'no_answer'],
  ])('tells %s', (_name, error, kind) => {
    expect(classifyFailure(error, 0).kind).toBe(kind);
  });

  it('reads Retry-After as seconds and as a date', () => {
    const nowMs = Date.parse('2026-01-01T00:00:00Z');
    expect(classifyFailure(answered(503, { 'retry-after': '7' }), nowMs).retryAfterMs).toBe(7_000);
    const date = 'Thu, 01 Jan 2026 00:00:05 GMT';
    expect(classifyFailure(answered(503, { 'retry-after': date }), nowMs).retryAfterMs).toBe(5_000);
  });
});

describe('waiting before a further try', () => {
  it.each([
    ['a server error', answered(502), [1_000, 3_000, null]],
    ['a server error that names a wait', answered(503, { 'retry-after': '5' }), [5_000, 5_000, null]],
    ['a secondary limit', answered(403, { 'retry-after': '30' }), [30_000, 30_000, null]],
    ['a secondary limit of an hour', answered(403, { 'retry-after': '3600' }), [null, null, null]],
    ['R08: a young token', answered(401, {}, 'Bad credentials'), [2_000, null, null]],
    ['G06: a 406', answered(406), [null, null, null]],
    ['a permission 403', answered(403), [null, null, null]],
    ['a spent primary limit', answered(403, { 'x-ratelimit-remaining': '0' }), [null, null, null]],
  ])('bounds the tries after %s', (_name, error, waits) => {
    const failure = classifyFailure(error, 0);
    expect([1, 2, 3].map((failedTries) => waitBeforeRetry(failure, failedTries))).toEqual(waits);
  });
});

describe('telling people', () => {
  it.each([
    [answered(403), 'provider_denied'],
    [answered(401, {}, 'Bad credentials'), 'provider_denied'],
    [answered(403, { 'x-ratelimit-remaining': '0' }), 'provider_rate_limited'],
    [answered(403, { 'retry-after': '60' }), 'provider_rate_limited'],
    [answered(500), 'provider_failed'],
    [answered(406), 'provider_failed'],
  ])('names the route and the code', (error, code) => {
    const told = toPlumblineError(classifyFailure(error, 0), ROUTE);
    expect(told.code).toBe(code);
    expect(told.message).toContain(ROUTE);
  });
});
