import { describe, expect, it } from '@jest/globals';
import { classifyFailure } from '../../../../src/github-answers/index.js';
import { toPlumblineError, waitBeforeRetry } from '../../../../src/provider/github/failure.js';

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';

function answered(status: number, headers: Record<string, string> = {}, message = '') {
  return Object.assign(new Error('HttpError'), { status, response: { status, headers, data: { message } } });
}

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
