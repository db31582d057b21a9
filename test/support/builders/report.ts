import { type CallFailure, type CallResult, NO_USAGE } from '../../../src/review/model/call.js';
import type { ChangedFile } from '../../../src/review/model/changed-file.js';
import type { Evidence } from '../../../src/review/model/evidence.js';
import type { Page } from '../../../src/review/model/patch.js';
import type { Report } from '../../../src/review/model/report.js';

/** A modified file with one page. */
export function aChangedFile(overrides: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path: 'src/a.ts',
    previousPath: null,
    status: 'modified',
    oldMode: '100644',
    newMode: '100644',
    oldBlob: null,
    newBlob: null,
    additions: 1,
    deletions: 0,
    patch: 'available',
    patchDigest: null,
    exclusion: null,
    pages: 1,
    cutReason: null,
    ...overrides,
  };
}

/** Evidence of a pull request with one changed file. */
export function anEvidence(overrides: Partial<Evidence> = {}): Evidence {
  return {
    version: 1,
    source: 'pull_request',
    repository: { host: 'github.com', id: 1, name: 'octo/shop' },
    baseRef: 'main',
    baseSha: 'a'.repeat(40),
    headSha: 'b'.repeat(40),
    mergeBaseSha: 'a'.repeat(40),
    fingerprint: 'e'.repeat(64),
    files: [aChangedFile()],
    omittedFileCount: 0,
    limitations: [],
    binding: 'unavailable',
    ...overrides,
  };
}

/** Every page of these files, without content: enough for a ledger. */
export function pagesOfFiles(files: readonly ChangedFile[]): readonly Page[] {
  return files.flatMap(({ path, pages }) =>
    Array.from({ length: pages }, (_none, index) => ({ path, index, count: pages, text: '', segments: [] })),
  );
}

export function aCallFailure(overrides: Partial<CallFailure> = {}): CallFailure {
  return {
    reason: 'call_failed',
    title: 'provider quota',
    message: 'The model endpoint says that the quota is used up.',
    help: 'Ask the operator to raise the quota.',
    ...overrides,
  };
}

/** A call that assessed and found nothing, having read no page. */
export function aCallResult(overrides: Partial<CallResult> = {}): CallResult {
  return {
    callId: 'primary',
    outcome: 'assessed',
    assessment: {
      summary: 'The change retries a charge.',
      remediation: [],
      notes: [],
      residualRisk: [],
      verdict: 'correct',
      verdictConfidence: 0.9,
    },
    candidates: [],
    prose: null,
    readPages: [],
    failure: null,
    usage: { ...NO_USAGE, requests: 1 },
    modelId: 'model-1',
    ...overrides,
  };
}

/** A call that ended without assessing anything. */
export function aFailedCall(overrides: Partial<CallResult> = {}): CallResult {
  return aCallResult({ outcome: 'failed', assessment: null, failure: aCallFailure(), ...overrides });
}

/** A report of one file, read whole, current, without findings. */
export function aReport(overrides: Partial<Report> = {}): Report {
  return {
    runId: 'run-1',
    mode: 'standard',
    history: null,
    label: '#12',
    evidence: anEvidence(),
    coverage: {
      state: 'complete',
      rows: [{ path: 'src/a.ts', state: 'reviewed', reason: null, isAccepted: false }],
      omittedFileCount: 0,
      limitations: [],
    },
    freshness: 'current',
    movement: null,
    verdict: 'no_findings',
    conclusion: 'success',
    title: 'No findings in 1 of 1 file',
    summary: 'The change retries a charge.',
    findings: [],
    accounting: { candidates: 0, published: 0, advisory: 0, withheld: 0 },
    remediation: [],
    notes: [],
    residualRisk: [],
    prose: null,
    staticChecks: [],
    uncheckedPaths: [],
    failure: null,
    notices: [],
    failOn: 'never',
    usage: { ...NO_USAGE, requests: 1 },
    modelId: 'model-1',
    startedAtMs: 0,
    endedAtMs: 41_000,
    ...overrides,
  };
}
