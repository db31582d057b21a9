import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, settingsSchema } from '../../../src/review/settings.js';

const isAllowed = (settings: unknown) => settingsSchema.safeParse(settings).success;
const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
const focus = (part: Record<string, unknown>) => ({ focus: [{ paths: ['a'], instructions: 'b', ...part }] });

describe('settings', () => {
  it('review what collaborators open and push, block nothing, and check everything, unless they say otherwise', () => {
    expect(DEFAULT_SETTINGS).toEqual({
      mode: 'standard',
      auto_review: {
        opened: true,
        pushed: true,
        drafts: false,
        authors: 'collaborators',
        labels: { skip: [], only: [] },
        branches: [],
      },
      fail_on: 'never',
      strict_coverage: false,
      accept: [],
      minimum_severity: 'low',
      ignore: [],
      focus: [],
      instructions: true,
      analyzers: { oxlint: true, ruff: true, secretlint: true, structure: true, lockfile: true },
      check_name: 'Review',
      language: 'English',
      limits: {},
    });
  });

  it.each([
    ['200 globs', { ignore: times(200, 'a') }, { ignore: times(201, 'a') }],
    ['300 characters of a glob', { ignore: ['a'.repeat(300)] }, { ignore: ['a'.repeat(301)] }],
    ['one character of a glob', { ignore: ['a'] }, { ignore: [''] }],
    ['64 variants of a glob', { ignore: ['{a,b}'.repeat(6)] }, { ignore: ['{a,b}'.repeat(7)] }],
    ['20 focuses', { focus: times(20, focus({}).focus[0]) }, { focus: times(21, focus({}).focus[0]) }],
    ['50 globs of a focus', focus({ paths: times(50, 'a') }), focus({ paths: times(51, 'a') })],
    ['one glob of a focus', focus({ paths: ['a'] }), focus({ paths: [] })],
    [
      '2,000 characters of a focus',
      focus({ instructions: 'x'.repeat(2_000) }),
      focus({ instructions: 'x'.repeat(2_001) }),
    ],
    ['some words of a focus', focus({ instructions: 'x' }), focus({ instructions: '' })],
    ['100 characters of a name', { check_name: 'x'.repeat(100) }, { check_name: 'x'.repeat(101) }],
    ['one character of a name', { check_name: 'x' }, { check_name: '' }],
    ['40 characters of a language', { language: 'x'.repeat(40) }, { language: 'x'.repeat(41) }],
    ['two characters of a language', { language: 'de' }, { language: 'd' }],
    ['300 characters of a rubric path', { rubric: 'x'.repeat(300) }, { rubric: 'x'.repeat(301) }],
    ['one character of a rubric path', { rubric: 'x' }, { rubric: '' }],
    [
      '50 labels',
      { auto_review: { labels: { skip: times(50, 'a') } } },
      { auto_review: { labels: { skip: times(51, 'a') } } },
    ],
    [
      '50 wanted labels',
      { auto_review: { labels: { only: times(50, 'a') } } },
      { auto_review: { labels: { only: times(51, 'a') } } },
    ],
    ['50 branches', { auto_review: { branches: times(50, 'a') } }, { auto_review: { branches: times(51, 'a') } }],
    ['one request', { limits: { requests: 1 } }, { limits: { requests: 0 } }],
    ['whole requests', { limits: { requests: 2 } }, { limits: { requests: 2.5 } }],
    ['1,000 input tokens', { limits: { input_tokens: 1_000 } }, { limits: { input_tokens: 999 } }],
    ['500 output tokens', { limits: { output_tokens: 500 } }, { limits: { output_tokens: 499 } }],
    ['5 seconds of a call', { limits: { call_seconds: 5 } }, { limits: { call_seconds: 4 } }],
    ['known analyzers', { analyzers: { ruff: false } }, { analyzers: { eslint: false } }],
  ])('allow %s, and nothing beyond', (_what, allowed, refused) => {
    expect([isAllowed(allowed), isAllowed(refused)]).toEqual([true, false]);
  });

  it.each(['auto_review.authors', 'fail_on', 'accept', 'minimum_severity', 'mode'])(
    'know a closed list of words for %s',
    (path) => {
      const [outer = '', inner] = path.split('.');
      const given = outer === 'accept' ? ['whatever'] : 'whatever';
      expect(isAllowed({ [outer]: inner === undefined ? given : { [inner]: given } })).toBe(false);
    },
  );

  it.each([
    { auto_review: { authors: 'anyone' } },
    { auto_review: { authors: 'collaborators' } },
    { mode: 'standard' },
    ...['critical', 'high', 'medium', 'low', 'info', 'never'].map((word) => ({ fail_on: word })),
    ...['critical', 'high', 'medium', 'low', 'info'].map((word) => ({ minimum_severity: word })),
    ...['lockfile', 'generated', 'vendored', 'minified', 'source_map', 'snapshot'].map((word) => ({ accept: [word] })),
  ])('take %j', (settings) => {
    expect(isAllowed(settings)).toBe(true);
  });
});
