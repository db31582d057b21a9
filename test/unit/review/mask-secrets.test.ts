import { describe, expect, it } from '@jest/globals';
import { maskSecrets } from '../../../src/review/index.js';
import { computingMs } from '../../support/cpu-time.js';

/** Joined here, so that no scanner takes the test for a leak. */
const secret = (...parts: string[]) => parts.join('');

describe('masking secrets', () => {
  it.each([
    ['a GitHub token', secret('ghp', '_', 'a'.repeat(36))],
    ['an installation token', secret('ghs', '_', 'B1'.repeat(18))],
    ['a fine-grained token', secret('github', '_pat_', 'x'.repeat(40))],
    ['a model key', secret('sk', '-', 'proj-abcDEF0123456789')],
    ['an AWS key', secret('AKIA', 'ABCDEFGHIJKLMNOP')],
    ['a Slack token', secret('xoxb', '-123456789012-abcdef')],
    ['a JWT', secret('eyJ', 'hbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0In0', '.', 'abcDEF123')],
    ['a private key', secret('-----BEGIN RSA ', 'PRIVATE KEY-----\nMIIE\n-----END RSA ', 'PRIVATE KEY-----')],
    ['a private key cut short', secret('-----BEGIN ', 'PRIVATE KEY-----\nMIIEabc')],
  ])('hides %s and keeps the words around it', (_name, value) => {
    const masked = maskSecrets(`before ${value}`);
    expect(masked).toBe('before [masked]');
  });

  it('hides a bearer value and a password in an address', () => {
    expect(maskSecrets('Authorization: Bearer abcdefghijklmnop')).toBe('Authorization: Bearer [masked]');
    expect(maskSecrets('Authorization: Basic dXNlcjpwYXNzd29yZA==')).toBe('Authorization: Basic [masked]');
    expect(maskSecrets('Basic authentication')).toBe('Basic authentication');
    expect(maskSecrets('postgres://app:hunter22@db/x')).toBe('postgres://app:[masked]@db/x');
  });

  it('hides what it is told to hide, whatever its shape', () => {
    expect(maskSecrets('the key is plain-words-key', ['plain-words-key'])).toBe('the key is [masked]');
  });

  it('takes a given secret for one from six characters on: a shorter one stands everywhere', () => {
    expect(maskSecrets('abcdef abcde', ['abcdef', 'abcde'])).toBe('[masked] abcde');
  });

  it.each([
    'GitHub API',
    'the token is missing',
    'sk-learn is a library',
    'git@github.com:octo/shop.git',
    'a'.repeat(64),
  ])('R07: leaves %j alone', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it.each(['a.', '-eyJ', 'a://b:', 'eyJaaaaaaaaaaaa.'])('is not slowed down by %j, many times over', (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(computingMs(() => maskSecrets(text))).toBeLessThan(1_500);
  });
});
