import { describe, expect, it } from '@jest/globals';
import { findCutPrompt } from '../../../../src/review/call/cut-prompt.js';

const TEXT = 'abcdefgh'.repeat(100);
const cutOf = (text: string, inputTokens: number) =>
  findCutPrompt([{ role: 'user', text }], { inputTokens, cachedInputTokens: 0, outputTokens: 1 });

describe('findCutPrompt', () => {
  it('tells a cut from one token fewer than the text can have', () => {
    expect(cutOf(TEXT, 100)).toBeNull();
    expect(cutOf(TEXT, 99)).toMatchObject({ kind: 'prompt_cut', facts: { contextTokens: 99 } });
    expect(cutOf(TEXT, 99)?.message).toContain('the endpoint read 99 tokens of a request that has at least 100');
  });

  it('adds up every message', () => {
    const messages = [TEXT, TEXT].map((text) => ({ role: 'user' as const, text }));
    expect(findCutPrompt(messages, { inputTokens: 199, cachedInputTokens: 0, outputTokens: 1 })).not.toBeNull();
  });

  it('counts letters, not bytes: a text in Georgian has eight bytes a token', () => {
    expect(cutOf('გამარჯობა '.repeat(100), 125)).toBeNull();
    expect(cutOf('გამარჯობა '.repeat(100), 124)).not.toBeNull();
  });

  it('counts what came from a cache as read', () => {
    const usage = { inputTokens: 50, cachedInputTokens: 50, outputTokens: 1 };
    expect(findCutPrompt([{ role: 'user', text: TEXT }], usage)).toBeNull();
  });

  it('counts a run of one character once, from the fourth on', () => {
    expect(cutOf(' '.repeat(80_000), 1)).toBeNull();
    expect(cutOf('aaab'.repeat(200), 99)).not.toBeNull();
  });

  it('judges no endpoint that tells nothing', () => {
    expect(findCutPrompt([{ role: 'user', text: TEXT }], null)).toBeNull();
    expect(cutOf(TEXT, 0)).toBeNull();
  });
});
