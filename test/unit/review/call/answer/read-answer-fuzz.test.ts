import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAnswer } from '../../../../../src/review/call/answer/read-answer.js';
import type { AnswerReading } from '../../../../../src/review/call/answer/reading.js';
import { MAX_BODY_CHARS, MAX_FINDINGS_PER_CALL } from '../../../../../src/review/limits.js';
import { anEntry, anEnvelope, aResponse, aSubmission } from '../../../../support/builders/call.js';
import { fuzzRuns } from '../../../../support/fuzz.js';

const readText = (text: string) => readAnswer(aResponse({ text }), 'primary');
const readSubmitted = (text: string) => readAnswer(aResponse(aSubmission(text)), 'primary');

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('{"', '}', '```json', '\\"', '\\', '],', '\n', '<think>'),
);
const entry = fc.record({ title: words, body: words, evidence: words }).map((parts) => anEntry(parts));
/** A review as a model writes it that keeps to the form. */
const written = fc
  .record({ findings: fc.array(entry, { maxLength: 4 }), notes: fc.array(words, { maxLength: 2 }) })
  .map((parts) => JSON.stringify(anEnvelope(parts)));

function expectWithinBounds(reading: AnswerReading): void {
  if (reading.kind === 'prose') return;
  expect(reading.candidates.length).toBeLessThanOrEqual(MAX_FINDINGS_PER_CALL);
  expect(reading.candidates.map(({ index }) => index)).toEqual(reading.candidates.map((_entry, index) => index));
  for (const { body, confidence } of reading.candidates) {
    expect(body.length).toBeLessThanOrEqual(MAX_BODY_CHARS);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
  }
}

describe('readAnswer on answers of every make', () => {
  it('takes every review that keeps to the form for assessed, as a text and as a tool call', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect([readText(text).kind, readSubmitted(text).kind]).toEqual(['assessed', 'assessed']);
      }),
      fuzzRuns(100),
    );
  });

  it('never takes the beginning of a review for assessed, wherever it was cut', () => {
    fc.assert(
      fc.property(written, fc.nat(), (text, at) => {
        const beginning = text.slice(0, at % text.length);
        expect([readText(beginning).kind, readSubmitted(beginning).kind]).not.toContain('assessed');
      }),
      fuzzRuns(200),
    );
  });

  it('never throws and stays within its bounds when a piece of a review was replaced', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.nat(40), words, (text, at, length, put) => {
        const from = at % text.length;
        const damaged = text.slice(0, from) + put + text.slice(from + length);
        for (const reading of [readText(damaged), readSubmitted(damaged)]) expectWithinBounds(reading);
      }),
      fuzzRuns(200),
    );
  });

  it('never throws and stays within its bounds on values of every kind in every field', () => {
    const names = fc.constantFrom(...Object.keys(anEnvelope()), 'arguments', 'name');
    fc.assert(
      fc.property(names, fc.jsonValue(), fc.jsonValue(), (name, given, other) => {
        const envelope = anEnvelope({ findings: [anEntry(), other], [name]: given });
        expectWithinBounds(readSubmitted(JSON.stringify(envelope)));
        expectWithinBounds(readText(JSON.stringify(other)));
      }),
      fuzzRuns(200),
    );
  });
});
