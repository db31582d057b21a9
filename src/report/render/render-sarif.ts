import { type Evidence, isFullyReviewed, type Report } from '../../review/index.js';
import { withDecision } from './finding-order.js';
import { toJsonText } from './json-text.js';
import { absentResults } from './sarif-absent.js';
import { ROOT } from './sarif-location.js';
import { notificationDescriptors, notificationsOf } from './sarif-notifications.js';
import { toResult } from './sarif-result.js';
import { sarifRules } from './sarif-rules.js';
import { cleanLine } from './visible-text.js';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export type SarifOptions = {
  /** Plumbline's own version. */
  readonly version: string;
  /** Where people read about Plumbline: an absolute address. Left out of the log when there is none. */
  readonly informationUri?: string;
  /** List advisory and withheld findings too, as suppressed results. Not for GitHub code scanning, which would open an alert for each. */
  readonly explain: boolean;
  /** Masked verbatim wherever they appear. */
  readonly secrets?: readonly string[];
};

/** `1970-01-01T00:00:41.000Z`; nothing for a time no calendar has. */
function utcTime(name: string, timeMs: number): Readonly<Record<string, string>> {
  if (!(Math.abs(timeMs) <= 8.64e15)) return {};
  // biome-ignore lint/style/noRestrictedGlobals: writes down a time that was given; it does not ask what time it is.
  return { [name]: new Date(timeMs).toISOString() };
}

function invocationOf(report: Report, areAllListed: boolean, secrets: readonly string[]) {
  return {
    executionSuccessful: isFullyReviewed(report),
    ...utcTime('startTimeUtc', report.startedAtMs),
    ...utcTime('endTimeUtc', report.endedAtMs),
    toolExecutionNotifications: notificationsOf(report, areAllListed, secrets),
  };
}

/** The commit the lines are of, where a reader can fetch it. A local repository has no address. */
function provenanceOf({ source, repository, headSha }: Evidence) {
  const { host, name } = repository;
  const isAddressable = /^[a-z0-9.-]+(:\d+)?$/i.test(host) && /^[\w.-]+\/[\w.-]+$/.test(name);
  if (source !== 'pull_request' || headSha === null || !isAddressable) return {};
  const repositoryUri = `https://${host}/${name}`;
  return { versionControlProvenance: [{ repositoryUri, revisionId: headSha, mappedTo: { uriBaseId: ROOT } }] };
}

/** What the standard has no field for. */
function runProperties(report: Report, secrets: readonly string[]) {
  const { coverage, evidence, usage } = report;
  return {
    runId: report.runId,
    mode: report.mode,
    target: cleanLine(report.label, secrets),
    model: report.modelId === null ? null : cleanLine(report.modelId, secrets),
    staticChecks: report.staticChecks.map(({ analyzerId, version, findings }) => ({ analyzerId, version, findings })),
    title: cleanLine(report.title, secrets),
    verdict: report.verdict,
    conclusion: report.conclusion,
    coverage: {
      state: coverage.state,
      reviewedFiles: coverage.rows.filter(({ state }) => state === 'reviewed').length,
      totalFiles: coverage.rows.length + coverage.omittedFileCount,
    },
    freshness: report.freshness,
    counts: { ...report.accounting },
    residualRisk: report.residualRisk.map((risk) => cleanLine(risk, secrets)),
    baseSha: evidence.baseSha,
    headSha: evidence.headSha,
    mergeBaseSha: evidence.mergeBaseSha,
    usage: { ...usage },
  };
}

function driverOf({ version, informationUri }: SarifOptions) {
  return {
    name: 'Plumbline',
    version,
    ...(informationUri === undefined ? {} : { informationUri }),
    rules: sarifRules(),
    notifications: notificationDescriptors(),
  };
}

/**
 * The report as a SARIF 2.1.0 log with one run. Results are the published findings, worst first; others are counted in a
 * notification, because GitHub code scanning does not heed `suppressions` and would show them as open. With `explain`
 * every finding is a result, advisory and withheld ones suppressed with their reason. With an earlier revision each has its
 * `baselineState`, and findings that are not observed any more are results too, `absent`. `executionSuccessful` is true only
 * of a review that is whole and current; what keeps it from that stands in `toolExecutionNotifications`, one a reason,
 * with the files. A result without a line names the file alone, and one whose path is no file of the target has no
 * location. Equal reports have equal bytes; credentials are masked, nothing invisible and no live link gets through.
 */
export function renderSarif(report: Report, options: SarifOptions): string {
  const { explain, secrets = [] } = options;
  const states = explain ? (['published', 'advisory', 'withheld'] as const) : (['published'] as const);
  const listed = states.flatMap((state) => withDecision(report.findings, state));
  return toJsonText({
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: driverOf(options) },
        invocations: [invocationOf(report, explain, secrets)],
        ...provenanceOf(report.evidence),
        originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the reviewed repository.' } } },
        columnKind: 'utf16CodeUnits',
        results: [
          ...listed.map((finding) => toResult(finding, explain, secrets)),
          ...absentResults(report, explain, secrets),
        ],
        properties: runProperties(report, secrets),
      },
    ],
  });
}
