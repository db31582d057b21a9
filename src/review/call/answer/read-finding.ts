import { clip } from '../../clip.js';
import { MAX_BODY_CHARS, MAX_QUOTE_CHARS, MAX_TITLE_CHARS } from '../../limits.js';
import { CATEGORIES, type Candidate, CLAIM_KINDS, type Claim } from '../../model/finding.js';
import { isObject } from './find-objects.js';
import { readSeverity } from './read-severity.js';
import { readLine, readLineNumber, readQuote, readShare, readText, readWord, readWords } from './read-values.js';

const MAX_PATH_CHARS = 4_096;
const MAX_CLAIMS = 20;
/** What a reviewer who gave no number gets. */
const DEFAULT_CONFIDENCE = 0.5;

export type ReadFinding = Omit<Candidate, 'callId' | 'index'>;

/** Read one entry of an answer. What makes it a finding is path, title and body; without them it keeps its `defect`. */
export function readFinding(entry: unknown): ReadFinding {
  const said = isObject(entry) ? entry : {};
  const path = readPath(said.path);
  const title = readLine(said.title, MAX_TITLE_CHARS);
  const body = readWords(said.body, MAX_BODY_CHARS);
  const missing = Object.entries({ path, title, body }).flatMap(([name, text]) => (text === '' ? [name] : []));
  const startLine = readLineNumber(said.start_line ?? said.line);
  return {
    severity: readSeverity(said.severity),
    confidence: readShare(said.confidence) ?? DEFAULT_CONFIDENCE,
    category: readWord(said.category, CATEGORIES) ?? 'correctness',
    path,
    startLine,
    endLine: readLineNumber(said.end_line) ?? startLine,
    title: title === '' ? 'An entry without a title' : title,
    body: withOversizedSuggestion(body, said.suggestion),
    evidence: readQuote(said.evidence, MAX_QUOTE_CHARS),
    trigger: readWords(said.trigger, MAX_BODY_CHARS) || null,
    suggestion: readSuggestion(said.suggestion),
    rule: readRule(said.rule),
    claims: readClaims(said.claims),
    defect: missing.length === 0 ? null : `the entry has no ${missing.join(' and no ')}`,
  };
}

/** Whether an object that was found on its own can be nothing but a finding. */
export function looksLikeFinding(entry: Record<string, unknown>): boolean {
  return ['path', 'title', 'body'].every((name) => typeof entry[name] === 'string');
}

/** A path keeps its spaces. */
function readPath(value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? clip(value, MAX_PATH_CHARS) : '';
}

/** Half a suggestion would be wrong code, so one that is too long is left out, and that is said. */
function readSuggestion(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_BODY_CHARS ? value : null;
}

function withOversizedSuggestion(body: string, suggestion: unknown): string {
  if (typeof suggestion !== 'string' || suggestion.length <= MAX_BODY_CHARS) return body;
  const note = `(A suggestion of ${suggestion.length} characters was too long and is left out.)`;
  return `${readText(body, MAX_BODY_CHARS - note.length - 2)}\n\n${note}`;
}

function readRule(value: unknown): Candidate['rule'] {
  if (!isObject(value)) return null;
  const file = readPath(value.file);
  const line = readLineNumber(value.line);
  return file === '' || line === null ? null : { file, line };
}

function readClaims(value: unknown): readonly Claim[] {
  const entries = Array.isArray(value) ? value.slice(0, MAX_CLAIMS) : [];
  return entries.filter(isObject).flatMap(({ kind, subject, path }) => {
    const known = readWord(kind, CLAIM_KINDS);
    const about = readLine(subject, MAX_TITLE_CHARS);
    return known === null || about === '' ? [] : [{ kind: known, subject: about, path: readPath(path) || null }];
  });
}
