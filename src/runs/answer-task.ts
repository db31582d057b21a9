import { readPullRequestUrl } from '../handlers/index.js';
import { PlumblineError, type ReviewRecord, type Revision } from '../review/index.js';
import { runLine, toRunDocument } from './describe-run.js';
import type { Visit } from './open-visit.js';
import { cancelRun, retryRun } from './order-run.js';
import { renderRecord, renderRun } from './render-run.js';

/** More than fit on a screen; `record show` has all of one pull request. */
const MAX_LISTED = 50;
/** What can be asked of runs. */
export const RUN_TASKS = ['list', 'show', 'cancel', 'retry'] as const;
export type RunTask = (typeof RUN_TASKS)[number];

export type Asked = { readonly isJson: boolean; readonly visit: Visit };

/** What a person is answered. `runId` counts for all but `list`. Throws `usage` for a run that is not known. */
export async function answerRunTask(task: RunTask, runId: string, { isJson, visit }: Asked): Promise<string> {
  if (task === 'list') {
    const runs = newestRuns(await visit.browser.newest(MAX_LISTED));
    if (isJson) return json(runs.map(({ record, run }) => toRunDocument(record, run)));
    return runs.length === 0
      ? 'No run is known yet.\n'
      : `${runs.map(({ record, run }) => runLine(record, run)).join('\n')}\n`;
  }
  const { record, run } = await findRun(runId, visit);
  const shown =
    task === 'show' ? run : await (task === 'cancel' ? cancelRun(record, run, visit) : retryRun(run, visit));
  const now = (await visit.browser.ofRun(shown.runId)) ?? record;
  return isJson ? json(toRunDocument(now, shown)) : renderRun(now, shown);
}

function newestRuns(records: readonly ReviewRecord[]) {
  const runs = records.flatMap((record) => record.revisions.map((run) => ({ record, run })));
  return runs.sort((one, other) => other.run.startedAtMs - one.run.startedAtMs).slice(0, MAX_LISTED);
}

async function findRun(
  runId: string,
  { browser }: Visit,
): Promise<{ readonly record: ReviewRecord; readonly run: Revision }> {
  const record = await browser.ofRun(runId);
  const run = record?.revisions.find((revision) => revision.runId === runId);
  if (record === null || run === undefined) throw usage(`no run ${runId} is known; plumbline run list shows them`);
  return { record, run };
}

/** What is known of the pull request at this address. Throws `usage` when nothing is. */
export async function answerRecord(url: string, { isJson, visit }: Asked): Promise<string> {
  const record = await findRecord(readUrl(url), visit);
  if (!isJson) return renderRecord(record);
  const { dispositions, key, revisions } = record;
  return json({ key, runs: revisions.map((run) => toRunDocument(record, run)), dispositions });
}

type Wanted = { readonly host: string; readonly name: string; readonly number: number };

function readUrl(text: string): Wanted {
  const { host, request } = readPullRequestUrl(text);
  return { host: host.toLowerCase(), name: `${request.owner}/${request.repo}`.toLowerCase(), number: request.number };
}

/** Of several repositories that had this name, the one that was reviewed last. */
async function findRecord({ host, name, number }: Wanted, { browser }: Visit): Promise<ReviewRecord> {
  const named = (await browser.ofPullRequest(host, number)).filter(({ revisions }) => {
    const repository = revisions.at(-1)?.intent.repository;
    return `${repository?.owner}/${repository?.name}`.toLowerCase() === name;
  });
  const newest = named.sort((one, other) => startOf(other) - startOf(one))[0];
  if (newest === undefined) throw usage(`nothing is known of ${name}#${number} on ${host}`);
  return newest;
}

function startOf({ revisions }: ReviewRecord): number {
  return revisions.at(-1)?.startedAtMs ?? 0;
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function usage(problem: string): PlumblineError {
  return new PlumblineError('usage', { problem });
}
