import type { Finding } from '../../../src/review/model/finding.js';
import {
  emptyRecord,
  type RecordedFinding,
  type ReviewRecord,
  type Revision,
  type RevisionEnd,
  type RevisionJob,
} from '../../../src/review/model/record.js';
import { aFinding } from './finding.js';
import { aComment, anIntentOf } from './intake.js';

/** A finding of this defect (`group`), where (`place`) it stands. */
export function aDefect(group: string, place = 'here', overrides: Partial<Finding> = {}): Finding {
  return aFinding({ id: 'F99', groupKey: group, fingerprint: `${group} at ${place}`, ...overrides });
}

/** The same as a record keeps it. */
export function aRecordedDefect(
  number: number,
  group: string,
  place = 'here',
  overrides: Partial<RecordedFinding> = {},
): RecordedFinding {
  const { fingerprint, groupKey, path, severity, title } = aDefect(group, place);
  return { number, groupKey, fingerprint, severity, title, path, startLine: 10, ...overrides };
}

export function aJob(overrides: Partial<RevisionJob> = {}): RevisionJob {
  return {
    headSha: 'b'.repeat(40),
    baseRef: 'main',
    mergeBaseSha: 'a'.repeat(40),
    mode: 'standard',
    paths: [],
    focus: null,
    modelId: 'model-1',
    settingsDigest: 's'.repeat(64),
    rubricVersion: 1,
    ...overrides,
  };
}

type Assessment = NonNullable<RevisionEnd['assessment']>;

/** A revision's end: completed, complete, current, with these findings. */
export function anEnd(
  findings: readonly RecordedFinding[] = [],
  assessment: Partial<Assessment> = {},
  overrides: Partial<RevisionEnd> = {},
): RevisionEnd {
  return {
    outcome: 'completed',
    conclusion: 'success',
    title: 'No findings in 1 of 1 file',
    assessment: {
      verdict: findings.length === 0 ? 'no_findings' : 'findings',
      coverage: 'complete',
      freshness: 'current',
      isFull: true,
      fingerprint: 'e'.repeat(64),
      findings,
      carriedOver: [],
      requests: 1,
      inputTokens: 1_000,
      outputTokens: 100,
      ...assessment,
    },
    endedAtMs: 41_000,
    ...overrides,
  };
}

/** The end of a run of which no report was made. */
export function anEndUnread(overrides: Partial<RevisionEnd> = {}): RevisionEnd {
  return {
    ...anEnd(),
    outcome: 'failed',
    conclusion: 'neutral',
    title: 'Not reviewed',
    assessment: null,
    ...overrides,
  };
}

/** A record whose runs `run-1`, `run-2`… ended like this; null: not yet. Numbers go on after the highest that is recorded. */
export function aRecordOf(ends: readonly (RevisionEnd | null)[], overrides: Partial<ReviewRecord> = {}): ReviewRecord {
  const revisions = ends.map((end, index) => aRevision({ number: index + 1, runId: `run-${index + 1}`, end }));
  const numbers = ends.flatMap((end) =>
    end?.assessment ? [...end.assessment.findings, ...end.assessment.carriedOver].map(({ number }) => number) : [],
  );
  return {
    ...emptyRecord('github.com/1/12'),
    nextFindingNumber: Math.max(0, ...numbers) + 1,
    revisions,
    ...overrides,
  };
}

export function aRevision(overrides: Partial<Revision> = {}): Revision {
  return {
    number: 1,
    runId: 'run-1',
    intent: anIntentOf(aComment()),
    job: aJob(),
    startedAtMs: 0,
    end: null,
    ...overrides,
  };
}
