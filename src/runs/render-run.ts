import { cleanLine } from '../report/index.js';
import {
  counted,
  type Disposition,
  type RecordedFinding,
  type ReviewRecord,
  type Revision,
  type RevisionEnd,
} from '../review/index.js';
import { nameOf, phaseOf, runLine, timeOf } from './describe-run.js';

/** One run, for a person. Ends with a line end. */
export function renderRun(record: ReviewRecord, run: Revision): string {
  const { end, intent, job, runId, startedAtMs } = run;
  const facts: readonly Fact[] = [
    ['run', `${runId} (revision ${run.number} of ${nameOf(run)})`],
    ['asked by', `${cleanLine(intent.trigger.actor.login)} (${intent.trigger.kind})`],
    ['head', `${job.headSha}${job.mergeBaseSha === null ? '' : `, merge base ${job.mergeBaseSha}`}`],
    ['base', cleanLine(job.baseRef)],
    ['paths', job.paths.map((path) => cleanLine(path)).join(', ')],
    ['focus', cleanLine(job.focus ?? '')],
    ['model', cleanLine(job.modelId ?? 'none: static checks alone')],
    ['began', timeOf(startedAtMs)],
    ['phase', phaseOf(record, run)],
    ...(end === null ? [] : endFacts(end)),
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(10)}${value}`);
  return `${[...lines, ...findingLines(end?.assessment?.findings ?? [], record.dispositions)].join('\n')}\n`;
}

type Fact = readonly [name: string, value: string];

function endFacts({ assessment, conclusion, outcome, title }: RevisionEnd): readonly Fact[] {
  const facts: readonly Fact[] = [
    ['outcome', outcome],
    ['check', `${conclusion}: ${cleanLine(title)}`],
  ];
  if (assessment === null) return facts;
  const { coverage, freshness, inputTokens, outputTokens, requests, verdict } = assessment;
  return [
    ...facts,
    ['verdict', verdict],
    ['coverage', coverage],
    ['freshness', `${freshness} when it ended`],
    ['cost', `${counted(requests, 'request')}, ${inputTokens} tokens in, ${outputTokens} out`],
  ];
}

/** A pull request's lineage, for a person: runs, newest first, then the findings that are known. Ends with a line end. */
export function renderRecord(record: ReviewRecord): string {
  const runs = record.revisions.toReversed();
  const [newest] = runs;
  if (newest === undefined) return 'No run of this pull request is known.\n';
  const known = runs.find(({ end }) => end?.assessment)?.end?.assessment;
  const findings = [...(known?.findings ?? []), ...(known?.carriedOver ?? [])];
  const blocks = [
    `${nameOf(newest)} · ${record.key}`,
    runs.map((run) => runLine(record, run)).join('\n'),
    findingLines(findings, record.dispositions).join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function findingLines(findings: readonly RecordedFinding[], dispositions: readonly Disposition[]): readonly string[] {
  return findings.map((finding) => {
    const { number, path, severity, startLine, title } = finding;
    const said = dispositions.find(
      ({ fingerprint, groupKey }) => fingerprint === finding.fingerprint && groupKey === finding.groupKey,
    );
    const state =
      said === undefined ? 'open' : `${said.state} by ${said.by}${said.why === null ? '' : `: ${said.why}`}`;
    const place = startLine === null ? path : `${path}:${startLine}`;
    return cleanLine(`F${number}  ${severity}  ${place}  ${title}  (${state})`);
  });
}
