import { describe, expect, it } from '@jest/globals';
import { describeModelFailure } from '../../../../src/review/call/describe-model-failure.js';
import { ModelFailure, type ModelFailureKind } from '../../../../src/review/model-failure.js';

const tell = (kind: ModelFailureKind, message = '', facts = {}) =>
  describeModelFailure(new ModelFailure(kind, message, facts));

describe('describeModelFailure', () => {
  it.each<[string, ModelFailureKind, number, string, RegExp, string]>([
    ['A13, H05', 'authentication', 401, 'the model refused the key (401)', /check OPENAI_API_KEY/, 'call_failed'],
    ['P35, G08', 'quota', 429, 'provider quota (429)', /billing and quota/, 'call_failed'],
    ['K01', 'rate_limited', 429, 'provider rate limit (429)', /again later/, 'call_failed'],
    ['a wrong model name', 'unknown_model', 404, 'unknown model (404)', /PLUMBLINE_MODEL/, 'call_failed'],
    ['a forbidden model', 'permission', 403, 'the key may not use the model (403)', /OPENAI_API_KEY/, 'call_failed'],
    ['a refusal', 'policy', 400, 'the model refused (400)', /by hand/, 'model_refused'],
    ['Q35', 'context_length', 400, 'too large for the model (400)', /fewer files/, 'over_budget'],
    ['a cancelled request', 'cancelled', 499, 'cancelled (499)', /again/, 'cancelled'],
    ['T13', 'overloaded', 503, 'provider overloaded (503)', /again later/, 'call_failed'],
  ])('%s: names %s and who can help', (_id, kind, status, title, help, reason) => {
    expect(tell(kind, '', { status })).toMatchObject({ title, help: expect.stringMatching(help), reason });
  });

  it("gives the endpoint's own words, masked and bounded", () => {
    const { message } = tell('authentication', `Incorrect API key: sk-abcdefghijklmnopqrstuv.\n${'x'.repeat(1_000)}`);
    expect(message).toMatch(/^The model endpoint does not accept the API key: Incorrect API key: \[masked\]/);
    expect(message.length).toBeLessThan(400);
  });

  it('says when a quota resets', () => {
    expect(tell('quota', '', { retryAfterMs: 3_600_000 }).help).toMatch(/wait 60 minutes\.$/);
  });
});
