import { cleanText } from '../report/index.js';
import type { Check, CheckStatus } from './check.js';
import { foldSkipped } from './fold-skipped.js';
import type { Diagnosis } from './run-doctor.js';

/** Bump it when a field goes or changes its meaning. */
const SCHEMA_VERSION = 1;
const MAX_FOUND_CHARS = 600;
const WORDS: Readonly<Record<CheckStatus, string>> = { ok: 'ok', warn: 'warned', fail: 'failed', skip: 'skipped' };

/** One line a check, what to do next under it, and the sum. Secrets are masked wherever they would stand. */
export function renderDiagnosisText(diagnosis: Diagnosis, secrets: readonly string[]): string {
  const shown = foldSkipped(diagnosis.checks);
  const width = Math.max(...shown.map(({ name }) => name.length));
  const lines = shown.flatMap(({ found, name, next, status }) => [
    `${status.padEnd(4)}  ${name.padEnd(width)}  ${onOneLine(found, secrets)}`,
    ...next.map((step) => `        next: ${onOneLine(step, secrets)}`),
  ]);
  const counts = countsOf(diagnosis.checks);
  const told = (['fail', 'warn', 'ok', 'skip'] as const).map((status) => `${counts[status]} ${WORDS[status]}`);
  return [...lines, '', `${told.join(', ')} · ${costOf(diagnosis)}`, ''].join('\n');
}

/** The same as one JSON document. */
export function renderDiagnosisJson(diagnosis: Diagnosis, secrets: readonly string[]): string {
  const { checks, model } = diagnosis;
  const usage = model.tiny?.kind === 'answered' ? model.tiny.usage : null;
  const document = {
    schemaVersion: SCHEMA_VERSION,
    ok: !hasFailed(diagnosis),
    counts: countsOf(checks),
    modelRequests: {
      sent: model.sentCount,
      answered: model.tiny?.kind === 'answered' ? 1 : 0,
      inputTokens: usage?.inputTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
    },
    checks: checks.map(({ found, name, next, status }) => ({
      name,
      status,
      found: onOneLine(found, secrets),
      next: next.map((step) => onOneLine(step, secrets)),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Whether something that is asked for cannot work. */
export function hasFailed({ checks }: Pick<Diagnosis, 'checks'>): boolean {
  return checks.some(({ status }) => status === 'fail');
}

function countsOf(checks: readonly Check[]): Readonly<Record<CheckStatus, number>> {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  return { ok: count('ok'), warn: count('warn'), fail: count('fail'), skip: count('skip') };
}

/** A request that is refused for its form reaches no model and costs nothing. */
function costOf({ model: { sentCount, tiny } }: Diagnosis): string {
  if (sentCount === 0) return 'no model request was sent';
  const isAnswered = tiny?.kind === 'answered';
  const refusedCount = sentCount - (isAnswered ? 1 : 0);
  const usage = isAnswered ? tiny.usage : null;
  const tokens = usage === null ? '' : ` (${usage.inputTokens} tokens in, ${usage.outputTokens} out)`;
  const parts = [
    ...(isAnswered ? [`1 model request answered${tokens}`] : []),
    ...(refusedCount > 0 ? [`${refusedCount} not answered`] : []),
  ];
  return isAnswered
    ? parts.join(', ')
    : `${sentCount} model ${sentCount === 1 ? 'request' : 'requests'} sent, none answered`;
}

function onOneLine(text: string, secrets: readonly string[]): string {
  const line = cleanText(text, secrets).replace(/\s+/g, ' ').trim();
  return line.length <= MAX_FOUND_CHARS ? line : `${line.slice(0, MAX_FOUND_CHARS - 1)}…`;
}
