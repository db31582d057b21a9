import { type CoverageRow, type Finding, type Location, maskSecrets, type Report } from '../../review/index.js';
import { toJsonText } from './json-text.js';
import type { ReportJson } from './report-json-schema.js';

type Mask = (text: string) => string;

function masked(text: string | null, mask: Mask): string | null {
  return text === null ? null : mask(text);
}

function locationJson(
  { path, side, startLine, endLine, isNearDeletedCode }: Location,
  mask: Mask,
): ReportJson['findings'][number]['additionalLocations'][number] {
  return { path: mask(path), side, startLine, endLine, isNearDeletedCode };
}

function ruleJson(rule: Finding['rule'], mask: Mask): ReportJson['findings'][number]['rule'] {
  return rule === null ? null : { file: mask(rule.file), line: rule.line, isVerified: rule.isVerified };
}

function findingJson(finding: Finding, mask: Mask): ReportJson['findings'][number] {
  const { verification, decision } = finding;
  return {
    id: finding.id,
    fingerprint: finding.fingerprint,
    groupKey: finding.groupKey,
    severity: finding.severity,
    rawSeverity: finding.rawSeverity,
    confidence: finding.confidence,
    category: finding.category,
    path: mask(finding.path),
    location: finding.location === null ? null : locationJson(finding.location, mask),
    additionalLocations: finding.additionalLocations.map((location) => locationJson(location, mask)),
    title: mask(finding.title),
    body: mask(finding.body),
    evidence: mask(finding.evidence),
    trigger: masked(finding.trigger, mask),
    suggestion: masked(finding.suggestion, mask),
    rule: ruleJson(finding.rule, mask),
    claims: finding.claims.map(({ kind, subject, path }) => ({
      kind,
      subject: mask(subject),
      path: masked(path, mask),
    })),
    support: [...finding.support],
    verification: {
      state: verification.state,
      confidence: verification.confidence,
      note: masked(verification.note, mask),
    },
    decision: { state: decision.state, reason: decision.reason },
  };
}

function targetJson({ label, evidence }: Report): ReportJson['target'] {
  const { repository, source, baseRef, baseSha, headSha, mergeBaseSha, fingerprint } = evidence;
  return {
    label,
    source,
    repository: { host: repository.host, id: repository.id, name: repository.name },
    baseRef,
    baseSha,
    headSha,
    mergeBaseSha,
    fingerprint,
  };
}

function rowJson(
  { path, state, reason, isAccepted }: CoverageRow,
  mask: Mask,
): ReportJson['coverage']['files'][number] {
  return { path: mask(path), state, reason, isAccepted };
}

function coverageJson({ coverage }: Report, mask: Mask): ReportJson['coverage'] {
  const { rows, omittedFileCount } = coverage;
  return {
    state: coverage.state,
    reviewedFiles: rows.filter(({ state }) => state === 'reviewed').length,
    totalFiles: rows.length + omittedFileCount,
    omittedFiles: omittedFileCount,
    limitations: [...coverage.limitations],
    files: rows.map((row) => rowJson(row, mask)),
  };
}

function movementJson(movement: Report['movement'], mask: Mask): ReportJson['movement'] {
  if (movement === null) return null;
  if (movement.kind === 'unreadable') {
    return { kind: 'unreadable', what: null, from: null, to: null, reason: mask(movement.reason) };
  }
  return { kind: 'moved', what: movement.what, from: movement.from, to: movement.to, reason: null };
}

function wordsJson(report: Report, mask: Mask) {
  const { failure } = report;
  return {
    failure:
      failure === null
        ? null
        : { reason: failure.reason, title: mask(failure.title), message: mask(failure.message), help: failure.help },
    notices: report.notices.map(mask),
    summary: masked(report.summary, mask),
    remediation: report.remediation.map(mask),
    notes: report.notes.map(mask),
    residualRisk: report.residualRisk.map(mask),
    prose: masked(report.prose, mask),
  };
}

function toReportJson(report: Report, mask: Mask): ReportJson {
  const { accounting, usage } = report;
  const { candidates, published, advisory, withheld } = accounting;
  const { requests, inputTokens, cachedInputTokens, outputTokens, isEstimated } = usage;
  return {
    schemaVersion: 1,
    runId: report.runId,
    mode: report.mode,
    target: targetJson(report),
    title: mask(report.title),
    verdict: report.verdict,
    conclusion: report.conclusion,
    failOn: report.failOn,
    coverage: coverageJson(report, mask),
    freshness: report.freshness,
    movement: movementJson(report.movement, mask),
    counts: { candidates, published, advisory, withheld },
    findings: report.findings.map((finding) => findingJson(finding, mask)),
    ...wordsJson(report, mask),
    model: report.modelId,
    uncheckedFiles: report.uncheckedPaths.map(mask),
    staticChecks: report.staticChecks.map(({ analyzerId, version, checkedPaths, findings, failure }) => ({
      analyzerId,
      version,
      checkedFiles: checkedPaths.length,
      findings,
      failure: masked(failure, mask),
    })),
    usage: { requests, inputTokens, cachedInputTokens, outputTokens, isEstimated },
    startedAtMs: report.startedAtMs,
    endedAtMs: report.endedAtMs,
  };
}

/**
 * The report as one JSON document (`schemaVersion` 1, `schema/report.schema.json`), two spaces, a line end at the end.
 * Equal reports have equal bytes. Credentials are masked; characters a terminal would act on are written as `\uXXXX`.
 */
export function renderJson(report: Report, options: { readonly secrets?: readonly string[] } = {}): string {
  const mask: Mask = (text) => maskSecrets(text, options.secrets);
  return toJsonText(toReportJson(report, mask));
}
