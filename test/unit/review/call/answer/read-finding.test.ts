import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFinding } from '../../../../../src/review/call/answer/read-finding.js';
import { MAX_BODY_CHARS, MAX_QUOTE_CHARS, MAX_TITLE_CHARS } from '../../../../../src/review/limits.js';
import { anEntry } from '../../../../support/builders/call.js';
import { fuzzRuns } from '../../../../support/fuzz.js';

const readWith = (overrides: Record<string, unknown>) => readFinding(anEntry(overrides));

describe('readFinding', () => {
  it.each([
    ['P0', 'critical'],
    ['p1', 'high'],
    ['P2', 'medium'],
    ['P3', 'low'],
    ['CRITICAL', 'critical'],
    [' Medium ', 'medium'],
    ['blocker', 'critical'],
    [' P1 ', 'high'],
    ['note', 'info'],
    ['constructor', 'low'],
    ['terrible', 'low'],
    [undefined, 'low'],
    [3, 'low'],
  ])('K04, X03: reads severity %j as %s', (given, severity) => {
    expect(readWith({ severity: given }).severity).toBe(severity);
  });

  it.each([
    [0.4, 0.4],
    [1, 1],
    [85, 0.85],
    ['85%', 0.85],
    ['0.3', 0.3],
    [1.4, 1],
    [400, 1],
    [-2, 0],
    ['sure', 0.5],
    [null, 0.5],
    [Number.NaN, 0.5],
  ])('reads confidence %j as %d', (given, confidence) => {
    expect(readWith({ confidence: given }).confidence).toBe(confidence);
  });

  it.each([
    ['Error-Handling', 'error_handling'],
    ['security', 'security'],
    ['vibes', 'correctness'],
  ])('reads category %j as %s', (given, category) => {
    expect(readWith({ category: given }).category).toBe(category);
  });

  it.each([
    [7, 7],
    ['7', 7],
    [0, null],
    [-3, null],
    [1.5, null],
    ['7-9', null],
    [null, null],
  ])('reads line %j as %j', (given, line) => {
    expect(readWith({ start_line: given, end_line: null }).startLine).toBe(line);
  });

  it('bounds every text', () => {
    const long = 'word '.repeat(5_000);
    const { title, body, evidence, trigger } = readWith({ title: long, body: long, evidence: long, trigger: long });
    expect(title.length).toBeLessThanOrEqual(MAX_TITLE_CHARS);
    expect(body.length).toBeLessThanOrEqual(MAX_BODY_CHARS);
    expect(evidence.length).toBeLessThanOrEqual(MAX_QUOTE_CHARS);
    expect(trigger?.length).toBeLessThanOrEqual(MAX_BODY_CHARS);
  });

  it('cuts a long quote between lines, so that what is left still stands in the diff', () => {
    const { evidence } = readWith({ evidence: 'const a = 1;\n'.repeat(1_000) });
    expect(evidence.endsWith('const a = 1;')).toBe(true);
  });

  it('leaves a suggestion out rather than cutting it, and says so', () => {
    const { suggestion, body } = readWith({ suggestion: 'x'.repeat(MAX_BODY_CHARS + 1) });
    expect(suggestion).toBeNull();
    expect(body).toMatch(/A suggestion of 4001 characters was too long/);
  });

  it('keeps a suggestion of exactly the length a body may have', () => {
    const suggestion = 'x'.repeat(MAX_BODY_CHARS);
    expect(readWith({ suggestion })).toMatchObject({ suggestion, body: 'Every request is refused.' });
  });

  it('fits the body and the note about the suggestion exactly into the bound', () => {
    const long = 'x'.repeat(MAX_BODY_CHARS + 1);
    expect(readWith({ body: long, suggestion: long }).body).toHaveLength(MAX_BODY_CHARS);
  });

  it('leaves quote and suggestion untouched but masks a secret in words', () => {
    const token = `ghp_${'a'.repeat(36)}`;
    const { body, evidence } = readWith({ body: `leaks ${token}`, evidence: `  token = "${token}"  ` });
    expect(body).toBe('leaks [masked]');
    expect(evidence).toBe(`  token = "${token}"  `);
  });

  it('keeps the spaces of a path', () => {
    expect(readWith({ path: ' a b.ts ' }).path).toBe(' a b.ts ');
  });

  it('reads a title in one line', () => {
    expect(readWith({ title: 'one\n\ttwo' }).title).toBe('one two');
  });

  it('reads rules and claims, and drops what is neither', () => {
    const claim = { kind: 'undefined', subject: 'retry', path: null };
    const { rule, claims } = readWith({
      rule: { file: 'AGENTS.md', line: 3 },
      claims: [claim, { kind: 'guess', subject: 'x' }, 'what', { kind: 'unused', subject: '' }],
    });
    expect(rule).toEqual({ file: 'AGENTS.md', line: 3 });
    expect(claims).toEqual([claim]);
    expect(readWith({ rule: { file: 'AGENTS.md', line: 0 } }).rule).toBeNull();
    expect(readWith({ rule: { file: ' ', line: 3 } }).rule).toBeNull();
  });

  it('never throws and never loses an entry, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (entry) => {
        const finding = readFinding(entry);
        expect(finding.defect === null).toBe(
          finding.path !== '' && finding.body !== '' && !/without a title/.test(finding.title),
        );
      }),
      fuzzRuns(150),
    );
  });
});
