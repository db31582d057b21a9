import { MAX_BODY_CHARS } from '../../limits.js';
import type { ModelResponse } from '../../ports/index.js';
import { SUBMIT_REVIEW } from '../submit-review-tool.js';
import { type FoundObjects, findObjects } from './find-objects.js';
import { listOfFindings, readAssessment, unwrapEnvelope } from './read-envelope.js';
import { looksLikeFinding } from './read-finding.js';
import { joinCandidates, readFindings } from './read-findings.js';
import { readWords } from './read-values.js';
import type { AnswerReading, UnassessedReason } from './reading.js';

/** Enough to keep what a reviewer said as a note. */
const MAX_PROSE_CHARS = 2 * MAX_BODY_CHARS;

/**
 * Read a response as an answer: the `submit_review` call, else a text that is one review as JSON and nothing else. A review
 * inside other words may be a quotation of the change, so it never counts as assessed, and neither do two of them. An
 * answer that was refused or cut is never `assessed`, however well it reads. What any of them found is kept.
 */
export function readAnswer(response: ModelResponse, callId: string): AnswerReading {
  const submitted = response.toolCalls.filter(({ name }) => name === SUBMIT_REVIEW);
  const readings =
    submitted.length > 0
      ? submitted.map(({ argumentsJson }) => readWritten(argumentsJson, callId, true))
      : [readWritten(response.text, callId, false)];
  return judge(readings.reduce(joinReadings), response);
}

function judge(reading: AnswerReading, { finish, refusal }: ModelResponse): AnswerReading {
  const candidates = reading.kind === 'prose' ? [] : reading.candidates;
  if (refusal !== null || finish.unified === 'refusal' || finish.unified === 'content_filter') {
    return { kind: 'unassessed', reason: 'model_refused', candidates };
  }
  if (finish.unified !== 'length' || isEmpty(reading)) return reading;
  return { kind: 'unassessed', reason: 'cut_off', candidates };
}

function isEmpty(reading: AnswerReading): boolean {
  return reading.kind === 'unassessed' && reading.reason === 'empty';
}

/** Some reviewers hand in piece by piece: the findings add up, and one piece that is no answer spoils the whole. */
function joinReadings(first: AnswerReading, second: AnswerReading): AnswerReading {
  if (first.kind === 'prose' || second.kind === 'prose') return first.kind === 'prose' ? second : first;
  const candidates = joinCandidates(first.candidates, second.candidates);
  const failed = [first, second].find(({ kind }) => kind === 'unassessed');
  return failed === undefined ? { ...second, candidates } : { ...failed, candidates };
}

function readWritten(text: string, callId: string, isJson: boolean): AnswerReading {
  if (text.trim() === '') return { kind: 'unassessed', reason: 'empty', candidates: [] };
  const found = findObjects(text);
  const envelopes = found.objects.flatMap(({ value, ...place }) => {
    const envelope = unwrapEnvelope(value);
    return envelope === null ? [] : [{ envelope, place }];
  });
  const last = envelopes.at(-1);
  if (last === undefined) return readWithoutEnvelope(text, found, callId, isJson);
  const readings = envelopes.map(({ envelope, place }) =>
    readEnvelope(envelope, found.lastUnclosed > place.end, callId),
  );
  const reading = readings.reduce(joinReadings);
  const isClear = envelopes.length === 1 && (isJson || isAlone(text, last.place));
  if (isClear || reading.kind !== 'assessed') return reading;
  return { kind: 'unassessed', reason: 'wrong_shape', candidates: reading.candidates };
}

/** Nothing stands around it but white space and a code fence. */
function isAlone(text: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return /^\s*(?:```\w*\s*)?$/.test(text.slice(0, start)) && /^\s*(?:```\s*)?$/.test(text.slice(end));
}

function readEnvelope(envelope: Record<string, unknown>, isCut: boolean, callId: string): AnswerReading {
  const assessment = readAssessment(envelope);
  const list = listOfFindings(envelope);
  const candidates = readFindings(list ?? [], callId);
  const unassessed = (reason: UnassessedReason): AnswerReading => ({ kind: 'unassessed', reason, candidates });
  if (isCut) return unassessed('cut_off');
  if (list === null) return unassessed('no_findings_list');
  if (envelope.assessed !== true) return unassessed('not_assessed');
  if (assessment.summary === '') return unassessed('no_summary');
  return { kind: 'assessed', assessment, candidates };
}

function readWithoutEnvelope(text: string, found: FoundObjects, callId: string, isJson: boolean): AnswerReading {
  const findings = found.objects.map(({ value }) => value).filter(looksLikeFinding);
  const looksLikeJson = isJson || findings.length > 0 || /^(?:```\w*\s*)?[{[]/.test(text.trim());
  if (!looksLikeJson) return { kind: 'prose', text: readWords(text, MAX_PROSE_CHARS) };
  const reason = found.lastUnclosed === -1 ? 'wrong_shape' : 'cut_off';
  return { kind: 'unassessed', reason, candidates: readFindings(findings, callId) };
}
