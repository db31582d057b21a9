import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ERRORS } from '../../../../src/review/errors.js';
import { ANALYZER_IDS } from '../../../../src/review/model/analysis.js';
import {
  ACCEPTABLE_KINDS,
  ACCEPTED_KINDS,
  LIMITATIONS,
  RUN_REASONS,
  UNREADABLE_KINDS,
} from '../../../../src/review/model/coverage.js';
import { CATEGORIES, CLAIM_KINDS, SEVERITIES } from '../../../../src/review/model/finding.js';
import { CONCLUSIONS } from '../../../../src/review/model/report.js';

const published = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** Every closed list of words a schema knows, each as one text. */
function listsOf(schema: unknown): readonly string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const own = 'enum' in schema && Array.isArray(schema.enum) ? [schema.enum.join(' ')] : [];
  return [...own, ...Object.values(schema).flatMap(listsOf)];
}

describe('words that others rely on', () => {
  const known = listsOf(JSON.parse(published('schema/report.schema.json')));

  it.each([
    ['severities', SEVERITIES],
    ['categories', CATEGORIES],
    ['kinds of claims', CLAIM_KINDS],
    ['limitations', LIMITATIONS],
    ['analyzers', ANALYZER_IDS],
    ['conclusions', CONCLUSIONS],
  ])('stand in the published schema of a report: %s', (_what, words) => {
    expect(known).toContain(words.join(' '));
  });

  it('name every reason for which a file is not reviewed once, apart from each other', () => {
    const reasons = [...ACCEPTABLE_KINDS, ...ACCEPTED_KINDS, ...UNREADABLE_KINDS, ...RUN_REASONS];
    expect(new Set(reasons).size).toBe(reasons.length);
    for (const reason of reasons) expect(reason).toMatch(/^[a-z][a-z_0-9]+$/);
  });

  it.each(Object.entries(ERRORS))(
    'are told of the error %s with its exit status and its help',
    (code, { exitStatus, help }) => {
      const row = published('docs/errors.md')
        .split('\n')
        .find((line) => line.startsWith(`| \`${code}\` |`));
      expect(row?.endsWith(`| ${exitStatus} |`)).toBe(true);
      expect(row).toContain(help);
    },
  );
});
