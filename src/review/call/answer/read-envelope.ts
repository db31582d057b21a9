import { MAX_BODY_CHARS } from '../../limits.js';
import type { Assessment } from '../../model/call.js';
import { isObject } from './find-objects.js';
import { parseLenientJson } from './lenient-json.js';
import { readShare, readWord, readWords } from './read-values.js';

const MAX_REMARK_CHARS = 1_000;
const MAX_REMARKS = 50;
const VERDICTS = ['correct', 'incorrect', 'undetermined'] as const;

/** Whether this object is meant to be a whole answer, good or bad. */
export function looksLikeEnvelope(value: Record<string, unknown>): boolean {
  return 'findings' in value || ('summary' in value && ('assessed' in value || 'verdict' in value));
}

/** An answer may come wrapped: as the written-out call of a tool, or under a name of its own. Null when there is none inside. */
export function unwrapEnvelope(value: Record<string, unknown>): Record<string, unknown> | null {
  if (looksLikeEnvelope(value)) return value;
  const inner = Object.values(value).map((field) => (typeof field === 'string' ? parseWritten(field) : field));
  return inner.filter(isObject).find(looksLikeEnvelope) ?? null;
}

/** The list of findings, also when it came as JSON text; null when there is none, which is not the same as an empty one. */
export function listOfFindings({ findings }: Record<string, unknown>): readonly unknown[] | null {
  const list = typeof findings === 'string' ? parseLenientJson(findings) : findings;
  return Array.isArray(list) ? list : null;
}

/** Read what an envelope says besides its findings. Missing lists are empty: nothing depends on them. */
export function readAssessment(envelope: Record<string, unknown>): Assessment {
  return {
    summary: readWords(envelope.summary, MAX_BODY_CHARS),
    remediation: readRemarks(envelope.remediation),
    notes: readRemarks(envelope.notes),
    residualRisk: readRemarks(envelope.residual_risk),
    verdict: readWord(envelope.verdict, VERDICTS) ?? 'undetermined',
    verdictConfidence: readShare(envelope.verdict_confidence) ?? 0,
  };
}

function readRemarks(value: unknown): readonly string[] {
  const remarks = (Array.isArray(value) ? value : [value]).map((remark) => readWords(remark, MAX_REMARK_CHARS));
  const told = remarks.filter((remark) => remark !== '');
  if (told.length <= MAX_REMARKS) return told;
  return [...told.slice(0, MAX_REMARKS - 1), `(${told.length - MAX_REMARKS + 1} more were left out.)`];
}

function parseWritten(text: string): unknown {
  return text.trimStart().startsWith('{') ? parseLenientJson(text) : undefined;
}
