import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { SUBMIT_REVIEW_TOOL } from '../../../../src/review/call/submit-review-tool.js';
import { anEntry, anEnvelope } from '../../../support/builders/call.js';

const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(SUBMIT_REVIEW_TOOL.parameters);
const claim = { kind: 'undefined', subject: 'retry', path: null };
const full = anEntry({
  suggestion: 'x',
  rule: { file: 'AGENTS.md', line: 3 },
  claims: [claim, { ...claim, path: 'a' }],
});
const withEntry = (overrides: Record<string, unknown>) => anEnvelope({ findings: [anEntry(overrides)] });

describe('the form of an answer', () => {
  it.each([
    ['without findings', anEnvelope()],
    ['with a finding that says everything', anEnvelope({ findings: [full], notes: ['a'], remediation: ['b'] })],
    ['with a finding that leaves out what it may', withEntry({ start_line: null, end_line: null, trigger: null })],
  ])('admits a review %s', (_what, envelope) => {
    expect(accepts(envelope)).toBe(true);
  });

  it.each(Object.keys(anEnvelope()))('asks for %s', (name) => {
    const { [name]: _left, ...rest } = anEnvelope();
    expect(accepts(rest)).toBe(false);
  });

  it.each(Object.keys(anEntry()))('asks for %s of every finding', (name) => {
    const { [name]: _left, ...rest } = anEntry();
    expect(accepts(anEnvelope({ findings: [rest] }))).toBe(false);
  });

  it.each([
    ['a field of its own', anEnvelope({ more: 1 })],
    ['assessed false', anEnvelope({ assessed: false })],
    ['a verdict of its own', anEnvelope({ verdict: 'splendid' })],
    ['a summary that is no text', anEnvelope({ summary: 1 })],
    ['a note that is no text', anEnvelope({ notes: [1] })],
    ['a severity of its own', withEntry({ severity: 'P1' })],
    ['a category of its own', withEntry({ category: 'vibes' })],
    ['a confidence above 1', withEntry({ confidence: 85 })],
    ['a confidence below 0', withEntry({ confidence: -0.1 })],
    ['a line that is no whole number', withEntry({ start_line: 1.5 })],
    ['a path that is no text', withEntry({ path: null })],
    ['a trigger that is a number', withEntry({ trigger: 1 })],
    ['a rule without a line', withEntry({ rule: { file: 'AGENTS.md' } })],
    ['a claim of its own kind', withEntry({ claims: [{ ...claim, kind: 'guess' }] })],
    ['a claim without a subject', withEntry({ claims: [{ kind: 'unused', path: null }] })],
  ])('does not admit %s', (_what, envelope) => {
    expect(accepts(envelope)).toBe(false);
  });
});
