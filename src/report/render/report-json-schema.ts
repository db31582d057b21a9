import { z } from 'zod';
import {
  ANALYZER_IDS,
  CATEGORIES,
  CLAIM_KINDS,
  CONCLUSIONS,
  LIMITATIONS,
  MODES,
  SEVERITIES,
} from '../../review/index.js';

const severity = z.enum(SEVERITIES);
const count = z.int().min(0);
const commit = z.string().nullable();
const texts = z.array(z.string());
const fraction = z.number().min(0).max(1);

const location = z.strictObject({
  path: z.string(),
  side: z.literal('right'),
  startLine: z.int().min(1).describe('1-based, of the new side.'),
  endLine: z.int().min(1).describe('1-based, inclusive.'),
  isNearDeletedCode: z
    .boolean()
    .describe('The finding is about deleted code; this is the nearest line that still exists.'),
});

const finding = z.strictObject({
  id: z.string().describe('`F1`, `F2`… for published and advisory findings, `W1`… for withheld ones.'),
  fingerprint: z.string(),
  groupKey: z.string().describe('Equal for findings with one root cause.'),
  severity,
  rawSeverity: severity.describe('As the reviewer said it.'),
  confidence: fraction,
  category: z.enum(CATEGORIES),
  path: z.string(),
  location: location.nullable(),
  additionalLocations: z.array(location),
  title: z.string(),
  body: z.string(),
  evidence: z.string().describe('The quote of the change it rests on.'),
  trigger: z.string().nullable(),
  suggestion: z.string().nullable(),
  rule: z.strictObject({ file: z.string(), line: z.int(), isVerified: z.boolean() }).nullable(),
  claims: z.array(z.strictObject({ kind: z.enum(CLAIM_KINDS), subject: z.string(), path: z.string().nullable() })),
  support: z.array(z.string()).describe('What reported it: ids of calls, `static:` and the name of a static check.'),
  verification: z.strictObject({
    state: z.enum(['unverified', 'confirmed', 'refuted', 'inconclusive']),
    confidence: fraction.nullable(),
    note: z.string().nullable(),
  }),
  decision: z.strictObject({
    state: z.enum(['published', 'advisory', 'withheld']),
    reason: z.string().describe('Why it has this decision.'),
  }),
});

const target = z.strictObject({
  label: z.string(),
  source: z.enum(['workspace', 'git_range', 'pull_request']),
  repository: z.strictObject({ host: z.string(), id: z.int().nullable(), name: z.string() }),
  baseRef: z.string().nullable(),
  baseSha: commit,
  headSha: commit,
  mergeBaseSha: commit,
  fingerprint: z.string().describe('sha-256 of what was reviewed; two different contents never share one.'),
});

const coverage = z.strictObject({
  state: z.enum(['complete', 'limited', 'failed']),
  reviewedFiles: count,
  totalFiles: count.describe('Every file that is known to have changed, also those nobody listed.'),
  omittedFiles: count.describe('Changed, but not listed by the provider.'),
  limitations: z.array(z.enum(LIMITATIONS)),
  files: z.array(
    z.strictObject({
      path: z.string(),
      state: z.enum(['pending', 'reviewed', 'partially_reviewed', 'excluded', 'deferred', 'failed']),
      reason: z.string().nullable(),
      isAccepted: z.boolean().describe('Unread without lowering coverage.'),
    }),
  ),
});

const movement = z.strictObject({
  kind: z.enum(['moved', 'unreadable']),
  what: z.enum(['head', 'base_ref', 'merge_base', 'content']).nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
});

/** What `--json` prints. Additions keep `schemaVersion`; anything else raises it. */
export const reportJson = z.strictObject({
  schemaVersion: z.literal(1),
  runId: z.string(),
  mode: z.enum(MODES),
  target,
  title: z.string(),
  verdict: z
    .enum(['findings', 'no_findings', 'not_assessed'])
    .describe('Derived from the coverage ledger, never from model text.'),
  conclusion: z.enum(CONCLUSIONS).describe("GitHub's word for the end of a check run."),
  failOn: z.enum([...SEVERITIES, 'never']),
  coverage,
  freshness: z.enum(['current', 'stale', 'unknown']),
  movement: movement.nullable(),
  counts: z
    .strictObject({ candidates: count, published: count, advisory: count, withheld: count })
    .describe('candidates = published + advisory + withheld.'),
  findings: z.array(finding),
  failure: z.strictObject({ reason: z.string(), title: z.string(), message: z.string(), help: z.string() }).nullable(),
  notices: texts,
  summary: z.string().nullable().describe("The reviewer's words."),
  remediation: texts,
  notes: texts,
  residualRisk: texts,
  prose: z.string().nullable().describe('Words of a reviewer that gave no usable answer.'),
  model: z.string().nullable().describe('Null when no model was asked.'),
  uncheckedFiles: texts.describe('Files a static check that covers them did not look at.'),
  staticChecks: z
    .array(
      z.strictObject({
        analyzerId: z.enum(ANALYZER_IDS),
        version: z.string(),
        checkedFiles: count,
        findings: count,
        failure: z.string().nullable().describe('What it could not look at.'),
      }),
    )
    .describe('Static checks that had something to look at.'),
  usage: z.strictObject({
    requests: count,
    inputTokens: count,
    cachedInputTokens: count,
    outputTokens: count,
    isEstimated: z.boolean(),
  }),
  startedAtMs: z.number().describe('Milliseconds since the epoch.'),
  endedAtMs: z.number().describe('Milliseconds since the epoch.'),
});

export type ReportJson = z.infer<typeof reportJson>;

/** The JSON schema of `--json`, as `schema/report.schema.json` holds it. */
export function reportJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(reportJson), title: 'Plumbline report (plumbline review --json)' };
}
